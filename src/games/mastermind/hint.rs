//! A hint for a person who breaks the code: the computer's guess in their place.

use super::computer::{FIRST, advice, fitting};
use super::page;
use super::position::Position;
use super::ruleset::{PEGS, PUT};
use crate::game::prelude::*;

/// The page of a position with the next peg of the advised guess.
pub fn page(position: &Position, who: &Perspective) -> Page {
    let page = page::page(position, who);
    let Some((guess, may_be_code)) = advice(&position.guesses, &position.row) else { return page };
    let letter = PEGS[guess.pegs()[position.row.len()]].0;
    let why = match fitting(&position.guesses).len() {
        1 if may_be_code => format!("{guess} is the only code that fits all answers."),
        _ if position.guesses.is_empty() && guess.pegs() == FIRST => {
            format!("{guess} is how the computer itself begins.")
        }
        many if may_be_code => {
            let others = if position.row.is_empty() { "them" } else { "those that begin so" };
            format!(
                "{guess} is one of the {many} codes left, and none of {others} can get more different answers."
            )
        }
        many => format!(
            "No code left begins like your row. Of such guesses {guess} parts the {many} codes best."
        ),
    };
    Advice { request: Request::with(&PUT, letter), why: why.into() }.shown_on(page)
}
