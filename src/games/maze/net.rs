//! The full board: how its tiles hang together, and the one way in which they make one net.
//!
//! The solver tries nothing out. It strikes out impossible ways to lay a tile until each tile has
//! one way left, by three rules. Two tiles open to each other or neither does. No ring is closed: a
//! net of all tiles that has as many openings as a tree has no room for one. And no part of the
//! board is closed in that is not the whole. Each rule is a proof. So a board on which they leave
//! one way for each tile has exactly one solution, and only such boards are dealt (`full.rs`).

use super::tile::{Kind, Piece, Side, Sides, Tile};
use super::tiling::Tiling;

/// The possible ways to lay a tile: a bit for each choice of sides to which it would open.
type Ways = u16;

/// For each side, the ways that open to it.
const OPEN: [Ways; 4] = [0xaaaa, 0xcccc, 0xf0f0, 0xff00];

/// The knowledge about a board.
pub struct Net<'a> {
    board: &'a Tiling,
    /// For each tile those beside it, by their sides.
    beside: Vec<[Option<usize>; 4]>,
    ways: Vec<Ways>,
}

impl<'a> Net<'a> {
    /// The conclusions from the kinds of the tiles, however they are turned.
    pub fn of(board: &'a Tiling) -> Self {
        let tiles = 0..board.tiles.len();
        let of_kind = Kind::ALL.map(|kind| {
            let turned =
                (0..kind.ways()).map(|quarters| Piece { kind, quarters, is_locked: false });
            turned.fold(0, |ways, piece| ways | 1 << piece.openings().place())
        });
        let ways = |tile: &Tile| match tile {
            Tile::Piece(piece) => of_kind[piece.kind as usize],
            other => 1 << other.openings().place(),
        };
        let mut net = Net {
            board,
            beside: tiles
                .clone()
                .map(|tile| Side::ALL.map(|side| board.beside(tile, side)))
                .collect(),
            ways: board.tiles.iter().map(ways).collect(),
        };
        let mut changed: Vec<usize> = tiles.collect();
        while !changed.is_empty() {
            net.match_neighbours(changed);
            changed = net.strike_out_by_parts();
        }
        net
    }

    /// The tiles that still have several ways.
    pub fn unsettled(&self) -> impl Iterator<Item = usize> {
        (0..self.ways.len()).filter(|tile| self.ways[*tile].count_ones() > 1)
    }

    /// The board with every tile laid in its last way. `None` if a tile has several ways, or no
    /// way.
    pub fn solved(&self) -> Option<Tiling> {
        let mut solved = self.board.clone();
        for (tile, ways) in solved.tiles.iter_mut().zip(&self.ways) {
            let sides = Sides::all().find(|sides| *ways == 1 << sides.place())?;
            if let Tile::Piece(piece) = tile {
                let turned = (0..piece.kind.ways()).map(|quarters| Piece { quarters, ..*piece });
                *piece = { turned }.find(|turned| turned.openings() == sides)?;
            }
        }
        Some(solved)
    }

    /// True if a tile opens to a side in every way that is left, false if in none. Else `None`.
    fn opens(&self, tile: usize, side: Side) -> Option<bool> {
        match self.ways[tile] & OPEN[side as usize] {
            0 => Some(false),
            open if open == self.ways[tile] => Some(true),
            _ => None,
        }
    }

    /// Two tiles open to each other or neither does. This looks at these tiles, and at those beside
    /// tiles of which it strikes out a way.
    fn match_neighbours(&mut self, mut waiting: Vec<usize>) {
        while let Some(tile) = waiting.pop() {
            let before = self.ways[tile];
            for side in Side::ALL {
                let beyond = self.beside[tile][side as usize];
                let open = OPEN[side as usize];
                match beyond.map_or(Some(false), |to| self.opens(to, side.opposite())) {
                    Some(true) => self.ways[tile] &= open,
                    Some(false) => self.ways[tile] &= !open,
                    None => {}
                }
            }
            if self.ways[tile] != before {
                waiting.extend(self.beside[tile].into_iter().flatten());
            }
        }
    }

    /// Strikes out every way that would close a ring or shut a part in. Returns the neighbours of the
    /// tiles that lost a way.
    ///
    /// It looks at the parts as they are at the start of this call. A part keeps its count of ways on
    /// while it loses some, so it does not look shut in.
    fn strike_out_by_parts(&mut self) -> Vec<usize> {
        let mut parts = Parts::of(self);
        let mut changed = Vec::new();
        for tile in 0..self.ways.len() {
            if self.ways[tile].count_ones() == 1 {
                continue;
            }
            let ways = Sides::all().filter(|way| self.ways[tile] >> way.place() & 1 == 1);
            let place = parts.place(self, tile);
            let bad = ways.filter(|way| !parts.allow(&place, *way));
            let bad = bad.fold(0, |bad, way| bad | 1 << way.place());
            self.ways[tile] &= !bad;
            if bad != 0 {
                changed.extend(self.beside[tile].into_iter().flatten());
            }
        }
        changed
    }
}

/// The parts of a board that are known to hang together.
struct Parts {
    /// For each tile, a tile nearer to the representative of its part. The representative has
    /// itself.
    towards: Vec<usize>,
    /// For the representative of a part, the number of its tiles, and the number of their sides
    /// that may open or not.
    sizes: Vec<usize>,
    exits: Vec<usize>,
    /// The number of tiles that belong to the net.
    tiles: usize,
}

impl Parts {
    fn of(net: &Net<'_>) -> Self {
        let count = net.ways.len();
        let tiles = net.board.tiles_of_net();
        let (sizes, exits) = (vec![0; count], vec![0; count]);
        let mut parts = Parts { towards: (0..count).collect(), sizes, exits, tiles };
        for tile in 0..count {
            for side in [Side::East, Side::South] {
                if let (Some(true), Some(to)) =
                    (net.opens(tile, side), net.beside[tile][side as usize])
                {
                    let (from, to) = (parts.part(tile), parts.part(to));
                    parts.towards[from] = to;
                }
            }
        }
        for tile in 0..count {
            let part = parts.part(tile);
            parts.sizes[part] += 1;
            let is_exit = |side: &Side| net.opens(tile, *side).is_none();
            parts.exits[part] += Side::ALL.iter().filter(|side| is_exit(side)).count();
        }
        parts
    }

    /// The representative of this tile's part.
    fn part(&mut self, mut tile: usize) -> usize {
        while self.towards[tile] != tile {
            self.towards[tile] = self.towards[self.towards[tile]];
            tile = self.towards[tile];
        }
        tile
    }

    /// The place of a tile among the parts.
    fn place(&mut self, net: &Net<'_>, tile: usize) -> Place {
        let is_unknown = |side: &Side| net.opens(tile, *side).is_none();
        Place {
            own: self.part(tile),
            unknown: Side::ALL.into_iter().filter(is_unknown).fold(Sides::NONE, Sides::with),
            beside: net.beside[tile].map(|beside| beside.map(|to| self.part(to))),
        }
    }

    /// Returns true if a tile may open to just these sides. They must join separate parts, and
    /// leave the joined part a way on, unless it has all tiles.
    fn allow(&self, place: &Place, way: Sides) -> bool {
        let (mut joined, mut count) = ([place.own; 5], 1);
        let beside = |side: Side| place.beside[side as usize];
        for part in place.unknown.iter().filter(|side| way.contains(*side)).filter_map(beside) {
            if joined[..count].contains(&part) {
                return false;
            }
            joined[count] = part;
            count += 1;
        }
        let joined = &joined[..count];
        let size: usize = joined.iter().map(|part| self.sizes[*part]).sum();
        let exits: usize = joined.iter().map(|part| self.exits[*part]).sum();
        // Then the sides of this tile are known, and also the sides that they meet.
        let met = place.unknown.iter().filter_map(beside).filter(|part| joined.contains(part));
        exits > place.unknown.len() + met.count() || size >= self.tiles
    }
}

/// The place of a tile among the parts of its board.
struct Place {
    own: usize,
    /// The sides of which it is not known if the tile opens to them.
    unknown: Sides,
    /// For each side the part of the tile beside it.
    beside: [Option<usize>; 4],
}
