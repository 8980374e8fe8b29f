//! A position of the maze, and how it is packed.

use super::full;
use super::net::Net;
use super::route;
use super::ruleset::{BoardKind, Level};
use super::tile::{FULL_CODES, Hold, PIECE_CODES, Piece, Tile};
use super::tiling::{BoardSize, FlightEnd, Tiling};
use crate::game::prelude::{Packer, Unpackable, Unpacker};

/// A position. How many hints were taken stands in it too: each has settled one tile, unless the
/// solution was shown, which settles every tile on the way.
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    pub board: Tiling,
    pub kind: BoardKind,
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
/// The code of a wall on a full board, behind those of the pieces.
const WALL_CODE: u64 = FULL_CODES;
/// No tile needs more than two quarter turns.
const QUARTERS_MAX: usize = 2;

impl Position {
    pub fn hints(&self) -> usize {
        self.board.pieces().filter(|piece| piece.hold == Hold::Settled).count()
    }

    pub fn is_over(&self) -> bool {
        match self.kind {
            BoardKind::Way => self.board.flight().end == FlightEnd::Heart,
            BoardKind::Full { .. } => self.reached().len() == self.board.tiles_of_net(),
        }
    }

    /// The tiles that the arrow reaches, in order, its own first: on its way, or through the net.
    pub fn reached(&self) -> Vec<usize> {
        match self.kind {
            BoardKind::Way => self.board.flight().tiles,
            BoardKind::Full { .. } => self.board.spreading_from(self.board.arrow()),
        }
    }

    /// The board solved from here: the cheapest way, or the one net. None if there is neither, as
    /// on a board that was made up.
    pub fn solved(&self) -> Option<Tiling> {
        match self.kind {
            BoardKind::Way => route::cheapest(&self.board).map(|route| route.solved),
            BoardKind::Full { .. } => Net::of(&self.board).solved(),
        }
    }

    /// The first tile that does not lie as on the solved board.
    pub fn first_wrong(&self, solved: &Tiling) -> Option<usize> {
        match self.kind {
            BoardKind::Way => {
                let mut way = solved.flight().tiles.into_iter();
                way.find(|at| solved.tiles[*at] != self.board.tiles[*at])
            }
            BoardKind::Full { .. } => full::first_wrong(&self.board, solved),
        }
    }

    /// The position with the solution shown: every tile on the way as it is on this board, or of the
    /// net, settled.
    pub fn with_solution(&self, solved: &Tiling) -> Self {
        let way = match self.kind {
            BoardKind::Way => solved.flight().tiles,
            BoardKind::Full { .. } => (0..solved.tiles.len()).collect(),
        };
        let settle = |board: Tiling, at| match solved.piece(at) {
            Some(piece) => board.with(at, piece.held(Hold::Settled)),
            None => board,
        };
        let board = way.into_iter().fold(self.board.clone(), settle);
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
        if self.kind.is_full() {
            let inner = self.board.tiles.iter().filter_map(|tile| match tile {
                Tile::Piece(piece) => Some(piece.full_code()),
                Tile::Wall => Some(WALL_CODE),
                Tile::Arrow | Tile::Heart => None,
            });
            packer.put_each_of(&inner.collect::<Vec<_>>(), WALL_CODE + 1);
        } else {
            let codes: Vec<u64> = self.board.pieces().map(Piece::code).collect();
            packer.put_each_of(&codes, PIECE_CODES);
        }
        packer.put(self.turns as u64, TURNS_BITS);
        packer.put(self.fewest as u64, FEWEST_BITS);
        packer.put(self.is_solution_shown.into(), 1);
    }

    /// Reads what [`Position::pack`] wrote. What the seal let through must still be a game. It is not
    /// checked that the game was won in at least the fewest turns: of two positions of a made-up
    /// game, one would be refused that the other leads to.
    ///
    /// # Errors
    ///
    /// If it is no position on a board of this size.
    pub fn unpack(
        size: BoardSize,
        level: Option<Level>,
        kind: BoardKind,
        packed: &mut Unpacker<'_>,
    ) -> Result<Self, Unpackable> {
        let mut row = || packed.take_one_of(size.rows as u64);
        let ends = [row()? as usize, row()? as usize];
        let pieces = size.tiles() - 2;
        let (count, read): (_, fn(u64) -> Tile) = match kind {
            BoardKind::Way => (PIECE_CODES, |code| Tile::Piece(Piece::from_code(code))),
            BoardKind::Full { .. } => (WALL_CODE + 1, |code| match code {
                WALL_CODE => Tile::Wall,
                code => Tile::Piece(Piece::from_full_code(code)),
            }),
        };
        let mut tiles = packed.take_each_of(pieces, count)?.into_iter().map(read);
        let wraps = kind.wraps();
        let board = Tiling::covered(size, ends, wraps, |_| tiles.next().unwrap_or(Tile::Wall));
        let turns = packed.take(TURNS_BITS)? as usize;
        let fewest = packed.take(FEWEST_BITS)? as usize;
        let is_solution_shown = packed.take(1)? == 1;
        let position = Position { board, kind, level, turns, fewest, is_solution_shown };
        let is_shown_whole = !is_solution_shown || position.is_over();
        let has_right_tiles = kind.has_walls() || !position.board.tiles.contains(&Tile::Wall);
        let is_possible = is_shown_whole && has_right_tiles;
        match (1..=QUARTERS_MAX * pieces).contains(&fewest) && is_possible {
            true => Ok(position),
            false => Err(Unpackable::Impossible),
        }
    }
}
