//! The parts of a page: the things on the table, and the words beside them.

use super::board::{Board, Guesses, Row};
use super::cell::{Cell, Picture};
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
    /// Rows of things. A chosen thing means itself and all things to its right.
    Heaps(Board),
    /// Guesses, each with its answer.
    Guesses(Guesses),
    /// Cards or other things in one line.
    Row(Row),
    /// An open hand after a round.
    Hand(Row),
    /// The end of a round, while the game goes on.
    Round(Passage),
    /// The players at the table, and their counts.
    Seats(Seats),
    /// Numbers worth knowing.
    Facts(Facts),
    /// Events, the oldest first.
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

    /// Its board, to be changed.
    pub fn board_mut(&mut self) -> Option<&mut Board> {
        match self {
            Part::Board(board) | Part::Heaps(board) => Some(board),
            Part::Guesses(guesses) => Some(&mut guesses.board),
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

/// The players at the table, and their counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Seats {
    /// Each seat, in order of play.
    pub seats: Vec<SeatLine>,
}

/// A seat and its count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SeatLine {
    #[serde(flatten)]
    pub player: Player,
    /// The number of things that the seat has.
    pub count: usize,
    /// The word for one of these things: `card`.
    pub unit: &'static str,
    /// True if it is this seat's turn.
    pub is_on_turn: bool,
}

/// Numbers worth knowing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Facts {
    /// The numbers.
    pub facts: Vec<Fact>,
}

/// A number worth knowing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fact {
    /// Its name: `Turns`.
    pub name: Text,
    /// Its value: `5`.
    pub value: Text,
    /// Pictures that show the value, or none.
    #[serde(skip)]
    pub pictures: Vec<Picture>,
}

impl Fact {
    /// A fact of this name and value.
    pub fn new(name: impl Into<Text>, value: impl Into<Text>) -> Self {
        Fact { name: name.into(), value: value.into(), pictures: Vec::new() }
    }

    /// The fact with pictures that show its value.
    pub fn pictured(self, pictures: impl IntoIterator<Item = Picture>) -> Self {
        Fact { pictures: pictures.into_iter().collect(), ..self }
    }
}

/// Events, the oldest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Log {
    /// The time of the events: `Since your last turn`.
    pub caption: Text,
    /// One sentence for each event.
    pub entries: Vec<Text>,
}

become_variants!(Part: Board => Board, Guesses => Guesses, Row => Row, Log => Log, Passage => Passage);

impl From<Vec<SeatLine>> for Part {
    fn from(seats: Vec<SeatLine>) -> Self {
        Part::Seats(Seats { seats })
    }
}

impl Choices {
    /// The label of the value chosen for an option, as a fact for the page.
    pub fn fact<T: Copy + Sync>(&self, option: &'static GameOption<T>) -> Fact {
        let chosen = self.chosen().find(|(known, ..)| known.name() == option.name);
        Fact::new(
            option.label,
            chosen.map_or(String::new(), |(_, value, _)| value.label.to_owned()),
        )
    }
}
