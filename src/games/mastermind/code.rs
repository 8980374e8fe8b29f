//! Codes of four pegs, and the answers to guesses.

use std::fmt::{Display, Formatter, Result};

/// The number of pegs of a code.
pub const PEGS: usize = 4;
/// The number of kinds of pegs.
pub const KINDS: usize = 6;
/// The number of codes.
pub const CODES: usize = KINDS.pow(PEGS as u32);

/// A code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Code {
    /// Its place in the order from AAAA to FFFF.
    place: u16,
    /// One bit for each peg in its place. Above them each kind has as many bits as it has pegs. The
    /// bits that two codes share count what an answer counts.
    bits: u64,
}

impl Code {
    /// Every code, in order.
    pub fn all() -> impl Iterator<Item = Code> {
        (0..CODES).filter_map(Code::at)
    }

    /// The code at this place.
    pub fn at(place: usize) -> Option<Code> {
        (place < CODES).then(|| Code::of(pegs_at(place)))
    }

    pub fn place(self) -> usize {
        self.place.into()
    }

    /// The code of these pegs, each below [`KINDS`].
    pub fn of(pegs: [usize; PEGS]) -> Code {
        let (mut place, mut places, mut kinds) = (0, 0, 0u64);
        for (at, peg) in pegs.into_iter().enumerate() {
            place = place * KINDS + peg;
            places |= 1 << (at * KINDS + peg);
            let of_kind = kinds >> (peg * PEGS) & 15;
            kinds |= (of_kind * 2 + 1) << (peg * PEGS);
        }
        Code { place: place as u16, bits: kinds << (PEGS * KINDS) | places }
    }

    pub fn pegs(self) -> [usize; PEGS] {
        pegs_at(self.place())
    }

    /// The answer to this guess if that is the code.
    pub fn answer(self, code: Code) -> Answer {
        let both = self.bits & code.bits;
        let in_place = (both as u32 & ((1 << (PEGS * KINDS)) - 1)).count_ones() as u8;
        let of_kind = ((both >> (PEGS * KINDS)) as u32).count_ones() as u8;
        Answer { black: in_place, white: of_kind - in_place }
    }
}

fn pegs_at(place: usize) -> [usize; PEGS] {
    [216, 36, 6, 1].map(|step| place / step % KINDS)
}

/// `ABCD`.
impl Display for Code {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        self.pegs().into_iter().try_for_each(|peg| write!(f, "{}", char::from(b'A' + peg as u8)))
    }
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

/// Each answer that some of these codes would give to a guess, with the number of such codes.
pub fn parts(guess: Code, codes: &[Code]) -> Vec<(Answer, u16)> {
    let mut parts = [0; ANSWERS];
    codes.iter().for_each(|code| parts[guess.answer(*code).place()] += 1);
    let parts = parts.into_iter().enumerate().filter(|(_, codes)| *codes > 0);
    parts.filter_map(|(place, codes)| Some((Answer::at(place)?, codes))).collect()
}
