//! How the computer chooses its square, on each level, and what it considered.

pub use super::choice::{Candidate, Choice, Outlook, Reason, RowOfFours, Turn};
use super::perfect::perfect;
use super::score::{Worth, glance, look_ahead};
use super::terms::{Level, Rule};
use crate::games::shared::lines::{Field, Grid, Mark, Squares, members};
use std::cmp::Reverse;

/// How many lots there are for one move of the easy level: for every third of the attention one
/// for each of the squares it chooses from.
pub const LOTS: u64 = (ATTENTION * EASY_CHOICE) as u64;
/// The easy level sees a line of the visitor but for one time in so many.
const ATTENTION: usize = 3;
/// The easy level chooses from so many squares that look best.
const EASY_CHOICE: usize = 3;

/// The computer's choice; none if no square is free. `lot` matters on the easy level only.
pub fn choose(turn: Turn, level: Level, lot: u8) -> Option<Choice> {
    match level {
        Level::Easy => easy(turn, usize::from(lot)),
        Level::Classic => classic(turn),
        Level::Perfect => perfect(turn, classic(turn)?, false),
    }
}

/// The choice of the same move, with everything looked at that the limit allows, to be explained.
pub fn choose_at_length(turn: Turn, level: Level, lot: u8) -> Option<Choice> {
    match level {
        Level::Perfect => perfect(turn, classic(turn)?, true),
        _ => choose(turn, level, lot),
    }
}

impl Turn {
    fn free(&self) -> Squares {
        self.field.free(self.grid)
    }

    fn other(&self) -> Squares {
        self.field.of(self.mark.other())
    }

    /// The free squares, those that look best first, and equals in order.
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
    let threats = match turn.rule {
        Rule::Normal => turn.grid.completing(turn.other(), turn.free()),
        Rule::Misere => 0,
    };
    let is_attentive = !lot.is_multiple_of(ATTENTION);
    let best = considered.first()?;
    let (square, reason) = match (best.worth, members(threats).next()) {
        (Worth::Wins, _) => (best.square, Reason::Line),
        (Worth::Loses, _) => (best.square, Reason::Forced),
        (_, Some(threat)) if is_attentive => (threat, Reason::Block),
        (_, threat) => {
            let playable = considered.iter().filter(|c| c.worth != Worth::Loses);
            let short: Vec<&Candidate> = playable.take(EASY_CHOICE).collect();
            let drawn = short.get(lot / ATTENTION % short.len().max(1))?.square;
            let overlooked = threat.is_some() && threats >> drawn & 1 == 0;
            (drawn, Reason::Lot(short.len(), overlooked))
        }
    };
    Some(Choice::new(square, reason, considered))
}

/// The level of the source: the best look-ahead, and the first among equals.
fn classic(turn: Turn) -> Option<Choice> {
    let considered = turn.ranked(look_ahead);
    let best = considered.first()?;
    let reason = match best.worth {
        Worth::Wins => Reason::Line,
        Worth::Scores(_) => Reason::Score,
        Worth::Loses => Reason::Forced,
    };
    Some(Choice::new(best.square, reason, considered))
}
