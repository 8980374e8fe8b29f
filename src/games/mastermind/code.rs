//! Codes of four pegs, and the answers to guesses.

/// How many pegs make a code.
pub const PEGS: usize = 4;
/// How many kinds of pegs there are.
pub const KINDS: usize = 6;
/// How many codes there are.
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

    /// The code with one bit for each peg in its place, and above them as many bits for each kind as
    /// there are pegs of it. Of two codes the bits that are in both count what an answer counts.
    fn bits(self) -> u64 {
        let (mut places, mut kinds) = (0, 0u64);
        for (place, peg) in self.pegs().into_iter().enumerate() {
            places |= 1 << (place * KINDS + peg);
            let of_kind = kinds >> (peg * PEGS) & 15;
            kinds |= (of_kind * 2 + 1) << (peg * PEGS);
        }
        kinds << (PEGS * KINDS) | places
    }

    /// The answer to a guess of this code when that one is the code to be found.
    pub fn answer(self, code: Code) -> Answer {
        answer(self.bits(), code.bits())
    }
}

fn answer(guess: u64, code: u64) -> Answer {
    let both = guess & code;
    let in_place = (both as u32 & ((1 << (PEGS * KINDS)) - 1)).count_ones() as u8;
    let of_kind = ((both >> (PEGS * KINDS)) as u32).count_ones() as u8;
    Answer { black: in_place, white: of_kind - in_place }
}

/// What is answered to a guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Answer {
    /// How many pegs are right and in their places.
    pub black: u8,
    /// How many more are right, but in other places.
    pub white: u8,
}

/// How many numbers an answer can have as its place, not all of which there are.
pub const ANSWERS: usize = (PEGS + 1) * (PEGS + 1);

impl Answer {
    /// The code is found.
    pub const FOUND: Answer = Answer { black: PEGS as u8, white: 0 };

    /// A number below [`ANSWERS`]: the fewer black ones the lower, and then the fewer white ones.
    pub fn place(self) -> usize {
        usize::from(self.black) * (PEGS + 1) + usize::from(self.white)
    }

    /// The answer with this number; none if no guess can have it.
    pub fn at(place: usize) -> Option<Answer> {
        let (black, white) = (place / (PEGS + 1), place % (PEGS + 1));
        // Where three are in their places, the fourth cannot be right elsewhere.
        let is_possible = black + white <= PEGS && (black, white) != (PEGS - 1, 1);
        is_possible.then_some(Answer { black: black as u8, white: white as u8 })
    }
}

/// How many of these codes would get each answer, by its place, if this were guessed.
pub fn parts(guess: Code, codes: &[Code]) -> [u16; ANSWERS] {
    let bits: Vec<u64> = codes.iter().map(|code| code.bits()).collect();
    parts_of_bits(guess.bits(), &bits)
}

fn parts_of_bits(guess: u64, codes: &[u64]) -> [u16; ANSWERS] {
    let mut parts = [0; ANSWERS];
    codes.iter().for_each(|code| parts[answer(guess, *code).place()] += 1);
    parts
}

/// For every code, in order: how many of these codes would get each answer if it were guessed.
pub fn parts_of_all(codes: &[Code]) -> impl Iterator<Item = (Code, [u16; ANSWERS])> {
    let bits: Vec<u64> = codes.iter().map(|code| code.bits()).collect();
    Code::all().map(move |guess| (guess, parts_of_bits(guess.bits(), &bits)))
}
