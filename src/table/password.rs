//! A password: the secret of one seat at one table. A player who knows it sees that seat's hand and
//! moves for it.

use crate::crockford;

/// The width of a password. At 2,000 guesses a second somebody finds one of five passwords of a table in
/// about 1,800 years on average.
pub const PASSWORD_BITS: u32 = 50;
const HALF_DIGITS: u32 = 5;

/// The secret of one seat. `Debug` does not show it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Password(u64);

impl Password {
    /// A password drawn from 7 random bytes.
    pub fn from_random(bytes: [u8; 7]) -> Self {
        let number = bytes.iter().fold(0, |number, byte| number << 8 | u64::from(*byte));
        Password::from_number(number)
    }

    /// The password that a packed number is.
    pub fn from_number(number: u64) -> Self {
        Password(number & ((1 << PASSWORD_BITS) - 1))
    }

    /// The number to be packed.
    pub fn number(self) -> u64 {
        self.0
    }

    /// Reads a password as it is written, forgiving in case, blanks and hyphens.
    pub fn read(text: &str) -> Option<Self> {
        let text = crockford::forgiven(text);
        let is_whole = text.len() == 2 * HALF_DIGITS as usize;
        crockford::read(&text).filter(|_| is_whole).map(Password)
    }
}

impl std::fmt::Display for Password {
    /// `7qk3m-9xa2d`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&crockford::halves(self.0, HALF_DIGITS))
    }
}

impl std::fmt::Debug for Password {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Password")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_password_is_read_as_people_type_it() {
        let password = Password::from_random([1, 2, 3, 4, 5, 6, 7]);
        let written = password.to_string();
        assert_eq!(written.len(), 11);
        let forms = [written.to_uppercase(), written.replace('-', ""), format!(" {written}\n")];
        for form in [written].into_iter().chain(forms) {
            assert_eq!(Password::read(&form), Some(password), "{form}");
        }
        for nonsense in ["", "7qk3m", "7qk3m-9xa2", "7qk3m-9xa2dd", "7qk3m-9xa2u", "\u{fffd}"] {
            assert_eq!(Password::read(nonsense), None, "{nonsense}");
        }
        assert_eq!(format!("{password:?}"), "Password");
    }

    #[test]
    fn every_bit_of_a_password_is_drawn() {
        let of_bit = |bit: usize| {
            let mut bytes = [0; 7];
            bytes[bit / 8] = 1 << (bit % 8);
            Password::from_random(bytes).number()
        };
        let numbers: Vec<u64> = (0..7 * 8).map(of_bit).collect();
        assert!((0..50).all(|bit| numbers.contains(&(1 << bit))), "{numbers:?}");
    }

    proptest! {
        #[test]
        fn passwords_come_back(bytes: [u8; 7]) {
            let password = Password::from_random(bytes);
            prop_assert_eq!(Password::read(&password.to_string()), Some(password));
            prop_assert_eq!(Password::from_number(password.number()), password);
        }
    }
}
