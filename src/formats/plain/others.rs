//! The pages outside games: the index, options, new tables and error pages.

use super::drawing;
use super::item::Item;
use crate::formats::anatomy::Piece;
use crate::formats::ask::Ask;
use crate::formats::daily::{PUZZLES, streaks};
use crate::formats::shown::Anatomy;
use crate::formats::view::{LeaguePage, NewGame, NewTable, Newest, Parlour, Puzzles};
use crate::game::options::{AnyOption, Choices};
use crate::game::ruleset::Ruleset;
use crate::game::secrecy::Deals;
use crate::game::text::listed;
use crate::links;
use crate::problem::Problem;
use crate::query::{self, About, QUERY_BYTES_MAX};
use crate::settings::Settings;

/// Every game.
pub fn parlour(parlour: &Parlour, site: &Settings) -> Vec<Item> {
    let mut items = vec![
        Item::Title(site.title.to_string()),
        Item::words(
            "Games for every screen. No sign-up, no scripts, nothing kept: the whole game is in its links.",
        ),
        Item::Heading("Today's puzzles".to_owned()),
    ];
    items.extend(parlour.today.map(|today| Item::Words(format!("{}.", today.until_midnight()))));
    for ruleset in site.daily() {
        let link = parlour.puzzle(ruleset);
        items.push(Item::way(format!("Today's {}", ruleset.title), link));
    }
    items.push(Item::way(PUZZLES, links::puzzles()));
    for ruleset in site.games.iter().map(|game| game.ruleset) {
        items.push(Item::Heading(ruleset.title.to_owned()));
        items.push(Item::words(ruleset.blurb));
        items.push(Item::way(format!("Play {}", ruleset.title), links::usual(ruleset)));
        if ruleset.invites_people() {
            let link = links::with_friends(ruleset);
            items.push(Item::way(format!("{} with friends", ruleset.title), link));
        }
        items.push(Item::way(format!("Options of {}", ruleset.title), links::options(ruleset)));
        let rules = links::about(ruleset, About::People);
        items.push(Item::way(format!("Rules of {}", ruleset.title), rules));
    }
    items
}

/// The options of a game. The viewer changes one at a time.
pub fn new_game(new_game: &NewGame<'_>) -> Vec<Item> {
    let NewGame { ruleset, choices, .. } = new_game;
    let mut items = vec![Item::Title(format!("New game of {}", ruleset.title))];
    items.extend(new_game.presets().map(|preset| Item::way(preset.label, preset.link)));
    items.push(Item::way("Play with these options", links::deal(ruleset, choices, None)));
    items.extend(options(ruleset, choices, false, |choices| new_game.with(choices)));
    if ruleset.deals() == Deals::Open {
        items.push(Item::words(
            "Type any word. A friend who types the same word gets the same game.",
        ));
        items.push(Item::Ask(Ask::new(query::SEED, links::deal(ruleset, choices, None))));
    }
    items.extend(new_game.back().map(|back| Item::way("Back to your game", back.clone())));
    items.push(Item::way("Rules", links::about(ruleset, About::People)));
    items
}

/// Every option with its values: the chosen value in words, the others as ways.
fn options(
    ruleset: &Ruleset,
    choices: &Choices,
    opens_table: bool,
    link: impl Fn(&Choices) -> crate::links::Link,
) -> Vec<Item> {
    let mut items = Vec::new();
    if ruleset.invites_people() {
        items.push(Item::Heading("Who plays".to_owned()));
        let people_min = if opens_table { 2 } else { 1 };
        for people in ruleset.people.0.max(people_min)..=ruleset.people.1 {
            let label = match people {
                1 => "you and the computer".to_owned(),
                _ => format!("{people} people, by links"),
            };
            let with = choices.clone().with_people(people);
            items.push(choice(label, people == choices.people(), link(&with)));
        }
    }
    for option in ruleset.options_as_asked(opens_table) {
        let of_option = |(other, ..): &(&dyn AnyOption, _, _)| other.name() == option.name();
        let Some((_, chosen, _)) = choices.chosen().find(of_option) else { continue };
        items.push(Item::Heading(AnyOption::label(option).to_owned()));
        for value in option.values() {
            let mut with = choices.clone();
            with.choose(option.name(), value.value);
            items.push(choice(value.with_note(), value == chosen, link(&with)));
        }
    }
    items
}

fn choice(label: String, is_chosen: bool, link: crate::links::Link) -> Item {
    if is_chosen { Item::Point(format!("{label} (chosen)")) } else { Item::Way(label, link) }
}

/// A new table. The page asks for the host's name.
pub fn new_table(new_table: &NewTable<'_>) -> Vec<Item> {
    let NewTable { ruleset, choices, bad_name } = new_table;
    let mut items = vec![
        Item::Title(format!("{} with friends", ruleset.title)),
        Item::words("No account: you send each other links, by mail or chat."),
    ];
    items.extend(bad_name.iter().map(|bad| Item::words(bad.sentence.as_ref())));
    items.push(Item::words("Your name opens the table with these options:"));
    items.push(Item::Ask(Ask::new(query::NAME, links::deal(ruleset, choices, None))));
    items.extend(options(ruleset, choices, true, |choices| links::deal(ruleset, choices, None)));
    items.push(Item::way("Rules", links::about(ruleset, About::People)));
    items
}

/// The page that asks for the newest link of a table.
pub fn newest(newest: &Newest<'_>) -> Vec<Item> {
    let link = newest.link();
    vec![
        Item::Title("Welcome back".to_owned()),
        Item::words("For you alone: do not share this page."),
        Item::words(format!("Paste the newest link of your table of {}.", newest.ruleset.title)),
        Item::Ask(Ask::new(query::TOKEN, link)),
    ]
}

/// The number of bytes of a result's link in a form, with an address of usual length.
const RESULT_BYTES: usize = 190;

/// The standings of a league, and the field for more results.
pub fn league(page: &LeaguePage) -> Vec<Item> {
    let LeaguePage { ruleset, league, news, link, link_to_send } = page;
    let title = ruleset.map_or("A new league".into(), |game| format!("League of {}", game.title));
    let mut items =
        vec![Item::Title(title), Item::words("For everybody: you may share this page.")];
    items.extend(news.iter().map(Item::words));
    let counted = listed(league.codes().map(|[number, code]| format!("{number} (code {code})")));
    items.push(match &*counted {
        "" => Item::words("A league adds up the results of games among friends."),
        _ => Item::words(format!("These games count: {counted}.")),
    });
    items.extend(league.people.iter().map(|record| Item::Point(record.to_string())));
    if let Some(link) = link_to_send {
        items.push(Item::Heading("Keep this link, or send it to the others".to_owned()));
        items.push(Item::Copy(link.clone()));
    }
    let most = (QUERY_BYTES_MAX - link.as_str().len()) / RESULT_BYTES;
    items.push(Item::Heading("Add results".to_owned()));
    items.push(Item::words(format!(
        "When a game is over, its page has the link \u{201c}Keep the result\u{201d}. Paste such result links, about {most} at once, in as many steps as you like. Each step makes a new league link."
    )));
    items.push(Item::Ask(Ask::new(query::RESULTS, link.clone())));
    items
}

/// A link, taken apart.
pub fn anatomy(anatomy: &Anatomy<'_>) -> Vec<Item> {
    let mut items = vec![
        Item::Title("How this link works".to_owned()),
        Item::words("The server stores nothing. Your whole game is in the link."),
        Item::Heading("In clear".to_owned()),
        Item::Point(format!("g={}: which game it is.", anatomy.table.ruleset.key)),
    ];
    if let Some(request) = anatomy.request_as_written() {
        let asked = anatomy.asked().unwrap_or_default();
        let said = anatomy.said().join(" ");
        items.push(Item::Point(format!("{request}: what the referee is asked. {asked} {said}")));
    }
    let (in_clear, sealed): (Vec<_>, Vec<_>) =
        anatomy.pieces().into_iter().partition(|piece| piece.is_in_clear);
    items.extend(in_clear.iter().flat_map(piece));
    items.push(Item::Heading("Sealed".to_owned()));
    items.extend(sealed.iter().flat_map(piece));
    items.push(Item::words(anatomy.size()));
    let flipped = "The same link with one letter changed: it cannot be opened";
    items.push(Item::way(flipped, anatomy.flipped.clone()));
    items.push(Item::way("Back to the game", anatomy.link()));
    items
}

/// A part of a seal.
fn piece(piece: &Piece) -> [Item; 2] {
    let words = format!("{} ({}), {}. {}", piece.name, piece.term, piece.size(), piece.about);
    [Item::words(words), Item::Copy(piece.hex())]
}

/// The puzzles of the last days.
pub fn puzzles(puzzles: &Puzzles, site: &Settings) -> Vec<Item> {
    let mut items = vec![Item::Title(PUZZLES.to_owned())];
    items.extend(puzzles.next().map(Item::Words));
    items.extend(puzzles.all(site).map(|(ruleset, day)| {
        let label = format!("{}, {}", ruleset.title, day.in_words());
        Item::way(label, links::puzzle(ruleset, Some(day)))
    }));
    drawing::passage(&streaks(), &mut items);
    items
}

/// An error page.
pub fn problem(problem: &Problem) -> Vec<Item> {
    let mut items =
        vec![Item::Title(problem.heading().to_owned()), Item::words(problem.explanation())];
    items.extend(links::ways_on(problem).into_iter().map(|way| Item::way(way.label, way.link)));
    items
}
