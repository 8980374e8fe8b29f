//! The table of games: one row each. A new game is one file here and one row below.

mod concentration;
mod eights;
mod maze;
mod noughts;
mod rps;
pub mod shared;
mod tictactoe;

use crate::game::contract::Row;

/// Every game of the parlour, in the order in which the index shows them.
pub const GAMES: &[Row] = &[
    Row::of::<concentration::Concentration>(),
    Row::of::<tictactoe::TicTacToe>(),
    Row::of::<noughts::Noughts>(),
    Row::of::<maze::Maze>(),
    Row::of::<rps::RockPaperScissors>(),
    Row::of::<eights::CrazyEights>(),
];

/// The game with this key.
pub fn find(key: &str) -> Option<&'static Row> {
    GAMES.iter().find(|row| row.ruleset.key == key)
}
