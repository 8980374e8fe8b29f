//! The line of a game: a rolling hash over everything public that has happened at a table. Its
//! code, four characters beside the number of the turn, tells two versions of one game apart.
//!
//! Only what everybody may see goes into it, so that nothing hidden can be tried against it.

use crate::crockford;
use crate::game::pack::{Packer, Unpackable, Unpacker};
use sha2::{Digest, Sha256};

/// The width of a packed line.
pub const LINE_BITS: u32 = 64;
/// The width of its code.
pub const CODE_BITS: u32 = 20;
/// The characters of a code.
const CODE_CHARS: usize = CODE_BITS as usize / 5;
/// The width of the number of a turn.
pub const NUMBER_BITS: u32 = 16;

/// All that has happened at a table, hashed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Line(pub u64);

/// A turn and the code of its line, as people compare them: `t12-K4QT`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnCode {
    /// The number of the turn.
    pub number: u16,
    /// The first [`CODE_BITS`] bits of the line.
    pub code: u32,
}

impl Line {
    /// The line after the turn of this number, when everybody sees this.
    pub fn then(self, number: u16, public: &str) -> Self {
        let mut hash = Sha256::new();
        hash.update("parlour/line\n");
        hash.update(self.0.to_be_bytes());
        hash.update(number.to_be_bytes());
        hash.update(public);
        let digest: [u8; 32] = hash.finalize().into();
        Line(digest[..8].iter().fold(0, |line, byte| line << 8 | u64::from(*byte)))
    }

    /// The turn code of this line at the turn of this number.
    pub fn turn_code(self, number: u16) -> TurnCode {
        TurnCode { number, code: (self.0 >> (LINE_BITS - CODE_BITS)) as u32 }
    }
}

impl TurnCode {
    /// Reads the turn code at the beginning of a text, in either case. `None` if there is none.
    pub fn read(text: &str) -> Option<Self> {
        let (number, code) = text.strip_prefix(['t', 'T'])?.split_once('-')?;
        let code = crockford::read(&crockford::forgiven(code.get(..CODE_CHARS)?))?;
        Some(TurnCode { number: number.parse().ok()?, code: code.try_into().ok()? })
    }

    /// The code alone: `K4QT`.
    pub fn code_text(self) -> String {
        code_text(self.code)
    }

    /// Appends a turn code; none is turn 0.
    pub fn pack(turn_code: Option<Self>, packer: &mut Packer) {
        packer.put(turn_code.map_or(0, |turn_code| turn_code.number.into()), NUMBER_BITS);
        packer.put(turn_code.map_or(0, |turn_code| turn_code.code.into()), CODE_BITS);
    }

    /// Reads what [`TurnCode::pack`] wrote.
    ///
    /// # Errors
    ///
    /// If the bits run out.
    pub fn unpack(packed: &mut Unpacker<'_>) -> Result<Option<Self>, Unpackable> {
        let (number, code) = (packed.take_as(NUMBER_BITS)?, packed.take_as(CODE_BITS)?);
        Ok((number > 0).then_some(TurnCode { number, code }))
    }
}

/// A code of [`CODE_BITS`] bits as people compare it: `K4QT`.
pub fn code_text(code: u32) -> String {
    crockford::write(code.into(), CODE_BITS / 5).to_ascii_uppercase()
}

impl std::fmt::Display for TurnCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "t{}-{}", self.number, self.code_text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_public_changes_the_line() {
        let start = Line(1);
        let lines = [start, Line(2), start.then(1, "a"), start.then(2, "a"), start.then(1, "b")];
        for (at, line) in lines.iter().enumerate() {
            assert!(!lines[..at].contains(line));
        }
        assert_eq!(start.then(1, "a"), start.then(1, "a"));
    }

    #[test]
    fn marks_come_back() {
        let turn_code = Line(0xabcd_ef01_2345_6789).turn_code(12);
        assert_eq!(turn_code.to_string(), "t12-NF6Y");
        for text in ["t12-NF6Y", "T12-nf6y", "t12-NF6Y.", "t12-NF6Yx"] {
            assert_eq!(TurnCode::read(text), Some(turn_code), "{text}");
        }
        for nonsense in ["", "t-NF6Y", "t12", "t12-NF6", "12-NF6Y", "t99999-NF6Y", "t12-NFU6"] {
            assert_eq!(TurnCode::read(nonsense), None, "{nonsense}");
        }
    }
}
