//! The computer's choice of a square on each level.

pub use super::choice::{Candidate, Choice, Outlook, Reason, RowOfFours, Turn};
use super::perfect::perfect;
use super::score::{Worth, glance, look_ahead};
use super::terms::{LEVEL, Level, Rule};
use crate::games::shared::grid::GridGame;
use crate::games::shared::lines::{Field, Grid, Mark, members};
use std::cmp::Reverse;

/// The lot for the computer's next choice. 0 on a level that draws none.
pub fn lot(game: &GridGame) -> u8 {
    if game.choices.of(&LEVEL).draws_lots() {
        u8::try_from(game.lot().below(LOTS.into())).expect("a lot is below LOTS")
    } else {
        0
    }
}

/// The number of lots for one move: for each look or glance one of the squares to choose from.
pub const LOTS: u8 = LOOKS * GLANCE_CHOICE;
/// A level looks ahead at some of this many moves, and glances at the others.
const LOOKS: u8 = 24;
/// A glance chooses from this many squares that look best.
const GLANCE_CHOICE: u8 = 3;

/// The number of moves, of [`LOOKS`], at which a level looks ahead. They are tuned so that a beginner
/// has about half of the points at the easy level, and a careful player at the medium level.
fn looks(level: Level, grid: &Grid) -> u8 {
    match (level, grid.side) {
        (Level::Easy, 3) => 12,
        (Level::Easy, 4) => 10,
        (Level::Easy, 5) => 8,
        (Level::Easy, _) => 3,
        (Level::Casual, 9) => 12,
        (Level::Casual, _) => 15,
        (Level::Medium, 9) => 23,
        (Level::Medium, _) => 20,
        (Level::Classic | Level::Perfect, _) => LOOKS,
    }
}

/// The computer's choice. `None` if no square is free. Only a level that draws lots uses `lot`.
pub fn choose(turn: Turn, level: Level, lot: u8) -> Option<Choice> {
    match level {
        Level::Perfect => perfect(turn, classic(turn)?, false),
        _ if lot % LOOKS < looks(level, turn.grid) => classic(turn),
        _ => at_a_glance(turn, usize::from(lot / LOOKS)),
    }
}

/// The choice of this square, with everything looked at that the limit allows, to be explained. The
/// reason follows from the square, so it reveals no lot.
pub fn explained(turn: Turn, level: Level, square: usize) -> Option<Choice> {
    let choice = match level {
        Level::Perfect => perfect(turn, classic(turn)?, true)?,
        Level::Classic => classic(turn)?,
        Level::Easy | Level::Casual | Level::Medium => match classic(turn)? {
            ahead if ahead.square == square => ahead,
            _ => at_a_glance(turn, 0)?,
        },
    };
    Some(Choice { square, ..choice })
}

impl Turn {
    /// The free squares, the best-looking first, and equals in order.
    fn ranked(&self, worth: fn(&Grid, Rule, Field, Mark, usize) -> Worth) -> Vec<Candidate> {
        let candidate = |square| Candidate {
            square,
            worth: worth(self.grid, self.rule, self.field, self.mark, square),
            outlook: Outlook::default(),
        };
        let free = self.field.free(self.grid);
        let mut ranked: Vec<Candidate> = members(free).map(candidate).collect();
        ranked.sort_by_key(|one| Reverse(one.worth));
        ranked
    }
}

/// A glance takes a win, and otherwise by lot one of the squares that look best. It ignores the
/// answer.
fn at_a_glance(turn: Turn, lot: usize) -> Option<Choice> {
    let considered = turn.ranked(glance);
    let best = considered.first()?;
    let playable = considered.iter().filter(|candidate| candidate.worth != Worth::Loses);
    let short: Vec<usize> =
        playable.take(GLANCE_CHOICE.into()).map(|candidate| candidate.square).collect();
    let (square, reason) = match best.worth {
        Worth::Wins => (best.square, Reason::Line),
        Worth::Loses => (best.square, Reason::Forced),
        Worth::Scores(_) => (*short.get(lot % short.len().max(1))?, Reason::Lot(short.len())),
    };
    Some(Choice::new(square, reason, considered))
}

/// The level of the PHP program: the best look-ahead, and the first among equals.
pub fn classic(turn: Turn) -> Option<Choice> {
    let considered = turn.ranked(look_ahead);
    let best = considered.first()?;
    let reason = match best.worth {
        Worth::Wins => Reason::Line,
        Worth::Scores(_) => Reason::Score,
        Worth::Loses => Reason::Forced,
    };
    Some(Choice::new(best.square, reason, considered))
}
