//! Boards and rows: tables of squares and of things.

use super::markup::{Compiled, written_as_it_is};
use super::square::{Play, Square, Thing};
use crate::formats::frame::width_of;
use crate::game::page::{Board, Cell, Look, Row, Spread};
use askama::filters::HtmlSafe;
use askama::{FastWritable, Template, Values};
use std::fmt::Write;

/// A board.
#[derive(Template)]
#[template(path = "board.html")]
pub struct BoardField<'a> {
    board: &'a Board,
    play: Play<'a>,
    /// True if its rows and columns have numbers.
    has_numbers: bool,
    /// How many characters wide its squares are.
    width: usize,
}

impl<'a> BoardField<'a> {
    /// A board on a table.
    pub fn on_table(board: &'a Board, play: Play<'a>) -> Self {
        let width = width_of(board);
        BoardField { board, play, has_numbers: true, width }
    }

    /// A board in a text.
    pub fn in_text(board: &'a Board) -> Self {
        BoardField { has_numbers: false, ..BoardField::on_table(board, Play::default()) }
    }

    fn row_count(&self) -> usize {
        self.board.cells.len() / self.board.columns.max(1)
    }

    /// Returns true if it has more columns than a telephone shows at a size that can be tapped.
    fn is_wide(&self) -> bool {
        self.has_numbers && self.board.columns > TELEPHONE_COLUMNS_MAX
    }

    fn look(&self) -> Compiled {
        Compiled(look_name(self.board.look))
    }

    /// Returns true if it is a field of lines with squares that decided the game.
    fn is_decided(&self) -> bool {
        self.board.look == Look::Lines && self.board.cells.iter().any(|cell| cell.marks.reached)
    }

    /// Returns true if the columns have numbers: those of heaps mean nothing.
    fn has_column_numbers(&self) -> bool {
        self.has_numbers && self.board.look != Look::Heaps
    }

    /// The squares, row by row.
    fn rows(&self) -> impl Iterator<Item = impl Iterator<Item = Square<'a>>> {
        let (play, width) = (self.play, self.width);
        let is_counted = self.board.look == Look::Heaps;
        let square = move |spot| Square::new(spot, play, width, is_counted);
        self.board.rows().map(move |spots| spots.map(square))
    }

    fn strokes(&self) -> Strokes<'_> {
        Strokes { columns: self.board.columns, lines: &self.board.strokes }
    }

    fn closed(&self) -> Strokes<'_> {
        Strokes { columns: self.board.columns, lines: &self.board.closed }
    }
}

/// Lines through a board, as shapes over its squares, each of which is ten units wide.
struct Strokes<'a> {
    columns: usize,
    /// The first and the last square of each.
    lines: &'a [[usize; 2]],
}

impl FastWritable for Strokes<'_> {
    fn write_into(&self, out: &mut dyn Write, _: &dyn Values) -> askama::Result<()> {
        let columns = self.columns.max(1);
        let place = |square: usize| [square % columns, square / columns].map(|at| at as i32);
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

/// How far a line goes on beyond the middle of its first and last square.
const BEYOND: i32 = 3;

written_as_it_is!(Strokes<'_>);

/// A row of things.
#[derive(Template)]
#[template(path = "row.html")]
pub struct RowField<'a> {
    row: &'a Row,
    play: Play<'a>,
    /// True if it lies on a table, where things may move from page to page.
    is_on_table: bool,
    /// True if a board is on the page, too.
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

    /// How many things share a line, as the style sheet knows it.
    fn count(&self) -> usize {
        self.row.cells.len().clamp(2, FAN_MAX)
    }

    /// Returns true if some of the things may be chosen, so that the others are not to be.
    fn is_choice(&self) -> bool {
        self.play.links.is_some() && self.row.cells.iter().any(|cell| !cell.offers.is_empty())
    }

    /// Returns true if it is a tray of what is put on the board.
    fn is_tray(&self) -> bool {
        self.is_beside_board && self.is_choice()
    }

    /// Returns true if several of the things on the table may be chosen: the suits.
    fn is_of_suits(&self) -> bool {
        let is_offered = |cell: &&Cell| !cell.offers.is_empty();
        self.is_on_table && self.row.cells.iter().filter(is_offered).count() > 1
    }

    /// The things in pieces that fit a text screen of 80 columns.
    fn lines(&self) -> impl Iterator<Item = impl Iterator<Item = Thing<'a>>> {
        let (play, is_on_table) = (self.play, self.is_on_table);
        let thing = move |cell| Thing::new(cell, play, is_on_table);
        self.row.cells.chunks(THINGS_IN_LINE).map(move |cells| cells.iter().map(thing))
    }
}

/// The most things that share a line of a fan.
const FAN_MAX: usize = 16;
/// How many things share a line of text.
const THINGS_IN_LINE: usize = 13;

impl HtmlSafe for BoardField<'_> {}
impl HtmlSafe for RowField<'_> {}

/// How many columns of 24 pixels, with gaps between them, a window of 320 has room for.
const TELEPHONE_COLUMNS_MAX: usize = 10;

/// The class of such a board.
fn look_name(look: Look) -> &'static str {
    match look {
        Look::Tiles => "tiles",
        Look::Lines => "lines",
        Look::Joined => "joined",
        Look::Heaps => "heaps",
        Look::Guesses => "tiles guesses",
    }
}
