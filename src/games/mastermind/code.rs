//! Codes of pegs, and the answers to guesses.

use std::fmt::{Display, Formatter, Result, Write};

/// The most pegs of a code, and the most kinds of pegs.
pub const PEGS_MAX: usize = 5;
pub const KINDS_MAX: usize = 8;

/// The codes of a game: how many pegs they have, of how many kinds, and if a kind may repeat. A guess
/// may always repeat a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    pub pegs: usize,
    pub kinds: usize,
    pub repeats: bool,
}

/// The codes that the computer can break and dodge.
pub const STANDARD: Shape = Shape { pegs: 4, kinds: 6, repeats: true };

impl Shape {
    /// The number of guesses.
    pub fn guesses(self) -> usize {
        self.kinds.pow(u32::try_from(self.pegs).expect("few pegs"))
    }

    /// Every code, in order.
    pub fn codes(self) -> impl Iterator<Item = Code> {
        (0..self.guesses())
            .filter_map(move |place| self.at(place))
            .filter(move |code| self.has(*code))
    }

    /// Returns true if this guess can be the code.
    pub fn has(self, code: Code) -> bool {
        self.repeats || code.kinds.count_ones() == (code.kinds & ONE_OF_EACH).count_ones()
    }

    /// The guess at this place.
    pub fn at(self, place: usize) -> Option<Code> {
        let (mut rest, mut pegs) = (place, [0; PEGS_MAX]);
        for peg in pegs[..self.pegs].iter_mut().rev() {
            *peg = rest % self.kinds;
            rest /= self.kinds;
        }
        (rest == 0).then(|| self.of(pegs))
    }

    /// The guess of these pegs, each below the number of kinds.
    pub fn of(self, pegs: impl IntoIterator<Item = usize>) -> Code {
        let mut code = Code { place: 0, places: 0, kinds: 0 };
        for (at, peg) in pegs.into_iter().take(self.pegs).enumerate() {
            code.place = code.place * self.kinds + peg;
            code.places |= 1 << (at * KINDS_MAX + peg);
            let of_kind = code.kinds >> (peg * PEGS_MAX) & 31;
            code.kinds |= (of_kind * 2 + 1) << (peg * PEGS_MAX);
        }
        code
    }

    /// The answer to a guess that is the code.
    pub fn found(self) -> Answer {
        Answer { black: self.pegs, white: 0 }
    }
}

/// The first bit of each kind in [`Code::kinds`].
const ONE_OF_EACH: u64 = 0b1_00001_00001_00001_00001_00001_00001_00001;

/// A code, or a guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Code {
    /// Its place in the order from AAAA to FFFF.
    place: usize,
    /// One bit for each peg in its place.
    places: u64,
    /// Each kind has as many bits as it has pegs. The bits that two codes share count what an answer
    /// counts.
    kinds: u64,
}

impl Code {
    pub fn place(self) -> usize {
        self.place
    }

    pub fn pegs(self) -> impl Iterator<Item = usize> + Clone {
        let of_place = move |at: usize| self.places >> (at * KINDS_MAX) & 255;
        let pegs = (0..PEGS_MAX).map(of_place).filter(|bits| *bits != 0);
        pegs.map(|bits| bits.trailing_zeros() as usize)
    }

    /// The answer to this guess if that is the code.
    pub fn answer(self, code: Code) -> Answer {
        let black = (self.places & code.places).count_ones() as usize;
        let of_kind = (self.kinds & code.kinds).count_ones() as usize;
        Answer { black, white: of_kind - black }
    }
}

/// `ABCD`.
impl Display for Code {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        self.pegs().try_for_each(|peg| f.write_char(char::from(b"ABCDEFGH"[peg])))
    }
}

/// An answer to a guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Answer {
    /// The number of pegs that are right and in their places.
    pub black: usize,
    /// The number of pegs that are right, but in other places.
    pub white: usize,
}

/// The number of places that an answer can have. Some places have no answer.
pub const ANSWERS: usize = (PEGS_MAX + 1) * (PEGS_MAX + 1);

impl Answer {
    /// A number below [`ANSWERS`], in the order of black pegs and then of white ones.
    pub fn place(self) -> usize {
        self.black * (PEGS_MAX + 1) + self.white
    }

    /// The answer at this place, if a code has enough pegs for it.
    pub fn at(place: usize) -> Option<Answer> {
        let (black, white) = (place / (PEGS_MAX + 1), place % (PEGS_MAX + 1));
        let is_possible = black + white <= PEGS_MAX;
        is_possible.then_some(Answer { black, white })
    }
}

/// `2 black, 1 white`.
impl Display for Answer {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "{} black, {} white", self.black, self.white)
    }
}

/// Each answer that some of these codes would give to a guess, with the number of such codes.
pub fn parts(guess: Code, codes: &[Code]) -> Vec<(Answer, u16)> {
    let mut parts = [0; ANSWERS];
    codes.iter().for_each(|code| parts[guess.answer(*code).place()] += 1);
    let parts = parts.into_iter().enumerate().filter(|(_, count)| *count > 0);
    parts.filter_map(|(place, count)| Some((Answer::at(place)?, count))).collect()
}
