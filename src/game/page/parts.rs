//! The parts of a page: what lies on the table, and what is told beside it.

use super::board::{Board, Guesses, Row};
use super::cell::Cell;
use super::passage::Passage;
use crate::game::options::{Choices, GameOption};
use crate::game::seat::Player;
use crate::game::text::Text;
use serde::Serialize;

/// One part of a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Part {
    /// Squares in rows and columns.
    Board(Board),
    /// Rows of things. A thing stands for itself and all to its right.
    Heaps(Board),
    /// Guesses, each with its answer.
    Guesses(Guesses),
    /// Cards or other things in one line.
    Row(Row),
    /// A hand that lies open after a round.
    Hand(Row),
    /// How a round ended, while the game goes on.
    Round(Passage),
    /// Who sits at the table, and how they stand.
    Seats(Seats),
    /// Numbers worth knowing.
    Facts(Facts),
    /// What happened, the oldest first.
    Log(Log),
    /// Words under a heading.
    Passage(Passage),
}

impl Part {
    /// Numbers worth knowing.
    pub fn facts(facts: Vec<Fact>) -> Self {
        Part::Facts(Facts { facts })
    }

    /// The squares of this part, if it has rows and columns.
    pub fn board(&self) -> Option<&Board> {
        match self {
            Part::Board(board) | Part::Heaps(board) => Some(board),
            Part::Guesses(guesses) => Some(&guesses.board),
            _ => None,
        }
    }

    /// The squares and things of this part, to be changed.
    pub fn cells_mut(&mut self) -> &mut [Cell] {
        match self {
            Part::Board(board) | Part::Heaps(board) => &mut board.cells,
            Part::Guesses(guesses) => &mut guesses.board.cells,
            Part::Row(row) | Part::Hand(row) => &mut row.cells,
            Part::Seats(_) | Part::Facts(_) | Part::Log(_) | Part::Passage(_) | Part::Round(_) => {
                &mut []
            }
        }
    }

    /// The squares and things of this part.
    pub fn cells(&self) -> &[Cell] {
        match self {
            Part::Board(board) | Part::Heaps(board) => &board.cells,
            Part::Guesses(guesses) => &guesses.board.cells,
            Part::Row(row) | Part::Hand(row) => &row.cells,
            Part::Seats(_) | Part::Facts(_) | Part::Log(_) | Part::Passage(_) | Part::Round(_) => {
                &[]
            }
        }
    }
}

/// Who sits at the table, and how they stand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Seats {
    /// Each seat, in order of play.
    pub seats: Vec<SeatLine>,
}

/// A seat, and how it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SeatLine {
    /// The player.
    #[serde(flatten)]
    pub player: Player,
    /// How many of what the seat has.
    pub count: usize,
    /// What is counted, for one of it: `card`.
    pub unit: &'static str,
    /// True if it is this seat's turn.
    pub is_on_turn: bool,
}

/// Numbers worth knowing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Facts {
    /// Each with its name.
    pub facts: Vec<Fact>,
}

/// A number worth knowing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fact {
    /// What is counted: `Turns`.
    pub name: Text,
    /// How it stands: `5`.
    pub value: Text,
}

impl Fact {
    /// A fact of this name and value.
    pub fn new(name: impl Into<Text>, value: impl Into<Text>) -> Self {
        Fact { name: name.into(), value: value.into() }
    }
}

/// What happened, the oldest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Log {
    /// What it tells of: `Since your last turn`.
    pub caption: Text,
    /// One sentence for each thing that happened.
    pub entries: Vec<Text>,
}

impl From<Board> for Part {
    fn from(board: Board) -> Self {
        Part::Board(board)
    }
}

impl From<Guesses> for Part {
    fn from(guesses: Guesses) -> Self {
        Part::Guesses(guesses)
    }
}

impl From<Row> for Part {
    fn from(row: Row) -> Self {
        Part::Row(row)
    }
}

impl From<Vec<SeatLine>> for Part {
    fn from(seats: Vec<SeatLine>) -> Self {
        Part::Seats(Seats { seats })
    }
}

impl From<Log> for Part {
    fn from(log: Log) -> Self {
        Part::Log(log)
    }
}

impl From<Passage> for Part {
    fn from(passage: Passage) -> Self {
        Part::Passage(passage)
    }
}

impl Choices {
    /// The label of the value chosen for an option, as a fact for the page.
    pub fn fact<T: Copy + Sync>(&self, option: &'static GameOption<T>) -> Fact {
        let chosen = self.chosen().find(|(known, ..)| known.name() == option.name);
        Fact::new(option.label, chosen.map_or("", |(_, value, _)| value.label))
    }
}
