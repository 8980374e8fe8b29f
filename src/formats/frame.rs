//! What stands around the text of a square where there are no pictures, so that every square is as
//! wide as its board has them and the last change shows without colour.

use crate::game::page::{Board, Cell};

/// How many characters wide squares are.
pub const TEXT_WIDTH: usize = 3;

/// Two characters beside a text.
const BRACKETS: usize = 2;

/// What stands around the text of a square: spaces outside, brackets inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Spaces before it.
    pub before: usize,
    /// A bracket before it, or nothing.
    pub open: &'static str,
    /// A bracket behind it, or nothing.
    pub close: &'static str,
    /// Spaces behind it.
    pub after: usize,
}

/// How many characters wide the squares of a board are.
pub fn width_of(board: &Board) -> usize {
    let widest = board.cells.iter().map(|cell| cell.text.len()).max().unwrap_or(0);
    if widest > TEXT_WIDTH { widest + BRACKETS } else { TEXT_WIDTH }
}

/// What stands around the text of a square on a board whose squares are so wide.
pub fn frame(cell: &Cell, width: usize) -> Frame {
    let Cell { text, marks, .. } = cell;
    let is_explained = width > TEXT_WIDTH && marks.reached;
    let (open, close) = match text.len() {
        1 if marks.advised => ("!", "!"),
        1 if marks.last => ("(", ")"),
        1 if marks.settled => ("*", "*"),
        0 if marks.last => ("(", ")"),
        2 if marks.last => (">", ""),
        _ if is_explained => ("(", ")"),
        _ => ("", ""),
    };
    let left = width.saturating_sub(text.len() + open.len() + close.len());
    // Between the brackets of an empty square stands a space of its own.
    let (before, after) = match text.len() {
        0 if marks.last => (0, 0),
        2 => (left, 0),
        _ => (left - left / 2, left / 2),
    };
    Frame { before, open, close, after }
}
