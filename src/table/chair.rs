//! A chair: the secret of one seat at one table. Who knows it sees and moves for that seat.

use crate::crockford;

/// The width of a chair. At 2,000 guesses a second somebody finds one of five chairs of a table in
/// about 1,800 years on average.
pub const CHAIR_BITS: u32 = 50;
const HALF_DIGITS: u32 = 5;

/// The secret of one seat. `Debug` does not show it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Chair(u64);

impl Chair {
    /// A chair drawn from 7 random bytes.
    pub fn from_random(bytes: [u8; 7]) -> Self {
        let number = bytes.iter().fold(0, |number, byte| number << 8 | u64::from(*byte));
        Chair::from_number(number)
    }

    /// The chair that a packed number is.
    pub fn from_number(number: u64) -> Self {
        Chair(number & ((1 << CHAIR_BITS) - 1))
    }

    /// The number to be packed.
    pub fn number(self) -> u64 {
        self.0
    }

    /// Reads a chair as it is written, forgiving in case, blanks and hyphens.
    pub fn read(text: &str) -> Option<Self> {
        let text = crockford::forgiven(text);
        let is_whole = text.len() as u32 == 2 * HALF_DIGITS;
        crockford::read(&text).filter(|_| is_whole).map(Chair)
    }
}

impl std::fmt::Display for Chair {
    /// `7qk3m-9xa2d`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let front = crockford::write(self.0 >> (CHAIR_BITS / 2), HALF_DIGITS);
        write!(f, "{front}-{}", crockford::write(self.0, HALF_DIGITS))
    }
}

impl std::fmt::Debug for Chair {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Chair")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_chair_is_read_as_people_type_it() {
        let chair = Chair::from_random([1, 2, 3, 4, 5, 6, 7]);
        let written = chair.to_string();
        assert_eq!(written.len(), 11);
        let forms = [written.to_uppercase(), written.replace('-', ""), format!(" {written}\n")];
        for form in [written].into_iter().chain(forms) {
            assert_eq!(Chair::read(&form), Some(chair), "{form}");
        }
        for nonsense in ["", "7qk3m", "7qk3m-9xa2", "7qk3m-9xa2dd", "7qk3m-9xa2u", "\u{fffd}"] {
            assert_eq!(Chair::read(nonsense), None, "{nonsense}");
        }
        assert_eq!(format!("{chair:?}"), "Chair");
    }

    proptest! {
        #[test]
        fn chairs_come_back(bytes: [u8; 7]) {
            let chair = Chair::from_random(bytes);
            prop_assert_eq!(Chair::read(&chair.to_string()), Some(chair));
            prop_assert_eq!(Chair::from_number(chair.number()), chair);
        }
    }
}
