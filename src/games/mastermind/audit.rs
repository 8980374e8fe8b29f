//! The hidden part of the game, for the tests.

use super::*;
use crate::game::audit::{Audited, Hidden};

impl Audited for Mastermind {
    const HIDDEN: Hidden<Position> = Hidden::dealt_anew(redeal_code);

    fn defies_peeking(choices: &Choices) -> bool {
        kind(choices) == Kind::Evasive
    }

    /// Ten guesses of four pegs, or ten answers; of two people both, and the code.
    fn requests_max(_choices: &Choices) -> u32 {
        60
    }
}

/// Another code that fits what was answered, for whoever does not know it; and other pegs in a row
/// that somebody is making a code of.
pub(super) fn redeal_code(position: &Position, viewer: Viewer, chance: &mut Chance) -> Position {
    let mut other = position.clone();
    if position.is_over() || position.kind == Kind::People && viewer == Viewer::Seat(MAKER) {
        return other;
    }
    if position.is_making() {
        other.row.iter_mut().for_each(|peg| *peg = chance.below(PEGS.len() as u32) as usize);
    }
    if position.code.is_some() {
        other.code = chance.pick(&computer::fitting(&position.guesses)).copied();
    }
    other
}
