//! The hidden part of the game, for the tests.

use super::position::{Position, Task};
use super::{Dictionary, FiveLetters, hint};
use crate::game::audit::{Audited, Hidden};
use crate::prelude::*;

impl<D: Dictionary> Audited for FiveLetters<D> {
    const HIDDEN: Hidden<Position> = Hidden::dealt_anew(redeal::<D>);

    /// Seven words of five letters. Hard, often the only request besides one letter takes the last one out.
    fn requests_max(_: &Choices) -> usize {
        2_000
    }
}

/// Draws another word that fits all marks.
fn redeal<D: Dictionary>(position: &Position, _: Viewer, chance: &mut Chance) -> Position {
    let mut other = position.clone();
    if position.task() == Task::Guess {
        other.word = chance.pick(&hint::fitting::<D>(position)).copied();
    }
    other
}
