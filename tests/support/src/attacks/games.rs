//! The game that an input of the fuzzer attacks.

use parlour::game::any::AnyGame;
use parlour::games::GAMES;

/// The game that a byte of an input chooses: the games in the order of their numbers, so an input keeps its
/// meaning when a game is added.
pub fn chosen_by(byte: u8) -> &'static AnyGame {
    let mut games: Vec<&AnyGame> = GAMES.iter().collect();
    games.sort_by_key(|game| game.ruleset.number);
    games[usize::from(byte) % games.len()]
}
