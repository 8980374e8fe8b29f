//! The perfect level: within its limit, it proves the result of each square.

use super::choice::{Candidate, Choice, Outlook, Reason, Turn};
use super::counted::Counted;
use super::score::Worth;
use super::search::{Question, Search};
use crate::budget::SEARCH;
use crate::games::shared::lines::Mark;
use crate::prelude::*;

/// The work of the level for one move, in units of a meter.
pub const WORK: usize = SEARCH - 2 * WORK_OF_ROW;
/// The work on nine by nine for each of two rows of fours in an explanation.
const WORK_OF_ROW: usize = 45_000;
/// The work for the scores of all moves, for each line and square of the board.
const SCORED: usize = 24;
/// The work for each square at first, for each line of the board.
const GLANCE: usize = 120;
/// The most marks of an attack on nine by nine that threaten no line at once, after the first mark.
const QUIET: u8 = 2;

/// The choice with the best outlook that can be proved, and of these the one that `classic` likes
/// best. At length it proves more of the other squares, to be explained.
pub fn perfect(turn: Turn, classic: Choice, at_length: bool) -> Option<Choice> {
    if classic.reason != Reason::Score {
        return Some(classic);
    }
    let mut considered = classic.considered;
    let mut study = Study::of(turn);
    let square = study.best(&mut considered)?;
    let mut choice = Choice::new(square, Reason::Outlook, considered);
    if at_length && study.search.is_exact {
        choice.considered.iter_mut().for_each(|candidate| study.settle(candidate));
    } else if at_length {
        let row_of = |mark| {
            let mut search = Search::new(turn.grid, turn.rule, Meter::holding(WORK_OF_ROW));
            search.row_of_fours(&study.board, mark)
        };
        choice.forced = Some([turn.mark, turn.mark.other()].map(row_of));
    }
    Some(choice)
}

/// The proofs of one move.
struct Study {
    turn: Turn,
    board: Counted,
    search: Search,
}

impl Study {
    fn of(turn: Turn) -> Self {
        let scores = SCORED * turn.grid.count() * turn.grid.side.pow(2);
        Study {
            turn,
            board: Counted::new(turn.grid, turn.field),
            search: Search::new(turn.grid, turn.rule, Meter::holding(WORK - scores)),
        }
    }

    /// The work of a glance at a square.
    fn glance(&self) -> usize {
        GLANCE * self.turn.grid.count()
    }

    /// The best square: after a glance at every square it takes a longer look. Among equals it
    /// prefers the one with the higher score, if it can still prove that they are equal.
    fn best(&mut self, considered: &mut [Candidate]) -> Option<usize> {
        let glance = self.glance();
        let mut holder = self.find_one_that_holds(considered, |_| glance);
        if !self.find_one_that_wins(considered, glance) {
            holder = self.find_one_that_holds(considered, |left| left / 2);
            self.find_one_that_wins(considered, usize::MAX);
        }
        let best = best_outlook(considered, holder)?;
        let is_won = considered[best].outlook.wins == Some(true);
        let equal = considered[..best].iter_mut().position(|candidate| {
            let limit = self.search.meter.left() / 2;
            if is_won { self.wins(candidate, limit) } else { self.holds(candidate, limit) }
        });
        Some(considered[equal.unwrap_or(best)].square)
    }

    /// Looks for a square that wins. Returns true if there is one.
    fn find_one_that_wins(&mut self, considered: &mut [Candidate], limit: usize) -> bool {
        considered.iter_mut().any(|candidate| self.wins(candidate, limit))
    }

    /// Looks for a square that does not lose, in the order of the search: there the shortest proofs
    /// come first.
    fn find_one_that_holds(
        &mut self,
        considered: &mut [Candidate],
        limit: impl Fn(usize) -> usize,
    ) -> Option<usize> {
        let (board, Turn { rule, mark, .. }) = (self.board, self.turn);
        board.ordered(rule, board.free(), mark).find_map(|square| {
            let place = considered.iter().position(|candidate| candidate.square == square)?;
            let limit = limit(self.search.meter.left());
            self.holds(&mut considered[place], limit).then_some(place)
        })
    }

    /// Proves the results that are still open.
    fn settle(&mut self, candidate: &mut Candidate) {
        self.holds(candidate, usize::MAX);
        self.wins(candidate, usize::MAX);
    }

    /// Returns true if a square is not seen to lose.
    fn holds(&mut self, candidate: &mut Candidate, limit: usize) -> bool {
        let known = candidate.outlook.holds.map(|holds| !holds);
        let loses = known.or_else(|| self.ask(candidate, self.turn.mark.other(), limit));
        match loses {
            Some(true) => candidate.outlook = Outlook::LOSS,
            Some(false) if self.search.is_exact => candidate.outlook.holds = Some(true),
            _ => {}
        }
        loses == Some(false)
    }

    /// Returns true if a square is proved to win.
    fn wins(&mut self, candidate: &mut Candidate, limit: usize) -> bool {
        let known = candidate.outlook.wins;
        let wins = known.or_else(|| self.ask(candidate, self.turn.mark, limit));
        match wins {
            Some(true) => candidate.outlook = Outlook::WIN,
            Some(false) if self.search.is_exact => candidate.outlook.wins = Some(false),
            _ => {}
        }
        wins == Some(true)
    }

    /// Returns true if a side wins after a mark in a square.
    fn ask(&mut self, candidate: &Candidate, attacker: Mark, limit: usize) -> Option<bool> {
        let (own, other) = (self.turn.mark, self.turn.mark.other());
        if candidate.worth == Worth::Loses {
            return Some(attacker == other);
        }
        // The mark itself may be quiet.
        let first = u8::from(attacker == own);
        let quiet = if limit == self.glance() { first } else { first + QUIET };
        let quiet = if self.search.is_exact { 0 } else { quiet };
        let board = self.board.with(own, candidate.square);
        self.search.wins_within(limit, &board, other, Question { attacker, quiet })
    }
}

/// The place of the first square that wins. If none wins, the first that holds, then the first that
/// may hold, then the first of all.
fn best_outlook(considered: &[Candidate], holder: Option<usize>) -> Option<usize> {
    let rank = |place: &usize| match considered[*place].outlook {
        Outlook { wins: Some(true), .. } => 0,
        _ if Some(*place) == holder => 1,
        Outlook { holds: None, .. } => 2,
        _ => 3,
    };
    (0..considered.len()).min_by_key(rank)
}
