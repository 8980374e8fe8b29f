//! The pages outside games: the index, options, new tables and error pages.

use crate::formats::ask::Ask;
use crate::formats::daily::{PUZZLES, streaks};
use crate::formats::document::{Document, Element, Form, Kind};
use crate::formats::form;
use crate::formats::item::Item;
use crate::formats::view::{LeaguePage, LinkToSend, NewGame, NewTable, Newest, Parlour, Puzzles};
use crate::game::options::{AnyOption, Choices, OptionValue};
use crate::game::page::Emphasis;
use crate::game::ruleset::{PLAYERS, Ruleset, SEATS};
use crate::game::secrecy::Deals;
use crate::game::text::{count, listed};
use crate::links::{self, Link, WayOn};
use crate::problem::Problem;
use crate::query::{self, About, LeagueRequest};
use crate::settings::Settings;
use crate::table::league::Record;
use crate::table::patience::Patience;

/// Every game.
pub fn parlour(parlour: &Parlour, site: &Settings) -> Vec<Item> {
    let mut items = vec![Item::Title(site.title.to_string()), Item::words(Parlour::LEAD)];
    if site.daily().next().is_some() {
        items.push(Item::Heading("Today's puzzles".to_owned()));
        let time = parlour.today.map(|today| format!("{}.", today.with_hours_left()));
        items.extend(time.map(Item::Words));
        items.extend(site.daily().map(|ruleset| {
            Item::way(format!("Today's {}", ruleset.title), parlour.puzzle(ruleset))
        }));
        items.push(Item::way(PUZZLES, links::puzzles()));
    }
    for (group, rulesets) in site.groups() {
        items.push(Item::Title(group.heading().to_owned()));
        items.extend(rulesets.into_iter().flat_map(ways_into));
    }
    items
}

/// A game of the index.
fn ways_into(ruleset: &'static Ruleset) -> Vec<Item> {
    let mut items = vec![Item::Heading(ruleset.title.to_owned())];
    items.push(Item::words(ruleset.blurb));
    items.push(Item::way(format!("Play {}", ruleset.title), links::usual(ruleset)));
    if ruleset.is_for_friends() {
        let link = links::with_friends(ruleset);
        items.push(Item::way(format!("{} with friends", ruleset.title), link));
    }
    let options = format!("{} of {}", ruleset.options_label(), ruleset.title);
    items.push(Item::way(options, links::options(ruleset)));
    let rules = links::about(ruleset, About::People);
    items.push(Item::way(format!("Rules of {}", ruleset.title), rules));
    items
}

/// The options of a game. The viewer changes one at a time.
pub fn new_game(new_game: &NewGame<'_>) -> Vec<Item> {
    let NewGame { ruleset, choices, .. } = new_game;
    let (title, lead) = form::new_game(ruleset);
    let mut items = vec![Item::Title(title)];
    lead.items(&mut items);
    items.extend(new_game.presets().map(|preset| Item::way(preset.label, preset.link)));
    items.push(Item::way("Play with these options", links::deal(ruleset, choices, None)));
    items.extend(options(ruleset, choices, false, |choices| new_game.with(choices)));
    if ruleset.deals() == Deals::Open {
        items.push(Item::Heading(form::SHARED_DEAL.to_owned()));
        let field = |name| Item::Ask(Ask::new(name, links::deal(ruleset, choices, None)));
        items.push(field(query::SEED));
        items.push(Item::words(form::ABOUT_SEED));
        if let Some(advice) = form::about_date(ruleset) {
            items.push(field(query::DAY));
            items.push(Item::Words(advice));
        }
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
    link: impl Fn(&Choices) -> Link,
) -> Vec<Item> {
    let mut items = Vec::new();
    if ruleset.invites_people() {
        items.push(Item::Heading("Who plays".to_owned()));
        let people_min = if opens_table { 2 } else { 1 };
        for people in ruleset.people.0.max(people_min)..=ruleset.people.1 {
            let label = match people {
                1 => "one person".to_owned(),
                _ => format!("{people} people, by links"),
            };
            let mut with = choices.clone().with_people(people);
            // Each person has a seat. A person alone plays against one computer.
            with.choose(PLAYERS, &people.max(2).to_string());
            items.push(choice(label, people == choices.people(), link(&with)));
        }
    }
    for option in ruleset.options_as_asked(opens_table) {
        let of_option = |(other, ..): &(&dyn AnyOption, _, _)| other.name() == option.name();
        let Some((_, chosen, _)) = choices.chosen().find(of_option) else { continue };
        let is_seats = choices.people() > 1 && option.name() == PLAYERS;
        let heading = if is_seats { SEATS } else { AnyOption::label(option) };
        items.push(Item::Heading(heading.to_owned()));
        for value in option.values() {
            let usual = || Some(value.with_note());
            let label = if is_seats { seats(&value, choices.people()) } else { usual() };
            let Some(label) = label else { continue };
            let mut with = choices.clone();
            with.choose(option.name(), value.value);
            items.push(choice(label, value == chosen, link(&with)));
        }
        let Some(typed) = option.typed() else { continue };
        let text = choices.typed(option);
        items.extend(text.map(|text| Item::Point(format!("{text} (chosen)"))));
        items.push(Item::words(typed.hint));
        items.push(Item::Ask(Ask::labelled(typed.name, typed.label, link(choices))));
    }
    items
}

/// A number of seats, as this many people read it: `4, with 2 computer players`. `None` if they do not
/// fit.
fn seats(value: &OptionValue<'_>, people: usize) -> Option<String> {
    let seats: usize = value.value.parse().ok()?;
    Some(match seats.checked_sub(people)? {
        0 => format!("{seats}, one for each"),
        computers => format!("{seats}, with {}", count(computers, "computer player")),
    })
}

fn choice(label: String, is_chosen: bool, link: Link) -> Item {
    if is_chosen { Item::Point(format!("{label} (chosen)")) } else { Item::Way(label, link) }
}

/// A new table. The page asks for the host's name.
pub fn new_table(new_table: &NewTable<'_>) -> Vec<Item> {
    let NewTable { ruleset, choices, bad_name, patience, .. } = new_table;
    let (title, lead) = form::new_table(ruleset);
    let mut items = vec![Item::Title(title)];
    lead.items(&mut items);
    items.extend(bad_name.iter().map(|bad| Item::words(bad.refusal.sentence.as_ref())));
    items.push(Item::words("Your name opens the table with these options:"));
    items.push(Item::Ask(Ask::new(query::NAME, new_table.link())));
    let with = |chosen: &Choices| links::deal(ruleset, chosen, None).waiting(*patience);
    items.push(Item::Heading(form::WAIT.to_owned()));
    items.extend(Patience::ALL.map(|one| {
        let link = links::deal(ruleset, choices, None).waiting(one);
        choice(one.in_words().to_owned(), one == *patience, link)
    }));
    items.extend(options(ruleset, choices, true, with));
    form::how_it_works(new_table).items(&mut items);
    items.push(Item::way("Rules", links::about(ruleset, About::People)));
    items
}

/// The page that asks for the newest link of a table.
pub fn newest<'a>(newest: &Newest<'a>) -> Document<'a> {
    let Newest { ruleset, ref table, ref address, ref explanation, .. } = *newest;
    let at = table.as_ref().map(|code| format!(" at table {code}")).unwrap_or_default();
    let begins = address.as_ref().map(|address| format!(", and begins with {address}"));
    let ask = Ask {
        label: "The newest link",
        hint: format!("It is in your mail or chat{}.", begins.unwrap_or_default()),
        button: Some("Open your page"),
        ..Ask::new(query::TOKEN, newest.link())
    };
    let mut elements = vec![
        Element::Whose {
            is_private: true,
            who: "For you alone:".to_owned(),
            rest: "do not share this page. Keep it as a bookmark.",
            others: None,
        },
        Item::Title("Welcome back".to_owned()).into(),
        Element::Lead(format!(
            "To go on with {}{at}, paste the newest link that you were sent. This bookmark has your password.",
            ruleset.title
        )),
    ];
    elements.extend(explanation.iter().map(|why| Element::Fault(why.to_string())));
    elements.push(Item::Ask(ask).into());
    elements.push(Element::Hint("Not there? Ask the others to send it again.".to_owned()));
    let code = table.as_ref().map(|code| format!(" {code}")).unwrap_or_default();
    let rules = WayOn::new("Rules", links::about(ruleset, About::People));
    Document {
        description: format!("The way back to a table of {}.", ruleset.title),
        picture: Some(ruleset),
        ways: Some(vec![WayOn::new("New table", links::with_friends(ruleset)), rules]),
        ..Document::new(format!("Your place at {}{code}", ruleset.title), elements)
    }
}

/// The standings of a league, and the field for more games.
pub fn league(page: &LeaguePage) -> Document<'static> {
    let LeaguePage { ruleset, league, notices, .. } = page;
    let title = ruleset.map_or("A new league".into(), |game| format!("League of {}", game.title));
    let mut elements = vec![Item::Title(title.clone()).into()];
    elements.extend(notices.iter().cloned().map(Element::from));
    elements.extend(page.disputes().into_iter().map(Element::Fault));
    elements.extend(page.doubts().into_iter().map(Element::Fault));
    if let (Some(same), Some(others)) =
        (page.way(LeagueRequest::Same), page.way(LeagueRequest::Others))
    {
        let games = if league.doubted().count() > 1 { "them all" } else { "it" };
        let ways = vec![
            WayOn::new(format!("The same people: count {games}"), same),
            WayOn::new(format!("Other people: leave {games} out"), others),
        ];
        elements.push(Element::Choice("Are they the same people as in this league?", ways));
    }
    let field = add_games(page);
    let panel = page.panel();
    elements.extend(if let Some(panel) = &panel {
        let records = league.standings();
        let mut standings = Vec::new();
        if !records.is_empty() {
            let counted = listed(league.counted().map(ToString::to_string));
            standings.push(Element::Standings(records));
            standings.push(Element::Hint(format!("These games count: {counted}.")));
        }
        let undo = page.way(LeagueRequest::Undo);
        standings.extend(undo.map(|undone| {
            let way = WayOn::new("Take the last addition out", undone);
            Element::Tools(vec![(Emphasis::Quiet, way)])
        }));
        let send = Element::Step { is_due: false, elements: panel.with_heading() };
        let lead = if page.has_pasted {
            "Share only the link below."
        } else {
            "For everybody: you may share this page."
        };
        [Element::Lead(lead.to_owned()), Element::Columns(vec![standings, vec![send, field]])]
    } else {
        let lead = "A league adds up the results of games among friends.";
        let example = vec![Element::Standings(Record::example())];
        let example = Element::Section("An example".to_owned(), example);
        [Element::Lead(lead.to_owned()), Element::Columns(vec![vec![field], vec![example]])]
    });
    Document {
        description: "The standings of friends over several games.".to_owned(),
        picture: *ruleset,
        ..Document::new(panel.map_or(title, |panel| panel.message), elements)
    }
}

/// The field for the links of more games.
fn add_games(page: &LeaguePage) -> Element {
    let room = if page.league.is_empty() {
        "A league is one link, which has room for some 12 games of five people, or for 20 of two."
            .to_owned()
    } else {
        format!(
            "This link has room for about {} like the last one. Then open a new league.",
            count(page.league.room(), "more game")
        )
    };
    let about = "You can paste several links, with the words around them, and links of other leagues. Each step makes a new link of the league.";
    let form = Form {
        before: vec![
            Item::Heading("Add games".to_owned()).into(),
            Item::words(
                "When a game at a table is over, copy the link of its last page, and paste it here.",
            )
            .into(),
        ],
        after: vec![Element::Hint(about.to_owned()), Element::Hint(room)],
        is_main: page.league.is_empty(),
        ..Form::new(Ask::new(query::RESULTS, page.link.clone()), "Add the results")
    };
    form.into()
}

/// The puzzles of the last days.
pub fn puzzles(puzzles: &Puzzles, site: &Settings) -> Document<'static> {
    let mut elements = vec![Item::Title(PUZZLES.to_owned()).into()];
    elements.extend(puzzles.next().map(Element::Lead));
    let link = |day| move |ruleset| links::puzzle(ruleset, Some(day));
    let mut days = puzzles.days();
    elements.extend(days.next().map(|today| {
        let games = site.daily().map(|ruleset| (ruleset, link(today)(ruleset)));
        let shelf = vec![Element::Shelf(games.collect())];
        Element::Section(format!("Today, {}", today.in_its_year()), shelf)
    }));
    let days = days.map(|day| {
        let name = format!("{:.3} {}", day.weekday(), day.in_short());
        (name, site.daily().map(link(day)).collect())
    });
    let earlier = vec![Element::Days(site.daily().collect(), days.collect())];
    elements.push(Element::Section("Earlier days".to_owned(), earlier));
    elements.push(Element::Passage("streaks", streaks()));
    Document {
        description: "The puzzles of the day, each the same for all players.".to_owned(),
        kind: Kind::Puzzles,
        ways: Some(vec![WayOn::new("Feed for a feed reader", links::feed())]),
        ..Document::new(PUZZLES, elements)
    }
}

/// The page of a browser that does not follow a redirect.
pub fn redirect(link: &Link) -> Document<'static> {
    let title = "Your game is dealt";
    let way = (Emphasis::Primary, WayOn::new("Go to the table", link.clone()));
    let elements = vec![Item::Title(title.to_owned()).into(), Element::Tools(vec![way])];
    let description = "A new game.".to_owned();
    Document { description, ways: None, ..Document::new(title, elements) }
}

/// The link to send, with its code for the camera of a phone.
pub fn qr_code(sent: &LinkToSend<'_>) -> Document<'static> {
    let LinkToSend { ruleset, address, has_passwords, back } = sent;
    let who = match has_passwords {
        true => "There is no password in it. It opens the page for everybody.",
        false => "Anyone who opens it goes on from here.",
    };
    let elements = vec![
        Item::Title(format!("{}: the link to send", ruleset.title)).into(),
        Element::Lead(
            "The camera of a phone reads this code and opens the link below it.".to_owned(),
        ),
        Element::QrCode(address.clone()),
        Item::Copy(address.clone()).into(),
        Item::words(who).into(),
        Element::Tools(vec![(Emphasis::Primary, WayOn::new("Back to the table", back.clone()))]),
    ];
    Document {
        description: format!("The link to a table of {} as a QR code.", ruleset.title),
        ways: Some(vec![WayOn::new("Rules", links::about(ruleset, About::People))]),
        ..Document::new(format!("{} as a QR code", ruleset.title), elements)
    }
}

/// An error page. If the link names no game, and there is no reason to go back, all games are on it.
pub fn problem(problem: &Problem, site: &Settings) -> Document<'static> {
    let (game, is_of_the_link) = (problem.game(), problem.is_of_the_link());
    let mut elements = vec![
        Item::Title(problem.heading().to_owned()).into(),
        Element::Lead(problem.explanation().into_owned()),
    ];
    if is_of_the_link {
        let before = game.map_or(Link::of_query(""), links::game);
        let (label, button) = ("Paste the whole link", Some("Open it"));
        elements.push(Item::Ask(Ask { label, button, ..Ask::new(query::TOKEN, before) }).into());
    }
    if game.is_none() && !problem.is_to_be_left() {
        let heading = if is_of_the_link { "Or start a new game" } else { "Start a new game" };
        let games = site.games.iter().map(|one| (one.ruleset, links::usual(one.ruleset)));
        let shelf = vec![Element::Shelf(games.collect())];
        elements.push(Element::Section(heading.to_owned(), shelf));
    } else {
        let mut ways: Vec<_> = links::ways_on(problem, site)
            .into_iter()
            .map(|way| (Emphasis::Secondary, way))
            .collect();
        if let Some((emphasis, _)) = ways.first_mut()
            && !problem.is_to_be_left()
            && !is_of_the_link
        {
            *emphasis = Emphasis::Primary;
        }
        // Beside the values of an option, the way to all games is apart.
        let is_apart = matches!(problem, Problem::NoSuchValue(..));
        let all_games = ways.pop_if(|_| is_apart);
        elements.push(Element::Tools(ways));
        elements.extend(all_games.map(|(_, way)| Element::Tools(vec![(Emphasis::Quiet, way)])));
    }
    let description = "This link leads to no game.".to_owned();
    Document { description, picture: game, ..Document::new(problem.heading(), elements) }
}
