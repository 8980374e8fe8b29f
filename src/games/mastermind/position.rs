//! A position, and how it is packed.

use super::code::{ANSWERS, Answer, CODES, Code, KINDS, PEGS};
use super::computer;
use crate::game::prelude::*;

/// How many guesses there are.
pub const GUESSES: usize = 10;

/// The seats at a table of two people, and of one person and the computer.
pub const MAKER: Seat = 0;
pub const BREAKER: Seat = 1;

/// Who makes the code and who breaks it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The computer has drawn a code, and you break it.
    Sealed,
    /// The computer has no code, answers so that most codes remain, and you break it.
    Evasive,
    /// You have a code in mind and answer, and the computer breaks it.
    Yours,
    /// One person makes the code, and another one breaks it.
    People,
}

/// A position. A guess of a person is put together peg by peg.
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    pub kind: Kind,
    /// The code to be found, where there is one.
    pub code: Option<Code>,
    /// The guesses with their answers, in order.
    pub guesses: Vec<(Code, Answer)>,
    /// A guess that was not answered yet.
    pub open: Option<Code>,
    /// The pegs of the row that is being filled, from the left.
    pub row: Vec<usize>,
}

impl Position {
    pub fn new(kind: Kind, code: Option<Code>) -> Self {
        Position { kind, code, guesses: Vec::new(), open: None, row: Vec::new() }
    }

    pub fn is_broken(&self) -> bool {
        self.guesses.last().is_some_and(|(_, answer)| *answer == Answer::FOUND)
    }

    pub fn is_over(&self) -> bool {
        self.is_broken() || self.guesses.len() >= GUESSES
    }

    /// The seat on turn: of two people first the maker, then in turn the breaker and the maker.
    pub fn turn(&self) -> Option<Seat> {
        let is_makers = self.code.is_none() || self.open.is_some();
        let seat = if self.kind == Kind::People && !is_makers { BREAKER } else { 0 };
        (!self.is_over()).then_some(seat)
    }

    /// Whether pegs are put now: into a guess, or into the code of a maker.
    pub fn takes_pegs(&self) -> bool {
        !self.is_over() && self.kind != Kind::Yours && self.open.is_none()
    }

    /// Whether the pegs that are put are those of the code.
    pub fn is_making(&self) -> bool {
        self.kind == Kind::People && self.code.is_none()
    }

    /// The position with one peg more; the last one makes the row a guess, or the code.
    pub fn with_peg(&self, peg: usize) -> Self {
        let mut next = self.clone();
        next.row.push(peg);
        let Ok(pegs) = <[usize; PEGS]>::try_from(next.row.as_slice()) else { return next };
        next.row.clear();
        let code = Code::of(pegs);
        match (self.kind, self.code) {
            (Kind::People, None) => next.code = Some(code),
            (Kind::People, Some(_)) => next.open = Some(code),
            (Kind::Sealed, Some(sealed)) => next.guesses.push((code, code.answer(sealed))),
            _ => next.guesses.push((code, computer::evasive_answer(&self.guesses, code))),
        }
        next
    }

    /// The position after an answer to the open guess.
    pub fn answered(&self, answer: Answer) -> Self {
        let mut next = Position { open: None, ..self.clone() };
        next.guesses.extend(self.open.map(|guess| (guess, answer)));
        next
    }

    /// The answers that may be given to the open guess: the true one, or where only the person
    /// knows the code those that some code fits.
    pub fn possible_answers(&self) -> Vec<Answer> {
        let Some(guess) = self.open.filter(|_| !self.is_over()) else { return Vec::new() };
        if let Some(code) = self.code {
            return vec![guess.answer(code)];
        }
        let parts = super::code::parts(guess, &computer::fitting(&self.guesses));
        let possible = (0..ANSWERS).filter(|place| parts[*place] > 0);
        possible.filter_map(Answer::at).collect()
    }

    /// Writes or reads every field.
    pub fn fields(&mut self, codec: &mut Codec<'_>) -> Coded {
        for code in [&mut self.code, &mut self.open] {
            let mut place = code.map(Code::place);
            codec.option_below(&mut place, CODES)?;
            *code = place.and_then(Code::at);
        }
        let mut codes: Vec<usize> = self.guesses.iter().map(|(code, _)| code.place()).collect();
        let mut answers: Vec<usize> = self.guesses.iter().map(|(_, a)| a.place()).collect();
        codec.list_below(&mut codes, GUESSES, CODES)?;
        codec.list_below(&mut answers, GUESSES, ANSWERS)?;
        if codes.len() != answers.len() {
            return Err(Unpackable::Impossible);
        }
        let guess = |(code, answer): (usize, usize)| Some((Code::at(code)?, Answer::at(answer)?));
        self.guesses = codes.into_iter().zip(answers).filter_map(guess).collect();
        codec.list_below(&mut self.row, PEGS - 1, KINDS)
    }

    /// Returns true if the rules can lead to this position.
    pub fn is_possible(&self) -> bool {
        let before_last = self.guesses.split_last().map_or(&[][..], |(_, before)| before);
        let went_on = before_last.iter().all(|(_, answer)| *answer != Answer::FOUND);
        let fits = |code: Code| self.guesses.iter().all(|(g, answer)| g.answer(code) == *answer);
        let has_code = match self.kind {
            Kind::Sealed => self.code.is_some_and(fits) && self.open.is_none(),
            Kind::Evasive => self.code.is_none() && self.open.is_none() && self.is_evasive(),
            Kind::Yours => {
                let is_asked = self.open.is_some() != self.is_over();
                self.code.is_none() && is_asked && Code::all().any(fits)
            }
            Kind::People => match self.code {
                Some(code) => fits(code),
                None => self.guesses.is_empty() && self.open.is_none(),
            },
        };
        let rests = !self.is_over() || self.open.is_none();
        let row_fits = self.row.is_empty() || self.takes_pegs();
        went_on && has_code && rests && row_fits
    }

    /// Whether every answer is the one that the evasive computer gives.
    fn is_evasive(&self) -> bool {
        (0..self.guesses.len()).all(|at| {
            let (guess, answer) = self.guesses[at];
            computer::evasive_answer(&self.guesses[..at], guess) == answer
        })
    }
}
