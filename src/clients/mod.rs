//! The clients: each turns what the mid-end found into the bytes of one kind of page. A client
//! knows links and markup and no rules.

pub mod html;
pub mod json;

use crate::chance::DealId;
use crate::checkup::Checkup;
use crate::game::{Choices, Row, Ruleset, Step};
use crate::problem::Problem;
use crate::query::PositionLinks;

/// Which client renders a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Client {
    /// For people.
    #[default]
    Html,
    /// For programs.
    Json,
}

impl Client {
    /// The client that `as=` names.
    pub fn named(name: &str) -> Option<Self> {
        [Client::Html, Client::Json].into_iter().find(|client| match client.name() {
            Some(own) => own == name,
            None => name == "html",
        })
    }

    /// The value of `as=` in links to its pages; none where nothing needs to be said.
    pub fn name(self) -> Option<&'static str> {
        match self {
            Client::Html => None,
            Client::Json => Some("json"),
        }
    }

    /// The page for a view. `preview` says that its links die with the preview server.
    pub fn render(self, view: &View<'_>, preview: bool) -> Document {
        match self {
            Client::Html => html::render(view, preview),
            Client::Json => json::render(view, preview),
        }
    }
}

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
    Parlour(&'a [Row]),
    /// A position.
    Table(Box<Table<'a>>),
    /// A ruleset.
    Rules(&'a Ruleset),
    /// What the doctor found.
    Doctor(Checkup),
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
