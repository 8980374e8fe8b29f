//! How a computer player chooses. It is given [`Seen`] and nothing else, so that it cannot know
//! what a person in its seat would not. It never draws by choice.
//!
//! How good the levels are is held by the tests, against a player of four lines, who plays from the
//! longest suit, the highest card first, and keeps the eights.

mod glance;
mod imagine;

use super::position::{Level, Seen};
use super::requests::Move;

/// The card to play, or the suit to name after an eight; nothing if no card can be played. Who has
/// thought ahead says with an eight which suit they name next.
pub fn choose(seen: &Seen) -> Option<(Move, Option<Move>)> {
    match seen.level {
        Level::Easy => Some((glance::choose(seen)?, None)),
        Level::Good | Level::Counting => imagine::choose(seen),
    }
}
