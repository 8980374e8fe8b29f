//! The table of games: one row each. A new game is one file here and one row below.

mod concentration;
mod noughts;
mod tictactoe;

use crate::game::Row;

/// Every game of the parlour, in the order in which the index shows them.
pub const GAMES: &[Row] = &[
    Row::of::<concentration::Concentration>(),
    Row::of::<noughts::Noughts>(),
    Row::of::<tictactoe::TicTacToe>(),
];

/// The game with this key.
pub fn find(key: &str) -> Option<&'static Row> {
    GAMES.iter().find(|row| row.ruleset.key == key)
}
