//! A position of tic-tac-toe, and the computer's move in it.

use super::patterns::{self, EMPTY, Reading, Reason, Squares};
use crate::game::prelude::*;
use crate::games::shared::grid_game::{Ending, GridGame};
use crate::games::shared::lines::{Mark, THREE};

/// How the computer reads its patterns.
pub static PLAY: GameOption<Reading> = GameOption::new(
    "play",
    "Level",
    &[
        value("careful", "careful: it never loses", Reading::Careful),
        value("hasty", "hasty: it can be beaten", Reading::Hasty),
    ],
);

/// A position.
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    pub reading: Reading,
    pub game: GridGame,
}

impl Position {
    /// An empty board.
    pub fn new(choices: &Choices) -> Self {
        let game = GridGame::new(&THREE, Mark::Cross, choices);
        Position { reading: choices.of(&PLAY), game }
    }

    /// The square that the computer takes, and why; none if the board is full.
    pub fn choice(&self, game: &GridGame) -> Option<(usize, Reason)> {
        patterns::choose(&letters(game), self.reading)
    }

    /// The game before the computer's last move, the square that it took, and why; none if it has made
    /// no move.
    pub fn last_choice(&self) -> Option<(GridGame, usize, Reason)> {
        let (before, square) = self.game.computer_moves().next_back()?;
        let (_, reason) = self.choice(&before)?;
        Some((before, square, reason))
    }

    /// The position after a mark.
    pub fn with(&self, square: usize) -> Self {
        Position { game: self.game.with(square), ..*self }
    }

    /// Who has won, if anybody has.
    pub fn winner(&self) -> Option<Mark> {
        match self.game.ending() {
            Some(Ending::Line(mark)) => Some(mark),
            _ => None,
        }
    }
}

/// The board as the patterns read it.
pub fn letters(game: &GridGame) -> Squares {
    let field = game.field();
    std::array::from_fn(|square| match field.mark(square) {
        Some(Mark::Cross) => b'X',
        Some(Mark::Nought) => b'O',
        None => EMPTY,
    })
}
