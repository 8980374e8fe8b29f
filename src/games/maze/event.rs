//! The events of the maze, and their messages.

use super::ruleset::BoardKind;
use super::tile::Sides;
use super::tiling::TileAt;
use crate::prelude::{Message, MessageSpec, capitalised};

/// Something that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The player has turned a tile by this number of quarters clockwise, or the other way if it is
    /// below 0. Now the tile opens to these sides.
    Turned(TileAt, i8, Sides),
    /// The player has locked a tile.
    Locked(TileAt),
    /// The player has unlocked a tile.
    Unlocked(TileAt),
    /// The player was shown the solution, and has lost.
    SolutionShown,
    /// The arrow reaches the heart, or every tile.
    HeartReached {
        /// The goal.
        kind: BoardKind,
        /// Quarter turns made by the player.
        turns: usize,
        /// The fewest with which the board could be solved as it was dealt.
        fewest: usize,
    },
}

static TURNED: MessageSpec = MessageSpec::new(
    "tile_turned",
    &["tile", "openings"],
    "The tile was turned and opens to these sides: letters of nesw.",
);
static LOCKED: MessageSpec = MessageSpec::new("tile_locked", &["tile"], "A tile was locked.");
static UNLOCKED: MessageSpec = MessageSpec::new("tile_unlocked", &["tile"], "A tile was unlocked.");
static SOLVED: MessageSpec =
    MessageSpec::new("solution_shown", &[], "The solution is shown, and the game is lost.");
static REACHED: MessageSpec = MessageSpec::new(
    "heart_reached",
    &["turns", "fewest"],
    "The arrow reaches its goal, after these turns. The fewest possible turns are given, too.",
);

pub const MESSAGES: &[&MessageSpec] = &[&TURNED, &LOCKED, &UNLOCKED, &SOLVED, &REACHED];

impl Event {
    /// The tile that it changed, if it changed one, and by how many quarters that was turned.
    pub fn tile(self) -> Option<(usize, i8)> {
        match self {
            Event::Turned(at, quarters, _) => Some((at.tile, quarters)),
            Event::Locked(at) | Event::Unlocked(at) => Some((at.tile, 0)),
            Event::SolutionShown | Event::HeartReached { .. } => None,
        }
    }

    /// The message about the event.
    pub fn message(self) -> Message {
        let place = |at: TileAt| capitalised(&at.place());
        match self {
            Event::Turned(at, _, sides) => TURNED.tell(
                [at.tile.into(), sides.letters().into()],
                format!("{} now opens {}.", place(at), sides.listed()),
            ),
            Event::Locked(at) => LOCKED.tell([at.tile.into()], format!("{} is locked.", place(at))),
            Event::Unlocked(at) => {
                UNLOCKED.tell([at.tile.into()], format!("{} is unlocked.", place(at)))
            }
            Event::SolutionShown => SOLVED.tell([], "The solution is shown."),
            Event::HeartReached { kind, turns, fewest } => {
                let goal = if kind.is_full() { "every tile" } else { "the heart" };
                REACHED.tell([turns.into(), fewest.into()], format!("The arrow reaches {goal}."))
            }
        }
    }
}
