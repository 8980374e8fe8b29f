//! The hidden part of the game, for the tests.

use super::arrangements::Assumed;
use super::*;
use crate::game::audit::{Audited, Hidden};

impl Audited for Minesweeper {
    const HIDDEN: Hidden<Position> = Hidden::dealt_anew(redeal_hidden);

    fn defies_peeking(choices: &Choices) -> bool {
        choices.of(&IS_FAIR)
    }

    /// At random about every third request opens a square: flags are set and taken as often, and
    /// half of the closed squares have one. A square that is opened at random ends the game or is
    /// one of as many as there are.
    fn requests_max(choices: &Choices) -> u32 {
        20 * choices.of(&SIZE).squares() as u32
    }
}

/// Nobody knows the seed, nor where the mines of a classic field lie; when one was hit they show.
pub(super) fn redeal_hidden(position: &Position, _: Viewer, chance: &mut Chance) -> Position {
    if position.hit.is_some() {
        return position.clone();
    }
    let under = match &position.under {
        Under::Unsettled { .. } => Under::Unsettled { seed: seed(chance) },
        Under::Mines(is_mine) => {
            let (size, field) = (position.size, &position.field);
            let other = judge::draw(size, field, &[], Assumed::Safe, chance);
            Under::Mines(other.unwrap_or_else(|| is_mine.clone()))
        }
    };
    Position { under, ..position.clone() }
}
