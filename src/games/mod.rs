//! The table of games: one row each. A new game is one file here and one row below.

mod concentration;
mod eights;
mod mastermind;
mod maze;
mod mines;
mod nim;
mod noughts;
#[cfg(test)]
mod played;
mod rps;
pub mod shared;
mod tictactoe;

use crate::game::any::AnyGame;

/// Every game of the parlour, in the order in which the index shows them.
pub const GAMES: &[AnyGame] = &[
    AnyGame::of::<concentration::Concentration>(),
    AnyGame::of::<tictactoe::TicTacToe>(),
    AnyGame::of::<noughts::Noughts>(),
    AnyGame::of::<nim::Nim>(),
    AnyGame::of::<maze::Maze>(),
    AnyGame::of::<mines::Minesweeper>(),
    AnyGame::of::<mastermind::Mastermind>(),
    AnyGame::of::<rps::RockPaperScissors>(),
    AnyGame::of::<eights::CrazyEights>(),
];

/// The game with this key.
pub fn find(key: &str) -> Option<&'static AnyGame> {
    GAMES.iter().find(|game| game.ruleset.key == key)
}

#[cfg(test)]
mod tests;
