//! Several moves that are typed at once: `AABC`, `a1 b2`, `blue, green`.

use super::read::Asks;

/// The most moves that are typed at once.
const PARTS_MAX: usize = 8;

/// The parts of a text, each of which may be a move of a page with this field. Empty if the text
/// has no parts, or can be parted in several ways.
pub fn parts(text: &str, asks: Asks) -> Vec<&str> {
    let parts = parted(text.trim());
    let parts: Vec<&str> =
        parts.into_iter().map(str::trim).filter(|part| !part.is_empty()).collect();
    let letters = parts.iter().filter(|part| part.chars().nth(1).is_none()).count();
    // `1,2,3,4` may be two places as well as four numbers.
    let is_number = |part: &&str| !part.contains(char::is_alphabetic) && !part.contains([' ', ',']);
    let is_clear = !matches!(asks, Asks::Square) || !parts.iter().any(is_number);
    let is_uniform = letters == 0 || letters == parts.len();
    match (2..=PARTS_MAX).contains(&parts.len()) && is_uniform && is_clear {
        true => parts,
        false => Vec::new(),
    }
}

/// The pieces between semicolons, or else between commas, blanks or letters.
fn parted(text: &str) -> Vec<&str> {
    let has_blanks = text.contains(char::is_whitespace);
    let (commas, followed) = (text.matches(',').count(), text.matches(", ").count());
    if text.contains(';') {
        return text.split(';').collect();
    }
    match (has_blanks, commas) {
        (false, 0) => letters(text),
        (false, _) => text.split(',').collect(),
        (true, 0) => text.split_whitespace().collect(),
        // Commas part the pieces, or else they are in them: `1,2 3,4`.
        _ if followed == commas => text.split(',').collect(),
        _ if followed == 0 => text.split_whitespace().collect(),
        _ => Vec::new(),
    }
}

/// The letters of a word.
fn letters(word: &str) -> Vec<&str> {
    match word.chars().all(char::is_alphabetic) {
        true => word.split("").collect(),
        false => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_typed_at_once_are_parted_into_words_or_letters() {
        for (text, parted) in [
            ("A a  B c", "A|a|B|c"),
            ("AABC", "A|A|B|C"),
            ("anchor, boat", "anchor|boat"),
            ("anchor,boat", "anchor|boat"),
            ("1,2", "1|2"),
            ("a1 b2", "a1|b2"),
            ("1,2 3,4", "1,2|3,4"),
            ("1 2, 3 4", "1 2|3 4"),
            ("a 1; b 2", "a 1|b 2"),
            ("Put A blue, A blue", "Put A blue|A blue"),
            // A letter among words may belong to the next one.
            ("A blue B green", ""),
            ("1,2, 3,4", ""),
            ("a", ""),
            (" ", ""),
            ("43", ""),
            ("ninechars", ""),
        ] {
            assert_eq!(parts(text, Asks::Word).join("|"), parted, "{text}");
        }
        for text in ["1,2,3,4", "1 2 3", "1, 2"] {
            assert_eq!(parts(text, Asks::Square), [""; 0], "{text}");
        }
        assert_eq!(parts("1,2 3,4", Asks::Square), ["1,2", "3,4"]);
    }
}
