//! The look of a name. People must be able to tell two names by their looks.
//!
//! The skeleton of Unicode Technical Standard 39 decides which letters and digits look alike. The build
//! script takes its table from the crate `unicode-security`. That of the crate itself has a pointer for
//! each letter, which every start of the program would relocate.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

include!(concat!(env!("OUT_DIR"), "/looks.rs"));

/// The look of a name: as it is typed, and in capital letters. Case, marks, spaces, hyphens, apostrophes
/// and full stops make no difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Look([String; 2]);

impl Look {
    /// The look of a text.
    pub fn of(text: &str) -> Self {
        // Of a letter only the capital may look like another one: of the Greek nu it is N.
        Look([text.to_owned(), text.to_uppercase()].map(|text| {
            let small = skeleton(&text).to_lowercase();
            // The standard has no row for these two.
            skeleton(&small).replace("vv", "w")
        }))
    }

    /// Returns true if two names cannot be told apart by their looks.
    pub fn is_like(&self, other: &Look) -> bool {
        self.0.iter().any(|form| other.0.contains(form))
    }
}

/// Returns true for the characters between the letters of a name.
pub fn is_joint(c: char) -> bool {
    matches!(c, '\'' | '-' | ' ' | '.')
}

/// The skeleton of a text, without marks and joints.
fn skeleton(text: &str) -> String {
    let letters = text.nfd().filter(|c| !is_combining_mark(*c) && !is_joint(*c));
    let mut skeleton = String::new();
    for c in letters {
        match PROTOTYPES.binary_search_by_key(&c, |(letter, _)| *letter) {
            Ok(at) => skeleton.push_str(prototype(at)),
            Err(_) => skeleton.push(c),
        }
    }
    skeleton.nfd().filter(|c| !is_combining_mark(*c)).collect()
}

/// The letters that stand for the letter at this place of the table.
fn prototype(at: usize) -> &'static str {
    let begin = |place: usize| PROTOTYPES.get(place).map(|(_, start)| usize::from(*start));
    let end = begin(at + 1).unwrap_or(PROTOTYPE_LETTERS.len());
    begin(at).and_then(|start| PROTOTYPE_LETTERS.get(start..end)).unwrap_or_default()
}
