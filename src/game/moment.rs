//! The moments of a game: those between its moves, from the first position on.

use super::page::Passage;
use super::seat::Seat;
use super::text::Text;

/// A moment of a game after the first: the move that led to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The seat that was on turn.
    pub seat: Seat,
    /// The move, as the log has it: `You: 2 from heap 3`.
    pub label: Text,
}

/// Remarks about the moments of a game, for the page of one of them.
#[derive(Clone, Debug, Default)]
pub struct Remarks {
    /// A remark for each moment after the first: `gives the win away`. `None` if nothing is known.
    pub notes: Vec<Option<Text>>,
    /// More about the moment on view.
    pub passage: Option<Passage>,
}
