//! The computer of Concentration, which forgets by a rule.
//!
//! It remembers a fixed number of tiles: those that were turned up last. If it remembers a pair, it
//! turns up the pair. Otherwise it turns up a tile that it does not remember. Then it turns up the
//! match of that tile if it remembers it, or else another tile that it does not remember. The
//! number of looks decides by lot which one.

use super::position::{Kind, LOOKS_MAX, Memory, Position};
use crate::prelude::*;

/// The tile that the computer turns up next. `None` if every pair is found.
pub fn choose(position: &Position) -> Option<usize> {
    let first = if let [first] = position.up[..] { Some(first) } else { None };
    let is_open = |tile: &usize| Some(*tile) != first && !position.is_matched(*tile);
    let is_known = |tile: &usize| remembers(position, *tile);
    let open = (0..position.stock.len()).filter(is_open);
    let (known, unknown): (Vec<usize>, Vec<usize>) = open.partition(is_known);
    let values: Vec<_> = known.iter().map(|tile| position.value(*tile)).collect();
    let of_pair = match first {
        Some(first) => values.iter().position(|value| *value == position.value(first)),
        None => (1..values.len()).find(|at| values[..*at].contains(&values[*at])),
    };
    if let Some(at) = of_pair {
        return Some(known[at]);
    }
    let mut lot = Chance::from_seed([position.looks.to_le_bytes()[0]; 32]);
    lot.pick(&unknown).or(known.first()).copied()
}

/// Returns true if the computer remembers a tile that is not matched.
pub fn remembers(position: &Position, tile: usize) -> bool {
    match position.kind {
        Kind::Computer(Memory::All) => position.found.contains(&tile),
        _ => position.recent.contains(&tile),
    }
}

/// The turns that a computer alone needs for the same deal.
pub fn turns_alone(position: &Position, memory: Memory) -> u32 {
    let mut alone = Position {
        kind: Kind::Computer(memory),
        stock: position.stock.clone(),
        ..Position::face_down(&position.choices)
    };
    while alone.looks < LOOKS_MAX
        && let Some(tile) = choose(&alone)
    {
        alone.turn_up(tile);
    }
    alone.turns()
}
