//! The option for the level, and the board as the patterns read it.

use super::patterns::{self, EMPTY, Reading, Reason, Squares};
use crate::games::shared::grid::{GridGame, Position};
use crate::games::shared::lines::Mark;
use crate::prelude::*;

pub static PLAY: GameOption<Reading> = GameOption::new(
    "play",
    "Level",
    &[
        noted("careful", "careful", "it never loses", Reading::Careful),
        noted("easy", "easy", "it can be beaten", Reading::Hasty),
    ],
);

/// The square that the computer takes, and why. `None` if the board is full.
pub fn choice(game: &GridGame) -> Option<(usize, Reason)> {
    patterns::choose(&letters(&game.position), game.choices.of(&PLAY))
}

/// The board as the patterns read it.
pub fn letters(position: &Position) -> Squares {
    std::array::from_fn(|square| match position.field.mark(square) {
        Some(Mark::Cross) => b'X',
        Some(Mark::Nought) => b'O',
        None => EMPTY,
    })
}
