//! Every format at every position: each offer is there, by its link and by what may be typed, and no
//! link puts a request that is not offered.

use super::{At, VIEWERS};
use crate::formats::setting::Setting;
use crate::formats::shown::Shown;
use crate::formats::view::View;
use crate::formats::{FORMATS, Format};
use crate::game::page::{Board, Emphasis, Offer, Part, SquareNames};
use crate::game::request::Request;
use crate::links::{self, PositionLinks, write_request};
use crate::moves::{self, Move, Moves, Reading, Typing};
use std::collections::BTreeSet;

/// The requests in the links of a page: the parts behind the link to the position.
fn requests(body: &str, links: &PositionLinks, at: &At) -> BTreeSet<String> {
    let position = links.position().as_str();
    let behind = body.split(position).skip(1).filter_map(|rest| rest.strip_prefix('&'));
    let ending = behind.map(|rest| {
        let is_part = |c: char| c.is_ascii_alphanumeric() || "=,-_%+".contains(c);
        rest.split(|c| !is_part(c)).next().unwrap_or_default().to_owned()
    });
    let is_request = |ending: &String| {
        let name = ending.split('=').next().unwrap_or_default();
        at.game.ruleset.request(name).is_some()
    };
    ending.filter(is_request).collect()
}

fn written(request: &Request) -> String {
    let mut text = String::new();
    write_request(request, &mut text).expect("a text takes everything");
    text.trim_start_matches('&').to_owned()
}

/// The page of a format, every move with its link, its squares offering this request.
pub fn page(at: &At, format: &Format, tool: Option<&str>) -> (String, PositionLinks) {
    let links = links::position(at.game.ruleset, "token");
    let shown = Shown::new(at.game.ruleset, at.choices.clone(), links.clone(), at.step.clone());
    let board_request = tool.map(str::to_owned);
    let shown = Shown { lists_links: true, board_request, ..shown };
    let page =
        (format.render)(&View::Position(Box::new(shown)), &Setting::of(&crate::settings::DEFAULT));
    // In XML a link is escaped.
    let body = page.body.replace("&#38;", "&");
    (body.replace(&format!("&as={}", format.name), ""), links)
}

/// Every client has all offers of a page, and nothing else.
pub fn clients<'a>(positions: impl IntoIterator<Item = &'a At>) {
    for at in positions {
        let page_of = &at.step.page;
        let at_squares: Vec<&Offer> =
            page_of.parts.iter().flat_map(Part::cells).flat_map(|cell| &cell.offers).collect();
        // A board leads to a move in two steps, and a list of moves has their names.
        let is_shown = |format: &Format, offer: &&Offer| match format.name {
            "json" => true,
            "html" | "svg" => offer.emphasis != Emphasis::Notation,
            _ => !page_of.has_notation() || !at_squares.contains(offer),
        };
        let tools = moves::tools(&at.step.page, at.game.ruleset);
        for format in FORMATS {
            let mut linked = BTreeSet::new();
            for tool in tools.iter().map(|spec| Some(spec.name)).chain([None]) {
                let (body, links) = page(at, format, tool);
                linked.extend(requests(&body, &links, at));
            }
            let offered = page_of.all_offers().filter(|offer| is_shown(format, offer));
            let offered: BTreeSet<String> = offered.map(|offer| written(&offer.request)).collect();
            assert_eq!(linked, offered, "{} as {}", at.name(), format.name);
        }
    }
}

/// The greatest number of moves of a position that are typed.
const MOVES_TYPED: usize = 12;
/// The greatest number of them that are made.
const MADE_MAX: usize = 2;

/// The names of this move, if the log tells of it: there, and in the sentence with its verb.
fn told(at: &At, request: &Request) -> Option<[String; 2]> {
    let entries = |at: &At| {
        let of = |part: &Part| if let Part::Log(log) = part { log.entries.clone() } else { vec![] };
        at.step.page.parts.iter().flat_map(of).collect::<Vec<_>>()
    };
    let after = at.play(VIEWERS[0], Some(request));
    let entry = entries(&after).get(entries(at).len())?.to_string();
    let (who, named) = entry.split_once(": ")?;
    let sentence = after.step.messages.first()?.sentence.to_string();
    let did = sentence.strip_prefix(who)?.trim().trim_end_matches('.');
    did.ends_with(named).then(|| [did, named].map(str::to_owned))
}

/// What a text means at a position.
fn read<'a>(at: &At, typing: &Typing<'a>, text: &str, is_numbered: bool) -> Reading<'a> {
    let position = at.open(VIEWERS[0]).expect("a packed position unpacks");
    typing.read(text, &*position, is_numbered)
}

/// The names of all squares of a board that has letters and numbers.
fn lettered(board: &Board) -> Vec<String> {
    match board.squares {
        SquareNames::Lettered(corner) => {
            (0..board.cells.len()).map(|at| corner.name(at, board.size())).collect()
        }
        SquareNames::RowAndColumn | SquareNames::Unnamed => Vec::new(),
    }
}

/// The reading of a text, in words.
fn said(reading: &Reading<'_>) -> String {
    let labels = |moves: &[Move<'_>]| {
        let labels = moves.iter().map(|found| format!("{:?}", found.phrase()));
        labels.collect::<Vec<_>>().join(", ")
    };
    match reading {
        Reading::One(found) => format!("the move {:?}", found.phrase()),
        Reading::Several(moves) => format!("may be one of these: {}", labels(moves)),
        Reading::Link(request) => format!("the request {request}"),
        Reading::NotOffered(request) => format!("{request}, which the page does not offer"),
        Reading::Row(requests) => format!("{} moves in a row", requests.len()),
        Reading::OutOfBounds(fault) => format!("the fault {}", fault.name),
        Reading::Refused(why) => format!("refused: {why}"),
        Reading::Nothing => "no move".to_owned(),
    }
}

/// Every offer may be typed, and the name of a square means no other square.
pub fn typed<'a>(positions: impl IntoIterator<Item = &'a At>) {
    for at in positions {
        let at = at.play(VIEWERS[0], None);
        let page = &at.step.page;
        let moves = Moves::of(page);
        let typing = Typing::on(page, at.game.ruleset, None);
        let check = |text: &str, request: &Request, is_numbered| match read(
            &at,
            &typing,
            text,
            is_numbered,
        ) {
            Reading::One(found) if found.offer.request == *request => {}
            Reading::Link(link) if link == *request => {}
            other => {
                panic!("{}: typed, {text:?} is not {request}, but {}", at.name(), said(&other))
            }
        };
        let step = moves.all.len() / MOVES_TYPED + 1;
        for (found, number) in moves.all.iter().zip(1..).step_by(step) {
            let request = &found.offer.request;
            check(&found.phrase(), request, false);
            check(&number.to_string(), request, true);
            // In chess a small b is a file, and a capital one a bishop.
            if !found.offer.is_notation() {
                check(&found.phrase().to_uppercase(), request, false);
            }
            // A reply may take a search, so a few moves of each position are made.
            let told = (number <= MADE_MAX).then(|| told(&at, request)).flatten();
            for name in told.into_iter().flatten() {
                check(&name, request, false);
            }
            // As a link has it, and as programs write it.
            let (name, arguments) = (request.spec.name, request.typed_arguments(","));
            check(&format!("{name}={arguments}"), request, false);
            check(&format!("{name}({arguments})"), request, false);
            check(&format!("{name} ( {} )", arguments.replace(',', ", ")), request, false);
            if let (Some((_, board)), Some(place), true) =
                (moves.board, found.at, moves.is_at_square(found))
            {
                let [column, row] = board.place_of(place.cell).map(|from_0| from_0 + 1);
                let letter = (b'a' + column as u8 - 1) as char;
                let label = &found.offer.label;
                for place in [
                    format!("{row},{column}"),
                    format!("row {row}, column {column}"),
                    format!("r{row}c{column}"),
                    format!("{letter}{row}"),
                ] {
                    check(&format!("{label} {place}"), request, false);
                    if found.offer.is_with(moves::tool(&moves::tools(page, at.game.ruleset), None))
                    {
                        check(&place, request, false);
                    }
                }
            }
        }
        for square in moves.board.into_iter().flat_map(|(_, board)| lettered(board)) {
            if let Reading::One(found) = read(&at, &typing, &square, false) {
                let phrase = found.phrase();
                assert!(phrase.contains(&square), "{}: {square} is {phrase}", at.name());
            }
        }
        let example = moves::example(page, at.game.ruleset, None).unwrap_or_default().text;
        if !example.is_empty() {
            let reading = read(&at, &typing, &example, false);
            let is_move = matches!(reading, Reading::One(_) | Reading::Row(_));
            assert!(is_move, "{}: the example {example} is {}", at.name(), said(&reading));
        }
        for nonsense in ["", "xyzzy", "99999", "0", "\u{fffd}", "zz9", "-1"] {
            for is_numbered in [false, true] {
                let reading = read(&at, &typing, nonsense, is_numbered);
                let is_refused = !matches!(reading, Reading::One(_) | Reading::Row(_));
                assert!(is_refused, "{}: {nonsense:?} is {}", at.name(), said(&reading));
            }
        }
    }
}
