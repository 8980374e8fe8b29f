//! The name that a person gives themselves at a table.
//!
//! Letters only, so that nobody plants an address or a sentence on a webmaster's domain. They are those
//! of the languages of Europe that are written in Latin letters.

use crate::game::text::Text;

/// The most letters of a name; an accent counts as one.
pub const LETTERS_MAX: usize = 10;
/// The width of a packed name.
pub const NAME_BITS: u32 = LETTERS_MAX as u32 * LETTER_BITS;
const LETTER_BITS: u32 = 6;
/// The code of the first variant of the letter before it; codes below it are letters A to Z and a to z.
const FIRST_VARIANT: u64 = 53;

/// The variants of a letter, each after the letter that it is one of. Their order is that of their
/// codes, so it is lasting: a new one goes to the end of its row, which has room for 11.
const VARIANTS: [&str; 34] = [
    "AÁÀÂÄÃÅĄĀĂÆ",
    "aáàâäãåąāăæ",
    "CÇĆČĊ",
    "cçćčċ",
    "DĎĐÐ",
    "dďđð",
    "EÉÈÊËĒĖĘĚ",
    "eéèêëēėęě",
    "GĞĢĠ",
    "gğģġ",
    "HĦ",
    "hħ",
    "IÍÌÎÏĪĮİ",
    "iíìîïīįı",
    "KĶ",
    "kķ",
    "LŁĽĹĻ",
    "lłľĺļ",
    "NÑŃŇŅ",
    "nñńňņ",
    "OÓÒÔÖÕØŐŌŒ",
    "oóòôöõøőōœ",
    "RŘŔ",
    "rřŕ",
    "SŚŠŞȘẞ",
    "sśšşșß",
    "TŤŢȚÞ",
    "tťţțþ",
    "UÚÙÛÜŪŮŰŲ",
    "uúùûüūůűų",
    "YÝŸ",
    "yýÿ",
    "ZŹŽŻ",
    "zźžż",
];

/// A name of 1 to 10 letters, in either case.
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
            BadName::Empty => "A name is 1 to 10 letters, A to Z, with or without accents.".into(),
            BadName::NotLetters(other) => {
                format!("A name is 1 to 10 letters, A to Z, with or without accents. Try {other}.")
                    .into()
            }
            BadName::Taken => "Somebody at this table has that name. Choose another.".into(),
        }
    }
}

impl Name {
    /// Reads a name that nobody else at the table has; neither case nor accents make a difference in
    /// that.
    ///
    /// # Errors
    ///
    /// Why it is no name, or cannot be this person's.
    pub fn read<'a>(
        text: &str,
        others: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, BadName> {
        let text = text.trim();
        let letters = first_letters(text);
        if letters.is_empty() {
            return Err(BadName::Empty);
        }
        if letters != text {
            return Err(BadName::NotLetters(letters));
        }
        let plain = plain_letters(&letters);
        match others.into_iter().any(|other| plain_letters(other) == plain) {
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
        let codes = self.0.chars().flat_map(codes_of).chain(std::iter::repeat(0));
        codes.take(LETTERS_MAX).fold(0, |number, code| number << LETTER_BITS | code)
    }

    /// The name that a packed number is; none if it is no name.
    pub fn from_number(number: u64) -> Option<Self> {
        let code = |place: usize| number >> (LETTER_BITS as usize * (LETTERS_MAX - 1 - place)) & 63;
        let mut name = String::new();
        for code in (0..LETTERS_MAX).map(code).take_while(|code| *code != 0) {
            let letter = match code.checked_sub(FIRST_VARIANT) {
                None => letter_of(code)?,
                Some(variant) => variant_of(name.pop()?, variant)?,
            };
            name.push(letter);
        }
        let name = Name(name);
        (!name.0.is_empty() && name.to_number() == number).then_some(name)
    }
}

/// The letters of a text, as many as a name can have.
fn first_letters(text: &str) -> String {
    let mut width = 0;
    let mut fits = |letter: &char| {
        width += codes_of(*letter).count();
        width <= LETTERS_MAX
    };
    text.chars().filter(|letter| codes_of(*letter).next().is_some()).take_while(&mut fits).collect()
}

/// The letters of a name without their accents, in lower case.
fn plain_letters(name: &str) -> String {
    let plain = name.chars().map(|letter| variant(letter).map_or(letter, |(plain, _)| plain));
    plain.map(|letter| letter.to_ascii_lowercase()).collect()
}

/// One code for a letter A to Z, two for a variant of one, and none for anything else.
fn codes_of(letter: char) -> impl Iterator<Item = u64> {
    let (plain, variant) = match variant(letter) {
        Some((plain, variant)) => (plain, Some(FIRST_VARIANT + variant)),
        None => (letter, None),
    };
    letter_code(plain).into_iter().chain(variant)
}

/// 1 to 26 for A to Z, 27 to 52 for a to z.
fn letter_code(letter: char) -> Option<u64> {
    match letter {
        'A'..='Z' => Some(u64::from(letter) - u64::from('A') + 1),
        'a'..='z' => Some(u64::from(letter) - u64::from('a') + 27),
        _ => None,
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

/// The letter that this one is a variant of, and which variant, counted from 0.
fn variant(letter: char) -> Option<(char, u64)> {
    let of_row = |row: &str| {
        let place = row.chars().skip(1).zip(0..).find(|(variant, _)| *variant == letter)?.1;
        Some((row.chars().next()?, place))
    };
    VARIANTS.iter().copied().find_map(of_row)
}

/// A variant of a letter, counted from 0.
fn variant_of(plain: char, variant: u64) -> Option<char> {
    let row = VARIANTS.iter().find(|row| row.starts_with(plain))?;
    row.chars().nth(usize::try_from(variant).ok()? + 1)
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
            ("Jean-Luc", "JeanLuc"),
            ("Mary Ann", "MaryAnn"),
            ("Zoe\u{308}", "Zoe"),
            ("Maximiliane", "Maximilian"),
            ("Žežeželyžež", "Žežežel"),
            ("http://evil.example", "httpevilex"),
        ];
        for (text, other) in suggestions {
            assert_eq!(read(text), Err(BadName::NotLetters(other.to_owned())), "{text}");
            assert!(read(other).is_ok(), "{other}");
        }
    }

    #[test]
    fn people_keep_their_accents() {
        let names = "Zoë José Łukasz Weiß Søren Åsa Ægir Đorđe Þóra François Ștefan Gülşen Ağa \
                     İpek Ilır Dvořák Őrs Žofie Ċetta Ħal";
        for name in names.split(' ') {
            let read = Name::read(name, []).unwrap();
            assert_eq!(read.as_str(), name);
            assert_eq!(Name::from_number(read.to_number()), Some(read));
        }
    }

    /// The codes are lasting: a name in an old link reads the same.
    #[test]
    fn the_codes_of_letters_do_not_change() {
        let codes = |name: &str| name.chars().flat_map(codes_of).collect::<Vec<u64>>();
        assert_eq!(codes("AZaz"), [1, 26, 27, 52]);
        assert_eq!(codes("Æçđěģ"), [1, 62, 29, 53, 30, 54, 31, 60, 33, 54]);
        assert_eq!(codes("ħıķļņ"), [34, 53, 35, 59, 37, 53, 38, 56, 40, 56]);
        assert_eq!(codes("œŕßþ"), [41, 61, 44, 54, 45, 57, 46, 56]);
        assert_eq!(codes("ųÿż"), [47, 60, 51, 54, 52, 55]);
        // A row may get longer; what stands in it keeps its place.
        let lasting = "AÁÀÂÄÃÅĄĀĂÆ aáàâäãåąāăæ CÇĆČĊ cçćčċ DĎĐÐ dďđð EÉÈÊËĒĖĘĚ eéèêëēėęě \
                       GĞĢĠ gğģġ HĦ hħ IÍÌÎÏĪĮİ iíìîïīįı KĶ kķ LŁĽĹĻ lłľĺļ NÑŃŇŅ nñńňņ \
                       OÓÒÔÖÕØŐŌŒ oóòôöõøőōœ RŘŔ rřŕ SŚŠŞȘẞ sśšşșß TŤŢȚÞ tťţțþ UÚÙÛÜŪŮŰŲ \
                       uúùûüūůűų YÝŸ yýÿ ZŹŽŻ zźžż";
        for (row, lasting) in VARIANTS.into_iter().zip(lasting.split(' ')) {
            assert!(row.starts_with(lasting), "{row} is no longer {lasting}");
        }
        assert_eq!(lasting.split(' ').count(), VARIANTS.len());
    }

    #[test]
    fn every_variant_of_a_letter_has_a_code_of_its_own() {
        let mut numbers = std::collections::BTreeSet::new();
        for row in VARIANTS {
            assert!(row.chars().count() <= 12, "the codes of {row} fit into {LETTER_BITS} bits");
            for letter in row.chars() {
                let name = Name::read(&letter.to_string(), []).unwrap();
                assert!(numbers.insert(name.to_number()), "{letter} once");
                assert_eq!(
                    Name::from_number(name.to_number()).map(|name| name.0),
                    Some(letter.into())
                );
            }
        }
        assert_eq!(read("\u{d7}\u{f7}"), Err(BadName::Empty), "\u{d7} and \u{f7} are no letters");
    }

    #[test]
    fn an_accent_makes_no_other_name() {
        assert_eq!(Name::read("Zoe", ["Zoë"]), Err(BadName::Taken));
        assert_eq!(Name::read("ZOË", ["zoe"]), Err(BadName::Taken));
        assert_eq!(Name::read("ÉMILE", ["émile"]), Err(BadName::Taken));
    }

    #[test]
    fn a_name_that_will_not_do_is_told_why() {
        let told = |text| Name::read(text, ["Ada"]).unwrap_err().sentence().into_owned();
        let rule = "A name is 1 to 10 letters, A to Z, with or without accents.";
        assert_eq!(told(""), rule);
        assert_eq!(told("Mary Ann"), format!("{rule} Try MaryAnn."));
        assert_eq!(told("ada"), "Somebody at this table has that name. Choose another.");
    }

    #[test]
    fn what_is_no_name_does_not_unpack() {
        // Nothing; nothing first; a variant of nothing; of a letter without so many; of a variant; a gap.
        let [no_base, no_such, twice] =
            [53 << 54, 1 << 54 | 63 << 48, 1 << 54 | 53 << 48 | 53 << 42];
        for number in [0, 1, no_base, no_such, twice, 1 << 54 | 1, u64::MAX] {
            assert_eq!(Name::from_number(number), None, "{number:b}");
        }
        assert_eq!(Name::from_number(1 << 54).map(|name| name.0), Some("A".to_owned()));
    }

    proptest! {
        #[test]
        fn names_come_back(text in "[A-Za-z]{1,10}|[A-Za-z]{0,4}[À-ÖØ-öø-ſȘșȚțẞ]{1,2}[A-Za-z]{0,2}") {
            let Ok(name) = Name::read(&text, []) else {
                return Ok(());
            };
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
