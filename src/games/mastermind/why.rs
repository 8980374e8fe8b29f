//! Why the computer guessed or answered as it did.

use super::code::{Answer, Code, Parts};
use super::computer::fitting;
use super::page::board;
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
    let deed = deed(position)?;
    let codes = fitting(deed.before);
    let parts = Parts::of(deed.guess, &codes);
    let fitted = match codes.len() {
        _ if deed.before.is_empty() => "Before the first guess there are 1,296 codes.".to_owned(),
        1 => "Only one code fitted the answers before.".to_owned(),
        left => format!("{left} codes fitted the answers before."),
    };
    let (what, (status, words)) = match deed.answer {
        Some(answer) => (answer.to_string(), why_answer(deed.guess, answer, &parts)),
        None => (deed.guess.to_string(), why_guess(&deed, codes.len(), &parts)),
    };
    let passage = Passage::new("How many codes each answer leaves")
        .say(format!("{fitted} {words}"))
        .show(table(&parts, deed.answer));
    Some(Page::answering(format!("Why {what}?"), status).with(board(position, false)).with(passage))
}

/// The reason for an answer, and more about it.
fn why_answer(guess: Code, answer: Answer, parts: &Parts) -> (String, String) {
    let most = parts.most();
    (
        format!("Of all answers it leaves the most codes: {most}."),
        format!("To {guess} it answered {answer}, which leaves the most of them: {most}."),
    )
}

/// The reason for a guess out of so many codes that were left, and more about it.
fn why_guess(deed: &Deed<'_>, left: usize, parts: &Parts) -> (String, String) {
    let (guess, kinds, most) = (deed.guess, parts.kinds(), parts.most());
    let (status, words) = if deed.before.is_empty() {
        (
            "The computer always opens with it.",
            format!(
                "It opens with {guess}, which can get {kinds} different answers; at worst {most} codes are left."
            ),
        )
    } else if left <= 2 {
        ("It is the first code that still fits.", "It guessed the first that is left.".to_owned())
    } else {
        (
            "No guess can get more different answers.",
            format!(
                "Its guess can get {kinds} different answers, and no guess can get more; at worst {most} codes are left. Among guesses that are equal in this it prefers one that may be your code."
            ),
        )
    };
    (status.to_owned(), words)
}

/// How many codes fit each answer, the most first.
fn table(parts: &Parts, given: Option<Answer>) -> Block {
    let mut answers: Vec<(Answer, u16)> = parts.answers().collect();
    answers.sort_by_key(|(_, codes)| Reverse(*codes));
    let rows = answers.into_iter().map(|(answer, codes)| {
        let mark = if given == Some(answer) { " (given)" } else { "" };
        [format!("{answer}{mark}"), codes.to_string()]
    });
    Block::table(["Answer", "Codes that fit it"], rows)
}
