//! A position of the maze.

use super::full;
use super::net::Net;
use super::route;
use super::ruleset::{BoardKind, Level};
use super::tile::{FULL_CODES, Hold, PIECE_CODES, Piece, Tile};
use super::tiling::{FlightEnd, Tiling};
use crate::game::prelude::{Codec, Coded};

/// A position. The settled tiles count the hints: each hint settles one tile. A solution settles
/// every tile on the way.
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

    /// Writes or reads every field.
    pub fn fields(&mut self, codec: &mut Codec<'_>) -> Coded {
        let Tiling { size, mut ends, .. } = self.board;
        ends.iter_mut().try_for_each(|row| codec.below(row, size.rows))?;
        let is_full = self.kind.is_full();
        let code = |tile: &Tile| match tile {
            Tile::Piece(piece) if is_full => Some(piece.full_code()),
            Tile::Piece(piece) => Some(piece.code()),
            Tile::Wall => Some(if is_full { WALL_CODE } else { 0 }),
            Tile::Arrow | Tile::Heart => None,
        };
        let tile = |code: u64| match code {
            WALL_CODE if is_full => Tile::Wall,
            _ if is_full => Tile::Piece(Piece::from_full_code(code)),
            _ => Tile::Piece(Piece::from_code(code)),
        };
        let mut codes: Vec<u64> = self.board.tiles.iter().filter_map(code).collect();
        let count = if is_full { WALL_CODE + 1 } else { PIECE_CODES };
        codec.each_below(&mut codes, count as usize)?;
        let mut tiles = codes.into_iter().map(tile);
        self.board =
            Tiling::covered(size, ends, self.kind.wraps(), |_| tiles.next().unwrap_or(Tile::Wall));
        codec.bits(&mut self.turns, TURNS_BITS)?;
        codec.bits(&mut self.fewest, FEWEST_BITS)?;
        codec.flag(&mut self.is_solution_shown)
    }

    /// Returns true if the rules can lead to this position. A position that was won in fewer turns
    /// than possible passes: it may follow from a made-up position that passes, too.
    pub fn is_possible(&self) -> bool {
        let pieces = self.board.size.tiles() - 2;
        (1..=QUARTERS_MAX * pieces).contains(&self.fewest)
            && (!self.is_solution_shown || self.is_over())
            && (self.kind.has_walls() || !self.board.tiles.contains(&Tile::Wall))
    }
}
