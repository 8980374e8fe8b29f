//! What games have in common in which one person plays against the computer, or another person.

use crate::game::prelude::*;

/// The seat of the person.
pub const PERSON: Seat = 0;
/// The seat of the computer, or of another person.
pub const COMPUTER: Seat = 1;

/// Who makes the first move.
pub static FIRST: GameOption<Seat> = GameOption::new(
    "first",
    "Who begins",
    &[value("visitor", "you", PERSON), value("computer", "the computer", COMPUTER)],
);

/// The seat that makes the first move. Among people it is whoever opens the game.
pub fn first(choices: &Choices) -> Seat {
    if choices.people() == 1 { choices.of(&FIRST) } else { PERSON }
}

/// How many other games are offered at the end.
pub const NEXT_GAMES: usize = 2;

/// Asks for the reason of the computer's last move.
pub fn why_offer() -> Offer {
    Offer::new("Why this move?", &WHY, []).quiet()
}

/// The same game with the other player to begin.
pub fn other_first(first: Seat) -> NextGame {
    match first {
        PERSON => NextGame::with("The computer begins", &FIRST, COMPUTER),
        _ => NextGame::with("You begin", &FIRST, PERSON),
    }
}

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
    "Asks why the computer made its last move. The answer shows what it saw and how it decided. The position stays as it is.",
)
.refused_with(&[NO_MOVE_YET])
.read_only();
