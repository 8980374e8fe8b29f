//! A turn of the computer, and its choice with the squares that it considered.

use super::score::Worth;
use super::terms::{RULE, Rule};
use crate::games::shared::grid::{GridGame, Position};
use crate::games::shared::lines::{Field, Grid, Mark};

/// A free square as the computer saw it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    pub square: usize,
    /// Its worth: at a glance, or with the worst reply.
    pub worth: Worth,
    /// The result of a mark there, if the computer proved it.
    pub outlook: Outlook,
}

/// The result of a move under perfect play, if the computer proved it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outlook {
    /// True if it does not lose, false if it loses.
    pub holds: Option<bool>,
    /// True if it wins, false if it does not.
    pub wins: Option<bool>,
}

impl Outlook {
    pub const WIN: Self = Outlook { holds: Some(true), wins: Some(true) };
    pub const LOSS: Self = Outlook { holds: Some(false), wins: Some(false) };
}

/// The reason for a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It makes a line, and that wins.
    Line,
    /// The lot took it from this number of squares that look best at a glance.
    Lot(usize),
    /// Every square makes a line, and that loses.
    Forced,
    /// It has the best look-ahead.
    Score,
    /// It has the best outlook, and among its like the best look-ahead.
    Outlook,
}

/// The marks by which a side that is to move forces a line, if it can: each threatens a line and comes
/// with its only answer. The last squares make the line, and the other side can stop only one of them.
pub type RowOfFours = Option<Vec<usize>>;

/// The computer's choice.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The square it takes.
    pub square: usize,
    /// The reason for a choice.
    pub reason: Reason,
    /// The squares that it looked at, the best-looking first.
    pub considered: Vec<Candidate>,
    /// The rows of fours of the computer and of the visitor, if it looked for them.
    pub forced: Option<[RowOfFours; 2]>,
}

impl Choice {
    /// The candidate that it takes.
    pub fn taken(&self) -> Option<&Candidate> {
        self.considered.iter().find(|candidate| candidate.square == self.square)
    }

    /// The best that it saw in any square.
    pub fn most(&self) -> Option<Worth> {
        self.considered.first().map(|best| best.worth)
    }

    /// A choice without rows of fours.
    pub fn new(square: usize, reason: Reason, considered: Vec<Candidate>) -> Self {
        Choice { square, reason, considered, forced: None }
    }
}

/// A board on which the computer is to move.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    /// The board.
    pub grid: &'static Grid,
    /// The purpose of a line.
    pub rule: Rule,
    /// The squares with marks.
    pub field: Field,
    /// The computer's mark.
    pub mark: Mark,
}

impl Turn {
    /// The turn of the computer in a game.
    pub fn of(game: &GridGame) -> Self {
        let Position { grid, person, field } = game.position;
        Turn { grid, rule: game.choices.of(&RULE), field, mark: person.other() }
    }
}
