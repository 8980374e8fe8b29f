//! The game that an input of the fuzzer attacks.

use parlour::game::any::AnyGame;
use parlour::games;

/// The games in the order in which they were added. Append new ones: an input in fuzz/corpus names
/// its game by its place here, and must keep its meaning.
pub const ORDER: [&str; 10] = [
    "concentration",
    "tictactoe",
    "noughts",
    "maze",
    "rps",
    "eights",
    "nim",
    "mines",
    "mastermind",
    "chess",
];

/// The game that a byte of an input chooses.
pub fn chosen_by(byte: u8) -> &'static AnyGame {
    let key = ORDER[usize::from(byte) % ORDER.len()];
    games::find(key).unwrap_or_else(|| panic!("there is no game {key} any more"))
}
