//! Removes the damage of links on their way from a name or a value of a query: the end of a
//! sentence behind them, invisible characters, and other kinds of hyphens.

use std::borrow::Cow;
use unicode_normalization::UnicodeNormalization;

/// A name: lower case, from its first letter to its last. A mail program may have left `amp;`
/// before it, and a person a second query behind it.
pub fn name(text: &str) -> Cow<'_, str> {
    if text.bytes().all(|c| c.is_ascii_lowercase() || c == b'_') {
        return text.into();
    }
    let text = plain(text).to_ascii_lowercase();
    text.trim_start_matches("amp;").trim_start_matches("38;").to_owned().into()
}

/// A value of letters, digits, hyphens and commas, such as a name, a number or a code, without blanks and
/// other characters around it.
pub fn plain(text: &str) -> Cow<'_, str> {
    let is_clean = |c: u8| c.is_ascii_alphanumeric();
    if text.bytes().all(|c| is_clean(c) || c == b'-') && text.bytes().last().is_none_or(is_clean) {
        return text.into();
    }
    let text: String = visible(text).filter(|c| !c.is_whitespace()).collect();
    let text = text.trim_start_matches(|c| is_sentence_mark(c) || c == '&');
    let end = text.find(['?', '#', '&', '<', '>', '"']).unwrap_or(text.len());
    text[..end].trim_end_matches(|c: char| !c.is_alphanumeric()).to_owned().into()
}

/// A value of [`plain`] in which upper case means nothing.
pub fn lower(text: &str) -> String {
    plain(text).to_lowercase()
}

/// A text by a person, without invisible characters and without a second query behind it.
pub fn text(text: &str) -> String {
    let text: String = visible(text).collect();
    let mut marks = text.match_indices('?').map(|(at, _)| text.split_at(at));
    let query = marks.find(|(_, rest)| is_query(&rest[1..]));
    query.map_or(&*text, |(text, _)| text).trim().to_owned()
}

/// The words that name a deal. The same words in another case, with other blanks, in quotation
/// marks or at the end of a sentence name the same deal. So do the same words with accents as
/// separate characters (Unicode Standard Annex 15, form C).
pub fn seed(words: &str) -> String {
    let words = text(words).nfc().collect::<String>().to_lowercase();
    let squeezed = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let trimmed = squeezed.trim_matches(is_sentence_mark);
    // A seed may have only such marks.
    if trimmed.is_empty() { squeezed } else { trimmed.trim().to_owned() }
}

/// The characters that people see, every kind of hyphen and dash as the hyphen of a keyboard.
pub fn visible(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|c| !is_invisible(*c)).map(|c| if is_dash(c) { '-' } else { c })
}

/// Returns true for hyphens, dashes and the minus sign.
fn is_dash(c: char) -> bool {
    matches!(c, '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}')
}

/// Returns true for characters that no font shows: those of Unicode's
/// `Default_Ignorable_Code_Point` that messengers and word processors put into links. Also for
/// control characters, except white space.
fn is_invisible(c: char) -> bool {
    let is_control = c.is_control() && !c.is_whitespace();
    is_control
        || matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180e}' | '\u{feff}'
            | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{e0000}'..='\u{e0fff}')
}

/// Returns true for the marks that end a sentence or enclose a part of it.
fn is_sentence_mark(c: char) -> bool {
    ".,;:!?\u{2026}\"'()[]{}<>*_~`|/\\".contains(c)
        || matches!(c, '\u{ab}' | '\u{bb}' | '\u{2018}'..='\u{201f}' | '\u{2039}' | '\u{203a}'
            | '\u{3001}' | '\u{3002}' | '\u{300a}'..='\u{3011}' | '\u{ff01}' | '\u{ff0c}'
            | '\u{ff1b}' | '\u{ff1f}')
        || c.is_whitespace()
}

/// Returns true if a text begins like a query: `utm_source=`.
pub fn is_query(text: &str) -> bool {
    let name = text.split_once('=').map_or("", |(name, _)| name);
    !name.is_empty() && name.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_name_is_its_letters() {
        for damaged in
            ["turn", "TURN", "amp;turn", "\u{200b}turn", "?turn", "turn.", " turn ", "turn?utm"]
        {
            assert_eq!(name(damaged), "turn", "{damaged}");
        }
        assert_eq!(name("rules?utm_source"), "rules");
        assert_eq!(name("board_of"), "board_of");
    }

    #[test]
    fn a_value_loses_what_stands_around_it() {
        for behind in [
            ".", ",", ")", ".)", ">", "\"", "\u{201d}", ";", "!", "/", "*", " ", "]", "?a=b",
            "#now", "&x", "\u{2060}", "\u{3002}",
        ] {
            assert_eq!(plain(&format!("t12-K4QT{behind}")), "t12-K4QT", "{behind}");
        }
        for whole in ["", "7", "-1", "1,3", "8H", "16x16-51"] {
            assert_eq!(plain(whole), whole);
        }
        assert_eq!(plain("t12\u{2011}K4\u{ad}QT"), "t12-K4QT");
        assert_eq!(plain("(7qk3m\u{2014}9xa2d)"), "7qk3m-9xa2d");
    }

    #[test]
    fn a_seed_is_its_words() {
        for same in [
            "rainy day",
            "Rainy  Day.",
            "\u{201c}rainy\u{a0}day\u{201d}",
            " rainy day)",
            "rainy day?utm_source=x",
            "?rainy day?utm_source=x",
            "rai\u{ad}ny day",
        ] {
            assert_eq!(seed(same), "rainy day", "{same}");
        }
        assert_eq!(seed("cafe\u{301}"), seed("Caf\u{c9}"));
        for own in ["!?", "\u{1f3b2}", "c++", "who? me", "salt & pepper"] {
            assert_eq!(seed(own), own);
        }
    }

    proptest! {
        #[test]
        fn cleaning_twice_is_cleaning_once(text: String) {
            prop_assert_eq!(seed(&seed(&text)), seed(&text));
            let once = plain(&text);
            prop_assert_eq!(&plain(&once), &once);
            let once = name(&text);
            prop_assert_eq!(&name(&once), &once);
        }
    }
}
