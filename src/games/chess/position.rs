//! A position of chess: the board, and what decides on a draw.

use super::board::{Board, Kind, Move};
use super::start;
use crate::prelude::*;

/// The most moves of a game, 200 of each side: then it is a draw. A link has room for more, but every
/// request reads all of them.
pub const MOVES_MAX: usize = 400;
/// The work to read a move of a game from its link, in units of a meter: at all, and for each queen.
const READ: [usize; 2] = [1_700, 60];
/// The most work to read a game.
pub const READ_MAX: usize = MOVES_MAX * (READ[0] + QUEENS_MAX * READ[1]);
/// The most queens: those of both sides, and one for each pawn.
const QUEENS_MAX: usize = 18;
/// After so many moves without a capture or a move of a pawn the game is a draw: fifty of each side.
pub const QUIET_MAX: usize = 100;

/// The board with its past.
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    pub board: Board,
    /// The number of the start position in Chess960. `None` if a person set it up.
    pub start: Option<usize>,
    /// The half-moves before the start position, as FEN counts them.
    halves: usize,
    /// The boards since the last capture or move of a pawn, the oldest first.
    past: Vec<Board>,
    /// The half-moves before those boards without a capture or a move of a pawn.
    quiet_before: usize,
    /// The number of moves so far, those of both sides counted.
    pub made: usize,
    /// The work to read those moves from a link, in units of a meter.
    pub read: usize,
    /// The captured pieces of White and of Black.
    pub captured: [Vec<Kind>; 2],
}

/// The reason why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    Mate,
    Stalemate,
    Dead,
    Repetition,
    FiftyMoves,
    Full,
}

impl Position {
    /// A start position, by its number in Chess960.
    pub fn start(number: usize) -> Self {
        Position { start: Some(number), ..Position::set_up(start::board(number), 0, 0) }
    }

    /// A position that a person set up, after so many half-moves, the last of them without a capture or a
    /// move of a pawn.
    pub fn set_up(board: Board, quiet: usize, halves: usize) -> Self {
        Position {
            board,
            start: None,
            halves,
            past: Vec::new(),
            quiet_before: quiet,
            made: 0,
            read: 0,
            captured: [Vec::new(), Vec::new()],
        }
    }

    /// Returns true if the game began from the usual position.
    pub fn is_usual(&self) -> bool {
        self.start == Some(start::USUAL)
    }

    /// Every legal move. None once the game is over.
    pub fn moves(&self) -> Vec<Move> {
        if self.drawn().is_some() { Vec::new() } else { self.board.moves() }
    }

    /// The position after a legal move.
    pub fn after(&self, chosen: Move) -> Self {
        let mut next = self.clone();
        let captured = self.board.captured(chosen);
        let is_pawn = matches!(self.board.piece(chosen.from), Some((_, Kind::Pawn)));
        if captured.is_some() || is_pawn {
            next.past.clear();
            next.quiet_before = 0;
        } else {
            next.past.push(self.board);
        }
        next.captured[self.board.turn.other() as usize].extend(captured);
        next.made += 1;
        next.read +=
            READ[0] + READ[1] * self.board.kinds[Kind::Queen as usize].count_ones() as usize;
        next.board = self.board.after(chosen);
        next
    }

    /// The number of moves since the last capture or move of a pawn.
    pub fn quiet(&self) -> usize {
        self.quiet_before + self.past.len()
    }

    /// The half-moves so far, those before the start position included.
    pub fn halves(&self) -> usize {
        self.halves + self.made
    }

    /// The number of the next move, counted as players do: a move of each side is one.
    pub fn number(&self) -> usize {
        self.halves() / 2 + 1
    }

    /// The most moves of this game, those of both sides counted. In a position that a person set up, each
    /// move may take long to read, so half as many are read.
    pub fn moves_max(&self) -> usize {
        if self.start.is_some() { MOVES_MAX } else { MOVES_MAX / 2 }
    }

    /// The boards since the last capture or move of a pawn, the oldest first.
    pub fn past(&self) -> &[Board] {
        &self.past
    }

    /// The number of times that the board was there before.
    pub fn repeats(&self, board: &Board) -> usize {
        self.past.iter().filter(|past| *past == board).count()
    }

    /// The reason why the game is over by the rules.
    pub fn ending(&self) -> Option<Ending> {
        let is_stuck = self.board.moves().is_empty();
        match () {
            () if is_stuck && self.board.is_check() => Some(Ending::Mate),
            () if is_stuck => Some(Ending::Stalemate),
            () => self.drawn(),
        }
    }

    /// The moves of both sides that are left before the game is a draw, if none of them captures or moves
    /// a pawn.
    pub fn left(&self) -> usize {
        (QUIET_MAX - self.quiet()).min(self.moves_max() - self.made)
    }

    /// The reason for a draw, while the side to move has a move.
    pub fn drawn(&self) -> Option<Ending> {
        match () {
            () if self.board.is_dead() => Some(Ending::Dead),
            () if self.repeats(&self.board) >= 2 => Some(Ending::Repetition),
            () if self.quiet() >= QUIET_MAX => Some(Ending::FiftyMoves),
            () if self.made >= self.moves_max() => Some(Ending::Full),
            () => None,
        }
    }
}

/// The names of pieces: `a queen and 2 pawns`.
pub fn named(kinds: &[Kind]) -> String {
    let named = |kind: Kind| match kinds.iter().filter(|other| **other == kind).count() {
        0 => None,
        1 => Some(format!("a {}", kind.name())),
        many => Some(count(many, kind.name())),
    };
    listed(Kind::ALL.into_iter().rev().filter_map(named))
}
