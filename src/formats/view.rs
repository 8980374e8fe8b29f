//! What there is to show, and what a format makes of it.

use super::ask::Ask;
use super::party::WrongName;
use super::shown::{Anatomy, Shown};
use crate::date::{Day, Today};
use crate::doctor::checkup::Checkup;
use crate::game::any::Step;
use crate::game::options::Choices;
use crate::game::page::At;
use crate::game::request::{Refusal, Request};
use crate::game::ruleset::Ruleset;
use crate::links::{Link, Links, PositionLinks, WayOn};
use crate::problem::Problem;
use crate::settings::Settings;
use crate::table::league::League;

/// A page, rendered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// Its media type; empty if its text has all that its protocol puts before a page.
    pub content_type: &'static str,
    /// What it may load and do: the value of Content-Security-Policy.
    pub policy: &'static str,
    /// Its text.
    pub body: String,
}

/// The policy of a page that loads nothing, does nothing and stands in no frame.
pub const LOADS_NOTHING: &str = "default-src 'none'; frame-ancestors 'none'; sandbox";

/// What there is to show.
#[derive(Debug)]
pub enum View<'a> {
    /// All games.
    Parlour(Parlour),
    /// A position.
    Position(Box<Shown<'a>>),
    /// How to play.
    Rules(Rules<'a>),
    /// What programs need to play.
    Manual(Box<Manual<'a>>),
    /// The options of a game, to choose from.
    NewGame(NewGame<'a>),
    /// What a link is made of.
    Anatomy(Box<Anatomy<'a>>),
    /// A position in words.
    Words(Box<Shown<'a>>),
    /// Asks for what is typed.
    Ask(Ask),
    /// The puzzles of the last days.
    Puzzles(Puzzles),
    /// The link to send, as a code that cameras read.
    QrCode(LinkToSend<'a>),
    /// What the doctor found.
    Doctor(Checkup),
    /// A table to be opened by whoever says their name.
    NewTable(NewTable<'a>),
    /// Asks whoever has a password for the newest link of their table.
    Newest(Newest<'a>),
    /// The standings over several games.
    League(LeaguePage),
    /// Nothing here: the page is behind this link.
    Redirect(Link),
    /// The reason for an error page.
    Problem(Problem),
}

/// All games.
#[derive(Debug)]
pub struct Parlour {
    /// The day, if it is known.
    pub today: Option<Today>,
}

impl Parlour {
    /// The link to today's puzzle of a game.
    pub fn puzzle(&self, ruleset: &Ruleset, links: Links) -> Link {
        links.puzzle(ruleset, self.today.map(|today| today.day))
    }
}

/// The puzzles of the last days.
#[derive(Debug)]
pub struct Puzzles {
    /// The day, if it is known.
    pub today: Option<Today>,
    /// The absolute address of the program, if it is known.
    pub address: Option<String>,
    /// True if they are asked for as a feed.
    pub is_feed: bool,
}

/// The number of days of [`Puzzles`].
const PUZZLE_DAYS: usize = 14;

impl Puzzles {
    /// The days whose puzzles are out, the newest first.
    pub fn days(&self) -> impl Iterator<Item = Day> {
        let today = self.today.map(|today| today.day);
        std::iter::successors(today, |day| day.before()).take(PUZZLE_DAYS)
    }

    /// Every puzzle of a site, the newest first.
    pub fn all<'a>(&self, site: &'a Settings) -> impl Iterator<Item = (&'a Ruleset, Day)> {
        self.days().flat_map(move |day| site.daily().map(move |ruleset| (ruleset, day)))
    }

    /// The time of the next puzzles, in a sentence.
    pub fn next(&self) -> Option<String> {
        self.today.map(|today| format!("The next puzzles come {}.", today.at_midnight()))
    }
}

/// What programs need to play a game.
#[derive(Debug)]
pub struct Manual<'a> {
    /// The game.
    pub rules: Rules<'a>,
    /// How one begins.
    pub sample: Sample,
    /// The absolute address of the program, if it is known.
    pub address: Option<String>,
}

/// The beginning of a game.
#[derive(Debug)]
pub struct Sample {
    /// The first page.
    pub first: Step,
    /// A request that it offers, and the place to which it belongs, if it has one.
    pub request: Option<(Request, Option<At>)>,
    /// What the request brings.
    pub then: Step,
    /// Why the same request is refused then, if it is.
    pub again: Option<Refusal>,
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
    /// The links from the position that they were opened from.
    pub from: Option<PositionLinks>,
}

impl NewGame<'_> {
    /// The way back to the position that they were opened from.
    pub fn back(&self) -> Option<&Link> {
        self.from.as_ref().map(PositionLinks::position)
    }

    /// The choices to be played at once, each with its link. `links` are those of the format.
    pub fn presets(&self, links: Links) -> impl Iterator<Item = WayOn> {
        let ruleset = self.ruleset;
        ruleset.presets.iter().map(move |preset| links.preset(ruleset, preset))
    }

    /// The same page with other choices. `links` are those of the format.
    pub fn with(&self, choices: &Choices, links: Links) -> Link {
        match &self.from {
            Some(from) => from.new_game(choices),
            None => links.new_game(self.ruleset, choices),
        }
    }
}

/// The link to a position that several people share: what everybody at the table may have.
#[derive(Debug)]
pub struct LinkToSend<'a> {
    /// The game.
    pub ruleset: &'a Ruleset,
    /// The link behind the address of this program.
    pub address: String,
    /// True if a password is needed to move.
    pub has_passwords: bool,
    /// The same link from here.
    pub back: Link,
}

/// A table to be opened by whoever says their name.
#[derive(Debug)]
pub struct NewTable<'a> {
    /// The game.
    pub ruleset: &'a Ruleset,
    /// What was chosen.
    pub choices: Choices,
    /// The name that was given, if it will not do.
    pub bad_name: Option<WrongName>,
}

/// A league, with what came of new results.
#[derive(Debug)]
pub struct LeaguePage {
    /// The game. `None` before the first result.
    pub ruleset: Option<&'static Ruleset>,
    /// The league.
    pub league: League,
    /// One sentence about each result that was pasted.
    pub news: Vec<String>,
    /// The link to be followed with results.
    pub link: Link,
    /// The link to keep or to send, to a page for people. `None` before the first result.
    pub link_to_send: Option<String>,
}

/// Asks whoever has a password for the newest link of their table.
#[derive(Debug)]
pub struct Newest<'a> {
    /// The game.
    pub ruleset: &'a Ruleset,
    /// The password, as it was written.
    pub password: String,
    /// The code of the table, if the link has one.
    pub table: Option<String>,
    /// The address of this program, with which every link of it begins, if it is known.
    pub address: Option<String>,
}

impl Newest<'_> {
    /// The link to this page.
    pub fn link(&self, links: Links) -> Link {
        let table = self.table.as_deref().unwrap_or_default();
        links.with_password_alone(self.ruleset, &self.password, table)
    }
}
