//! A position of the maze, and how it is packed.

use super::ruleset::Level;
use super::tile::{Hold, PIECE_CODES, Piece};
use super::tiling::{BoardSize, FlightEnd, Tiling};
use crate::game::prelude::{Packer, Unpackable, Unpacker};

/// A position. How many hints were taken stands in it too: each has settled one tile, unless the
/// solution was shown, which settles every tile on the way.
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    pub board: Tiling,
    /// The level that was chosen, if one was.
    pub level: Option<Level>,
    /// Quarter turns made by the player.
    pub turns: usize,
    /// The fewest with which the board could be solved as it was dealt.
    pub fewest: usize,
    /// Whether the player was shown the solution, and so has lost.
    pub is_solution_shown: bool,
}

/// The most turns that are counted; more are shown as this many.
const TURNS_MAX: usize = (1 << TURNS_BITS) - 1;
const TURNS_BITS: u32 = 14;
const FEWEST_BITS: u32 = 8;
/// No tile needs more than two quarter turns.
const QUARTERS_MAX: usize = 2;

impl Position {
    pub fn hints(&self) -> usize {
        self.board.pieces().filter(|piece| piece.hold == Hold::Settled).count()
    }

    pub fn is_over(&self) -> bool {
        self.board.flight().end == FlightEnd::Heart
    }

    /// The position with the solution shown: every tile on the way as it is on this board, settled.
    pub fn with_solution(&self, solved: &Tiling) -> Self {
        let way = solved.flight().tiles.into_iter();
        let settle = |board: Tiling, at| match solved.piece(at) {
            Some(piece) => board.with(at, piece.held(Hold::Settled)),
            None => board,
        };
        let board = way.fold(self.board.clone(), settle);
        Position { board, is_solution_shown: true, ..*self }
    }

    /// The position with another piece at this place.
    pub fn with(&self, tile: usize, piece: Piece) -> Self {
        Position { board: self.board.with(tile, piece), ..*self }
    }

    /// The position with a piece that the player has turned, which counts.
    pub fn with_turned(&self, tile: usize, piece: Piece) -> Self {
        Position { turns: (self.turns + 1).min(TURNS_MAX), ..self.with(tile, piece) }
    }

    pub fn pack(&self, packer: &mut Packer) {
        let Tiling { size, ends, .. } = self.board;
        ends.iter().for_each(|row| packer.put_one_of(*row as u64, size.rows as u64));
        let codes: Vec<u64> = self.board.pieces().map(Piece::code).collect();
        packer.put_each_of(&codes, PIECE_CODES);
        packer.put(self.turns as u64, TURNS_BITS);
        packer.put(self.fewest as u64, FEWEST_BITS);
        packer.put(self.is_solution_shown.into(), 1);
    }

    /// Reads what [`Position::pack`] wrote; up to version 2 no solution was shown. What the seal let
    /// through must still be a game. Whether it was won in fewer turns than could be is not checked:
    /// of two positions of a made-up game, one would be refused that the other leads to.
    ///
    /// # Errors
    ///
    /// If it is no position on a board of this size.
    pub fn unpack(
        size: BoardSize,
        level: Option<Level>,
        packed: &mut Unpacker<'_>,
    ) -> Result<Self, Unpackable> {
        let mut row = || packed.take_one_of(size.rows as u64);
        let ends = [row()? as usize, row()? as usize];
        let pieces = size.tiles() - 2;
        let mut codes = packed.take_each_of(pieces, PIECE_CODES)?.into_iter();
        let board =
            Tiling::laid(size, ends, |_| Piece::from_code(codes.next().unwrap_or_default()));
        let turns = packed.take(TURNS_BITS)? as usize;
        let fewest = packed.take(FEWEST_BITS)? as usize;
        let is_older = packed.older_version().is_some_and(|version| version < 3);
        let is_solution_shown = !is_older && packed.take(1)? == 1;
        let position = Position { board, level, turns, fewest, is_solution_shown };
        let is_shown_whole = !is_solution_shown || position.is_over();
        match (1..=QUARTERS_MAX * pieces).contains(&fewest) && is_shown_whole {
            true => Ok(position),
            false => Err(Unpackable::Impossible),
        }
    }
}
