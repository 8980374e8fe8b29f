//! A hint for a person who breaks the code: the computer's guess in their place.

use super::code::STANDARD;
use super::computer::{FIRST, advice, fitting};
use super::page;
use super::position::Position;
use super::ruleset::{PEGS, PUT, TAKE_OUT};
use crate::game::prelude::*;

/// The page of a position with the next peg of the advised guess.
pub fn page(position: &Position, who: &Perspective) -> Page {
    let Position { shape, guesses, row, .. } = position;
    let page = page::page(position, who);
    let guess = advice(*shape, guesses, row);
    let next = guess.and_then(|guess| guess.pegs().nth(row.len()));
    let Some((guess, next)) = guess.zip(next) else {
        let why = "No code that fits all answers begins like your row.".into();
        return Advice { request: Request::plain(&TAKE_OUT), why }.shown_on(page);
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
    Advice { request: Request::with(&PUT, PEGS[next].0), why: why.into() }.shown_on(page)
}
