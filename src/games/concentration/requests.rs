//! The request of Concentration, and its faults.

use crate::prelude::*;

pub const NO_SUCH_TILE: Fault =
    Fault::new(901, "no_such_tile", "No such tile. A tile is a row and a column, as in 2,3.");
pub const ALREADY_MATCHED: Fault =
    Fault::new(902, "already_matched", "That tile is matched already. Choose another.");
pub const ALREADY_UP: Fault =
    Fault::new(903, "already_up", "That tile is face up now. Choose one that is face down.");
pub const GAME_OVER: Fault = Fault::new(904, "game_over", "The game is over: every pair is found.");

pub static TURN: RequestSpec = RequestSpec::new(
    "turn",
    "turn it up",
    "Turns up a tile that is face down. Tiles are numbered from 1, row by row.",
)
.taking(&[ArgumentSpec::number("tile", 1, 64, NO_SUCH_TILE)])
.refused_with(&[ALREADY_MATCHED, ALREADY_UP, GAME_OVER]);
