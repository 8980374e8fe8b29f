//! The letters and marks that a name may have. The build script reads this file, too: it makes the table
//! of looks for exactly these letters.
//!
//! Unicode Standard Annex 31 and Unicode Technical Standard 39 decide, with the data of Unicode 18.0 (the
//! crate `unicode-security`).

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_script::{Script, UnicodeScript};
use unicode_security::GeneralSecurityProfile;
use unicode_security::general_security_profile::IdentifierType;

/// The Japanese sign for a long vowel, which is of no script.
pub const LONG_VOWEL: char = '\u{30fc}';

/// Returns true for the letters and marks that Unicode recommends for names. Of a letter with marks that
/// is true if its base is recommended. Marks of a script that are in uncommon use are Hebrew points and
/// the like. The vowel AM of Thai and Lao is one letter to them, although Unicode takes it apart.
pub fn is_letter(c: char) -> bool {
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
