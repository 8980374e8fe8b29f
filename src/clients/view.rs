//! What there is to show, and what a client makes of it.

use crate::deal::Deal;
use crate::doctor::checkup::Checkup;
use crate::game::any::{AnyGame, Step};
use crate::game::options::Choices;
use crate::game::ruleset::{Deals, Ruleset};
use crate::game::seat::Seat;
use crate::game::text::Text;
use crate::links::PositionLinks;
use crate::problem::Problem;
use crate::table::chair::Chair;
use crate::table::line::Mark;

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
    /// A table to be opened by whoever says their name.
    NewTable {
        /// The game.
        ruleset: &'a Ruleset,
        /// What was chosen.
        choices: Choices,
        /// Why a name will not do, if one was given.
        sentence: Option<Text>,
    },
    /// Asks whoever has this chair for the newest link of their table.
    Newest {
        /// The game.
        ruleset: &'a Ruleset,
        /// The chair, as it was written.
        chair: String,
    },
    /// Nothing here: the page is behind this link.
    Redirect(String),
    /// Why there is nothing else to show.
    Problem(Problem),
}

impl Table<'_> {
    /// Whether whoever opens this deal twice knows what is hidden.
    pub fn is_practice(&self) -> bool {
        self.ruleset.deals == Deals::Secret && self.deal.is_some()
    }
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
    /// The people at the table, if several play each with a chair.
    pub party: Option<Box<Party>>,
}

/// The value of `sit` with which the same people play again.
pub const AGAIN: &str = "again";
/// The value of `sit` that asks for another chair in place of one's own.
pub const NEW_CHAIR: &str = "chair";

/// The people at a table, as the public or one of them sees it.
#[derive(Debug)]
pub struct Party {
    /// How many are to sit at it.
    pub size: usize,
    /// Those who do, from the first seat on.
    pub people: Vec<Seated>,
    /// Whose turn it is; nobody's before everybody sits, and after the end.
    pub turn: Option<Seat>,
    /// The present turn and its code.
    pub mark: Mark,
    /// The mark that the link says, if it is another.
    pub asked_mark: Option<String>,
    /// The seat of whoever looks with a chair.
    pub seat: Option<Seat>,
    /// Their chair.
    pub chair: Option<Chair>,
    /// The link that everybody may have.
    pub public: String,
    /// Why a name will not do, if somebody gave one.
    pub bad_name: Option<Text>,
}

/// Somebody at a table.
#[derive(Debug)]
pub struct Seated {
    /// What they call themselves.
    pub name: String,
    /// The mark after their last turn.
    pub last: Option<Mark>,
}
