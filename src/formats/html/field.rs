//! Boards and rows: tables of squares and of things.

use super::markup::{Classes, Compiled, is_html, written_as_it_is};
use super::square::{Play, Square, Thing};
use crate::formats::brackets::width_of;
use crate::game::page::{Board, Cell, Guesses, Look, Row, Spread, SquareNames};
use askama::{FastWritable, Template, Values};
use std::fmt::Write;
use std::ops::RangeInclusive;

#[derive(Template)]
#[template(path = "board.html")]
pub struct BoardField<'a> {
    board: &'a Board,
    squares: Squares<'a>,
}

#[derive(Template)]
#[template(path = "heaps.html")]
pub struct HeapsField<'a> {
    board: &'a Board,
    squares: Squares<'a>,
}

/// Guesses with their answers.
#[derive(Template)]
#[template(path = "guesses.html")]
pub struct GuessesField<'a> {
    guesses: &'a Guesses,
    board: &'a Board,
    squares: Squares<'a>,
}

/// Facts about a board that its squares need.
#[derive(Clone, Copy)]
struct Squares<'a> {
    play: Play<'a>,
    /// True if rows and columns have headings, as on a table.
    has_heads: bool,
    /// The width of a square, in characters.
    width: usize,
}

impl<'a> Squares<'a> {
    fn new(board: &Board, play: Option<Play<'a>>) -> Self {
        let has_heads = play.is_some();
        Squares { play: play.unwrap_or_default(), has_heads, width: width_of(board) }
    }

    /// The heading of a column, as wide as its squares: text browsers align a shorter one otherwise.
    fn head(&self, name: String) -> String {
        let room = self.width.saturating_sub(name.chars().count());
        let [before, after] = [room - room / 2, room / 2].map(|count| "\u{a0}".repeat(count));
        before + &name + &after
    }

    /// The squares of a board, row by row.
    fn rows(self, board: &'a Board) -> impl Iterator<Item = impl Iterator<Item = Square<'a>>> {
        board.rows().enumerate().map(move |(row, spots)| {
            spots.enumerate().map(move |(column, spot)| {
                Square::new(spot, row * board.columns + column, self.play, self.width)
            })
        })
    }
}

impl<'a> HeapsField<'a> {
    /// Heaps: on a table with this play, or in a text.
    pub fn new(board: &'a Board, play: Option<Play<'a>>) -> Self {
        HeapsField { board, squares: Squares::new(board, play) }
    }

    /// The places, heap by heap. A place with a link knows the number of matches that it takes.
    fn heaps(&self) -> impl Iterator<Item = impl Iterator<Item = Square<'a>>> {
        self.squares.rows(self.board).map(|squares| {
            let squares: Vec<Square<'a>> = squares.collect();
            let mut left = squares.iter().filter(|square| square.has_offer()).count();
            squares.into_iter().map(move |square| {
                if !square.has_offer() {
                    return square;
                }
                left -= 1;
                square.taking(left + 1)
            })
        })
    }
}

impl<'a> GuessesField<'a> {
    /// Guesses: on a table with this play, or in a text.
    pub fn new(guesses: &'a Guesses, play: Option<Play<'a>>) -> Self {
        let board = &guesses.board;
        GuessesField { guesses, board, squares: Squares::new(board, play) }
    }

    /// The squares, row by row. The last two of a row answer the guess.
    fn rows(&self) -> impl Iterator<Item = impl Iterator<Item = Square<'a>>> {
        let pegs = self.guesses.pegs();
        self.squares.rows(self.board).map(move |row| {
            let square = move |(at, square): (usize, Square<'a>)| {
                if at < pegs { square } else { square.answering() }
            };
            row.enumerate().map(square)
        })
    }

    /// The headings of the columns of pegs.
    fn columns(&self) -> RangeInclusive<usize> {
        1..=self.guesses.pegs()
    }

    /// Returns true if the row with this number, from 1, is the code.
    fn is_code(&self, row: &usize) -> bool {
        self.guesses.has_code && *row == self.board.row_count()
    }

    /// The class of the row with this number, from 1. The code, the row to fill and the empty rows
    /// have classes of their own.
    fn row_class(&self, row: &usize) -> Classes<3> {
        let mut rows = self.board.cells.chunks(self.board.columns);
        let cells = rows.nth(row - 1).expect("a row of the board");
        let is_open = cells.iter().any(|cell| cell.marks.reached);
        let is_empty = cells[..self.guesses.pegs()].iter().all(|cell| cell.is_free);
        let is_code = self.is_code(row);
        let is_spare = is_empty && !is_code;
        Classes([(is_code, "secret"), (is_open, "open"), (is_spare, "spare")])
    }
}

impl<'a> BoardField<'a> {
    /// A board: on a table with this play, or in a text.
    pub fn new(board: &'a Board, play: Option<Play<'a>>) -> Self {
        let squares = Squares::new(board, play);
        let has_heads = squares.has_heads && board.squares != SquareNames::Unnamed;
        BoardField { board, squares: Squares { has_heads, ..squares } }
    }

    /// Returns true if the board has more columns than fit a telephone at a size for fingers.
    fn is_wide(&self) -> bool {
        self.squares.has_heads && self.board.columns > TELEPHONE_COLUMNS_MAX
    }

    /// Returns true if the columns fit a telephone only without gaps.
    fn is_tight(&self) -> bool {
        self.board.columns > LOOSE_COLUMNS_MAX
    }

    fn classes(&self) -> Compiled {
        Compiled(match self.board.look {
            Look::Tiles if self.board.cells.len() > CALM_MIN => "tiles calm",
            Look::Tiles => "tiles",
            Look::Lines if self.board.columns > LOOSE_LINES_MAX => "lines fine",
            Look::Lines => "lines",
            Look::Chequered => "chequered",
            Look::Joined => "joined",
            Look::Letters => "tiles letters",
        })
    }

    /// Returns true if the board is a field of lines, some of whose squares decided the game.
    fn is_decided(&self) -> bool {
        self.board.look == Look::Lines && self.board.cells.iter().any(|cell| cell.marks.reached)
    }

    fn strokes(&self) -> Strokes<'_> {
        Strokes { columns: self.board.columns, lines: &self.board.strokes }
    }

    fn closed(&self) -> Strokes<'_> {
        Strokes { columns: self.board.columns, lines: &self.board.closed }
    }
}

/// Lines through a board, as shapes over its squares. A square is ten units wide.
struct Strokes<'a> {
    columns: usize,
    /// The first and the last square of each.
    lines: &'a [[usize; 2]],
}

impl FastWritable for Strokes<'_> {
    fn write_into(&self, out: &mut dyn Write, _: &dyn Values) -> askama::Result<()> {
        let columns = self.columns;
        let place = |square: usize| {
            [square % columns, square / columns]
                .map(|at| i32::try_from(at).expect("a board is small"))
        };
        for [first, last] in self.lines {
            let (from, to) = (place(*first), place(*last));
            let step = [0, 1].map(|axis| (to[axis] - from[axis]).signum());
            let start = [0, 1].map(|axis| 10 * from[axis] + 5 - BEYOND * step[axis]);
            let end = [0, 1].map(|axis| 10 * to[axis] + 5 + BEYOND * step[axis]);
            write!(out, "M{} {}L{} {}", start[0], start[1], end[0], end[1])?;
        }
        Ok(())
    }
}

/// The length of a line beyond the middle of its first and last square.
const BEYOND: i32 = 3;

written_as_it_is!(Strokes<'_>);

/// A row of things.
#[derive(Template)]
#[template(path = "row.html")]
pub struct RowField<'a> {
    row: &'a Row,
    play: Play<'a>,
    /// True if the row is on a table. Things on a table may move from page to page.
    is_on_table: bool,
    /// True if the page also has a board.
    is_beside_board: bool,
}

impl<'a> RowField<'a> {
    /// A row on a table.
    pub fn on_table(row: &'a Row, play: Play<'a>) -> Self {
        RowField { row, play, is_on_table: true, is_beside_board: false }
    }

    /// A row on a table with a board.
    pub fn beside_board(row: &'a Row, play: Play<'a>) -> Self {
        RowField { is_beside_board: true, ..RowField::on_table(row, play) }
    }

    /// A row in a text.
    pub fn in_text(row: &'a Row) -> Self {
        RowField { is_on_table: false, ..RowField::on_table(row, Play::default()) }
    }

    fn is_fanned(&self) -> bool {
        self.row.spread == Spread::Fanned
    }

    /// The number of things in a line, as the style sheet knows it.
    fn count(&self) -> usize {
        self.row.cells.len().clamp(2, FAN_MAX)
    }

    /// Returns true if some of the things can be chosen.
    fn is_choice(&self) -> bool {
        self.play.links.is_some() && self.row.cells.iter().any(|cell| !cell.offers.is_empty())
    }

    /// The class of things on tiles: a tray of pieces for the board, hands to throw, thrown hands,
    /// or a figure.
    fn tiled(&self) -> Compiled {
        Compiled(match (self.is_on_table, self.is_choice()) {
            (true, _) if self.is_beside_board => "tray",
            (true, false) if self.row.cells.len() == 2 => "thrown felt pair",
            (true, false) => "thrown felt",
            (true, true) => "thrown",
            (false, _) => "",
        })
    }

    /// Returns true if several of the things on the table can be chosen, as suits can.
    fn is_of_suits(&self) -> bool {
        let is_offered = |cell: &&Cell| !cell.offers.is_empty();
        self.is_on_table && self.row.cells.iter().filter(is_offered).count() > 1
    }

    /// The things in lines that fit a text screen of 80 columns.
    fn lines(&self) -> impl Iterator<Item = impl Iterator<Item = Thing<'a>>> {
        let (play, is_on_table) = (self.play, self.is_on_table);
        self.row.cells.chunks(THINGS_IN_LINE).enumerate().map(move |(line, cells)| {
            let thing =
                move |(at, cell)| Thing::new(cell, line * THINGS_IN_LINE + at, play, is_on_table);
            cells.iter().enumerate().map(thing)
        })
    }
}

/// The greatest number of things in a line of a fan.
const FAN_MAX: usize = 16;
/// The number of things in a line of text.
const THINGS_IN_LINE: usize = 13;

is_html!(BoardField<'_>, HeapsField<'_>, GuessesField<'_>, RowField<'_>);

/// The number of columns of 24 pixels, with gaps between them, in a window of 320 pixels.
const TELEPHONE_COLUMNS_MAX: usize = 10;
/// The number of columns in a window of 360 pixels, with smaller gaps.
const LOOSE_COLUMNS_MAX: usize = 12;
/// The greatest number of columns of a field with wide lines.
const LOOSE_LINES_MAX: usize = 8;
/// The backs of more tiles than this have no pattern.
const CALM_MIN: usize = 60;
