//! The name that a person gives themselves at a table.
//!
//! A name has letters of one script, with their marks, and apostrophes and hyphens between them. It
//! has no digits, dots, slashes or spaces, so a visitor cannot put an address or a sentence on the
//! operator's pages.

use crate::game::pack::{Packer, Unpackable, Unpacker};
use crate::game::text::Text;
use serde::Serialize;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_script::{Script, UnicodeScript};

/// The most letters of a name. Marks on a letter do not count.
pub const LETTERS_MAX: usize = 16;
/// The most bytes of a name in UTF-8.
const BYTES_MAX: usize = 32;
/// The width of the number of bytes of a packed name.
const LENGTH_BITS: u32 = 6;
/// The most marks on one letter. Vietnamese and Hebrew need two.
const MARKS_MAX: usize = 2;
/// The word by which pages address the reader.
const RESERVED: &str = "You";

/// Letters of Cyrillic, Greek and Latin that look like plain Latin letters, in lower case, each group
/// behind the Latin letter (after Unicode Technical Standard 39, `confusables.txt`).
const LOOK_ALIKES: [&str; 23] = [
    "aаα",
    "bвβ",
    "cсϲ",
    "dđԁ",
    "eеεє",
    "hнһħ",
    "iіιıїl",
    "jјϳ",
    "kкκ",
    "lłⅼ",
    "mм",
    "nпηո",
    "oоοøσө",
    "pрρþ",
    "qԛ",
    "rгѓ",
    "sѕ",
    "tтτŧ",
    "uυսц",
    "vνѵ",
    "wшωԝ",
    "xхχ",
    "yуγүў",
];

/// The name of a person at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Name(String);

/// The reason why a text is no name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadName {
    /// It has no letter.
    Empty,
    /// It has characters that no name has, or too many; this name would do.
    NotLetters(String),
    /// It looks like another name at the table, or like a word of the pages.
    Taken,
}

impl BadName {
    /// The sentence for the person who chose it.
    pub fn sentence(&self) -> Text {
        let rule = "A name has up to 16 letters of one script, and hyphens or apostrophes inside.";
        match self {
            BadName::Empty => rule.into(),
            BadName::NotLetters(other) => format!("{rule} Try {other}.").into(),
            BadName::Taken => "That name looks like another one here. Choose another.".into(),
        }
    }
}

impl Name {
    /// Reads a name that looks like none of the `others`.
    ///
    /// # Errors
    ///
    /// [`BadName`], if it is no name or is taken.
    pub fn read<'a>(
        text: &str,
        others: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, BadName> {
        let text: String = text.trim().nfc().collect();
        let name = allowed(&text);
        if name.is_empty() {
            return Err(BadName::Empty);
        }
        if name != with_plain_apostrophes(&text) {
            return Err(BadName::NotLetters(name));
        }
        let look = look(&name);
        let is_taken = others.into_iter().chain([RESERVED]).any(|other| self::look(other) == look);
        if is_taken { Err(BadName::Taken) } else { Ok(Name(name)) }
    }

    /// Returns true if this name and another cannot be told apart by their looks.
    pub fn looks_like(&self, other: &Name) -> bool {
        look(&self.0) == look(&other.0)
    }

    /// The name as it is written.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Appends the name to a packed position; no name is an empty one.
    pub fn pack(name: Option<&Self>, packer: &mut Packer) {
        let bytes = name.map_or(&[][..], |name| name.0.as_bytes());
        packer.put(bytes.len() as u64, LENGTH_BITS);
        bytes.iter().for_each(|byte| packer.put((*byte).into(), 8));
    }

    /// Reads what [`Name::pack`] wrote.
    ///
    /// # Errors
    ///
    /// If it is no name.
    pub fn unpack(packed: &mut Unpacker<'_>) -> Result<Option<Self>, Unpackable> {
        let length = packed.take(LENGTH_BITS)?;
        let bytes = (0..length).map(|_| packed.take(8).map(|byte| byte as u8));
        let text = String::from_utf8(bytes.collect::<Result<_, _>>()?);
        let text = text.map_err(|_| Unpackable::Impossible)?;
        match Name::read(&text, []) {
            _ if text.is_empty() => Ok(None),
            Ok(name) if name.0 == text => Ok(Some(name)),
            _ => Err(Unpackable::Impossible),
        }
    }
}

/// The name in a sentence. Invisible characters isolate a name that is written from right to left
/// (Unicode Standard Annex 9, FSI and PDI). So it does not change the order of the words around it.
impl std::fmt::Display for Name {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.0.starts_with(is_right_to_left) {
            write!(f, "\u{2068}{}\u{2069}", self.0)
        } else {
            f.write_str(&self.0)
        }
    }
}

/// The characters at the beginning of a text that a name may have.
fn allowed(text: &str) -> String {
    let mut name = String::new();
    let mut script = None;
    let (mut letters, mut marks) = (0, 0);
    let mut joint = None;
    for c in with_plain_apostrophes(text).chars() {
        let is_joint = matches!(c, '\'' | '-');
        if is_joint {
            joint = (letters > 0).then_some(c);
            continue;
        }
        let is_mark = is_combining_mark(c);
        let is_next = match is_mark {
            true => letters > 0 && joint.is_none() && marks < MARKS_MAX,
            false => c.is_alphabetic() && *script.get_or_insert(script_of(c)) == script_of(c),
        };
        if !is_next {
            continue;
        }
        let length = name.len() + c.len_utf8() + joint.map_or(0, char::len_utf8);
        if length > BYTES_MAX || !is_mark && letters == LETTERS_MAX {
            break;
        }
        name.extend(joint.take());
        name.push(c);
        (letters, marks) = if is_mark { (letters, marks + 1) } else { (letters + 1, 0) };
    }
    name
}

/// The text with the apostrophe of a keyboard for every other kind.
fn with_plain_apostrophes(text: &str) -> String {
    let is_apostrophe = |c| matches!(c, '\u{2018}' | '\u{2019}' | '\u{2bb}' | '\u{2bc}' | '`');
    text.chars().map(|c| if is_apostrophe(c) { '\'' } else { c }).collect()
}

/// The script of a letter. The three scripts of Japanese are one.
fn script_of(letter: char) -> Script {
    match letter.script() {
        Script::Hiragana | Script::Katakana => Script::Han,
        // The Japanese sign for a long vowel.
        Script::Common if letter == '\u{30fc}' => Script::Han,
        script => script,
    }
}

/// The look of a name: names of one look cannot be told apart.
fn look(name: &str) -> String {
    let letters = name.nfd().filter(|c| !is_combining_mark(*c) && !matches!(c, '\'' | '-'));
    let lower = letters.flat_map(char::to_lowercase);
    let plain = |letter: char| {
        let row = LOOK_ALIKES.iter().find(|row| row.chars().skip(1).any(|other| other == letter));
        row.and_then(|row| row.chars().next()).unwrap_or(letter)
    };
    // The letters i and l look alike, and so do the letters of two that are one.
    let look: String = lower.map(plain).map(|c| if c == 'l' { 'i' } else { c }).collect();
    [("æ", "ae"), ("œ", "oe"), ("ß", "ss"), ("rn", "m"), ("vv", "w")]
        .iter()
        .fold(look, |look, (one, other)| look.replace(one, other))
}

/// Returns true for letters of Hebrew, Arabic and the other scripts that are written from right to left.
fn is_right_to_left(letter: char) -> bool {
    matches!(letter, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefe}'
        | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str) -> Result<String, BadName> {
        Name::read(text, ["Ada", "Ben", "Cleo"]).map(|name| name.0)
    }

    fn unpacked(name: &Name) -> Result<Option<Name>, Unpackable> {
        let mut packer = Packer::new();
        Name::pack(Some(name), &mut packer);
        let bytes = packer.finish();
        Name::unpack(&mut Unpacker::new(&bytes))
    }

    #[test]
    fn people_keep_their_names() {
        let names = "Zoë José Łukasz Weiß O'Brien Jean-Luc Đorđe Gülşen İpek Ольга Ἀλέξανδρος 李小龙 \
                     たろう 山田太郎 ジョー 김민수 محمد שָׂרָה नरेन्द्र สมชาย Nguyễn Ọlá";
        for name in names.split_whitespace() {
            let read = Name::read(name, ["Ada"]).unwrap_or_else(|bad| panic!("{name}: {bad:?}"));
            assert_eq!(read.as_str(), name);
            assert_eq!(unpacked(&read), Ok(Some(read)));
        }
        assert_eq!(read(" Ann "), Ok("Ann".to_owned()));
        assert_eq!(read("O\u{2019}Brien"), Ok("O'Brien".to_owned()));
        assert_eq!(read("Zoe\u{308}"), Ok("Zoë".to_owned()));
        assert_eq!(read("Abcdefghijklmnop"), Ok("Abcdefghijklmnop".to_owned()));
    }

    #[test]
    fn a_name_that_will_not_do_gets_a_suggestion() {
        let suggestions = [
            ("Mary Ann", "MaryAnn"),
            ("Abcdefghijklmnopq", "Abcdefghijklmnop"),
            ("http://evil.example", "httpevilexample"),
            ("ann2", "ann"),
            ("-Ann-", "Ann"),
            ("Ann--Marie", "Ann-Marie"),
            ("Annа", "Ann"),
            ("A\u{301}\u{301}\u{301}\u{301}", "Á\u{301}\u{301}"),
        ];
        for (text, other) in suggestions {
            assert_eq!(read(text), Err(BadName::NotLetters(other.to_owned())), "{text}");
            assert!(read(other).is_ok(), "{other}");
        }
        for empty in ["", " ", "123", "\u{fffd}", "<>", "'", "-", "\u{301}"] {
            assert_eq!(read(empty), Err(BadName::Empty), "{empty}");
        }
    }

    #[test]
    fn two_names_at_a_table_do_not_look_alike() {
        for alike in
            ["ADA", "Áda", "A-da", "Вen", "BЕN", "BΕN", "Cieo", "CIEO", "Сlеo", "You", "yоu"]
        {
            assert!(read(alike).is_err(), "{alike}");
        }
        for other in ["Adam", "Bene", "Clea", "Youssef"] {
            assert!(read(other).is_ok(), "{other}");
        }
    }

    #[test]
    fn a_name_from_right_to_left_is_isolated() {
        let written = |name| Name::read(name, []).unwrap().to_string();
        assert_eq!(written("محمد"), "\u{2068}محمد\u{2069}");
        assert_eq!(written("Ann"), "Ann");
    }

    #[test]
    fn bytes_that_are_no_name_are_refused() {
        for text in ["A b", "ann2", "You", "-", "Zoe\u{308}"] {
            assert_eq!(unpacked(&Name(text.to_owned())), Err(Unpackable::Impossible), "{text}");
        }
        assert_eq!(unpacked(&Name(String::new())), Ok(None));
    }

    proptest! {
        #[test]
        fn any_text_is_a_name_or_leads_to_one(text: String) {
            match Name::read(&text, []) {
                Ok(name) => prop_assert_eq!(unpacked(&name), Ok(Some(name))),
                Err(BadName::NotLetters(other)) => {
                    prop_assert!(Name::read(&other, []).is_ok() || look(&other) == look(RESERVED));
                }
                Err(_) => {}
            }
        }
    }
}
