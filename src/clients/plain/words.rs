//! A position in words, for whoever listens: row by row what lies there, what was moved last, and
//! where a move can be made.

use super::item::Item;
use super::table::{how_it_stands, moves, told};
use crate::clients::table::Table;
use crate::game::page::{Board, Cell, Look, Part, Row, SquareNames};
use crate::game::spot::{Spot, place_name};
use crate::game::text::{count, listed};
use crate::links::Links;

/// The page of a position in words.
pub fn in_words(table: &Table<'_>, links: Links) -> Vec<Item> {
    let page = table.shown();
    let mut items = vec![Item::Title(format!("{} in words", table.ruleset.title))];
    items.extend(how_it_stands(table));
    if let Some(end) = table.end() {
        items.push(Item::words(format!("{}. {}", end.headline, end.detail)));
    }
    items.extend(last_move(table));
    for part in &page.parts {
        match part {
            Part::Board(board) if board.look == Look::Heaps => items.extend(heaps(board)),
            Part::Board(board) => items.extend(rows(board)),
            Part::Row(row) => items.push(Item::Words(things(row))),
            _ => items.extend(told(part)),
        }
    }
    items.extend(moves(table));
    items.push(Item::way("The table as a picture", table.links.position().clone()));
    items.push(Item::way("All games", links.parlour()));
    items
}

/// Where the last move was made.
fn last_move(table: &Table<'_>) -> Option<Item> {
    let page = table.shown();
    let at = page.changed?;
    let cell = page.cell(at)?;
    let place = match page.parts.get(at.part)? {
        Part::Board(board) if board.squares == SquareNames::RowAndColumn => {
            format!("{}: ", place_name(at.cell, board.columns))
        }
        _ => String::new(),
    };
    Some(Item::words(format!("Last change: {place}{}.", Spot::of(cell).contents())))
}

/// The rows of a board, one paragraph each, and where something can be done in them.
fn rows(board: &Board) -> Vec<Item> {
    let columns = board.columns.max(1);
    let row = |(row, cells): (usize, &[Cell])| {
        let contents = || cells.iter().map(|cell| Spot::of(cell).contents());
        let between = if contents().any(|words| words.contains(',')) { "; " } else { ", " };
        let contents = runs(contents()).join(between);
        let open: Vec<String> = cells
            .iter()
            .enumerate()
            .filter(|(_, cell)| !cell.offers.is_empty())
            .map(|(column, _)| (column + 1).to_string())
            .collect();
        let can = match (open.len(), board.squares) {
            (0, _) | (_, SquareNames::Unnamed) => String::new(),
            (all, _) if all == columns => " You can move anywhere in it.".to_owned(),
            (1, _) => format!(" You can move at column {}.", open[0]),
            _ => format!(" You can move at columns {}.", listed(open)),
        };
        Item::words(format!("Row {}: {contents}.{can}", row + 1))
    };
    let size = format!(
        "{}, {} by {}",
        count(board.cells.len(), "square"),
        columns,
        board.cells.len() / columns
    );
    let head = Item::Heading(format!("{}: {size}", board.caption));
    [head].into_iter().chain(board.cells.chunks(columns).enumerate().map(row)).collect()
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

/// Things in order, three or more alike told once: `5 times empty`.
fn runs<'a>(things: impl Iterator<Item = &'a str>) -> Vec<String> {
    let things: Vec<&str> = things.collect();
    let run = |run: &[&str]| match run {
        [one, _, _, ..] => vec![format!("{} times {one}", run.len())],
        few => few.iter().map(|thing| (*thing).to_owned()).collect(),
    };
    things.chunk_by(|a, b| a == b).flat_map(run).collect()
}

/// `Your hand: queen of hearts; ten of clubs.` What every thing says first is said once, by the
/// caption.
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
    format!("{}: {}.", row.caption, things.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_alike_is_told_once() {
        let told = |things: &[&'static str]| runs(things.iter().copied()).join(", ");
        assert_eq!(told(&["empty", "X", "O"]), "empty, X, O");
        assert_eq!(told(&["X", "empty", "empty", "empty", "O"]), "X, 3 times empty, O");
        assert_eq!(told(&["empty", "empty"]), "empty, empty");
        assert_eq!(told(&[]), "");
    }
}
