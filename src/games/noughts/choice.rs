//! What the computer has to choose from, and its choice with what it considered.

use super::score::Worth;
use super::terms::Rule;
use crate::games::shared::lines::{Field, Grid, Mark};

/// A free square as the computer saw it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// The square.
    pub square: usize,
    /// How it looks: on the easy level at a glance, else with the worst reply.
    pub worth: Worth,
    /// What it leads to, as far as that was proved.
    pub outlook: Outlook,
}

/// What a move leads to if nobody errs afterwards, as far as it was looked at and proved.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outlook {
    /// Whether it does not lose.
    pub holds: Option<bool>,
    /// Whether it wins.
    pub wins: Option<bool>,
}

impl Outlook {
    pub const WIN: Self = Outlook { holds: Some(true), wins: Some(true) };
    pub const LOSS: Self = Outlook { holds: Some(false), wins: Some(false) };
}

/// What decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It makes a line, and that wins.
    Line,
    /// It stops a line of the visitor.
    Block,
    /// The lot took it from the best-looking squares: so many, and whether a line of the visitor
    /// was overlooked.
    Lot(usize, bool),
    /// Every square makes a line, and that loses.
    Forced,
    /// It has the best look-ahead.
    Score,
    /// It has the best outlook, and among its like the best look-ahead.
    Outlook,
}

/// How a side that is to move forces a line, if it can, by marks that threaten one: each mark with
/// its answer, and at last the squares of which one cannot be stopped.
pub type RowOfFours = Option<Vec<usize>>;

/// The computer's choice.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The square it takes.
    pub square: usize,
    /// What decided.
    pub reason: Reason,
    /// What it looked at, the best-looking first.
    pub considered: Vec<Candidate>,
    /// The rows of fours of the computer and of the visitor, if it looked for them.
    pub forced: Option<[RowOfFours; 2]>,
}

impl Choice {
    /// What it saw in the square that it takes.
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

/// What there is to choose from: a board on which the computer is to move.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    /// The board.
    pub grid: &'static Grid,
    /// What a line is for.
    pub rule: Rule,
    /// Where the marks stand.
    pub field: Field,
    /// The computer's mark.
    pub mark: Mark,
}
