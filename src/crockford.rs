//! Crockford's base 32 (<https://www.crockford.com/base32.html>) for codes that people read out and
//! type. It leaves out letters that are easy to misread.

/// The digits, from 0 to 31.
const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// The last `digits` digits of a number, the highest first.
pub fn write(number: u64, digits: u32) -> String {
    let digit = |place: u32| char::from(DIGITS[(number >> (5 * place) & 31) as usize]);
    (0..digits).rev().map(digit).collect()
}

/// The last `2 * digits` digits of a number, with a hyphen in their middle: `7qk3-m9xa`.
pub fn halves(number: u64, digits: u32) -> String {
    format!("{}-{}", write(number >> (5 * digits), digits), write(number, digits))
}

/// Reads a number of at most twelve digits in lower case. Returns `None` for any other text.
pub fn read(text: &str) -> Option<u64> {
    let is_short = (1..=12).contains(&text.len());
    let value = |digit: u8| DIGITS.iter().position(|known| *known == digit);
    let push = |number, digit| Some(number << 5 | value(digit)? as u64);
    text.bytes().try_fold(0, push).filter(|_| is_short)
}

/// Cleans a typed text: it becomes lower case, loses blanks and hyphens, and gets digits for the
/// letters that look like them.
pub fn forgiven(text: &str) -> String {
    let letters = text.chars().filter(|c| !c.is_whitespace() && *c != '-');
    let digit = |c: char| match c.to_ascii_lowercase() {
        'o' => '0',
        'i' | 'l' => '1',
        c => c,
    };
    letters.map(digit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        for number in [0, 1, 31, 32, 0x1234_5678_9abc] {
            assert_eq!(read(&write(number, 10)), Some(number & ((1 << 50) - 1)));
        }
        assert_eq!(write(0b11111_00000_01010, 3), "z0a");
        for nonsense in ["", "u", "A", "7-q", "\u{fffd}", "0123456789abc"] {
            assert_eq!(read(nonsense), None, "{nonsense}");
        }
        assert_eq!(forgiven(" 7QK3M-9xaOL\n"), "7qk3m9xa01");
    }
}
