//! The index: every game with its first link, and today's puzzles. And the page of the last days'
//! puzzles.

use super::content::{Content, LINKS, way};
use super::markup::once_each;
use super::passage::PassageText;
use super::symbol::GamePicture;
use crate::formats::daily::{PUZZLES, streaks};
use crate::formats::view::{Parlour, Puzzles};
use crate::game::options::Choices;
use crate::game::page::{Passage, Picture};
use crate::game::ruleset::Ruleset;
use crate::links::{Link, WayOn};
use crate::query::About;
use crate::settings::Settings;
use askama::Template;
use askama::filters::HtmlSafe;

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
        self.site.daily().map(|ruleset| (ruleset, self.parlour.puzzle(ruleset, LINKS)))
    }

    fn play(&self, ruleset: &Ruleset) -> Link {
        LINKS.deal(ruleset, &Choices::defaults(ruleset.options), None)
    }

    fn with_friends(&self, ruleset: &Ruleset) -> Link {
        LINKS.with_friends(ruleset)
    }

    fn rules(&self, ruleset: &Ruleset) -> Link {
        LINKS.about(ruleset, About::People)
    }

    fn options(&self, ruleset: &Ruleset) -> Link {
        LINKS.new_game(ruleset, &Choices::defaults(ruleset.options))
    }
}

impl HtmlSafe for IndexPage<'_> {}

impl Content for IndexPage<'_> {
    fn title(&self) -> String {
        "Games for every browser".to_owned()
    }

    fn name(&self) -> String {
        self.site.title.to_string()
    }

    fn description(&self) -> String {
        let titles = self.site.games.iter().map(|game| game.ruleset.title);
        format!(
            "{}. No sign-up, no scripts, nothing kept: play in any browser.",
            crate::game::text::listed(titles)
        )
    }

    fn width(&self) -> &'static str {
        "index"
    }

    fn room(&self) -> usize {
        10 << 10
    }

    fn pictures(&self) -> Vec<Picture> {
        once_each(self.site.games.iter().map(|game| Picture::upright(game.ruleset.picture)))
    }

    fn ways(&self) -> Option<Vec<WayOn>> {
        None
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

impl HtmlSafe for PuzzlesPage<'_> {}

impl Content for PuzzlesPage<'_> {
    fn title(&self) -> String {
        PUZZLES.to_owned()
    }

    fn description(&self) -> String {
        "The puzzles of the day, each the same for all players.".to_owned()
    }

    fn has_undo(&self) -> bool {
        false
    }

    fn pictures(&self) -> Vec<Picture> {
        once_each(self.site.daily().map(|ruleset| Picture::upright(ruleset.picture)))
    }

    fn ways(&self) -> Option<Vec<WayOn>> {
        Some(vec![way("Feed for a feed reader", LINKS.feed())])
    }
}
