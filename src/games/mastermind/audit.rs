//! The hidden part of the game, for the tests.

use super::*;
use crate::game::audit::{Audited, Hidden};

impl Audited for Mastermind {
    const HIDDEN: Hidden<Position> = Hidden::dealt_anew(redeal_code);

    fn defies_peeking(choices: &Choices) -> bool {
        kind(choices) == Kind::Evasive
    }

    /// The most are in a challenge: the code, and ten guesses of five pegs each. One random request in
    /// six takes a peg out.
    fn requests_max(_choices: &Choices) -> usize {
        300
    }
}

/// Deals another code that fits the answers.
pub(super) fn redeal_code(position: &Position, _: Viewer, chance: &mut Chance) -> Position {
    let mut other = position.clone();
    if position.code.is_some() && !position.is_over() {
        let fits = |code: &Code| computer::fits(*code, &position.guesses);
        let codes: Vec<Code> = position.shape.codes().filter(fits).collect();
        other.code = chance.pick(&codes).copied();
    }
    other
}
