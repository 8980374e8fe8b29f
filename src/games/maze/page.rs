//! The page of the maze: what the player sees, in words and drawn in text.

use super::event::Event;
use super::position::Position;
use super::ruleset::{HINT, LOCK, TURN, TURN_BACK};
use super::tile::{Hold, Kind, Piece, Side, Tile};
use super::tiling::{BoardSize, Flight, FlightEnd, Tiling};
use crate::game::prelude::*;

/// The page of a position, and of the events that led there.
pub fn page(position: &Position, events: &[Event]) -> Page {
    let flight = position.board.flight();
    let over = flight.end == FlightEnd::Heart;
    let reached = count(flight.tiles.len() - 1, "tile");
    let changed = events.iter().find_map(|event| event.tile());
    let hint = || Offer::new("Hint: turn one tile the right way for good", &HINT, []);
    Page::new(format!("{reached} reached"), status(position, &flight, events))
        .with(board(&position.board, &flight, changed))
        .with_facts(vec![
            Fact::new("Turns", position.turns.to_string()),
            Fact::new("Fewest possible", position.fewest.to_string()),
            Fact::new("Hints", position.hints().to_string()),
            Fact::new("Reached", reached),
        ])
        .changed(changed.map(At::first_board))
        .offering((!over).then(hint))
}

/// What happened, how far the arrow flies now, and what to do.
fn status(position: &Position, flight: &Flight, events: &[Event]) -> String {
    let stop = match flight.end {
        FlightEnd::Heart => return won(position),
        FlightEnd::Edge(tile, side) => {
            format!("stops at the {} edge of the board, on tile {tile}", side.name())
        }
        FlightEnd::Closed(tile, side) => match position.board.tiles.get(tile) {
            Some(Tile::Arrow) => "comes back to where it started".to_owned(),
            Some(Tile::Heart) => "stops beside the heart, which opens only to the west".to_owned(),
            _ => format!("stops at tile {tile}, whose {} side is closed", side.name()),
        },
    };
    let flies = match flight.tiles.len() - 1 {
        0 => format!("The arrow {stop}."),
        reached => format!("The arrow reaches {} and {stop}.", count(reached, "tile")),
    };
    let happened = events.iter().map(|event| event.message().sentence + " ");
    format!("{}{flies} Turn the tiles to lead it to the heart.", happened.collect::<String>())
}

/// The end, in words.
fn won(position: &Position) -> String {
    let Position { turns, fewest, .. } = *position;
    let hints = count(position.hints(), "hint");
    let flies = format!("the arrow reaches the heart after {}", count(turns, "turn"));
    match (turns, position.hints()) {
        (_, 0) if turns == fewest => {
            format!("Love finds the best way: {flies}, the fewest possible.")
        }
        (_, 0) => format!("Love finds a way: {flies}; the fewest possible is {fewest}."),
        (0, _) => format!(
            "Love finds a way: {hints} and no turn of your own have brought the arrow to the heart."
        ),
        _ => format!(
            "Love finds a way: {flies} and {hints}; without hints, the fewest possible is {fewest}."
        ),
    }
}

fn board(board: &Tiling, flight: &Flight, changed: Option<usize>) -> Board {
    let BoardSize { columns, rows } = board.size;
    let over = flight.end == FlightEnd::Heart;
    let cell = |(at, tile): (usize, &Tile)| {
        let (reached, last) = (flight.tiles.contains(&at), changed == Some(at));
        let marks = Marks { reached, last, ..Marks::default() };
        let end = |text: &'static str, label: &'static str, picture| {
            Cell::new(text).labelled(label).pictured(Picture::upright(picture)).marked(marks)
        };
        match *tile {
            Tile::Arrow => end(">->", "the arrow, opens east", "arrow"),
            Tile::Heart if reached => end("=<3", "the heart, opens west, reached", "heart-goal"),
            Tile::Heart => end("-<3", "the heart, opens west", "heart-goal"),
            Tile::Piece(piece) if over => piece_cell(piece, marks),
            Tile::Piece(piece) => {
                Cell { offers: offers(at, piece.hold), ..piece_cell(piece, marks) }
            }
        }
    };
    Board {
        caption: format!("From the arrow to the heart over {columns} by {rows} tiles").into(),
        squares: SquareNames::Numbered { thing: "tile", first: 0 },
        look: Look::Joined,
        columns,
        cells: board.tiles.iter().enumerate().map(cell).collect(),
    }
}

fn piece_cell(piece: Piece, marks: Marks) -> Cell {
    let [a, b] = piece.openings().map(Side::name);
    let reached = if marks.reached { ", reached" } else { "" };
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
        .labelled([a, " to ", b, reached, hold].concat())
        .pictured(Picture { name, quarter_turns: piece.quarters })
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
/// left of three columns stand brackets, if the tile is held or was just turned.
fn piece_text(piece: Piece, marks: Marks) -> Text {
    let (flat, upright) = if marks.reached { ('=', '#') } else { ('-', '|') };
    let brackets = match piece.hold {
        Hold::Locked => Some(('[', ']')),
        Hold::Settled => Some(('{', '}')),
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
