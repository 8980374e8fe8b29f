//! A position of the maze.

use super::full;
use super::net::Net;
use super::route;
use super::ruleset::{BoardKind, KIND};
use super::tile::{Piece, Tile};
use super::tiling::{FlightEnd, Tiling};
use crate::prelude::{Choices, Codec, Coded};

#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    pub choices: Choices,
    pub board: Tiling,
    /// Quarter turns made by the player.
    pub turns: usize,
    /// The fewest with which the board could be solved as it was dealt.
    pub fewest: usize,
    /// True if the player has seen the solution, and so has lost.
    pub is_solution_shown: bool,
}

/// The most turns that are counted; more are shown as this many.
const TURNS_MAX: usize = (1 << TURNS_BITS) - 1;
const TURNS_BITS: u32 = 14;
const FEWEST_BITS: u32 = 8;
/// No tile needs more than two quarter turns.
pub const QUARTERS_MAX: usize = 2;

impl Position {
    /// A board before the first move.
    pub fn new(choices: &Choices, board: Tiling, fewest: usize) -> Self {
        Position { choices: choices.clone(), board, turns: 0, fewest, is_solution_shown: false }
    }

    pub fn kind(&self) -> BoardKind {
        self.choices.of(&KIND)
    }

    pub fn is_over(&self) -> bool {
        match self.kind() {
            BoardKind::Way => self.board.flight().end == FlightEnd::Heart,
            BoardKind::Full { .. } => self.reached().len() == self.board.tiles_of_net(),
        }
    }

    /// The tiles that the arrow reaches, in order, its own first: on its way, or through the net.
    pub fn reached(&self) -> Vec<usize> {
        match self.kind() {
            BoardKind::Way => self.board.flight().tiles,
            BoardKind::Full { .. } => self.board.spreading_from(self.board.arrow()),
        }
    }

    /// The board solved from here: the cheapest way, or the one net. `None` if there is neither, as
    /// on a board that was made up.
    pub fn solved(&self) -> Option<Tiling> {
        match self.kind() {
            BoardKind::Way => route::cheapest(&self.board).map(|route| route.solved),
            BoardKind::Full { .. } => Net::of(&self.board).solved(),
        }
    }

    /// The first tile that is not turned as on the solved board.
    pub fn first_wrong(&self, solved: &Tiling) -> Option<usize> {
        match self.kind() {
            BoardKind::Way => {
                let mut way = solved.flight().tiles.into_iter();
                way.find(|at| solved.tiles[*at] != self.board.tiles[*at])
            }
            BoardKind::Full { .. } => full::first_wrong(&self.board, solved),
        }
    }

    /// The position with the solution shown, which is this board.
    pub fn with_solution(&self, solved: Tiling) -> Self {
        Position { board: solved, is_solution_shown: true, ..self.clone() }
    }

    /// The position with another piece at this place.
    pub fn with(&self, tile: usize, piece: Piece) -> Self {
        Position { board: self.board.with(tile, piece), ..self.clone() }
    }

    /// The position with a piece that the player has turned, which counts.
    pub fn with_turned(&self, tile: usize, piece: Piece) -> Self {
        Position { turns: (self.turns + 1).min(TURNS_MAX), ..self.with(tile, piece) }
    }

    /// Writes or reads every field.
    pub fn fields(&mut self, codec: &mut Codec<'_>) -> Coded {
        let Tiling { size, mut ends, wraps, .. } = self.board;
        ends.iter_mut().try_for_each(|row| codec.below(row, size.rows))?;
        let all = self.kind().tiles();
        let is_end = |tile: &&Tile| matches!(tile, Tile::Arrow | Tile::Heart);
        let others = self.board.tiles.iter().filter(|tile| !is_end(tile));
        // A blank board has walls, which not every kind of maze has.
        let mut places: Vec<usize> =
            others.map(|tile| all.iter().position(|other| other == tile).unwrap_or(0)).collect();
        codec.each_below(&mut places, all.len())?;
        if codec.is_reading() {
            let mut tiles = places.into_iter().map(|place| all[place]);
            self.board = Tiling::covered(size, ends, wraps, |_| {
                tiles.next().expect("a tile for each place but the ends")
            });
        }
        codec.bits(&mut self.turns, TURNS_BITS)?;
        codec.bits(&mut self.fewest, FEWEST_BITS)?;
        codec.flag(&mut self.is_solution_shown)
    }
}
