//! The puzzles of the last days as a feed (Atom, RFC 4287), for feed readers.

use super::view::Puzzles;
use crate::date::Day;
use crate::game::ruleset::Ruleset;
use crate::gateway::http::{LOADS_NOTHING, Response};
use crate::links::{self, Link};
use crate::settings::Settings;
use askama::Template;

/// The beginning of each entry's id: a lasting name that belongs to no server.
const NAME: &str = "urn:x-parlour:daily";

#[derive(Template)]
#[template(path = "feed.xml")]
struct Feed<'a> {
    puzzles: &'a Puzzles,
    site: &'a Settings,
}

impl Feed<'_> {
    /// The time of the last change, in days.
    fn updated(&self) -> String {
        self.puzzles.days().next().map_or("1970-01-01".to_owned(), |day| day.to_string())
    }

    fn address(&self, link: Link) -> String {
        link.from(self.puzzles.address.as_deref())
    }

    fn puzzle(&self, ruleset: &Ruleset, day: &Day) -> String {
        self.address(links::puzzle(ruleset, Some(*day)))
    }
}

/// The feed. Its links lead to pages for people.
pub fn atom(puzzles: &Puzzles, site: &Settings) -> Response {
    let body = Feed { puzzles, site }.render().expect("a text takes all that is written") + "\n";
    Response::document("application/atom+xml; charset=utf-8", LOADS_NOTHING, body)
}
