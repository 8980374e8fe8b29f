//! The 21 patterns and how the computer chooses by them, after the midterm of INFM 743.

use std::array::from_fn;

/// A board of nine squares, row by row: X, O, or `_` for an empty one.
pub type Squares = [u8; 9];

/// An empty square.
pub const EMPTY: u8 = b'_';

/// The patterns as the document draws them, row by row. X and O must be there, `_` must be empty,
/// and `*` is anything. `?` must be empty and is the square for the O.
pub const PATTERNS: [&str; 21] = [
    "?OO *** ***",
    "?** O** O**",
    "?** *O* **O",
    "O?O *** ***",
    "*?* *O* *O*",
    "*O* *?* *O*",
    "O** *?* **O",
    "?XX *** ***",
    "?** X** X**",
    "?** *X* **X",
    "X?X *** ***",
    "*?* *X* *X*",
    "*X* *?* *X*",
    "X** *?* **X",
    "_?X _O_ X__",
    "?X_ XO* _**",
    "?_X XO* _**",
    "**X *O_ _X?",
    "?_X _O* X**",
    "?** *X* **_",
    "*?* *X* *_*",
];

/// The purpose of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Patterns 1 to 7.
    Win,
    /// Patterns 8 to 14.
    Block,
    /// Patterns 15 to 21.
    BlockInTwo,
}

/// In which order patterns and turns are tried: the document can be read in both ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// "For a given pattern below you should check it, rotate, check, rotate": every pattern is
    /// tried on the board in its four turns before the next one.
    Careful,
    /// "If the computer cannot match one of the above patterns, it rotates the board": all
    /// patterns are tried before the board is turned.
    Hasty,
}

impl Reading {
    /// `careful`.
    pub const fn name(self) -> &'static str {
        match self {
            Reading::Careful => "careful",
            Reading::Hasty => "easy",
        }
    }
}

/// Why the computer takes a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A pattern, by its place from 0, fits the board after this number of quarter turns.
    Pattern { pattern: usize, turns: usize },
    /// No pattern fits, and the centre is free.
    Centre,
    /// No pattern fits, and this is the first free square.
    FirstFree,
}

/// The purpose of the pattern at this place, from 0.
pub fn purpose(pattern: usize) -> Purpose {
    match pattern {
        0..7 => Purpose::Win,
        7..14 => Purpose::Block,
        _ => Purpose::BlockInTwo,
    }
}

/// Turns anything laid out in three rows of three by a quarter, counter-clockwise: the right
/// column, read downwards, becomes the top row.
fn rotate<T: Copy>(squares: [T; 9]) -> [T; 9] {
    from_fn(|at| {
        let (row, column) = (at / 3, at % 3);
        squares[column * 3 + 2 - row]
    })
}

/// The pattern fits after this number of quarter turns.
pub fn rotated<T: Copy>(squares: [T; 9], turns: usize) -> [T; 9] {
    (0..turns).fold(squares, |squares, _| rotate(squares))
}

/// The squares of a pattern.
pub fn symbols(pattern: usize) -> impl Iterator<Item = u8> {
    PATTERNS[pattern].bytes().filter(|symbol| *symbol != b' ')
}

/// The square of a pattern with the `?`.
pub fn place_to_mark(pattern: usize) -> usize {
    symbols(pattern).position(|symbol| symbol == b'?').expect("a pattern marks a square")
}

/// The square of the `?` if the pattern fits the board without a turn.
fn fit(pattern: usize, board: &Squares) -> Option<usize> {
    let agrees = |(symbol, square): (u8, &u8)| match symbol {
        b'*' => true,
        b'?' => *square == EMPTY,
        _ => symbol == *square,
    };
    let fits = symbols(pattern).zip(board).all(agrees);
    fits.then(|| place_to_mark(pattern))
}

/// The square that the computer takes, and the reason. `None` if the board is full.
pub fn choose(board: &Squares, reading: Reading) -> Option<(usize, Reason)> {
    let tries = (0..PATTERNS.len() * 4).map(|at| match reading {
        Reading::Careful => (at / 4, at % 4),
        Reading::Hasty => (at % PATTERNS.len(), at / PATTERNS.len()),
    });
    let mut found = tries.filter_map(|(pattern, turns)| {
        let square = fit(pattern, &rotated(*board, turns))?;
        Some((origin(square, turns), Reason::Pattern { pattern, turns }))
    });
    found.next().or_else(|| fall_back(board))
}

/// The square of the original board that a square of the turned board comes from.
pub fn origin(square: usize, turns: usize) -> usize {
    rotated(from_fn(|at| at), turns)[square % 9]
}

fn fall_back(board: &Squares) -> Option<(usize, Reason)> {
    const CENTRE: usize = 4;
    if board[CENTRE] == EMPTY {
        return Some((CENTRE, Reason::Centre));
    }
    let free = board.iter().position(|square| *square == EMPTY)?;
    Some((free, Reason::FirstFree))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(text: &str) -> Squares {
        let squares: Vec<u8> = text.bytes().filter(|c| *c != b' ').collect();
        squares.try_into().unwrap()
    }

    #[test]
    fn quarter_turns_are_counter_clockwise_and_four_cancel() {
        assert_eq!(rotate(*b"abcdefghi"), *b"cfibehadg");
        assert_eq!(rotated(*b"abcdefghi", 4), *b"abcdefghi");
        for (turns, square) in (0..4).flat_map(|turns| (0..9).map(move |square| (turns, square))) {
            assert_eq!(rotated(from_fn(|at| at), turns)[square], origin(square, turns));
        }
    }

    #[test]
    fn every_pattern_has_nine_squares_and_one_nought() {
        for pattern in 0..PATTERNS.len() {
            let symbols: Vec<u8> = symbols(pattern).collect();
            assert_eq!(symbols.len(), 9);
            assert_eq!(symbols.iter().filter(|symbol| **symbol == b'?').count(), 1);
            assert!(symbols.iter().all(|symbol| b"XO_*?".contains(symbol)));
        }
    }

    /// Five patterns (6, 7, 13, 14 and 19) never match in a game that X begins, so boards made by
    /// hand show each of them: `*` empty, and beside them what must not match.
    #[test]
    fn every_pattern_fits_its_drawing_turned_any_way() {
        for pattern in 0..PATTERNS.len() {
            let drawn: Vec<u8> =
                symbols(pattern).map(|s| if s == b'X' || s == b'O' { s } else { EMPTY }).collect();
            let drawn: Squares = drawn.try_into().unwrap();
            let place = symbols(pattern).position(|symbol| symbol == b'?');
            assert_eq!(fit(pattern, &drawn), place, "pattern {}", pattern + 1);
            for turns in 0..4 {
                // Turning on to a full circle brings the drawing back.
                let lying = rotated(drawn, (4 - turns) % 4);
                assert_eq!(fit(pattern, &rotated(lying, turns)), place);
            }
            for (square, symbol) in symbols(pattern).enumerate().filter(|(_, s)| *s != b'*') {
                let mut spoilt = drawn;
                spoilt[square] = if symbol == b'X' { b'O' } else { b'X' };
                assert_eq!(fit(pattern, &spoilt), None, "pattern {}", pattern + 1);
            }
        }
    }

    #[test]
    fn a_pattern_on_turned_boards_gives_true_squares() {
        // The left column wants its top: pattern 2 as drawn.
        let found = choose(&board("___ O_X OXX"), Reading::Careful);
        assert_eq!(found, Some((0, Reason::Pattern { pattern: 1, turns: 0 })));
        // The right column wants its top: turned once it is the top row wanting its left end.
        let found = choose(&board("___ X_O XXO"), Reading::Careful);
        assert_eq!(found, Some((2, Reason::Pattern { pattern: 0, turns: 1 })));
    }

    #[test]
    fn without_patterns_centre_goes_before_first_free() {
        assert_eq!(choose(&board("___ ___ ___"), Reading::Careful), Some((4, Reason::Centre)));
        assert_eq!(choose(&board("XOX OXO OXO"), Reading::Careful), None);
        let found = choose(&board("XOX XO_ OX_"), Reading::Careful);
        assert_eq!(found, Some((5, Reason::FirstFree)));
    }

    #[test]
    fn the_two_readings_differ() {
        // X threatens the bottom row and the fork patterns look at the top first.
        let differs = |text: &str| {
            choose(&board(text), Reading::Careful) != choose(&board(text), Reading::Hasty)
        };
        assert!(differs("X__ _O_ _XX"));
    }
}
