//! Words under a heading, with boards, rows and tables as figures.

use super::board::{Board, Guesses, Row};
use super::cell::Cell;
use crate::game::text::Text;
use serde::Serialize;
use std::slice;

/// Words under a heading, with figures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Passage {
    pub heading: Text,
    /// True if the passage is folded: readers open it to see more than the heading.
    pub folded: bool,
    /// The pieces under the heading, in order.
    pub blocks: Vec<Block>,
}

/// A piece of a passage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", content = "content", rename_all = "snake_case")]
pub enum Block {
    /// A paragraph.
    Words(Text),
    /// Text to copy exactly: a fingerprint, a command.
    Code(Text),
    /// A page elsewhere: its name, and its address.
    Link(Text, Text),
    /// Rows of equal length. The first row has the names of the columns.
    Table(Vec<Vec<Text>>),
    /// Boards side by side, each with its caption below.
    Boards(Vec<Board>),
    /// Heaps, with their caption below.
    Heaps(Board),
    /// Guesses with their answers, with their caption below.
    Guesses(Guesses),
    /// Cards or other things in one line, with their caption.
    Row(Row),
}

impl Block {
    pub fn boards(&self) -> &[Board] {
        match self {
            Block::Boards(boards) => boards,
            Block::Heaps(board) => slice::from_ref(board),
            Block::Guesses(guesses) => slice::from_ref(&guesses.board),
            Block::Words(_)
            | Block::Code(_)
            | Block::Link(..)
            | Block::Table(_)
            | Block::Row(_) => &[],
        }
    }

    /// A table with this head.
    pub fn table<const N: usize, T: Into<Text>>(
        head: [&'static str; N],
        rows: impl IntoIterator<Item = [T; N]>,
    ) -> Self {
        let rows = rows.into_iter().map(|row| row.map(Into::into).into());
        Block::Table([head.map(Text::from).into()].into_iter().chain(rows).collect())
    }
}

impl Passage {
    /// Words under a heading.
    pub fn new(heading: impl Into<Text>) -> Self {
        Passage { heading: heading.into(), folded: false, blocks: Vec::new() }
    }

    /// The passage, folded.
    pub fn folded(self) -> Self {
        Passage { folded: true, ..self }
    }

    /// The passage with one more paragraph.
    pub fn say(self, words: impl Into<Text>) -> Self {
        self.show(Block::Words(words.into()))
    }

    /// The passage with one more piece.
    pub fn show(mut self, block: impl Into<Block>) -> Self {
        self.blocks.push(block.into());
        self
    }

    pub fn boards(&self) -> impl Iterator<Item = &Board> {
        self.blocks.iter().flat_map(Block::boards)
    }

    pub fn rows(&self) -> impl Iterator<Item = &Row> {
        self.blocks.iter().filter_map(|block| match block {
            Block::Row(row) => Some(row),
            _ => None,
        })
    }

    /// The squares and things in it.
    pub fn cells(&self) -> impl Iterator<Item = &Cell> {
        let squares = self.boards().flat_map(|board| &board.cells);
        squares.chain(self.rows().flat_map(|row| &row.cells))
    }
}

become_variants!(Block: Vec<Board> => Boards, Row => Row);
