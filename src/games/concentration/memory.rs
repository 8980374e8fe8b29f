//! Players of Concentration that forget, by a stated rule, and what each would need on a deal.
//!
//! Such a player remembers the tiles that were turned last, by anybody: so many, and no others. If
//! two of those it remembers are a pair it turns them up. Else it turns up one that it does not
//! remember, and then its match if it remembers that, or else another that it does not remember.
//! Which one is as good as drawn by lot: it follows from how many tiles were turned before.

use super::position::{Memory, Position};

/// The tile that the computer turns up next; none if none lies face down.
pub fn choose(position: &Position) -> Option<usize> {
    let tiles = 0..position.found.len();
    let first = position.first.filter(|_| position.second.is_none());
    let is_open = |tile: &usize| !position.is_matched(*tile) && first != Some(*tile);
    let known =
        || tiles.clone().filter(is_open).filter(|tile| position.remembered(*tile).is_some());
    let mate = |tile: usize| {
        let value = position.value(tile);
        known().find(|other| *other != tile && position.remembered(*other) == value)
    };
    let of_pair = match first {
        Some(first) => mate(first),
        None => known().find(|tile| mate(*tile).is_some()),
    };
    let is_unknown = |tile: &usize| position.remembered(*tile).is_none();
    let unknown: Vec<usize> = tiles.clone().filter(is_open).filter(is_unknown).collect();
    let some_unknown = || unknown.get(lot(position.looks) % unknown.len().max(1)).copied();
    of_pair.or_else(some_unknown).or_else(|| known().next())
}

/// A number as good as drawn by lot, by how many tiles were turned before (the mixing of SplitMix64).
fn lot(looks: u32) -> usize {
    let state = u64::from(looks + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    ((mixed ^ mixed >> 27) >> 33) as usize
}

/// The turns that a player of this memory needs for the same deal, alone.
pub fn turns_alone(position: &Position, memory: Memory) -> u32 {
    let mut alone = Position {
        players: 1,
        opponent: Some(memory),
        found: vec![None; position.found.len()],
        owner: vec![None; position.owner.len()],
        first: None,
        second: None,
        looks: 0,
        player: 0,
        recent: Vec::new(),
        shown: [None; 2],
        ..position.clone()
    };
    while let Some(tile) = choose(&alone).filter(|_| alone.looks < LOOKS_ENOUGH) {
        alone = alone.turn_up(tile);
    }
    alone.turns()
}

/// More looks than any such player needs: a bound for deals that were made up.
const LOOKS_ENOUGH: u32 = 4_000;
