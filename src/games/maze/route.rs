//! The cheapest way from the arrow to the heart, over all the ways in which the tiles can be
//! turned.
//!
//! Dijkstra's search over pairs of a tile and a side of entry is wrong: its best path may use one
//! tile twice, turned in two ways. So the board is swept tile by tile, column after column. A profile
//! is the set of borders between swept tiles and others that a path crosses. For every profile the
//! sweep keeps the cheapest way to lay the swept tiles (a broken profile). On a board of three rows a
//! profile has four bits. Before the tile X, after the tiles s, each digit is the bit of a border:
//!
//! ```text
//! s   s 0 .      0, 1, 2: to the right of the last swept tile of this row
//!     3          3:       below the tile that was swept last
//! s 1 X   .
//!
//! s 2 .   .
//! ```
//!
//! A tile is either left out or joined at both its openings, the arrow and the heart at their one.
//! Such a set of joins is one path from the arrow to the heart, and perhaps rings beside it. A ring
//! costs something, so the cheapest set has none. The work is tiles * 2^rows.

use super::tile::{Piece, Side, Sides, Tile};
use super::tiling::{BoardSize, Tiling};

/// The cheapest way from the arrow to the heart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route {
    pub cost: Cost,
    /// The board with every tile on the way turned as it must be.
    pub solved: Tiling,
}

/// The cost of a way, as one number: locked tiles to unlock weigh most, then quarter turns in either
/// direction, then tiles between the arrow and the heart. Each takes a byte, for no sum is more than
/// twice the tiles of the largest board, 216.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cost(u32);

impl Cost {
    const NOTHING: Cost = Cost(0);
    /// More than any way costs.
    const NEVER: Cost = Cost(1 << 24);

    /// The cost of a piece on the way that is turned by this many quarters clockwise.
    fn of(piece: Piece, quarters: u8) -> Cost {
        let turns = u32::from(quarters.min(4 - quarters));
        let unlocks = u32::from(piece.is_locked && turns > 0);
        Cost(unlocks << 16 | turns << 8 | 1)
    }

    fn plus(self, other: Cost) -> Cost {
        Cost(self.0 + other.0)
    }

    pub fn turns(self) -> usize {
        self.parts()[1]
    }

    /// Unlocked tiles, quarter turns, and tiles.
    pub fn parts(self) -> [usize; 3] {
        [16, 8, 0].map(|bits| (self.0 >> bits & 0xff) as usize)
    }
}

/// A set of crossed borders, as in the drawing above.
type Profile = usize;

/// The work of a search for the cheapest route.
pub fn work(size: BoardSize) -> usize {
    size.tiles() << size.rows
}

/// The cheapest route. `None` if no turning leads the arrow to the heart.
pub fn cheapest(board: &Tiling) -> Option<Route> {
    let stops: Vec<Stop> = (0..board.tiles.len()).map(|time| Stop::at(board, time)).collect();
    let never = vec![Cost::NEVER; 2 << board.size.rows];
    let mut costs = never.clone();
    costs[0] = Cost::NOTHING;
    let mut chosen = Vec::with_capacity(stops.len());
    let (even, odd) = (0..1 << (board.size.rows - 1)).partition(|bits: &Profile| is_even(*bits));
    let mut others = [even, odd];
    for stop in &stops {
        let (after, places) = stop.sweep(&costs, never.clone(), &others);
        if matches!(board.tiles[stop.tile], Tile::Arrow | Tile::Heart) {
            others.reverse();
        }
        costs = after;
        chosen.push(places);
    }
    let cost = Some(costs[0]).filter(|cost| *cost < Cost::NEVER)?;
    let mut solved = board.clone();
    let mut profile = 0;
    for (stop, places) in stops.iter().zip(chosen).rev() {
        let laying = &stop.layings[usize::from(places[profile])];
        solved.tiles[stop.tile] = laying.tile;
        profile = profile - laying.after + laying.before;
    }
    Some(Route { cost, solved })
}

/// A stop of the sweep, at one tile.
struct Stop {
    tile: usize,
    /// The border to the west before the tile is swept, and to the east thereafter.
    across: Profile,
    layings: Vec<Laying>,
}

/// A way to lay a tile.
struct Laying {
    tile: Tile,
    /// The borders by which the path comes from tiles swept before, and goes to others.
    before: Profile,
    after: Profile,
    cost: Cost,
}

impl Stop {
    /// The stop at this time, from 0.
    fn at(board: &Tiling, time: usize) -> Self {
        let size = board.size;
        let (row, column) = (time % size.rows, time / size.rows);
        let (across, below) = (1 << row, 1 << size.rows);
        let at = size.left(row) + column;
        let tile = board.tiles[at];
        let joined = |laid, sides: Sides, cost| {
            let bit = |side, bit| if sides.contains(side) { bit } else { 0 };
            let before = bit(Side::West, across) | bit(Side::North, below);
            let after = bit(Side::East, across) | bit(Side::South, below);
            Laying { tile: laid, before, after, cost }
        };
        let turned = |piece: Piece, quarters| {
            let turned = piece.turned(quarters as i8);
            joined(Tile::Piece(turned), turned.openings(), Cost::of(piece, quarters))
        };
        let mut layings = match tile {
            Tile::Arrow | Tile::Heart | Tile::Wall => {
                vec![joined(tile, tile.openings(), Cost::NOTHING)]
            }
            Tile::Piece(piece) => {
                let turned = (0..piece.kind.ways()).map(|quarters| turned(piece, quarters));
                turned.chain([joined(tile, Sides::NONE, Cost::NOTHING)]).collect()
            }
        };
        // The border to the south of the last row must not be taken for one to the north of the
        // first. The west and north edges let nothing in, and the sweep ends with the profile 0.
        let is_last = row + 1 == size.rows;
        layings.retain(|laying| !(is_last && laying.after >= below));
        // The sweep keeps the first of ways that cost the same. This order makes it the same way in
        // every version, so an old link to a hint keeps its answer.
        layings.sort_by_key(|laying| laying.before);
        Stop { tile: at, across, layings }
    }

    /// For every profile after this tile, the cost of the cheapest way to lay the swept tiles, and
    /// the place of this tile's laying. It follows from the costs of the profiles before the tile.
    ///
    /// A path with one end among the swept tiles leaves them an odd number of times, any other path
    /// an even number of times. So half of the borders of the other rows are enough: first those for
    /// a laying that crosses an even number of swept borders, then those for any other.
    fn sweep(
        &self,
        before: &[Cost],
        never: Vec<Cost>,
        others: &[Vec<Profile>; 2],
    ) -> (Vec<Cost>, Vec<u8>) {
        let (mut after, mut chosen) = (never, vec![0; before.len()]);
        for (place, laying) in (0..).zip(&self.layings) {
            for bits in &others[usize::from(!is_even(laying.before))] {
                let other = with_gap(*bits, self.across);
                let next = other | laying.after;
                let total = before[other | laying.before].plus(laying.cost);
                if total < after[next] {
                    (after[next], chosen[next]) = (total, place);
                }
            }
        }
        (after, chosen)
    }
}

/// Returns true if a path crosses an even number of borders.
fn is_even(profile: Profile) -> bool {
    profile.count_ones().is_multiple_of(2)
}

/// These bits with a zero put in at the place of the bit `at`: the higher ones move up by one.
/// `0b1011` with a gap at `0b0100` is `0b10011`.
fn with_gap(bits: Profile, at: Profile) -> Profile {
    let low = bits & (at - 1);
    low | (bits - low) << 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gap_is_a_zero_between_the_bits() {
        assert_eq!(with_gap(0b1011, 0b0100), 0b10011);
        assert_eq!(with_gap(0b1011, 0b0001), 0b10110);
        assert_eq!(with_gap(0b1011, 0b10000), 0b01011);
        assert_eq!(with_gap(0, 0b0100), 0);
    }
}
