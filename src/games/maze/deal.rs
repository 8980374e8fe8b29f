//! The deal: a board that can be solved, and is not solved yet.
//!
//! The path is a random walk that never steps on a tile twice, as in the source. Two things differ.
//!
//! It leaves the arrow eastward and comes to the heart from the west, the only sides to which
//! these open. (The source lets it go any way there, and half of its boards cannot be solved.)
//!
//! And it never runs into a dead end. The source starts again when that happens, 16 times on
//! average on 6 by 4 tiles with the ends as they are here, 71 times on 12 by 9, and without a
//! bound. Here every step is drawn, all equally likely, from those tiles from which the heart can
//! still be reached; such a tile there always is, so the walk has at most as many steps as there
//! are tiles, and each looks at every tile at most once.
//!
//! Measured over 20,000 paths on 6 by 4 tiles, in tiles with both ends: the source 13.0 on average,
//! standard deviation 3.7, 61 corners in 100; the source restarted until its ends fit 11.5, 3.8
//! and 60; this walk 12.3, 3.8 and 65, with all lengths from 6 to 24. On larger boards it winds
//! more than the source: 46 tiles instead of 35 on 12 by 9.

use super::route::{self, Route};
use super::ruleset::Level;
use super::tile::{Hold, Kind, Piece, Side, Tile};
use super::tiling::{BoardSize, FlightEnd, Tiling, spreading};
use crate::game::prelude::Chance;
use std::ops::RangeInclusive;

/// Deals a board.
pub fn deal(size: BoardSize, chance: &mut Chance) -> Tiling {
    let ends = [(); 2].map(|()| chance.below(size.rows as u32) as usize);
    let path = path(size, ends, chance);
    let tile = |tile| Tile::Piece(piece(&path, tile, chance));
    spoil(Tiling::covered(size, ends, false, tile), chance)
}

/// Deals a board that takes so many turns as its level says.
///
/// A board as it comes is tuned: on its cheapest way tiles that lie right are turned, or wrong ones
/// laid right, as many as are missing, until the fewest turns are those of the level. Another way may be
/// cheaper then, so that it takes a step or two; few boards have to be given up. Tests hold the
/// ranges, and that no deal comes near the bounds.
pub fn deal_at(level: Level, size: BoardSize, chance: &mut Chance) -> Tiling {
    let range = level.fewest(size);
    let mut board = deal(size, chance);
    for _ in 0..DEALS_MAX {
        for _ in 0..STEPS_MAX {
            let Some(route) = route::cheapest(&board) else { break };
            if range.contains(&route.cost.turns()) {
                return board;
            }
            board = tuned(&board, &route, &range, chance);
        }
        board = deal(size, chance);
    }
    board
}

/// So many boards are tried, and so often each is tuned.
const DEALS_MAX: usize = 40;
const STEPS_MAX: usize = 5;

/// A board of which the cheapest way so far costs what the range allows.
fn tuned(
    board: &Tiling,
    route: &Route,
    range: &RangeInclusive<usize>,
    chance: &mut Chance,
) -> Tiling {
    let turns = route.cost.turns();
    let room = (range.end() - range.start() + 1) as u32;
    let wanted = range.start() + chance.below(room) as usize;
    let mut way = route.solved.flight().tiles;
    chance.shuffle(&mut way);
    let mut next = board.clone();
    let mut left = turns.abs_diff(wanted);
    for at in way {
        let (Some(now), Some(right)) = (board.piece(at), route.solved.piece(at)) else { continue };
        if left == 0 {
            break;
        }
        let quarters = usize::from(now.quarters_to(right).unsigned_abs());
        if turns < wanted && quarters == 0 {
            let turned = if chance.below(2) == 0 { 1 } else { -1 };
            next = next.with(at, now.turned(turned));
            left -= 1;
        } else if turns > wanted && quarters > 0 && quarters <= left {
            next = next.with(at, right);
            left -= quarters;
        }
    }
    next
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
    let quarters = chance.below(kind.ways().into()) as u8;
    Piece { kind, quarters, hold: Hold::Free }
}

/// Breaks the way of an arrow that reaches the heart at the deal: one tile on it is turned by a
/// quarter. That is enough. It closes a side that the way uses there (a corner one, a straight
/// both), and so ends the way there that comes from the arrow, or the one that comes from the
/// heart; and neither branches.
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
