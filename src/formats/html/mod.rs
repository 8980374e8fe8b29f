//! The HTML format: one page for every browser, from Lynx to Chromium. It ignores the user agent.
//!
//! A board is a table whose squares are three characters wide. Every text browser aligns it, and
//! the style sheet turns it into a picture. (We tried the markup in eleven browsers.) The page has
//! only the pictures that it shows.

pub(crate) mod content;
mod document;
mod field;
mod form;
mod frame;
mod game;
mod index;
mod markup;
mod passage;
mod qr_code;
mod square;
pub(crate) mod style;
mod symbol;
mod typed;

use super::feed;
use super::plain;
use super::setting::Setting;
use super::view::View;
use crate::gateway::http::Response;
use document::DocumentPage;
use frame::framed;

/// The page for a view.
pub fn render(view: &View<'_>, setting: &Setting<'_>) -> Response {
    match view {
        View::Parlour(parlour) => framed(setting, index::IndexPage { parlour, site: setting.site }),
        View::Position(shown) => framed(setting, game::GamePage::new(shown, setting)),
        View::NewGame(new_game) => framed(setting, form::NewGamePage::new(new_game)),
        View::NewTable(new_table) => framed(setting, form::NewTablePage::new(new_table)),
        View::Puzzles(puzzles) if puzzles.is_feed => feed::atom(puzzles, setting.site),
        _ => {
            let document = plain::document(view, setting.site, true);
            framed(setting, DocumentPage { document })
        }
    }
}

/// Returns true if there is a picture of this name.
#[cfg(any(test, feature = "audit"))]
pub fn has_picture(picture: crate::game::page::Picture) -> bool {
    symbol::drawing(picture).is_some()
}
