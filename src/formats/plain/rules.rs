//! The rules of a game: for people, and for people who write programs.

use super::drawing;
use super::item::Item;
use crate::formats::rules::{passages, signature, verification};
use crate::formats::view::Rules;
use crate::game::request::PLATFORM_FAULTS;
use crate::game::secrecy::Deals;
use crate::links;
use crate::query::About;

/// The rules page.
pub fn rules(rules: &Rules<'_>) -> Vec<Item> {
    let ruleset = rules.ruleset;
    let mut items = vec![Item::Title(ruleset.title.to_owned())];
    items.extend(ruleset.steps.iter().map(|step| Item::Point((*step).to_owned())));
    items.push(match &rules.back {
        Some(back) => Item::way("Back to your game", back.clone()),
        None => Item::way(format!("Play {}", ruleset.title), links::usual(ruleset)),
    });
    if ruleset.daily {
        items.push(Item::way("Today's puzzle", links::puzzle(ruleset, None)));
    }
    items.push(Item::way("Options", links::options(ruleset)));
    let passages = passages(ruleset).chain(verification(ruleset));
    passages.for_each(|passage| drawing::passage(&passage, &mut items));
    let manual = links::about(ruleset, About::Programs);
    items.push(Item::way(format!("{} for programs", ruleset.title), manual));
    items
}

/// The help for programs that play.
pub fn manual(rules: &Rules<'_>) -> Vec<Item> {
    let ruleset = rules.ruleset;
    let heading = |text: &str| Item::Heading(text.to_owned());
    let mut items = vec![
        Item::Title(format!("{} for programs", ruleset.title)),
        Item::words(format!("Ruleset {}, version {}.", ruleset.uri, ruleset.version)),
        heading("Options"),
        Item::words("The first value of each is the default."),
    ];
    items.extend(ruleset.options.iter().map(|option| {
        let values =
            option.values().map(|value| format!("{} ({})", value.value, value.with_note()));
        let values = values.collect::<Vec<_>>().join(", ");
        Item::Point(format!("{}, {}: {values}", option.name(), option.label()))
    }));
    if matches!(ruleset.deals(), Deals::Open | Deals::Secret) {
        let seeds = "seed=WORDS deals the game of these words, day=2026-11-21 that of a day, and day=today that of today (UTC).";
        items.push(Item::Point(seeds.to_owned()));
    }
    items.push(heading("Requests"));
    items.extend(
        ruleset
            .requests
            .iter()
            .map(|request| Item::Point(format!("{}: {}", signature(request), request.about))),
    );
    items.push(heading("Messages"));
    items.extend(ruleset.messages.iter().map(|message| {
        let private = if message.private { " To one player alone." } else { "" };
        let arguments = message.arguments.join(", ");
        Item::Point(format!("{}({arguments}): {}{private}", message.name, message.about))
    }));
    items.push(heading("Faults"));
    items.extend(
        ruleset
            .faults()
            .into_iter()
            .chain(PLATFORM_FAULTS)
            .map(|fault| Item::Point(format!("{} {}: {}", fault.code, fault.name, fault.sentence))),
    );
    items.extend(rules.back.iter().map(|back| Item::way("Back to your game", back.clone())));
    let how_to_play = links::about(ruleset, About::People);
    items.push(Item::way(format!("How to play {}", ruleset.title), how_to_play));
    items
}
