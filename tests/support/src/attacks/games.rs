//! The game that an input of the fuzzer attacks.

use parlour::game::any::AnyGame;
use parlour::games::GAMES;

/// The game that a byte of an input chooses: the one of the number behind it, so an input keeps its meaning
/// when a game is added. Other bytes choose any game.
pub fn chosen_by(byte: u8) -> &'static AnyGame {
    let numbered = GAMES.iter().find(|game| game.ruleset.number == byte.saturating_add(1));
    numbered.unwrap_or(&GAMES[usize::from(byte) % GAMES.len()])
}
