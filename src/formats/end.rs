//! The sentences and links below the result of a game, for every format that shows words.

use super::daily::NextDay;
use super::document::Element;
use super::item::Item;
use super::shown::Shown;
use crate::game::page::Emphasis;
use crate::links::{self, WayOn};
use crate::query::About;

/// The other puzzles of today, the puzzle of the next day, and the streak. Empty if this is no puzzle of a
/// day.
pub fn next_day(shown: &Shown<'_>) -> Vec<Element> {
    let Some(NextDay { way, streak, hint }) = shown.next_day() else { return Vec::new() };
    let way = way.map(|way| Element::Tools(vec![(Emphasis::Secondary, way)]));
    let streak = streak.map(|streak| Element::Linked {
        class: "hint",
        words: [format!("{streak} ").into(), "What a streak proves".into(), "".into()],
        link: links::puzzles().at_part("streaks"),
    });
    let others = others(shown).into_iter();
    others.chain(way).chain(streak).chain(hint.map(Element::Hint)).collect()
}

/// The other puzzles of today.
fn others(shown: &Shown<'_>) -> Option<Element> {
    let ways: Vec<_> = shown.other_puzzles().map(|way| (Emphasis::Quiet, way)).collect();
    if ways.is_empty() {
        return None;
    }
    Some(Element::Section("Today's other puzzles".to_owned(), vec![Element::Tools(ways)]))
}

/// The end of every end: the line to pass on, and the way to check the deal.
pub fn last(shown: &Shown<'_>) -> Vec<Element> {
    let line = shown.line_to_pass_on().map(|line| vec![Item::Copy(line).into()]);
    let line = line.map(|line| Element::Fold("Tell others".to_owned(), line));
    let rules = || shown.links.about(About::People).at_part("verify");
    // A table whose players went has opened no secret.
    let opened = || shown.commitment().is_some_and(|commitment| commitment.opening.is_some());
    let checked = shown.ruleset.verification.filter(|_| shown.party().is_none() || opened());
    let check = checked.map(|_| {
        Element::Tools(vec![(Emphasis::Quiet, WayOn::new("How to check the deal", rules()))])
    });
    line.into_iter().chain(check).collect()
}
