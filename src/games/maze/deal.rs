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
//! are tiles, and each looks at every tile at most three times.
//!
//! Measured over 20,000 paths on 6 by 4 tiles, in tiles with both ends: the source 13.0 on average,
//! standard deviation 3.7, 61 corners in 100; the source restarted until its ends fit 11.5, 3.8
//! and 60; this walk 12.3, 3.8 and 65, with all lengths from 6 to 24. On larger boards it winds
//! more than the source: 46 tiles instead of 35 on 12 by 9.

use super::board::{Board, FlightEnd, Hold, Kind, Piece, Side, Size, Tile};
use crate::game::chance::Chance;

/// Deals a board.
pub fn deal(size: Size, chance: &mut Chance) -> Board {
    let arrow_row = chance.below(size.rows as u32) as usize;
    let heart_row = chance.below(size.rows as u32) as usize;
    let path = path(size, (size.left(arrow_row), size.right(heart_row)), chance);
    let mut board = Board { size, arrow_row, heart_row, tiles: Vec::new() };
    board.tiles = (0..size.tiles()).map(|tile| lay(&path, tile, chance)).collect();
    spoil(board, chance)
}

/// A random path from the tile of the arrow to the tile of the heart.
pub(super) fn path(size: Size, (arrow, heart): (usize, usize), chance: &mut Chance) -> Vec<usize> {
    let last = heart - 1;
    let mut path = vec![arrow, arrow + 1];
    let mut used = vec![false; size.tiles()];
    for tile in [arrow, arrow + 1, heart] {
        used[tile] = true;
    }
    while let Some(at) = path.last().filter(|at| **at != last) {
        let beside = Side::ALL.into_iter().filter_map(|side| size.beside(*at, side));
        let open: Vec<usize> =
            beside.filter(|next| !used[*next] && leads_to(size, *next, last, &used)).collect();
        let Some(next) = chance.pick(&open) else { break };
        used[*next] = true;
        path.push(*next);
    }
    path.push(heart);
    path
}

/// Whether a way over unused tiles leads from one tile to another.
fn leads_to(size: Size, from: usize, to: usize, used: &[bool]) -> bool {
    let mut seen = used.to_vec();
    let mut open = vec![from];
    while let Some(tile) = open.pop() {
        if tile == to {
            return true;
        }
        for next in Side::ALL.into_iter().filter_map(|side| size.beside(tile, side)) {
            if !std::mem::replace(&mut seen[next], true) {
                open.push(next);
            }
        }
    }
    false
}

/// The tile that lies at a place: of the kind the path needs there, or of either, half and half;
/// in any of its positions.
fn lay(path: &[usize], tile: usize, chance: &mut Chance) -> Tile {
    let kind = match path.iter().position(|on_path| *on_path == tile) {
        Some(0) => return Tile::Arrow,
        Some(step) if step + 1 == path.len() => return Tile::Heart,
        // Two steps along a row or a column are a straight.
        Some(step) if path[step - 1].abs_diff(tile) == path[step + 1].abs_diff(tile) => {
            Kind::Straight
        }
        Some(_) => Kind::Corner,
        None if chance.below(2) == 0 => Kind::Corner,
        None => Kind::Straight,
    };
    let quarters = chance.below(kind.ways().into()) as u8;
    Tile::Piece(Piece { kind, quarters, hold: Hold::Free })
}

/// Breaks the way of an arrow that reaches the heart at the deal: one tile on it is turned by a
/// quarter. That is enough. It closes a side that the way uses there (a corner one, a straight
/// both), and so ends the way there that comes from the arrow, or the one that comes from the
/// heart; and neither branches.
pub(super) fn spoil(board: Board, chance: &mut Chance) -> Board {
    let flight = board.flight();
    if flight.end != FlightEnd::Heart {
        return board;
    }
    let pieces: Vec<usize> =
        flight.tiles.into_iter().filter(|tile| board.piece(*tile).is_some()).collect();
    match chance.pick(&pieces).and_then(|tile| Some((*tile, board.piece(*tile)?))) {
        Some((tile, piece)) => board.with(tile, piece.turned(1)),
        None => board,
    }
}
