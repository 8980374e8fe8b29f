//! The hidden part of the game, for the tests.

use super::*;
use crate::game::audit::{Audited, Hidden};

impl Audited for Concentration {
    const HIDDEN: Hidden<Position> = Hidden::dealt_anew(redeal_undiscovered);

    fn defies_peeking(choices: &Choices) -> bool {
        Kind::of(choices) == Kind::Alone
    }

    /// A player who turns up tiles at random needs pairs^2 turns on average (64 for 8 pairs).
    fn requests_max(choices: &Choices) -> usize {
        let pairs = choices.of(&SIZE).pairs();
        40 * pairs * pairs
    }
}

/// The values that are not discovered yet are hidden from everybody.
pub(super) fn redeal_undiscovered(position: &Position, _: Viewer, chance: &mut Chance) -> Position {
    let mut other = position.clone();
    chance.shuffle(&mut other.stock[position.found.len()..]);
    other
}
