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

pub use content::LINKS;

use super::assets;
use super::feed;
use super::setting::Setting;
use super::view::{Document, View};
use frame::Frame;

/// The page for a view.
pub fn render(view: &View<'_>, setting: &Setting<'_>) -> Document {
    match view {
        View::Parlour(parlour) => {
            Frame::new(setting, index::IndexPage { parlour, site: setting.site }).document()
        }
        View::Position(table) => {
            Frame::new(setting, game::GamePage::new(table, setting.site)).document()
        }
        View::Rules(rules) => Frame::new(setting, rules::RulesPage::new(rules)).document(),
        View::Manual(manual) => Frame::new(setting, rules::ManualPage { manual }).document(),
        View::NewGame(new_game) => Frame::new(setting, form::NewGamePage { new_game }).document(),
        View::Anatomy(anatomy) => {
            Frame::new(setting, anatomy::AnatomyPage::new(anatomy)).document()
        }
        View::Words(_) | View::Ask(_) | View::League(_) => {
            Frame::new(setting, typed::WordsPage::new(view, setting.site)).document()
        }
        View::Puzzles(puzzles) if puzzles.is_feed => feed::atom(puzzles, LINKS, setting.site),
        View::Puzzles(puzzles) => {
            Frame::new(setting, index::PuzzlesPage::new(puzzles, setting.site)).document()
        }
        View::QrCode(link) => Frame::new(setting, qr_code::QrCodePage::new(link)).document(),
        View::Doctor(checkup) => Frame::new(setting, others::DoctorPage { checkup }).document(),
        View::NewTable(new_table) => {
            Frame::new(setting, people::NewTablePage { new_table }).document()
        }
        View::Newest(newest) => Frame::new(setting, people::NewestPage { newest }).document(),
        View::Redirect(link) => Frame::new(setting, others::RedirectPage { link }).document(),
        View::Problem(problem) => {
            Frame::new(setting, others::ProblemPage { problem, site: setting.site }).document()
        }
    }
}

/// Returns true if there is a picture of this name.
pub fn has_picture(name: &str) -> bool {
    assets::picture(name).is_some()
}
