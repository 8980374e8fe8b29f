//! Boards and rows, drawn with the characters of a typewriter.

use super::item::Item;
use crate::formats::frame::{TEXT_WIDTH, frame, width_of};
use crate::game::page::{Block, Board, Cell, Look, Passage, Row};

/// How many things share a line.
const THINGS_IN_LINE: usize = 8;

/// A board on a table, with the numbers of its rows and columns.
pub fn board(board: &Board) -> Item {
    drawn(board, true)
}

fn drawn(board: &Board, has_numbers: bool) -> Item {
    let width = width_of(board);
    let columns = board.columns.max(1);
    let number = |row: usize| if has_numbers { format!("{row:>2}  ") } else { String::new() };
    let head = || {
        let numbers = (1..=columns).map(|column| format!("{column:^width$}"));
        format!("    {}", numbers.collect::<Vec<_>>().join(" "))
    };
    let rows = board.cells.chunks(columns).enumerate().map(|(row, cells)| {
        let squares: Vec<String> = cells.iter().map(|cell| square(cell, width)).collect();
        number(row + 1) + &squares.join(" ")
    });
    let has_head = has_numbers && board.look != Look::Heaps;
    let lines = has_head.then(head).into_iter().chain(rows);
    let lines = lines.map(|line| line.trim_end().to_owned()).collect();
    Item::Drawing { what: board.caption.to_string(), lines }
}

/// A square as wide as its board has them.
fn square(cell: &Cell, width: usize) -> String {
    let [before, open, close, after] = {
        let framed = frame(cell, width);
        let spaces = |count| " ".repeat(count);
        [spaces(framed.before), framed.open.into(), framed.close.into(), spaces(framed.after)]
    };
    let text = if cell.text.is_empty() && cell.marks.last { " " } else { &cell.text };
    let square = [&before, &open, text, &close, &after].concat();
    format!("{square:<width$}", width = width.max(TEXT_WIDTH))
}

/// Things in a line, or in several.
pub fn row(row: &Row) -> Item {
    let thing = |cell: &Cell| {
        let text = match (cell.marks.last, cell.marks.settled) {
            (true, _) => format!("({})", cell.text),
            (_, true) => format!("*{}*", cell.text),
            _ => cell.text.to_string(),
        };
        [&*cell.caption, &text]
            .into_iter()
            .filter(|word| !word.is_empty())
            .collect::<Vec<_>>()
            .join(" ")
    };
    let lines = row.cells.chunks(THINGS_IN_LINE);
    let lines = lines.map(|things| things.iter().map(thing).collect::<Vec<_>>().join("   "));
    Item::Drawing { what: row.caption.to_string(), lines: lines.collect() }
}

/// Words under a heading, with what shows what they speak of.
pub fn passage(passage: &Passage, items: &mut Vec<Item>) {
    items.push(Item::Heading(passage.heading.to_string()));
    for block in &passage.blocks {
        match block {
            Block::Words(words) => items.push(Item::words(words.as_ref())),
            Block::Code(code) => match code.contains('\n') {
                true => {
                    let lines = code.lines().map(str::to_owned).collect();
                    items.push(Item::Drawing { what: passage.heading.to_string(), lines });
                }
                false => items.push(Item::Copy(code.to_string())),
            },
            Block::Table(rows) => items.push(Item::Drawing {
                what: passage.heading.to_string(),
                lines: columns(rows.iter().map(|row| row.iter().map(AsRef::as_ref).collect())),
            }),
            Block::Boards(boards) => {
                for board in boards {
                    items.push(drawn(board, false));
                    items.push(Item::words(board.caption.as_ref()));
                }
            }
            Block::Row(things) => {
                items.push(row(things));
                items.push(Item::words(things.caption.as_ref()));
            }
        }
    }
}

/// Rows of texts, each column as wide as its widest text.
pub fn columns<'a>(rows: impl Iterator<Item = Vec<&'a str>>) -> Vec<String> {
    let rows: Vec<Vec<&str>> = rows.collect();
    let width = |column: usize| {
        let texts = rows.iter().filter_map(|row| row.get(column));
        texts.map(|text| text.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..rows.first().map_or(0, Vec::len)).map(width).collect();
    let line = |row: &Vec<&str>| {
        let texts = row.iter().zip(&widths).map(|(text, width)| format!("{text:<width$}"));
        texts.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}
