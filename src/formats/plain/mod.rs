//! Pages without markup, for plain text, Gemini and Gopher. A view becomes a list of items, and
//! each of these formats writes items in its own way.

mod drawing;
pub mod game;
pub mod item;
mod others;
pub mod paragraph;
mod party;
mod rules;
mod words;

use super::view::{LinkToSend, View};
use crate::links;
use crate::settings::Settings;
use item::Item;

/// The items of a page. `shows_links` is true if the format writes the link of every move.
pub fn items(view: &View<'_>, site: &Settings, shows_links: bool) -> Vec<Item> {
    let mut items = match view {
        View::Parlour(parlour) => return others::parlour(parlour, site),
        View::Ask(ask) => return vec![Item::Ask(ask.clone())],
        View::Problem(problem) => return others::problem(problem),
        View::Redirect(link) => {
            let title = Item::Title("Your game is dealt".to_owned());
            return vec![title, Item::way("Go to the table", link.clone())];
        }
        View::QrCode(LinkToSend { ruleset, address, back, .. }) => {
            return vec![
                Item::Title(format!("{}: the link to send", ruleset.title)),
                Item::Copy(address.clone()),
                Item::way("Back to the table", back.clone()),
            ];
        }
        View::Position(shown) => game::game(shown, shows_links),
        View::Words(shown) => words::in_words(shown, shows_links),
        View::Rules(found) => rules::rules(found),
        View::Manual(found) => rules::manual(&found.rules),
        View::NewGame(new_game) => others::new_game(new_game),
        View::Anatomy(anatomy) => others::anatomy(anatomy),
        View::NewTable(new_table) => others::new_table(new_table),
        View::Newest(newest) => others::newest(newest),
        View::League(page) => others::league(page),
        View::Puzzles(puzzles) => others::puzzles(puzzles, site),
    };
    items.push(Item::way("All games", links::parlour()));
    items
}
