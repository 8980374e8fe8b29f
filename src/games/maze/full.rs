//! The deal of a full board: every tile belongs to one net, and there is one way to lay it.
//!
//! A net grows from the arrow, tile by tile, at a place drawn among all where it can grow; crossings
//! are rare, since they tell most. If the solver (`net.rs`) does not settle every tile, two tiles
//! that hang together near an unsettled one are parted, and the net is joined again elsewhere; what
//! leaves no more unsettled is kept. Nearly always a few steps are enough, and often none.

use super::net::Net;
use super::ruleset::{BoardKind, Level};
use super::tile::{Hold, Piece, Side, Sides, Tile};
use super::tiling::{BoardSize, Tiling};
use crate::game::prelude::Chance;

/// One in so many squares is a wall, where there are walls.
const WALL_ONE_IN: usize = 8;
/// One of so many crossings that might grow does.
const CROSSING_ONE_IN: u32 = 4;
/// So many steps without gain, and another net is grown.
const STEPS_MAX: usize = 400;
/// So many nets are grown at most. (Measured: never more than one in 64,000 deals.)
const NETS_MAX: usize = 50;

/// Deals a board; the second one is its solution.
pub fn deal(
    kind: BoardKind,
    size: BoardSize,
    level: Option<Level>,
    chance: &mut Chance,
) -> (Tiling, Tiling) {
    let mut net = grown(kind, size, chance);
    for _ in 0..NETS_MAX {
        if let Some(found) = settled(net, chance) {
            net = found;
            break;
        }
        net = grown(kind, size, chance);
    }
    let turned = match level {
        None => at_random(&net, chance),
        Some(level) => by_turns(&net, level, chance),
    };
    (turned, net)
}

/// A board with walls, and a net of all other tiles.
pub fn grown(kind: BoardKind, size: BoardSize, chance: &mut Chance) -> Tiling {
    let ends = [(); 2].map(|()| chance.below(size.rows as u32) as usize);
    let mut openings = vec![Some(Sides::NONE); size.tiles()];
    let mut plan = Plan { size, wraps: kind.wraps(), ends, openings: &mut openings };
    if kind.has_walls() {
        plan.build_walls(chance);
    }
    plan.grow(chance);
    let tile = |at: usize| openings[at].and_then(Piece::opening).map_or(Tile::Wall, Tile::Piece);
    Tiling::covered(size, ends, kind.wraps(), tile)
}

/// A board on which a net grows.
struct Plan<'a> {
    size: BoardSize,
    wraps: bool,
    ends: [usize; 2],
    /// The sides to which each tile opens; none of a wall.
    openings: &'a mut Vec<Option<Sides>>,
}

impl Plan<'_> {
    fn beside(&self, tile: usize, side: Side) -> Option<usize> {
        if self.wraps { Some(self.size.beyond(tile, side)) } else { self.size.beside(tile, side) }
    }

    /// The tiles of the arrow and the heart, which open to one side.
    fn is_end(&self, tile: usize) -> bool {
        tile == self.size.left(self.ends[0]) || tile == self.size.right(self.ends[1])
    }

    /// Where the net begins, and where the heart hangs on it.
    fn first_and_last(&self) -> [usize; 2] {
        [self.size.left(self.ends[0]) + 1, self.size.right(self.ends[1]) - 1]
    }

    /// Walls on squares that leave all others connected.
    fn build_walls(&mut self, chance: &mut Chance) {
        let mut squares: Vec<usize> = (0..self.size.tiles()).collect();
        chance.shuffle(&mut squares);
        let kept = self.first_and_last();
        let mut left = squares.len() / WALL_ONE_IN;
        for square in squares {
            if left > 0 && !self.is_end(square) && !kept.contains(&square) {
                self.openings[square] = None;
                match self.hangs_together() {
                    true => left -= 1,
                    false => self.openings[square] = Some(Sides::NONE),
                }
            }
        }
    }

    /// Whether all tiles that turn can be reached from one another, over no other ones.
    fn hangs_together(&self) -> bool {
        let leads = |tile: usize| self.openings[tile].is_some() && !self.is_end(tile);
        let [first, _] = self.first_and_last();
        let mut seen = vec![false; self.openings.len()];
        seen[first] = true;
        let mut open = vec![first];
        while let Some(tile) = open.pop() {
            for next in Side::ALL.into_iter().filter_map(|side| self.beside(tile, side)) {
                if leads(next) && !std::mem::replace(&mut seen[next], true) {
                    open.push(next);
                }
            }
        }
        (0..seen.len()).all(|tile| seen[tile] || !leads(tile))
    }

    fn join(&mut self, tile: usize, side: Side) {
        let beside = self.beside(tile, side);
        for (tile, side) in [(Some(tile), side), (beside, side.opposite())] {
            if let Some(Some(sides)) = tile.map(|tile| &mut self.openings[tile]) {
                *sides = sides.with(side);
            }
        }
    }

    fn grow(&mut self, chance: &mut Chance) {
        let [first, last] = self.first_and_last();
        self.join(first, Side::West);
        let mut is_part = vec![false; self.openings.len()];
        is_part[first] = true;
        let mut places: Vec<(usize, Side)> = Side::ALL.map(|side| (first, side)).into();
        let mut put_off = Vec::new();
        loop {
            let (tile, side) = match places.len() {
                0 => match put_off.pop() {
                    Some(place) => place,
                    None => break,
                },
                count => {
                    let place = places.swap_remove(chance.below(count as u32) as usize);
                    let is_rare = self.openings[place.0].is_some_and(|sides| sides.len() == 3);
                    if is_rare && chance.below(CROSSING_ONE_IN) > 0 {
                        put_off.push(place);
                        continue;
                    }
                    place
                }
            };
            let Some(next) = self.beside(tile, side) else { continue };
            if self.openings[next].is_some() && !self.is_end(next) && !is_part[next] {
                is_part[next] = true;
                self.join(tile, side);
                places.extend(Side::ALL.map(|side| (next, side)));
            }
        }
        self.join(last, Side::East);
    }
}

/// The net, changed until the solver settles all of it; none if that takes too long.
fn settled(mut net: Tiling, chance: &mut Chance) -> Option<Tiling> {
    let mut left: Vec<usize> = Net::of(&net).unsettled().collect();
    let mut steps = 0;
    while !left.is_empty() {
        steps += 1;
        if steps > STEPS_MAX {
            return None;
        }
        let Some(other) = rejoined(&net, &left, chance) else { continue };
        let unsettled: Vec<usize> = Net::of(&other).unsettled().collect();
        if unsettled.len() <= left.len() {
            steps = if unsettled.len() < left.len() { 0 } else { steps };
            (net, left) = (other, unsettled);
        }
    }
    Some(net)
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
    let part = parted.joined_to(tile);
    let mut places = Vec::new();
    for from in (0..part.len()).filter(|from| part[*from] && turns(*from)) {
        for way in Side::ALL {
            let to = net.beside(from, way).filter(|to| !part[*to] && turns(*to));
            let is_near = |to: usize| unsettled.contains(&from) || unsettled.contains(&to);
            if to.is_some_and(is_near) && (from, way) != (tile, side) {
                places.push((from, way));
            }
        }
    }
    let (from, way) = *chance.pick(&places)?;
    reopen(&mut parted, from, way, Sides::with);
    // A tile that opens to no side is no piece.
    let is_whole = |tile: usize| parted.tiles[tile] != Tile::Wall || net.tiles[tile] == Tile::Wall;
    (0..part.len()).all(is_whole).then_some(parted)
}

/// Opens or closes a tile to a side, and the one beyond to it.
fn reopen(board: &mut Tiling, tile: usize, side: Side, change: fn(Sides, Side) -> Sides) {
    let beside = board.beside(tile, side);
    for (tile, side) in [(Some(tile), side), (beside, side.opposite())] {
        if let Some(tile) = tile {
            let sides = change(board.tiles[tile].openings(), side);
            board.tiles[tile] = Piece::opening(sides).map_or(Tile::Wall, Tile::Piece);
        }
    }
}

/// Every tile turned in any way, but not all of them right.
fn at_random(solved: &Tiling, chance: &mut Chance) -> Tiling {
    let mut board = solved.clone();
    for tile in &mut board.tiles {
        if let Tile::Piece(piece) = tile {
            *piece = piece.turned(chance.below(piece.kind.ways().into()) as i8);
        }
    }
    if board == *solved { turned_further(solved, solved, chance).unwrap_or(board) } else { board }
}

/// As many tiles turned as take so many turns.
fn by_turns(solved: &Tiling, level: Level, chance: &mut Chance) -> Tiling {
    let range = level.fewest_of_full(solved.size);
    let room = (range.end() - range.start() + 1) as u32;
    let wanted = range.start() + chance.below(room) as usize;
    let mut board = solved.clone();
    for _ in 0..wanted {
        board = turned_further(&board, solved, chance).unwrap_or(board);
    }
    board
}

/// The board with one tile turned by a quarter, so that it takes one turn more.
fn turned_further(board: &Tiling, solved: &Tiling, chance: &mut Chance) -> Option<Tiling> {
    let mut further = Vec::new();
    for tile in 0..board.tiles.len() {
        let (Some(now), Some(right)) = (board.piece(tile), solved.piece(tile)) else { continue };
        let turns = |piece: Piece| piece.quarters_to(right).unsigned_abs();
        let turned = [1, -1].map(|quarters| now.turned(quarters));
        further.extend(turned.into_iter().filter(|t| turns(*t) > turns(now)).map(|t| (tile, t)));
    }
    chance.pick(&further).map(|(tile, piece)| board.with(*tile, *piece))
}

/// The fewest quarter turns that lead from one board to another of the same pieces.
pub fn turns(from: &Tiling, to: &Tiling) -> usize {
    let pairs = from.pieces().zip(to.pieces());
    pairs.map(|(now, right)| usize::from(now.quarters_to(right).unsigned_abs())).sum()
}

/// The first tile, from the arrow along the net, that does not lie right: an unlocked one, if there
/// is any.
pub fn first_wrong(board: &Tiling, solved: &Tiling) -> Option<usize> {
    let is_wrong = |tile: &usize| match (board.piece(*tile), solved.piece(*tile)) {
        (Some(now), Some(right)) => now.quarters != right.quarters,
        _ => false,
    };
    let is_locked = |tile: &usize| board.piece(*tile).is_some_and(|p| p.hold == Hold::Locked);
    solved.spreading_from(solved.arrow()).into_iter().filter(is_wrong).min_by_key(is_locked)
}
