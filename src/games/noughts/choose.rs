//! How the computer chooses its square, on each level, and what it considered.

pub use super::choice::{Candidate, Choice, Outlook, Reason, Turn, Verdict};
use super::score::{Worth, glance, look_ahead};
use super::solve::{Goal, Solver};
use super::terms::{Level, Rule};
use super::threats;
use crate::games::shared::lines::{Field, Grid, Mark, Squares, members};
use std::cmp::Reverse;

/// How many lots there are for one move of the easy level: for every third of the attention one
/// for each of the squares it chooses from.
pub const LOTS: u64 = (ATTENTION * EASY_CHOICE) as u64;
/// The easy level sees a line of the visitor but for one time in so many.
const ATTENTION: usize = 3;
/// The easy level chooses from so many squares that look best.
const EASY_CHOICE: usize = 3;

/// How many positions the perfect level looks at for one move, or to explain it. On the small boards
/// it never needs as many. On five by five a position took 1,320 instructions at most, so a reply
/// stays below the 20 million that `cargo test --test cost` allows.
pub const SEARCH_LIMIT: u32 = 14_000;
/// How many positions are kept for every further square while one is looked at. By trial: from 0 to
/// 100 it makes no difference to what is proved of the first two moves on five by five.
const SHORT_LOOK: u32 = 50;

/// The computer's choice; none if no square is free. `lot` matters on the easy level only.
pub fn choose(turn: Turn, level: Level, lot: u8) -> Option<Choice> {
    match level {
        Level::Easy => easy(turn, usize::from(lot)),
        Level::Classic => classic(turn),
        Level::Perfect => perfect(turn, false),
    }
}

/// The choice of this square, with everything looked at that the limit allows, to be explained.
pub fn explained(turn: Turn, level: Level, square: usize) -> Option<Choice> {
    let choice = match level {
        Level::Easy => Some(turn.judged_easy(square, turn.ranked(glance))),
        Level::Classic => classic(turn),
        Level::Perfect => perfect(turn, true),
    };
    choice.map(|choice| Choice { square, ..choice })
}

impl Turn {
    fn free(&self) -> Squares {
        self.field.free(self.grid)
    }

    fn own(&self) -> Squares {
        self.field.of(self.mark)
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

/// The perfect level: the best outlook that can be proved, and the best look-ahead among equals. On
/// nine by nine nothing can be proved, and it looks for threats.
pub fn perfect(turn: Turn, at_length: bool) -> Option<Choice> {
    if turn.grid.side == 9 {
        return if turn.rule == Rule::Normal { threats::choose(turn) } else { classic(turn) };
    }
    let Choice { square, reason, mut considered, .. } = classic(turn)?;
    if reason != Reason::Score {
        return Some(Choice::new(square, reason, considered));
    }
    if turn.grid.side == 5 && turn.field == Field::default() {
        considered.iter_mut().for_each(|c| c.outlook = opening(turn, c.square));
        let square = best_outlook(&considered)?;
        return Some(Choice::new(square, Reason::Outlook, considered));
    }
    let mut study = Study { turn, solver: Solver::new(turn.grid, turn.rule, SEARCH_LIMIT) };
    study.find_one_that_holds(&mut considered);
    study.find_one_that_wins(&mut considered);
    let square = best_outlook(&considered)?;
    if at_length {
        considered.iter_mut().for_each(|candidate| study.settle(candidate));
    }
    Some(Choice::new(square, Reason::Outlook, considered))
}

/// What the first mark on the empty board of five by five leads to. A search for it takes longer
/// than for any other move.
fn opening(turn: Turn, square: usize) -> Outlook {
    let is_centre = square == turn.grid.size() / 2;
    match turn.rule {
        // The game is a draw, and a mark more never harms.
        Rule::Normal => Outlook::DRAW,
        // From there every mark can be answered on the opposite square. Whether that also wins, and
        // what the other squares lead to, is not known.
        Rule::Misere if is_centre => Outlook { holds: Some(true), wins: None },
        Rule::Misere => Outlook::default(),
    }
}

/// The first that wins, else the first that holds, else the first that may hold, else the first.
fn best_outlook(considered: &[Candidate]) -> Option<usize> {
    let rank = |candidate: &&Candidate| match candidate.outlook {
        Outlook { wins: Some(true), .. } => 0,
        Outlook { holds: Some(true), .. } => 1,
        Outlook { holds: None, .. } => 2,
        Outlook { holds: Some(false), .. } => 3,
    };
    considered.iter().min_by_key(rank).map(|candidate| candidate.square)
}

/// The proofs of one move.
struct Study {
    turn: Turn,
    solver: Solver,
}

impl Study {
    /// Proves in turn whether they hold, up to the first that does. Each gets half of what is left
    /// of the limit, but leaves enough for a short look at every other.
    fn find_one_that_holds(&mut self, considered: &mut [Candidate]) {
        let count = considered.len() as u32;
        for (candidate, rest) in considered.iter_mut().zip((1..=count).rev()) {
            let left = self.solver.left();
            let share = (left / 2).saturating_sub(SHORT_LOOK * rest).max(left / rest);
            candidate.outlook.holds = self.holds(candidate, share);
            if candidate.outlook.holds == Some(true) {
                return;
            }
        }
    }

    /// Proves in turn whether they win, up to the first.
    fn find_one_that_wins(&mut self, considered: &mut [Candidate]) {
        for candidate in considered.iter_mut().filter(|c| c.outlook.holds != Some(false)) {
            candidate.outlook.wins = self.wins(candidate, self.solver.left());
            if candidate.outlook.wins == Some(true) {
                candidate.outlook = Outlook::WIN;
                return;
            }
        }
    }

    /// Proves what is not proved yet.
    fn settle(&mut self, candidate: &mut Candidate) {
        let limit = self.solver.left();
        if candidate.outlook.holds.is_none() {
            candidate.outlook.holds = self.holds(candidate, limit);
        }
        match candidate.outlook {
            Outlook { holds: Some(false), .. } => candidate.outlook = Outlook::LOSS,
            Outlook { wins: None, .. } => candidate.outlook.wins = self.wins(candidate, limit),
            _ => {}
        }
    }

    fn holds(&mut self, candidate: &Candidate, share: u32) -> Option<bool> {
        self.refutes(candidate, share, Goal::Win)
    }

    fn wins(&mut self, candidate: &Candidate, share: u32) -> Option<bool> {
        self.refutes(candidate, share, Goal::Draw)
    }

    /// Whether a move keeps the visitor from a goal.
    fn refutes(&mut self, candidate: &Candidate, share: u32, goal: Goal) -> Option<bool> {
        if let Worth::Wins | Worth::Loses = candidate.worth {
            return Some(candidate.worth == Worth::Wins);
        }
        let own = self.turn.own() | 1 << candidate.square;
        self.solver.reaches_within(share, self.turn.other(), own, goal).map(|reached| !reached)
    }
}
