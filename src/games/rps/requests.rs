//! The requests of players, and their faults.

use crate::prelude::*;

pub const UNKNOWN_HAND: Fault =
    Fault::new(901, "unknown_hand", "Unrecognized hand type. Use rock, paper or scissors.");
pub const GAME_OVER: Fault = Fault::new(902, "game_over", "The game is over.");
pub const NOTHING_TO_SHOW: Fault =
    Fault::new(903, "nothing_to_show", "The match is not over, so there is nothing to show yet.");

pub static CHOOSE_HAND: RequestSpec = RequestSpec::new(
    "choose_hand",
    "throw it",
    "Throws a hand: rock, paper or scissors, in any case, or any leading part of the word.",
)
.taking(&[ArgumentSpec::word("hand_type", &["rock", "paper", "scissors"], UNKNOWN_HAND)])
.refused_with(&[GAME_OVER]);
pub static SHOW: RequestSpec = RequestSpec::new(
    "show",
    "show the hands",
    "Between two people: shows the last hands to everybody when the match is over.",
)
.refused_with(&[NOTHING_TO_SHOW]);
