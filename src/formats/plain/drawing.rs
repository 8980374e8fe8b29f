//! Boards and rows, drawn with ASCII characters.

use crate::formats::brackets::{TEXT_WIDTH, brackets, frame, width_of};
use crate::formats::item::Item;
use crate::game::page::{Block, Board, Cell, Passage, Row, SquareNames};

/// The number of things in a line.
const THINGS_IN_LINE: usize = 8;

/// A board on a table, with the names of its rows and columns if it has them.
pub fn board(board: &Board) -> Item {
    match board.squares {
        SquareNames::Unnamed => figure(board),
        _ => numbered(board),
    }
}

/// A board on a table, with the numbers of its rows and columns.
pub fn numbered(board: &Board) -> Item {
    let width = width_of(board);
    let columns = (0..board.columns).map(|column| board.column_name(column));
    let heads: Vec<String> = columns.map(|column| format!("{column:^width$}")).collect();
    let head = format!("    {}", heads.join(" "));
    drawing(board, [head].into_iter().chain(numbered_rows(board)))
}

/// Heaps on a table, with their numbers.
pub fn heaps(board: &Board) -> Item {
    drawing(board, numbered_rows(board))
}

/// A board in a text, without numbers.
fn figure(board: &Board) -> Item {
    drawing(board, rows(board))
}

fn numbered_rows(board: &Board) -> impl Iterator<Item = String> {
    let name = |row| board.row_name(row);
    (0..).zip(rows(board)).map(move |(at, row)| format!("{:>2}  {row}", name(at)))
}

fn rows(board: &Board) -> impl Iterator<Item = String> {
    let width = width_of(board);
    board.cells.chunks(board.columns).map(move |cells| {
        let squares: Vec<String> = cells.iter().map(|cell| square(cell, width)).collect();
        squares.join(" ")
    })
}

fn drawing(board: &Board, lines: impl Iterator<Item = String>) -> Item {
    let lines = lines.map(|line| line.trim_end().to_owned()).collect();
    Item::Drawing { what: board.caption.to_string(), lines }
}

/// A square of this width.
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

/// Things, in one line or several.
pub fn row(row: &Row) -> Item {
    let thing = |cell: &Cell| {
        let (open, close) = brackets(cell.marks).unwrap_or_default();
        let text = format!("{open}{}{close}", cell.text);
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

/// A passage: words under a heading, with their drawings.
pub fn passage(passage: &Passage, items: &mut Vec<Item>) {
    items.push(Item::Heading(passage.heading.to_string()));
    for block in &passage.blocks {
        match block {
            Block::Words(words) => items.push(Item::words(words.as_ref())),
            Block::Code(code) => {
                if code.contains('\n') {
                    let lines = code.lines().map(str::to_owned).collect();
                    items.push(Item::Drawing { what: passage.heading.to_string(), lines });
                } else {
                    items.push(Item::Copy(code.to_string()))
                }
            }
            Block::Link(name, address) => {
                items.push(Item::Site(name.to_string(), address.to_string()));
            }
            Block::Table(rows) => items.push(Item::Drawing {
                what: passage.heading.to_string(),
                lines: columns(rows.iter().map(|row| row.iter().map(AsRef::as_ref).collect())),
            }),
            Block::Boards(_) | Block::Heaps(_) | Block::Guesses(_) => {
                for board in block.boards() {
                    items.extend([figure(board), Item::words(board.caption.as_ref())]);
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
        let texts = row.iter().zip(&widths).map(|(text, wide)| format!("{text:<wide$}"));
        texts.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}
