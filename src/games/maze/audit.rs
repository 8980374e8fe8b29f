//! The hidden part of the game, for the tests.

use super::*;
use crate::game::audit::{Audited, Hidden};

impl Audited for Maze {
    const HIDDEN: Hidden<Position> = Hidden::Nothing;

    /// Random play comes to the end by giving up, once in 300 requests. It goes on for 5,000 once in
    /// 10^7 games.
    fn requests_max(_: &Choices) -> usize {
        5_000
    }
}
