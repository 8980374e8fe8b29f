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

use crate::game::prelude::*;
use crate::game::secret::Secret;
use sha2::{Digest, Sha256};
use std::cmp::Ordering::{Equal, Greater, Less};

/// The game of rock, paper, scissors.
pub struct RockPaperScissors;

static BEST_OF: GameOption<u16> = GameOption::new(
    "best_of",
    "Match",
    &[
        value("1", "one round", 1),
        value("3", "best of 3", 3),
        value("5", "best of 5", 5),
        value("7", "best of 7", 7),
        value("9", "best of 9", 9),
    ],
);
/// The most rounds that one side can win before it cannot be caught: five of nine.
const WINS_MAX: u16 = 5;

static NO_TIES: GameOption<bool> = GameOption::new(
    "no_ties",
    "Ties",
    &[value("off", "ties count", false), value("on", "ties are thrown again", true)],
);

const UNKNOWN_HAND: Fault =
    Fault::new(901, "unknown_hand", "Unrecognized hand type. (Spock? Dynamite?)");
const GAME_OVER: Fault = Fault::new(902, "game_over", "The game is over.");

static CHOOSE_HAND: RequestSpec = RequestSpec::new(
    "choose_hand",
    "throw it",
    "Throws a hand: rock, paper or scissors, in any case, or any leading part of the word.",
)
.taking(&[ArgumentSpec::word("hand_type", &["rock", "paper", "scissors"], UNKNOWN_HAND)])
.refused_with(&[GAME_OVER]);

static PLAYER_CHOSE_HAND: MessageSpec = MessageSpec::new(
    "player_chose_hand",
    &["player", "hand"],
    "The player has thrown this hand. Told of both players, after both have chosen.",
);

/// The seats.
const YOU: Seat = 0;
const COMPUTER: Seat = 1;

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
struct Commitment {
    hand: Hand,
    salt: [u8; 10],
}

impl Commitment {
    /// The hand of a round, counted from 0.
    fn of_round(secret: Secret, round: u16) -> Self {
        let mut chance = secret.chance("rps/round", [round]);
        let hand = chance.pick(&Hand::ALL).copied().unwrap_or(Hand::Rock);
        let mut salt = [0; 10];
        chance.fill(&mut salt);
        Commitment { hand, salt }
    }

    /// `rock-0123456789abcdef0123`: what is hashed, and shown after the round.
    fn opening(&self) -> String {
        format!("{}-{}", self.hand.name(), hex(&self.salt))
    }

    /// The SHA-256 of the opening, shown before the round.
    fn fingerprint(&self) -> String {
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
    fn last_round(&self) -> Option<(Hand, Commitment)> {
        let round = self.thrown.checked_sub(1)?;
        Some((self.last?, Commitment::of_round(self.secret, round)))
    }

    /// The computer's hand of the next round.
    fn next_hand(&self) -> Commitment {
        Commitment::of_round(self.secret, self.thrown)
    }

    fn throw(&self, yours: Hand) -> Self {
        let theirs = self.next_hand().hand;
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
        let (yours, theirs) = self.last_round()?;
        let won = u16::from(yours.beats(theirs.hand));
        let lost = u16::from(theirs.hand.beats(yours));
        Some(Position {
            thrown: self.thrown.checked_sub(1)?,
            yours: self.yours.checked_sub(won)?,
            computers: self.computers.checked_sub(lost)?,
            ..self.clone()
        })
    }
}

/// Something that happened: a seat has thrown a hand.
#[derive(Clone, Copy, Debug)]
pub struct Threw {
    seat: Seat,
    hand: Hand,
}

impl Game for RockPaperScissors {
    type Position = Position;
    type Event = Threw;

    const RULESET: Ruleset = RULESET;
    const HIDDEN: Hidden<Position> = Hidden::Something {
        redeal: redeal_hands,
        commitments: fingerprints_and_openings,
        secrets: |position, _| vec![position.next_hand().opening()],
    };

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

    fn turn(position: &Position) -> Option<Seat> {
        (!position.is_over()).then_some(YOU)
    }

    fn referee(position: &Position, request: &Request) -> Result<Ruling<Self>, Refusal> {
        if position.is_over() {
            return Err(GAME_OVER.into());
        }
        let yours = Hand::read(request.word(0)).ok_or(UNKNOWN_HAND)?;
        let theirs = position.next_hand().hand;
        let events = vec![Threw { seat: YOU, hand: yours }, Threw { seat: COMPUTER, hand: theirs }];
        Ok(Ruling::Next(position.throw(yours), events))
    }

    fn outcome(position: &Position) -> Option<Outcome> {
        let scores = [position.yours, position.computers];
        position.is_over().then(|| Outcome::by_score(&scores))
    }

    fn page(position: &Position, _who: &Perspective, _events: &[Threw]) -> Page {
        let page = Page::new("Choose a hand", status(position));
        parts(position).into_iter().fold(page, Page::with)
    }

    fn tell(event: &Threw, who: &Perspective) -> Option<Message> {
        let hand = event.hand.name();
        let sentence = match event.seat {
            YOU => format!("You threw {hand}."),
            _ => format!("The computer threw {hand}."),
        };
        let player = who.name(event.seat).to_owned();
        Some(PLAYER_CHOSE_HAND.tell([player.into(), hand.into()], sentence))
    }

    /// A round counts in two of three cases, so that 9 counting rounds take more than 40 once in
    /// 10^9 matches.
    fn requests_max(choices: &Choices) -> u32 {
        if choices.of(&NO_TIES) { 40 } else { choices.of(&BEST_OF).into() }
    }
}

/// Another secret, with which the last round went as it did.
fn redeal_hands(position: &Position, _: Viewer, chance: &mut Chance) -> Position {
    let last_hand = |position: &Position| position.last_round().map(|(_, theirs)| theirs.hand);
    let shown = last_hand(position);
    loop {
        let other = Position { secret: Secret::draw(chance), ..position.clone() };
        // One secret in three agrees.
        if last_hand(&other) == shown {
            return other;
        }
    }
}

/// The fingerprint of the next hand, and the last one with its opening.
fn fingerprints_and_openings(position: &Position) -> Vec<String> {
    let next = position.next_hand().fingerprint();
    let last = position.last_round().map(|(_, theirs)| [theirs.fingerprint(), theirs.opening()]);
    [next].into_iter().chain(last.into_iter().flatten()).collect()
}

fn before_first_round(choices: &Choices, secret: Secret) -> Position {
    Position {
        best_of: choices.of(&BEST_OF),
        no_ties: choices.of(&NO_TIES),
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

fn status(position: &Position) -> String {
    match position.last_round() {
        None => "The computer has chosen its hand. Choose yours: rock, paper or scissors.".into(),
        Some((yours, theirs)) => {
            format!("{} {}", round_sentence(yours, theirs.hand), standing(position))
        }
    }
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
    let (yours, theirs) = (position.yours, position.computers);
    let is_match = position.best_of > 1;
    match yours.cmp(&theirs) {
        _ if !position.is_over() && is_match => {
            format!("{} Choose your next hand.", lead(yours, theirs))
        }
        _ if !position.is_over() => "A tie does not count, so choose again.".to_owned(),
        Greater if is_match => format!("You win the match by {yours} to {theirs}."),
        Less if is_match => format!("The computer wins the match by {theirs} to {yours}."),
        Equal if is_match => "The match is tied.".to_owned(),
        Greater => "You win.".to_owned(),
        Less => "The computer wins.".to_owned(),
        Equal => "Nobody wins.".to_owned(),
    }
}

fn lead(yours: u16, theirs: u16) -> String {
    match yours.cmp(&theirs) {
        Greater => format!("You lead by {yours} to {theirs}."),
        Less => format!("The computer leads by {theirs} to {yours}."),
        Equal if yours == 0 => "Nobody has won a round yet.".to_owned(),
        Equal => format!("You have won {yours} each."),
    }
}

fn parts(position: &Position) -> Vec<Part> {
    let mut parts = Vec::new();
    if !position.is_over() {
        parts.push(hands_to_choose().into());
    }
    let last = position.last_round();
    if let Some((yours, theirs)) = &last {
        parts.push(last_hands(*yours, theirs.hand).into());
    }
    if position.best_of > 1 || position.no_ties {
        parts.push(facts(position));
    }
    if !position.is_over() {
        parts.push(promise(&position.next_hand()).into());
    }
    parts.extend(last.map(|(_, theirs)| proof(&theirs).into()));
    parts
}

fn hands_to_choose() -> Row {
    let cell = |hand: Hand| {
        Cell::new(hand.initial())
            .labelled(format!("Your choice: {}", hand.name()))
            .pictured(Picture::upright(hand.name()))
            .offering([Offer::new(
                format!("Throw {}", hand.name()),
                &CHOOSE_HAND,
                [hand.name().into()],
            )])
    };
    Row::new("Your hand: R for rock, P for paper, S for scissors", Hand::ALL.map(cell).into())
}

fn last_hands(yours: Hand, theirs: Hand) -> Row {
    let cell = |who: &str, hand: Hand, wins: bool| {
        Cell::new(hand.initial())
            .labelled(format!("{who} threw {}", hand.name()))
            .pictured(Picture::upright(hand.name()))
            .marked(Marks { settled: wins, ..Marks::default() })
    };
    let cells = vec![
        cell("You", yours, yours.beats(theirs)),
        cell("The computer", theirs, theirs.beats(yours)),
    ];
    Row::new("The last round: you, then the computer", cells)
}

fn facts(position: &Position) -> Part {
    let round = position.counted() + u16::from(!position.is_over());
    Part::facts(vec![
        Fact::new("Round", format!("{round} of {}", position.best_of)),
        Fact::new("You", position.yours.to_string()),
        Fact::new("Computer", position.computers.to_string()),
        Fact::new("Ties", position.ties().to_string()),
    ])
}

/// What is shown before a round.
fn promise(theirs: &Commitment) -> Passage {
    Passage::new(
        "The computer's hand is chosen",
        [
            "It cannot be changed any more. This is its fingerprint, by SHA-256:".into(),
            theirs.fingerprint().into(),
            "Note it if you like. After the round you see what it is the fingerprint of.".into(),
        ],
    )
}

/// What is shown after a round.
fn proof(theirs: &Commitment) -> Passage {
    let opening = theirs.opening();
    Passage::new(
        "The last round, opened",
        [
            format!("The fingerprint of {opening} is").into(),
            theirs.fingerprint().into(),
            format!("To check it: printf '%s' '{opening}' | sha256sum").into(),
        ],
    )
}

const RULESET: Ruleset = Ruleset {
    key: "rps",
    uri: "http://volity.org/games/rps",
    title: "Rock, Paper, Scissors",
    blurb: "Throw a hand against the computer, which has chosen first and can prove it.",
    picture: "scissors",
    deals: Deals::Secret,
    options: &[&BEST_OF, &NO_TIES],
    requests: &[&CHOOSE_HAND],
    messages: &[&PLAYER_CHOSE_HAND],
    rules: &[
        Section::new(
            "How to play",
            &[
                "You and the computer each throw a hand. Rock crushes scissors, scissors shreds paper, and paper smothers rock. Two equal hands are a tie.",
                "A match is one round, or the best of 3, 5, 7 or 9. It ends as soon as one side cannot be caught any more, or when all rounds are thrown. Whoever has won more rounds wins the match, and equal numbers are a tie.",
                "A tied round counts as a round, so a match may be tied. If you choose that ties are thrown again, they do not count, and somebody always wins.",
            ],
        ),
        Section::new(
            "How the computer's hand is sealed",
            &[
                "All hands of the computer are drawn when the match is dealt, each as likely as the others, and sealed into the links. It learns nothing from what you throw.",
                "Before a round you see a fingerprint: the SHA-256 of a text that names the hand, followed by a hyphen and 20 random digits, such as rock-0123456789abcdef0123. The random digits keep you from finding the hand by trying all three. After the round you see the text and can work out its fingerprint yourself.",
                "The hand and the digits of every round are drawn from one secret of 128 bits and the number of the round, so what is opened tells nothing about the rounds to come.",
            ],
        ),
        Section::new(
            "What this proves, and what it does not",
            &[
                "If the fingerprint you saw before the round fits the text you see after it, then the computer's hand was fixed before you chose, and was not changed when it saw yours.",
                "It does not prove that the hand was drawn by fair chance; for that you have only our word and the program's source.",
                "Nor does it prove anything about you. Back is undo: you can look at the computer's hand, go back and throw what beats it, and the same deal has the same hands each time. Nothing here keeps you from it, so a win is worth as much as your word.",
            ],
        ),
    ],
    ..Ruleset::USUAL
};

#[cfg(test)]
mod tests;
