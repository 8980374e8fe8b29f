//! A position of noughts and crosses, and the computer's move in it.

use super::choose::{self, Choice, LOTS, Turn};
use super::terms::{BOARD, LEVEL, Level, RULE, Rule};
use crate::game::prelude::*;
use crate::games::shared::grid_game::{Ending, GridGame};
use crate::games::shared::lines::Mark;

/// The computer's mark.
pub const COMPUTER: Mark = Mark::Cross;

/// A position.
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    pub level: Level,
    pub rule: Rule,
    pub game: GridGame,
    /// On the easy level the lots of the computer's moves, in order; else none.
    pub lots: Vec<u8>,
}

impl Position {
    /// An empty board, its lots not yet drawn.
    pub fn new(choices: &Choices) -> Self {
        let (level, grid) = (choices.of(&LEVEL), choices.of(&BOARD));
        // The most marks that the computer can make.
        let lots =
            if level == Level::Easy && choices.people() == 1 { grid.size().div_ceil(2) } else { 0 };
        Position {
            level,
            rule: choices.of(&RULE),
            game: GridGame::new(grid, COMPUTER.other(), choices),
            lots: vec![0; lots],
        }
    }

    /// The computer's turn in a game with these terms, and the lot that goes with it.
    fn turn(&self, game: &GridGame) -> (Turn, u8) {
        let lot = self.lots.get(game.count(COMPUTER)).copied().unwrap_or(0);
        let turn = Turn { grid: game.grid, rule: self.rule, field: game.field(), mark: COMPUTER };
        (turn, lot)
    }

    /// The computer's choice; none if no square is free.
    pub fn choice(&self) -> Option<Choice> {
        let (turn, lot) = self.turn(&self.game);
        choose::choose(turn, self.level, lot)
    }

    /// The computer's choice in an earlier position of this game, with everything looked at that
    /// the limit allows, to be explained.
    pub fn choice_at_length(&self, before: &GridGame) -> Option<Choice> {
        let (turn, lot) = self.turn(before);
        choose::choose_at_length(turn, self.level, lot)
    }

    /// The position after a mark.
    pub fn with(&self, square: usize) -> Self {
        Position { game: self.game.with(square), ..self.clone() }
    }

    /// Who has won, if anybody has.
    pub fn winner(&self) -> Option<Mark> {
        match (self.game.ending(), self.rule) {
            (Some(Ending::Line(mark)), Rule::Normal) => Some(mark),
            (Some(Ending::Line(mark)), Rule::Misere) => Some(mark.other()),
            _ => None,
        }
    }

    /// The same position with other lots for the moves that are still to come: they show nowhere.
    pub fn with_other_lots(&self, chance: &mut Chance) -> Self {
        let mut other = self.clone();
        let to_come = other.lots.iter_mut().skip(self.game.count(COMPUTER));
        to_come.for_each(|lot| *lot = chance.below(LOTS as u32) as u8);
        other
    }
}
