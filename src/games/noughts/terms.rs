//! The options of noughts and crosses.

use crate::games::shared::lines::{FIVE, FOUR, Grid, NINE, THREE};
use crate::prelude::*;

/// The strength of the computer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// It looks ahead now and then, and otherwise takes a glance.
    Easy,
    /// It looks ahead more often.
    Casual,
    /// It looks ahead most of the time.
    Medium,
    /// It looks at every answer to every move, as the source does.
    Classic,
    /// It proves what a move leads to.
    Perfect,
}

impl Level {
    /// `classic`. Perfect play on nine by nine is unknown. The misère game is played there as on
    /// the classic level until few squares are left.
    pub fn name(self, grid: &Grid, rule: Rule) -> &'static str {
        match self {
            Level::Easy => "easy",
            Level::Casual => "casual",
            Level::Medium => "medium",
            Level::Classic => "classic",
            Level::Perfect if grid.side == 9 && rule == Rule::Misere => "classic to the endgame",
            Level::Perfect if grid.side == 9 => "far-sighted",
            Level::Perfect => "perfect",
        }
    }

    /// Returns true if a lot decides at each move whether the computer looks ahead.
    pub fn draws_lots(self) -> bool {
        !matches!(self, Level::Classic | Level::Perfect)
    }

    /// Returns true if no game against the level can be won. The tests play them all on the two smaller
    /// boards.
    pub fn never_loses(self, grid: &Grid, rule: Rule) -> bool {
        match (self, rule) {
            (Level::Perfect, Rule::Normal) => grid.side < 9,
            (Level::Perfect, Rule::Misere) | (Level::Classic, Rule::Normal) => grid.side < 5,
            _ => false,
        }
    }
}

/// The effect of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Making one wins.
    Normal,
    /// Making one loses.
    Misere,
}

/// The strength of the computer.
pub static LEVEL: GameOption<Level> = GameOption::new(
    "level",
    "Level",
    &[
        noted("classic", "classic", "looks one move ahead", Level::Classic),
        noted("easy", "easy", "looks ahead now and then", Level::Easy),
        noted("casual", "casual", "looks ahead at times", Level::Casual),
        noted("medium", "medium", "looks ahead most of the time", Level::Medium),
        noted("perfect", "perfect", "looks as far as it can", Level::Perfect),
    ],
);

/// The grid.
pub static SIZE: GameOption<&Grid> = GameOption::new(
    "size",
    "Board",
    &[
        // Both can win here.
        value("5x5", "5 by 5, four in a row", &FIVE),
        value("3x3", "3 by 3, three in a row", &THREE),
        value("4x4", "4 by 4, four in a row", &FOUR),
        value("9x9", "9 by 9, five in a row", &NINE),
    ],
);

/// The effect of a line.
pub static RULE: GameOption<Rule> = GameOption::new(
    "rule",
    "Goal",
    &[
        value("normal", "make a line", Rule::Normal),
        value("misere", "make no line (misère)", Rule::Misere),
    ],
);
