//! The pages outside games: the doctor's page, error pages and redirects.

use super::content::{Content, Head, LINKS};
use super::markup::is_html;
use super::symbol::GamePicture;
use crate::doctor::checkup::{Checkup, Finding, Verdict};
use crate::game::page::Picture;
use crate::game::ruleset::Ruleset;
use crate::links::Link;
use crate::problem::Problem;
use crate::settings::Settings;
use askama::Template;

/// The doctor's page.
#[derive(Template)]
#[template(path = "doctor.html")]
pub struct DoctorPage<'a> {
    /// The findings.
    pub checkup: &'a Checkup,
}

impl DoctorPage<'_> {
    /// The class for the state of the installation.
    fn verdict(&self) -> &'static str {
        if self.checkup.of_kind(Verdict::Wrong).next().is_some() { "wrong" } else { "ok" }
    }

    /// The findings under their headings, the gravest first. A heading without findings is left
    /// out.
    fn groups(&self) -> impl Iterator<Item = (&'static str, &'static str, Vec<&Finding>)> {
        [
            (Verdict::Wrong, "To correct", "wrong"),
            (Verdict::Note, "Good to know", "note"),
            (Verdict::Ok, "In order", "ok"),
        ]
        .into_iter()
        .map(|(verdict, heading, class)| (heading, class, self.checkup.of_kind(verdict).collect()))
        .filter(|(_, _, findings): &(_, _, Vec<_>)| !findings.is_empty())
    }
}

/// A piece of a sentence.
enum Piece<'a> {
    Words(&'a str),
    /// Code within a sentence: a name or an option.
    Code(&'a str),
    /// Code at the end of a sentence: a command to copy and run.
    Command(&'a str),
}

/// The pieces of a sentence. Backticks enclose code.
fn pieces(sentence: &str) -> impl Iterator<Item = Piece<'_>> {
    let last = sentence.split('`').count() - 1;
    sentence.split('`').enumerate().filter(|(_, piece)| !piece.is_empty()).map(
        move |(number, piece)| match number % 2 {
            0 => Piece::Words(piece),
            _ if number + 1 == last && sentence.ends_with('`') => Piece::Command(piece),
            _ => Piece::Code(piece),
        },
    )
}

is_html!(DoctorPage<'_>, RedirectPage<'_>, ProblemPage<'_>);

impl Content for DoctorPage<'_> {
    fn head(&self) -> Head {
        let description = "What this program sees when the web server runs it.";
        Head { has_undo: false, ..Head::new("The doctor", description) }
    }
}

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
        games.map(|game| (game.ruleset, LINKS.usual(game.ruleset)))
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
