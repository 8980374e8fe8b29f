//! The clients: each turns what the mid-end found into the bytes of one kind of page. A client
//! knows links and markup and no rules.

pub mod html;
pub mod json;

use crate::date::Day;
use crate::deal::{Deal, DealId};
use crate::doctor::checkup::Checkup;
use crate::game::any::{AnyGame, Step};
use crate::game::options::Choices;
use crate::game::page::{End, Page, Share};
use crate::game::request::Request;
use crate::game::ruleset::{Deals, Ruleset};
use crate::links::{Link, Links, PositionLinks};
use crate::problem::Problem;
use crate::seal;

/// A client as a row of the table.
#[derive(Debug)]
pub struct Client {
    /// Its name, as `as=` in a query asks for it.
    pub name: &'static str,
    /// The links in its pages.
    pub links: Links,
    /// Whether it follows redirects, and keeps the address that it was sent to.
    pub redirects: bool,
    /// Renders a view. `preview` says that its links die with the preview server.
    pub render: fn(view: &View<'_>, preview: bool) -> Document,
}

/// Every client; the first is asked for by saying nothing.
pub const CLIENTS: &[Client] = &[
    Client { name: "html", links: html::LINKS, redirects: true, render: html::render },
    Client { name: "json", links: json::LINKS, redirects: false, render: json::render },
];

/// The client of this name; without a name the first.
pub fn find(name: Option<&str>) -> Option<&'static Client> {
    CLIENTS.iter().find(|client| name.is_none_or(|name| name == client.name))
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
    Parlour(Parlour<'a>),
    /// A position.
    Table(Box<Table<'a>>),
    /// How to play.
    Rules(Rules<'a>),
    /// What programs need to play.
    Manual(Rules<'a>),
    /// The options of a game, to choose from.
    NewGame(NewGame<'a>),
    /// What a link is made of.
    Anatomy(Box<Anatomy<'a>>),
    /// What the doctor found.
    Doctor(Checkup),
    /// Nothing here: the page is behind this link.
    Redirect(Link),
    /// Why there is nothing else to show.
    Problem(Problem),
}

/// All games.
#[derive(Debug)]
pub struct Parlour<'a> {
    /// Each of them, in the order in which they are shown.
    pub games: &'a [AnyGame],
    /// The day, if it is known.
    pub today: Option<Day>,
}

/// The rules of a game.
#[derive(Debug)]
pub struct Rules<'a> {
    /// The game.
    pub ruleset: &'a Ruleset,
    /// The way back to the position that they were opened from.
    pub back: Option<Link>,
}

/// The options of a game.
#[derive(Debug)]
pub struct NewGame<'a> {
    /// The game.
    pub ruleset: &'a Ruleset,
    /// What is chosen.
    pub choices: Choices,
    /// The way back to the position that they were opened from.
    pub back: Option<Link>,
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
    /// The words that have just named the deal, if they may be shown.
    pub deal_words: Option<String>,
    /// How many bits of the position are sealed into its links.
    pub sealed_bits: usize,
    /// The links from here.
    pub links: PositionLinks,
    /// The link to the page that takes the link to this page apart.
    pub anatomy: Link,
    /// The absolute address of the program, if it is known and there is something to tell others.
    pub address: Option<String>,
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

    /// What is shown: the position, or the answer to a request that changes nothing.
    pub fn shown(&self) -> &Page {
        self.step.answer.as_ref().unwrap_or(&self.step.page)
    }

    /// How the game ended, if it has and that is what is shown.
    pub fn end(&self) -> Option<&End> {
        self.shown().end.as_ref()
    }

    /// The result in a line to pass on, with a challenge to play the same deal: `links` are those of
    /// the pages that people read.
    pub fn line_to_pass_on(&self, links: Links) -> Option<String> {
        let Share { game, result, challenge } = self.end()?.share.as_ref()?;
        let deal = match self.deal.map(|deal| (deal.id, deal.to_query())) {
            Some((DealId::Day(day), _)) => format!(", {}", day.in_its_year()),
            Some((_, Some((_, code)))) => format!(", deal {code}"),
            _ => String::new(),
        };
        let link = links.deal(self.ruleset, &self.choices, self.deal);
        let address = self.address.as_ref().map(|address| format!(" {}", link.at(address)));
        Some(format!("{game}{deal}: {result}. {challenge}{}", address.unwrap_or_default()))
    }
}

/// A link, taken apart.
#[derive(Debug)]
pub struct Anatomy<'a> {
    /// Where it leads.
    pub table: Table<'a>,
    /// The token in it.
    pub token: String,
    /// What the token is made of.
    pub parts: seal::Parts,
    /// The request in it, if there is one that the game knows.
    pub request: Option<Request>,
    /// The links from the position in its token.
    pub links: PositionLinks,
    /// The link to the position, one letter of its token changed for another.
    pub flipped: Link,
}
