//! The board: tiles in rows, the flight of the arrow over them, and the tiles that hang together.

use super::tile::{Piece, Side, Tile};
use crate::prelude::place_name;

/// The size of a board, in tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardSize {
    pub columns: usize,
    pub rows: usize,
}

impl BoardSize {
    pub fn tiles(self) -> usize {
        self.columns * self.rows
    }

    /// The first tile of this row.
    pub fn left(self, row: usize) -> usize {
        row * self.columns
    }

    /// The last tile of this row.
    pub fn right(self, row: usize) -> usize {
        row * self.columns + self.columns - 1
    }

    /// The tile beside this one, if it is not the board's edge.
    pub fn beside(self, tile: usize, side: Side) -> Option<usize> {
        let (row, column) = (tile / self.columns, tile % self.columns);
        match side {
            Side::North if row > 0 => Some(tile - self.columns),
            Side::East if column + 1 < self.columns => Some(tile + 1),
            Side::South if row + 1 < self.rows => Some(tile + self.columns),
            Side::West if column > 0 => Some(tile - 1),
            _ => None,
        }
    }

    /// The tile beside this one on a board whose edges are joined.
    pub fn beyond(self, tile: usize, side: Side) -> usize {
        let row = tile / self.columns;
        self.beside(tile, side).unwrap_or(match side {
            Side::North => tile + self.columns * (self.rows - 1),
            Side::East => self.left(row),
            Side::South => tile % self.columns,
            Side::West => self.right(row),
        })
    }
}

/// Tiles in rows, numbered from 0, row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tiling {
    pub size: BoardSize,
    /// The rows of the arrow, at the left edge, and of the heart, at the right edge.
    pub ends: [usize; 2],
    /// True if each edge is joined to the one opposite.
    pub wraps: bool,
    /// As many as the size says: one arrow, one heart, all others pieces, or walls.
    pub tiles: Vec<Tile>,
}

/// A tile, and the number of columns of its board, which its name needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileAt {
    pub tile: usize,
    pub columns: usize,
}

impl TileAt {
    /// `row 2, column 3`.
    pub fn place(self) -> String {
        place_name(self.tile, self.columns)
    }
}

/// A flight of the arrow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flight {
    /// The tiles on its way, in order, its own first.
    pub tiles: Vec<usize>,
    /// The reason why it ends.
    pub end: FlightEnd,
}

/// The reason why a flight ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlightEnd {
    /// The heart, which is also the last of the tiles.
    Heart,
    /// The edge of the board, at this side of this tile.
    Edge(usize, Side),
    /// The next tile, closed at this side.
    Closed(usize, Side),
}

impl Tiling {
    /// A board with the arrow and the heart in these rows, and on every other square, in order, the
    /// tile that is given for it.
    pub fn covered(
        size: BoardSize,
        ends: [usize; 2],
        wraps: bool,
        mut other: impl FnMut(usize) -> Tile,
    ) -> Self {
        let tile = |tile| match tile {
            _ if tile == size.left(ends[0]) => Tile::Arrow,
            _ if tile == size.right(ends[1]) => Tile::Heart,
            _ => other(tile),
        };
        let tiles = (0..size.tiles()).map(tile).collect();
        Tiling { size, ends, wraps, tiles }
    }

    /// A tile of this board, by its number.
    pub fn at(&self, tile: usize) -> TileAt {
        TileAt { tile, columns: self.size.columns }
    }

    pub fn arrow(&self) -> usize {
        self.size.left(self.ends[0])
    }

    pub fn piece(&self, tile: usize) -> Option<Piece> {
        self.tiles.get(tile)?.piece()
    }

    pub fn pieces(&self) -> impl Iterator<Item = Piece> {
        self.tiles.iter().filter_map(|tile| tile.piece())
    }

    /// The tile beside this one, if it is not the board's edge.
    pub fn beside(&self, tile: usize, side: Side) -> Option<usize> {
        if self.wraps { Some(self.size.beyond(tile, side)) } else { self.size.beside(tile, side) }
    }

    /// The tiles that hang together with this one, through openings that face each other, the
    /// nearest first.
    pub fn spreading_from(&self, tile: usize) -> Vec<usize> {
        spreading(self.tiles.len(), tile, |tile| {
            let sides = self.tiles[tile].openings().iter();
            sides.filter_map(move |side| {
                let beside = self.beside(tile, side);
                beside.filter(|next| self.tiles[*next].opens(side.opposite()))
            })
        })
    }

    /// The number of tiles besides the walls.
    pub fn tiles_of_net(&self) -> usize {
        self.tiles.iter().filter(|tile| **tile != Tile::Wall).count()
    }

    /// The same board with another piece at this place.
    pub fn with(&self, tile: usize, piece: Piece) -> Self {
        let mut next = self.clone();
        next.tiles[tile] = Tile::Piece(piece);
        next
    }

    /// The flight of the arrow from its tile, through openings that face each other.
    ///
    /// It never comes to a tile twice: no tile has more than two openings, and the first of the
    /// way has only one.
    pub fn flight(&self) -> Flight {
        let mut tiles = vec![self.arrow()];
        let (mut at, mut out) = (self.arrow(), Side::East);
        let end = loop {
            let Some(next) = self.size.beside(at, out) else { break FlightEnd::Edge(at, out) };
            let side = out.opposite();
            if !self.tiles.get(next).is_some_and(|tile| tile.opens(side)) {
                break FlightEnd::Closed(next, side);
            }
            tiles.push(next);
            match self.piece(next).and_then(|piece| piece.beyond(side)) {
                Some(beyond) => (at, out) = (next, beyond),
                None => break FlightEnd::Heart,
            }
        };
        Flight { tiles, end }
    }
}

/// The tiles to which steps lead from this one, itself first, then the nearest.
pub fn spreading<I: Iterator<Item = usize>>(
    tiles: usize,
    from: usize,
    steps: impl Fn(usize) -> I,
) -> Vec<usize> {
    let mut is_found = vec![false; tiles];
    is_found[from] = true;
    let mut found = vec![from];
    let mut at = 0;
    while let Some(tile) = found.get(at).copied() {
        for next in steps(tile) {
            if !std::mem::replace(&mut is_found[next], true) {
                found.push(next);
            }
        }
        at += 1;
    }
    found
}
