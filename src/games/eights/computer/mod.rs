//! The choice of a computer player. It gets only [`Seen`], so that it knows no more than a person
//! in its seat. It never draws by choice.
//!
//! The tests measure the levels against a player of four lines, who plays from the longest suit, the
//! highest card first, and keeps the eights.

pub(crate) mod glance;
mod imagine;

use super::position::Seen;
use super::requests::Move;
use super::terms::Level;

/// The card to play, or the suit to name after an eight. `None` if no card can be played. A level
/// that thinks ahead tells with an eight the suit that it names next.
pub fn choose(seen: &Seen) -> Option<(Move, Option<Move>)> {
    match seen.terms.level {
        Level::Easy => Some((glance::choose(seen)?, None)),
        Level::Good | Level::Counting => imagine::choose(seen),
    }
}
