//! A hint for a person who breaks the code: the computer's guess in their place.

use super::board::{columns, peg};
use super::code::STANDARD;
use super::computer::{FIRST, advice, fitting};
use super::page;
use super::position::Position;
use super::ruleset::{PEGS, PUT, TAKE_OUT};
use crate::prelude::*;

/// The rest of the advised guess, or the last peg if no guess that fits begins like the row.
pub fn hint(position: &Position, who: &Perspective) -> Advice {
    let Position { shape, guesses, row, .. } = position;
    let Some(guess) = advice(*shape, guesses, row) else {
        let why = "No code that fits all answers begins like your row.";
        return Advice::new(page::page(position, who), Request::plain(&TAKE_OUT), why);
    };
    let fits = format!("{guess} fits all answers so far");
    let why = match fitting(guesses).len() {
        _ if *shape != STANDARD => format!("{fits}."),
        1 => format!("{guess} is the only code that fits all answers."),
        _ if guesses.is_empty() && guess == shape.of(FIRST) => {
            format!("{guess} is how the computer itself begins.")
        }
        many => {
            let others = if row.is_empty() { "them" } else { "those that begin so" };
            format!(
                "{guess} is one of the {many} codes left, and none of {others} can get more different answers."
            )
        }
    };
    let rest = guess.pegs().skip(row.len());
    let mut page = page::page(position, who);
    let next_hole = guesses.len() * columns(shape.pegs) + row.len();
    for (cell, kind) in page.parts[0].cells_mut().iter_mut().skip(next_hole).zip(rest.clone()) {
        *cell = peg(kind);
        cell.marks.advised = true;
    }
    let rest: String = rest.map(|kind| PEGS[kind].0).collect();
    Advice::new(page, Request::with(&PUT, rest), why)
}
