//! The computer: how it breaks a code, and how it answers when it has none.

use super::code::{ANSWERS, Answer, Code, parts, parts_of_all};

/// The most guesses that the computer needs for any code. A test holds that.
pub const GUESSES_OF_COMPUTER: usize = 5;
/// The computer's first guess: two pegs of one kind and two of another, as D. E. Knuth's ("The
/// computer as Master Mind", Journal of Recreational Mathematics 9(1), 1976-77).
const FIRST: [usize; 4] = [0, 0, 1, 1];
/// Its second guess after each answer to the first, by the place of the answer: what
/// [`best_guess`] finds among hundreds of codes. A test holds that.
const SECOND: [u16; ANSWERS] =
    [526, 303, 75, 38, 252, 87, 75, 38, 0, 0, 51, 44, 38, 0, 0, 38, 0, 0, 0, 0, 7, 0, 0, 0, 0];

/// The codes that fit these guesses and their answers.
pub fn fitting(guesses: &[(Code, Answer)]) -> Vec<Code> {
    let fits = |code: &Code| guesses.iter().all(|(guess, answer)| guess.answer(*code) == *answer);
    Code::all().filter(fits).collect()
}

/// The guess that the computer makes next; none if no code fits.
pub fn next_guess(guesses: &[(Code, Answer)]) -> Option<Code> {
    match guesses {
        [] => Some(Code::of(FIRST)),
        [(_, answer)] => Code::at(SECOND[answer.place()].into()),
        _ => best_guess(&fitting(guesses)),
    }
}

/// The guess that can get the most different answers; among those the one after which the fewest
/// codes are left at worst, then one that may be the code itself, then the first. (Kooi's rule, "Yet
/// another Mastermind strategy", ICGA Journal 28(1), 2005, with ties decided so that five guesses
/// are always enough.)
pub fn best_guess(codes: &[Code]) -> Option<Code> {
    if let [only] | [only, _] = codes {
        return Some(*only);
    }
    let worth = |(guess, parts): &(Code, [u16; ANSWERS])| {
        let kinds = parts.iter().filter(|part| **part > 0).count();
        let most = parts.iter().max().copied().unwrap_or(0);
        (ANSWERS - kinds, most, codes.binary_search(guess).is_err(), *guess)
    };
    parts_of_all(codes).map(|found| worth(&found)).min().map(|(.., guess)| guess)
}

/// The answer of a computer that has no code yet: the one that the most codes fit. Among equals it is
/// the one with fewer black pegs, and then with fewer white ones.
pub fn evasive_answer(guesses: &[(Code, Answer)], guess: Code) -> Answer {
    let parts = parts(guess, &fitting(guesses));
    let most = parts.iter().max().copied().unwrap_or(0);
    let place = parts.iter().position(|part| *part == most);
    place.and_then(Answer::at).unwrap_or(Answer::FOUND)
}
