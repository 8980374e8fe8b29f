//! What happens in the maze, and how players are told of it.

use super::ruleset::{HEART_REACHED, HINT_GIVEN, TILE_LOCKED, TILE_TURNED, TILE_UNLOCKED};
use super::tile::Side;
use crate::game::prelude::Message;

/// Something that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The player has turned a tile, which now opens to these sides.
    Turned(usize, [Side; 2]),
    /// The player has locked a tile.
    Locked(usize),
    /// A tile was unlocked, by the player or for a hint.
    Unlocked(usize),
    /// A hint has settled a tile, which now opens to these sides.
    HintGiven(usize, [Side; 2]),
    /// The arrow reaches the heart.
    HeartReached {
        /// Quarter turns made by the player.
        turns: usize,
        /// The fewest with which the board could be solved as it was dealt.
        fewest: usize,
        /// Hints taken.
        hints: usize,
    },
}

impl Event {
    /// The tile that it changed, if it changed one.
    pub fn tile(self) -> Option<usize> {
        match self {
            Event::Turned(tile, _) | Event::HintGiven(tile, _) => Some(tile),
            Event::Locked(tile) | Event::Unlocked(tile) => Some(tile),
            Event::HeartReached { .. } => None,
        }
    }

    /// The event as players are told of it.
    pub fn message(self) -> Message {
        let letters = |sides: [Side; 2]| sides.map(|side| &side.name()[..1]).concat();
        match self {
            Event::Turned(tile, [a, b]) => TILE_TURNED.tell(
                [tile.into(), letters([a, b]).into()],
                format!("Tile {tile} now opens {} and {}.", a.name(), b.name()),
            ),
            Event::Locked(tile) => {
                TILE_LOCKED.tell([tile.into()], format!("Tile {tile} is locked."))
            }
            Event::Unlocked(tile) => {
                TILE_UNLOCKED.tell([tile.into()], format!("Tile {tile} is unlocked."))
            }
            Event::HintGiven(tile, [a, b]) => HINT_GIVEN.tell(
                [tile.into(), letters([a, b]).into()],
                format!("The hint: tile {tile} opens {} and {}, and stays so.", a.name(), b.name()),
            ),
            Event::HeartReached { turns, fewest, hints } => HEART_REACHED
                .tell([turns.into(), fewest.into(), hints.into()], "The arrow reaches the heart."),
        }
    }
}
