//! The rules as they are told to people.

use super::board::figure;
use super::code::STANDARD;
use crate::games::shared::challenge;
use crate::prelude::*;

/// The passages of the rules page.
pub fn rules() -> Vec<Passage> {
    let code = STANDARD.of([0, 1, 2, 3]);
    let answered = |pegs| {
        let guess = STANDARD.of(pegs);
        (guess, guess.answer(code))
    };
    let guesses = [answered([0, 0, 1, 1]), answered([0, 2, 1, 4]), answered([0, 1, 2, 3])];
    vec![
        Passage::new("An answer")
            .show(Block::Guesses(figure("The code is ABCD.", &guesses)))
            .say("Next to each guess are two numbers. The first counts the black answers: pegs that are right and in their places. The second counts the white ones: pegs that are right, but in other places. No peg is counted twice.")
            .say("There are six kinds of pegs and four holes, so there are 1,296 codes."),
        Passage::new("Larger codes")
            .say("A sealed code and a code for a friend can also have five pegs of eight colours: 32,768 codes. Or no colour comes twice in the code; a guess may still repeat one. The evasive code and your own code are always four pegs of six colours that may repeat: the computer would take too long to look through more."),
        Passage::new("A sealed code")
            .say("The computer draws a code at the deal and seals it into the links. Back is undo here: nothing keeps you from looking at an answer and going back, so a game is worth your word."),
        Passage::new("An evasive code")
            .folded()
            .say("The computer has no code. To each guess it gives the answer that leaves the most codes possible. If two answers leave as many, it gives the one with fewer black pegs, then fewer white ones. You win when you guess the only code that is left.")
            .say("The link hides nothing, so peeking gains you nothing: the same guesses always get the same answers, and you could work them out yourself. You need at least 5 guesses to break it, and 5 are enough: ABCD, DEBE, BDFF, ECCA, BAAB."),
        Passage::new("Your own code")
            .folded()
            .say("Think of a code, or write it down, and answer each guess. Only answers that some code fits are offered. If yours is not among them, an earlier one was wrong. \"Why this guess?\" says which answer rules yours out, or that several do together. Compare them with your code, and go back to the wrong one.")
            .say("The computer opens with AABB. After that it makes the guess that can get the most different answers; among those the one that leaves the fewest codes at worst, then one that may be your code. \"Why this guess?\" shows the numbers. It needs at most 5 guesses, and 4.43 on average over all codes. The best possible is 4.34 (Koyama and Lai, 1993)."),
        challenge::rules("code"),
    ]
}
