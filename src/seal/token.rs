//! The seal: a position, closed against reading and change, as text for a link.
//!
//! A token is `version (1) | key id (1) | nonce (24) | ciphertext | tag (16)` in base64url without
//! padding. The cipher is XAES-256-GCM (C2SP, <https://c2sp.org/XAES-256-GCM>): AES-256-GCM under
//! a key derived afresh from the first half of a 192-bit nonce, so that many servers may share one
//! key and draw nonces at random for ever without two meeting. The associated data binds a token
//! to its purpose, its game and the version of that game's ruleset; moved to another game, a token
//! does not open.
//!
//! What the seal does not do: it does not stop anybody from going back to an older link, opening
//! two, or passing one on.

use super::keys::{Key, KeyRing};
use super::xaes::{NONCE_BYTES, TAG_BYTES};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

/// What a token is longer than the position in it, in bytes.
pub const OVERHEAD_BYTES: usize = 2 + NONCE_BYTES + TAG_BYTES;
/// The longest token that is looked at, in characters: a link of 900 characters holds no more.
pub const TOKEN_CHARS_MAX: usize = 800;

/// The version of new tokens: what is sealed begins with choices that can grow (`game/options.rs`).
const TOKEN_VERSION: u8 = 2;
/// The oldest version that is still opened: its choices are packed by the number of values that
/// each option had then.
const TOKEN_VERSION_MIN: u8 = 1;
/// The first piece of all associated data: whose seal this is.
const LABEL: &str = "parlour/seal";

/// What a token is bound to besides its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Binding<'a> {
    /// What the token is for; `pos` is a position.
    pub purpose: &'a str,
    /// The key of the game, as in the query string.
    pub game: &'a str,
    /// The version of the game's ruleset; it rises when the rules or the packing change.
    pub ruleset_version: u16,
}

/// Why a token does not open. Nothing here tells how far a forgery came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unopened {
    /// Cut short, changed, made up, of another game, or sealed with a key that is not here.
    Damaged,
    /// Genuine, but sealed with a key that has been retired.
    RetiredKey,
    /// Genuine, but of an older version of the ruleset.
    OlderRuleset,
}

/// Seals `position` with the first key of the ring. The nonce must come from the operating
/// system's generator and must never be used again.
pub fn seal(
    ring: &KeyRing,
    binding: Binding<'_>,
    nonce: &[u8; NONCE_BYTES],
    position: &[u8],
) -> String {
    let key = ring.sealing_key();
    let header = [TOKEN_VERSION, key.id()];
    let sealed = key.cipher().encrypt(nonce, position, &associated_data(header, binding));
    let mut token = Vec::with_capacity(OVERHEAD_BYTES + position.len());
    token.extend_from_slice(&header);
    token.extend_from_slice(nonce);
    token.extend_from_slice(&sealed);
    URL_SAFE_NO_PAD.encode(token)
}

/// What was sealed in a token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opened {
    /// The version of the token, which says how the content is laid out.
    pub token_version: u8,
    /// The version of the ruleset under which it was sealed.
    pub ruleset_version: u16,
    /// What was sealed.
    pub content: Vec<u8>,
}

/// Opens a token that was sealed with any key of the ring under the same binding, or under one of
/// an older version of the ruleset, down to `oldest`.
///
/// # Errors
///
/// Why it does not open.
pub fn open(
    ring: &KeyRing,
    binding: Binding<'_>,
    oldest: u16,
    token: &str,
) -> Result<Opened, Unopened> {
    let token = Token::parse(token).ok_or(Unopened::Damaged)?;
    for ruleset_version in (oldest..=binding.ruleset_version).rev() {
        let binding = Binding { ruleset_version, ..binding };
        let content = ring.opening_keys().find_map(|key| token.open_with(key, binding));
        if let Some(content) = content {
            return Ok(Opened { token_version: token.version(), ruleset_version, content });
        }
    }
    Err(token.reason(ring, binding))
}

/// The parts of a token, none of them trusted yet.
struct Token {
    bytes: Vec<u8>,
}

impl Token {
    fn parse(text: &str) -> Option<Self> {
        if text.len() > TOKEN_CHARS_MAX {
            return None;
        }
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        let versions = TOKEN_VERSION_MIN..=TOKEN_VERSION;
        let is_known = bytes.first().is_some_and(|version| versions.contains(version));
        (is_known && bytes.len() >= OVERHEAD_BYTES).then_some(Token { bytes })
    }

    fn version(&self) -> u8 {
        self.bytes.first().copied().unwrap_or(TOKEN_VERSION)
    }

    fn open_with(&self, key: &Key, binding: Binding<'_>) -> Option<Vec<u8>> {
        let (header, rest) = self.bytes.split_first_chunk::<2>()?;
        let (nonce, sealed) = rest.split_first_chunk::<NONCE_BYTES>()?;
        // The key id only spares the work of trying keys that cannot fit.
        if header[1] != key.id() {
            return None;
        }
        key.cipher().decrypt(nonce, sealed, &associated_data(*header, binding))
    }

    /// Why no key opened it: a genuine token of former days is told from a false one.
    fn reason(&self, ring: &KeyRing, binding: Binding<'_>) -> Unopened {
        let older = |key: &Key| {
            (1..binding.ruleset_version).rev().any(|ruleset_version| {
                let former = Binding { ruleset_version, ..binding };
                self.open_with(key, former).is_some()
            })
        };
        if ring.opening_keys().any(older) {
            return Unopened::OlderRuleset;
        }
        let genuine = |key: &Key| self.open_with(key, binding).is_some() || older(key);
        if ring.retired_keys().any(genuine) {
            return Unopened::RetiredKey;
        }
        Unopened::Damaged
    }
}

/// The associated data: the number of pieces, then each piece behind its length, so that no two
/// bindings give the same bytes (the pre-authentication encoding of PASETO).
fn associated_data(header: [u8; 2], binding: Binding<'_>) -> Vec<u8> {
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
