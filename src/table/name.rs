//! The name that a person gives themselves at a table.
//!
//! A name has letters of one script that Unicode recommends for names, with their marks. Apostrophes,
//! hyphens and single spaces stand between them, and a digit or two at the end. It has no dots or
//! slashes, so a visitor cannot put an address on the operator's pages.
//!
//! Unicode Standard Annex 31 and Unicode Technical Standard 39 decide about letters and mixes of scripts,
//! with the data of Unicode 18.0 (the crate `unicode-security`). The table of looks is our own: that of
//! the crate has pointers, which every start of the program would relocate.

use crate::game::pack::{Packer, Unpackable, Unpacker};
use crate::game::text::Text;
use serde::Serialize;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_script::{Script, UnicodeScript};
use unicode_security::GeneralSecurityProfile;
use unicode_security::general_security_profile::IdentifierType;
use unicode_security::mixed_script::AugmentedScriptSet;

/// The most letters of a name. Marks on a letter do not count.
pub const LETTERS_MAX: usize = 16;
/// The most bytes of a name in UTF-8.
const BYTES_MAX: usize = 32;
/// The width of the number of bytes of a packed name.
const LENGTH_BITS: u32 = 6;
/// The most marks on one letter. Vietnamese and Hebrew need two.
const MARKS_MAX: usize = 2;
/// The most digits at the end of a name.
const DIGITS_MAX: usize = 2;
/// The Japanese sign for a long vowel, which is of no script.
const LONG_VOWEL: char = '\u{30fc}';
/// The words that pages use as subjects. They are no names, with or without a number.
const RESERVED: [&str; 7] = ["You", "Nobody", "Everybody", "Computer", "Parlour", "Host", "Player"];

/// Letters of Cyrillic, Greek and Latin that look like plain Latin letters, each group
/// behind the Latin letter (after Unicode Technical Standard 39, `confusables.txt`).
const LOOK_ALIKES: [&str; 23] = [
    "aаα",
    "bвβь",
    "cсϲ",
    "dđԁ",
    "eеεє",
    "hнһħ",
    "iіιıїӏl",
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
    "yуγүўΥ",
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
        let rule = "A name has up to 16 letters of one script. Spaces, hyphens and apostrophes stand between letters, and a number of two digits at the end.";
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
        let name = Name::read_letters(text)?;
        let word = name.0.trim_end_matches(|c: char| c.is_ascii_digit());
        let is_reserved = RESERVED.iter().any(|reserved| look_alike(reserved, word));
        let is_taken = is_reserved || others.into_iter().any(|other| look_alike(other, &name.0));
        if is_taken { Err(BadName::Taken) } else { Ok(name) }
    }

    /// Reads a name, whatever it looks like.
    fn read_letters(text: &str) -> Result<Self, BadName> {
        let text: String = text.trim().nfc().collect();
        let name = allowed(&text);
        match name {
            _ if name.is_empty() => Err(BadName::Empty),
            _ if name != plain(&text) => Err(BadName::NotLetters(name)),
            _ => Ok(Name(name)),
        }
    }

    /// Returns true if this name and another cannot be told apart by their looks.
    pub fn looks_like(&self, other: &Name) -> bool {
        look_alike(&self.0, &other.0)
    }

    /// The look of the name: two names that cannot be told apart by their looks have the same.
    pub fn look(&self) -> String {
        look(&self.0)
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
        let bytes = (0..length).map(|_| packed.take_as::<u8>(8));
        let text = String::from_utf8(bytes.collect::<Result<_, _>>()?);
        let text = text.map_err(|_| Unpackable::Impossible)?;
        match Name::read_letters(&text) {
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
    let (mut letters, mut marks, mut digits) = (0, 0, 0);
    let mut joint = None;
    let mut scripts = AugmentedScriptSet::default();
    for c in plain(text).chars() {
        if is_joint(c) {
            joint = (letters > 0 && digits == 0).then_some(c);
            continue;
        }
        let is_mark = is_combining_mark(c);
        // The scripts that the letters so far have in common, and this one. Languages that mix scripts,
        // such as Han with kana, count as one.
        let mut common = scripts;
        common.intersect_with(AugmentedScriptSet::for_char(c));
        let is_next = match c {
            '0'..='9' => letters > 0 && joint.is_none() && digits < DIGITS_MAX,
            _ if !is_letter(c) || digits > 0 => false,
            LONG_VOWEL if letters == 0 => false,
            _ if !is_mark => !common.is_empty(),
            _ if letters == 0 || joint.is_some() => false,
            // Other marks belong to their script, which has letters with many of them.
            _ if c.script() == Script::Inherited => marks < MARKS_MAX,
            _ => !common.is_empty(),
        };
        if !is_next {
            continue;
        }
        let is_new = !is_mark && !c.is_ascii_digit();
        let length = name.len() + c.len_utf8() + joint.map_or(0, char::len_utf8);
        if length > BYTES_MAX || is_new && letters == LETTERS_MAX {
            break;
        }
        scripts = common;
        name.extend(joint.take());
        name.push(c);
        letters += usize::from(is_new);
        digits += usize::from(c.is_ascii_digit());
        marks = if c.script() == Script::Inherited { marks + 1 } else { 0 };
    }
    name
}

/// The text with the apostrophe of a keyboard for every other kind, and without the invisible
/// characters that Persian and Sinhala have within words (ZWNJ, ZWJ).
fn plain(text: &str) -> String {
    let is_apostrophe = |c| matches!(c, '\u{2018}' | '\u{2019}' | '\u{2bb}' | '\u{2bc}' | '`');
    let text = text.chars().filter(|c| !matches!(c, '\u{200c}' | '\u{200d}'));
    text.map(|c| if is_apostrophe(c) { '\'' } else { c }).collect()
}

fn is_joint(c: char) -> bool {
    matches!(c, '\'' | '-' | ' ')
}

/// Returns true for the letters and marks that Unicode recommends for names. Of a letter with marks that
/// is true if its base is recommended. Marks of a script that are in uncommon use are Hebrew points and
/// the like. The vowel AM of Thai and Lao is one letter to them, although Unicode takes it apart.
fn is_letter(c: char) -> bool {
    let is_recommended = GeneralSecurityProfile::identifier_allowed;
    let is_uncommon = || c.identifier_type() == Some(IdentifierType::Uncommon_Use);
    let is_base_recommended = || c.nfd().next().is_some_and(is_recommended);
    match c.script() {
        Script::Common => c == LONG_VOWEL,
        Script::Inherited => is_combining_mark(c) && is_recommended(c),
        _ if is_combining_mark(c) => is_recommended(c) || is_uncommon(),
        _ if matches!(c, '\u{e33}' | '\u{eb3}') => true,
        _ => c.is_alphabetic() && (is_recommended(c) || is_base_recommended()),
    }
}

/// Returns true if two names cannot be told apart by their looks.
fn look_alike(one: &str, other: &str) -> bool {
    look(one) == look(other)
}

/// The look of a name. Marks, spaces, hyphens, apostrophes and the case make no
/// difference.
fn look(name: &str) -> String {
    let letters = name.nfd().filter(|c| !is_combining_mark(*c) && !is_joint(*c));
    let plain = |letter: char| {
        let row = LOOK_ALIKES.iter().find(|row| row.chars().skip(1).any(|other| other == letter));
        row.and_then(|row| row.chars().next()).unwrap_or(letter)
    };
    // Some capital letters look like another letter than their small ones.
    let lower = letters.map(plain).flat_map(char::to_lowercase);
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

    /// Names of the world's people, one a line.
    const NAMES: &str = include_str!("names.txt");
    /// A name in each line, and behind it names that look like it or like nothing, as code points.
    const LOOKS: &str = include_str!("looks.txt");

    #[test]
    fn people_keep_their_names() {
        let names: Vec<&str> = NAMES.lines().collect();
        assert!(names.len() >= 400, "{}", names.len());
        for name in names {
            let read = Name::read(name, ["Ada"]).unwrap_or_else(|bad| panic!("{name}: {bad:?}"));
            let kept: String = name.nfc().collect();
            assert_eq!(read.as_str(), plain(&kept));
            assert_eq!(unpacked(&read), Ok(Some(read)));
        }
        assert_eq!(read(" Ann "), Ok("Ann".to_owned()));
        assert_eq!(read("O\u{2019}Brien"), Ok("O'Brien".to_owned()));
        assert_eq!(read("Zoe\u{308}"), Ok("Zo\u{eb}".to_owned()));
        assert_eq!(read("Abcdefghijklmnop"), Ok("Abcdefghijklmnop".to_owned()));
    }

    #[test]
    fn no_name_looks_like_another_or_like_nothing() {
        let mut count = 0;
        for line in LOOKS.lines() {
            let (name, looks) = line.split_once(' ').expect("a name and looks");
            for look in looks.split(' ') {
                let letters = look.split('+').map(|code| u32::from_str_radix(code, 16).unwrap());
                let look: String = letters.map(|code| char::from_u32(code).unwrap()).collect();
                assert!(Name::read(&look, [name]).is_err(), "{look} beside {name}");
                count += 1;
            }
        }
        assert!(count >= 200, "{count}");
    }

    #[test]
    fn an_unfit_name_gets_a_suggestion() {
        let suggestions = [
            ("Mary  Ann", "Mary Ann"),
            ("Ann 2", "Ann"),
            ("Bob123", "Bob12"),
            ("2Bob", "Bob"),
            ("Abcdefghijklmnopq", "Abcdefghijklmnop"),
            ("http://evil.example", "httpevilexample"),
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
    fn no_two_names_at_a_table_look_alike() {
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
        for text in ["A  b", "ann234", "-", "Zoe\u{308}"] {
            assert_eq!(unpacked(&Name(text.to_owned())), Err(Unpackable::Impossible), "{text}");
        }
        assert_eq!(unpacked(&Name(String::new())), Ok(None));
    }

    proptest! {
        #[test]
        fn any_text_becomes_or_suggests_a_name(text: String) {
            match Name::read(&text, []) {
                Ok(name) => prop_assert_eq!(unpacked(&name), Ok(Some(name))),
                Err(BadName::NotLetters(other)) => {
                    prop_assert!(!matches!(Name::read(&other, []), Err(BadName::NotLetters(_))));
                }
                Err(_) => {}
            }
        }
    }
}
