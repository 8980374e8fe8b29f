//! Rock, paper, scissors, after the ruleset and the Perl module of the Volity document
//! (004_b1effb083953a91c.txt).
//!
//! Rules as played:
//! - You and the computer each throw a hand: rock, paper or scissors. Rock crushes scissors,
//!   scissors shreds paper, paper smothers rock; two equal hands are a draw.
//! - A hand is asked for by its name, in any case, or by any leading part of it: `r`, `Pap`. An
//!   empty name is none (in the document's code it was rock).
//! - A match is one round if nothing else is chosen, else the best of 3, 5, 7 or 9. It ends as soon
//!   as one side can no longer be caught, or when all rounds are thrown; who has won more rounds
//!   wins it. Equal numbers are a draw.
//! - With `no_ties` a drawn round does not count and is thrown again.
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
    "Draws",
    &[value("off", "count", false), value("on", "are thrown again", true)],
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

    fn cell(self) -> Cell {
        Cell::new("").pictured(Picture::upright(self.name()))
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
    fn draws(&self) -> u16 {
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

    fn page(position: &Position, who: &Perspective, _events: &[Threw]) -> Page {
        let last = position.last_round();
        Page::new("Choose a hand", status(position))
            .with(round(last.as_ref()))
            .with_any((!position.is_over()).then(hands_to_choose))
            .with_any((position.best_of > 1).then(|| seats(position, who)))
            .with_facts(facts(position))
            .with(proof(position, last.as_ref()))
            .ending(position.is_over().then(|| end(position)))
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
        None => "The computer has chosen its hand. Choose yours.".into(),
        Some((yours, theirs)) => {
            format!("{}{}", round_sentence(yours, theirs.hand), standing(position))
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
        format!("A draw: both chose {}.", yours.name())
    }
}

/// How the match stands, and what to do now.
fn standing(position: &Position) -> String {
    let (yours, theirs) = (position.yours, position.computers);
    match yours.cmp(&theirs) {
        _ if position.is_over() => String::new(),
        _ if position.best_of == 1 => " Choose again.".to_owned(),
        Greater => format!(" You lead by {yours} to {theirs}."),
        Less => format!(" The computer leads by {theirs} to {yours}."),
        Equal if yours == 0 => " Nobody has won a round yet.".to_owned(),
        Equal if yours == 1 => " One round each.".to_owned(),
        Equal => format!(" {yours} rounds each."),
    }
}

/// How it ended, and what to play next.
fn end(position: &Position) -> End {
    let (yours, theirs) = (position.yours, position.computers);
    let is_match = position.best_of > 1;
    let detail = match yours.cmp(&theirs) {
        _ if !is_match => String::new(),
        Greater => format!("By {yours} rounds to {theirs}."),
        Less => format!("By {theirs} rounds to {yours}."),
        Equal => format!("{yours} rounds each."),
    };
    let result = match yours.cmp(&theirs) {
        Greater if is_match => format!("won by {yours} to {theirs}"),
        Less if is_match => format!("lost by {yours} to {theirs}"),
        Greater => "won".to_owned(),
        Less => "lost".to_owned(),
        Equal => "a draw".to_owned(),
    };
    let game = match is_match {
        true => format!("Rock, Paper, Scissors, best of {}", position.best_of),
        false => "Rock, Paper, Scissors".to_owned(),
    };
    let challenge = "Can you beat the computer?".into();
    let lengths = BEST_OF.values.iter().map(|(_, rounds)| *rounds);
    let longer = lengths.filter(|rounds| *rounds > position.best_of).min();
    let longer =
        longer.map(|rounds| NextGame::with(format!("Longer: best of {rounds}"), &BEST_OF, rounds));
    End::new(detail)
        .shared(Share { game: game.into(), result: result.into(), challenge })
        .followed_by(longer)
}

/// The hands of the last round, or those still hidden.
fn round(last: Option<&(Hand, Commitment)>) -> Row {
    let thrown = |caption: &'static str, hand: Hand, wins: bool| {
        hand.cell()
            .captioned(format!("{caption}: {}", hand.name()))
            .labelled(format!("{caption}: {}", hand.name()))
            .marked(Marks { settled: wins, last: !wins, ..Marks::default() })
    };
    let cells = match last {
        Some((yours, theirs)) => vec![
            thrown("You", *yours, yours.beats(theirs.hand)),
            thrown("The computer", theirs.hand, theirs.hand.beats(*yours)),
        ],
        None => vec![
            Cell::new("").captioned("You: your turn").labelled("You: not chosen yet"),
            Cell::new("")
                .captioned("The computer: sealed")
                .labelled("The computer: chosen, and sealed")
                .pictured(Picture::upright("envelope")),
        ],
    };
    Row::tiled("This round", cells)
}

fn hands_to_choose() -> Row {
    let cell = |hand: Hand| {
        let throw =
            Offer::new(format!("Throw {}", hand.name()), &CHOOSE_HAND, [hand.name().into()]);
        hand.cell()
            .captioned(capitalised(hand.name()))
            .labelled(format!("Your choice: {}", hand.name()))
            .offering([throw])
    };
    Row::tiled("Choose your hand", Hand::ALL.map(cell).into())
}

fn seats(position: &Position, who: &Perspective) -> Vec<SeatLine> {
    let seat = |seat, count: u16| SeatLine {
        name: who.name(seat).to_owned().into(),
        count: count.into(),
        unit: "round",
        is_on_turn: false,
    };
    vec![seat(YOU, position.yours), seat(COMPUTER, position.computers)]
}

fn facts(position: &Position) -> Vec<Fact> {
    let round = position.counted() + u16::from(!position.is_over());
    vec![
        Fact::new("Round", format!("{round} of {}", position.best_of)),
        Fact::new("Draws", position.draws().to_string()),
    ]
}

/// The fingerprint of the hand to come, and the last hand with its own.
fn proof(position: &Position, last: Option<&(Hand, Commitment)>) -> Passage {
    let passage = Passage::new("Check it").folded();
    let passage = match last {
        None => passage,
        Some((_, theirs)) => {
            let opening = theirs.opening();
            passage
                .say("Before the last round you saw this fingerprint of the computer's hand:")
                .show(Block::Code(theirs.fingerprint().into()))
                .say("It is the SHA-256 of this text, which names the hand:")
                .show(Block::Code(opening.clone().into()))
                .say("To work it out yourself:")
                .show(Block::Code(format!("printf '%s' '{opening}' | sha256sum").into()))
        }
    };
    if position.is_over() {
        return passage;
    }
    passage
        .say("The computer's hand for this round is chosen. It can no longer be changed. This is its fingerprint, by SHA-256:")
        .show(Block::Code(position.next_hand().fingerprint().into()))
        .say("Note it if you like. After the round you see what it is the fingerprint of.")
}

/// The passages of the rules page.
fn rules() -> Vec<Passage> {
    let beats = |winner: Hand, loser: Hand| {
        let wins = Marks { settled: true, ..Marks::default() };
        let cells = vec![
            winner
                .cell()
                .labelled(winner.name())
                .captioned(capitalised(winner.name()))
                .marked(wins),
            loser.cell().labelled(loser.name()).captioned(loser.name()),
        ];
        let caption = format!("{} {} {}.", capitalised(winner.name()), winner.verb(), loser.name());
        Block::Row(Row::tiled(caption, cells))
    };
    vec![
        Passage::new("What beats what")
            .show(beats(Hand::Rock, Hand::Scissors))
            .show(beats(Hand::Scissors, Hand::Paper))
            .show(beats(Hand::Paper, Hand::Rock)),
        Passage::new("A match")
            .say("A match is one round, or the best of 3, 5, 7 or 9. It ends as soon as one side can no longer be caught, or when all rounds are thrown. Whoever has won more rounds wins the match, and equal numbers are a draw.")
            .say("A drawn round counts as a round, so a match may be a draw. If you choose that draws are thrown again, they do not count, and somebody always wins."),
        Passage::new("How the computer's hand is sealed")
            .say("All hands of the computer are drawn when the match is dealt, each as likely as the others, and sealed into the links. It learns nothing from what you throw.")
            .say("Before a round you see a fingerprint: the SHA-256 of a text that names the hand, followed by a hyphen and 20 random digits, such as rock-0123456789abcdef0123. The random digits keep you from finding the hand by trying all three. After the round you see the text and can work out its fingerprint yourself.")
            .say("The hand and the digits of every round are drawn from one secret of 128 bits and the number of the round, so what is opened tells nothing about the rounds to come."),
        Passage::new("What this proves, and what it does not")
            .say("If the fingerprint you saw before the round fits the text you see after it, then the computer's hand was fixed before you chose, and was not changed when it saw yours.")
            .say("It does not prove that the hand was drawn by fair chance; for that you have only our word and the program's source.")
            .say("Nor does it prove anything about you. Back is undo: you can look at the computer's hand, go back and throw what beats it, and the same deal has the same hands each time. Nothing here keeps you from it, so a win is worth as much as your word."),
    ]
}

const RULESET: Ruleset = Ruleset {
    key: "rps",
    uri: "http://volity.org/games/rps",
    title: "Rock, Paper, Scissors",
    blurb: "The computer throws first, and can prove it.",
    picture: "scissors",
    deals: Deals::Secret,
    options: &[&BEST_OF, &NO_TIES],
    requests: &[&CHOOSE_HAND],
    messages: &[&PLAYER_CHOSE_HAND],
    steps: &[
        "The computer chooses its hand and seals it.",
        "Choose rock, paper or scissors.",
        "Rock crushes scissors, scissors shreds paper, paper smothers rock.",
    ],
    rules,
    sealed: "the secret from which the computer's hands are drawn",
    ..Ruleset::USUAL
};

#[cfg(test)]
mod tests;
