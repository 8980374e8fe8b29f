//! Numbers in digits, which the formatting of std writes at five times the cost because it can do
//! more: a page has hundreds of them.

use std::fmt::{Result, Write};

/// Writes a number.
pub fn write_number(number: usize, out: &mut dyn Write) -> Result {
    if number >= 10 {
        write_number(number / 10, out)?;
    }
    let digit = number % 10;
    out.write_str("0123456789".get(digit..=digit).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_in_digits() {
        for number in [0, 7, 10, 99, 100, 108, usize::MAX] {
            let mut text = String::new();
            write_number(number, &mut text).unwrap();
            assert_eq!(text, number.to_string());
        }
    }
}
