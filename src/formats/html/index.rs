//! The index: every game with its first link, and today's puzzles.

use super::content::{Content, Head, Width};
use super::document::OPENED;
use super::field::BoardField;
use super::markup::is_html;
use super::square::{Play, pictures};
use super::symbol::GamePicture;
use crate::formats::shown::Shown;
use crate::formats::view::Parlour;
use crate::game::page::{Board, Part};
use crate::game::ruleset::Ruleset;
use crate::game::text::listed;
use crate::links::{self, Link};
use crate::moves;
use crate::query::About;
use crate::settings::Settings;
use askama::Template;

#[derive(Template)]
#[template(path = "index.html")]
pub struct IndexPage<'a> {
    pub parlour: &'a Parlour,
    /// The site, with its games.
    pub site: &'a Settings,
}

impl IndexPage<'_> {
    /// The games with a puzzle of the day, each with the link to today's.
    fn puzzles(&self) -> impl Iterator<Item = (&Ruleset, Link)> {
        self.site.daily().map(|ruleset| (ruleset, self.parlour.puzzle(ruleset)))
    }

    /// The puzzle that can be played on the page, with its board.
    fn board(&self) -> Option<(&Shown<'_>, &Board)> {
        let shown = self.parlour.puzzle.as_deref()?;
        Some((shown, shown.page().parts.iter().find_map(Part::board)?))
    }

    /// The board of a puzzle with its moves.
    fn field<'b>(shown: &'b Shown<'_>, board: &'b Board) -> BoardField<'b> {
        let modes = moves::tools(shown.page(), shown.ruleset);
        BoardField::new(board, Some(Play::of(shown, &modes)))
    }
}

is_html!(IndexPage<'_>);

impl Content for IndexPage<'_> {
    fn head(&self) -> Head {
        let games = || self.site.games.iter().map(|game| game.ruleset);
        let squares = self.board().into_iter().flat_map(|(_, board)| &board.cells);
        let titles = listed(games().map(|ruleset| ruleset.title));
        let description = format!("{titles}. {}", Parlour::LEAD);
        Head {
            name: Some(self.site.title.to_string()),
            width: Width::Index,
            room: 22 << 10,
            pictures: games().filter_map(Ruleset::icon).chain(pictures(squares)).collect(),
            ways: None,
            ..Head::new("Games for every browser", description)
        }
    }
}
