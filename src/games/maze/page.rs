//! The page of the maze: what the player sees, in words and drawn in text.

use super::event::Event;
use super::position::Position;
use super::route;
use super::ruleset::{HINT, LEVEL, LOCK, Level, SIZE, SOLVE, TURN, TURN_BACK};
use super::tile::{Hold, Kind, Piece, Side, Tile};
use super::tiling::{BoardSize, Flight, FlightEnd, Tiling};
use crate::game::prelude::*;

/// The page of a position, and of the events that led there.
pub fn page(position: &Position, events: &[Event]) -> Page {
    let flight = position.board.flight();
    let is_over = flight.end == FlightEnd::Heart;
    let reached = count(flight.tiles.len() - 1, "tile");
    let changed = events.iter().rev().find_map(|event| event.tile());
    let hint = || Offer::new("Hint", &HINT, []);
    let solve = || Offer::new("Show the solution", &SOLVE, []).quiet();
    Page::new(format!("{reached} reached"), status(position, &flight, events))
        .with(board(&position.board, &flight, changed))
        .with_facts(facts(position, reached))
        .changed(changed.map(|(at, _)| At::first_board(at)))
        .offering((!is_over).then(hint))
        .offering((!is_over).then(solve))
        .ending(is_over.then(|| end(position)))
}

/// The solution of a board as it was dealt.
pub fn solution(position: &Position) -> Page {
    let solved = route::cheapest(&position.board).map(|route| route.solved);
    let board = solved.map_or_else(|| position.board.clone(), |s| position.with_solution(&s).board);
    let turns = count(position.fewest, "turn");
    Page::new("Solution", format!("This is a way that takes the fewest turns, {turns}."))
        .with(figure("The solution", &board))
}

fn facts(position: &Position, reached: String) -> Vec<Fact> {
    let hints = position.hints().to_string();
    let hints = if position.is_solution_shown { "all".to_owned() } else { hints };
    let level = position.level.map(|level| Fact::new("Level", level.name()));
    let facts = [
        Fact::new("Turns", position.turns.to_string()),
        Fact::new("Fewest possible", position.fewest.to_string()),
        Fact::new("Hints", hints),
        Fact::new("Reached", reached),
    ];
    facts.into_iter().chain(level).collect()
}

/// What happened, and how far the arrow flies now.
fn status(position: &Position, flight: &Flight, events: &[Event]) -> String {
    let place = |tile| position.board.at(tile).place();
    let stop = match flight.end {
        FlightEnd::Heart if position.is_solution_shown => {
            return "This is the way that took the fewest turns from here.".to_owned();
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
        _ => format!("The arrow crosses {} and {stop}.", count(reached, "tile")),
    };
    match events.last() {
        None => format!("{flies} Lead it to the heart."),
        Some(Event::Turned(..)) => flies,
        Some(event @ Event::HintGiven(..)) => {
            format!("{} The arrow crosses {}.", event.message().sentence, count(reached, "tile"))
        }
        Some(event) => event.message().sentence.into_owned(),
    }
}

/// How it ended, and what to play next.
fn end(position: &Position) -> End {
    let Position { turns, fewest, .. } = *position;
    let BoardSize { columns, rows } = position.board.size;
    let larger = SIZE.values.iter().map(|(_, size)| *size).find(|size| size.columns > columns);
    let larger = larger.map(|size| {
        NextGame::with(format!("Larger: {} by {}", size.columns, size.rows), &SIZE, size)
    });
    let harder = match position.level {
        None | Some(Level::Easy) => Some(("Harder: fair", Level::Fair)),
        Some(Level::Fair) => Some(("Harder: hard", Level::Hard)),
        Some(Level::Hard) => None,
    };
    let harder = harder.map(|(label, level)| NextGame::with(label, &LEVEL, Some(level)));
    let harder = harder.filter(|_| {
        position.level.is_some() || fewest < *Level::Fair.fewest(position.board.size).start()
    });
    if position.is_solution_shown {
        let end = End::new("You asked for the solution, so this game is lost.");
        return end.headed("Solved for you").followed_by(larger);
    }
    let (took, hints) = (count(turns, "turn"), count(position.hints(), "hint"));
    let (detail, result) = match (turns, position.hints()) {
        (_, 0) if turns == fewest => (
            format!("Love finds the best way: {took}, the fewest possible."),
            format!("{took}, the fewest possible"),
        ),
        (_, 0) => (
            format!("Love finds a way: {took}. The fewest possible is {fewest}."),
            format!("{took}, {} more than the fewest", turns - fewest.min(turns)),
        ),
        (0, _) => (
            format!("Love finds a way: {hints} and no turn of your own."),
            format!("{hints} and no turn of my own"),
        ),
        _ => (
            format!(
                "Love finds a way: {took} and {hints}. Without hints, the fewest possible is {fewest}."
            ),
            format!("{took} and {hints}"),
        ),
    };
    let level = position.level.map_or(String::new(), |level| format!(", {}", level.name()));
    let game = format!("Maze {columns}x{rows}{level}").into();
    let challenge = format!("Can you do it in {fewest}?").into();
    End::new(detail)
        .shared(Share { game, result: result.into(), challenge })
        .followed_by(harder.into_iter().chain(larger))
}

/// The board; `changed` is the tile that was changed last, and by how many quarters it was turned.
fn board(board: &Tiling, flight: &Flight, changed: Option<(usize, i8)>) -> Board {
    let BoardSize { columns, rows } = board.size;
    let is_over = flight.end == FlightEnd::Heart;
    let stop = match flight.end {
        FlightEnd::Edge(tile, _) | FlightEnd::Closed(tile, _) => Some(tile),
        FlightEnd::Heart => None,
    };
    let cell = |(at, tile): (usize, &Tile)| {
        let last = changed.is_some_and(|(tile, _)| tile == at);
        let marks = Marks {
            reached: flight.tiles.contains(&at),
            last,
            stops: stop == Some(at),
            ..Marks::default()
        };
        let end = |text: &'static str, label: &'static str, picture| {
            Cell::new(text).labelled(label).pictured(Picture::upright(picture)).marked(marks)
        };
        match *tile {
            Tile::Arrow => end(">->", "the arrow, opens east", "arrow"),
            Tile::Heart if marks.reached => {
                end("=<3", "the heart, opens west, reached", "heart-goal")
            }
            Tile::Heart => end("-<3", "the heart, opens west", "heart-goal"),
            Tile::Piece(piece) => Cell {
                offers: if is_over { Vec::new() } else { offers(at, piece.hold) },
                turned: changed.filter(|_| last).map_or(0, |(_, quarters)| quarters),
                ..piece_cell(piece, marks)
            },
        }
    };
    let cells = board.tiles.iter().enumerate().map(cell).collect();
    Board::new(format!("The maze, {columns} by {rows} tiles"), columns, cells).looking(Look::Joined)
}

/// A board to look at, as it stands in a text.
pub fn figure(caption: &'static str, board: &Tiling) -> Board {
    let figure = self::board(board, &board.flight(), None);
    let cells = figure.cells.into_iter();
    let cells = cells.map(|cell| Cell { offers: Vec::new(), ..cell }).collect();
    Board { caption: caption.into(), cells, ..figure }
}

fn piece_cell(piece: Piece, marks: Marks) -> Cell {
    let [a, b] = piece.openings().map(Side::name);
    let reached = if marks.reached { ", reached" } else { "" };
    let stops = if marks.stops { ", stops the arrow" } else { "" };
    let hold = match piece.hold {
        Hold::Free => "",
        Hold::Locked => ", locked",
        Hold::Settled => ", settled by a hint",
    };
    let name = match piece.kind {
        Kind::Corner => "bend",
        Kind::Straight => "line",
    };
    let (locked, settled) = (piece.hold == Hold::Locked, piece.hold == Hold::Settled);
    Cell::new(piece_text(piece, marks))
        .labelled([a, " to ", b, reached, stops, hold].concat())
        .pictured(Picture::upright(name).turned(piece.quarters))
        .marked(Marks { locked, settled, ..marks })
}

fn offers(tile: usize, hold: Hold) -> Vec<Offer> {
    let offer = |label: &'static str, spec| Offer::new(label, spec, [tile.into()]);
    match hold {
        Hold::Free => {
            vec![offer("Turn", &TURN), offer("Turn back", &TURN_BACK), offer("Lock", &LOCK)]
        }
        Hold::Locked => vec![offer("Unlock", &LOCK)],
        Hold::Settled => Vec::new(),
    }
}

/// A piece as it is drawn in text: a line, doubled where the arrow flies, that bends at a point or
/// comma to the south and at a quotation mark to the north, always in the middle column. In what is
/// left of three columns stand brackets, if the tile is held, stops the arrow or was just turned.
fn piece_text(piece: Piece, marks: Marks) -> Text {
    let (flat, upright) = if marks.reached { ('=', '#') } else { ('-', '|') };
    let brackets = match piece.hold {
        Hold::Locked => Some(('[', ']')),
        Hold::Settled => Some(('{', '}')),
        Hold::Free if marks.stops => Some(('*', '*')),
        Hold::Free => marks.last.then_some(('(', ')')),
    };
    let (open, close) = brackets.unwrap_or((' ', ' '));
    let columns = match (piece.kind, piece.quarters, brackets) {
        (Kind::Corner, 0, _) => [open, ',', flat],
        (Kind::Corner, 1, _) => [flat, '.', close],
        (Kind::Corner, 2, _) => [flat, '\'', close],
        (Kind::Corner, _, _) => [open, '`', flat],
        (Kind::Straight, 0, None) => [flat; 3],
        (Kind::Straight, 0, _) => [open, flat, close],
        (Kind::Straight, _, None) => return if marks.reached { "#" } else { "|" }.into(),
        (Kind::Straight, _, _) => [open, upright, close],
    };
    // A client makes up for blanks before a text that is short.
    let columns = columns.into_iter().skip_while(|column| *column == ' ');
    columns.collect::<String>().into()
}
