//! The table of games. A new game is one file or folder here, and a row in each table below.
//!
//! A game implements [`Game`](crate::game::contract::Game). A game for two in turn with nothing
//! hidden implements [`Duel`](shared::duel::Duel), which does most of the work: Nim, tic-tac-toe,
//! noughts and crosses, and chess. Nim is the smallest of them.

mod chess;
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
use crate::game::ruleset::Ruleset;

/// Every game, in the order of the start page.
pub const GAMES: &[AnyGame] = &[
    AnyGame::of::<concentration::Concentration>(),
    AnyGame::of::<tictactoe::TicTacToe>(),
    AnyGame::of::<noughts::Noughts>(),
    AnyGame::of::<nim::Nim>(),
    AnyGame::of::<chess::Chess>(),
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

/// Returns true if an option or a request of a game has this name.
pub fn uses(name: &str) -> bool {
    let is_of = |ruleset: &Ruleset| {
        ruleset.request(name).is_some()
            || ruleset.options.iter().any(|option| option.name() == name)
    };
    GAMES.iter().any(|game| is_of(game.ruleset))
}

#[cfg(test)]
mod tests;

#[cfg(any(test, feature = "audit"))]
mod audits {
    use super::*;
    use crate::game::audit::Audit;

    /// The row of each game for the tests, in the same order.
    pub const AUDITS: &[Audit] = &[
        Audit::of::<concentration::Concentration>(),
        Audit::of::<tictactoe::TicTacToe>(),
        Audit::of::<noughts::Noughts>(),
        Audit::of::<nim::Nim>(),
        Audit::of::<chess::Chess>(),
        Audit::of::<maze::Maze>(),
        Audit::of::<mines::Minesweeper>(),
        Audit::of::<mastermind::Mastermind>(),
        Audit::of::<rps::RockPaperScissors>(),
        Audit::of::<eights::CrazyEights>(),
    ];

    /// The row of a game for the tests.
    pub fn audit(game: &AnyGame) -> &'static Audit {
        let of_game = AUDITS.iter().find(|audit| audit.key == game.ruleset.key);
        of_game.expect("every game has a row of the tests")
    }
}

#[cfg(any(test, feature = "audit"))]
pub use audits::{AUDITS, audit};
