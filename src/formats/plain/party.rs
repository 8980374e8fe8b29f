//! The people at a table: who sits there, what to do next, and the link to send.

use super::item::Item;
use crate::formats::ask::Ask;
use crate::formats::party::{NEW_PASSWORD, Party};
use crate::formats::table::Table;
use crate::game::text::listed;
use crate::links::Links;
use crate::query;

pub use crate::formats::party::AGAIN;

/// Whose page it is: somebody's alone, or everybody's.
pub fn privacy(party: &Party) -> Item {
    match party.own_name() {
        Some(name) => Item::words(format!("For {name} alone: do not share this page.")),
        None => Item::words("For everybody: you may share this page."),
    }
}

/// Whose table it is, and what whoever looks may do next.
pub fn head(table: &Table<'_>, party: &Party, links: Links, items: &mut Vec<Item>) {
    if let Some(asked) = &party.asked_turn_code {
        items.push(Item::words(format!(
            "The link says {asked}, but the game in it is at {}. Somebody changed the link, or mixed up two.",
            party.turn_code
        )));
    }
    if party.is_lobby() {
        let names = listed(party.people.iter().map(|person| &person.name));
        items.push(Item::words(format!(
            "Here sits {names}; seats that are free: {}.",
            party.free()
        )));
    }
    items.extend(party.bad_name.as_ref().map(|bad| Item::words(bad.sentence.as_ref())));
    match (party.has_password(), party.is_lobby()) {
        (false, true) => items.push(Item::Ask(Ask::new(query::NAME, table.links.sit("")))),
        (false, false) if !party.is_over() => items.push(password_to_type(table)),
        (true, _) if party.has_just_sat_down() => keep(table, party, links, items),
        (_, _) => {}
    }
}

/// The field for the code of a password: it opens a hand, or another game at the end.
pub fn password_to_type(table: &Table<'_>) -> Item {
    Item::Ask(Ask::new(query::PASSWORD, table.links.position().clone()))
}

/// The password, to be kept.
fn keep(table: &Table<'_>, party: &Party, links: Links, items: &mut Vec<Item>) {
    let Some(password) = party.password.map(|password| password.to_string()) else { return };
    items.push(Item::Heading("Keep your password".to_owned()));
    items.push(Item::Copy(password.clone()));
    items.push(Item::words(
        "It opens your page, so tell nobody. Write it down, or keep your private link.",
    ));
    items.push(Item::way("Your private link", links.with_password_alone(table.ruleset, &password)));
}

/// The password, the turn codes by which two links are told apart, and another password.
pub fn panel(party: &Party, table: &Table<'_>, links: Links, items: &mut Vec<Item>) {
    if party.is_on_turn() {
        let link = table.links.sit(NEW_PASSWORD);
        items.push(Item::way("Another password, if somebody has seen yours", link));
    } else if !party.has_just_sat_down() {
        keep(table, party, links, items);
    }
    if !party.is_lobby() {
        items.push(Item::Heading(format!(
            "Turn {}, line code {}",
            party.turn_code.number, party.turn_code
        )));
        items.push(Item::words(
            "A link of the same turn with another code is another game. The first link sent counts.",
        ));
        for person in &party.people {
            let last = person.last.map(|turn_code| format!(": {turn_code}")).unwrap_or_default();
            items.push(Item::Point(format!("{}{last}", person.name)));
        }
    }
}
