//! Boards of squares, and rows of things.

use super::cell::Cell;
use crate::game::text::Text;
use serde::Serialize;

/// Squares in rows and columns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Board {
    /// What it is, in a few words.
    pub caption: Text,
    /// How to read or use it, in a sentence, if that needs to be said.
    pub legend: Text,
    /// How its squares are called.
    #[serde(skip)]
    pub squares: SquareNames,
    /// How its squares meet.
    pub look: Look,
    /// How many squares make a row: 2 to [`COLUMNS_MAX`].
    pub columns: usize,
    /// The squares, row by row from the top.
    pub cells: Vec<Cell>,
    /// Lines through the board: the first and the last square of each.
    pub strokes: Vec<[usize; 2]>,
    /// The same, of lines that somebody wanted and lost. Words say so, too.
    #[serde(skip)]
    pub closed: Vec<[usize; 2]>,
    /// Squares that make a way through the board, in its order, for whoever listens.
    #[serde(skip)]
    pub route: Vec<usize>,
}

/// The widest board that fits a text screen of 80 columns, in squares.
pub const COLUMNS_MAX: usize = 16;

/// How the squares of a board are called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SquareNames {
    /// `row 2, column 3`.
    RowAndColumn,
    /// Not at all: label and offers of a square say everything.
    Unnamed,
}

/// How the squares of a board meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Look {
    /// Separate pieces, each lying for itself.
    Tiles,
    /// A field parted by lines.
    Lines,
    /// Pieces that touch, so that what is drawn on them joins up.
    Joined,
}

impl Guesses {
    /// The number of rows, with that of the code.
    pub fn row_count(&self) -> usize {
        self.board.cells.len() / self.board.columns.max(1)
    }
}

impl Board {
    /// A board of separate pieces, called by row and column.
    pub fn new(caption: impl Into<Text>, columns: usize, cells: Vec<Cell>) -> Self {
        Board {
            caption: caption.into(),
            legend: "".into(),
            squares: SquareNames::RowAndColumn,
            look: Look::Tiles,
            columns,
            cells,
            strokes: Vec::new(),
            closed: Vec::new(),
            route: Vec::new(),
        }
    }

    /// The board as a figure: nothing on it can be chosen.
    pub fn as_figure(mut self, caption: impl Into<Text>) -> Self {
        self.cells.iter_mut().for_each(|cell| cell.offers.clear());
        Board { caption: caption.into(), legend: "".into(), ..self }
    }

    /// The board with its squares called otherwise.
    pub fn named(self, squares: SquareNames) -> Self {
        Board { squares, ..self }
    }

    /// The board with another look.
    pub fn looking(self, look: Look) -> Self {
        Board { look, ..self }
    }

    /// The board with a sentence that says how to read or use it.
    pub fn explained(self, legend: impl Into<Text>) -> Self {
        Board { legend: legend.into(), ..self }
    }

    /// The board with lines through it, each from a square to a square.
    pub fn struck(self, strokes: Vec<[usize; 2]>) -> Self {
        Board { strokes, ..self }
    }

    /// The board with lines through it that somebody wanted and lost.
    pub fn closing(self, closed: Vec<[usize; 2]>) -> Self {
        Board { closed, ..self }
    }
}

/// Rows of pieces, each with the two numbers that answer it, the first for black.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Guesses {
    /// The rows.
    #[serde(flatten)]
    pub board: Board,
    /// True if the last row is the code.
    #[serde(skip)]
    pub has_code: bool,
}

/// Cards or other things in one line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    /// What it is: `Your hand`.
    pub caption: Text,
    /// How the things lie.
    pub spread: Spread,
    /// The things, in order.
    pub cells: Vec<Cell>,
}

/// How things lie in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Spread {
    /// Each for itself, with its caption below.
    Apart,
    /// The same, each on a tile of its own.
    Tiled,
    /// Like a hand of cards, overlapping where there are many.
    Fanned,
}

impl Row {
    /// Things that lie each for itself.
    pub fn apart(caption: impl Into<Text>, cells: Vec<Cell>) -> Self {
        Row::new(caption.into(), Spread::Apart, cells)
    }

    /// Things that lie each on a tile of its own.
    pub fn tiled(caption: impl Into<Text>, cells: Vec<Cell>) -> Self {
        Row::new(caption.into(), Spread::Tiled, cells)
    }

    /// Things in a hand.
    pub fn fanned(caption: impl Into<Text>, cells: Vec<Cell>) -> Self {
        Row::new(caption.into(), Spread::Fanned, cells)
    }

    fn new(caption: Text, spread: Spread, cells: Vec<Cell>) -> Self {
        Row { caption, spread, cells }
    }
}
