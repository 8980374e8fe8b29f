//! The HTML format: one page for every browser, from Lynx to Chromium. It ignores the user agent.
//!
//! A board is a table whose squares are three characters wide. Every text browser aligns it, and
//! the style sheet turns it into a picture. (We tried the markup in eleven browsers.) The page has
//! only the pictures that it shows.

mod anatomy;
pub mod content;
mod field;
mod form;
mod frame;
mod game;
mod index;
mod markup;
mod others;
mod passage;
mod people;
mod qr_code;
mod rules;
mod square;
pub mod style;
mod symbol;
mod table;
mod typed;

use super::assets;
use super::feed;
use super::setting::Setting;
use super::view::{Document, View};
use frame::document;

/// The page for a view.
pub fn render(view: &View<'_>, setting: &Setting<'_>) -> Document {
    match view {
        View::Parlour(parlour) => {
            document(setting, index::IndexPage { parlour, site: setting.site })
        }
        View::Position(table) => document(setting, game::GamePage::new(table, setting.site)),
        View::Rules(rules) => document(setting, rules::RulesPage::new(rules)),
        View::Manual(manual) => document(setting, rules::ManualPage { manual }),
        View::NewGame(new_game) => document(setting, form::NewGamePage { new_game }),
        View::Anatomy(anatomy) => document(setting, anatomy::AnatomyPage::new(anatomy)),
        View::Words(_) | View::Ask(_) | View::League(_) => {
            document(setting, typed::WordsPage::new(view, setting.site))
        }
        View::Puzzles(puzzles) if puzzles.is_feed => feed::atom(puzzles, setting.site),
        View::Puzzles(puzzles) => document(setting, index::PuzzlesPage::new(puzzles, setting.site)),
        View::QrCode(link) => document(setting, qr_code::QrCodePage::new(link)),
        View::NewTable(new_table) => document(setting, people::NewTablePage { new_table }),
        View::Newest(newest) => document(setting, people::NewestPage { newest }),
        View::Redirect(link) => document(setting, others::RedirectPage { link }),
        View::Problem(problem) => {
            document(setting, others::ProblemPage { problem, site: setting.site })
        }
    }
}

/// Returns true if there is a picture of this name.
pub fn has_picture(name: &str) -> bool {
    assets::picture(name).is_some()
}
