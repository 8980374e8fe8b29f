//! Why the computer guessed or answered as it did.

use super::board::board;
use super::code::{Answer, Code, STANDARD, parts};
use super::computer::{fits, fitting};
use super::position::{Kind, Position};
use super::ruleset::WHY;
use crate::prelude::*;
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

/// The answers that are not offered, each with its reason. `None` if all are.
fn missing(position: &Position) -> Option<Passage> {
    let possible = position.possible_answers();
    let pairs = (0..=4).flat_map(|black| (0..=4 - black).map(move |white| Answer { black, white }));
    let missing = pairs.filter(|answer| !possible.contains(answer) && *answer != NEVER);
    let mut reasons = missing.map(|answer| ruled_out(position, answer)).peekable();
    reasons.peek()?;
    Some(reasons.fold(Passage::new("Is your answer missing?"), Passage::say))
}

/// If three pegs are in their places, the fourth cannot be right elsewhere.
const NEVER: Answer = Answer { black: 3, white: 1 };

/// The explanation, if there is something to explain.
pub fn page(position: &Position) -> Option<Page> {
    let Deed { before, guess, answer } = deed(position)?;
    let codes = fitting(before);
    let mut parts = parts(guess, &codes);
    parts.sort_by_key(|(_, count)| Reverse(*count));
    let most = parts.first().map_or(0, |(_, count)| usize::from(*count));
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
    let rows = parts.into_iter().map(|(other, count)| {
        let mark = if answer == Some(other) { " (given)" } else { "" };
        [format!("{other}{mark}"), count.to_string()]
    });
    let passage = Passage::new("How many codes each answer leaves")
        .say(format!("Codes left before: {}. {words}", codes.len()))
        .show(Block::table(["Answer", "Codes that fit it"], rows));
    let page = Page::answering(title, status).with(board(position)).with(passage);
    let is_asked = !before.is_empty() && answer.is_none();
    Some(page.with_any(is_asked.then(|| missing(position)).flatten()))
}

/// The reason why this answer to the open guess cannot be: the earlier answer that rules it out, if one
/// does so alone.
pub fn ruled_out(position: &Position, answer: Answer) -> String {
    let Some(guess) = position.open else { return String::new() };
    let is_answered = |code: &Code| guess.answer(*code) == answer;
    let codes: Vec<Code> = STANDARD.codes().filter(is_answered).collect();
    let rules_out = |earlier: &(Code, Answer)| !codes.iter().any(|code| fits(*code, &[*earlier]));
    match position.guesses.iter().position(rules_out) {
        _ if codes.is_empty() => format!("No code gets {answer} for {guess}."),
        Some(at) => format!("Your answer to guess {} rules out {answer}.", at + 1),
        None => format!("Your answers so far, taken together, rule out {answer}."),
    }
}

/// The reason for a guess when these codes are left.
fn why_guess(before: &[(Code, Answer)], codes: &[Code]) -> &'static str {
    match codes.len() {
        _ if before.is_empty() => "The computer always opens with it.",
        ..=2 => "It is the first code that still fits.",
        _ => "No guess can get more different answers.",
    }
}
