//! Why the computer guessed or answered as it did.

use super::board::board;
use super::code::{Answer, Code, parts};
use super::computer::fitting;
use super::position::{Kind, Position};
use super::ruleset::WHY;
use crate::game::prelude::*;
use std::cmp::Reverse;

/// The computer's latest guess or evasive answer.
struct Deed<'a> {
    /// The guesses before, with their answers.
    before: &'a [(Code, Answer)],
    guess: Code,
    /// The evasive answer. `None` if the computer guessed.
    answer: Option<Answer>,
}

fn deed(position: &Position) -> Option<Deed<'_>> {
    match (position.kind, position.open, &position.guesses[..]) {
        (Kind::Yours, Some(guess), before) => Some(Deed { before, guess, answer: None }),
        (Kind::Evasive, _, [before @ .., (guess, answer)]) => {
            Some(Deed { before, guess: *guess, answer: Some(*answer) })
        }
        _ => None,
    }
}

/// The offer to ask why, below the answers that a person may give.
pub fn offer(position: &Position) -> Option<Offer> {
    let asking = |label| Offer::new(label, &WHY, []).quiet();
    deed(position).map(|deed| match deed.answer {
        Some(_) => asking("Why this answer?"),
        None => asking("Why this guess?").starting_line(true),
    })
}

/// The explanation, if there is something to explain.
pub fn page(position: &Position) -> Option<Page> {
    let Deed { before, guess, answer } = deed(position)?;
    let codes = fitting(before);
    let mut parts = parts(guess, &codes);
    parts.sort_by_key(|(_, codes)| Reverse(*codes));
    let most = parts.first().map_or(0, |(_, codes)| usize::from(*codes));
    let (title, status, words) = match answer {
        Some(answer) => (
            format!("Why {answer}?"),
            format!("Of all answers it leaves the most codes: {most}."),
            format!("To {guess} it answered {answer}."),
        ),
        None => (
            format!("Why {guess}?"),
            why_guess(before, &codes).to_owned(),
            match parts.len() {
                1 => "Every other code is ruled out.".to_owned(),
                kinds => format!("{guess} can get {kinds} different answers."),
            },
        ),
    };
    let rows = parts.into_iter().map(|(other, codes)| {
        let mark = if answer == Some(other) { " (given)" } else { "" };
        [format!("{other}{mark}"), codes.to_string()]
    });
    let passage = Passage::new("How many codes each answer leaves")
        .say(format!("Codes left before: {}. {words}", codes.len()))
        .show(Block::table(["Answer", "Codes that fit it"], rows));
    Some(Page::answering(title, status).with(board(position)).with(passage))
}

/// The reason for a guess when these codes are left.
fn why_guess(before: &[(Code, Answer)], codes: &[Code]) -> &'static str {
    match codes.len() {
        _ if before.is_empty() => "The computer always opens with it.",
        ..=2 => "It is the first code that still fits.",
        _ => "No guess can get more different answers.",
    }
}
