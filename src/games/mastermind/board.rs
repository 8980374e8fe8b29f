//! The board: a row for each guess with its answer, and the row of the code.

use super::code::{Answer, Code};
use super::computer::GUESSES_OF_COMPUTER;
use super::position::{GUESSES, Kind, Position, Task};
use super::ruleset::PEGS;
use crate::prelude::*;
use std::iter::repeat_with;

/// The pegs of a row, and the two numbers of the answer.
pub fn columns(pegs: usize) -> usize {
    pegs + 2
}

/// The board. It has a row for each guess from the start, so that it keeps its place.
pub fn board(position: &Position) -> Guesses {
    let rows = (0..guesses_max(position.kind)).flat_map(|at| guess_row(position, at));
    let code = code_row(position);
    let has_code = !code.is_empty();
    let columns = columns(position.shape.pegs);
    let board = Board::new("The guesses", columns, rows.chain(code).collect())
        .explained("Black (first): right peg, right place. White (second): right peg, wrong place.")
        .named(SquareNames::Unnamed);
    Guesses { board, has_code, answers: 2 }
}

/// Guesses to look at, with their answers.
pub fn figure(caption: &'static str, guesses: &[(Code, Answer)]) -> Guesses {
    let pegs = guesses.first().map_or(0, |(code, _)| code.pegs().count());
    let row = |(code, answer): &(Code, Answer)| row(pegs, code.pegs().map(peg), counts(*answer));
    let rows = guesses.iter().flat_map(row);
    Guesses {
        board: Board::new(caption, columns(pegs), rows.collect()),
        has_code: false,
        answers: 2,
    }
}

/// The number of guesses that the breaker has.
pub fn guesses_max(kind: Kind) -> usize {
    if kind == Kind::Yours { GUESSES_OF_COMPUTER } else { GUESSES }
}

/// The row of a guess, from 0.
fn guess_row(position: &Position, at: usize) -> Vec<Cell> {
    let (made, pegs) = (position.guesses.len(), position.shape.pegs);
    match (position.guesses.get(at), position.task()) {
        (Some((guess, answer)), _) => {
            let is_last = at + 1 == made && position.open.is_none();
            let counts = counts(*answer);
            row(pegs, guess.pegs().map(peg), if is_last { counts.map(Cell::last) } else { counts })
        }
        (None, Task::Answer(guess)) if at == made => {
            row(pegs, guess.pegs().map(peg).map(Cell::last), gaps())
        }
        (None, Task::Guess) if at == made => row(pegs, filling(position), gaps()),
        (None, _) => row(pegs, [], gaps()),
    }
}

/// The row of the code, below the guesses. There is none if no code exists.
fn code_row(position: &Position) -> Vec<Cell> {
    let of_code = |kind: usize| peg(kind).labelled(format!("the code: {}", PEGS[kind].1)).settled();
    let covered = || {
        let back = Marks { back: true, ..Marks::default() };
        Cell::new("**").labelled("the code, covered").marked(back)
    };
    let pegs = position.shape.pegs;
    match (position.code, position.task()) {
        (Some(code), Task::Nothing) => row(pegs, code.pegs().map(of_code), gaps()),
        (Some(_), _) => row(pegs, repeat_with(covered), gaps()),
        (None, Task::MakeCode) => row(pegs, filling(position), gaps()),
        (None, _) => Vec::new(),
    }
}

/// The pegs of a row and the two cells behind them.
fn row(count: usize, pegs: impl IntoIterator<Item = Cell>, counts: [Cell; 2]) -> Vec<Cell> {
    pegs.into_iter().chain(repeat_with(hole)).take(count).chain(counts).collect()
}

/// The pegs of the row that is being filled, and its empty holes.
fn filling(position: &Position) -> impl Iterator<Item = Cell> {
    position.row.iter().map(|kind| peg(*kind)).chain(repeat_with(|| hole().reached()))
}

pub fn peg(kind: usize) -> Cell {
    let (letter, colour, picture) = PEGS[kind];
    Cell::new(letter).labelled(colour).pictured(Picture::upright(picture))
}

fn hole() -> Cell {
    Cell::free()
}

fn gaps() -> [Cell; 2] {
    [(); 2].map(|()| Cell::new("").labelled("no answer"))
}

fn counts(answer: Answer) -> [Cell; 2] {
    [(answer.black, "black"), (answer.white, "white")]
        .map(|(number, name)| Cell::new(number.to_string()).labelled(format!("{number} {name}")))
}
