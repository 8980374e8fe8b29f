//! The cheapest way from the arrow to the heart, over all the ways in which the tiles can be
//! turned.
//!
//! To search tile by tile for the nearest state (tile, side of entry) is not enough: the best such
//! way may cross itself on one tile, which cannot lie in two ways at once. So the board is swept
//! tile by tile, column after column, and for every set of borders that a path crosses between
//! the swept tiles and the others, the cheapest way to lay the swept tiles is kept (a broken
//! profile). A tile is either left out or joined at both its openings, the arrow and the heart at
//! their one; such a set of joins is one path from the arrow to the heart, and perhaps rings beside
//! it. A ring costs something, so the cheapest set has none. The work is tiles * 2^(rows + 1).

use super::board::{Board, Hold, Piece, Side, Tile};

/// What a way costs; what stands first weighs most.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cost {
    /// Locked tiles that must be unlocked.
    pub unlocks: u16,
    /// Quarter turns, in either direction.
    pub turns: u16,
    /// Tiles on the way.
    pub tiles: u16,
}

impl Cost {
    fn plus(self, other: Cost) -> Cost {
        Cost {
            unlocks: self.unlocks + other.unlocks,
            turns: self.turns + other.turns,
            tiles: self.tiles + other.tiles,
        }
    }

    /// The cost of having the piece open to these sides, if it can.
    fn of(piece: Piece, a: Side, b: Side) -> Option<Cost> {
        let quarters = piece.quarters_to(a, b)?;
        if quarters > 0 && piece.hold == Hold::Settled {
            return None;
        }
        let unlocks = u16::from(quarters > 0 && piece.hold == Hold::Locked);
        Some(Cost { unlocks, turns: quarters.min(4 - quarters).into(), tiles: 1 })
    }
}

/// A way from the arrow to the heart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route {
    pub cost: Cost,
    /// The tiles between the arrow and the heart, in order, and by how many quarters clockwise
    /// each must be turned.
    pub steps: Vec<(usize, u8)>,
}

/// A set of crossed borders: one bit for each row, for the border to the right of its last swept
/// tile, and the next one for the border below the tile that was swept last.
type Profile = u16;

/// The cheapest way to lay the swept tiles, and the profile before the last of them.
type Best = Option<(Cost, Profile)>;

/// The cheapest route; none if no turning leads the arrow to the heart.
pub fn cheapest(board: &Board) -> Option<Route> {
    let sweep = Sweep { board, below: 1 << board.size.rows };
    let tables = sweep.tables();
    let (cost, _) = (*tables.last()?.first()?)?;
    let joins = sweep.joins(&tables);
    Some(Route { cost, steps: steps(board, &joins) })
}

struct Sweep<'a> {
    board: &'a Board,
    /// The bit of the border below the tile that was swept last.
    below: Profile,
}

impl Sweep<'_> {
    /// The tile that is swept at this time.
    fn tile(&self, time: usize) -> usize {
        let rows = self.board.size.rows;
        time % rows * self.board.size.columns + time / rows
    }

    /// For every tile in the order of the sweep, the best of every profile after it.
    fn tables(&self) -> Vec<Vec<Best>> {
        let profiles = usize::from(self.below) * 2;
        let mut before = vec![None; profiles];
        before[0] = Some((Cost::default(), 0));
        let mut tables: Vec<Vec<Best>> = Vec::with_capacity(self.board.tiles.len());
        for time in 0..self.board.tiles.len() {
            let mut after = vec![None; profiles];
            let costs = tables.last().unwrap_or(&before);
            for (profile, best) in (0..).zip(costs) {
                if let Some((cost, _)) = best {
                    self.lay(time, profile, *cost, &mut after);
                }
            }
            tables.push(after);
        }
        tables
    }

    /// Lays one more tile in every way that goes with what comes in from the west and the north.
    fn lay(&self, time: usize, profile: Profile, cost: Cost, after: &mut [Best]) {
        let tile = self.tile(time);
        let east_bit = 1 << (time % self.board.size.rows);
        let rest = profile & !east_bit & !self.below;
        let (west, north) = (profile & east_bit != 0, profile & self.below != 0);
        let mut reach = |joined: &[Side], step: Option<Cost>| {
            let leaves = joined.iter().any(|side| self.board.size.beside(tile, *side).is_none());
            let Some(step) = step.filter(|_| !leaves) else { return };
            let bit = |side, bit| if joined.contains(&side) { bit } else { 0 };
            let next = rest | bit(Side::East, east_bit) | bit(Side::South, self.below);
            let total = cost.plus(step);
            let best = &mut after[usize::from(next)];
            if best.is_none_or(|(cost, _)| total < cost) {
                *best = Some((total, profile));
            }
        };
        let piece = match self.board.tiles[tile] {
            Tile::Arrow if !west && !north => return reach(&[Side::East], Some(Cost::default())),
            Tile::Heart if west && !north => return reach(&[Side::West], Some(Cost::default())),
            Tile::Arrow | Tile::Heart => return,
            Tile::Piece(piece) => piece,
        };
        let mut join = |a, b| reach(&[a, b], Cost::of(piece, a, b));
        match (west, north) {
            (true, true) => join(Side::West, Side::North),
            (true, false) => {
                join(Side::West, Side::East);
                join(Side::West, Side::South);
            }
            (false, true) => {
                join(Side::North, Side::East);
                join(Side::North, Side::South);
            }
            (false, false) => {
                join(Side::East, Side::South);
                reach(&[], Some(Cost::default()));
            }
        }
    }

    /// For every tile, whether the cheapest way leaves it to the east and to the south.
    fn joins(&self, tables: &[Vec<Best>]) -> Vec<[bool; 2]> {
        let mut joins = vec![[false; 2]; tables.len()];
        let mut profile = 0;
        for (time, table) in tables.iter().enumerate().rev() {
            let east_bit = 1 << (time % self.board.size.rows);
            joins[self.tile(time)] = [profile & east_bit != 0, profile & self.below != 0];
            profile = table[usize::from(profile)].map_or(0, |(_, before)| before);
        }
        joins
    }
}

/// Follows the joins from the arrow to the heart.
fn steps(board: &Board, joins: &[[bool; 2]]) -> Vec<(usize, u8)> {
    let size = board.size;
    let joined = |tile: usize, side: Side| match side {
        Side::East => joins[tile][0],
        Side::South => joins[tile][1],
        Side::West => size.beside(tile, side).is_some_and(|other| joins[other][0]),
        Side::North => size.beside(tile, side).is_some_and(|other| joins[other][1]),
    };
    let mut steps = Vec::new();
    let (mut at, mut out) = (board.arrow(), Side::East);
    while let Some(next) = size.beside(at, out) {
        let (Some(piece), side) = (board.piece(next), out.opposite()) else { break };
        let onward = Side::ALL.into_iter().find(|s| *s != side && joined(next, *s));
        let Some(onward) = onward else { break };
        steps.push((next, piece.quarters_to(side, onward).unwrap_or(0)));
        (at, out) = (next, onward);
    }
    steps
}
