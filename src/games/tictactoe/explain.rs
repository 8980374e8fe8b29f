//! The answer to "Why this move?": the pattern that fitted beside the board as it lay then, and
//! how to turn it back.

use super::patterns::{self, PATTERNS, Purpose, Reading, Reason};
use super::position::{Position, letters};
use crate::game::prelude::*;
use crate::games::shared::lines::THREE;

/// Why the computer made its last move; nothing if it has not moved yet.
pub fn last_move(position: &Position) -> Option<Part> {
    let (before, square) = position.game.computer_moves().next_back()?;
    let board = letters(&before);
    let (_, reason) = position.choice(&before)?;
    let passage = match reason {
        Reason::Pattern { pattern, turns } => {
            by_pattern(&board, pattern, turns, square, position.reading)
        }
        Reason::Centre => by_default(&board, square, true),
        Reason::FirstFree => by_default(&board, square, false),
    };
    Some(passage.into())
}

fn by_pattern(
    board: &patterns::Squares,
    pattern: usize,
    turns: usize,
    square: usize,
    reading: Reading,
) -> Passage {
    let turned = patterns::rotated(*board, turns);
    let seen = patterns::symbols(pattern).position(|symbol| symbol == b'?').unwrap_or(0);
    let mut diagrams = vec![
        diagram(format!("Pattern {}", pattern + 1), patterns::symbols(pattern), seen),
        diagram(format!("The board, {}", turned_by(turns)), turned, seen),
    ];
    if turns > 0 {
        diagrams.push(diagram("The board before the move, as you see it", *board, square));
    }
    Passage {
        heading: format!(
            "Pattern {}, with the board {}: {}",
            pattern + 1,
            turned_by(turns),
            aim(pattern)
        )
        .into(),
        paragraphs: vec![
            search(pattern, turns, reading).into(),
            "In a pattern, X and O must be there, a blank must be empty and * may be anything. The ? must be empty: the O goes there. Compare it with the board that is shown after it.".into(),
            way_back(seen, turns, square).into(),
            lesson(pattern).into(),
        ],
        diagrams,
    }
}

/// `turned twice`.
fn turned_by(turns: usize) -> &'static str {
    match turns {
        0 => "as it lay",
        1 => "turned once",
        2 => "turned twice",
        _ => "turned three times",
    }
}

fn aim(pattern: usize) -> &'static str {
    match patterns::purpose(pattern) {
        Purpose::Win => "a win",
        Purpose::Block => "a block",
        Purpose::BlockInTwo => "a block of a win in two moves",
    }
}

/// How the pattern was found.
fn search(pattern: usize, turns: usize, reading: Reading) -> String {
    let (number, count) = (pattern + 1, PATTERNS.len());
    match (reading, pattern, turns) {
        (_, 0, 0) => format!(
            "The computer tries {count} patterns, and the very first fitted at once: pattern 1, with the board {}.",
            turned_by(0)
        ),
        (Reading::Careful, ..) => format!(
            "The computer tries {count} patterns in order, each on the board as it lies and then turned a quarter counter-clockwise once, twice and three times. The first that fitted was pattern {number}, with the board {}.",
            turned_by(turns)
        ),
        (Reading::Hasty, ..) => format!(
            "The hasty computer tries all {count} patterns on the board as it lies, and only then turns the board a quarter counter-clockwise and tries them all again. The first that fitted was pattern {number}, with the board {}.",
            turned_by(turns)
        ),
    }
}

/// How the `?` leads to the square on the board.
fn way_back(seen: usize, turns: usize, square: usize) -> String {
    let quarters = match turns {
        0 => {
            return format!(
                "The board was not turned, so the ? in {} is the square itself: there the O went.",
                THREE.place(seen)
            );
        }
        1 => "one quarter",
        2 => "two quarters",
        _ => "three quarters",
    };
    format!(
        "On the turned board the ? lies in {}. Turn the board back by {quarters}, clockwise, and that square comes to {}: there the O went.",
        THREE.place(seen),
        THREE.place(square)
    )
}

/// What is to be learned from it.
fn lesson(pattern: usize) -> &'static str {
    match patterns::purpose(pattern) {
        Purpose::Win => {
            "Patterns 1 to 7 are tried first, because they win: two O and a free third square in one line."
        }
        Purpose::Block => {
            "Patterns 8 to 14 block: two X and a free third square would have been your line on your next move. They come after the patterns that win, since a win makes a block needless."
        }
        Purpose::BlockInTwo => {
            "Patterns 15 to 21 look two moves ahead: without this O you might have come to threaten two lines at once, and only one of them can be blocked. Nothing more urgent had fitted before."
        }
    }
}

fn by_default(board: &patterns::Squares, square: usize, is_centre: bool) -> Passage {
    let (heading, reason) = match is_centre {
        true => (
            "No pattern: the centre",
            "So it took the centre, which was free: four of the eight lines run through it.",
        ),
        false => (
            "No pattern: the first free square",
            "The centre was taken, so it took the first free square, from the top left across and then down.",
        ),
    };
    Passage {
        heading: heading.into(),
        paragraphs: vec![
            format!(
                "None of the {} patterns fitted, whichever way the board was turned: nothing to win, and no line of yours to stop in the next two moves.",
                PATTERNS.len()
            )
            .into(),
            reason.into(),
        ],
        diagrams: vec![diagram("The board before the move, ? where the O went", *board, square)],
    }
}

/// Nine squares as the document draws them; the board's empty squares are blanks, and where the O
/// goes stands a `?`.
fn diagram(caption: impl Into<Text>, symbols: impl IntoIterator<Item = u8>, place: usize) -> Board {
    let cell = |(square, symbol): (usize, u8)| {
        let (text, meaning) = match symbol {
            _ if square == place => ("?", "empty, the O goes here"),
            b'X' => ("X", "X"),
            b'O' => ("O", "O"),
            b'*' => ("*", "anything"),
            _ => (" ", "empty"),
        };
        let marks = Marks { reached: square == place, ..Marks::default() };
        Cell::new(text).labelled(meaning).marked(marks)
    };
    let cells = symbols.into_iter().enumerate().map(cell).collect();
    Board::new(caption, 3, cells).looking(Look::Diagram)
}
