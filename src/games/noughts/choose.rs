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
pub fn explained(turn: Turn, level: Level, square: usize) -> Option<Choice> {
    let choice = match level {
        Level::Easy => turn.judged_easy(square, turn.ranked(glance)),
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
    let is_attentive = !lot.is_multiple_of(ATTENTION);
    let threat = members(turn.threats()).next().filter(|_| is_attentive);
    let square = match (best.worth, threat) {
        (Worth::Wins | Worth::Loses, _) => best.square,
        (_, Some(threat)) => threat,
        (_, None) => {
            let short = turn.short_list(&considered);
            *short.get(lot / ATTENTION % short.len().max(1))?
        }
    };
    Some(turn.judged_easy(square, considered))
}

impl Turn {
    /// The squares that stop a line of the visitor.
    fn threats(&self) -> Squares {
        match self.rule {
            Rule::Normal => self.grid.completing(self.other(), self.free()),
            Rule::Misere => 0,
        }
    }

    /// The squares from which the easy level chooses by lot.
    fn short_list(&self, considered: &[Candidate]) -> Vec<usize> {
        let playable = considered.iter().filter(|c| c.worth != Worth::Loses);
        playable.take(EASY_CHOICE).map(|candidate| candidate.square).collect()
    }

    /// The choice of this square on the easy level. Its reason shows in the square, so the lot need
    /// not be known.
    fn judged_easy(&self, square: usize, considered: Vec<Candidate>) -> Choice {
        let threats = self.threats();
        let reason = match considered.first().map(|best| best.worth) {
            Some(Worth::Wins) => Reason::Line,
            Some(Worth::Loses) => Reason::Forced,
            _ if threats >> square & 1 == 1 => Reason::Block,
            _ => Reason::Lot(self.short_list(&considered).len(), threats != 0),
        };
        Choice::new(square, reason, considered)
    }
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
