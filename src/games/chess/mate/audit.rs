//! The hidden part of the game, for the tests.

use super::*;
use crate::game::audit::{Audited, Hidden};

impl Audited for Mate {
    const HIDDEN: Hidden<Position> = Hidden::Nothing;

    /// Random play ends with the solution, once in some 60 requests.
    fn requests_max(_: &Choices) -> usize {
        2_000
    }
}
