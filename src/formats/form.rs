//! The sentences around the form of options, for every format. A format with fields has them in one form,
//! and the others have a link for each choice.

use super::document::Element;
use super::view::NewTable;
use crate::game::ruleset::Ruleset;
use crate::links::{self, WayOn};
use crate::query::About;

/// The label of the time that a table waits for the player on turn.
pub const WAIT: &str = "Wait for a player";
/// The heading of the fields that name a deal, and advice on the seed.
pub const SHARED_DEAL: &str = "Play a shared deal";
pub const ABOUT_SEED: &str = "Type any word. A friend who types the same word gets the same game.";

/// Advice on the date of a puzzle. `None` if the game has no puzzles.
pub fn about_date(ruleset: &Ruleset) -> Option<String> {
    let of_day = ruleset.of_day.map(|of_day| format!(" {}", of_day.label));
    let advice = "Or pick a date. It takes the place of a seed.";
    ruleset.daily.then(|| format!("{advice}{}", of_day.unwrap_or_default()))
}

/// The title of a page of options, and its first sentence.
pub fn new_game(ruleset: &Ruleset) -> (String, Element) {
    (format!("New game of {}", ruleset.title), Element::Lead(ruleset.blurb.to_owned()))
}

/// The title of the page of a new table, and its first sentence.
pub fn new_table(ruleset: &Ruleset) -> (String, Element) {
    let lead = "No account: you play by sending each other links, by mail or chat.";
    (format!("{} with friends", ruleset.title), Element::Lead(lead.to_owned()))
}

/// How people come to a table and play at it.
pub fn how_it_works(new_table: &NewTable<'_>) -> Element {
    let is_large = new_table.ruleset.people.1 > 2;
    let to = if is_large { "everybody" } else { "a friend" };
    let others = if is_large {
        [
            "The others answer.",
            "One guest sits down at once. Two or more each send you an answer. Paste the answers into your page, in any order.",
        ]
    } else {
        ["Your friend sits down, too,", "and sends you a new link."]
    };
    let links = new_table.links_told().map(|told| format!(" {told}")).unwrap_or_default();
    let steps = vec![
        ["You sit down.".into(), format!("You get a password, which you keep, and an invitation, which you send to {to}.").into()],
        others.map(Into::into),
        ["You take turns.".into(), format!("The game begins when everybody has sat down. After your turn you send a link to the next player.{links} If somebody stays away, you can let a computer play for them after a while.").into()],
    ];
    Element::Section("How it works".to_owned(), vec![Element::Steps(steps)])
}

/// The way to the rules of a game.
pub fn rules(ruleset: &Ruleset) -> WayOn {
    WayOn::new("Rules", links::about(ruleset, About::People))
}
