//! A position: the hands and the rounds that were won.

use super::hand::{Hand, winner};
use super::reader::Reader;
use crate::prelude::*;

pub static BEST_OF: GameOption<u16> = GameOption::new(
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
/// The number of rounds that decides the longest match: five of nine.
pub const WINS_MAX: usize = 5;

pub static NO_TIES: GameOption<bool> = GameOption::new(
    "no_ties",
    "Draws",
    &[value("off", "count as rounds", false), value("on", "are thrown again", true)],
);

pub static IS_LEARNING: GameOption<bool> = GameOption::new(
    "level",
    "Level",
    &[
        noted("random", "random", "the computer throws a die", false),
        noted("learning", "learning", "it reads your throws", true),
    ],
)
.about(OptionGroup::Computer);

/// The seats of one person and the computer.
pub const YOU: Seat = 0;
pub const COMPUTER: Seat = 1;

/// The computer's hand of one round, with the salt that keeps its hash from being guessed.
pub struct Throw {
    pub hand: Hand,
    pub salt: [u8; 10],
}

impl Throw {
    /// The throw of a round, counted from 0. The hand is a die's. If the computer expects a throw, it
    /// beats that throw instead, except one time in [`DIE_ONCE_IN`].
    pub fn of_round(secret: Secret, round: u16, expected: Option<Hand>) -> Self {
        let mut chance = secret.chance("rps/round", [round]);
        let drawn = *chance.pick(&Hand::ALL).expect("three hands");
        let mut salt = [0; 10];
        chance.fill(&mut salt);
        let is_die = chance.below(DIE_ONCE_IN) == 0;
        let hand = match expected {
            Some(expected) if !is_die => expected.beaten_by(),
            _ => drawn,
        };
        Throw { hand, salt }
    }

    /// The text that is hashed, and shown after the round: `rock-0123456789abcdef0123`.
    pub fn opening(&self) -> String {
        format!("{}-{}", self.hand.name(), to_hex(&self.salt))
    }

    /// The SHA-256 of the opening, shown before the round.
    pub fn fingerprint(&self) -> String {
        fingerprint(&self.opening())
    }
}

/// The learning computer throws by the die once in this many rounds, so that it stays
/// unpredictable.
const DIE_ONCE_IN: u32 = 4;

#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    pub choices: Choices,
    /// Decides the computer's hands. `None` if two people play.
    pub secret: Option<Secret>,
    /// The memory of the learning computer.
    pub reader: Option<Reader>,
    /// The hands of the round that is not open yet. The first seat throws first.
    pub chosen: [Option<Hand>; 2],
    /// The hands of the last open round.
    pub last: Option<[Hand; 2]>,
    /// The open rounds that each seat won.
    pub wins: [u16; 2],
    /// The open rounds without a winner.
    pub draws: u16,
    /// True if the match is over and every person has seen it.
    pub is_shown: bool,
}

/// The number of draws after which the match ends.
pub const DRAWS_MAX: u16 = (1 << DRAWS_BITS) - 1;
pub const DRAWS_BITS: u32 = 15;

impl Position {
    pub fn best_of(&self) -> u16 {
        self.choices.of(&BEST_OF)
    }

    /// The number of open rounds.
    pub fn thrown(&self) -> u16 {
        self.wins[0] + self.wins[1] + self.draws
    }

    /// The number of open rounds that count.
    pub fn counted(&self) -> u16 {
        let draws = if self.choices.of(&NO_TIES) { 0 } else { self.draws };
        self.wins[0] + self.wins[1] + draws
    }

    /// Returns true if one side cannot be caught any more, or no round is left.
    pub fn is_over(&self) -> bool {
        let left = self.best_of().saturating_sub(self.counted());
        left == 0 || self.wins[0].abs_diff(self.wins[1]) > left || self.draws == DRAWS_MAX
    }

    /// The seat that moves next. When both have thrown, the first player opens the hands.
    pub fn turn(&self) -> Option<Seat> {
        let has_first_thrown = matches!(self.chosen, [Some(_), None]);
        (!self.is_shown).then_some(usize::from(has_first_thrown))
    }

    /// The computer's throw of the next round.
    pub fn next_throw(&self) -> Option<Throw> {
        let expected = self.reader.and_then(|reader| reader.guess(self.last_of(YOU)));
        Some(Throw::of_round(self.secret?, self.thrown(), expected))
    }

    /// The computer's throw of the last open round.
    pub fn last_throw(&self) -> Option<Throw> {
        Some(Throw { hand: self.last_of(COMPUTER)?, ..self.last_die()? })
    }

    /// The throw of a computer that throws a die.
    pub fn die(&self, round: u16) -> Option<Throw> {
        Some(Throw::of_round(self.secret?, round, None))
    }

    fn last_die(&self) -> Option<Throw> {
        self.die(self.thrown().checked_sub(1)?)
    }

    fn last_of(&self, seat: Seat) -> Option<Hand> {
        self.last.map(|hands| hands[seat])
    }

    /// Opens the hands of a round.
    pub fn open(&mut self, hands: [Hand; 2]) {
        let before = self.last_of(YOU);
        if let Some(reader) = &mut self.reader {
            reader.see(before, hands);
        }
        self.chosen = [None; 2];
        self.last = Some(hands);
        *self.rounds_like(hands) += 1;
        self.is_shown = self.secret.is_some() && self.is_over();
    }

    /// The number of rounds that ended like a round with these hands.
    fn rounds_like(&mut self, hands: [Hand; 2]) -> &mut u16 {
        match winner(hands) {
            Some(seat) => &mut self.wins[seat],
            None => &mut self.draws,
        }
    }

    /// Returns true if the last round was thrown while the match went on.
    pub fn is_last_round_possible(&self) -> bool {
        let Some(hands) = self.last else { return self.thrown() == 0 };
        let mut before = self.clone();
        let rounds = before.rounds_like(hands);
        let Some(fewer) = rounds.checked_sub(1) else { return false };
        *rounds = fewer;
        !before.is_over()
    }

    /// Returns true if the learning computer guessed no more often than it could, and the last hand
    /// of any other computer follows from the secret.
    pub fn is_computer_possible(&self) -> bool {
        match self.reader {
            Some(reader) => reader.right <= reader.guesses && reader.guesses <= self.thrown(),
            None => self.last_die().is_none_or(|die| self.last_of(COMPUTER) == Some(die.hand)),
        }
    }
}
