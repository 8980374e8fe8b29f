//! The pages that are no part of a game: what the doctor found, a problem, and a page that is
//! elsewhere.

use super::content::{Content, LINKS};
use super::symbol::GamePicture;
use crate::doctor::checkup::{Checkup, Finding, Verdict};
use crate::game::options::Choices;
use crate::game::page::Picture;
use crate::game::ruleset::Ruleset;
use crate::links::{Link, WayOn};
use crate::problem::Problem;
use crate::settings::Settings;
use askama::Template;
use askama::filters::HtmlSafe;

/// What the doctor found.
#[derive(Template)]
#[template(path = "doctor.html")]
pub struct DoctorPage<'a> {
    /// The findings.
    pub checkup: &'a Checkup,
}

impl DoctorPage<'_> {
    /// How the installation is, for its colour.
    fn verdict(&self) -> &'static str {
        if self.checkup.of_kind(Verdict::Wrong).next().is_some() { "wrong" } else { "ok" }
    }

    /// The findings under their headings, the gravest first. No heading stands above nothing.
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

/// What a piece of a sentence is.
enum Piece<'a> {
    Words(&'a str),
    /// Within a sentence: a name, or part of what is told.
    Code(&'a str),
    /// At the end of one: to be copied and run.
    Command(&'a str),
}

/// The pieces of a sentence. Code stands between backticks.
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

impl HtmlSafe for DoctorPage<'_> {}

impl Content for DoctorPage<'_> {
    fn title(&self) -> String {
        "The doctor".to_owned()
    }

    fn description(&self) -> String {
        "What this program sees when the web server runs it.".to_owned()
    }

    fn has_undo(&self) -> bool {
        false
    }
}

/// For a browser or a server that does not follow a redirect.
#[derive(Template)]
#[template(path = "redirect.html")]
pub struct RedirectPage<'a> {
    /// Where the page is.
    pub link: &'a Link,
}

impl HtmlSafe for RedirectPage<'_> {}

impl Content for RedirectPage<'_> {
    fn title(&self) -> String {
        "Your game is dealt".to_owned()
    }

    fn description(&self) -> String {
        "A new game.".to_owned()
    }

    fn ways(&self) -> Option<Vec<WayOn>> {
        None
    }
}

/// Why there is no other page.
#[derive(Template)]
#[template(path = "problem.html")]
pub struct ProblemPage<'a> {
    /// The reason.
    pub problem: &'a Problem,
    /// The site, with the games that could be played instead.
    pub site: &'a Settings,
}

impl ProblemPage<'_> {
    fn problem(&self) -> &Problem {
        self.problem
    }

    fn ways_on(&self) -> Vec<WayOn> {
        LINKS.ways_on(self.problem())
    }

    /// Returns true if the ways on are the values of an option, which the last way, to all games, is not.
    fn offers_values(&self) -> bool {
        matches!(self.problem(), Problem::NoSuchValue(..))
    }

    /// The game that the link was of, if that is known.
    fn game(&self) -> Option<&'static Ruleset> {
        self.problem().game()
    }

    /// The games, each with a link that deals it, where nobody knows which one was meant and there is
    /// nothing to go back to.
    fn games(&self) -> impl Iterator<Item = (&Ruleset, Link)> {
        let is_any = self.game().is_none() && !self.problem().is_to_be_left();
        let games = self.site.games.iter().filter(move |_| is_any);
        games.map(|game| {
            let ruleset = game.ruleset;
            (ruleset, LINKS.deal(ruleset, &Choices::defaults(ruleset.options), None))
        })
    }
}

impl HtmlSafe for ProblemPage<'_> {}

impl Content for ProblemPage<'_> {
    fn title(&self) -> String {
        self.problem().heading().to_owned()
    }

    fn description(&self) -> String {
        "This link leads to no game.".to_owned()
    }

    fn has_undo(&self) -> bool {
        false
    }

    fn pictures(&self) -> Vec<Picture> {
        let games = self.games().map(|(ruleset, _)| ruleset);
        games.chain(self.game()).map(|ruleset| Picture::upright(ruleset.picture)).collect()
    }
}
