//! The requests of chess, their faults, and its message.

use crate::prelude::*;

pub const NO_SUCH_MOVE: Fault = Fault::new(901, "no_such_move", "That is no legal move.");
pub const LEAVES_CHECK: Fault =
    Fault::new(906, "leaves_check", "That would leave your king in check. Choose another move.");
pub const NO_SUCH_PIECE: Fault =
    Fault::new(902, "no_such_piece", "You have no piece there that can move. Choose another.");

pub static PLAY: RequestSpec = RequestSpec::new(
    "play",
    "play it",
    "Moves a piece from one square to another: e2e4. A promotion has a letter more, as in e7e8q. Castling is O-O or O-O-O.",
)
.taking(&[ArgumentSpec::word("squares", &["e2e4", "g1f3", "e7e8q", "O-O", "O-O-O"], NO_SUCH_MOVE)])
.refused_with(&[LEAVES_CHECK, GAME_OVER]);

pub static CHOOSE: RequestSpec = RequestSpec::new(
    "choose",
    "choose it",
    "Chooses the piece on a square and shows where it can move. The position stays as it is.",
)
.taking(&[ArgumentSpec::word("square", &["e2", "g1", "e7", "g8"], NO_SUCH_PIECE)])
.refused_with(&[GAME_OVER])
.read_only();

pub static MOVED: MessageSpec =
    MessageSpec::new("moved", &["player", "squares"], "A player moved a piece.");
