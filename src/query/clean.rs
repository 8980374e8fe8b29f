//! One rule for every name and every short value of a query: letters and digits in the form of a
//! keyboard (Unicode Standard Annex 15, form KC), without invisible characters, and without the
//! damage of links on their way, such as the end of a sentence behind them.

use super::{digits, is_password};
use crate::table::password::Password;
use std::borrow::Cow;
use unicode_normalization::UnicodeNormalization;

/// The characters of a name that count: more than any known name has with `amp;` before it. A query has many
/// names, and to clean a character takes some 700 instructions.
const NAME_CHARS_MAX: usize = 32;

/// A name: lower case, from its first letter to its last. A mail program may have left `amp;`
/// before it, and a person a second query behind it.
pub fn name(text: &str) -> Cow<'_, str> {
    if text.bytes().all(|c| c.is_ascii_lowercase() || c == b'_') {
        return text.into();
    }
    let text: String = visible(text).take(NAME_CHARS_MAX).collect();
    // Lower case comes first: more small letters than capitals are one character with their mark.
    let text = tidied(&letters(&text).to_ascii_lowercase());
    // The form of a keyboard may be longer.
    let end = text.char_indices().nth(NAME_CHARS_MAX).map(|(at, _)| at);
    let text = if let Some(end) = end { tidied(&text[..end]) } else { text };
    text.trim_start_matches("amp;").trim_start_matches("38;").to_owned().into()
}

/// A value of letters, digits, hyphens and commas, such as a name, a number or a code, without blanks and
/// other characters around it.
pub fn plain(text: &str) -> Cow<'_, str> {
    let is_clean = |c: u8| c.is_ascii_alphanumeric();
    if text.bytes().all(|c| is_clean(c) || c == b'-') && text.bytes().last().is_none_or(is_clean) {
        return text.into();
    }
    tidied(&letters(text)).into()
}

/// Letters without blanks, and without other characters around them.
fn tidied(letters: &str) -> String {
    // A character may have parted into a blank and a mark, which now composes with another letter.
    let text: String = letters.chars().filter(|c| !c.is_whitespace()).collect();
    let text = formed(&text, |part, all| all.extend(part.nfc()));
    let text = text.trim_start_matches(|c| is_sentence_mark(c) || c == '&');
    let end = text.find(['?', '#', '&', '<', '>', '"']).unwrap_or(text.len());
    text[..end].trim_end_matches(|c: char| !c.is_alphanumeric()).to_owned()
}

/// A value of [`plain`] in which upper case means nothing.
pub fn lower(text: &str) -> String {
    plain(text).to_lowercase()
}

/// A password, without the words and links around it. Its halves are two words, whatever stands between
/// them. Among several such words those with a hyphen count, then those with a digit, as nearly every
/// password has one.
pub fn password(text: &str) -> String {
    let own = plain(text);
    if Password::read(&own).is_some() {
        return own.into_owned();
    }
    let text: String = letters(text);
    let words: Vec<&str> = password_of_link(&text)
        .unwrap_or(&text)
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let halves = words.windows(2).filter(|pair| pair.iter().all(|word| word.len() == 5));
    let wholes = words.iter().filter(|word| word.len() == 10).map(|word| (*word).to_owned());
    let candidates = halves.map(|pair| pair.join("-")).chain(wholes);
    let mut candidates = candidates.filter(|word| Password::read(word).is_some());
    let has_digit = |word: &String| word.contains(|c: char| c.is_ascii_digit());
    let is_written = |candidate: &String| text.contains(&**candidate);
    let written = candidates.clone().find(is_written);
    written.or(candidates.clone().find(has_digit)).or(candidates.next()).unwrap_or(own.into_owned())
}

/// The value of the password in a private link.
pub fn password_of_link(text: &str) -> Option<&str> {
    let mut pairs = text.rsplit(['?', '&']).filter_map(|pair| pair.split_once('='));
    pairs.find(|(name, _)| is_password(name)).map(|(_, value)| value)
}

/// A text by a person, without a second query behind it. The query of an address in it stays.
pub fn text(text: &str) -> String {
    let text: String = letters(text);
    let mut marks = text.match_indices('?').map(|(at, _)| text.split_at(at));
    let query = marks.find(|(before, rest)| is_query(&rest[1..]) && !before.contains("://"));
    query.map_or(&*text, |(text, _)| text).trim().to_owned()
}

/// A typed move, without what people write around one: quotes, brackets, a final stop, and its
/// number in a list: `3. b2`, `"12... Nf6"`.
pub fn typed(words: &str) -> String {
    let text = text(words).split_whitespace().collect::<Vec<_>>().join(" ");
    let is_around = |c: char| {
        "\"'`()[]{}<>".contains(c)
            || matches!(c, '\u{ab}' | '\u{bb}' | '\u{2018}'..='\u{201f}' | '\u{2039}' | '\u{203a}')
    };
    let text = text.trim_start_matches(is_around).trim_end_matches(|c| is_around(c) || c == '.');
    let behind_number = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let behind = behind_number.trim_start_matches(['.', ')', ' ']);
    let is_listed = behind_number.len() < text.len()
        && behind_number.starts_with(['.', ')'])
        && behind.starts_with(char::is_alphabetic);
    if is_listed { behind.to_owned() } else { text.trim().to_owned() }
}

/// The most characters of a value that a page quotes.
pub const QUOTED_CHARS_MAX: usize = 24;

/// The beginning of a text as a page may quote it: 24 characters, and no address.
pub fn quoted(words: &str) -> String {
    let text = text(words);
    let end = address(&text).unwrap_or(text.len());
    let quoted: String = text[..end].chars().take(QUOTED_CHARS_MAX).collect();
    if quoted == text { quoted } else { quoted.trim_end().to_owned() + "\u{2026}" }
}

/// The place where a program may see an address in a text: an `@`, `//`, or a stop between a letter
/// or digit and two letters, as in `parlour.example`.
fn address(text: &str) -> Option<usize> {
    let is_stop = |(at, _): &(usize, &str)| {
        let mut behind = text[at + 1..].chars();
        text[..*at].ends_with(char::is_alphanumeric)
            && [behind.next(), behind.next()].iter().all(|c| c.is_some_and(char::is_alphabetic))
    };
    let stop = text.match_indices('.').find(is_stop).map(|(at, _)| at);
    [stop, text.find('@'), text.find("//")].into_iter().flatten().min()
}

/// The words that name a deal. The same words in another case, with other blanks, in quotation
/// marks or at the end of a sentence name the same deal. A form writes a plus sign between two words, and a
/// program may have encoded it.
pub fn seed(words: &str) -> String {
    let words = text(words).to_lowercase();
    let words = match words.split_once('+') {
        Some((one, other)) if !one.is_empty() && !other.starts_with('+') && !other.is_empty() => {
            words.replace('+', " ")
        }
        _ => words,
    };
    let squeezed = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let trimmed = squeezed.trim_matches(is_sentence_mark);
    // A seed may have only such marks.
    if trimmed.is_empty() { squeezed } else { trimmed.trim().to_owned() }
}

/// The characters of a short value, each in the form of a keyboard.
fn letters(text: &str) -> String {
    let in_digits = |c| digits::value(c).map_or(c, |value| char::from(b'0' + value));
    let text: String = text.chars().filter(|c| !is_invisible(*c) && !is_word(*c)).collect();
    formed(&text, |part, all| all.extend(visible_of(part.nfkc()).map(in_digits)))
}

/// A text in a form of Unicode. The form changes no ASCII, and only the last letter of it can compose with the
/// characters behind it, so the rest is copied: to form a character takes some hundreds of instructions.
fn formed(mut text: &str, form: impl Fn(&str, &mut String)) -> String {
    let mut all = String::with_capacity(text.len());
    while !text.is_empty() {
        let ascii = text.bytes().take_while(u8::is_ascii).count();
        let copied = if ascii == text.len() { ascii } else { ascii.saturating_sub(1) };
        all.push_str(&text[..copied]);
        let part = &text[copied..];
        let mut next = part.char_indices().skip(1).filter(|(_, c)| c.is_ascii());
        let (part, rest) = part.split_at(next.next().map_or(part.len(), |(at, _)| at));
        form(part, &mut all);
        text = rest;
    }
    all
}

/// Returns true for characters that stand for whole words: Arabic ligatures and squares. Form KC makes up
/// to 18 letters of each, which nobody typed and which take long to read.
fn is_word(c: char) -> bool {
    matches!(c, '\u{fdf0}'..='\u{fdfc}' | '\u{3300}'..='\u{33ff}')
}

/// The characters that people see, every kind of hyphen and dash as the hyphen of a keyboard.
pub fn visible(text: &str) -> impl Iterator<Item = char> {
    visible_of(text.chars())
}

fn visible_of(text: impl Iterator<Item = char>) -> impl Iterator<Item = char> {
    text.filter(|c| !is_invisible(*c)).map(|c| if is_dash(c) { '-' } else { c })
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

    proptest! {
        /// Only characters that are no ASCII, and their neighbours, are put into a form.
        #[test]
        fn ascii_needs_no_form(text in "([ -~]|\\PC|[a-e\u{300}-\u{330}]|[\u{1100}-\u{11ff}]){0,40}") {
            let kept = text.chars().filter(|c| !is_invisible(*c) && !is_word(*c));
            let digit = |c| digits::value(c).map_or(c, |value| char::from(b'0' + value));
            let whole: String = visible_of(kept.nfkc()).map(digit).collect();
            prop_assert_eq!(letters(&text), whole);
            let composed: String = text.nfc().collect();
            prop_assert_eq!(formed(&text, |part, all| all.extend(part.nfc())), composed);
        }
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
        assert_eq!(seed("\u{ff52}ainy d\u{ff41}y \u{663}"), "rainy day 3");
        assert_eq!(seed("rainy+day"), "rainy day");
        for own in ["!?", "\u{1f3b2}", "c++", "+1", "who? me", "salt & pepper"] {
            assert_eq!(seed(own), own);
        }
    }

    #[test]
    fn a_password_is_found_in_its_text() {
        let own = "7qk3m-9xa2d";
        for text in [
            own,
            "7QK3M 9XA2D",
            "Password: 7qk3m-9xa2d",
            "my password is 7qk3m_9xa2d, thanks",
            "7qk3m/9xa2d 7qk3m/9xa2d",
            "(their table: 7qk3m9xa2d)",
            "Table 53MR1 7qk3m-9xa2d",
            "\u{201c}7qk3m\u{2009}\u{2014} 9xa2d\u{201d}",
            "https://h/p?s=AQIJJ-abcde-fghjk&g=eights&c=7qk3m-9xa2d",
            "?c-7qk3-1=7qk3m-9xa2d&g=eights",
        ] {
            assert_eq!(Password::read(&password(text)), Password::read(own), "{text}");
        }
        for other in ["", "7qk3m", "no password here", "7qk3m-9xa2", "my password"] {
            let found = password(other);
            assert!(other == "my password" || Password::read(&found).is_none(), "{other}: {found}");
        }
    }

    #[test]
    fn a_typed_move_loses_what_surrounds_it() {
        for (text, cleaned) in [
            ("1. e4", "e4"),
            ("1.e4", "e4"),
            ("12\u{2026} Nf6", "Nf6"),
            ("3) queen  of\thearts.", "queen of hearts"),
            ("\u{201c}b2\u{201d}.", "b2"),
            ("(2,3)", "2,3"),
            ("2.3", "2.3"),
            ("3. 0-0", "3. 0-0"),
            ("\u{ff11}\u{ff0c}\u{662}", "1,2"),
            ("10\u{2665}\u{fe0f}", "10\u{2665}"),
            (" . ", ""),
        ] {
            assert_eq!(typed(text), cleaned, "{text}");
        }
    }

    #[test]
    fn a_quoted_text_has_no_address() {
        for (text, shown) in [
            ("10\u{2665}", "10\u{2665}"),
            ("exd6 e.p.", "exd6 e.p."),
            ("1.2.3", "1.2.3"),
            ("win at evil.example/now", "win at evil\u{2026}"),
            ("https://evil", "https:\u{2026}"),
            ("a@b", "a\u{2026}"),
            ("x\u{202e}y\u{0}", "xy"),
        ] {
            assert_eq!(quoted(text), shown, "{text}");
        }
        assert_eq!(quoted(&"x".repeat(25)), format!("{}\u{2026}", "x".repeat(24)));
    }

    proptest! {
        #[test]
        fn cleaning_twice_is_cleaning_once(text: String) {
            prop_assert_eq!(seed(&seed(&text)), seed(&text));
            prop_assert!(quoted(&text).chars().count() <= QUOTED_CHARS_MAX + 1);
            let once = plain(&text);
            prop_assert_eq!(&plain(&once), &once);
            let once = name(&text);
            prop_assert_eq!(&name(&once), &once);
        }
    }
}
