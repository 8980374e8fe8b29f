//! A position: what was thrown, and what follows from that by the rules.

use super::hand::Hand;
use super::reader::Reader;
use crate::game::prelude::*;
use crate::game::secret::Secret;
use crate::game::verification::{self, to_hex};

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
/// The most rounds that one side can win before it cannot be caught: five of nine.
pub const WINS_MAX: u16 = 5;

pub static NO_TIES: GameOption<bool> = GameOption::new(
    "no_ties",
    "Draws",
    &[value("off", "count as rounds", false), value("on", "are thrown again", true)],
);

/// Whether the computer guesses from your throws, or throws by a fair die.
pub static READS: GameOption<bool> = GameOption::new(
    "level",
    "Level",
    &[
        noted("die", "fair", "the computer throws a die", false),
        noted("reader", "sly", "it reads your throws", true),
    ],
)
.about(OptionGroup::Computer);

/// The seats of one person and the computer.
pub const YOU: Seat = 0;
pub const COMPUTER: Seat = 1;

/// The computer's hand of one round, with the salt that keeps its hash from being guessed.
pub struct Commitment {
    pub hand: Hand,
    pub salt: [u8; 10],
}

impl Commitment {
    /// The hand of a round, counted from 0: drawn like a fair die, unless a throw is expected.
    /// Then it beats that throw, but for one time in [`DIE_ONCE_IN`].
    pub fn of_round(secret: Secret, round: u16, expected: Option<Hand>) -> Self {
        let mut chance = secret.chance("rps/round", [round]);
        let drawn = chance.pick(&Hand::ALL).copied().unwrap_or(Hand::Rock);
        let mut salt = [0; 10];
        chance.fill(&mut salt);
        let expected = expected.filter(|_| chance.below(DIE_ONCE_IN) > 0);
        Commitment { hand: expected.map_or(drawn, Hand::beaten_by), salt }
    }

    /// `rock-0123456789abcdef0123`: what is hashed, and shown after the round.
    pub fn opening(&self) -> String {
        format!("{}-{}", self.hand.name(), to_hex(&self.salt))
    }

    /// The SHA-256 of the opening, shown before the round.
    pub fn fingerprint(&self) -> String {
        verification::fingerprint(&self.opening())
    }
}

/// The reader throws by the die once in so many rounds, so that nobody can read the reader.
pub const DIE_ONCE_IN: u32 = 4;

/// Who sits in the second seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opponent {
    /// The computer, whose hands this secret decides.
    Computer(Secret),
    /// Another person.
    Person,
}

/// A position.
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    pub best_of: u16,
    pub no_ties: bool,
    pub opponent: Opponent,
    /// What the computer has seen of your throws, if it reads them.
    pub reader: Option<Reader>,
    /// What the seats have thrown in the round that is not open yet.
    pub chosen: [Option<Hand>; 2],
    /// The hands of the last open round, if there was one.
    pub last: Option<[Hand; 2]>,
    /// How many rounds were thrown and opened, also those that do not count.
    pub thrown: u16,
    /// How many of them each seat won.
    pub wins: [u16; 2],
    /// The seat that looks next, if two people play.
    pub turn: Seat,
    /// Whether two people have both seen the end.
    pub is_shown: bool,
}

/// The width of the number of rounds. Should ever so many be tied, the match ends as it stands.
pub const ROUNDS_BITS: u32 = 16;
pub const ROUNDS_MAX: u16 = u16::MAX;

impl Position {
    /// Before the first round.
    pub fn new(choices: &Choices, opponent: Opponent) -> Self {
        let reads = choices.of(&READS) && opponent != Opponent::Person;
        Position {
            reader: reads.then(Reader::default),
            best_of: choices.of(&BEST_OF),
            no_ties: choices.of(&NO_TIES),
            opponent,
            chosen: [None; 2],
            last: None,
            thrown: 0,
            wins: [0; 2],
            turn: YOU,
            is_shown: false,
        }
    }

    pub fn draws(&self) -> u16 {
        self.thrown.saturating_sub(self.wins[0] + self.wins[1])
    }

    /// How many rounds count.
    pub fn counted(&self) -> u16 {
        if self.no_ties { self.wins[0] + self.wins[1] } else { self.thrown }
    }

    /// Whether one side cannot be caught any more, or nothing is left to throw.
    pub fn is_over(&self) -> bool {
        let left = self.best_of.saturating_sub(self.counted());
        let out_of_reach = self.wins[0].abs_diff(self.wins[1]) > left;
        left == 0 || out_of_reach || self.thrown == ROUNDS_MAX
    }

    /// The seat whose person looks next; none when everybody has seen the end.
    pub fn turn(&self) -> Option<Seat> {
        match self.opponent {
            Opponent::Computer(_) => (!self.is_over()).then_some(YOU),
            Opponent::Person => (!self.is_shown).then_some(self.turn),
        }
    }

    /// The throw that the reader expects next.
    pub fn expected(&self) -> Option<Hand> {
        self.reader?.guess(self.last.map(|hands| hands[YOU]))
    }

    /// The computer's hand of a round by the die, if the computer plays.
    pub fn drawn_hand(&self, round: u16) -> Option<Commitment> {
        match self.opponent {
            Opponent::Computer(secret) => Some(Commitment::of_round(secret, round, None)),
            Opponent::Person => None,
        }
    }

    /// The computer's hand of the next round.
    pub fn next_hand(&self) -> Option<Commitment> {
        match self.opponent {
            Opponent::Computer(secret) => {
                Some(Commitment::of_round(secret, self.thrown, self.expected()))
            }
            Opponent::Person => None,
        }
    }

    /// The computer's hand of the last round.
    pub fn last_hand(&self) -> Option<Commitment> {
        let drawn = self.drawn_hand(self.thrown.checked_sub(1)?)?;
        Some(Commitment { hand: self.last?[COMPUTER], ..drawn })
    }

    /// The hand that the die threw for the computer in the last round, if the computer plays.
    fn last_drawn(&self) -> Option<Hand> {
        Some(self.drawn_hand(self.thrown.checked_sub(1)?)?.hand)
    }

    /// The position after the seat on turn has thrown a hand, which is not open yet.
    pub fn choosing(&self, hand: Hand) -> Self {
        let mut next = self.clone();
        next.chosen[self.turn] = Some(hand);
        if self.opponent == Opponent::Person {
            next.turn = 1 - self.turn;
        }
        next
    }

    /// The position after both hands are laid open, and the hands; none if one is missing.
    pub fn opened(&self) -> Option<(Self, [Hand; 2])> {
        let computers = || self.next_hand().map(|commitment| commitment.hand);
        let hands = [self.chosen[YOU]?, self.chosen[COMPUTER].or_else(computers)?];
        let mut next = Position { chosen: [None; 2], last: Some(hands), ..self.clone() };
        let before = self.last.map(|hands| hands[YOU]);
        next.reader = self.reader.map(|reader| reader.having_seen(before, hands[YOU]));
        next.thrown = self.thrown.saturating_add(1);
        next.wins.iter_mut().zip(wins(hands)).for_each(|(wins, more)| *wins += more);
        Some((next, hands))
    }

    /// The position before the last round, but for the hands of the round before it; none if the
    /// tally has no room for the last round.
    fn before_last_round(&self) -> Option<Self> {
        let [one, other] = wins(self.last?);
        let wins = [self.wins[0].checked_sub(one)?, self.wins[1].checked_sub(other)?];
        Some(Position { thrown: self.thrown.checked_sub(1)?, wins, ..self.clone() })
    }

    /// Writes or reads every field.
    pub fn fields(&mut self, codec: &mut Codec<'_>) -> Coded {
        let hands = [None, Some(Hand::Rock), Some(Hand::Paper), Some(Hand::Scissors)];
        match &mut self.opponent {
            Opponent::Computer(secret) => secret.fields(codec)?,
            Opponent::Person => {
                self.chosen.iter_mut().try_for_each(|hand| codec.one_of(hand, &hands))?;
                codec.below(&mut self.turn, 2)?;
                codec.flag(&mut self.is_shown)?;
            }
        }
        if let Some(reader) = &mut self.reader {
            reader.fields(codec)?;
        }
        let mut last = [YOU, COMPUTER].map(|seat| self.last.map(|hands| hands[seat]));
        last.iter_mut().try_for_each(|hand| codec.one_of(hand, &hands))?;
        self.last = match last {
            [Some(one), Some(other)] => Some([one, other]),
            [None, None] => None,
            _ => return Err(Unpackable::Impossible),
        };
        codec.bits(&mut self.thrown, ROUNDS_BITS)?;
        self.wins.iter_mut().try_for_each(|wins| codec.below(wins, usize::from(WINS_MAX) + 1))
    }

    /// Returns true if the rules can lead to this position: the last round was thrown in a match
    /// that was not over, and is in the tally; hands that are not open were thrown in turn.
    pub fn is_possible(&self) -> bool {
        let is_tallied = |position: &Self| position.thrown >= position.wins[0] + position.wins[1];
        let rounds_fit = match self.last {
            None => self.thrown == 0,
            Some(_) => self.before_last_round().is_some_and(|b| is_tallied(&b) && !b.is_over()),
        };
        let guesses_fit = self
            .reader
            .is_none_or(|reader| reader.right <= reader.guesses && reader.guesses <= self.thrown);
        let is_drawn = self.reader.is_some()
            || self
                .last_drawn()
                .is_none_or(|drawn| self.last.map(|hands| hands[COMPUTER]) == Some(drawn));
        let hands_fit = match (self.opponent, self.chosen) {
            (Opponent::Computer(_), _) => true,
            (Opponent::Person, [None, None]) => self.turn == 0 && self.is_shown == self.is_over(),
            (Opponent::Person, [Some(_), other]) => {
                self.turn == usize::from(other.is_none()) && !self.is_shown && !self.is_over()
            }
            (Opponent::Person, [None, Some(_)]) => false,
        };
        is_tallied(self) && rounds_fit && hands_fit && guesses_fit && is_drawn
    }
}

/// Which seat wins with these hands, as what is added to the rounds that each has won.
fn wins([one, other]: [Hand; 2]) -> [u16; 2] {
    [one.beats(other).into(), other.beats(one).into()]
}
