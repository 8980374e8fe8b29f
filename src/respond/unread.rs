//! Names in a query of which its page makes nothing. The page says so if another page uses the name, if
//! the name is nearly one of its own, or if its value means nothing. Other names are silent, such as
//! those that advertisers add to links.

use crate::formats::shown::Shown;
use crate::formats::view::View;
use crate::game::ruleset::Ruleset;
use crate::game::text::listed;
use crate::program::Program;
use crate::query::{self, Query, quoted};

/// The names that change nothing on a page, and the sentences about some of them.
#[derive(Default)]
pub struct Unread {
    /// The names, for programs.
    pub names: Vec<String>,
    /// The sentences, for people.
    pub notice: Option<String>,
}

impl Unread {
    /// The names in a query of which the page of this view makes nothing.
    pub fn of(query: &Query, view: &View<'_>, program: &Program) -> Self {
        let ruleset = match view {
            View::Position(shown) | View::Words(shown) => Some(shown.ruleset),
            View::NewGame(page) => Some(page.ruleset),
            View::NewTable(page) => Some(page.ruleset),
            _ => None,
        };
        let of_value = |name| format!("This page makes nothing of the value of {}.", shown(name));
        let values = query.without_meaning.iter();
        let mut told: Vec<(&str, String)> = values.map(|name| (*name, of_value(name))).collect();
        if let Some(ruleset) = ruleset {
            let chooses = query.tokens.is_empty() || matches!(view, View::NewGame(_));
            let is_read = |name: &str| {
                if chooses { is_option(ruleset, name) } else { program.has_request(name) }
            };
            let unread = options(query, ruleset, is_read).into_iter();
            told.extend(unread.map(|name| (name, sentence(name, ruleset))));
        }
        if let View::Position(table) | View::Words(table) = view {
            let of_name = |name| format!("{} changes nothing on this page.", shown(name));
            let unread = without_effect(query, table).into_iter();
            told.extend(unread.map(|name| (name, of_name(name))));
        }
        let mut names = query.ignored.clone();
        let known = told.iter().map(|(name, _)| (*name).to_owned());
        names.extend(known.filter(|name| !query.ignored.contains(name)));
        let sentences: Vec<String> = told.into_iter().map(|(_, sentence)| sentence).collect();
        let notice = (!sentences.is_empty()).then(|| sentences.join(" "));
        Unread { names, notice }
    }
}

/// The names and values that the address of a new game keeps, although its page makes nothing of them,
/// so that it says so.
pub fn kept<'a>(query: &'a Query, ruleset: &Ruleset) -> impl Iterator<Item = (&'a str, &'a str)> {
    let unread = options(query, ruleset, |name| is_option(ruleset, name));
    let value = |name| query.rest.iter().find(|(known, _)| known == name);
    unread.into_iter().map(move |name| (name, value(name).map_or("", |(_, value)| value)))
}

/// The options in a query of which its page makes nothing: those of other games, misspelt ones, and all of
/// a game that goes on with those it has. A request is for the referee to hear.
fn options<'a>(
    query: &'a Query,
    ruleset: &Ruleset,
    is_read: impl Fn(&str) -> bool,
) -> Vec<&'a str> {
    let misspelt = query.ignored.iter().map(String::as_str);
    let misspelt = misspelt.filter(|name| nearest(name, option_names(ruleset)).is_some());
    let names = query.rest.iter().map(|(name, _)| name.as_str());
    names.filter(move |name| !is_read(name)).chain(misspelt).collect()
}

fn is_option(ruleset: &Ruleset, name: &str) -> bool {
    ruleset.options.iter().any(|option| option.is_named(name))
}

/// The names of tables and of days in the query of a game that has none. A seed promises that the game
/// begins as before, and where nothing is dealt it does.
fn without_effect(query: &Query, shown: &Shown<'_>) -> Vec<&'static str> {
    let is_dealt = (shown.ruleset.secrecy)(&shown.choices).deals.are_named();
    let is_at_table = shown.party().is_some();
    let texts = [
        (query::DAY, &query.day, is_dealt),
        (query::NAME, &query.name, is_at_table),
        (query::PATIENCE, &query.patience, is_at_table),
        (query::DEALT_IN, &query.dealt_in, is_at_table),
        (query::PASSWORD, &query.password, is_at_table),
    ];
    let is_there = |text: &Option<String>| text.as_ref().is_some_and(|text| !text.is_empty());
    let unread = texts.into_iter().filter(|(_, text, has_effect)| is_there(text) && !has_effect);
    unread.map(|(name, ..)| name).collect()
}

/// A name in quotation marks, short and printable.
fn shown(name: &str) -> String {
    format!("\u{201c}{}\u{201d}", quoted(name))
}

fn option_names(ruleset: &Ruleset) -> impl Iterator<Item = &'static str> {
    ruleset.options.iter().map(|option| option.name())
}

fn sentence(name: &str, ruleset: &Ruleset) -> String {
    let shown = shown(name);
    if is_option(ruleset, name) {
        return format!(
            "{shown} changes nothing now: a game keeps the options with which it began."
        );
    }
    match nearest(name, option_names(ruleset)) {
        Some(known) => {
            format!("This game has no option {shown}. Do you mean {}?", self::shown(known))
        }
        None if ruleset.options.is_empty() => format!("This game has no option {shown}."),
        None => {
            format!("This game has no option {shown}; it has {}.", listed(option_names(ruleset)))
        }
    }
}

/// The name that somebody may have meant who misspelt it.
pub fn nearest<'a>(name: &str, mut known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    known.find(|known| known.len() >= LETTERS_MIN && is_near(name, known))
}

/// Shorter names are near to too many others.
const LETTERS_MIN: usize = 4;

/// Returns true if one letter makes the difference: it is missing, added, another, or has changed places
/// with its neighbour.
fn is_near(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let alike = one.iter().zip(other).take_while(|(a, b)| a == b).count();
    let (one, other) = (&one[alike..], &other[alike..]);
    let is_added = one.get(1..) == Some(other) || other.get(1..) == Some(one);
    let is_another = !one.is_empty() && one.get(1..) == other.get(1..);
    let is_swapped = match (one, other) {
        ([a, b, rest @ ..], [c, d, others @ ..]) => (a, b, rest) == (d, c, others),
        _ => false,
    };
    is_added || is_another || is_swapped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_letter_makes_a_name_near() {
        for near in ["choose_hnd", "choose_handd", "choose_hant", "chosoe_hand", "hoose_hand"] {
            assert!(is_near(near, "choose_hand") && is_near("choose_hand", near), "{near}");
        }
        for far in ["choose_hand", "choose_hd", "choose_dnah", "", "choose", "hand_choose"] {
            assert!(!is_near(far, "choose_hand") && !is_near("choose_hand", far), "{far}");
        }
    }
}
