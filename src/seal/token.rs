//! The seal: authenticated encryption of a position as text for a link.
//!
//! A token is `version (1) | key id (1) | nonce (24) | ciphertext | tag (16)` in base64url without
//! padding. The cipher is XAES-256-GCM (C2SP, <https://c2sp.org/XAES-256-GCM>): AES-256-GCM with a
//! key derived from the first half of a 192-bit nonce, so that many servers may share one key and
//! draw nonces at random without a limit that matters. The associated data binds a token to its
//! purpose, its game and the version of the game's ruleset: a token does not open for another game.
//!
//! The seal does not prevent players from going back to an older link, opening two links, or
//! passing a link on.

use super::keys::{Key, KeyRing};
use super::xaes::{NONCE_BYTES, TAG_BYTES};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

/// Bytes of a token besides its content.
pub const OVERHEAD_BYTES: usize = 2 + NONCE_BYTES + TAG_BYTES;
/// The most characters of a token: a link of 900 characters has room for no more.
pub const TOKEN_CHARS_MAX: usize = 800;

/// The version of the token.
const TOKEN_VERSION: u8 = 1;
/// The first piece of all associated data; it names this seal.
const LABEL: &str = "parlour/seal";

/// What a token is bound to besides its content: the associated data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Binding {
    /// What the token is for; `pos` is a position.
    pub purpose: &'static str,
    /// The key of the game, as in the query string.
    pub game: &'static str,
    /// The version of the game's ruleset; it rises when the rules or the packing change.
    pub ruleset_version: u16,
}

/// Why a token does not open. It does not say how far a forgery came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenError {
    /// Cut short, changed, made up, of another game, or sealed with a key that is not in the ring.
    Damaged,
    /// Genuine, but sealed with a retired key.
    RetiredKey,
    /// Genuine, but of an older version of the ruleset.
    OlderRuleset,
}

/// Seals `content` with the first key of the ring. The nonce must come from the operating system's
/// generator and must never be used again.
pub fn seal(ring: &KeyRing, binding: Binding, nonce: &[u8; NONCE_BYTES], content: &[u8]) -> String {
    let key = ring.sealing_key();
    let header = [TOKEN_VERSION, key.id()];
    let sealed = key.cipher().encrypt(nonce, content, &associated_data(header, binding));
    let mut token = Vec::with_capacity(OVERHEAD_BYTES + content.len());
    token.extend_from_slice(&header);
    token.extend_from_slice(nonce);
    token.extend_from_slice(&sealed);
    URL_SAFE_NO_PAD.encode(token)
}

/// Opens a token that was sealed with an active key of the ring for the same binding.
///
/// # Errors
///
/// [`OpenError`] if it does not open.
pub fn open(ring: &KeyRing, binding: Binding, token: &str) -> Result<Vec<u8>, OpenError> {
    let bytes = decode(token).ok_or(OpenError::Damaged)?;
    let token = Token::parse(&bytes).ok_or(OpenError::Damaged)?;
    let content = ring.opening_keys().find_map(|key| token.open_with(key, binding));
    content.ok_or_else(|| token.reason(ring, binding))
}

/// What a token is made of, for whoever wants to see it. Whether it opens is another question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    /// The version of the token.
    pub version: u8,
    /// The id of the key that it says it was sealed with.
    pub key_id: u8,
    /// The number that was drawn for it alone.
    pub nonce: Vec<u8>,
    /// The content, encrypted.
    pub ciphertext: Vec<u8>,
    /// What proves that nothing in it was changed.
    pub tag: Vec<u8>,
}

/// Takes a token apart; nothing if it is none.
pub fn parts(token: &str) -> Option<Parts> {
    let bytes = decode(token)?;
    let Token { header: [version, key_id], nonce, sealed } = Token::parse(&bytes)?;
    let (ciphertext, tag) = sealed.split_last_chunk::<TAG_BYTES>()?;
    let (nonce, ciphertext, tag) = (nonce.to_vec(), ciphertext.to_vec(), tag.to_vec());
    Some(Parts { version, key_id, nonce, ciphertext, tag })
}

fn decode(token: &str) -> Option<Vec<u8>> {
    if token.len() > TOKEN_CHARS_MAX {
        return None;
    }
    URL_SAFE_NO_PAD.decode(token).ok()
}

/// The parts of a token; none of them is trusted yet.
struct Token<'a> {
    /// The version and the key id.
    header: [u8; 2],
    nonce: &'a [u8; NONCE_BYTES],
    /// The ciphertext and the tag.
    sealed: &'a [u8],
}

impl<'a> Token<'a> {
    fn parse(bytes: &'a [u8]) -> Option<Self> {
        let (header, rest) = bytes.split_first_chunk()?;
        let (nonce, sealed) = rest.split_first_chunk()?;
        (header[0] == TOKEN_VERSION).then_some(Token { header: *header, nonce, sealed })
    }

    fn open_with(&self, key: &Key, binding: Binding) -> Option<Vec<u8>> {
        // Saves the work of trying keys that cannot fit.
        if self.header[1] != key.id() {
            return None;
        }
        key.cipher().decrypt(self.nonce, self.sealed, &associated_data(self.header, binding))
    }

    /// Why no key opens it: tells a genuine token of the past from a forged one.
    fn reason(&self, ring: &KeyRing, binding: Binding) -> OpenError {
        let is_older = |key: &Key| {
            (1..binding.ruleset_version).rev().any(|ruleset_version| {
                let older = Binding { ruleset_version, ..binding };
                self.open_with(key, older).is_some()
            })
        };
        if ring.opening_keys().any(is_older) {
            return OpenError::OlderRuleset;
        }
        let is_genuine = |key: &Key| self.open_with(key, binding).is_some() || is_older(key);
        if ring.retired_keys().any(is_genuine) {
            return OpenError::RetiredKey;
        }
        OpenError::Damaged
    }
}

/// The associated data: the number of pieces, then the length and the bytes of each, so that no two
/// bindings give the same bytes (the pre-authentication encoding of PASETO).
fn associated_data(header: [u8; 2], binding: Binding) -> Vec<u8> {
    let version = binding.ruleset_version.to_le_bytes();
    let pieces: [&[u8]; 6] = [
        LABEL.as_bytes(),
        &header[..1],
        &header[1..],
        binding.purpose.as_bytes(),
        binding.game.as_bytes(),
        &version,
    ];
    let mut data = Vec::with_capacity(128);
    data.extend_from_slice(&(pieces.len() as u64).to_le_bytes());
    for piece in pieces {
        data.extend_from_slice(&(piece.len() as u64).to_le_bytes());
        data.extend_from_slice(piece);
    }
    data
}
