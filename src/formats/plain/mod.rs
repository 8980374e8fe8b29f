//! Pages of words, for all formats. A view becomes a document.

pub(crate) mod drawing;
pub(crate) mod game;
mod others;
pub(crate) mod paragraph;
pub(crate) mod rules;
mod words;

use super::anatomy;
use super::document::Document;
use super::item::Item;
use super::setting::Setting;
use super::view::View;
use crate::settings::Settings;

/// A page of words. `shows_links` is true if the format writes the link of every move.
pub fn document<'a>(view: &'a View<'a>, site: &Settings, shows_links: bool) -> Document<'a> {
    match view {
        View::Parlour(parlour) => {
            Document { ways: None, ..Document::of(others::parlour(parlour, site)) }
        }
        View::Ask(ask) => Document { ways: None, ..Document::of(vec![Item::Ask(ask.clone())]) },
        View::Problem(problem) => others::problem(problem, site),
        View::Redirect(link) => others::redirect(link),
        View::QrCode(sent) => others::qr_code(sent),
        View::Position(shown) => Document::of(game::game(shown, shows_links, false)),
        View::Words(shown) => Document::of(game::game(shown, shows_links, true)),
        View::Rules(found) => rules::rules(found),
        View::Manual(found) => rules::manual(found),
        View::NewGame(new_game) => Document::of(others::new_game(new_game)),
        View::Anatomy(found) => anatomy::document(found, site.program),
        View::NewTable(new_table) => Document::of(others::new_table(new_table)),
        View::Newest(newest) => others::newest(newest),
        View::League(page) => others::league(page),
        View::Puzzles(puzzles) => others::puzzles(puzzles, site),
    }
}

/// The page in items, for a format without markup. The first is its title.
pub fn items(view: &View<'_>, setting: &Setting<'_>, shows_links: bool) -> Vec<Item> {
    let mut items = document(view, setting.site, shows_links).items(setting.site);
    let behind_title = items.len().min(1);
    items.splice(behind_title..behind_title, setting.notice.clone().map(Item::Words));
    items
}
