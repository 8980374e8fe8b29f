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

    pub fn pack(&self, packer: &mut Packer) {
        let mut put = |code: Option<Code>| {
            packer.put_one_of(code.map_or(0, |code| code.place() as u64 + 1), CODES as u64 + 1);
        };
        put(self.code);
        put(self.open);
        (0..GUESSES).for_each(|at| put(self.guesses.get(at).map(|(guess, _)| *guess)));
        for at in 0..GUESSES {
            let place = self.guesses.get(at).map_or(0, |(_, answer)| answer.place());
            packer.put_one_of(place as u64, ANSWERS as u64);
        }
        let peg = |at: usize| self.row.get(at).map_or(0, |peg| *peg as u64 + 1);
        (0..PEGS - 1).for_each(|at| packer.put_one_of(peg(at), KINDS as u64 + 1));
    }

    /// Reads what [`Position::pack`] wrote.
    ///
    /// # Errors
    ///
    /// If it is no position of this kind.
    pub fn unpack(kind: Kind, packed: &mut Unpacker<'_>) -> Result<Self, Unpackable> {
        let take = |packed: &mut Unpacker<'_>| -> Result<Option<Code>, Unpackable> {
            let place = packed.take_one_of(CODES as u64 + 1)? as usize;
            Ok(place.checked_sub(1).and_then(Code::at))
        };
        let (code, open) = (take(packed)?, take(packed)?);
        let mut guesses = Vec::new();
        for _ in 0..GUESSES {
            guesses.push(take(packed)?);
        }
        let mut position = Position { open, ..Position::new(kind, code) };
        for guess in &guesses {
            let place = packed.take_one_of(ANSWERS as u64)? as usize;
            let answer = Answer::at(place).ok_or(Unpackable::Impossible)?;
            match guess {
                Some(guess) => position.guesses.push((*guess, answer)),
                None if place == 0 => {}
                None => return Err(Unpackable::Impossible),
            }
        }
        let is_gapless = guesses.iter().skip_while(|guess| guess.is_some()).all(Option::is_none);
        let mut pegs = Vec::new();
        for _ in 0..PEGS - 1 {
            pegs.push((packed.take_one_of(KINDS as u64 + 1)? as usize).checked_sub(1));
        }
        position.row = pegs.iter().map_while(|peg| *peg).collect();
        let is_row = pegs.iter().skip(position.row.len()).all(Option::is_none);
        let is_possible = is_gapless && is_row && position.is_possible();
        is_possible.then_some(position).ok_or(Unpackable::Impossible)
    }

    /// Whether the parts of an unpacked position agree.
    fn is_possible(&self) -> bool {
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
