//! A place on a board as people write it: `2,3`, `row 2 column 3`, `r2c3`, or `c2` as on a chess
//! board, whose letters name columns.

use crate::game::page::Board;

/// A place that was written, from 1, and the words that stand beside it.
#[derive(Debug, PartialEq, Eq)]
pub struct Written {
    /// Its row.
    pub row: usize,
    /// Its column.
    pub column: usize,
    /// What else was written.
    pub beside: Vec<String>,
}

impl Written {
    /// The square of a board that it names, from 0 and row by row, if there is one.
    pub fn square(&self, board: &Board) -> Option<usize> {
        let columns = board.columns.max(1);
        let rows = board.cells.len() / columns;
        let is_there = (1..=columns).contains(&self.column) && (1..=rows).contains(&self.row);
        is_there.then(|| (self.row - 1) * columns + self.column - 1)
    }
}

/// Finds a place among words.
pub fn find(words: &[String]) -> Option<Written> {
    let (row, column) = (after(words, &["row", "r"]), after(words, &["column", "col", "c"]));
    if let (Some((row, rows)), Some((column, columns))) = (row, column) {
        return Some(written(words, row, column, &[rows, rows + 1, columns, columns + 1]));
    }
    if let Some((at, (row, column))) = words.iter().enumerate().find_map(|(at, word)| {
        let place = joined(word).or_else(|| as_on_a_chess_board(word))?;
        Some((at, place))
    }) {
        return Some(written(words, row, column, &[at]));
    }
    let pair = words
        .windows(2)
        .enumerate()
        .find_map(|(at, pair)| Some((at, pair[0].parse().ok()?, pair[1].parse().ok()?)));
    pair.map(|(at, row, column)| written(words, row, column, &[at, at + 1]))
}

fn written(words: &[String], row: usize, column: usize, places: &[usize]) -> Written {
    let others = words.iter().enumerate().filter(|(at, _)| !places.contains(at));
    Written { row, column, beside: others.map(|(_, word)| word.clone()).collect() }
}

/// The number behind one of these words, and where the word stands.
fn after(words: &[String], names: &[&str]) -> Option<(usize, usize)> {
    let at = words.iter().position(|word| names.contains(&word.as_str()))?;
    Some((words.get(at + 1)?.parse().ok()?, at))
}

/// `r2c3` or `2x3`.
fn joined(word: &str) -> Option<(usize, usize)> {
    let word = word.strip_prefix('r').unwrap_or(word);
    let (row, column) = word.split_once(['c', 'x'])?;
    Some((row.parse().ok()?, column.parse().ok()?))
}

/// `c2` or `2c`.
fn as_on_a_chess_board(word: &str) -> Option<(usize, usize)> {
    let letter = |c: char| c.is_ascii_lowercase().then(|| c as usize - 'a' as usize + 1);
    let (first, last) = (word.chars().next()?, word.chars().next_back()?);
    match (letter(first), letter(last)) {
        (Some(column), None) => Some((word.get(1..)?.parse().ok()?, column)),
        (None, Some(column)) => Some((word.get(..word.len() - 1)?.parse().ok()?, column)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::words::words;

    #[test]
    fn a_place_is_found_however_it_is_written() {
        for text in [
            "2,3",
            "2 3",
            "(2/3)",
            "2x3",
            "row 2, column 3",
            "r2c3",
            "column 3 row 2",
            "c2",
            "C2",
            "2c",
            "row two col three",
        ] {
            let found = find(&words(text)).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((found.row, found.column, found.beside.len()), (2, 3, 0), "{text}");
        }
        let beside = find(&words("turn back 2,3")).map(|found| found.beside);
        assert_eq!(beside, Some(words("turn back")));
        for text in ["", "7", "queen of hearts", "row 2", "\u{e9}2", "2\u{e9}", "abc2"] {
            assert_eq!(find(&words(text)), None, "{text}");
        }
    }
}
