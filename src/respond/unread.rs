//! Names in a query of which its page makes nothing. The page says so if another page uses the name, if
//! the name is nearly one of its own, or if its value means nothing. Other names are silent, such as
//! those that advertisers add to links.

use super::asked::is_request;
use crate::formats::view::View;
use crate::game::ruleset::Ruleset;
use crate::game::text::listed;
use crate::query::{Query, quoted};
use std::collections::BTreeSet;

/// The names that change nothing on a page, and the sentences about some of them.
#[derive(Default)]
pub struct Unread {
    /// The names, for programs.
    pub names: BTreeSet<String>,
    /// The sentences, for people.
    pub notice: Option<String>,
}

impl Unread {
    /// The names in a query of which the page of this view makes nothing.
    pub fn of(query: &Query, view: &View<'_>) -> Self {
        let ruleset = match view {
            View::Position(shown) | View::Words(shown) => Some(shown.ruleset),
            View::NewGame(page) => Some(page.ruleset),
            View::NewTable(page) => Some(page.ruleset),
            _ => None,
        };
        let values = query.without_meaning.iter();
        let mut names: BTreeSet<String> = query.ignored.clone();
        names.extend(values.clone().map(ToString::to_string));
        let of_value = |name| format!("This page makes nothing of the value of \u{201c}{name}\u{201d}.");
        let mut sentences: Vec<String> = values.map(of_value).collect();
        if let Some(ruleset) = ruleset {
            let chooses = query.tokens.is_empty() || matches!(view, View::NewGame(_));
            let unread = if chooses { beside_options(query, ruleset) } else { options(query) };
            sentences.extend(unread.iter().map(|name| sentence(name, ruleset, chooses)));
            names.extend(unread.into_iter().map(str::to_owned));
        }
        let notice = (!sentences.is_empty()).then(|| sentences.join(" "));
        Unread { names, notice }
    }
}

/// The names and values that the address of a new game keeps, although its page makes nothing of them,
/// so that it says so.
pub fn kept<'a>(query: &'a Query, ruleset: &Ruleset) -> impl Iterator<Item = (&'a str, &'a str)> {
    let unread = beside_options(query, ruleset);
    let value = |name| query.rest.iter().find(|(known, _)| known == name);
    unread.into_iter().map(move |name| (name, value(name).map_or("", |(_, value)| value)))
}

/// The names of other pages, and misspelt ones, in the query of a page that reads the options of a game.
fn beside_options<'a>(query: &'a Query, ruleset: &Ruleset) -> Vec<&'a str> {
    let is_option = |name: &str| ruleset.options.iter().any(|option| option.is_named(name));
    let of_others = query.rest.iter().map(|(name, _)| name.as_str());
    let misspelt = query.ignored.iter().map(String::as_str);
    let misspelt = misspelt.filter(|name| nearest(name, option_names(ruleset)).is_some());
    of_others.filter(|name| !is_option(name)).chain(misspelt).collect()
}

/// The options in the query of a position, which keeps those with which it began. What is left is a
/// request, and the referee hears it.
fn options(query: &Query) -> Vec<&str> {
    let names = query.rest.iter().map(|(name, _)| name.as_str());
    names.filter(|name| !is_request(name)).collect()
}

fn option_names(ruleset: &Ruleset) -> impl Iterator<Item = &'static str> {
    ruleset.options.iter().map(|option| option.name())
}

fn sentence(name: &str, ruleset: &Ruleset, chooses: bool) -> String {
    let shown = format!("\u{201c}{}\u{201d}", quoted(name));
    if !chooses {
        return format!("{shown} changes nothing here: a game keeps the options with which it began.");
    }
    let known: Vec<&str> = option_names(ruleset).collect();
    match nearest(name, known.iter().copied()) {
        Some(known) => format!("This page has no option {shown}. Do you mean \u{201c}{known}\u{201d}?"),
        None if known.is_empty() => format!("This page has no option {shown}."),
        None => format!("This page has no option {shown}; it has {}.", listed(&known)),
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
