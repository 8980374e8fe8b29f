//! The page of the maze, in words and drawn in text.

use super::event::Event;
use super::position::Position;
use super::ruleset::{BoardKind, KIND, LEVEL, LOCK, Level, SIZE, SOLVE, TURN, TURN_BACK};
use super::tile::{Kind, Piece, Tile};
use super::tiling::{BoardSize, Flight, FlightEnd, Tiling};
use crate::prelude::*;

/// The page of a position, and of the events that led there.
pub fn page(position: &Position, events: &[Event]) -> Page {
    let is_over = position.is_over();
    let reached = position.reached().len() - 1;
    let changed = events.iter().rev().find_map(|event| event.tile());
    let status = match position.kind() {
        BoardKind::Way => status(position, &position.board.flight(), events),
        BoardKind::Full { .. } => status_of_net(position, reached, events),
    };
    let solve = Offer::new("Show the solution", &SOLVE, []).quiet();
    let reached = count(reached, "tile");
    Page::new(format!("{reached} reached"), status)
        .with(board(position, changed, None))
        .with_facts(facts(position, reached))
        .changed(changed.map(|(at, _)| At::first_board(at)))
        .offering((!is_over).then_some(solve))
        .ending(is_over.then(|| end(position)))
}

/// A turn of the first wrong tile on the cheapest way or of the net.
pub fn hint(position: &Position) -> Advice {
    let page = Page::new("", "There is no solution from here.");
    let board = |advised| board(position, None, advised);
    let solved = position.solved();
    let wrong = solved.as_ref().and_then(|solved| {
        let at = position.first_wrong(solved)?;
        Some((at, position.board.piece(at)?, solved.piece(at)?))
    });
    let Some((at, piece, right)) = wrong else {
        return Advice::nothing(page.with(board(None)), "No turning of the tiles joins them.");
    };
    let quarters = piece.quarters_to(right);
    let spec = match quarters {
        _ if piece.is_locked => &LOCK,
        0.. => &TURN,
        _ => &TURN_BACK,
    };
    let goal = match position.kind() {
        BoardKind::Way => "On the way that takes the fewest turns from here",
        BoardKind::Full { .. } => "In the one net of all tiles",
    };
    let (place, opens) = (position.board.at(at).place(), right.openings().listed());
    let twice = if quarters.abs() > 1 { " That takes two turns." } else { "" };
    let why = format!("{goal}, {place} opens {opens}.{twice}");
    Advice::new(page.with(board(Some(at))), Request::with(spec, at), why)
}

/// The solution of a board as it was dealt.
pub fn solution(position: &Position) -> Page {
    let solved = position.solved();
    let solved = solved.map_or_else(|| position.clone(), |solved| position.with_solution(solved));
    let turns = count(position.fewest, "turn");
    let status = match position.kind() {
        BoardKind::Way => format!("This is a way that takes the fewest turns, {turns}."),
        BoardKind::Full { .. } => format!("This is the one net of all tiles. It takes {turns}."),
    };
    Page::new("Solution", status).with(figure("The solution", &solved))
}

fn facts(position: &Position, reached: String) -> Vec<Fact> {
    let mut facts = Vec::new();
    // A game that was solved for the player counts nothing.
    if !position.is_solution_shown {
        let counts = [("Turns", position.turns), ("Fewest possible", position.fewest)];
        facts.extend(counts.map(|(name, count)| Fact::new(name, count.to_string())));
    }
    if !position.is_over() {
        facts.push(Fact::new("Reached", reached));
    }
    if position.choices.of(&LEVEL).is_some() {
        facts.push(position.choices.fact(&LEVEL));
    }
    facts
}

/// The last event, and the flight of the arrow now.
fn status(position: &Position, flight: &Flight, events: &[Event]) -> String {
    let place = |tile| position.board.at(tile).place();
    let stop = match flight.end {
        FlightEnd::Heart if position.is_solution_shown => {
            return "This is the quickest way from where you were.".to_owned();
        }
        FlightEnd::Heart => return "The arrow reaches the heart.".to_owned(),
        FlightEnd::Edge(tile, _) => format!("flies off the board at {}", place(tile)),
        FlightEnd::Closed(tile, _) => match position.board.tiles.get(tile) {
            Some(Tile::Arrow) => "comes back to where it began".to_owned(),
            Some(Tile::Heart) => "misses the heart, which opens west".to_owned(),
            _ => format!("stops at {}", place(tile)),
        },
    };
    let reached = flight.tiles.len() - 1;
    let flies = match reached {
        0 => format!("The arrow {stop}."),
        _ => format!("The arrow reaches {} and {stop}.", count(reached, "tile")),
    };
    match events.last() {
        None => format!("Turn tiles to lead the arrow to the heart. It {stop}."),
        Some(Event::Turned(..)) => flies,
        Some(event) => event.message().sentence.into_owned(),
    }
}

/// The last event on a full board, and the number of tiles that the arrow reaches now.
fn status_of_net(position: &Position, reached: usize, events: &[Event]) -> String {
    let all = position.board.tiles_of_net() - 1;
    let reaches = format!("The arrow reaches {reached} of {all} tiles.");
    match events.last() {
        _ if position.is_solution_shown => "This is the one net of all tiles.".to_owned(),
        _ if position.is_over() => "The arrow reaches every tile.".to_owned(),
        None => format!("{reaches} Join them all into one net."),
        Some(Event::Turned(..)) => reaches,
        Some(event) => event.message().sentence.into_owned(),
    }
}

/// The end of a game, and what to play next.
fn end(position: &Position) -> End {
    let mood = if position.is_solution_shown { Mood::Lost } else { Mood::Won };
    let level = NextGame::on_ladder(&LEVEL, &Level::ALL.map(Some), &position.choices, mood);
    let larger = NextGame::following(&SIZE, &position.choices);
    let full = (!position.kind().is_full())
        .then(|| NextGame::with("Join every tile", &KIND, BoardKind::PLAIN_NET));
    let next_games = level.into_iter().chain(larger).chain(full).take(NEXT_GAMES);
    let end = if position.is_solution_shown {
        End::new("You asked for the solution, so this game counts as lost.")
            .headed("Solved for you")
    } else {
        let (detail, result) = result(position);
        End::new(detail).shared(share(position, result)).measured(Some(position.turns))
    };
    end.followed_by(next_games)
}

/// The result for the player, and as they tell it to others.
fn result(position: &Position) -> (String, String) {
    let fewest = position.fewest;
    let turns = count(position.turns, "turn");
    if position.turns == fewest {
        let detail = format!("Love finds the best way: {turns}, the fewest possible.");
        return (detail, format!("\u{2b50} {turns}, par {fewest}"));
    }
    let detail = format!("Love finds a way: {turns}. The fewest possible is {fewest}.");
    (detail, format!("{turns}, par {fewest}"))
}

fn share(position: &Position, result: String) -> Share {
    let BoardSize { columns, rows } = position.board.size;
    let board = Text::from(format!("Maze {columns}x{rows}"));
    let kind = position.kind().is_full().then(|| position.choices.fact(&KIND).value);
    let level = position.choices.of(&LEVEL).map(|_| position.choices.fact(&LEVEL).value);
    let game: Vec<Text> = [Some(board), kind, level].into_iter().flatten().collect();
    let challenge = format!("Can you do it in {}?", position.fewest).into();
    Share { game: game.join(", ").into(), result: result.into(), challenge }
}

/// The tile that stops the arrow, and how. A net has no order, so nothing stops the arrow there.
fn stop(position: &Position) -> Option<(usize, String)> {
    match position.board.flight().end {
        _ if position.kind().is_full() => None,
        FlightEnd::Edge(tile, _) => Some((tile, "sends the arrow off the board".to_owned())),
        FlightEnd::Closed(tile, side) => {
            Some((tile, format!("stops the arrow from the {}", side.name())))
        }
        FlightEnd::Heart => None,
    }
}

/// A sentence about a board whose edges are joined.
const JOINED_EDGES: &str =
    "The edges are joined: what leaves the board on one side comes in on the other.";

/// The board, the tile that was changed last with the quarters by which it was turned, and the tile
/// that a hint advises.
fn board(position: &Position, changed: Option<(usize, i8)>, advised: Option<usize>) -> Board {
    let tiling = &position.board;
    let BoardSize { columns, rows } = tiling.size;
    let (reached, stop, is_over) = (position.reached(), stop(position), position.is_over());
    let cell = |(at, tile): (usize, &Tile)| {
        let turned = changed.filter(|(place, _)| *place == at).map(|(_, quarters)| quarters);
        let stop = stop.as_ref().filter(|(place, _)| *place == at).map(|(_, how)| how.as_str());
        let marks = Marks {
            reached: reached.contains(&at),
            last: turned.is_some(),
            stops: stop.is_some(),
            advised: advised == Some(at),
            ..Marks::default()
        };
        let cell = match *tile {
            Tile::Piece(piece) if is_over => piece_cell(piece.locked(false), marks, stop),
            Tile::Piece(piece) => piece_cell(piece, marks, stop).offering(offers(at, piece)),
            other => fixed_cell(other, marks, is_over),
        };
        Cell { turned: turned.unwrap_or(0), ..cell }
    };
    let cells = tiling.tiles.iter().enumerate().map(cell).collect();
    let board = Board::new(format!("The maze, {columns} by {rows} tiles"), columns, cells)
        .explained(legend(tiling, stop.is_some()))
        .looking(Look::Joined);
    let letters = if has_locked(tiling) { "In brackets: locked." } else { "" };
    Board { letters, route: if stop.is_some() { reached } else { Vec::new() }, ..board }
}

fn has_locked(board: &Tiling) -> bool {
    board.tiles.iter().any(|tile| tile.piece().is_some_and(|it| it.is_locked))
}

/// The meaning of the marks that are on a board.
fn legend(board: &Tiling, has_stop: bool) -> String {
    let sentences = [
        (board.wraps, JOINED_EDGES),
        (has_stop, "Marked: the tile where the arrow ends."),
        (has_locked(board), "Padlock: locked."),
    ];
    let said = sentences.into_iter().filter(|(is_so, _)| *is_so).map(|(_, sentence)| sentence);
    said.collect::<Vec<_>>().join(" ")
}

/// A board in a text.
pub fn figure(caption: &'static str, position: &Position) -> Board {
    board(position, None, None).as_figure(caption)
}

/// A tile that never turns.
fn fixed_cell(tile: Tile, marks: Marks, is_over: bool) -> Cell {
    let (text, label, picture) = match tile {
        Tile::Arrow if is_over => (">->", "the arrow, opens east", "arrow-flown"),
        Tile::Arrow => (">->", "the arrow, opens east", "arrow"),
        Tile::Heart if marks.reached && is_over => {
            ("=<3", "the heart, opens west, reached", "heart-hit")
        }
        Tile::Heart if marks.reached => ("=<3", "the heart, opens west, reached", "heart-goal"),
        Tile::Heart => ("-<3", "the heart, opens west", "heart-goal"),
        Tile::Wall | Tile::Piece(_) => ("%%%", "a wall", "wall"),
    };
    Cell::new(text).labelled(label).pictured(Picture::upright(picture)).marked(marks)
}

fn piece_cell(piece: Piece, marks: Marks, stop: Option<&str>) -> Cell {
    let reached = if marks.reached { ", reached" } else { "" };
    let stop = stop.map_or(String::new(), |how| format!(", {how}"));
    let hold = if piece.is_locked { ", locked" } else { "" };
    let name = match piece.kind {
        Kind::Corner => "bend",
        Kind::Straight => "line",
        Kind::End => "bud",
        Kind::Tee => "tee",
        Kind::Crossing => "crossing",
    };
    Cell::new(piece_text(piece, marks))
        .labelled(piece.openings().way() + reached + &stop + hold)
        .pictured(Picture::upright(name).turned(piece.quarters))
        .marked(Marks { locked: piece.is_locked, ..marks })
}

fn offers(tile: usize, piece: Piece) -> Vec<Offer> {
    let offer = |label: &'static str, spec| Offer::new(label, spec, [tile.into()]);
    if piece.kind == Kind::Crossing {
        return Vec::new();
    }
    if piece.is_locked {
        return vec![offer("Unlock", &LOCK)];
    }
    vec![offer("Turn", &TURN), offer("Turn back", &TURN_BACK), offer("Lock", &LOCK)]
}

/// A piece, drawn in text. It is a line, and a double line if the arrow reaches it. In the middle
/// column, a point or a comma bends or branches to the south, and a quotation mark to the north. A
/// dead end is a letter o, large if the arrow reaches it. A crossing is a plus or an X. Brackets
/// fill the rest of three columns if the tile is advised or locked, stops the arrow or was just
/// turned.
fn piece_text(piece: Piece, marks: Marks) -> Text {
    let (flat, upright) = if marks.reached { ('=', '#') } else { ('-', '|') };
    let (south, north) = if marks.reached { (':', '"') } else { ('.', '\'') };
    let (end, crossing) = if marks.reached { ('O', 'X') } else { ('o', '+') };
    let brackets = match marks {
        Marks { advised: true, .. } => Some(('!', '!')),
        _ if piece.is_locked => Some(('[', ']')),
        Marks { stops: true, .. } => Some(('*', '*')),
        Marks { last: true, .. } => Some(('(', ')')),
        _ => None,
    };
    let (open, close) = brackets.unwrap_or((' ', ' '));
    // The sides of a branching tile give way to brackets.
    let (left, right) = brackets.unwrap_or((flat, flat));
    let columns = match (piece.kind, piece.quarters, brackets) {
        (Kind::Corner, 0, _) => [open, ',', flat],
        (Kind::Corner, 1, _) => [flat, '.', close],
        (Kind::Corner, 2, _) => [flat, '\'', close],
        (Kind::Corner, _, _) => [open, '`', flat],
        (Kind::Straight, 0, None) => [flat; 3],
        (Kind::Straight, 0, _) => [open, flat, close],
        (Kind::Straight, _, None) => return if marks.reached { "#" } else { "|" }.into(),
        (Kind::Straight, _, _) => [open, upright, close],
        (Kind::End, 0, _) => [open, end, flat],
        (Kind::End, 1, _) => [open, end, '.'],
        (Kind::End, 2, _) => [flat, end, close],
        (Kind::End, _, _) => [open, end, '\''],
        (Kind::Tee, 0, _) => [left, south, right],
        (Kind::Tee, 1, _) => [flat, upright, close],
        (Kind::Tee, 2, _) => [left, north, right],
        (Kind::Tee, _, _) => [open, upright, flat],
        (Kind::Crossing, _, _) => [left, crossing, right],
    };
    // A format makes up for blanks before a text that is short.
    let columns = columns.into_iter().skip_while(|column| *column == ' ');
    columns.collect::<String>().into()
}
