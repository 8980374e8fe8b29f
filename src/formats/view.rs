//! Views: the contents of pages, which each format renders in its own way.

use super::ask::Ask;
use super::party::WrongName;
use super::shown::{Anatomy, Shown};
use crate::date::{Day, Today};
use crate::game::options::Choices;
use crate::game::ruleset::Ruleset;
use crate::game::text::{Text, listed};
use crate::links::{self, Link, PositionLinks, WayOn};
use crate::problem::Problem;
use crate::query::LeagueRequest;
use crate::settings::Settings;
use crate::table::league::{Game, League};
use crate::table::name::Name;
use crate::table::notice::Notice;
use crate::table::patience::Patience;

/// The content of a page.
#[derive(Debug)]
pub enum View<'a> {
    /// All games.
    Parlour(Parlour),
    Position(Box<Shown<'a>>),
    /// The rules of a game.
    Rules(Rules<'a>),
    /// The help for programs that play.
    Manual(Rules<'a>),
    /// The options of a game, as a form.
    NewGame(NewGame<'a>),
    /// A link, taken apart.
    Anatomy(Box<Anatomy<'a>>),
    /// A position in words.
    Words(Box<Shown<'a>>),
    /// A text field.
    Ask(Ask),
    /// The puzzles of the last days.
    Puzzles(Puzzles),
    /// The link to send, as a code that cameras read.
    QrCode(LinkToSend<'a>),
    /// A new table. The page asks for the host's name.
    NewTable(NewTable<'a>),
    /// A page that asks a player with a password for the newest link of their table.
    Newest(Newest<'a>),
    /// The standings over several games.
    League(LeaguePage),
    /// A redirect to the page behind this link.
    Redirect(Link),
    /// The reason for an error page.
    Problem(Problem),
}

impl View<'_> {
    /// Returns true if the page is for the player in a seat of a table.
    pub fn has_seat(&self) -> bool {
        match self {
            View::Position(shown) | View::Words(shown) => {
                shown.party().is_some_and(|party| party.seat.is_some())
            }
            _ => false,
        }
    }
}

/// All games.
#[derive(Debug)]
pub struct Parlour {
    /// The day, if it is known.
    pub today: Option<Today>,
    /// The puzzle of the day whose board is on the page, before its first move.
    pub puzzle: Option<Box<Shown<'static>>>,
}

impl Parlour {
    /// The first sentence of the page.
    pub const LEAD: &str =
        "Play alone, or with friends by links. No sign-up, no scripts, nothing kept.";

    /// The link to today's puzzle of a game.
    pub fn puzzle(&self, ruleset: &Ruleset) -> Link {
        links::puzzle(ruleset, self.today.map(|today| today.day))
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

/// The rules of a game.
#[derive(Debug)]
pub struct Rules<'a> {
    /// The game.
    pub ruleset: &'a Ruleset,
    /// True if the puzzle of a day has a solution to show.
    pub has_solution: bool,
    /// The way back to the position that the viewer came from.
    pub back: Option<Link>,
}

/// The options of a game.
#[derive(Debug)]
pub struct NewGame<'a> {
    /// The game.
    pub ruleset: &'a Ruleset,
    /// The choices so far.
    pub choices: Choices,
    /// The links from the position that the viewer came from.
    pub from: Option<PositionLinks>,
}

impl NewGame<'_> {
    /// The way back to the position that the viewer came from.
    pub fn back(&self) -> Option<&Link> {
        self.from.as_ref().map(PositionLinks::position)
    }

    /// The presets, each with its link.
    pub fn presets(&self) -> impl Iterator<Item = WayOn> {
        let ruleset = self.ruleset;
        ruleset.presets.iter().map(move |preset| links::preset(ruleset, preset))
    }

    /// The same page with other choices.
    pub fn with(&self, choices: &Choices) -> Link {
        match &self.from {
            Some(from) => from.new_game(choices),
            None => links::new_game(self.ruleset, choices),
        }
    }
}

/// The link to send from a position that several people share.
#[derive(Debug)]
pub struct LinkToSend<'a> {
    /// The game.
    pub ruleset: &'a Ruleset,
    /// The link behind the address of this program.
    pub address: String,
    /// True if a password is needed to move.
    pub has_passwords: bool,
    /// The same link, relative to this page.
    pub back: Link,
}

/// A new table. The page asks for the host's name.
#[derive(Debug)]
pub struct NewTable<'a> {
    /// The game.
    pub ruleset: &'a Ruleset,
    /// The chosen options.
    pub choices: Choices,
    /// The time that the table will wait for a player.
    pub patience: Patience,
    /// The refused name, if the viewer typed one.
    pub bad_name: Option<WrongName>,
}

impl NewTable<'_> {
    /// The number of links that people send each other, in a sentence.
    pub fn links_told(&self) -> Option<String> {
        let links = self.ruleset.links_per_round?;
        Some(format!("A round takes about {links} links."))
    }

    /// The link that opens the table, without a name.
    pub fn link(&self) -> Link {
        links::deal(self.ruleset, &self.choices, None).waiting(self.patience)
    }
}

/// A league, with notices of added results.
#[derive(Debug)]
pub struct LeaguePage {
    /// The game. `None` before the first result.
    pub ruleset: Option<&'static Ruleset>,
    pub league: League,
    /// The notices of the pasted links.
    pub notices: Vec<Notice>,
    /// True if the address of the page has a pasted text, which may have private links.
    pub has_pasted: bool,
    /// The link to be followed with links of games or leagues.
    pub link: Link,
    /// The link to keep or to send, to a page for people. `None` before the first result.
    pub link_to_send: Option<Link>,
    /// The absolute address of the program, if it is known.
    pub address: Option<String>,
}

impl LeaguePage {
    /// A sentence for each game whose players may be others than those of the league.
    pub fn doubts(&self) -> Vec<String> {
        let doubt = |(game, names): (&Game, Vec<&Name>)| {
            let names = listed(names.iter().map(ToString::to_string));
            format!("{game} waits: it is of another table, which has {names}, too.")
        };
        self.league.doubted().map(doubt).collect()
    }

    /// A sentence for each game that has two ends.
    pub fn disputes(&self) -> Vec<String> {
        let dispute = |[first, other]: [&Game; 2]| {
            format!(
                "{first} counts, and the other end, {other}, does not. Ask the players which link was sent first."
            )
        };
        self.league.disputed().map(dispute).collect()
    }

    /// The link with a request to this league. `None` if it has nothing to do.
    pub fn way(&self, request: LeagueRequest) -> Option<Link> {
        let has_doubts = self.league.doubted().next().is_some();
        let is_useful = match request {
            LeagueRequest::Open => true,
            LeagueRequest::Same | LeagueRequest::Others => has_doubts,
            LeagueRequest::Undo => !self.league.is_empty(),
        };
        is_useful.then(|| self.link.with_league_request(request))
    }
}

/// A page that asks a player with a password for the newest link of their table.
#[derive(Debug)]
pub struct Newest<'a> {
    /// The game.
    pub ruleset: &'a Ruleset,
    /// The password, as it was written.
    pub password: String,
    /// The code of the table, if the link has one.
    pub table: Option<String>,
    /// The absolute address of the program, if it is known.
    pub address: Option<String>,
    /// The reason why the pasted text does not do.
    pub explanation: Option<Text>,
}

impl Newest<'_> {
    /// The link to this page.
    pub fn link(&self) -> Link {
        let table = self.table.as_deref().unwrap_or_default();
        links::with_password_alone(self.ruleset, &self.password, table)
    }
}
