//! Codes of four pegs, and the answers to guesses.

use std::fmt::{Display, Formatter, Result};

/// The number of pegs of a code.
pub const PEGS: usize = 4;
/// The number of kinds of pegs.
pub const KINDS: usize = 6;
/// The number of codes.
pub const CODES: usize = KINDS.pow(PEGS as u32);

/// A code, by its place in the order from AAAA to FFFF.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Code(u16);

impl Code {
    /// Every code, in order.
    pub fn all() -> impl Iterator<Item = Code> {
        (0..CODES as u16).map(Code)
    }

    /// The code at this place.
    pub fn at(place: usize) -> Option<Code> {
        (place < CODES).then_some(Code(place as u16))
    }

    pub fn place(self) -> usize {
        self.0.into()
    }

    /// The code of these pegs, each below [`KINDS`].
    pub fn of(pegs: [usize; PEGS]) -> Code {
        Code(pegs.into_iter().fold(0, |place, peg| place * KINDS as u16 + (peg % KINDS) as u16))
    }

    pub fn pegs(self) -> [usize; PEGS] {
        let mut left = self.place();
        let mut pegs = [0; PEGS];
        for peg in pegs.iter_mut().rev() {
            (*peg, left) = (left % KINDS, left / KINDS);
        }
        pegs
    }

    /// The code as bits. The lower part has one bit for each peg in its place. The upper part has as
    /// many bits for each kind as there are pegs of it. The bits that two codes share count what an
    /// answer counts.
    fn bits(self) -> u64 {
        let (mut places, mut kinds) = (0, 0u64);
        for (place, peg) in self.pegs().into_iter().enumerate() {
            places |= 1 << (place * KINDS + peg);
            let of_kind = kinds >> (peg * PEGS) & 15;
            kinds |= (of_kind * 2 + 1) << (peg * PEGS);
        }
        kinds << (PEGS * KINDS) | places
    }

    /// The answer to this guess if that is the code.
    pub fn answer(self, code: Code) -> Answer {
        answer(self.bits(), code.bits())
    }
}

/// `ABCD`.
impl Display for Code {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        self.pegs().into_iter().try_for_each(|peg| write!(f, "{}", char::from(b'A' + peg as u8)))
    }
}

fn answer(guess: u64, code: u64) -> Answer {
    let both = guess & code;
    let in_place = (both as u32 & ((1 << (PEGS * KINDS)) - 1)).count_ones() as u8;
    let of_kind = ((both >> (PEGS * KINDS)) as u32).count_ones() as u8;
    Answer { black: in_place, white: of_kind - in_place }
}

/// An answer to a guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Answer {
    /// The number of pegs that are right and in their places.
    pub black: u8,
    /// The number of pegs that are right, but in other places.
    pub white: u8,
}

/// The number of places that an answer can have. Some places have no answer.
pub const ANSWERS: usize = (PEGS + 1) * (PEGS + 1);

impl Answer {
    /// The code is found.
    pub const FOUND: Answer = Answer { black: PEGS as u8, white: 0 };

    /// A number below [`ANSWERS`], in the order of black pegs and then of white ones.
    pub fn place(self) -> usize {
        usize::from(self.black) * (PEGS + 1) + usize::from(self.white)
    }

    /// The answer at this place, if there is one.
    pub fn at(place: usize) -> Option<Answer> {
        let (black, white) = (place / (PEGS + 1), place % (PEGS + 1));
        // If three are in their places, the fourth cannot be right elsewhere.
        let is_possible = black + white <= PEGS && (black, white) != (PEGS - 1, 1);
        is_possible.then_some(Answer { black: black as u8, white: white as u8 })
    }
}

/// `2 black, 1 white`.
impl Display for Answer {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match *self {
            Answer::FOUND => write!(f, "{PEGS} black"),
            Answer { black, white } => write!(f, "{black} black, {white} white"),
        }
    }
}

/// How many of some codes would get each answer to a guess, by the place of the answer.
pub struct Parts([u16; ANSWERS]);

impl Parts {
    pub fn of(guess: Code, codes: &[Code]) -> Self {
        Parts::of_bits(guess, &bits(codes))
    }

    /// The parts for every guess.
    pub fn of_all(codes: &[Code]) -> impl Iterator<Item = (Code, Parts)> {
        let bits = bits(codes);
        Code::all().map(move |guess| (guess, Parts::of_bits(guess, &bits)))
    }

    fn of_bits(guess: Code, codes: &[u64]) -> Self {
        let (mut parts, guess) = ([0; ANSWERS], guess.bits());
        codes.iter().for_each(|code| parts[answer(guess, *code).place()] += 1);
        Parts(parts)
    }

    /// Each answer that some code would get, with the number of such codes.
    pub fn answers(&self) -> impl Iterator<Item = (Answer, u16)> {
        let parts = self.0.into_iter().enumerate().filter(|(_, codes)| *codes > 0);
        parts.filter_map(|(place, codes)| Some((Answer::at(place)?, codes)))
    }

    /// The number of different answers.
    pub fn kinds(&self) -> usize {
        self.0.iter().filter(|codes| **codes > 0).count()
    }

    /// The number of codes that are left at worst.
    pub fn most(&self) -> u16 {
        self.0.into_iter().max().unwrap_or(0)
    }
}

fn bits(codes: &[Code]) -> Vec<u64> {
    codes.iter().map(|code| code.bits()).collect()
}
