//! The computer: its guesses at a code, and its answers when it has none.

use super::code::{ANSWERS, Answer, Code, STANDARD, Shape, parts};
use crate::prelude::*;
use std::cmp::Reverse;

/// The most guesses that the computer needs for any code. A test checks this.
pub const GUESSES_OF_COMPUTER: usize = 5;
/// The computer's first guess: two pegs of one kind and two of another, as in D. E. Knuth, "The
/// computer as Master Mind", Journal of Recreational Mathematics 9(1), 1976-77.
pub const FIRST: [usize; 4] = [0, 0, 1, 1];
/// Its second guess after each answer to the first, by the place of the answer. A test checks that
/// [`best_guess`] finds the same.
const SECOND: [u16; ANSWERS] = [
    526, 303, 75, 38, 252, 0, 87, 75, 38, 0, 0, 0, 51, 44, 38, 0, 0, 0, 38, 0, 0, 0, 0, 0, 7, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0,
];

/// Returns true if this code fits the guesses and their answers.
pub fn fits(code: Code, guesses: &[(Code, Answer)]) -> bool {
    guesses.iter().all(|(guess, answer)| guess.answer(code) == *answer)
}

/// The codes that fit these guesses and their answers.
pub fn fitting(guesses: &[(Code, Answer)]) -> Vec<Code> {
    STANDARD.codes().filter(|code| fits(*code, guesses)).collect()
}

/// The number of codes of a shape at first, and after each guess with its answer. It ends early if the
/// meter runs out.
pub fn left_by(shape: Shape, guesses: &[(Code, Answer)], meter: &mut Meter) -> Vec<usize> {
    if meter.spend(LISTED * shape.guesses()).is_err() {
        return Vec::new();
    }
    let mut codes: Vec<Code> = shape.codes().collect();
    let mut left = vec![codes.len()];
    for (guess, answer) in guesses {
        if meter.spend(ANSWERED * codes.len()).is_err() {
            break;
        }
        codes.retain(|code| guess.answer(*code) == *answer);
        left.push(codes.len());
    }
    left
}

/// The next guess of the computer, if a code fits.
pub fn next_guess(guesses: &[(Code, Answer)]) -> Option<Code> {
    match guesses {
        [] => Some(STANDARD.of(FIRST)),
        [(_, answer)] => STANDARD.at(SECOND[answer.place()].into()),
        _ => best_guess(&fitting(guesses), STANDARD.codes(), &mut Meter::of_search()),
    }
}

/// The work to list a code, in units of a meter.
const LISTED: usize = 20;
/// The work to sort the answers to a guess, and for each code, in units of a meter.
const GUESSED: usize = 40;
const ANSWERED: usize = 4;

/// The guess that can get the most different answers. Ties go to the guess that leaves the fewest
/// codes at worst, then to one that may be the code itself, then to the first. This is Kooi's rule
/// ("Yet another Mastermind strategy", ICGA Journal 28(1), 2005), with ties decided so that five
/// guesses are always enough. If the meter runs out, it is the best of the guesses so far. (The most that it
/// takes is 625 codes that fit, each as a guess. A test checks that the share of a search is enough.)
pub fn best_guess(
    codes: &[Code],
    guesses: impl Iterator<Item = Code>,
    meter: &mut Meter,
) -> Option<Code> {
    let mut may_look = |_: &Code| meter.spend(GUESSED + ANSWERED * codes.len()).is_ok();
    let worth = |guess: Code| {
        let parts = parts(guess, codes);
        let most = parts.iter().map(|(_, count)| *count).max();
        (Reverse(parts.len()), most, codes.binary_search(&guess).is_err(), guess)
    };
    guesses.take_while(&mut may_look).map(worth).min().map(|(.., guess)| guess)
}

/// The guess for a person who has put these pegs: one that may be the code. `None` if none begins so. To
/// look at every guess would take too long early in the game, and in a game with more codes it is the first.
pub fn advice(shape: Shape, guesses: &[(Code, Answer)], row: &[usize]) -> Option<Code> {
    let begins = |code: &Code| code.pegs().take(row.len()).eq(row.iter().copied());
    let mut fit = shape.codes().filter(|code| begins(code) && fits(*code, guesses));
    if shape != STANDARD {
        return fit.next();
    }
    let first = STANDARD.of(FIRST);
    match guesses {
        [] if begins(&first) => Some(first),
        _ => best_guess(&fitting(guesses), fit, &mut Meter::of_search()),
    }
}

/// The answer of the evasive computer: the one that the most codes fit. Among equals it is the one
/// with fewer black pegs, and then with fewer white ones.
pub fn evasive_answer(guesses: &[(Code, Answer)], guess: Code) -> Answer {
    let parts = parts(guess, &fitting(guesses)).into_iter();
    parts.rev().max_by_key(|(_, codes)| *codes).map_or(STANDARD.found(), |(answer, _)| answer)
}
