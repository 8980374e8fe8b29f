//! A table as a client shows it: the position, the people at it, and the link that led there.

use super::party::Party;
use crate::deal::{Deal, DealId};
use crate::game::any::Step;
use crate::game::options::Choices;
use crate::game::page::{End, Page, Share};
use crate::game::request::Request;
use crate::game::ruleset::{Deals, Ruleset};
use crate::links::{Link, Links, PositionLinks};
use crate::seal;

/// A position on the table, with what led to it and what leads on.
#[derive(Debug)]
pub struct Table<'a> {
    /// The game.
    pub ruleset: &'a Ruleset,
    /// What was chosen before the deal.
    pub choices: Choices,
    /// How many people share the game: those at a table each with a chair, or whoever has the link.
    pub people: usize,
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
    /// The absolute address of the program, if it is known and there is something to send to others.
    pub address: Option<String>,
    /// What the player sees and is told.
    pub step: Step,
    /// The request that the squares of the board offer, if there are several.
    pub board_request: Option<String>,
    /// The people at the table, if several play each with a chair.
    pub party: Option<Box<Party>>,
}

impl<'a> Table<'a> {
    /// A position, with the links from it. The rest is nothing.
    pub fn new(ruleset: &'a Ruleset, choices: Choices, links: PositionLinks, step: Step) -> Self {
        Table {
            ruleset,
            choices,
            people: 1,
            deal: None,
            deal_words: None,
            sealed_bits: 0,
            anatomy: links.anatomy(None),
            links,
            address: None,
            step,
            board_request: None,
            party: None,
        }
    }

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
