//! What there is to show, and what a client makes of it.

use crate::deal::Deal;
use crate::doctor::checkup::Checkup;
use crate::game::any::{AnyGame, Step};
use crate::game::options::Choices;
use crate::game::ruleset::{Deals, Ruleset};
use crate::links::PositionLinks;
use crate::problem::Problem;

/// A page, rendered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// Its media type.
    pub content_type: &'static str,
    /// What it may load and do: the value of Content-Security-Policy.
    pub policy: String,
    /// Its text.
    pub body: String,
}

/// What there is to show.
#[derive(Debug)]
pub enum View<'a> {
    /// All games.
    Parlour(&'a [AnyGame]),
    /// A position.
    Table(Box<Table<'a>>),
    /// A ruleset.
    Rules(&'a Ruleset),
    /// What the doctor found.
    Doctor(Checkup),
    /// Nothing here: the page is behind this link.
    Redirect(String),
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
    /// Which deal it is, if anybody can ask for it. Where knowing the deal helps, it is for practice.
    pub deal: Option<Deal>,
    /// The links from here.
    pub links: PositionLinks,
    /// What the player sees and is told.
    pub step: Step,
    /// The request that the squares of the board offer, if there are several.
    pub board_request: Option<String>,
}

impl Table<'_> {
    /// Whether whoever opens this deal twice knows what is hidden.
    pub fn is_practice(&self) -> bool {
        self.ruleset.deals == Deals::Secret && self.deal.is_some()
    }
}
