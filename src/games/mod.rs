//! The table of games. A new game is one file or folder here, its `mod` line, and a row.
//!
//! A game implements [`Game`](crate::game::contract::Game). A game for two in turn with nothing
//! hidden implements [`Duel`](crate::prelude::Duel), which does most of the work. Nim is the smallest of
//! them.

mod chess;
mod concentration;
mod eights;
mod four;
pub mod letters;
mod mastermind;
mod maze;
mod mines;
mod nim;
mod noughts;
#[cfg(test)]
mod played;
mod reversi;
mod rps;
pub mod shared;
mod tictactoe;

use crate::game::any::AnyGame;
#[cfg(any(test, feature = "audit"))]
use crate::game::audit::Audit;
#[cfg(any(test, feature = "audit"))]
use crate::program::Program;

/// The list of games, and beside it what the tests know of each.
macro_rules! games {
    ($($game:ty,)*) => {
        /// Every game, group by group, in the order of the start page.
        pub const GAMES: &[AnyGame] = &[$(AnyGame::of::<$game>()),*];

        /// The row of each game for the tests, in the same order.
        #[cfg(any(test, feature = "audit"))]
        pub const AUDITS: &[Audit] = &[$(Audit::of::<$game>()),*];
    };
}

games![
    concentration::Concentration,
    chess::mate::Mate,
    maze::Maze,
    mines::Minesweeper,
    mastermind::Mastermind,
    letters::FiveLetters<letters::English>,
    tictactoe::TicTacToe,
    noughts::Noughts,
    nim::Nim,
    chess::Chess,
    four::Four,
    reversi::Reversi,
    rps::RockPaperScissors,
    eights::CrazyEights,
];

/// The program with these games.
#[cfg(any(test, feature = "audit"))]
pub static PARLOUR: Program = Program::new("parlour", "Parlour", env!("CARGO_PKG_VERSION"), GAMES);

/// The game of Parlour with this key.
#[cfg(any(test, feature = "audit"))]
pub fn find(key: &str) -> Option<&'static AnyGame> {
    PARLOUR.find(key)
}

/// The row of a game for the tests.
#[cfg(any(test, feature = "audit"))]
pub fn audit(game: &AnyGame) -> &'static Audit {
    let of_game = AUDITS.iter().find(|audit| audit.key == game.ruleset.key);
    of_game.expect("every game has a row of the tests")
}

#[cfg(test)]
mod tests;
