//! What can be chosen before a game of noughts and crosses.

use crate::game::prelude::*;
use crate::games::shared::lines::{FIVE, FOUR, Grid, NINE, THREE};

/// How well the computer plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// It looks at the board as it is, and not always well.
    Easy,
    /// It looks at every answer to every move, as the source does.
    Classic,
    /// It proves what a move leads to.
    Perfect,
}

impl Level {
    /// `classic`. On nine by nine nobody knows what is perfect.
    pub const fn name(self, grid: &Grid) -> &'static str {
        match self {
            Level::Easy => "easy",
            Level::Classic => "classic",
            Level::Perfect if grid.side == 9 => "far-sighted",
            Level::Perfect => "perfect",
        }
    }
}

/// What a line is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Making one wins.
    Normal,
    /// Making one loses.
    Misere,
}

/// How well the computer plays.
pub static LEVEL: GameOption<Level> = GameOption::new(
    "level",
    "Level",
    &[
        noted("classic", "classic", "looks one move ahead", Level::Classic),
        noted("easy", "easy", "you can win", Level::Easy),
        noted("perfect", "perfect", "looks as far as it can", Level::Perfect),
    ],
);

/// What the game is played on.
pub static BOARD: GameOption<&Grid> = GameOption::new(
    "board",
    "Board",
    &[
        value("3x3", "3 by 3, three in a row", &THREE),
        value("4x4", "4 by 4, four in a row", &FOUR),
        value("5x5", "5 by 5, four in a row", &FIVE),
        value("9x9", "9 by 9, five in a row", &NINE),
    ],
);

/// What a line is for.
pub static RULE: GameOption<Rule> = GameOption::new(
    "rule",
    "Goal",
    &[
        value("normal", "make a line", Rule::Normal),
        value("misere", "make no line (misère)", Rule::Misere),
    ],
);
