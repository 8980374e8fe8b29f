//! The pages outside games: error pages and redirects.

use super::content::{Content, Head};
use super::markup::is_html;
use super::symbol::GamePicture;
use crate::game::page::Picture;
use crate::game::ruleset::Ruleset;
use crate::links::{self, Link};
use crate::problem::Problem;
use crate::settings::Settings;
use askama::Template;

is_html!(RedirectPage<'_>, ProblemPage<'_>);

/// A page for browsers and servers that do not follow a redirect.
#[derive(Template)]
#[template(path = "redirect.html")]
pub struct RedirectPage<'a> {
    /// The link to the page.
    pub link: &'a Link,
}

impl Content for RedirectPage<'_> {
    fn head(&self) -> Head {
        Head { ways: None, ..Head::new("Your game is dealt", "A new game.") }
    }
}

/// An error page.
#[derive(Template)]
#[template(path = "problem.html")]
pub struct ProblemPage<'a> {
    /// The reason.
    pub problem: &'a Problem,
    /// The site, whose games the page offers instead.
    pub site: &'a Settings,
}

impl ProblemPage<'_> {
    /// Returns true if the ways on are the values of an option. The last way, to all games, is
    /// none.
    fn offers_values(&self) -> bool {
        matches!(self.problem, Problem::NoSuchValue(..))
    }

    /// The games, each with a link that deals it. Empty if the game of the link is known, or if the
    /// page suggests going back.
    fn games(&self) -> impl Iterator<Item = (&Ruleset, Link)> {
        let is_any = self.problem.game().is_none() && !self.problem.is_to_be_left();
        let games = self.site.games.iter().filter(move |_| is_any);
        games.map(|game| (game.ruleset, links::usual(game.ruleset)))
    }
}

impl Content for ProblemPage<'_> {
    fn head(&self) -> Head {
        let games = self.games().map(|(ruleset, _)| ruleset).chain(self.problem.game());
        Head {
            has_undo: false,
            pictures: games.map(|ruleset| Picture::upright(ruleset.picture)).collect(),
            ..Head::new(self.problem.heading(), "This link leads to no game.")
        }
    }
}
