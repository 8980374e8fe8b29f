//! Rock, paper, scissors, after the ruleset and the Perl module of the Volity document
//! (004_b1effb083953a91c.txt).
//!
//! Rules as played:
//! - You and the computer each throw a hand: rock, paper or scissors. Rock crushes scissors,
//!   scissors shreds paper, paper smothers rock; two equal hands are a tie.
//! - A hand is asked for by its name, in any case, or by any leading part of it: `r`, `Pap`. An
//!   empty name is none (in the document's code it was rock).
//! - A match is one round if nothing else is chosen, else the best of 3, 5, 7 or 9. It ends as soon
//!   as one side cannot be caught any more, or when all rounds are thrown; who has won more rounds
//!   wins it. Equal numbers are a tie.
//! - With `no_ties` a tied round does not count and is thrown again.
//!
//! The computer's hands are all decided at the deal: a secret of 128 bits is sealed, and the hand
//! of each round and a salt of 80 bits are drawn from the secret and the number of the round. The
//! page shows the SHA-256 of hand and salt before the round, and hand and salt after it, so that
//! anybody can check that the hand was there first.

use crate::game::chance::Chance;
use crate::game::contract::{
    Argument, ArgumentKind, ArgumentSpec, Choices, Fault, FaultSpec, Game, Message, MessageSpec,
    OptionSpec, OptionValue, Outcome, Request, RequestSpec, Ruleset, Ruling, Section,
};
use crate::game::pack::{Packer, Unpackable, Unpacker};
use crate::game::page::{
    Cell, Fact, Facts, Marks, Mood, Offer, Page, Part, Passage, Picture, Row, Text,
};
use crate::game::secret::Secret;
use sha2::{Digest, Sha256};

/// The game of rock, paper, scissors.
pub struct RockPaperScissors;

/// How many rounds a match counts at most, in the order of the option's values.
const BEST_OF: [u16; 5] = [1, 3, 5, 7, 9];
/// The most rounds that one side can win before it cannot be caught: five of nine.
const WINS_MAX: u16 = 5;

/// The places of the options in the ruleset.
const BEST_OF_OPTION: usize = 0;
const NO_TIES_OPTION: usize = 1;

const UNKNOWN_HAND: u16 = 901;
const GAME_OVER: u16 = 902;

const YOU: &str = "You";
const COMPUTER: &str = "Computer";

/// A hand to throw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hand {
    Rock,
    Paper,
    Scissors,
}

impl Hand {
    const ALL: [Hand; 3] = [Hand::Rock, Hand::Paper, Hand::Scissors];

    /// The hand whose name is, or begins like, this word in any case.
    fn read(word: &str) -> Option<Hand> {
        let word = word.trim().to_ascii_lowercase();
        let is_meant = |hand: &Hand| !word.is_empty() && hand.name().starts_with(&word);
        Hand::ALL.into_iter().find(is_meant)
    }

    const fn name(self) -> &'static str {
        ["rock", "paper", "scissors"][self as usize]
    }

    /// For pages without pictures.
    const fn initial(self) -> &'static str {
        ["R", "P", "S"][self as usize]
    }

    /// What it does to the hand it beats.
    const fn verb(self) -> &'static str {
        ["crushes", "smothers", "shreds"][self as usize]
    }

    const fn beats(self, other: Hand) -> bool {
        matches!(
            (self, other),
            (Hand::Rock, Hand::Scissors)
                | (Hand::Scissors, Hand::Paper)
                | (Hand::Paper, Hand::Rock)
        )
    }
}

/// The computer's hand of one round, with the salt that keeps its hash from being guessed.
struct Sealed {
    hand: Hand,
    salt: [u8; 10],
}

impl Sealed {
    /// The hand of a round, counted from 0.
    fn of_round(secret: Secret, round: u16) -> Self {
        let mut chance = secret.chance("rps/round", [round]);
        let hand = chance.pick(&Hand::ALL).copied().unwrap_or(Hand::Rock);
        let mut salt = [0; 10];
        chance.fill(&mut salt);
        Sealed { hand, salt }
    }

    /// `rock-0123456789abcdef0123`: what is hashed, and shown after the round.
    fn opening(&self) -> String {
        format!("{}-{}", self.hand.name(), hex(&self.salt))
    }

    /// The SHA-256 of the opening, shown before the round.
    fn commitment(&self) -> String {
        hex(&Sha256::digest(self.opening()))
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A position.
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    best_of: u16,
    no_ties: bool,
    secret: Secret,
    /// The hand you threw in the last round, if there was one.
    last: Option<Hand>,
    /// How many rounds were thrown, also those that do not count.
    thrown: u16,
    /// How many of them you won, and the computer.
    yours: u16,
    computers: u16,
}

/// The width of the number of rounds. Should ever so many be tied, the match ends as it stands.
const ROUNDS_BITS: u32 = 16;
const ROUNDS_MAX: u16 = u16::MAX;

impl Position {
    fn ties(&self) -> u16 {
        self.thrown.saturating_sub(self.yours + self.computers)
    }

    /// How many rounds count.
    fn counted(&self) -> u16 {
        if self.no_ties { self.yours + self.computers } else { self.thrown }
    }

    /// Whether one side cannot be caught any more, or nothing is left to throw.
    fn is_over(&self) -> bool {
        let left = self.best_of.saturating_sub(self.counted());
        let out_of_reach = self.yours.abs_diff(self.computers) > left;
        left == 0 || out_of_reach || self.thrown == ROUNDS_MAX
    }

    /// The hands of the last round, yours and the computer's.
    fn last_round(&self) -> Option<(Hand, Sealed)> {
        let round = self.thrown.checked_sub(1)?;
        Some((self.last?, Sealed::of_round(self.secret, round)))
    }

    fn throw(&self, yours: Hand) -> Self {
        let theirs = Sealed::of_round(self.secret, self.thrown).hand;
        Position {
            last: Some(yours),
            thrown: self.thrown.saturating_add(1),
            yours: self.yours + u16::from(yours.beats(theirs)),
            computers: self.computers + u16::from(theirs.beats(yours)),
            ..self.clone()
        }
    }

    /// The position before the last round, but for the hand thrown in the round before it; none if
    /// the tally has no room for the last round.
    fn before_last_round(&self) -> Option<Self> {
        let (yours, sealed) = self.last_round()?;
        let won = u16::from(yours.beats(sealed.hand));
        let lost = u16::from(sealed.hand.beats(yours));
        Some(Position {
            thrown: self.thrown.checked_sub(1)?,
            yours: self.yours.checked_sub(won)?,
            computers: self.computers.checked_sub(lost)?,
            ..self.clone()
        })
    }
}

impl Game for RockPaperScissors {
    type Position = Position;

    const RULESET: Ruleset = RULESET;

    fn deal(choices: &Choices, chance: &mut Chance) -> Position {
        before_first_round(choices, Secret::draw(chance))
    }

    fn pack(position: &Position, packer: &mut Packer) {
        position.secret.pack(packer);
        let last = position.last.map_or(0, |hand| hand as u64 + 1);
        packer.put_one_of(last, Hand::ALL.len() as u64 + 1);
        packer.put(position.thrown.into(), ROUNDS_BITS);
        packer.put_one_of(position.yours.into(), u64::from(WINS_MAX) + 1);
        packer.put_one_of(position.computers.into(), u64::from(WINS_MAX) + 1);
    }

    fn unpack(choices: &Choices, packed: &mut Unpacker<'_>) -> Result<Position, Unpackable> {
        let mut position = before_first_round(choices, Secret::unpack(packed)?);
        let last = packed.take_one_of(Hand::ALL.len() as u64 + 1)? as usize;
        position.last = last.checked_sub(1).and_then(|place| Hand::ALL.get(place)).copied();
        position.thrown = packed.take(ROUNDS_BITS)? as u16;
        position.yours = packed.take_one_of(u64::from(WINS_MAX) + 1)? as u16;
        position.computers = packed.take_one_of(u64::from(WINS_MAX) + 1)? as u16;
        if is_possible(&position) { Ok(position) } else { Err(Unpackable::Impossible) }
    }

    fn referee(position: &Position, request: &Request) -> Result<Ruling<Position>, Fault> {
        if position.is_over() {
            return Err(RULESET.fault(GAME_OVER));
        }
        let hand = Hand::read(request.word(0)).ok_or_else(|| RULESET.fault(UNKNOWN_HAND))?;
        let theirs = Sealed::of_round(position.secret, position.thrown).hand;
        let messages = vec![
            chose_hand(YOU, hand, format!("You threw {}.", hand.name())),
            chose_hand(COMPUTER, theirs, format!("The computer threw {}.", theirs.name())),
        ];
        Ok(Ruling::Next(position.throw(hand), messages))
    }

    fn outcome(position: &Position) -> Option<Outcome> {
        let places = |names: &[&[&'static str]]| {
            let place = |names: &&[&'static str]| names.iter().map(|name| (*name).into()).collect();
            Some(Outcome { ranking: names.iter().map(place).collect() })
        };
        match mood(position) {
            Mood::Open => None,
            Mood::Won => places(&[&[YOU], &[COMPUTER]]),
            Mood::Lost => places(&[&[COMPUTER], &[YOU]]),
            Mood::Drawn => places(&[&[YOU, COMPUTER]]),
        }
    }

    fn page(position: &Position, _messages: &[Message]) -> Page {
        let mood = mood(position);
        let state = match mood {
            Mood::Open => "Choose a hand",
            Mood::Won => "You win",
            Mood::Lost => "The computer wins",
            Mood::Drawn => "A tie",
        };
        Page {
            state: state.into(),
            status: status(position),
            mood,
            parts: parts(position),
            changed: None,
            offers: Vec::new(),
        }
    }

    // There is no `reimagine`: the page shows the hash of the computer's next hand, and no other
    // hand with another salt has the same. A test holds that nothing else on the page tells of it.

    /// A round counts in two of three cases, so that 9 counting rounds take more than 40 once in
    /// 10^9 matches.
    fn longest(choices: &Choices) -> u32 {
        let position = before_first_round(choices, Secret::draw(&mut Chance::from_seed([0; 32])));
        if position.no_ties { 40 } else { position.best_of.into() }
    }
}

fn before_first_round(choices: &Choices, secret: Secret) -> Position {
    Position {
        best_of: BEST_OF.get(choices.place(BEST_OF_OPTION)).copied().unwrap_or(BEST_OF[0]),
        no_ties: choices.place(NO_TIES_OPTION) == 1,
        secret,
        last: None,
        thrown: 0,
        yours: 0,
        computers: 0,
    }
}

/// Whether the parts of an unpacked position agree: the last round was thrown in a match that was
/// not over, and is in the tally.
fn is_possible(position: &Position) -> bool {
    if position.thrown < position.yours + position.computers {
        return false;
    }
    match position.last {
        None => position.thrown == 0,
        Some(_) => position.before_last_round().is_some_and(|before| {
            before.thrown >= before.yours + before.computers && !before.is_over()
        }),
    }
}

fn chose_hand(player: &str, hand: Hand, sentence: String) -> Message {
    Message {
        name: "player_chose_hand",
        arguments: vec![Argument::Word(player.to_owned()), Argument::Word(hand.name().to_owned())],
        sentence: sentence.into(),
    }
}

fn mood(position: &Position) -> Mood {
    match position.yours.cmp(&position.computers) {
        _ if !position.is_over() => Mood::Open,
        std::cmp::Ordering::Greater => Mood::Won,
        std::cmp::Ordering::Less => Mood::Lost,
        std::cmp::Ordering::Equal => Mood::Drawn,
    }
}

fn status(position: &Position) -> Text {
    let Some((yours, sealed)) = position.last_round() else {
        return "The computer has chosen its hand. Choose yours: rock, paper or scissors.".into();
    };
    format!("{} {}", round_sentence(yours, sealed.hand), standing(position)).into()
}

/// The document's sentences, with the players named so that they read well.
fn round_sentence(yours: Hand, theirs: Hand) -> String {
    if yours.beats(theirs) {
        format!("Your {} {} the computer's {}!", yours.name(), yours.verb(), theirs.name())
    } else if theirs.beats(yours) {
        format!("The computer's {} {} your {}!", theirs.name(), theirs.verb(), yours.name())
    } else {
        format!("A tie! Both players chose {}.", yours.name())
    }
}

/// How the match stands, and what to do now.
fn standing(position: &Position) -> String {
    let (yours, computers) = (position.yours, position.computers);
    let is_match = position.best_of > 1;
    match mood(position) {
        Mood::Won if is_match => format!("You win the match by {yours} to {computers}."),
        Mood::Lost if is_match => format!("The computer wins the match by {computers} to {yours}."),
        Mood::Drawn if is_match => "The match is tied.".to_owned(),
        Mood::Won => "You win.".to_owned(),
        Mood::Lost => "The computer wins.".to_owned(),
        Mood::Drawn => "Nobody wins.".to_owned(),
        Mood::Open if is_match => format!("{} Choose your next hand.", lead(yours, computers)),
        Mood::Open => "A tie does not count, so choose again.".to_owned(),
    }
}

fn lead(yours: u16, computers: u16) -> String {
    match yours.cmp(&computers) {
        std::cmp::Ordering::Greater => format!("You lead by {yours} to {computers}."),
        std::cmp::Ordering::Less => format!("The computer leads by {computers} to {yours}."),
        std::cmp::Ordering::Equal if yours == 0 => "Nobody has won a round yet.".to_owned(),
        std::cmp::Ordering::Equal => format!("You have won {yours} each."),
    }
}

fn parts(position: &Position) -> Vec<Part> {
    let mut parts = Vec::new();
    if !position.is_over() {
        parts.push(Part::Row(hands_to_choose()));
    }
    let last = position.last_round();
    if let Some((yours, sealed)) = &last {
        parts.push(Part::Row(last_hands(*yours, sealed.hand)));
    }
    if position.best_of > 1 || position.no_ties {
        parts.push(Facts::part(facts(position)));
    }
    if !position.is_over() {
        parts.push(Part::Passage(promise(&Sealed::of_round(position.secret, position.thrown))));
    }
    if let Some((_, sealed)) = &last {
        parts.push(Part::Passage(proof(sealed)));
    }
    parts
}

fn hands_to_choose() -> Row {
    let cell = |hand: Hand| Cell {
        text: hand.initial().into(),
        label: format!("Your choice: {}", hand.name()).into(),
        picture: Some(Picture::upright(hand.name())),
        marks: Marks::default(),
        offers: vec![Offer {
            request: Request::worded("choose_hand", hand.name()),
            label: format!("Throw {}", hand.name()).into(),
        }],
    };
    Row {
        caption: "Your hand: R for rock, P for paper, S for scissors".into(),
        cells: Hand::ALL.map(cell).into(),
    }
}

fn last_hands(yours: Hand, theirs: Hand) -> Row {
    let cell = |who: &str, hand: Hand, wins: bool| Cell {
        text: hand.initial().into(),
        label: format!("{who} threw {}", hand.name()).into(),
        picture: Some(Picture::upright(hand.name())),
        marks: Marks { settled: wins, ..Marks::default() },
        offers: Vec::new(),
    };
    Row {
        caption: "The last round: you, then the computer".into(),
        cells: vec![
            cell("You", yours, yours.beats(theirs)),
            cell("The computer", theirs, theirs.beats(yours)),
        ],
    }
}

fn facts(position: &Position) -> Vec<Fact> {
    let round = position.counted() + u16::from(!position.is_over());
    vec![
        Fact::new("Round", format!("{round} of {}", position.best_of)),
        Fact::new(YOU, position.yours.to_string()),
        Fact::new(COMPUTER, position.computers.to_string()),
        Fact::new("Ties", position.ties().to_string()),
    ]
}

/// What is shown before a round.
fn promise(sealed: &Sealed) -> Passage {
    Passage {
        heading: "The computer's hand is chosen".into(),
        paragraphs: vec![
            "It cannot be changed any more. This is its fingerprint, by SHA-256:".into(),
            sealed.commitment().into(),
            "Note it if you like. After the round you see what it is the fingerprint of.".into(),
        ],
        diagrams: Vec::new(),
    }
}

/// What is shown after a round.
fn proof(sealed: &Sealed) -> Passage {
    let opening = sealed.opening();
    Passage {
        heading: "The last round, opened".into(),
        paragraphs: vec![
            format!("The fingerprint of {opening} is").into(),
            sealed.commitment().into(),
            format!("To check it: printf '%s' '{opening}' | sha256sum").into(),
        ],
        diagrams: Vec::new(),
    }
}

const RULESET: Ruleset = Ruleset {
    key: "rps",
    uri: "http://volity.org/games/rps",
    title: "Rock, Paper, Scissors",
    blurb: "Throw a hand against the computer, which has chosen first and can prove it.",
    picture: "scissors",
    version: 1,
    seats: (2, 2),
    secret_deal: true,
    daily: false,
    options: &[
        OptionSpec {
            name: "best_of",
            label: "Match",
            values: &[
                OptionValue { value: "1", label: "one round" },
                OptionValue { value: "3", label: "best of 3" },
                OptionValue { value: "5", label: "best of 5" },
                OptionValue { value: "7", label: "best of 7" },
                OptionValue { value: "9", label: "best of 9" },
            ],
        },
        OptionSpec {
            name: "no_ties",
            label: "Ties",
            values: &[
                OptionValue { value: "off", label: "ties count" },
                OptionValue { value: "on", label: "ties are thrown again" },
            ],
        },
    ],
    requests: &[RequestSpec {
        name: "choose_hand",
        label: "throw it",
        about: "Throws a hand: rock, paper or scissors, in any case, or any leading part of the word.",
        arguments: &[ArgumentSpec {
            name: "hand_type",
            kind: ArgumentKind::Word(&["rock", "paper", "scissors"]),
        }],
        faults: &[UNKNOWN_HAND, GAME_OVER],
        only_asks: false,
    }],
    messages: &[MessageSpec {
        name: "player_chose_hand",
        arguments: &["player", "hand"],
        private: false,
        about: "The player has thrown this hand. Told of both players, after both have chosen.",
    }],
    faults: &[
        FaultSpec {
            code: UNKNOWN_HAND,
            name: "unknown_hand",
            sentence: "Unrecognized hand type. (Spock? Dynamite?)",
        },
        FaultSpec { code: GAME_OVER, name: "game_over", sentence: "The game is over." },
    ],
    rules: &[
        Section {
            heading: "How to play",
            paragraphs: &[
                "You and the computer each throw a hand. Rock crushes scissors, scissors shreds paper, and paper smothers rock. Two equal hands are a tie.",
                "A match is one round, or the best of 3, 5, 7 or 9. It ends as soon as one side cannot be caught any more, or when all rounds are thrown. Whoever has won more rounds wins the match, and equal numbers are a tie.",
                "A tied round counts as a round, so a match may be tied. If you choose that ties are thrown again, they do not count, and somebody always wins.",
            ],
        },
        Section {
            heading: "How the computer's hand is sealed",
            paragraphs: &[
                "All hands of the computer are drawn when the match is dealt, each as likely as the others, and sealed into the links. It learns nothing from what you throw.",
                "Before a round you see a fingerprint: the SHA-256 of a text that names the hand, followed by a hyphen and 20 random digits, such as rock-0123456789abcdef0123. The random digits keep you from finding the hand by trying all three. After the round you see the text and can work out its fingerprint yourself.",
                "The hand and the digits of every round are drawn from one secret of 128 bits and the number of the round, so what is opened tells nothing about the rounds to come.",
            ],
        },
        Section {
            heading: "What this proves, and what it does not",
            paragraphs: &[
                "If the fingerprint you saw before the round fits the text you see after it, then the computer's hand was fixed before you chose, and was not changed when it saw yours.",
                "It does not prove that the hand was drawn by fair chance; for that you have only our word and the program's source.",
                "Nor does it prove anything about you. Back is undo: you can look at the computer's hand, go back and throw what beats it, and the same deal has the same hands each time. Nothing here keeps you from it, so a win is worth as much as your word.",
            ],
        },
    ],
};

#[cfg(test)]
mod tests;
