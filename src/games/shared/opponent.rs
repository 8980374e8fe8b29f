//! What games have in common in which one person plays against the computer.

use crate::game::prelude::*;

/// The seat of the person.
pub const PERSON: Seat = 0;
/// The seat of the computer.
pub const COMPUTER: Seat = 1;

/// Who makes the first move.
pub static FIRST: GameOption<Seat> = GameOption::new(
    "first",
    "Who begins",
    &[value("visitor", "you begin", PERSON), value("computer", "the computer begins", COMPUTER)],
);

/// There is no move of the computer to explain.
pub const NO_MOVE_YET: Fault = Fault::new(
    904,
    "no_move_yet",
    "The computer has not moved yet, so there is nothing to explain.",
);

/// Asks for the reason of the computer's last move.
pub static WHY: RequestSpec = RequestSpec::new(
    "why",
    "explain the last move",
    "Asks why the computer made its last move. The answer shows what it saw and how it decided; the position stays as it is.",
)
.refused_with(&[NO_MOVE_YET])
.read_only();
