//! The check that chance was fixed at the deal. Every page shows the fingerprint of the secret that
//! decides it, and the last page shows the secret, its opening.

use serde::Serialize;
use sha2::{Digest, Sha256};

/// The verification of the deals of a game.
#[derive(Clone, Copy, Debug)]
pub struct Verification {
    /// The words of the rules page: the arguments of static/verify.py, and its output.
    pub usage: &'static str,
    /// The results of chance, one text for each line, from the opening that a finished game shows and
    /// the numbers that the usage explains. `None` if that is no opening.
    pub decided: fn(opening: &str, numbers: &[u16]) -> Option<Vec<String>>,
}

/// The part of a secret that a page shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Commitment {
    /// The SHA-256 of the opening, as 64 hexadecimal digits.
    pub fingerprint: String,
    /// The secret itself, once the game is over.
    pub opening: Option<String>,
    /// What the secret decided, one text for each line, for people who compare it with static/verify.py.
    #[serde(skip)]
    pub proof: Option<Proof>,
}

/// What an opened secret decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The arguments of static/verify.py: `eights 00ff 2 3`.
    pub arguments: String,
    /// The lines that it prints about this game.
    pub decided: Vec<String>,
}

impl Commitment {
    /// The part of this opening that a page shows: the opening itself once the viewer sees that the game
    /// is over.
    pub fn to(opening: String, is_over: bool) -> Self {
        let fingerprint = fingerprint(&opening);
        Commitment { fingerprint, opening: is_over.then_some(opening), proof: None }
    }
}

/// The SHA-256 of a text, as 64 hexadecimal digits.
pub fn fingerprint(text: &str) -> String {
    to_hex(&Sha256::digest(text))
}

/// Bytes as lower-case hexadecimal digits.
pub fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The bytes that hexadecimal digits write, in either case.
pub fn from_hex<const N: usize>(text: &str) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    if text.len() != 2 * N || !text.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    for (byte, digits) in bytes.iter_mut().zip(text.as_bytes().chunks(2)) {
        *byte = u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fingerprint_is_the_openings_sha_256() {
        // printf %s 00ff | sha256sum
        let commitment = Commitment::to("00ff".to_owned(), false);
        assert_eq!(
            commitment.fingerprint,
            "8909cde2f411a84e86e7a39c8a3916b7cda6a9d977778030b6f6a491401400bc"
        );
        assert_eq!(commitment.opening, None);
        assert_eq!(Commitment::to("00ff".to_owned(), true).opening.as_deref(), Some("00ff"));
    }

    #[test]
    fn digits_come_back() {
        assert_eq!(from_hex::<2>(&to_hex(&[0, 0xaf])), Some([0, 0xaf]));
        assert_eq!(from_hex::<2>("00AF"), Some([0, 0xaf]));
        for bad in ["", "00a", "00afa", "00ag", "+0af", "00é"] {
            assert_eq!(from_hex::<2>(bad), None, "{bad}");
        }
    }
}
