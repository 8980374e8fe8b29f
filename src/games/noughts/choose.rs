//! The computer's choice of a square on each level.

pub use super::choice::{Candidate, Choice, Outlook, Reason, RowOfFours, Turn};
use super::perfect::perfect;
use super::score::{Worth, glance, look_ahead};
use super::terms::{LEVEL, Level, Rule};
use crate::games::shared::grid::GridGame;
use crate::games::shared::lines::{Field, Grid, Mark, Squares, members};
use std::cmp::Reverse;

/// The lot for the computer's next choice. Only the easy level draws one.
pub fn lot(game: &GridGame) -> u8 {
    match game.choices.of(&LEVEL) {
        Level::Easy => game.lot().below(LOTS as u32) as u8,
        Level::Classic | Level::Perfect => 0,
    }
}

/// The number of lots for one move of the easy level: for every third of the attention one
/// for each of the squares it chooses from.
pub const LOTS: u64 = (ATTENTION * EASY_CHOICE) as u64;
/// The easy level overlooks a line of the visitor one time in three.
const ATTENTION: usize = 3;
/// The easy level chooses from this many squares that look best.
const EASY_CHOICE: usize = 3;

/// The computer's choice. `None` if no square is free. Only the easy level uses `lot`.
pub fn choose(turn: Turn, level: Level, lot: u8) -> Option<Choice> {
    match level {
        Level::Easy => easy(turn, usize::from(lot)),
        Level::Classic => classic(turn),
        Level::Perfect => perfect(turn, classic(turn)?, false),
    }
}

/// The choice of this square, with everything looked at that the limit allows, to be explained.
pub fn explained(turn: Turn, level: Level, lot: u8, square: usize) -> Option<Choice> {
    let choice = match level {
        Level::Easy => easy(turn, usize::from(lot))?,
        Level::Classic => classic(turn)?,
        Level::Perfect => perfect(turn, classic(turn)?, true)?,
    };
    Some(Choice { square, ..choice })
}

impl Turn {
    fn free(&self) -> Squares {
        self.field.free(self.grid)
    }

    fn other(&self) -> Squares {
        self.field.of(self.mark.other())
    }

    /// The free squares, the best-looking first, and equals in order.
    fn ranked(&self, worth: fn(&Grid, Rule, Field, Mark, usize) -> Worth) -> Vec<Candidate> {
        let candidate = |square| Candidate {
            square,
            worth: worth(self.grid, self.rule, self.field, self.mark, square),
            outlook: Outlook::default(),
        };
        let mut ranked: Vec<Candidate> = members(self.free()).map(candidate).collect();
        ranked.sort_by_key(|candidate| Reverse(candidate.worth));
        ranked
    }
}

/// The easy level: it takes a win, sees most threats, and else takes by lot one of the squares
/// that look best at a glance.
fn easy(turn: Turn, lot: usize) -> Option<Choice> {
    let considered = turn.ranked(glance);
    let best = considered.first()?;
    // The squares that stop a line of the visitor.
    let threats = match turn.rule {
        Rule::Normal => turn.grid.completing(turn.other(), turn.free()),
        Rule::Misere => 0,
    };
    let is_attentive = !lot.is_multiple_of(ATTENTION);
    let (square, reason) = match (best.worth, members(threats).next()) {
        (Worth::Wins, _) => (best.square, Reason::Line),
        (Worth::Loses, _) => (best.square, Reason::Forced),
        (_, Some(threat)) if is_attentive => (threat, Reason::Block),
        _ => {
            let playable = considered.iter().filter(|c| c.worth != Worth::Loses);
            let short: Vec<usize> = playable.take(EASY_CHOICE).map(|c| c.square).collect();
            let drawn = *short.get(lot / ATTENTION % short.len().max(1))?;
            let overlooks = threats != 0 && threats >> drawn & 1 == 0;
            (drawn, Reason::Lot(short.len(), overlooks))
        }
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
