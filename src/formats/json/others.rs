//! The pages outside games: the index, new tables and error pages.

use super::links::GameLinks;
use crate::date::Day;
use crate::formats::view::{NewTable, Puzzles};
use crate::game::any::AnyGame;
use crate::game::ruleset::Ruleset;
use crate::game::text::Text;
use crate::links::{self, Link, WayOn};
use crate::problem::Problem;
use crate::settings::{Home, Settings};
use serde::Serialize;

/// A new table.
#[derive(Serialize)]
pub struct NewTablePage<'a> {
    game: &'a str,
    people: usize,
    /// The reason why the name is refused, if one was sent.
    sentence: Option<&'a str>,
    /// A program appends `name=` and a name.
    link: Link,
}

impl<'a> NewTablePage<'a> {
    /// The page that asks for a name.
    pub fn new(new_table: &'a NewTable<'a>) -> Self {
        let NewTable { ruleset, choices, bad_name } = new_table;
        NewTablePage {
            game: ruleset.key,
            people: choices.people(),
            sentence: bad_name.as_ref().map(|bad| bad.sentence.as_ref()),
            link: links::deal(ruleset, choices, None),
        }
    }
}

/// The index.
#[derive(Serialize)]
pub struct ParlourPage<'a> {
    title: &'a str,
    home: Option<&'a Home>,
    games: Vec<GameEntry<'a>>,
}

#[derive(Serialize)]
struct GameEntry<'a> {
    game: &'a str,
    uri: &'a str,
    title: &'a str,
    blurb: &'a str,
    links: GameLinks,
}

impl<'a> ParlourPage<'a> {
    pub fn new(site: &'a Settings) -> Self {
        let entry = |game: &'a AnyGame| {
            let Ruleset { key, uri, title, blurb, .. } = *game.ruleset;
            GameEntry { game: key, uri, title, blurb, links: GameLinks::new(game.ruleset) }
        };
        let games = site.games.iter().map(entry).collect();
        ParlourPage { title: &site.title, home: site.home.as_ref(), games }
    }
}

/// The puzzles of the last days.
#[derive(Serialize)]
pub struct FeedPage<'a> {
    puzzles: Vec<PuzzleEntry<'a>>,
}

#[derive(Serialize)]
struct PuzzleEntry<'a> {
    game: &'a str,
    day: String,
    link: Link,
}

impl<'a> FeedPage<'a> {
    /// The page of the last days.
    pub fn new(puzzles: &Puzzles, site: &'a Settings) -> Self {
        let entry = |(ruleset, day): (&'a Ruleset, Day)| PuzzleEntry {
            game: ruleset.key,
            day: day.to_string(),
            link: links::puzzle(ruleset, Some(day)),
        };
        FeedPage { puzzles: puzzles.all(site).map(entry).collect() }
    }
}

/// An error page.
#[derive(Serialize)]
pub struct ProblemPage {
    status: u16,
    problem: &'static str,
    heading: &'static str,
    explanation: Text,
    ways_on: Vec<WayOn>,
}

impl ProblemPage {
    pub fn new(problem: &Problem) -> Self {
        ProblemPage {
            status: problem.status().code(),
            problem: problem.name(),
            heading: problem.heading(),
            explanation: problem.explanation(),
            ways_on: links::ways_on(problem),
        }
    }
}
