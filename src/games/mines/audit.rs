//! The hidden part of the game, for the tests.

use super::arrangements::{Assumed, Known};
use super::*;
use crate::game::audit::{Audited, Hidden};

impl Audited for Minesweeper {
    const HIDDEN: Hidden<Position> = Hidden::dealt_anew(redeal_hidden);

    fn defies_peeking(choices: &Choices) -> bool {
        choices.of(&IS_FAIR)
    }

    /// About every third random request opens a square. Flags are set and taken as often, and half of
    /// the closed squares have one.
    fn requests_max(choices: &Choices) -> usize {
        20 * choices.of(&SIZE).squares()
    }
}

/// Deals another seed, or other mines of a classic field. The mines show when one was hit.
pub(super) fn redeal_hidden(position: &Position, _: Viewer, chance: &mut Chance) -> Position {
    if position.hit.is_some() {
        return position.clone();
    }
    let under = match &position.under {
        Under::Unsettled { .. } => Under::Unsettled { seed: seed(chance) },
        Under::Mines(is_mine) => {
            let (size, known) = (position.size, Known::of(position.size, &position.field));
            let other =
                judge::draw(Meter::holding(judge::WORK), size, &known, &[], Assumed::Safe, chance);
            Under::Mines(other.unwrap_or_else(|| is_mine.clone()))
        }
    };
    Position { under, ..position.clone() }
}
