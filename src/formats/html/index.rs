//! The index: every game with its first link, and today's puzzles. And the page of the last days'
//! puzzles.

use super::content::{Content, Head};
use super::markup::is_html;
use super::passage::PassageText;
use super::symbol::GamePicture;
use crate::formats::daily::{PUZZLES, streaks};
use crate::formats::view::{Parlour, Puzzles};
use crate::game::page::{Passage, Picture};
use crate::game::ruleset::Ruleset;
use crate::game::text::listed;
use crate::links::{self, Link, WayOn};
use crate::query::About;
use crate::settings::Settings;
use askama::Template;

/// The index.
#[derive(Template)]
#[template(path = "index.html")]
pub struct IndexPage<'a> {
    /// The index.
    pub parlour: &'a Parlour,
    /// The site, with its games.
    pub site: &'a Settings,
}

impl IndexPage<'_> {
    /// The games with a puzzle of the day, each with the link to today's.
    fn puzzles(&self) -> impl Iterator<Item = (&Ruleset, Link)> {
        self.site.daily().map(|ruleset| (ruleset, self.parlour.puzzle(ruleset)))
    }
}

is_html!(IndexPage<'_>, PuzzlesPage<'_>);

impl Content for IndexPage<'_> {
    fn head(&self) -> Head {
        let games = || self.site.games.iter().map(|game| game.ruleset);
        let titles = listed(games().map(|ruleset| ruleset.title));
        let description =
            format!("{titles}. No sign-up, no scripts, nothing kept: play in any browser.");
        Head {
            name: Some(self.site.title.to_string()),
            width: "index",
            room: 10 << 10,
            pictures: games().map(|ruleset| Picture::upright(ruleset.picture)).collect(),
            ways: None,
            ..Head::new("Games for every browser", description)
        }
    }
}

/// The puzzles of the last days.
#[derive(Template)]
#[template(path = "puzzles.html")]
pub struct PuzzlesPage<'a> {
    puzzles: &'a Puzzles,
    site: &'a Settings,
    streaks: Passage,
}

impl<'a> PuzzlesPage<'a> {
    /// The page of these puzzles at this site.
    pub fn new(puzzles: &'a Puzzles, site: &'a Settings) -> Self {
        PuzzlesPage { puzzles, site, streaks: streaks() }
    }
}

impl Content for PuzzlesPage<'_> {
    fn head(&self) -> Head {
        let games = self.site.daily();
        Head {
            has_undo: false,
            pictures: games.map(|ruleset| Picture::upright(ruleset.picture)).collect(),
            ways: Some(vec![WayOn::new("Feed for a feed reader", links::feed())]),
            ..Head::new(PUZZLES, "The puzzles of the day, each the same for all players.")
        }
    }
}
