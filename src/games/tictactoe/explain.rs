//! The answer to "Why this move?". It shows the board before the move with the square that the
//! computer took, the pattern beside the turned board that it fits, and the way back.

use super::patterns::{self, PATTERNS, Purpose, Reading, Reason};
use super::reading::{PLAY, choice, letters};
use crate::games::shared::grid::{GridGame, Position, picture, with_meanings};
use crate::games::shared::lines::{Mark, THREE, ends, members};
use crate::prelude::*;

/// The reason for a move of the computer.
pub fn why(before: &GridGame, square: usize) -> Page {
    let reading = before.choices.of(&PLAY);
    let before_it = &before.position;
    let explain = |other| {
        if other != square {
            return Cell::free();
        }
        let nought = Cell::new("O").labelled("the O went here").pictured(picture(Mark::Nought));
        nought.last().reached()
    };
    let reason = choice(before).map_or(Reason::FirstFree, |(_, reason)| reason);
    let (status, passages) = match reason {
        Reason::Pattern { pattern, turns } => (
            overlooked(before_it, square)
                .unwrap_or_else(|| aim(before_it, square, pattern, reading)),
            by_pattern(before_it, pattern, turns, square, reading),
        ),
        Reason::Centre => {
            ("No pattern fits, so it took the centre.".to_owned(), vec![by_default(true)])
        }
        Reason::FirstFree => (
            "No pattern fits, so it took the first free square.".to_owned(),
            vec![by_default(false)],
        ),
    };
    let page = Page::answering(format!("Why {}?", THREE.place(square)), status);
    let board = drawn(before_it.explained(explain), before_it, square, reason);
    let board = with_meanings(board);
    passages.into_iter().fold(page.with(board), Page::with)
}

/// The purpose of a move by a pattern. Any pattern wins if its move completes a line.
fn purpose(before: &Position, square: usize, pattern: usize) -> Purpose {
    let [makes, _] = before.lines_completed(square);
    if makes.is_empty() { patterns::purpose(pattern) } else { Purpose::Win }
}

/// The board with the lines of the sentence above it.
fn drawn(board: Board, before: &Position, square: usize, reason: Reason) -> Board {
    let Reason::Pattern { pattern, .. } = reason else { return board };
    let [makes, stops] = before.lines_completed(square);
    let [_, closed] = before.lines_through(square);
    let threats: Vec<_> = before.lines_threatened(square).iter().map(ends).collect();
    match purpose(before, square, pattern) {
        Purpose::Win => board.struck(makes),
        Purpose::BlockInTwo if threats.is_empty() => {
            board.closing(closed.iter().map(ends).collect())
        }
        Purpose::Block | Purpose::BlockInTwo => board.closing(stops).struck(threats),
    }
}

/// The square that the computer took, or takes.
fn taken(label: &'static str) -> Cell {
    Cell::new("?").labelled(label).reached()
}

fn by_pattern(
    before: &Position,
    pattern: usize,
    turns: usize,
    square: usize,
    reading: Reading,
) -> Vec<Passage> {
    let turned = patterns::rotated(letters(before), turns);
    let seen = patterns::place_to_mark(pattern);
    let number = pattern + 1;
    let drawn = figure(format!("Pattern {number}"), patterns::symbols(pattern), seen);
    // The position already shows the board without a turn.
    let turned = || figure(format!("The board {}", turned_by(turns)), turned, seen);
    let figures: Vec<Board> = [drawn].into_iter().chain((turns > 0).then(turned)).collect();
    vec![
        Passage::new(format!("Pattern {number} of {}", PATTERNS.len()))
            .say(lesson(pattern, reading, !before.lines_threatened(square).is_empty()))
            .say(format!("It is the first that fits the board, {}:", turned_by(turns)))
            .show(figures)
            .say(format!("{} {}", key_to_patterns(pattern..=pattern), way_back(turns, square))),
        Passage::new("How it searched").folded().say(search(reading)),
    ]
}

/// A sentence about reading these patterns. It explains only the symbols in them.
pub fn key_to_patterns(patterns: impl Iterator<Item = usize> + Clone) -> String {
    let has = |sign| patterns.clone().any(|one| patterns::symbols(one).any(|s| s == sign));
    let marks = if has(b'X') && has(b'O') {
        "X and O"
    } else if has(b'X') {
        "X"
    } else {
        "O"
    };
    let blank = has(b'_').then_some("a blank must be empty");
    let any = has(b'*').then_some("* may be anything");
    let signs = [format!("{marks} must be there")].into_iter();
    let signs = signs.chain([blank, any].into_iter().flatten().map(str::to_owned));
    format!("In a pattern {}. The ? must be empty, too.", listed(signs))
}

/// `turned a quarter to the left`.
pub fn turned_by(turns: usize) -> &'static str {
    match turns {
        0 => "as it is",
        1 => "turned a quarter to the left",
        2 => "turned half round",
        _ => "turned a quarter to the right",
    }
}

/// The sentence about a win that the computer passed over in haste.
fn overlooked(before: &Position, square: usize) -> Option<String> {
    let own = before.field.of(before.person.other());
    let wins = THREE.completing(own, before.free());
    let win = members(wins).next().filter(|_| wins >> square & 1 == 0)?;
    Some(format!("It overlooked a win in {}.", THREE.place(win)))
}

/// The purpose of the move, in a sentence.
fn aim(before: &Position, square: usize, pattern: usize, reading: Reading) -> String {
    let [_, closed] = before.lines_through(square);
    let closes = format!("It closes {} of yours", count(closed.len(), "line"));
    match (purpose(before, square, pattern), reading) {
        (Purpose::Win, _) => "It makes three in a row.".to_owned(),
        (Purpose::Block, _) => before.told_at_once(square),
        _ if !before.lines_threatened(square).is_empty() => before.told_at_once(square),
        (Purpose::BlockInTwo, Reading::Careful) => {
            format!("{closes}, so that you cannot threaten two at once.")
        }
        // It does not always succeed.
        (Purpose::BlockInTwo, Reading::Hasty) => {
            format!("{closes}, to keep you from threatening two at once.")
        }
    }
}

/// A sentence about the order in which the patterns were tried.
fn search(reading: Reading) -> String {
    let count = PATTERNS.len();
    match reading {
        Reading::Careful => format!(
            "The careful computer tries {count} patterns in order, each on the board as it is and then turned by one, two and three quarters, counter-clockwise. It takes the first that fits."
        ),
        Reading::Hasty => format!(
            "The easy computer tries all {count} patterns on the board as it is. Only then it turns the board a quarter, counter-clockwise, and tries them all again. It takes the first that fits."
        ),
    }
}

/// A sentence about the way from the `?` to the square on the board.
fn way_back(turns: usize, square: usize) -> String {
    let it = if turns == 0 { "It" } else { "Turned back, it" };
    format!("{it} is {}: there the O went.", THREE.place(square))
}

/// A sentence about the purpose of patterns like this.
fn lesson(pattern: usize, reading: Reading, threatens: bool) -> &'static str {
    match (patterns::purpose(pattern), reading) {
        (Purpose::Win, _) => "Patterns 1 to 7 come first, because they win.",
        (Purpose::Block, Reading::Careful) => {
            "Patterns 8 to 14 stop a line of yours. They come after those that win, since a win makes a block needless."
        }
        (Purpose::Block, Reading::Hasty) => {
            "Patterns 8 to 14 stop a line of yours. They come after those that win, but this level tries them all before it turns the board, and so may miss a win."
        }
        (Purpose::BlockInTwo, Reading::Careful) if threatens => {
            "Patterns 15 to 21 look two moves ahead: they keep you from threatening two lines at once. Here you must block, and that threatens one line at most."
        }
        (Purpose::BlockInTwo, Reading::Careful) => {
            "Patterns 15 to 21 look two moves ahead: they keep you from threatening two lines at once, of which only one could be stopped."
        }
        // It does not always succeed.
        (Purpose::BlockInTwo, Reading::Hasty) => {
            "Patterns 15 to 21 look two moves ahead: they are there to keep you from threatening two lines at once, of which only one could be stopped."
        }
    }
}

fn by_default(is_centre: bool) -> Passage {
    let reason = if is_centre {
        "The centre was free, so it took that: four of the eight lines run through it."
    } else {
        "The centre was taken, so it took the first free square, from the top left across and then down."
    };
    let passage = Passage::new("How it searched").say(format!(
        "No pattern of the {} fitted, however the board was turned: the computer had no win, and you had no two marks in a line to block.",
        PATTERNS.len()
    ));
    passage.say(reason)
}

/// Nine squares as the document draws them. Empty squares of the board are blanks, and a `?` is the
/// square for the O.
pub fn figure(
    caption: impl Into<Text>,
    symbols: impl IntoIterator<Item = u8>,
    place: usize,
) -> Board {
    let cell = |(square, symbol): (usize, u8)| match symbol {
        _ if square == place => taken("the O goes here"),
        b'X' => Cell::new("X").labelled("X").pictured(picture(Mark::Cross)),
        b'O' => Cell::new("O").labelled("O").pictured(picture(Mark::Nought)),
        b'*' => Cell::new("*").labelled("anything"),
        _ => Cell::new(""),
    };
    let cells = symbols.into_iter().enumerate().map(cell).collect();
    Board::new(caption, 3, cells).looking(Look::Lines)
}
