//! Places on a board as people write them: `2,3`, `row 2 column 3`, `r2c3`, `top left`, or `c2` as on
//! a chess board, whose letters name columns.

use super::tokens::Token;
use crate::game::page::Board;

/// The columns that letters name.
const COLUMNS: std::ops::RangeInclusive<char> = 'a'..='z';

/// Words for any place.
const NOUNS: [&str; 3] = ["square", "tile", "field"];

/// Returns true if it is a word for any place.
pub fn is_noun(token: &Token) -> bool {
    token.word().is_some_and(|word| NOUNS.contains(&word))
}

/// A place as it was written.
#[derive(Debug, PartialEq, Eq)]
pub enum Written {
    /// A row and a column, from 1.
    Square(usize, usize),
    /// The middle of a board.
    Centre,
    /// The corners of a board with these vertical and horizontal sides: all of them, or one.
    Corners(Option<(Side, Side)>),
    /// The square beside the middle at a side, of three rows or columns.
    Middle(Side),
}

/// A side of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The top, or the left.
    First,
    /// The bottom, or the right.
    Last,
    /// The left, in the middle row.
    Left,
    /// The right, in the middle row.
    Right,
}

impl Written {
    /// The squares of a board that it names, from 0 and row by row.
    pub fn squares(&self, board: &Board) -> Vec<usize> {
        let columns = board.columns.max(1);
        let rows = board.cells.len() / columns;
        let at = |row: usize, column: usize| {
            let is_there = (1..=rows).contains(&row) && (1..=columns).contains(&column);
            is_there.then(|| (row - 1) * columns + column - 1)
        };
        let has_centre = rows % 2 == 1 && columns % 2 == 1;
        let centre = (rows.div_ceil(2), columns.div_ceil(2));
        let side = |side: Side, last: usize| if side == Side::First { 1 } else { last };
        match *self {
            Written::Square(row, column) => at(row, column).into_iter().collect(),
            Written::Centre if has_centre => at(centre.0, centre.1).into_iter().collect(),
            Written::Middle(middle) if (rows, columns) == (3, 3) => match middle {
                Side::First => at(1, 2),
                Side::Last => at(3, 2),
                Side::Left => at(2, 1),
                Side::Right => at(2, 3),
            }
            .into_iter()
            .collect(),
            Written::Corners(Some((vertical, horizontal))) => {
                at(side(vertical, rows), side(horizontal, columns)).into_iter().collect()
            }
            Written::Corners(None) => {
                let corners = [(1, 1), (1, columns), (rows, 1), (rows, columns)];
                corners.into_iter().filter_map(|(row, column)| at(row, column)).collect()
            }
            Written::Centre | Written::Middle(_) => Vec::new(),
        }
    }
}

/// A place, and the places of the tokens that name it.
pub type Found = (Written, Vec<usize>);

/// Finds the one place among tokens.
pub fn find(tokens: &[Token]) -> Option<Found> {
    by_names(tokens)
        .or_else(|| first(tokens, 3, joined))
        .or_else(|| first(tokens, 2, as_on_a_chess_board))
        .or_else(|| first(tokens, 3, with_and))
        .or_else(|| first(tokens, 2, pair))
        .or_else(|| in_words(tokens))
}

/// `row 2 column 3`, in either order.
fn by_names(tokens: &[Token]) -> Option<Found> {
    let after = |names: &[&str]| {
        let mut named =
            (0..tokens.len()).filter(|at| tokens[*at].word().is_some_and(|w| names.contains(&w)));
        let at = named.next().filter(|_| named.next().is_none())?;
        Some((tokens.get(at + 1)?.number()?, at))
    };
    let (row, first) = after(&["row", "r"])?;
    let (column, second) = after(&["column", "col", "c"])?;
    Some((Written::Square(row, column), vec![first, first + 1, second, second + 1]))
}

/// The first run of this many tokens that names a place.
fn first(tokens: &[Token], size: usize, read: fn(&[Token]) -> Option<Written>) -> Option<Found> {
    let mut runs = tokens.windows(size).enumerate();
    runs.find_map(|(at, run)| Some((read(run)?, (at..at + size).collect())))
}

/// `2x3`.
fn joined(run: &[Token]) -> Option<Written> {
    let [row, x, column] = run else { return None };
    Some(Written::Square(row.number()?, column.number().filter(|_| x.is("x"))?))
}

/// `2 and 3`.
fn with_and(run: &[Token]) -> Option<Written> {
    let [row, and, column] = run else { return None };
    Some(Written::Square(row.number()?, column.number().filter(|_| and.is("and"))?))
}

/// `2,3`.
fn pair(run: &[Token]) -> Option<Written> {
    let [row, column] = run else { return None };
    Some(Written::Square(row.number()?, column.number()?))
}

/// `c2` or `2c`.
fn as_on_a_chess_board(run: &[Token]) -> Option<Written> {
    let [first, last] = run else { return None };
    let column = |token: &Token| {
        let letter = token.word().filter(|_| token.is_letter())?.chars().next()?;
        COLUMNS.contains(&letter).then(|| letter as usize - 'a' as usize + 1)
    };
    let square =
        |row: &Token, letter: &Token| Some(Written::Square(row.number()?, column(letter)?));
    square(last, first).or_else(|| square(first, last))
}

/// `top left`, `centre`, `left middle`, `corner`: all tokens that are words of places.
fn in_words(tokens: &[Token]) -> Option<Found> {
    let is_one_of =
        |token: &Token, words: &[&str]| token.word().is_some_and(|w| words.contains(&w));
    let places = |words: &[&str]| -> Vec<usize> {
        (0..tokens.len()).filter(|at| is_one_of(&tokens[*at], words)).collect()
    };
    let [top, bottom] = [&["top", "upper"][..], &["bottom", "lower"]].map(places);
    let [left, right] = [&["left"][..], &["right"]].map(places);
    let [middle, corner] = [&["middle", "centre", "center"][..], &["corner"]].map(places);
    let sides = [top.len(), bottom.len(), left.len(), right.len(), middle.len(), corner.len()];
    let written = match sides {
        [1, 0, 1, 0, 0, _] => Written::Corners(Some((Side::First, Side::First))),
        [1, 0, 0, 1, 0, _] => Written::Corners(Some((Side::First, Side::Last))),
        [0, 1, 1, 0, 0, _] => Written::Corners(Some((Side::Last, Side::First))),
        [0, 1, 0, 1, 0, _] => Written::Corners(Some((Side::Last, Side::Last))),
        [0, 0, 0, 0, 0, 1] => Written::Corners(None),
        [0, 0, 0, 0, 1, 0] => Written::Centre,
        [1, 0, 0, 0, 1, 0] => Written::Middle(Side::First),
        [0, 1, 0, 0, 1, 0] => Written::Middle(Side::Last),
        [0, 0, 1, 0, 1, 0] => Written::Middle(Side::Left),
        [0, 0, 0, 1, 1, 0] => Written::Middle(Side::Right),
        _ => return None,
    };
    // A corner has a name only if it is the only one.
    let corner = if corner.len() == 1 { corner } else { Vec::new() };
    Some((written, [top, bottom, left, right, middle, corner].concat()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::page::Cell;
    use crate::moves::tokens::tokens;

    fn squares(text: &str, columns: usize, count: usize) -> Vec<usize> {
        let board = Board::new("", columns, vec![Cell::new("."); count]);
        find(&tokens(text)).map_or(Vec::new(), |(written, _)| written.squares(&board))
    }

    #[test]
    fn a_place_is_found_however_it_is_written() {
        for text in [
            "2,3",
            "2 3",
            "(2/3)",
            "2x3",
            "2 and 3",
            "row 2, column 3",
            "r2c3",
            "column 3 row 2",
            "c2",
            "C2",
            "c 2",
            "2c",
            "row two col three",
            "\u{662}\u{60c}\u{663}",
        ] {
            let text = text.replace('\u{60c}', ",");
            let found = find(&tokens(&text));
            let (written, used) = found.unwrap_or_else(|| panic!("{text}"));
            assert_eq!(written, Written::Square(2, 3), "{text}");
            assert_eq!(used.len(), tokens(&text).len(), "{text}");
        }
        let used = find(&tokens("turn back 2,3")).map(|(_, used)| used);
        assert_eq!(used, Some(vec![2, 3]));
        for text in ["", "7", "23", "queen of hearts", "row 2", "\u{e9}2", "2\u{e9}", "abc2", "-2"]
        {
            assert_eq!(find(&tokens(text)), None, "{text}");
        }
    }

    #[test]
    fn a_place_is_said_in_words() {
        for (text, expected) in [
            ("centre", &[4][..]),
            ("center", &[4]),
            ("middle", &[4]),
            ("top left", &[0]),
            ("right-bottom corner", &[8]),
            ("upper right", &[2]),
            ("middle left", &[3]),
            ("top centre", &[1]),
            ("corner", &[0, 2, 6, 8]),
            ("left", &[]),
            ("top bottom", &[]),
            ("top top left", &[]),
        ] {
            assert_eq!(squares(text, 3, 9), expected, "{text}");
        }
        assert_eq!(squares("centre", 4, 16), [0; 0], "it has none");
        assert_eq!(squares("bottom right", 5, 20), [19]);
    }
}
