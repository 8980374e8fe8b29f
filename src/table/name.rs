//! The name that a person gives themselves at a table.
//!
//! A name has letters of one script that Unicode recommends for names, with their marks (see `letter`).
//! Apostrophes stand before letters, hyphens and single spaces between them, and a digit or two at the
//! end. No letter follows a full stop at once, and there is no slash. So a visitor cannot put an address
//! on the operator's pages.

use super::letter::{LONG_VOWEL, is_letter};
use super::look::{Look, is_joint};
use crate::game::pack::{Packer, Unpackable, Unpacker};
use crate::game::text::Text;
use serde::Serialize;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_script::{Script, UnicodeScript};
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
/// Words that pages use for people and for those who run a site. They are no names, whatever their case,
/// with an article, with an s, and with or without a number. White and Black are surnames.
const ROLES: [&str; 36] = [
    "You",
    "Nobody",
    "No one",
    "Everybody",
    "Everyone",
    "Somebody",
    "Someone",
    "Anybody",
    "Anyone",
    "All",
    "None",
    "Computer",
    "Parlour",
    "Host",
    "Guest",
    "Player",
    "Opponent",
    "Partner",
    "Winner",
    "Loser",
    "Leader",
    "Dealer",
    "Visitor",
    "Viewer",
    "Draw",
    "Admin",
    "Administrator",
    "Moderator",
    "Mod",
    "Operator",
    "Owner",
    "Server",
    "System",
    "Referee",
    "Staff",
    "Support",
];
/// The words before a role that make no name of it.
const ARTICLES: [&str; 8] = ["the", "a", "an", "your", "our", "my", "this", "that"];

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
    /// It looks like another name at the table.
    Taken,
    /// Pages use the word for somebody.
    Role,
}

impl BadName {
    /// The sentence for the person who chose it.
    pub fn sentence(&self) -> Text {
        let rule = "A name has up to 16 letters of one script. It may have spaces, hyphens, apostrophes and full stops between letters, and a number of two digits at the end.";
        match self {
            BadName::Empty => rule.into(),
            BadName::NotLetters(other) => format!("{rule} Try {other}.").into(),
            BadName::Taken => "That name looks like another one here. Choose another.".into(),
            BadName::Role => {
                "Pages use that word for somebody, so it is no name. Choose another.".into()
            }
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
        let look = name.look();
        let is_like = |other: &str| look.is_like(&Look::of(other));
        if is_role(&name.0) {
            return Err(BadName::Role);
        }
        if others.into_iter().any(is_like) { Err(BadName::Taken) } else { Ok(name) }
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
        self.look().is_like(&other.look())
    }

    /// The look of the name.
    pub fn look(&self) -> Look {
        Look::of(&self.0)
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
        if self.0.contains(is_right_to_left) {
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
        if c == '.' {
            let is_behind_letter = letters > 0 && digits == 0 && joint.is_none();
            if is_behind_letter && !name.ends_with('.') && name.len() < BYTES_MAX {
                name.push(c);
            }
            continue;
        }
        if is_joint(c) {
            let may_stand = if letters > 0 { digits == 0 } else { c == '\'' };
            joint = may_stand.then_some(c);
            continue;
        }
        let is_mark = is_combining_mark(c);
        // The scripts that the letters so far have in common, and this one. Languages that mix scripts,
        // such as Han with kana, count as one.
        let mut common = scripts;
        common.intersect_with(AugmentedScriptSet::for_char(c));
        let is_next = match c {
            '0'..='9' => {
                letters > 0 && joint.is_none() && digits < DIGITS_MAX && !name.ends_with('.')
            }
            _ if !is_letter(c) || digits > 0 => false,
            LONG_VOWEL if letters == 0 => false,
            _ if !is_mark => !common.is_empty(),
            _ if letters == 0 || joint.is_some() || name.ends_with('.') => false,
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
        if is_new && joint.is_none() && name.ends_with('.') {
            // `evil.example` would be an address.
            name.pop();
        }
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

/// Returns true for a word of [`ROLES`], perhaps with an article, an s, or a number. The digits of the
/// number may look like letters, too.
fn is_role(name: &str) -> bool {
    let is_article = |word: &str| {
        let look = Look::of(word);
        ARTICLES.iter().any(|article| look.is_like(&Look::of(article)))
    };
    let behind_article = |text| match str::split_once(text, is_joint) {
        Some((first, rest)) if is_article(first) => Some(rest),
        _ => None,
    };
    let words = std::iter::successors(Some(name), |word| {
        word.strip_suffix(|last: char| last.is_ascii_digit())
    });
    let words: Vec<&str> = words.collect();
    let bare = words.iter().copied().filter_map(behind_article);
    let looks: Vec<Look> = words.iter().copied().chain(bare).map(Look::of).collect();
    let roles = ROLES.iter().flat_map(|role| [(*role).to_owned(), format!("{role}s")]);
    roles.map(|role| Look::of(&role)).any(|role| looks.iter().any(|look| look.is_like(&role)))
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
    use std::collections::BTreeMap;

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
        assert_eq!(read("\u{2bb}Iolani"), Ok("'Iolani".to_owned()));
        for name in ["St. John", "J. R. Ewing", "Davis Jr.", "J.-P. Sartre", "White", "Gary Player"]
        {
            assert_eq!(read(name), Ok(name.to_owned()));
        }
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
            ("evil.example", "evilexample"),
            ("J.R. Ewing", "JR. Ewing"),
            ("Ann .", "Ann"),
            ("Ann..", "Ann."),
            ("Jr.2", "Jr."),
            ("''Ann", "'Ann"),
            ("Ann'", "Ann"),
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

    /// The letters and digits of names that Unicode cannot tell from each other.
    fn confusable() -> Vec<Vec<char>> {
        let mut alike: BTreeMap<String, Vec<char>> = BTreeMap::new();
        for c in ('0'..=char::MAX).filter(|c| c.is_ascii_digit() || is_letter(*c)) {
            let skeleton = unicode_security::skeleton(c.encode_utf8(&mut [0; 4])).collect();
            alike.entry(skeleton).or_default().push(c);
        }
        alike.into_values().filter(|letters| letters.len() > 1).collect()
    }

    #[test]
    fn confusable_letters_make_names_that_look_alike() {
        let mut pairs = 0;
        for letters in confusable() {
            // A digit is at the end of a name, and a mark is behind a letter.
            let names = |c: &char| {
                ["", "A", "\u{430}", "\u{30a2}", "\u{6a9}"].map(|start| format!("{start}{c}"))
            };
            let names: Vec<[String; 5]> = letters.iter().map(names).collect();
            for (one, other) in
                names.iter().flat_map(|one| names.iter().map(move |other| (one, other)))
            {
                for (one, other) in one.iter().zip(other).filter(|(one, other)| one != other) {
                    let (Ok(one), Ok(_)) = (Name::read_letters(one), Name::read_letters(other))
                    else {
                        continue;
                    };
                    assert_eq!(
                        Name::read(other, [one.as_str()]),
                        Err(BadName::Taken),
                        "{one:?} {other}"
                    );
                    pairs += 1;
                }
            }
        }
        assert!(pairs > 1_000, "{pairs}");
    }

    #[test]
    fn names_of_people_do_not_look_alike() {
        let folded = |name: &str| -> String {
            let letters = name.nfd().filter(|c| !is_combining_mark(*c) && !is_joint(*c));
            letters.flat_map(char::to_lowercase).collect()
        };
        let looks: Vec<(&str, Look)> =
            NAMES.lines().map(|name| (name, Look::of(&plain(name)))).collect();
        let mut alike = Vec::new();
        for (at, (one, look)) in looks.iter().enumerate() {
            let others = looks[..at].iter().filter(|(_, other)| other.is_like(look));
            let others = others.filter(|(other, _)| folded(&plain(one)) != folded(&plain(other)));
            alike.extend(others.map(|(other, _)| (*one, *other)));
        }
        assert_eq!(alike, [("Bj\u{f8}rn", "Bj\u{f6}rn")], "only marks and strokes differ");
    }

    #[test]
    fn no_name_is_a_role_in_any_spelling() {
        let alike = confusable();
        let mut spellings = 0;
        for role in ROLES {
            let letters: Vec<char> = role.chars().collect();
            let twins = |c: &char| {
                alike.iter().find(|group| group.contains(c)).cloned().unwrap_or_default()
            };
            let replaced = letters.iter().enumerate().flat_map(|(at, c)| {
                let with =
                    |twin| letters[..at].iter().chain([twin]).chain(&letters[at + 1..]).collect();
                twins(c).iter().map(with).collect::<Vec<String>>()
            });
            let hyphens: Vec<String> = letters.iter().map(char::to_string).collect();
            let cases =
                [role.to_owned(), role.to_uppercase(), role.to_lowercase(), hyphens.join("-")];
            for word in cases.into_iter().chain(replaced) {
                let articles = ["the ", "THE-", "A ", "an ", "Your "]
                    .map(|article| format!("{article}{word}"));
                let others = [
                    format!("{word}s"),
                    format!("{word}S"),
                    format!("{word}1"),
                    format!("{word}."),
                ];
                for name in articles.into_iter().chain(others).chain([word]) {
                    if Name::read_letters(&name).is_ok() {
                        assert_eq!(Name::read(&name, []), Err(BadName::Role), "{name}");
                        spellings += 1;
                    }
                }
            }
        }
        assert!(spellings > 1_000, "{spellings}");
        for name in [
            "Hosta", "Theo", "Thea", "Ana", "Botond", "Drew", "Allan", "Modesty", "Black",
            "Anadmin",
        ] {
            assert!(Name::read(name, []).is_ok(), "{name}");
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
