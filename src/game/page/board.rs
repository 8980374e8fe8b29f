//! Boards of squares, and rows of things.

use super::cell::Cell;
use crate::game::text::Text;
use serde::Serialize;

/// Squares in rows and columns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Board {
    /// Its name, in a few words.
    pub caption: Text,
    /// A sentence on its use, or empty.
    pub legend: Text,
    /// A sentence on the letters and brackets in its squares, for formats without pictures, or empty.
    #[serde(skip)]
    pub letters: &'static str,
    /// The meaning of its lines, rings and outlines, for people who see the picture, or empty.
    #[serde(skip)]
    pub outlines: Text,
    /// The names of its squares.
    #[serde(skip)]
    pub squares: SquareNames,
    /// The look of its squares.
    pub look: Look,
    /// The squares of a row: 2 to [`COLUMNS_MAX`].
    pub columns: usize,
    /// The squares, row by row from the top.
    pub cells: Vec<Cell>,
    /// Lines through the board: the first and the last square of each.
    pub strokes: Vec<[usize; 2]>,
    /// The same for lines that a player wanted and lost. Words say so, too.
    #[serde(skip)]
    pub closed: Vec<[usize; 2]>,
    /// The squares of a way through the board, in its order, for screen readers.
    #[serde(skip)]
    pub route: Vec<usize>,
}

/// The widest board that fits a text screen of 80 columns, in squares.
#[cfg(any(test, feature = "audit"))]
pub const COLUMNS_MAX: usize = 16;

/// The names of the squares of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SquareNames {
    /// `row 2, column 3`.
    RowAndColumn,
    /// `c2`, the file and the rank of a chess board.
    Chess {
        /// True if the side of Black is below.
        is_turned: bool,
    },
    /// No names: label and offers of a square say everything.
    Unnamed,
}

impl SquareNames {
    /// Returns true if the players sit at opposite sides of the board.
    pub fn has_sides(self) -> bool {
        matches!(self, SquareNames::Chess { .. })
    }

    /// The name of a column, from 0: `3`, or `c`.
    pub fn column(self, column: usize) -> String {
        match self {
            SquareNames::Chess { is_turned } => {
                let mut files = 'a'..='h';
                let file = if is_turned { files.nth_back(column) } else { files.nth(column) };
                file.expect("a chess board has eight columns").to_string()
            }
            SquareNames::RowAndColumn | SquareNames::Unnamed => (column + 1).to_string(),
        }
    }

    /// The name of a row, from 0 at the top: `3`.
    pub fn row(self, row: usize) -> String {
        match self {
            SquareNames::Chess { is_turned: false } => (8 - row.min(7)).to_string(),
            _ => (row + 1).to_string(),
        }
    }
}

/// The look of the squares of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Look {
    /// Separate pieces.
    Tiles,
    /// A field with lines between the squares.
    Lines,
    /// A field of squares that are light and dark by turns.
    Chequered,
    /// Pieces that touch, so that their drawings join up.
    Joined,
}

impl Board {
    /// A board of separate pieces, named by row and column.
    pub fn new(caption: impl Into<Text>, columns: usize, cells: Vec<Cell>) -> Self {
        Board {
            caption: caption.into(),
            legend: "".into(),
            letters: "",
            outlines: "".into(),
            squares: SquareNames::RowAndColumn,
            look: Look::Tiles,
            columns,
            cells,
            strokes: Vec::new(),
            closed: Vec::new(),
            route: Vec::new(),
        }
    }

    /// The number of rows.
    pub fn row_count(&self) -> usize {
        self.cells.len() / self.columns
    }

    /// The board as a figure without offers.
    pub fn as_figure(mut self, caption: impl Into<Text>) -> Self {
        self.cells.iter_mut().for_each(|cell| cell.offers.clear());
        Board { caption: caption.into(), legend: "".into(), ..self }
    }

    /// Turns a board round that has sides. Nothing on such a board names a square by its place.
    pub fn turn(&mut self) {
        self.cells.reverse();
        if let SquareNames::Chess { is_turned } = &mut self.squares {
            *is_turned = !*is_turned;
        }
    }

    /// The board with other names for its squares.
    pub fn named(self, squares: SquareNames) -> Self {
        Board { squares, ..self }
    }

    /// The board with another look.
    pub fn looking(self, look: Look) -> Self {
        Board { look, ..self }
    }

    /// The board with a sentence on its use.
    pub fn explained(self, legend: impl Into<Text>) -> Self {
        Board { legend: legend.into(), ..self }
    }

    /// The board with lines through it, each from a square to a square.
    pub fn struck(self, strokes: Vec<[usize; 2]>) -> Self {
        Board { strokes, ..self }
    }

    /// The board with the meaning of what its picture alone shows.
    pub fn outlined(self, outlines: impl Into<Text>) -> Self {
        Board { outlines: outlines.into(), ..self }
    }

    /// The board with lines through it that a player wanted and lost.
    pub fn closing(self, closed: Vec<[usize; 2]>) -> Self {
        Board { closed, ..self }
    }
}

/// Rows of pieces. Two numbers answer each row, the black one first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Guesses {
    /// The rows.
    #[serde(flatten)]
    pub board: Board,
    /// True if the last row is the code.
    #[serde(skip)]
    pub has_code: bool,
}

/// The columns of an answer: the number of black pegs and the number of white pegs.
const ANSWERS: usize = 2;

impl Guesses {
    /// The number of pegs in a row.
    pub fn pegs(&self) -> usize {
        self.board.columns - ANSWERS
    }
}

/// Cards or other things in one line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    /// Its name: `Your hand`.
    pub caption: Text,
    /// The arrangement of the things.
    pub spread: Spread,
    /// The things, in order.
    pub cells: Vec<Cell>,
}

/// The arrangement of things in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Spread {
    /// Separate things, each with its caption below.
    Apart,
    /// The same, each on its own tile.
    Tiled,
    /// A hand of cards, which overlap if they are many.
    Fanned,
}

impl Row {
    /// Things that lie like this.
    pub fn new(spread: Spread, caption: impl Into<Text>, cells: Vec<Cell>) -> Self {
        Row { caption: caption.into(), spread, cells }
    }
}
