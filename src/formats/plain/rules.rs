//! The rules of a game: for people, and for people who write programs.

use crate::formats::document::{Document, Element};
use crate::formats::item::Item;
use crate::formats::rules::{passages, signature, verification};
use crate::formats::view::Rules;
use crate::game::options::{AnyOption, OptionValue};
use crate::game::page::{Emphasis, Passage};
use crate::game::request::PLATFORM_FAULTS;
use crate::game::secrecy::Deals;
use crate::links::{self, WayOn};
use crate::query::About;

/// The rules page.
pub fn rules<'a>(rules: &Rules<'a>) -> Document<'a> {
    let ruleset = rules.ruleset;
    let play = match &rules.back {
        Some(back) => WayOn::new("Back to your game", back.clone()),
        None => WayOn::new(format!("Play {}", ruleset.title), links::usual(ruleset)),
    };
    let puzzle = ruleset.daily.then(|| WayOn::new("Today's puzzle", links::puzzle(ruleset, None)));
    let options = WayOn::new(ruleset.options_label(), links::options(ruleset));
    let others = puzzle.into_iter().chain([options]).map(|way| (Emphasis::Quiet, way));
    let title = format!("How to play {}", ruleset.title);
    let mut elements = vec![
        Item::Title(title.clone()).into(),
        Element::Short(ruleset.steps),
        Element::Tools([(Emphasis::Primary, play)].into_iter().chain(others).collect()),
    ];
    // Folded passages come last: few readers need them.
    let (folded, open): (Vec<Passage>, Vec<Passage>) =
        passages(rules).partition(|passage| passage.folded);
    elements.extend(open.into_iter().map(|passage| Element::Passage("", passage)));
    if !folded.is_empty() {
        elements.push(Element::More("More to know"));
    }
    elements.extend(folded.into_iter().map(|passage| Element::Passage("", passage)));
    elements.extend(verification(ruleset).map(|passage| Element::Passage("verify", passage)));
    if ruleset.deals() == Deals::Open {
        let same = "Choose any words as a seed. All players who enter them get the same game, on every server, today and next year. A class can play one board, each on their own.";
        let heading = "The same game for everybody".to_owned();
        elements.push(Element::Fold(heading, vec![Item::words(same).into()]));
    }
    let manual = links::about(ruleset, About::Programs);
    let ways = Some(vec![WayOn::new(format!("{} for programs", ruleset.title), manual)]);
    let (description, picture) = (ruleset.steps.join(" "), Some(ruleset));
    Document { description, picture, ways, ..Document::new(title, elements) }
}

/// The help for programs that play: what the rules page says in JSON.
pub fn manual<'a>(rules: &Rules<'a>) -> Document<'a> {
    let ruleset = rules.ruleset;
    let title = format!("{} for programs", ruleset.title);
    let options = ruleset.options.iter().map(|option| {
        let value = |value: OptionValue<'_>| format!("{} ({})", value.value, value.with_note());
        let values: Vec<String> = option.values().map(value).collect();
        let typed = option.typed().map_or("", |typed| typed.hint);
        let typed = if typed.is_empty() { String::new() } else { format!(". {typed}") };
        format!("{}, {}: {}{typed}", option.name(), AnyOption::label(*option), values.join(", "))
    });
    let seeds = "seed=WORDS deals the game of these words, day=2026-11-21 that of a day, and day=today that of today (UTC).";
    let seeds = ruleset.deals().are_named().then(|| seeds.to_owned());
    let requests =
        ruleset.requests.iter().map(|spec| format!("{}: {}", signature(spec), spec.about));
    let messages = ruleset.messages.iter().map(|message| {
        let private = if message.private { " To one player alone." } else { "" };
        format!("{}({}): {}{private}", message.name, message.arguments.join(", "), message.about)
    });
    let faults = ruleset.faults().into_iter().chain(PLATFORM_FAULTS);
    let faults = faults.map(|fault| format!("{} {}: {}", fault.code, fault.name, fault.sentence));
    let section = |heading: &str, points: Vec<String>| {
        let points = points.into_iter().map(|point| Element::Item(Item::Point(point)));
        Element::Section(heading.to_owned(), points.collect())
    };
    let about = format!(
        "Ruleset {}, version {}. Add as=json to any address: docs/json-api.md says more. The first value of an option is the default.",
        ruleset.uri, ruleset.version
    );
    let elements = vec![
        Item::Title(title.clone()).into(),
        Element::Lead(about),
        section("Options", options.chain(seeds).collect()),
        section("Requests", requests.collect()),
        section("Messages", messages.collect()),
        section("Faults", faults.collect()),
    ];
    let back = rules.back.clone().map(|back| WayOn::new("Back to your game", back));
    let how_to_play = links::about(ruleset, About::People);
    let how_to_play = WayOn::new(format!("How to play {}", ruleset.title), how_to_play);
    let description = format!("The requests, messages and faults of {}.", ruleset.title);
    let ways = Some(back.into_iter().chain([how_to_play]).collect());
    Document { description, ways, ..Document::new(title, elements) }
}
