//! Solves mates in two: every first move against every answer.

use super::super::board::{Board, Move};

/// The answer to a first move after which the other side is not mated by the next move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Escape {
    /// This move.
    By(Move),
    /// No move: it is stalemate.
    Stalemate,
}

impl Escape {
    /// The move, if it is one.
    pub fn answer(self) -> Option<Move> {
        match self {
            Escape::By(answer) => Some(answer),
            Escape::Stalemate => None,
        }
    }
}

/// Every move that mates at once.
pub fn mates(board: &Board) -> impl Iterator<Item = Move> {
    board.moves().into_iter().filter(|chosen| is_mate(&board.after(*chosen)))
}

pub fn is_mate(board: &Board) -> bool {
    board.is_check() && board.moves().is_empty()
}

/// The escape from a first move. `None` if that move mates in two.
pub fn escape(board: &Board, first: Move) -> Option<Escape> {
    escape_by(&board.after(first), |after| mates(after).next().is_none())
}

/// The escape from a position that should be mate. `None` if it is.
pub fn escape_at_once(after: &Board) -> Option<Escape> {
    escape_by(after, |_| true)
}

/// The first answer after which the other side is safe.
fn escape_by(after: &Board, is_safe: impl Fn(&Board) -> bool) -> Option<Escape> {
    let answers = after.moves();
    if answers.is_empty() {
        return (!after.is_check()).then_some(Escape::Stalemate);
    }
    answers.into_iter().find(|answer| is_safe(&after.after(*answer))).map(Escape::By)
}

/// The first move that mates in two, the key.
pub fn key(board: &Board) -> Option<Move> {
    board.moves().into_iter().find(|first| escape(board, *first).is_none())
}

/// The answer to the key that leaves the fewest moves that mate, the first one among equals.
pub fn defence(after_key: &Board) -> Option<Move> {
    let answers = after_key.moves().into_iter();
    answers.min_by_key(|answer| mates(&after_key.after(*answer)).count())
}
