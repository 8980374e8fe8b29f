//! The deal: a board that can be solved, and is not solved yet.
//!
//! The path is a random walk that never steps on a tile twice, as in the source. Two things differ.
//!
//! It leaves the arrow eastward and comes to the heart from the west, the only sides to which
//! these open. (The source lets it go any way there, and half of its boards cannot be solved.)
//!
//! And it never runs into a dead end. The source starts again when that happens, without a bound.
//! With the ends of these boards it starts 16 times on average on 6 by 4 tiles, and 71 times on 12
//! by 9. Here every step is drawn from the tiles that still have a way to the heart, all equally
//! likely. There always is such a tile. So the walk has at most one step for each tile, and each
//! step looks at every tile at most once.
//!
//! We measured 20,000 paths on 6 by 4 tiles. Paths of the source have 13.0 tiles on average with
//! both ends, a standard deviation of 3.7, and 61 corners in 100 tiles. If the source restarts
//! until its ends fit, the figures are 11.5, 3.8 and 60. This walk has 12.3, 3.8 and 65, and all
//! lengths from 6 to 24. On larger boards it winds more than the source: 46 tiles instead of 35 on
//! 12 by 9.

use super::route::{self, Route};
use super::ruleset::Level;
use super::tile::{Kind, Piece, Side, Tile};
use super::tiling::{BoardSize, FlightEnd, Tiling, spreading};
use crate::prelude::Chance;

/// Deals a board.
pub fn deal(size: BoardSize, chance: &mut Chance) -> Tiling {
    let ends = [(); 2].map(|()| chance.index(size.rows));
    let path = path(size, ends, chance);
    let tile = |tile| Tile::Piece(piece(&path, tile, chance));
    spoil(Tiling::covered(size, ends, false, tile), chance)
}

/// Deals a board that takes the number of turns of its level.
///
/// The search for the cheapest way takes most of the work, so the deal looks for it only so often.
/// Then it takes the board of a seed for which a few looks are enough. (This happens in
/// one of 30,000 deals of the hard level on 12 by 9.)
pub fn deal_at(level: Level, size: BoardSize, chance: &mut Chance) -> Tiling {
    find_at(level, size, chance)
        .or_else(|| find_at(level, size, &mut Chance::from_seed(SPARE)))
        .expect("the spare seed gives a board of every level and size")
}

/// A board of this level. `None` if the search takes too much work.
fn find_at(level: Level, size: BoardSize, chance: &mut Chance) -> Option<Tiling> {
    let boards = WORK_MAX / (LOOKS_MAX * route::work(size));
    (0..boards).find_map(|_| tuned(level, size, chance))
}

/// The most work of a deal, as [`route::work`] counts it: two boards of 12 by 9.
const WORK_MAX: usize = 2 * LOOKS_MAX * ((12 * 9) << 9);
/// So often a board is looked at.
const LOOKS_MAX: usize = 4;
/// A seed that gives a board of every level and size. A test checks this.
pub const SPARE: [u8; 32] = [0; 32];

/// A board that is tuned until its fewest turns are those of the level. `None` if that takes too long.
///
/// If its cheapest way takes too many turns, some of them are done. Each makes that way one turn
/// cheaper, and no other way cheaper by more, so the fewest turns fall by one. If the cheapest way
/// takes too few turns, its tiles are turned as wrong as possible. Then the solver looks again,
/// because another way may be cheaper.
pub fn tuned(level: Level, size: BoardSize, chance: &mut Chance) -> Option<Tiling> {
    let range = level.fewest(size);
    let room = range.end() - range.start() + 1;
    let wanted = range.start() + chance.index(room);
    let mut board = deal(size, chance);
    for _ in 0..LOOKS_MAX {
        let route = route::cheapest(&board)?;
        let turns = route.cost.turns();
        if turns >= *range.start() {
            let spare = if range.contains(&turns) { 0 } else { turns - wanted };
            return Some(eased(board, &route, spare, chance));
        }
        board = hardened(board, &route);
    }
    None
}

/// The board with this many quarter turns of its cheapest way done.
fn eased(mut board: Tiling, route: &Route, mut spare: usize, chance: &mut Chance) -> Tiling {
    let mut way = route.solved.flight().tiles;
    chance.shuffle(&mut way);
    for at in way {
        let (Some(now), Some(right)) = (board.piece(at), route.solved.piece(at)) else { continue };
        let quarters = now.quarters_to(right);
        let spared = i8::try_from(spare).unwrap_or(i8::MAX);
        let done = quarters.abs().min(spared);
        spare -= usize::from(done.unsigned_abs());
        board = board.with(at, now.turned(quarters.signum() * done));
    }
    board
}

/// The board with its cheapest way as wrong as it can be.
fn hardened(mut board: Tiling, route: &Route) -> Tiling {
    for at in route.solved.flight().tiles {
        if let Some(right) = route.solved.piece(at) {
            board = board.with(at, right.turned(right.kind.ways() as i8 / 2));
        }
    }
    board
}

/// A random path from the tile of the arrow to the tile of the heart, in these rows.
pub fn path(size: BoardSize, ends: [usize; 2], chance: &mut Chance) -> Vec<usize> {
    let (arrow, heart) = (size.left(ends[0]), size.right(ends[1]));
    let last = heart - 1;
    let mut path = vec![arrow, arrow + 1];
    let mut used = vec![false; size.tiles()];
    for tile in [arrow, arrow + 1, heart] {
        used[tile] = true;
    }
    while let Some(at) = path.last().filter(|at| **at != last) {
        let leads_on = leading_to(size, last, &used);
        let beside = Side::ALL.into_iter().filter_map(|side| size.beside(*at, side));
        let open: Vec<usize> = beside.filter(|next| leads_on.contains(next)).collect();
        let Some(next) = chance.pick(&open) else { break };
        used[*next] = true;
        path.push(*next);
    }
    path.push(heart);
    path
}

/// The tiles from which a way over unused tiles leads to the last one.
fn leading_to(size: BoardSize, last: usize, used: &[bool]) -> Vec<usize> {
    let beside = |tile| Side::ALL.into_iter().filter_map(move |side| size.beside(tile, side));
    spreading(used.len(), last, |tile| beside(tile).filter(|next| !used[*next]))
}

/// The piece of a tile: of the kind that the path needs there, or of either, half and half; turned
/// any way.
fn piece(path: &[usize], tile: usize, chance: &mut Chance) -> Piece {
    let kind = match path.iter().position(|on_path| *on_path == tile) {
        // Two steps along a row or a column are a straight.
        Some(step) if path[step - 1].abs_diff(tile) == path[step + 1].abs_diff(tile) => {
            Kind::Straight
        }
        Some(_) => Kind::Corner,
        None if chance.below(2) == 0 => Kind::Corner,
        None => Kind::Straight,
    };
    let quarters = u8::try_from(chance.below(kind.ways().into())).expect("at most four ways");
    Piece { kind, quarters, is_locked: false }
}

/// Breaks the way of an arrow that reaches the heart at the deal: one tile on it is turned by a
/// quarter. That is enough. It closes a side that the way uses there (a corner one, a straight
/// both). So it ends the way from the arrow there, or the way from the heart, and neither branches.
pub fn spoil(board: Tiling, chance: &mut Chance) -> Tiling {
    let flight = board.flight();
    if flight.end == FlightEnd::Heart
        && let Some(at) = chance.pick(&flight.tiles[1..flight.tiles.len() - 1])
        && let Some(piece) = board.piece(*at)
    {
        return board.with(*at, piece.turned(1));
    }
    board
}
