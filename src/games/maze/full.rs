//! The deal of a full board: every tile belongs to one net, and there is one way to lay it.
//!
//! A net grows from the arrow, tile by tile, at a place drawn from all where it can grow. Crossings
//! are rare, because they reveal most. If the solver (`net.rs`) does not settle every tile, two
//! joined tiles near an unsettled one are parted, and the net is joined again elsewhere. The change
//! is kept if it leaves no more tiles unsettled. Nearly always a few steps are enough, and often
//! none.

use super::net::Net;
use super::ruleset::{BoardKind, Level};
use super::tile::{Piece, Side, Sides, Tile};
use super::tiling::{BoardSize, Tiling, spreading};
use crate::prelude::Chance;

/// One square in this many is a wall on boards with walls.
const WALL_ONE_IN: usize = 8;
/// One crossing in this many that might grow does.
const CROSSING_ONE_IN: u32 = 4;
/// The most nets that a deal looks at, times the tiles of its board. (Measured on 12 by 9 with
/// joined edges: 1.5 nets on average, and 29 in the longest of 8,000 deals.)
const WORK_MAX: usize = 3_000;
/// The nets that a deal looks at of each spare seed.
pub const OF_SPARE: usize = 3;

/// Deals a board.
pub fn deal(kind: BoardKind, size: BoardSize, level: Option<Level>, chance: &mut Chance) -> Tiling {
    let net = net(kind, size, chance);
    match level {
        None => at_random(&net, chance),
        Some(level) => by_turns(&net, level, chance),
    }
}

/// A net that the solver settles. If this takes too long, it is the net of a spare seed.
fn net(kind: BoardKind, size: BoardSize, chance: &mut Chance) -> Tiling {
    let found = settled(grown(kind, size, chance), WORK_MAX / size.tiles(), chance);
    found.unwrap_or_else(|| of_spare(kind, size, 0))
}

/// The net of the first seed from this one on with which the solver soon settles it. A test checks that
/// this is one of the first few.
fn of_spare(kind: BoardKind, size: BoardSize, seed: u8) -> Tiling {
    let chance = &mut Chance::from_seed([seed; 32]);
    let found = settled(grown(kind, size, chance), OF_SPARE, chance);
    found.unwrap_or_else(|| of_spare(kind, size, seed.wrapping_add(1)))
}

/// A board with walls, and a net of all other tiles.
pub fn grown(kind: BoardKind, size: BoardSize, chance: &mut Chance) -> Tiling {
    let ends = [(); 2].map(|()| chance.index(size.rows));
    let mut board = Tiling::covered(size, ends, kind.wraps(), |_| Tile::Wall);
    let walls = if kind.has_walls() { walls(&board, chance) } else { Vec::new() };
    grow(&mut board, &walls, chance);
    board
}

/// Squares for walls that leave all others connected.
fn walls(board: &Tiling, chance: &mut Chance) -> Vec<usize> {
    let mut squares: Vec<usize> = (0..board.tiles.len()).collect();
    chance.shuffle(&mut squares);
    let most = squares.len() / WALL_ONE_IN;
    let kept = first_and_last(board);
    let mut walls = Vec::new();
    for square in squares {
        if walls.len() < most && is_open(board, &walls, square) && !kept.contains(&square) {
            walls.push(square);
            if !hangs_together(board, &walls) {
                walls.pop();
            }
        }
    }
    walls
}

/// The first tile of the net, and the tile that joins the heart to it.
fn first_and_last(board: &Tiling) -> [usize; 2] {
    [board.arrow() + 1, board.size.right(board.ends[1]) - 1]
}

/// Returns true if the net can grow onto a square.
fn is_open(board: &Tiling, walls: &[usize], square: usize) -> bool {
    board.tiles[square] == Tile::Wall && !walls.contains(&square)
}

/// Returns true if all open squares can be reached from one another, over no other ones.
fn hangs_together(board: &Tiling, walls: &[usize]) -> bool {
    let is_open = |square: &usize| is_open(board, walls, *square);
    let beside = |tile| Side::ALL.into_iter().filter_map(move |side| board.beside(tile, side));
    let squares = 0..board.tiles.len();
    let [first, _] = first_and_last(board);
    let reached = spreading(squares.len(), first, |square| beside(square).filter(is_open));
    reached.len() == squares.filter(is_open).count()
}

/// Grows a net from the arrow over all open squares to the heart.
fn grow(board: &mut Tiling, walls: &[usize], chance: &mut Chance) {
    let [first, last] = first_and_last(board);
    reopen(board, first, Side::West, Sides::with);
    let all_from = |tile: usize| Side::ALL.map(|side| (tile, side));
    let mut places = all_from(first).to_vec();
    let mut put_off = Vec::new();
    loop {
        let count = places.len();
        let drawn = (count > 0).then(|| places.swap_remove(chance.index(count)));
        let Some((tile, side)) = drawn.or_else(|| put_off.pop()) else { break };
        let is_rare = drawn.is_some() && board.tiles[tile].openings().len() == 3;
        if is_rare && chance.below(CROSSING_ONE_IN) > 0 {
            put_off.push((tile, side));
        } else if let Some(next) = board.beside(tile, side)
            && is_open(board, walls, next)
        {
            reopen(board, tile, side, Sides::with);
            places.extend(all_from(next));
        }
    }
    reopen(board, last, Side::East, Sides::with);
}

/// The net, changed until the solver settles all of it. `None` if that takes more than these steps.
pub fn settled(mut net: Tiling, steps: usize, chance: &mut Chance) -> Option<Tiling> {
    let mut left: Vec<usize> = Net::of(&net).unsettled().collect();
    for _ in 0..steps {
        if left.is_empty() {
            return Some(net);
        }
        let Some(other) = rejoined(&net, &left, chance) else { continue };
        let unsettled: Vec<usize> = Net::of(&other).unsettled().collect();
        if unsettled.len() <= left.len() {
            (net, left) = (other, unsettled);
        }
    }
    None
}

/// The net parted at an unsettled tile, and joined again at another one.
fn rejoined(net: &Tiling, unsettled: &[usize], chance: &mut Chance) -> Option<Tiling> {
    let turns = |tile: usize| net.piece(tile).is_some();
    let tile = *chance.pick(unsettled)?;
    let is_inner = |side: &Side| net.beside(tile, *side).is_some_and(turns);
    let sides: Vec<Side> = net.piece(tile)?.openings().iter().filter(is_inner).collect();
    let side = *chance.pick(&sides)?;
    let mut parted = net.clone();
    reopen(&mut parted, tile, side, Sides::without);
    let part = parted.spreading_from(tile);
    let mut places = Vec::new();
    for from in (0..net.tiles.len()).filter(|from| part.contains(from) && turns(*from)) {
        for way in Side::ALL {
            let to = net.beside(from, way).filter(|to| !part.contains(to) && turns(*to));
            let is_near = |end: usize| unsettled.contains(&from) || unsettled.contains(&end);
            if to.is_some_and(is_near) && (from, way) != (tile, side) {
                places.push((from, way));
            }
        }
    }
    let (from, way) = *chance.pick(&places)?;
    reopen(&mut parted, from, way, Sides::with);
    // A tile that opens to no side is no piece.
    let is_whole = |at: usize| parted.tiles[at] != Tile::Wall || net.tiles[at] == Tile::Wall;
    (0..net.tiles.len()).all(is_whole).then_some(parted)
}

/// Opens or closes a tile to a side, and the tile beyond to it. The arrow and the heart stay.
fn reopen(board: &mut Tiling, tile: usize, side: Side, change: fn(Sides, Side) -> Sides) {
    let beside = board.beside(tile, side).map(|beside| (beside, side.opposite()));
    for (at, to) in [(tile, side)].into_iter().chain(beside) {
        if !matches!(board.tiles[at], Tile::Arrow | Tile::Heart) {
            let sides = change(board.tiles[at].openings(), to);
            board.tiles[at] = Piece::opening(sides).map_or(Tile::Wall, Tile::Piece);
        }
    }
}

/// Every tile turned in any way, but not all of them right.
fn at_random(solved: &Tiling, chance: &mut Chance) -> Tiling {
    let mut board = solved.clone();
    for tile in &mut board.tiles {
        if let Tile::Piece(piece) = tile {
            let quarters = chance.below(piece.kind.ways().into());
            *piece = piece.turned(i8::try_from(quarters).expect("at most four ways"));
        }
    }
    if board == *solved { turned(solved, 1, chance) } else { board }
}

/// Turns tiles until the board takes this number of turns.
fn by_turns(solved: &Tiling, level: Level, chance: &mut Chance) -> Tiling {
    let range = level.fewest_of_full(solved.size);
    let room = range.end() - range.start() + 1;
    turned(solved, range.start() + chance.index(room), chance)
}

/// The board after this many quarter turns away from the solution.
fn turned(solved: &Tiling, turns: usize, chance: &mut Chance) -> Tiling {
    let mut board = solved.clone();
    let mut further: Vec<(usize, Piece)> =
        (0..board.tiles.len()).flat_map(|tile| turned_further(&board, solved, tile)).collect();
    for _ in 0..turns {
        let Some((tile, piece)) = chance.pick(&further).copied() else { break };
        board.tiles[tile] = Tile::Piece(piece);
        further.retain(|(other, _)| *other != tile);
        further.extend(turned_further(&board, solved, tile));
    }
    board
}

/// A tile with the pieces that it may become by a quarter turn away from the solution.
fn turned_further(board: &Tiling, solved: &Tiling, tile: usize) -> Vec<(usize, Piece)> {
    let (Some(now), Some(right)) = (board.piece(tile), solved.piece(tile)) else {
        return Vec::new();
    };
    let turns = |piece: &Piece| piece.quarters_to(right).unsigned_abs();
    let turned = [1, -1].map(|quarters| now.turned(quarters)).into_iter();
    turned.filter(|turned| turns(turned) > turns(&now)).map(|turned| (tile, turned)).collect()
}

/// The fewest quarter turns that lead from one board to another of the same pieces.
pub fn turns(from: &Tiling, to: &Tiling) -> usize {
    let pairs = from.pieces().zip(to.pieces());
    pairs.map(|(now, right)| usize::from(now.quarters_to(right).unsigned_abs())).sum()
}

/// The first wrong tile from the arrow along the net. An unlocked tile comes first, if there is
/// one.
pub fn first_wrong(board: &Tiling, solved: &Tiling) -> Option<usize> {
    let is_wrong = |tile: &usize| match (board.piece(*tile), solved.piece(*tile)) {
        (Some(now), Some(right)) => now.quarters != right.quarters,
        _ => false,
    };
    let is_locked = |tile: &usize| board.piece(*tile).is_some_and(|piece| piece.is_locked);
    solved.spreading_from(solved.arrow()).into_iter().filter(is_wrong).min_by_key(is_locked)
}
