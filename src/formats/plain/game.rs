//! A position: the sentence about it, the things on the table, the moves, and the ways on.

use super::drawing;
use super::words::Told;
use crate::formats::ask::Ask;
use crate::formats::document::{Element, Item};
use crate::formats::end::{last, next_day};
use crate::formats::shown::{Phase, Shown};
use crate::formats::steps::Sides;
use crate::formats::walk::Walk;
use crate::game::page::{Board, Emphasis, Guesses, Part};
use crate::game::request::RequestSpec;
use crate::game::text::{Text, count};
use crate::links;
use crate::moves::{self, Moves};
use crate::query::{About, Sit};

/// The greatest number of moves in a list, unless the viewer asks for all moves. A board of 64
/// links is hard to read.
const LISTED_MAX: usize = 20;

/// The page of a position. In words, for people who listen, the things on the table are told instead
/// of drawn.
pub fn game(table: &Shown<'_>, shows_links: bool, is_in_words: bool) -> Vec<Item> {
    let page = table.page();
    let in_words = if is_in_words { " in words" } else { "" };
    let mut items = vec![Item::Title(format!("{}{in_words}", table.ruleset.title))];
    let sides = Sides::of(table);
    add(sides.head, &mut items);
    items.extend(how_it_stands(table));
    add(sides.warning, &mut items);
    add(sides.people, &mut items);
    let is_below = |part: &&Part| match part {
        Part::Hand(_) => table.end().is_some(),
        // These are long to listen to.
        Part::Passage(_) | Part::Round(_) | Part::Log(_) => is_in_words,
        _ => false,
    };
    let (below, above): (Vec<&Part>, Vec<&Part>) = page.parts.iter().partition(is_below);
    let told = is_in_words.then(|| Told::new(table, shows_links));
    let laid = |parts: Vec<&Part>| -> Vec<Item> {
        let each =
            |part: &Part| told.as_ref().map_or_else(|| drawn(part, table), |told| told.part(part));
        parts.into_iter().flat_map(each).collect()
    };
    let above = laid(above);
    match &told {
        Some(told) => {
            add(sides.result, &mut items);
            end(table, sides.after_the_end, &mut items);
            items.extend(told.news());
            items.extend(above);
        }
        None => {
            items.extend(above);
            add(sides.result, &mut items);
            end(table, sides.after_the_end, &mut items);
        }
    }
    if table.end().is_none() {
        let is_linked = |item: &Item| match item {
            Item::Group { points, .. } => points.iter().any(|point| point.link.is_some()),
            _ => false,
        };
        let has_linked = items.iter().any(is_linked);
        items.extend(moves(table, shows_links, is_in_words, has_linked));
    }
    if let Phase::Answer = table.phase() {
        let steps = table.walked().map(walk).unwrap_or_default();
        items.extend(steps);
        let back = table.way_back();
        items.push(Item::Way(back.label, back.link));
    }
    add(sides.step, &mut items);
    items.extend(laid(below));
    add(sides.checks, &mut items);
    ways(table, is_in_words, &mut items);
    items
}

/// Adds elements in simple items.
fn add(elements: impl IntoIterator<Item = Element>, items: &mut Vec<Item>) {
    elements.into_iter().for_each(|element| element.items(items));
}

/// The sentence about the position, or about a refusal; and the typed move.
fn how_it_stands(table: &Shown<'_>) -> Vec<Item> {
    let sentence = match &table.step.refusal {
        Some(refusal) => {
            let code = refusal.fault.code;
            format!("{} Nothing has changed. (Fault {code})", refusal.sentence)
        }
        None => match table.opening() {
            Some(opening) => format!("{opening} {}", table.page().sentence()),
            None => table.page().sentence(),
        },
    };
    let mut items = vec![Item::Status(sentence)];
    items.extend(table.understood().map(Item::Words));
    let meanings = table.unclear().into_iter().flat_map(|typed| &typed.meanings);
    items.extend(meanings.map(|(label, request)| {
        let link = table.link_of(request);
        Item::Move { number: None, label: format!("Do you mean: {label}?"), link }
    }));
    items
}

/// A part of the page.
fn drawn(part: &Part, table: &Shown<'_>) -> Vec<Item> {
    match part {
        Part::Board(board) => with_legend(drawing::board(board), board, table),
        Part::Heaps(board) => with_legend(drawing::heaps(board), board, table),
        Part::Guesses(Guesses { board, .. }) => with_legend(drawing::numbered(board), board, table),
        Part::Row(row) | Part::Hand(row) => {
            vec![Item::words(format!("{}:", row.caption)), drawing::row(row)]
        }
        _ => told(part),
    }
}

/// The drawing of a board, the meaning of its letters, and its legend while the game goes on.
fn with_legend(drawing: Item, board: &Board, table: &Shown<'_>) -> Vec<Item> {
    let legend = Some(&*board.legend).filter(|_| table.end().is_none());
    let words = [board.letters].into_iter().chain(legend).filter(|words| !words.is_empty());
    [drawing].into_iter().chain(words.map(Item::words)).collect()
}

/// A part of the page that is always in words.
pub fn told(part: &Part) -> Vec<Item> {
    match part {
        Part::Board(_) | Part::Heaps(_) | Part::Guesses(_) | Part::Row(_) | Part::Hand(_) => {
            Vec::new()
        }
        Part::Seats(seats) => {
            let seat = |seat: &crate::game::page::SeatLine| {
                let turn = if seat.is_on_turn { ", on turn" } else { "" };
                format!("{}: {}{turn}.", seat.player.name, count(seat.count, seat.unit))
            };
            let seats: Vec<String> = seats.seats.iter().map(seat).collect();
            vec![Item::Words(seats.join(" "))]
        }
        Part::Facts(facts) => {
            let fact = |fact: &crate::game::page::Fact| format!("{}: {}.", fact.name, fact.value);
            let facts: Vec<String> = facts.facts.iter().map(fact).collect();
            vec![Item::Words(facts.join(" "))]
        }
        Part::Log(log) => {
            let entries = log.entries.iter().map(|entry| Item::Point(entry.to_string()));
            [Item::Heading(log.caption.to_string())].into_iter().chain(entries).collect()
        }
        Part::Passage(passage) | Part::Round(passage) => {
            let mut items = Vec::new();
            drawing::passage(passage, &mut items);
            items
        }
    }
}

/// The end of the game, if it is over, and the next games. `after` is the next step of the viewer.
fn end(table: &Shown<'_>, after: Vec<Element>, items: &mut Vec<Item>) {
    let Some(end) = table.end() else { return };
    items.push(Item::Heading(end.headline.to_string()));
    if !end.detail.is_empty() {
        items.push(Item::words(end.detail.as_ref()));
    }
    items.extend(end.standings.iter().map(|standing| Item::Point(standing.to_string())));
    let again = match table.party() {
        Some(people) => people.may_play_again().then(|| table.links.sit(Sit::Again)),
        None => Some(links::deal(table.ruleset, &table.choices, None)),
    };
    items.extend(table.way_to_walk().map(|way| Item::Way(way.label, way.link)));
    items.extend(again.map(|link| Item::way("Play again", link)));
    for next in &end.next_games {
        items.push(Item::way(next.label.as_ref(), table.next_game(next)));
    }
    let offers = table.page().offers.iter();
    items.extend(offers.map(|offer| {
        let link = table.link_of(&offer.request);
        Item::Move { number: None, label: offer.label.to_string(), link }
    }));
    add(after.into_iter().chain(next_day(table)).chain(last(table)), items);
}

/// Returns true if all moves are listed, each with its link.
pub fn lists(table: &Shown<'_>, moves: &Moves<'_>) -> bool {
    table.lists_links || moves.all.len() <= LISTED_MAX || moves.squares() == 0
}

/// The field for a typed move. The next page is told in the same way as this one, and a number counts
/// if this one prints it.
fn ask(table: &Shown<'_>, is_in_words: bool, is_numbered: bool) -> Option<Ask> {
    let ask = table.ask()?;
    let before = match (is_in_words, table.lists_links) {
        (true, _) => table.links.words(),
        (false, true) => table.links.every_link(),
        (false, false) => ask.before,
    };
    let ask = Ask { before, ..ask };
    Some(if is_numbered { ask.numbered() } else { ask })
}

/// The moves from here. If a list has no room for the moves of all squares, players type the name
/// of a square, and a link leads to all moves. `has_linked` is true if squares above are links.
fn moves(table: &Shown<'_>, shows_links: bool, is_in_words: bool, has_linked: bool) -> Vec<Item> {
    let page = table.page();
    if page.all_offers().next().is_none() {
        return Vec::new();
    }
    let tools = moves::tools(page, table.ruleset);
    let tool = moves::tool(&tools, table.board_request.as_deref());
    let moves = Moves::of(page);
    let is_short = lists(table, &moves);
    // Without a field a number is of no use.
    let is_numbered = is_short && table.ask().is_some();
    let mut items = vec![Item::Moves("What you can do".to_owned())];
    if let Some(ask) = ask(table, is_in_words, false).filter(|_| !is_short) {
        items.extend(moves_at_squares(&moves, &tools, tool, table, ask, has_linked));
    }
    let numbered = moves.all.iter().zip(1..);
    let listed = numbered.filter(|(found, _)| is_short || !moves.is_at_square(found));
    items.extend(listed.map(|(found, number)| {
        let quiet = if found.offer.emphasis == Emphasis::Quiet { " (if you want to)" } else { "" };
        let label = format!("{}{quiet}", found.phrase());
        let number = is_numbered.then_some(number);
        Item::Move { number, label, link: table.link_of(&found.offer.request) }
    }));
    items.extend(ask(table, is_in_words, true).filter(|_| is_numbered).map(Item::Ask));
    // Plain text has links only on the page with every link.
    let is_all_there = table.lists_links || is_short && (shows_links || !is_numbered);
    let every = || Item::way("Every move with its link", table.links.every_link());
    items.extend((!is_all_there).then(every));
    items
}

/// A sentence about typing a move at a square, and the other moves there.
fn moves_at_squares(
    moves: &Moves<'_>,
    tools: &[&'static RequestSpec],
    tool: Option<&str>,
    table: &Shown<'_>,
    ask: Ask,
    has_linked: bool,
) -> Vec<Item> {
    let squares = match moves.squares() {
        1 => "one square".to_owned(),
        many => format!("any of {many} squares"),
    };
    let used = tools.iter().find(|spec| Some(spec.name) == tool);
    let what = used.map_or(String::new(), |spec| format!(" to {}", spec.label));
    let how = if has_linked {
        "follow its link above, or type its row and column."
    } else {
        "type its row and column."
    };
    let mut items = vec![Item::words(format!("Choose {squares}{what}: {how}"))];
    items.push(Item::Ask(ask));
    items.extend(tools.iter().filter(|spec| Some(spec.name) != tool).map(|spec| {
        let link = table.links.with_board_request(spec.name);
        Item::way(format!("Choose squares to {} instead", spec.label), link)
    }));
    items
}

/// The way to another game with the same options. At the end, its label is to play again.
fn new_game(table: &Shown<'_>) -> Option<Item> {
    let is_going_on = matches!(table.phase(), Phase::Playing | Phase::RoundOver);
    let link = || links::deal(table.ruleset, &table.choices, None);
    is_going_on.then(|| Item::way("New game", link()))
}

/// The way to a game with other options. A closed table has none, because the others would have to
/// agree.
fn other_options(table: &Shown<'_>) -> Option<Item> {
    let way = || Item::way(table.ruleset.options_label(), table.links.new_game(&table.choices));
    table.party().is_none().then(way)
}

/// The ways from a moment to others, and the list of all.
fn walk(walk: &Walk) -> Vec<Item> {
    let ways = walk.play_on().into_iter().chain(walk.steps());
    let point = |(number, label, is_on_view): (usize, Text, bool)| {
        let here = if is_on_view { " (on view)" } else { "" };
        Item::Point(format!("{number}. {label}{here}"))
    };
    let ways = ways.map(|way| Item::Way(way.label, way.link));
    let list = [Item::Heading("The moves".to_owned())].into_iter();
    ways.chain(list).chain(walk.numbered().map(point)).chain([Item::Ask(walk.ask())]).collect()
}

/// The ways on that do not move.
fn ways(table: &Shown<'_>, is_in_words: bool, items: &mut Vec<Item>) {
    items.push(Item::Heading("This game".to_owned()));
    items.extend(table.deal_name().map(Item::Words));
    items.extend(table.about_help().map(Item::words));
    items.push(if is_in_words {
        Item::way("Back to the table", table.links.position().clone())
    } else {
        Item::way("The table in words", table.links.words())
    });
    let walk = table.way_to_walk().filter(|_| table.end().is_none());
    let ways = walk.into_iter().chain(table.take_back()).chain(table.turn_the_board());
    items.extend(ways.map(|way| Item::Way(way.label, way.link)));
    items.extend(new_game(table));
    items.extend(table.restart().map(|link| Item::way("Start this deal again", link)));
    items.extend(table.day_before().map(|link| Item::way("The puzzle of the day before", link)));
    items.extend(table.solution_before().map(|way| Item::way(way.label, way.link)));
    items.extend(other_options(table));
    items
        .extend(table.dealt().map(|dealt| Item::way("How this link works", dealt.anatomy.clone())));
    items.push(Item::way("Rules", table.links.about(About::People)));
}
