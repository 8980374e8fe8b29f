//! The index: every game, how to play it at once, and today's puzzles.

use super::content::{Content, LINKS};
use super::markup::once_each;
use super::symbol::GamePicture;
use crate::formats::view::Parlour;
use crate::game::options::Choices;
use crate::game::page::Picture;
use crate::game::ruleset::Ruleset;
use crate::links::{Link, WayOn};
use crate::query::About;
use askama::Template;
use askama::filters::HtmlSafe;

/// The index.
#[derive(Template)]
#[template(path = "index.html")]
pub struct IndexPage<'a> {
    /// What there is to play.
    pub parlour: &'a Parlour<'a>,
}

impl IndexPage<'_> {
    /// The games with a puzzle of the day, each with the link to today's.
    fn puzzles(&self) -> impl Iterator<Item = (&Ruleset, Link)> {
        let rulesets = self.parlour.games.iter().map(|game| game.ruleset);
        let today = self.parlour.today;
        rulesets
            .filter(|ruleset| ruleset.daily)
            .map(move |ruleset| (ruleset, LINKS.puzzle(ruleset, today)))
    }

    fn feed(&self) -> Link {
        LINKS.feed()
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
        "Games for every browser, Parlour".to_owned()
    }

    fn name(&self) -> String {
        "Parlour".to_owned()
    }

    fn description(&self) -> String {
        let titles = self.parlour.games.iter().map(|game| game.ruleset.title);
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
        once_each(self.parlour.games.iter().map(|game| Picture::upright(game.ruleset.picture)))
    }

    fn ways(&self) -> Option<Vec<WayOn>> {
        None
    }
}
