//! The damage that a token shows, if it does not open.

use super::paste;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

/// The damage of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Damage {
    /// It has no capitals any more, or nothing but capitals.
    OneCase { capitals: bool },
    /// It has a letter that no token has.
    Foreign(char),
    /// There is no beginning of a token.
    NoToken,
    /// It names a key of this server, but letters are missing, changed or added.
    Changed,
    /// It names a key that this server does not have, and shows nothing else.
    Unknown,
}

/// The letters at the beginning of a token, in whole bytes, and the place of the key's id in these bytes.
const HEADER_CHARS: usize = 8;
const KEY_ID: usize = 3;

impl Damage {
    /// The damage of a text that opens as no token. `is_key` says if the server has a key of this id.
    pub fn of(text: &str, foreign: Option<char>, mut is_key: impl FnMut(u8) -> bool) -> Self {
        if let Some(capitals) = paste::one_case(text) {
            return Damage::OneCase { capitals };
        }
        if let Some(letter) = foreign {
            return Damage::Foreign(letter);
        }
        let Some(at) = paste::first_start(text) else { return Damage::NoToken };
        let header = text.get(at..at + HEADER_CHARS).and_then(|it| URL_SAFE_NO_PAD.decode(it).ok());
        match header {
            Some(header) if !is_key(header[KEY_ID]) => Damage::Unknown,
            _ => Damage::Changed,
        }
    }

    /// What the damage is, and what to do.
    pub fn told(self) -> String {
        let ask = "Ask the sender to copy it once more.";
        match self {
            Damage::OneCase { capitals } => {
                let case = if capitals { "capital" } else { "small" };
                format!("All its letters are {case} ones now, but a link needs both. {ask}")
            }
            Damage::Foreign(letter) => {
                format!("No link has the letter \u{201c}{letter}\u{201d}: a program changed it. {ask}")
            }
            Damage::NoToken => {
                "It may be cut short: the part that holds the game is missing. Paste the whole link, or ask the sender for it."
                    .to_owned()
            }
            Damage::Changed => {
                "It may be cut short: some of its letters are missing, changed or added. Paste the whole link, or ask the sender for it."
                    .to_owned()
            }
            Damage::Unknown => {
                "It may be cut short, or the server may have a new key, as after the restart of a preview. Paste the whole link, or ask the sender for it."
                    .to_owned()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_shows_its_damage() {
        let token = ["AQEKJ-_", &"xY3".repeat(30)].concat();
        let of = |text: &str, foreign| Damage::of(text, foreign, |id| id == 0x27);
        for (text, damage) in [
            (token.to_lowercase(), Damage::OneCase { capitals: false }),
            (
                format!("HTTPS://H/P?S={}&G=NIM", token.to_uppercase()),
                Damage::OneCase { capitals: true },
            ),
            (token[..20].to_owned(), Damage::Changed),
            (token.clone() + "x", Damage::Changed),
            (token.replacen("KJ", "KZ", 1), Damage::Unknown),
            ("A".to_owned(), Damage::NoToken),
            (token[1..].to_owned(), Damage::NoToken),
        ] {
            assert_eq!(of(&text, None), damage, "{text}");
        }
        assert_eq!(of(&token, Some('\u{430}')), Damage::Foreign('\u{430}'));
    }
}
