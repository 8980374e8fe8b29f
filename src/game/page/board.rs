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
    /// True if the players sit at opposite sides of it.
    #[serde(skip)]
    pub has_sides: bool,
    /// The look of its squares.
    pub look: Look,
    /// The squares of a row: 2 to 16.
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
/// The most rows for which the style sheet has a size.
#[cfg(any(test, feature = "audit"))]
pub const ROWS_MAX: usize = 16;

/// The names of the squares of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SquareNames {
    /// `row 2, column 3`.
    RowAndColumn,
    /// `c2`: a letter for the column and a number for the row, both counted from this corner.
    Lettered(Corner),
    /// No names: label and offers of a square say everything.
    Unnamed,
}

/// The corner of the square a1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Corner {
    TopLeft,
    TopRight,
    BottomLeft,
    BottomRight,
}

impl Corner {
    const fn is_top(self) -> bool {
        matches!(self, Corner::TopLeft | Corner::TopRight)
    }

    const fn is_left(self) -> bool {
        matches!(self, Corner::TopLeft | Corner::BottomLeft)
    }

    /// The opposite corner.
    const fn opposite(self) -> Self {
        match self {
            Corner::TopLeft => Corner::BottomRight,
            Corner::TopRight => Corner::BottomLeft,
            Corner::BottomLeft => Corner::TopRight,
            Corner::BottomRight => Corner::TopLeft,
        }
    }

    /// The column and the row, from 0 at this corner, of a place that is counted from the top left. The same
    /// call leads back.
    pub const fn counted(
        self,
        [column, row]: [usize; 2],
        [columns, rows]: [usize; 2],
    ) -> [usize; 2] {
        let column = if self.is_left() { column } else { columns - 1 - column };
        [column, if self.is_top() { row } else { rows - 1 - row }]
    }

    /// The name of a square of a board of this size, from 0 and row by row from the top: `d3`.
    pub fn name(self, square: usize, size: [usize; 2]) -> String {
        let [column, row] = self.counted([square % size[0], square / size[0]], size);
        format!("{}{}", letter(column), row + 1)
    }

    /// The square of this name on a board of this size. `None` if there is none.
    pub fn square(self, name: &str, size: [usize; 2]) -> Option<usize> {
        let (column, row) = name.split_at_checked(1)?;
        let column = (0..size[0]).find(|at| letter(*at).eq_ignore_ascii_case(column))?;
        let row = (0..size[1]).find(|at| (at + 1).to_string() == row)?;
        let [column, row] = self.counted([column, row], size);
        Some(row * size[0] + column)
    }
}

/// The letter of a column, from 0.
fn letter(column: usize) -> &'static str {
    "abcdefghijklmnop".get(column..=column).expect("a board has at most 16 columns")
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
    /// Large letters, whose marks have shapes of their own.
    Letters,
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
            has_sides: false,
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

    /// The name of a column, from 0 at the left: `3`, or `c`.
    pub fn column_name(&self, column: usize) -> String {
        match self.squares {
            SquareNames::Lettered(corner) => {
                letter(corner.counted([column, 0], self.size())[0]).to_owned()
            }
            SquareNames::RowAndColumn | SquareNames::Unnamed => (column + 1).to_string(),
        }
    }

    /// The name of a row, from 0 at the top: `3`.
    pub fn row_name(&self, row: usize) -> String {
        let row = match self.squares {
            SquareNames::Lettered(corner) => corner.counted([0, row], self.size())[1],
            SquareNames::RowAndColumn | SquareNames::Unnamed => row,
        };
        (row + 1).to_string()
    }

    /// The square in this column and row, both from 0 as its names count them.
    pub fn square_at(&self, [column, row]: [usize; 2]) -> usize {
        let [column, row] = self.counted([column, row]);
        row * self.columns + column
    }

    /// The column and the row of a square, both from 0 as its names count them.
    pub fn place_of(&self, square: usize) -> [usize; 2] {
        self.counted([square % self.columns, square / self.columns])
    }

    fn counted(&self, place: [usize; 2]) -> [usize; 2] {
        match self.squares {
            SquareNames::Lettered(corner) => corner.counted(place, self.size()),
            SquareNames::RowAndColumn | SquareNames::Unnamed => place,
        }
    }

    /// The number of columns and of rows.
    pub fn size(&self) -> [usize; 2] {
        [self.columns, self.row_count()]
    }

    /// Turns a board round that has sides. Nothing on such a board names a square by its place.
    pub fn turn(&mut self) {
        self.cells.reverse();
        if let SquareNames::Lettered(corner) = &mut self.squares {
            *corner = corner.opposite();
        }
    }

    /// The board as one between players at opposite sides.
    pub fn between_sides(self) -> Self {
        Board { has_sides: true, ..self }
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

/// Rows of pieces. Two numbers answer each row, the black one first, or each piece has a mark of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Guesses {
    /// The rows.
    #[serde(flatten)]
    pub board: Board,
    /// True if the last row is the code.
    #[serde(skip)]
    pub has_code: bool,
    /// The columns of the answer behind the pieces: 2, or 0 if each piece has a mark.
    #[serde(skip)]
    pub answers: usize,
}

impl Guesses {
    /// The number of pegs in a row.
    pub fn pegs(&self) -> usize {
        self.board.columns - self.answers
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
