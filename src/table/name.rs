//! The name that a person gives themselves at a table.
//!
//! Letters only, so that nobody plants an address or a sentence on a webmaster's domain.

use crate::game::text::Text;

/// The most letters of a name.
pub const LETTERS_MAX: usize = 10;
/// The width of a packed name.
pub const NAME_BITS: u32 = LETTERS_MAX as u32 * LETTER_BITS;
const LETTER_BITS: u32 = 6;

/// A name of 1 to 10 letters A to Z, in either case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name(String);

/// Why a text is no name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadName {
    /// There is no letter in it.
    Empty,
    /// It has something else than letters, or too many; this would do.
    NotLetters(String),
    /// Somebody at the table has it.
    Taken,
}

impl BadName {
    /// What to say to whoever chose it.
    pub fn sentence(&self) -> Text {
        match self {
            BadName::Empty => "A name is 1 to 10 letters, A to Z.".into(),
            BadName::NotLetters(other) => {
                format!("A name is 1 to 10 letters, A to Z. Try {other}.").into()
            }
            BadName::Taken => "Somebody at this table has that name. Choose another.".into(),
        }
    }
}

impl Name {
    /// Reads a name that nobody else at the table has; case makes no difference in that.
    ///
    /// # Errors
    ///
    /// Why it is no name, or cannot be this person's.
    pub fn read<'a>(
        text: &str,
        others: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, BadName> {
        let text = text.trim();
        let letters: String = text.chars().flat_map(plain_letters).take(LETTERS_MAX).collect();
        if letters.is_empty() {
            return Err(BadName::Empty);
        }
        if letters != text {
            return Err(BadName::NotLetters(letters));
        }
        match others.into_iter().any(|other| other.eq_ignore_ascii_case(&letters)) {
            true => Err(BadName::Taken),
            false => Ok(Name(letters)),
        }
    }

    /// The name as it is written.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The name as a number of [`NAME_BITS`] bits, never 0.
    pub fn to_number(&self) -> u64 {
        let letters = self.0.bytes().chain(std::iter::repeat(0)).take(LETTERS_MAX);
        letters.fold(0, |number, letter| number << LETTER_BITS | letter_code(letter))
    }

    /// The name that a packed number is; none if it is no name.
    pub fn from_number(number: u64) -> Option<Self> {
        let code = |place: usize| number >> (LETTER_BITS as usize * (LETTERS_MAX - 1 - place)) & 63;
        let letters: Vec<u64> = (0..LETTERS_MAX).map(code).take_while(|code| *code != 0).collect();
        let name = letters.into_iter().map(letter_of).collect::<Option<String>>().map(Name)?;
        (!name.0.is_empty() && name.to_number() == number).then_some(name)
    }
}

/// 1 to 26 for A to Z, 27 to 52 for a to z, and 0 for anything else.
fn letter_code(letter: u8) -> u64 {
    match letter {
        b'A'..=b'Z' => u64::from(letter - b'A') + 1,
        b'a'..=b'z' => u64::from(letter - b'a') + 27,
        _ => 0,
    }
}

fn letter_of(code: u64) -> Option<char> {
    let offset = u8::try_from(code).ok()?;
    match offset {
        1..=26 => Some(char::from(b'A' + offset - 1)),
        27..=52 => Some(char::from(b'a' + offset - 27)),
        _ => None,
    }
}

/// The letters A to Z that stand for a character: itself, or those of a Latin letter without its
/// accents; none for anything else.
fn plain_letters(letter: char) -> impl Iterator<Item = char> {
    let plain = match letter {
        'a'..='z' | 'A'..='Z' => return vec![letter].into_iter(),
        'À'..='Å' | 'Ā' | 'Ă' | 'Ą' => "A",
        'à'..='å' | 'ā' | 'ă' | 'ą' => "a",
        'Æ' => "Ae",
        'æ' => "ae",
        'Ç' | 'Ć' | 'Č' => "C",
        'ç' | 'ć' | 'č' => "c",
        'Ď' | 'Đ' | 'Ð' => "D",
        'ď' | 'đ' | 'ð' => "d",
        'È'..='Ë' | 'Ē' | 'Ė' | 'Ę' | 'Ě' => "E",
        'è'..='ë' | 'ē' | 'ė' | 'ę' | 'ě' => "e",
        'Ğ' => "G",
        'ğ' => "g",
        'Ì'..='Ï' | 'Ī' | 'İ' => "I",
        'ì'..='ï' | 'ī' | 'ı' => "i",
        'Ł' => "L",
        'ł' => "l",
        'Ñ' | 'Ń' | 'Ň' => "N",
        'ñ' | 'ń' | 'ň' => "n",
        'Ò'..='Ö' | 'Ø' | 'Ō' | 'Ő' => "O",
        'ò'..='ö' | 'ø' | 'ō' | 'ő' => "o",
        'Œ' => "Oe",
        'œ' => "oe",
        'Ř' => "R",
        'ř' => "r",
        'Ś' | 'Ş' | 'Š' => "S",
        'ś' | 'ş' | 'š' => "s",
        'ß' => "ss",
        'Ť' | 'Ţ' => "T",
        'ť' | 'ţ' => "t",
        'Þ' => "Th",
        'þ' => "th",
        'Ù'..='Ü' | 'Ū' | 'Ů' | 'Ű' => "U",
        'ù'..='ü' | 'ū' | 'ů' | 'ű' => "u",
        'Ý' | 'Ÿ' => "Y",
        'ý' | 'ÿ' => "y",
        'Ź' | 'Ż' | 'Ž' => "Z",
        'ź' | 'ż' | 'ž' => "z",
        _ => "",
    };
    plain.chars().collect::<Vec<char>>().into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str) -> Result<String, BadName> {
        Name::read(text, ["Ada", "Ben"]).map(|name| name.0)
    }

    #[test]
    fn a_name_is_a_few_letters_that_nobody_else_has() {
        assert_eq!(read(" Ann "), Ok("Ann".to_owned()));
        assert_eq!(read("AbCdEfGhIj"), Ok("AbCdEfGhIj".to_owned()));
        assert_eq!(read("ADA"), Err(BadName::Taken));
        for empty in ["", " ", "123", "\u{fffd}", "<>", "日本"] {
            assert_eq!(read(empty), Err(BadName::Empty), "{empty}");
        }
    }

    #[test]
    fn a_name_that_will_not_do_gets_a_suggestion() {
        let suggestions = [
            ("Zoë", "Zoe"),
            ("Łukasz", "Lukasz"),
            ("Jean-Luc", "JeanLuc"),
            ("Mary Ann", "MaryAnn"),
            ("Weiß", "Weiss"),
            ("Maximiliane", "Maximilian"),
            ("http://evil.example", "httpevilex"),
        ];
        for (text, other) in suggestions {
            assert_eq!(read(text), Err(BadName::NotLetters(other.to_owned())), "{text}");
            assert!(read(other).is_ok(), "{other}");
        }
    }

    /// Those of the languages of Europe that are written in Latin letters, and what they stand for.
    #[test]
    fn a_letter_with_an_accent_stands_for_the_plain_one() {
        let accented = [
            ("A", "ÀÁÂÃÄÅĀĂĄ"),
            ("a", "àáâãäåāăą"),
            ("Ae", "Æ"),
            ("ae", "æ"),
            ("C", "ÇĆČ"),
            ("c", "çćč"),
            ("D", "ĎĐÐ"),
            ("d", "ďđð"),
            ("E", "ÈÉÊËĒĖĘĚ"),
            ("e", "èéêëēėęě"),
            ("G", "Ğ"),
            ("g", "ğ"),
            ("I", "ÌÍÎÏĪİ"),
            ("i", "ìíîïīı"),
            ("L", "Ł"),
            ("l", "ł"),
            ("N", "ÑŃŇ"),
            ("n", "ñńň"),
            ("O", "ÒÓÔÕÖØŌŐ"),
            ("o", "òóôõöøōő"),
            ("Oe", "Œ"),
            ("oe", "œ"),
            ("R", "Ř"),
            ("r", "ř"),
            ("S", "ŚŞŠ"),
            ("s", "śşš"),
            ("ss", "ß"),
            ("T", "ŤŢ"),
            ("t", "ťţ"),
            ("Th", "Þ"),
            ("th", "þ"),
            ("U", "ÙÚÛÜŪŮŰ"),
            ("u", "ùúûüūůű"),
            ("Y", "ÝŸ"),
            ("y", "ýÿ"),
            ("Z", "ŹŻŽ"),
            ("z", "źżž"),
        ];
        for (plain, letters) in accented {
            for letter in letters.chars() {
                let suggested = Err(BadName::NotLetters(plain.to_owned()));
                assert_eq!(read(&letter.to_string()), suggested, "{letter}");
            }
        }
        assert_eq!(read("\u{d7}\u{f7}"), Err(BadName::Empty), "\u{d7} and \u{f7} are no letters");
    }

    #[test]
    fn a_name_that_will_not_do_is_told_why() {
        let told = |text| Name::read(text, ["Ada"]).unwrap_err().sentence().into_owned();
        assert_eq!(told(""), "A name is 1 to 10 letters, A to Z.");
        assert_eq!(told("Zo\u{eb}"), "A name is 1 to 10 letters, A to Z. Try Zoe.");
        assert_eq!(told("ada"), "Somebody at this table has that name. Choose another.");
    }

    #[test]
    fn what_is_no_name_does_not_unpack() {
        for number in [0, 1, 53 << 54, 1 << 54 | 1, u64::MAX] {
            assert_eq!(Name::from_number(number), None, "{number:b}");
        }
        assert_eq!(Name::from_number(1 << 54).map(|name| name.0), Some("A".to_owned()));
    }

    proptest! {
        #[test]
        fn names_come_back(text in "[A-Za-z]{1,10}") {
            let name = Name::read(&text, []).unwrap();
            prop_assert!(name.to_number() < 1 << NAME_BITS);
            prop_assert_eq!(Name::from_number(name.to_number()), Some(name));
        }

        #[test]
        fn any_text_is_read_without_panic(text: String) {
            if let Err(BadName::NotLetters(other)) = Name::read(&text, []) {
                prop_assert!(Name::read(&other, []).is_ok());
            }
        }
    }
}
