//! A position: the sentence about it, the things on the table, the moves, and the ways on.

use super::drawing;
use super::words::{Told, told};
use crate::formats::ask::Ask;
use crate::formats::document::Element;
use crate::formats::end::{last, next_day};
use crate::formats::item::Item;
use crate::formats::shown::{Phase, Shown};
use crate::formats::status::Status;
use crate::formats::steps::Sides;
use crate::formats::walk::Walk;
use crate::formats::ways::Ways;
use crate::game::page::{Board, Emphasis, Guesses, Part};
use crate::game::request::RequestSpec;
use crate::game::text::Text;
use crate::moves::{self, Moves};

/// The page of a position. In words, for people who listen, the things on the table are told instead
/// of drawn.
pub fn game(shown: &Shown<'_>, shows_links: bool, is_in_words: bool) -> Vec<Item> {
    let page = shown.page();
    let in_words = if is_in_words { " in words" } else { "" };
    let mut items = vec![Item::Title(format!("{}{in_words}", shown.ruleset.title))];
    let sides = Sides::of(shown);
    add(sides.head, &mut items);
    items.extend(how_it_stands(shown));
    add(sides.warning, &mut items);
    add(sides.people, &mut items);
    let is_below = |part: &&Part| match part {
        Part::Hand(_) => shown.end().is_some(),
        // These are long to listen to.
        Part::Passage(_) | Part::Round(_) | Part::Log(_) => is_in_words,
        _ => false,
    };
    let (below, above): (Vec<&Part>, Vec<&Part>) = page.parts.iter().partition(is_below);
    let told = is_in_words.then(|| Told::new(shown, shows_links));
    let laid = |parts: Vec<&Part>| -> Vec<Item> {
        let each =
            |part: &Part| told.as_ref().map_or_else(|| drawn(part, shown), |told| told.part(part));
        parts.into_iter().flat_map(each).collect()
    };
    let above = laid(above);
    match &told {
        Some(told) => {
            add(sides.result, &mut items);
            end(shown, sides.after_the_end, &mut items);
            items.extend(told.news());
            items.extend(above);
        }
        None => {
            items.extend(above);
            add(sides.result, &mut items);
            end(shown, sides.after_the_end, &mut items);
        }
    }
    if shown.end().is_none() {
        let is_linked = |item: &Item| match item {
            Item::Group { points, .. } => points.iter().any(|point| point.link.is_some()),
            _ => false,
        };
        let has_linked = items.iter().any(is_linked);
        items.extend(moves(shown, shows_links, is_in_words, has_linked));
    }
    if let Phase::Answer = shown.phase() {
        let steps = shown.walked().map(walk).unwrap_or_default();
        items.extend(steps);
        let back = shown.way_back();
        items.push(Item::Way(back.label, back.link));
    }
    add(sides.step, &mut items);
    items.extend(laid(below));
    add(sides.checks, &mut items);
    ways(shown, is_in_words, &mut items);
    items
}

/// Adds elements in simple items.
fn add(elements: impl IntoIterator<Item = Element>, items: &mut Vec<Item>) {
    elements.into_iter().for_each(|element| element.items(items));
}

/// The sentence about the position, or about a refusal; and the typed move.
fn how_it_stands(shown: &Shown<'_>) -> Vec<Item> {
    let sentence = match shown.status() {
        Status::Refused(refusal, advice) => {
            format!("{} {advice} (Fault {})", refusal.sentence, refusal.fault.code)
        }
        Status::Told { lead: Some(lead), sentence } => {
            format!("{lead} {sentence}").trim_end().to_owned()
        }
        Status::Told { lead: None, sentence } => sentence,
    };
    let mut items = vec![Item::Status(sentence)];
    items.extend(shown.understood().map(Item::Words));
    let meanings = shown.unclear().into_iter().flat_map(|typed| &typed.meanings);
    items.extend(meanings.map(|(label, request)| {
        let link = shown.link_of(request);
        Item::Move { number: None, label: format!("Do you mean: {label}?"), link }
    }));
    items
}

/// A part of the page.
fn drawn(part: &Part, shown: &Shown<'_>) -> Vec<Item> {
    match part {
        Part::Board(board) => with_legend(drawing::board(board), board, shown),
        Part::Heaps(board) => with_legend(drawing::heaps(board), board, shown),
        Part::Guesses(Guesses { board, .. }) => with_legend(drawing::numbered(board), board, shown),
        Part::Row(row) | Part::Hand(row) => {
            vec![Item::words(format!("{}:", row.caption)), drawing::row(row)]
        }
        _ => told(part),
    }
}

/// The drawing of a board, the meaning of its letters, and its legend while the game goes on.
fn with_legend(drawing: Item, board: &Board, shown: &Shown<'_>) -> Vec<Item> {
    let legend = Some(&*board.legend).filter(|_| shown.end().is_none());
    let words = [board.letters].into_iter().chain(legend).filter(|words| !words.is_empty());
    [drawing].into_iter().chain(words.map(Item::words)).collect()
}

/// The end of the game, if it is over, and the next games. `after` is the next step of the viewer.
fn end(shown: &Shown<'_>, after: Vec<Element>, items: &mut Vec<Item>) {
    let Some(end) = shown.end() else { return };
    items.push(Item::Heading("The result".to_owned()));
    if !end.detail.is_empty() {
        items.push(Item::words(end.detail.as_ref()));
    }
    items.extend(end.standings.iter().map(|standing| Item::Point(standing.to_string())));
    items.extend(shown.way_to_walk().map(|way| Item::Way(way.label, way.link)));
    items.extend(shown.again().map(|link| Item::way("Play again", link)));
    for next in &end.next_games {
        items.push(Item::way(next.label.as_ref(), shown.next_game(next)));
    }
    let offers = shown.page().offers.iter();
    items.extend(offers.map(|offer| {
        let link = shown.link_of(&offer.request);
        Item::Move { number: None, label: offer.label.to_string(), link }
    }));
    add(after.into_iter().chain(next_day(shown)).chain(last(shown)), items);
}

/// The field for a typed move. The next page is told in the same way as this one, and a number counts
/// if this one prints it.
fn ask(shown: &Shown<'_>, is_in_words: bool, is_numbered: bool) -> Option<Ask> {
    let ask = shown.ask()?;
    let before = match (is_in_words, shown.lists_links) {
        (true, _) => shown.links.words(),
        (false, true) => shown.links.every_link(),
        (false, false) => ask.before,
    };
    let ask = Ask { before, ..ask };
    Some(if is_numbered { ask.numbered() } else { ask })
}

/// The moves from here. If a list has no room for the moves of all squares, players type the name
/// of a square, and a link leads to all moves. `has_linked` is true if squares above are links.
fn moves(shown: &Shown<'_>, shows_links: bool, is_in_words: bool, has_linked: bool) -> Vec<Item> {
    let page = shown.page();
    if page.all_offers().next().is_none() {
        return Vec::new();
    }
    let tools = moves::tools(page, shown.ruleset);
    let tool = moves::tool(&tools, shown.board_request.as_deref());
    let moves = Moves::of(page);
    let is_short = shown.lists(&moves);
    // Without a field a number is of no use.
    let is_numbered = is_short && shown.ask().is_some();
    let mut items = vec![Item::Moves("What you can do".to_owned())];
    if let Some(ask) = ask(shown, is_in_words, false).filter(|_| !is_short) {
        items.extend(moves_at_squares(&moves, &tools, tool, shown, ask, has_linked));
    }
    let numbered = moves.all.iter().zip(1..);
    let listed = numbered.filter(|(found, _)| is_short || !moves.is_at_square(found));
    items.extend(listed.map(|(found, number)| {
        let quiet = if found.offer.emphasis == Emphasis::Quiet { " (if you want to)" } else { "" };
        let label = format!("{}{quiet}", found.phrase());
        let number = is_numbered.then_some(number);
        Item::Move { number, label, link: shown.link_of(&found.offer.request) }
    }));
    items.extend(ask(shown, is_in_words, true).filter(|_| is_numbered).map(Item::Ask));
    // Plain text has links only on the page with every link.
    let is_all_there = shown.lists_links || is_short && (shows_links || !is_numbered);
    let every = || Item::way("Every move with its link", shown.links.every_link());
    items.extend((!is_all_there).then(every));
    items
}

/// A sentence about typing a move at a square, and the other moves there.
fn moves_at_squares(
    moves: &Moves<'_>,
    tools: &[&'static RequestSpec],
    tool: Option<&str>,
    shown: &Shown<'_>,
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
        let link = shown.links.with_board_request(spec.name);
        Item::way(format!("Choose squares to {} instead", spec.label), link)
    }));
    items
}

/// The ways from a moment to others, and the list of all.
fn walk(walk: &Walk) -> Vec<Item> {
    let ways = walk.play_on().into_iter().chain(walk.ways());
    let point = |(number, label, is_on_view): (usize, Text, bool)| {
        let here = if is_on_view { " (on view)" } else { "" };
        Item::Point(format!("{number}. {label}{here}"))
    };
    let ways = ways.map(|way| Item::Way(way.label, way.link));
    let list = [Item::Heading("The moves".to_owned())].into_iter();
    ways.chain(list).chain(walk.numbered().map(point)).chain([Item::Ask(walk.ask())]).collect()
}

/// The ways on that do not move.
fn ways(shown: &Shown<'_>, is_in_words: bool, items: &mut Vec<Item>) {
    items.push(Item::Heading("This game".to_owned()));
    items.extend(shown.deal_name().map(Item::Words));
    items.extend(shown.about_help().map(Item::words));
    items.push(if is_in_words {
        Item::way("Back to the table", shown.links.position().clone())
    } else {
        Item::way("The table in words", shown.links.words())
    });
    let Ways { at_hand, more } = Ways::of(shown);
    items.extend(at_hand.into_iter().chain(more).map(|way| Item::Way(way.label, way.link)));
}
