//! The position, and the next thing to do in it.

use super::code::{Answer, Code, Shape, parts};
use super::computer;
use crate::games::shared::challenge::{GUESSER, HIDER};
use crate::prelude::*;

/// The most guesses.
pub const GUESSES: usize = 10;

/// The kinds of the game, by who makes the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The computer draws a code, and you break it.
    Sealed,
    /// The computer has no code and keeps as many codes possible as it can. You break it.
    Evasive,
    /// You have a code in mind and answer, and the computer breaks it.
    Yours,
    /// A challenge: you make a code and send it to a friend, who breaks it alone.
    Friend,
}

impl Kind {
    /// The seat that breaks the code.
    pub fn breaker(self) -> Seat {
        match self {
            Kind::Sealed | Kind::Evasive | Kind::Friend => GUESSER,
            Kind::Yours => HIDER,
        }
    }
}

/// The next thing to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// The maker of a challenge puts the pegs of the code.
    MakeCode,
    /// The breaker guesses.
    Guess,
    /// You answer this guess of the computer.
    Answer(Code),
    /// The game is over.
    Nothing,
}

/// A position. A person fills a row peg by peg.
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    pub kind: Kind,
    pub shape: Shape,
    /// The code, if there is one outside the head of a person.
    pub code: Option<Code>,
    /// The guesses with their answers, in order.
    pub guesses: Vec<(Code, Answer)>,
    /// The guess that waits for its answer.
    pub open: Option<Code>,
    /// The pegs of the row that is being filled, from the left.
    pub row: Vec<usize>,
}

impl Position {
    pub fn new(kind: Kind, shape: Shape, code: Option<Code>) -> Self {
        Position { kind, shape, code, guesses: Vec::new(), open: None, row: Vec::new() }
    }

    pub fn is_broken(&self) -> bool {
        self.guesses.last().is_some_and(|(_, answer)| *answer == self.shape.found())
    }

    pub fn is_over(&self) -> bool {
        self.is_broken() || self.guesses.len() >= GUESSES
    }

    /// Returns true if this is a challenge before its first guess: its link is to be sent.
    pub fn is_new_challenge(&self) -> bool {
        let is_untouched = self.guesses.is_empty() && self.row.is_empty();
        self.kind == Kind::Friend && self.code.is_some() && is_untouched
    }

    pub fn task(&self) -> Task {
        match self.open {
            _ if self.is_over() => Task::Nothing,
            Some(guess) => Task::Answer(guess),
            None if self.kind == Kind::Friend && self.code.is_none() => Task::MakeCode,
            None => Task::Guess,
        }
    }

    /// Returns true if a person puts pegs now.
    pub fn takes_pegs(&self) -> bool {
        self.kind != Kind::Yours && matches!(self.task(), Task::MakeCode | Task::Guess)
    }

    /// Returns true if a peg of this kind may be put next. A code that repeats no kind is made without.
    pub fn takes(&self, peg: usize) -> bool {
        let is_repeated = self.row.contains(&peg) && !self.shape.repeats;
        peg < self.shape.kinds && !(is_repeated && self.task() == Task::MakeCode)
    }

    /// The position with one peg more. The last one makes the row a guess, or the code.
    pub fn with_peg(mut self, peg: usize) -> Self {
        self.row.push(peg);
        if self.row.len() == self.shape.pegs {
            let made = Some(self.shape.of(std::mem::take(&mut self.row)));
            match self.task() {
                Task::MakeCode => self.code = made,
                _ => self.open = made,
            }
        }
        self
    }

    /// The position after an answer to the open guess.
    pub fn answered(mut self, answer: Answer) -> Self {
        self.guesses.extend(self.open.take().map(|guess| (guess, answer)));
        self
    }

    /// The possible answers to the open guess: one, or several if the code is in a person's head.
    pub fn possible_answers(&self) -> Vec<Answer> {
        let Task::Answer(guess) = self.task() else { return Vec::new() };
        match (self.kind, self.code) {
            (_, Some(code)) => vec![guess.answer(code)],
            (Kind::Evasive, None) => vec![computer::evasive_answer(&self.guesses, guess)],
            (_, None) => {
                let parts = parts(guess, &computer::fitting(&self.guesses));
                parts.into_iter().map(|(answer, _)| answer).collect()
            }
        }
    }
}
