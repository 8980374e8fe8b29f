//! The characters around the text of a square, in formats without pictures. They make all squares
//! of a board equally wide, and mark the last change without colour.

use crate::game::page::{Board, Cell, Marks};

/// The least width of a square, in characters.
pub const TEXT_WIDTH: usize = 3;

/// The number of brackets around a text.
const BRACKETS: usize = 2;

/// The characters around the text of a square: spaces outside, brackets inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Spaces before it.
    pub before: usize,
    /// A bracket before it, or an empty text.
    pub open: &'static str,
    /// A bracket behind it, or an empty text.
    pub close: &'static str,
    /// Spaces behind it.
    pub after: usize,
}

/// The width of the squares of a board, in characters.
pub fn width_of(board: &Board) -> usize {
    let widest = board.cells.iter().map(|cell| cell.text.chars().count()).max().unwrap_or(0);
    if widest > TEXT_WIDTH { widest + BRACKETS } else { TEXT_WIDTH }
}

/// The brackets that mark a text of one character, or a thing in a row.
pub fn brackets(marks: Marks) -> Option<(&'static str, &'static str)> {
    match marks {
        Marks { advised: true, .. } => Some(("!", "!")),
        Marks { locked: true, .. } => Some(("[", "]")),
        Marks { target: true, .. } | Marks { choice: true, .. } => Some((":", ":")),
        Marks { checked: true, .. } => Some(("+", "+")),
        Marks { last: true, .. } => Some(("(", ")")),
        Marks { settled: true, .. } => Some(("*", "*")),
        Marks { excluded: true, .. } => Some(("-", "-")),
        _ => None,
    }
}

/// The characters around the text of a square on a board whose squares have this width.
pub fn frame(cell: &Cell, width: usize) -> Frame {
    let Cell { text, marks, .. } = cell;
    let chars = text.chars().count();
    let is_explained = width > TEXT_WIDTH && marks.reached;
    let (open, close) = match (chars, brackets(*marks)) {
        (1, Some(brackets)) => brackets,
        (0, _) if marks.last => ("(", ")"),
        (2, _) if marks.last => (">", ""),
        _ if is_explained => ("(", ")"),
        _ => ("", ""),
    };
    let left = width.saturating_sub(chars + open.len() + close.len());
    // Formats write a space between the brackets of an empty square.
    let (before, after) = match chars {
        0 if marks.last => (0, 0),
        2 => (left, 0),
        _ => (left - left / 2, left / 2),
    };
    Frame { before, open, close, after }
}
