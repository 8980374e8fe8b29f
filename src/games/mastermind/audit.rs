//! The hidden part of the game, for the tests.

use super::position::MAKER;
use super::*;
use crate::game::audit::{Audited, Hidden};

impl Audited for Mastermind {
    const HIDDEN: Hidden<Position> = Hidden::dealt_anew(redeal_code);

    fn defies_peeking(choices: &Choices) -> bool {
        kind(choices) == Kind::Evasive
    }

    /// The most are at a table of two people: the code, and ten guesses with their answers.
    fn requests_max(_choices: &Choices) -> u32 {
        60
    }
}

/// Deals another code that fits the answers, and other pegs of a code that the maker is making.
pub(super) fn redeal_code(position: &Position, viewer: Viewer, chance: &mut Chance) -> Position {
    let mut other = position.clone();
    if position.is_over() || position.kind == Kind::People && viewer == Viewer::Seat(MAKER) {
        return other;
    }
    if position.task() == Task::MakeCode {
        other.row.iter_mut().for_each(|peg| *peg = chance.below(KINDS as u32) as usize);
    }
    if position.code.is_some() {
        other.code = chance.pick(&computer::fitting(&position.guesses)).copied();
    }
    other
}
