//! The clients: each turns what the mid-end found into the bytes of one kind of page. A client
//! knows links and markup and no rules.

pub mod html;

use crate::chance::DealId;
use crate::game::{Choices, Row, Ruleset, Step};
use crate::problem::Problem;
use crate::query::PositionLinks;

/// What there is to show.
#[derive(Debug)]
pub enum View<'a> {
    /// All games.
    Parlour(&'a [Row]),
    /// A position.
    Table(Table<'a>),
    /// A ruleset.
    Rules(&'a Ruleset),
    /// Why there is nothing else to show.
    Problem(Problem),
}

/// A position on the table, with what led to it and what leads on.
#[derive(Debug)]
pub struct Table<'a> {
    /// The game.
    pub ruleset: &'a Ruleset,
    /// What was chosen before the deal.
    pub choices: Choices,
    /// Which deal it is.
    pub deal: DealId,
    /// The links from here.
    pub links: PositionLinks,
    /// What the player sees and is told.
    pub step: Step,
    /// The request that the places of the board offer, if there are several.
    pub tool: Option<String>,
}
