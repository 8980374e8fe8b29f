//! The seal: authenticated encryption of a position as text for a link.
//!
//! A token is `version (1) | purpose (1) | game (1) | key id (1) | nonce (24) | ciphertext | tag (16)`
//! in base64url without padding. The cipher is XAES-256-GCM (C2SP, <https://c2sp.org/XAES-256-GCM>):
//! AES-256-GCM with a key derived from the first half of a 192-bit nonce, so that many servers may
//! share one key and draw nonces at random without a limit that matters. The first four bytes are the
//! header. Anybody can read it, and nobody can change it: it is authenticated with the content, and
//! so is the version of the game's ruleset.
//!
//! A token contains neither `--` nor `__`. Word processors turn two hyphens into a dash, and a common
//! rule set for web firewalls (OWASP CRS, rule 942440) takes them for a comment of SQL.
//!
//! The seal does not prevent players from going back to an older link, opening two links, or
//! passing a link on.

use super::keys::{Key, KeyRing};
use super::xaes::{NONCE_BYTES, TAG_BYTES};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

const HEADER_BYTES: usize = 4;
/// The number of bytes of a token without its content.
pub const OVERHEAD_BYTES: usize = HEADER_BYTES + NONCE_BYTES + TAG_BYTES;
/// The most characters of a token: a link of 900 characters has room for no more.
pub const TOKEN_CHARS_MAX: usize = 800;
/// The most bytes that such a token seals.
pub const CONTENT_BYTES_MAX: usize = TOKEN_CHARS_MAX / 4 * 3 - OVERHEAD_BYTES;
/// The fewest characters of a token.
pub const SHORTEST_TOKEN_CHARS: usize = (OVERHEAD_BYTES * 4).div_ceil(3);
/// The game of a token that belongs to no game.
#[cfg(any(test, feature = "audit"))]
pub const NO_GAME: u8 = 0;

const TOKEN_VERSION: u8 = 1;
/// The first piece of all associated data; it names this seal.
const LABEL: &[u8] = b"parlour/seal\n";
/// The first piece of what the next nonce is hashed from.
const NONCE_LABEL: &[u8] = b"parlour/nonce\n";
/// The most nonces for one token. Two in three of the longest tokens are clean with the first nonce.
const NONCES_MAX: usize = 64;

/// The use of a token. The numbers are in links, so they are lasting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A position: the holder of the link may move.
    Position = 1,
    /// A position at a table of several people, who move with their passwords.
    Table = 2,
    /// The answer of a guest to an invitation. The host gathers the answers.
    Answer = 4,
    /// The standings over several games.
    League = 5,
}

impl Purpose {
    /// Every purpose.
    pub const ALL: [Purpose; 4] =
        [Purpose::Position, Purpose::Table, Purpose::Answer, Purpose::League];

    fn of_number(number: u8) -> Option<Self> {
        Purpose::ALL.into_iter().find(|purpose| *purpose as u8 == number)
    }
}

/// Returns true if a text begins as every token does: with the version, a purpose, and two bits of a game.
pub fn is_token_start(text: &str) -> bool {
    matches!(text.as_bytes(), [b'A', b'Q', b'E'..=b'L' | b'Q'..=b'X', ..])
}

/// The facts that a token is bound to: it opens under no others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Binding {
    /// The use of the token.
    pub purpose: Purpose,
    /// The lasting number of the game, or [`NO_GAME`].
    pub game: u8,
    /// The globally unique name of the ruleset. Two games of two programs may have one number.
    pub ruleset: &'static str,
    /// The version of the game's ruleset; it rises when the rules or the packing change.
    pub ruleset_version: u16,
}

/// The reason why a token does not open. It does not say how far a forgery came.
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
/// generator and must never be used again. The token may have another nonce, derived from this one.
pub fn seal(ring: &KeyRing, binding: Binding, nonce: &[u8; NONCE_BYTES], content: &[u8]) -> String {
    let key = ring.sealing_key();
    let Binding { purpose, game, .. } = binding;
    let header = [TOKEN_VERSION, purpose as u8, game, key.id()];
    let sealed = |number: &[u8; NONCE_BYTES]| {
        key.cipher().encrypt(number, content, &associated_data(header, binding))
    };
    let mut nonce = *nonce;
    for _ in 1..NONCES_MAX {
        // The header and the nonce are looked at first, because to encrypt takes longer.
        if is_clean(&to_text(header, &nonce, &[])) {
            let token = to_text(header, &nonce, &sealed(&nonce));
            if is_clean(&token) {
                return token;
            }
        }
        nonce = next_nonce(&nonce);
    }
    to_text(header, &nonce, &sealed(&nonce))
}

/// Opens a token that was sealed for this binding with an active key of the ring.
///
/// # Errors
///
/// [`OpenError`] if it does not open.
#[cfg(any(test, feature = "audit"))]
pub fn open(ring: &KeyRing, binding: Binding, text: &str) -> Result<Vec<u8>, OpenError> {
    let token = Token::read(text).ok_or(OpenError::Damaged)?;
    if (token.purpose, token.game) != (binding.purpose, binding.game) {
        return Err(OpenError::Damaged);
    }
    token.open(ring, binding)
}

/// The parts of a token. Do not trust them before it opens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// The use of the token.
    pub purpose: Purpose,
    /// The lasting number of the game.
    pub game: u8,
    header: [u8; HEADER_BYTES],
    nonce: [u8; NONCE_BYTES],
    /// The ciphertext and the tag.
    sealed: Vec<u8>,
}

impl Token {
    /// Reads a text. `None` if it is no token.
    pub fn read(text: &str) -> Option<Self> {
        if text.len() > TOKEN_CHARS_MAX {
            return None;
        }
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        let (header, rest) = bytes.split_first_chunk()?;
        let (nonce, sealed) = rest.split_first_chunk()?;
        let [TOKEN_VERSION, purpose, game, _] = *header else { return None };
        let purpose = Purpose::of_number(purpose)?;
        let has_tag = sealed.len() >= TAG_BYTES;
        has_tag.then(|| Token {
            purpose,
            game,
            header: *header,
            nonce: *nonce,
            sealed: sealed.to_vec(),
        })
    }

    /// Opens the token under this ruleset of its game and this version of it.
    ///
    /// # Errors
    ///
    /// [`OpenError`] if no active key of the ring opens it.
    pub fn open(&self, ring: &KeyRing, binding: Binding) -> Result<Vec<u8>, OpenError> {
        let content = ring.opening_keys().find_map(|key| self.open_with(key, binding));
        content.ok_or_else(|| self.reason(ring, binding))
    }

    /// The four bytes that say how to open the rest: the version, the purpose, the game, the key id.
    pub fn header(&self) -> [u8; HEADER_BYTES] {
        self.header
    }

    /// The number that was drawn for this token alone.
    pub fn nonce(&self) -> &[u8] {
        &self.nonce
    }

    /// The content, encrypted.
    pub fn ciphertext(&self) -> &[u8] {
        self.sealed.split_at(self.sealed.len() - TAG_BYTES).0
    }

    /// The authentication tag, the proof that nothing was changed.
    pub fn tag(&self) -> &[u8] {
        self.sealed.split_at(self.sealed.len() - TAG_BYTES).1
    }

    fn open_with(&self, key: &Key, binding: Binding) -> Option<Vec<u8>> {
        // Saves the work of trying keys that cannot fit.
        if self.header[3] != key.id() {
            return None;
        }
        let data = associated_data(self.header, binding);
        key.cipher().decrypt(&self.nonce, &self.sealed, &data)
    }

    /// The reason why no key opens it: tells a genuine token of the past from a forged one.
    fn reason(&self, ring: &KeyRing, binding: Binding) -> OpenError {
        let opens = |key: &Key, ruleset_version| {
            self.open_with(key, Binding { ruleset_version, ..binding }).is_some()
        };
        let latest = binding.ruleset_version;
        let is_older = |key: &Key| (1..latest).rev().any(|version| opens(key, version));
        if ring.opening_keys().any(is_older) {
            return OpenError::OlderRuleset;
        }
        let is_genuine = |key: &Key| opens(key, latest) || is_older(key);
        if ring.retired_keys().any(is_genuine) {
            return OpenError::RetiredKey;
        }
        OpenError::Damaged
    }
}

/// The associated data. Every piece but the last has a fixed length, so no two bindings give the same
/// bytes.
fn associated_data(header: [u8; HEADER_BYTES], binding: Binding) -> Vec<u8> {
    let Binding { ruleset, ruleset_version, .. } = binding;
    [LABEL, &header, &ruleset_version.to_le_bytes(), ruleset.as_bytes()].concat()
}

fn to_text(header: [u8; HEADER_BYTES], nonce: &[u8; NONCE_BYTES], sealed: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode([&header, &nonce[..], sealed].concat())
}

/// Returns true if the text arrives unchanged by word processors and web firewalls.
fn is_clean(text: &str) -> bool {
    !text.contains("--") && !text.contains("__")
}

/// The nonce to try after this one, as random as it.
fn next_nonce(nonce: &[u8; NONCE_BYTES]) -> [u8; NONCE_BYTES] {
    let hash = Sha256::new().chain_update(NONCE_LABEL).chain_update(nonce).finalize();
    let mut next = [0; NONCE_BYTES];
    next.copy_from_slice(&hash[..NONCE_BYTES]);
    next
}
