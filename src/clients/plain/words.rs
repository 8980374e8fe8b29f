//! A position in words, for whoever listens: row by row what lies there, what was moved last, and
//! where a move can be made.

use super::item::Item;
use super::table::{how_it_stands, moves, other_options, told};
use crate::clients::table::Table;
use crate::game::page::{Board, Cell, Look, Part, Row, Spread, SquareNames};
use crate::game::spot::{Spot, place_name};
use crate::game::text::{count, listed};
use crate::links::Links;
use crate::query::About;

/// The page of a position in words.
pub fn in_words(table: &Table<'_>, links: Links) -> Vec<Item> {
    let page = table.shown();
    let mut items = vec![Item::Title(format!("{} in words", table.ruleset.title))];
    items.extend(how_it_stands(table));
    if let Some(end) = table.end() {
        items.push(Item::words(format!("{}. {}", end.headline, end.detail)));
    }
    items.extend(last_move(table));
    // What takes long to listen to comes last.
    let (passages, parts): (Vec<&Part>, Vec<&Part>) =
        page.parts.iter().partition(|part| matches!(part, Part::Passage(_)));
    for part in parts {
        match part {
            Part::Board(board) => match board.look {
                Look::Heaps => items.extend(heaps(board)),
                Look::Guesses => items.extend(guesses(board)),
                _ => items.extend(rows(board)),
            },
            Part::Row(row) if is_choice(row) => {}
            Part::Row(row) => items.push(Item::Words(things(row))),
            _ => items.extend(told(part)),
        }
    }
    items.extend(moves(table));
    items.push(Item::Heading("This game".to_owned()));
    items.push(Item::way("The table as a picture", table.links.position().clone()));
    items.push(Item::way("Rules", table.links.about(About::People)));
    items.extend(other_options(table));
    items.push(Item::way("All games", links.parlour()));
    items.extend(passages.into_iter().flat_map(told));
    items
}

/// Where the last move was made.
fn last_move(table: &Table<'_>) -> Option<Item> {
    let page = table.shown();
    let at = page.changed?;
    let cell = page.cell(at)?;
    let place = match page.parts.get(at.part)? {
        // What was taken lies nowhere.
        Part::Board(board) if board.look == Look::Heaps => return None,
        Part::Board(board) if board.squares == SquareNames::RowAndColumn => {
            format!("{}: ", place_name(at.cell, board.columns))
        }
        _ => String::new(),
    };
    Some(Item::words(format!("Last change: {place}{}.", Spot::of(cell).contents())))
}

/// The rows of a board, one paragraph each, and where something can be done in them. Rows that are
/// alike are told once.
fn rows(board: &Board) -> Vec<Item> {
    let columns = board.columns.max(1);
    let told: Vec<String> = board.cells.chunks(columns).map(|cells| row(board, cells)).collect();
    let heading = match board.caption.contains(|c: char| c.is_ascii_digit()) {
        true => board.caption.to_string(),
        false => format!("{}: {} of {columns}", board.caption, count(told.len(), "row")),
    };
    let mut items = vec![Item::Heading(heading)];
    let mut first = 1;
    for alike in told.chunk_by(|one, other| one == other) {
        let names = names("Row", first, alike.len());
        items.push(Item::words(format!("{names}: {}", alike[0])));
        first += alike.len();
    }
    items
}

/// What lies in a row, column by column, and where something can be done in it.
fn row(board: &Board, cells: &[Cell]) -> String {
    let columns = cells.len();
    let contents: Vec<&str> = cells.iter().map(|cell| Spot::of(cell).contents()).collect();
    let mut first = 1;
    let told = contents.chunk_by(|one, other| one == other).map(|alike| {
        let names = names("column", first, alike.len());
        first += alike.len();
        format!("{names}: {}", alike[0])
    });
    let told: Vec<String> = told.collect();
    let contents = match told.len() {
        1 if columns > 1 && contents[0] == "empty" => "every square is empty".to_owned(),
        1 if columns > 1 => format!("{} in every column", contents[0]),
        _ => told.join("; "),
    };
    let open: Vec<String> = (1..)
        .zip(cells)
        .filter(|(_, cell)| !cell.offers.is_empty())
        .map(|(column, _)| column.to_string())
        .collect();
    let can = match (open.len(), board.squares) {
        (0, _) | (_, SquareNames::Unnamed) => String::new(),
        (all, _) if all == columns => " You can move at any of them.".to_owned(),
        (1, _) => format!(" You can move at column {}.", open[0]),
        _ => format!(" You can move at columns {}.", listed(open)),
    };
    format!("{contents}.{can}")
}

/// `column 3`, `columns 3 and 4`, `columns 3 to 6`.
fn names(what: &str, first: usize, count: usize) -> String {
    match count {
        1 => format!("{what} {first}"),
        2 => format!("{what}s {first} and {}", first + 1),
        _ => format!("{what}s {first} to {}", first + count - 1),
    }
}

/// Whether a row is nothing but things to choose, which the moves tell again.
fn is_choice(row: &Row) -> bool {
    row.spread == Spread::Tiled && row.cells.iter().all(|cell| !cell.offers.is_empty())
}

/// The guesses that have been made, one paragraph each, and the code.
fn guesses(board: &Board) -> Vec<Item> {
    let is_filled = |cell: &&Cell| !cell.text.is_empty() && &*cell.text != ".";
    let row = |(at, cells): (usize, &[Cell])| {
        let contents = cells.iter().filter(is_filled).map(|cell| Spot::of(cell).contents());
        let contents: Vec<&str> = contents.collect();
        let is_open = !contents.is_empty() && !is_covered(cells);
        is_open.then(|| format!("Row {}: {}.", at + 1, contents.join(", ")))
    };
    let cells = || board.cells.chunks(board.columns.max(1));
    let mut told: Vec<String> = cells().enumerate().filter_map(row).collect();
    if told.is_empty() {
        told.push("No guess has been made.".to_owned());
    }
    if cells().any(is_covered) {
        told.push("The code is covered.".to_owned());
    }
    let heading = Item::Heading(board.caption.to_string());
    [heading].into_iter().chain(told.into_iter().map(Item::Words)).collect()
}

/// Whether a row lies with its back up.
fn is_covered(cells: &[Cell]) -> bool {
    cells.iter().any(|cell| cell.marks.back)
}

/// The rows of a board of heaps: how many things each has.
fn heaps(board: &Board) -> impl Iterator<Item = Item> {
    let heap = |(row, cells): (usize, &[Cell])| {
        let is_there = |cell: &&Cell| cell.picture.is_some() && !cell.marks.last;
        let mut things = cells.iter().filter(is_there);
        let contents = things.next().map_or("empty".to_owned(), |thing| {
            count(1 + things.count(), thing.label.trim_start_matches("a "))
        });
        Item::words(format!("Heap {}: {contents}.", row + 1))
    };
    board.cells.chunks(board.columns.max(1)).enumerate().map(heap)
}

/// `Your hand: queen of hearts; ten of clubs.` What every thing says first is said once, by the
/// caption. Things that differ in it have a sentence each.
fn things(row: &Row) -> String {
    let first = |cell: &Cell| Some(cell.label.split_once(": ")?.0.to_owned());
    let common = row.cells.first().and_then(first).filter(|common| {
        row.cells.len() > 1 && row.cells.iter().all(|cell| first(cell).as_ref() == Some(common))
    });
    let thing = |cell: &Cell| match (&common, &*cell.label) {
        (_, "") => [&*cell.caption, Spot::of(cell).contents()].join(" "),
        (Some(common), label) => label[common.len() + 2..].to_owned(),
        (None, label) => label.to_owned(),
    };
    let things: Vec<String> = row.cells.iter().map(thing).collect();
    match common {
        Some(_) => format!("{}: {}.", row.caption, things.join("; ")),
        None => format!("{}: {}.", row.caption, things.join(". ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_alike_is_told_once() {
        let told = |things: &[&'static str]| {
            let cells = things.iter().map(|thing| Cell::new(*thing).labelled(*thing)).collect();
            let board = Board::new("A row", things.len(), cells);
            row(&board, &board.cells)
        };
        assert_eq!(told(&["empty", "X", "O"]), "column 1: empty; column 2: X; column 3: O.");
        let runs = "column 1: X; columns 2 to 4: empty; columns 5 and 6: O.";
        assert_eq!(told(&["X", "empty", "empty", "empty", "O", "O"]), runs);
        assert_eq!(told(&["empty", "empty"]), "every square is empty.");
        let cells = ["X", "O", "X", "X", "X", "X"].map(|thing| Cell::new(thing).labelled(thing));
        let board = Board::new("Three rows", 2, cells.into());
        let paragraphs = rows(&board).into_iter().filter_map(|item| match item {
            Item::Words(words) => Some(words),
            _ => None,
        });
        let paragraphs: Vec<String> = paragraphs.collect();
        assert_eq!(
            paragraphs,
            ["Row 1: column 1: X; column 2: O.", "Rows 2 and 3: X in every column."]
        );
    }
}
