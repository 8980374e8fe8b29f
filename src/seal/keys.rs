//! Keys: what a key is, how it is written, and which keys are too weak to seal with.
//!
//! A key is 32 random bytes, written as 43 characters of base64url without padding (what
//! `parlour keygen` prints) or as 64 hexadecimal digits. A key ring is written as a list with
//! commas: the first key seals, all open; one written `retired:KEY` opens nothing any more, and only
//! serves to tell the owner of an old link that it is old and not damaged.

use super::xaes::{KEY_BYTES, Xaes};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use rand::TryRng;
use rand::rngs::SysRng;
use sha2::{Digest, Sha256};
use std::sync::OnceLock;

/// The most keys a ring holds, the retired ones among them.
pub const RING_KEYS_MAX: usize = 8;
/// Random bytes almost never show fewer different values among 32: a key that does was not drawn
/// at random. (The mean is 30.1; below 20 comes about once in 10^13 keys.)
const DIFFERENT_BYTES_MIN: usize = 20;

/// A key. It cannot be printed by accident: `Debug` shows its id only.
#[derive(Clone)]
pub struct Key {
    bytes: [u8; KEY_BYTES],
    id: u8,
    cipher: OnceLock<Xaes>,
}

impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }
}

impl Eq for Key {}

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Key({:02x})", self.id)
    }
}

/// Why a text is no key to seal with. The position counts the keys of a list from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadKey {
    /// Which key of the list, from 1.
    pub place: usize,
    /// What is the matter with it.
    pub fault: KeyFault,
}

/// What can be the matter with a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyFault {
    /// There is no key between two commas, or none at all.
    Empty,
    /// Not 43 characters of base64url, nor 64 hexadecimal digits.
    Malformed,
    /// The bytes repeat or count up, or are few: no random key looks like this.
    NotRandom,
    /// The bytes are readable text: a password, not a key.
    Readable,
    /// The same key stands in the list twice.
    Repeated,
    /// More keys than a ring holds.
    TooMany,
    /// Every key of the list is retired: none is left to seal with.
    NoneSeals,
}

impl std::fmt::Display for BadKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let place = self.place;
        match self.fault {
            KeyFault::Empty => write!(f, "key {place} is empty"),
            KeyFault::Malformed => write!(
                f,
                "key {place} is malformed: a key is 43 characters of base64url, as `parlour keygen` prints it, or 64 hexadecimal digits"
            ),
            KeyFault::NotRandom => write!(
                f,
                "key {place} is weak: its bytes are not random; make one with `parlour keygen`"
            ),
            KeyFault::Readable => write!(
                f,
                "key {place} is weak: it is readable text, which can be guessed; make one with `parlour keygen`"
            ),
            KeyFault::Repeated => write!(f, "key {place} stands in the list already"),
            KeyFault::TooMany => {
                write!(f, "key {place} is one too many: at most {RING_KEYS_MAX} are kept")
            }
            KeyFault::NoneSeals => f.write_str("every key is retired, none is left to seal with"),
        }
    }
}

impl std::error::Error for BadKey {}

/// The operating system gives no random bytes, so no key can be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoRandomness {
    reason: String,
}

impl std::fmt::Display for NoRandomness {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the operating system gives no random bytes to make a key of: {}", self.reason)
    }
}

impl std::error::Error for NoRandomness {}

/// Random bytes of the operating system.
pub fn random_bytes<const N: usize>() -> Result<[u8; N], NoRandomness> {
    let mut bytes = [0; N];
    match SysRng.try_fill_bytes(&mut bytes) {
        Ok(()) => Ok(bytes),
        Err(error) => Err(NoRandomness { reason: error.to_string() }),
    }
}

impl Key {
    /// A key of these bytes, taken as they are; [`Key::checked`] and [`Key::parse`] are the ways in
    /// for keys from outside.
    pub fn from_bytes(bytes: [u8; KEY_BYTES]) -> Self {
        let digest = Sha256::new().chain_update("parlour/key-id").chain_update(bytes).finalize();
        Key { bytes, id: digest[0], cipher: OnceLock::new() }
    }

    /// A fresh key, drawn from the operating system.
    pub fn draw() -> Result<Self, NoRandomness> {
        loop {
            // About once in 10^13 draws a random key looks weak, and would be refused later.
            if let Ok(key) = Key::checked(random_bytes()?) {
                return Ok(key);
            }
        }
    }

    /// A key of these bytes, refused if it is weak.
    pub fn checked(bytes: [u8; KEY_BYTES]) -> Result<Self, KeyFault> {
        match weakness(&bytes) {
            Some(fault) => Err(fault),
            None => Ok(Key::from_bytes(bytes)),
        }
    }

    /// Reads a key as it is written, and refuses it if it is weak.
    pub fn parse(text: &str) -> Result<Self, KeyFault> {
        let text = text.trim();
        if text.is_empty() {
            return Err(KeyFault::Empty);
        }
        Key::checked(decode(text).ok_or(KeyFault::Malformed)?)
    }

    /// The key as `parlour keygen` prints it.
    pub fn to_text(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.bytes)
    }

    /// One byte that tells keys apart without telling anything else about them.
    pub fn id(&self) -> u8 {
        self.id
    }

    /// The cipher under this key, expanded when it is first used.
    pub fn cipher(&self) -> &Xaes {
        self.cipher.get_or_init(|| Xaes::new(&self.bytes))
    }

    /// The bytes themselves, for the cipher and for the slot of an installed copy.
    pub fn bytes(&self) -> &[u8; KEY_BYTES] {
        &self.bytes
    }
}

fn decode(text: &str) -> Option<[u8; KEY_BYTES]> {
    if text.len() == 2 * KEY_BYTES && text.bytes().all(|c| c.is_ascii_hexdigit()) {
        let mut bytes = [0; KEY_BYTES];
        for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
            *byte = u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?;
        }
        return Some(bytes);
    }
    URL_SAFE_NO_PAD.decode(text).ok()?.try_into().ok()
}

/// What shows that these bytes were not drawn at random.
fn weakness(bytes: &[u8; KEY_BYTES]) -> Option<KeyFault> {
    let mut seen = [false; 256];
    bytes.iter().for_each(|b| seen[usize::from(*b)] = true);
    let different = seen.iter().filter(|s| **s).count();
    let step = bytes[1].wrapping_sub(bytes[0]);
    let counts_up = bytes.windows(2).all(|pair| pair[1].wrapping_sub(pair[0]) == step);
    if different < DIFFERENT_BYTES_MIN || counts_up {
        return Some(KeyFault::NotRandom);
    }
    let readable = bytes.iter().all(|b| b.is_ascii_graphic() || b.is_ascii_whitespace());
    readable.then_some(KeyFault::Readable)
}

/// The ids of keys as a reader sees them.
pub fn ids<'a>(keys: impl Iterator<Item = &'a Key>) -> String {
    keys.map(|key| format!("{:02x}", key.id())).collect::<Vec<_>>().join(", ")
}

/// What a key of a ring is still good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It opens links; the first of these seals them too.
    Opens,
    /// It opens nothing any more, and only tells an old link from a damaged one.
    Retired,
}

/// The keys of one installation, or of all servers that share its games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyRing {
    first: Key,
    others: Vec<Key>,
    retired: Vec<Key>,
}

impl KeyRing {
    /// A ring of one key.
    pub fn of(key: Key) -> Self {
        KeyRing { first: key, others: Vec::new(), retired: Vec::new() }
    }

    /// A ring whose first key seals, `others` open too, and `retired` only date a link.
    pub fn new(first: Key, others: Vec<Key>, retired: Vec<Key>) -> Self {
        KeyRing { first, others, retired }
    }

    /// Reads a list of keys, as `PARLOUR_KEY` and a key file hold it. White space and line ends
    /// around a key are nothing.
    pub fn parse(list: &str) -> Result<Self, BadKey> {
        let items = list.trim().trim_end_matches(',').split(',').map(str::trim);
        Self::gather(items.map(|item| match item.strip_prefix("retired:") {
            Some(text) => (Standing::Retired, Key::parse(text)),
            None => (Standing::Opens, Key::parse(item)),
        }))
    }

    /// A ring of keys from outside, refused at the first that is bad, repeated or too many.
    pub fn gather(
        keys: impl IntoIterator<Item = (Standing, Result<Key, KeyFault>)>,
    ) -> Result<Self, BadKey> {
        let mut open = Vec::new();
        let mut retired = Vec::new();
        for (place, (standing, key)) in (1..).zip(keys) {
            let bad = |fault| BadKey { place, fault };
            let key = key.map_err(bad)?;
            if place > RING_KEYS_MAX {
                return Err(bad(KeyFault::TooMany));
            }
            if open.iter().chain(&retired).any(|former| *former == key) {
                return Err(bad(KeyFault::Repeated));
            }
            match standing {
                Standing::Opens => open.push(key),
                Standing::Retired => retired.push(key),
            }
        }
        let mut open = open.into_iter();
        let first = open.next().ok_or(BadKey { place: 1, fault: KeyFault::NoneSeals })?;
        Ok(KeyRing::new(first, open.collect(), retired))
    }

    /// The list that [`KeyRing::parse`] reads.
    pub fn to_text(&self) -> String {
        let open = self.opening_keys().map(Key::to_text);
        let retired = self.retired.iter().map(|k| format!("retired:{}", k.to_text()));
        open.chain(retired).collect::<Vec<_>>().join(",")
    }

    /// The same ring with `key` in front of it: from now on it seals, and the others still open.
    pub fn with_new_first(&self, key: Key) -> Self {
        KeyRing::new(key, self.opening_keys().cloned().collect(), self.retired.clone())
    }

    /// The keys by their ids, as a reader sees them.
    pub fn describe(&self) -> String {
        let mut text = format!("{:02x} seals", self.first.id());
        let others = [(&self.others, "opens too"), (&self.retired, "is retired")];
        for (keys, what) in others.into_iter().filter(|(keys, _)| !keys.is_empty()) {
            text += &format!(", {} {what}", ids(keys.iter()));
        }
        text
    }

    /// The key that seals.
    pub fn sealing_key(&self) -> &Key {
        &self.first
    }

    /// The keys that open, the sealing key first.
    pub fn opening_keys(&self) -> impl Iterator<Item = &Key> {
        std::iter::once(&self.first).chain(&self.others)
    }

    /// The keys that open nothing any more.
    pub fn retired_keys(&self) -> impl Iterator<Item = &Key> {
        self.retired.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A key as random as any, and of no use to anybody: it is published here.
    const GOOD: &str = "q7-Jk0iVZPmYxw3cTn5eHfRb1uLGoAs8dKQy2EXtC9M";

    #[test]
    fn a_key_comes_back_from_its_text() {
        let key = Key::parse(GOOD).unwrap();
        assert_eq!(key.to_text(), GOOD);
        let hex: String = key.bytes().iter().map(|b| format!("{b:02x}")).collect();
        assert_eq!(Key::parse(&hex), Ok(key.clone()));
        assert_eq!(Key::parse(&format!(" {GOOD}\r\n")), Ok(key));
    }

    #[test]
    fn drawn_keys_are_good_and_differ() {
        let (one, other) = (Key::draw().unwrap(), Key::draw().unwrap());
        assert_ne!(one, other);
        assert_eq!(Key::parse(&one.to_text()), Ok(one));
    }

    #[test]
    fn debug_tells_nothing_but_the_id() {
        let key = Key::parse(GOOD).unwrap();
        assert_eq!(format!("{key:?}"), format!("Key({:02x})", key.id()));
    }

    #[test]
    fn weak_and_malformed_keys_are_refused_by_name() {
        let of = |bytes: [u8; 32]| Key::parse(&URL_SAFE_NO_PAD.encode(bytes));
        assert_eq!(of([0; 32]), Err(KeyFault::NotRandom));
        assert_eq!(of(std::array::from_fn(|i| i as u8)), Err(KeyFault::NotRandom));
        assert_eq!(of(std::array::from_fn(|i| 255 - 7 * (i as u8))), Err(KeyFault::NotRandom));
        assert_eq!(of(*b"the quick brown fox jumped over."), Err(KeyFault::Readable));
        assert_eq!(Key::parse(""), Err(KeyFault::Empty));
        assert_eq!(Key::parse("secret"), Err(KeyFault::Malformed));
        assert_eq!(Key::parse(&GOOD[1..]), Err(KeyFault::Malformed));
        assert_eq!(Key::parse(&format!("{GOOD}=")), Err(KeyFault::Malformed));
    }

    #[test]
    fn a_ring_is_read_in_order_and_refused_with_the_place() {
        let second: String = GOOD.chars().rev().collect::<String>().replace('M', "A");
        let second = format!("A{}", &second[1..42]) + "A";
        let second = Key::parse(&second).unwrap().to_text();
        let ring = KeyRing::parse(&format!("{GOOD}, {second}\n")).unwrap();
        assert_eq!(ring.sealing_key().to_text(), GOOD);
        assert_eq!(ring.opening_keys().count(), 2);
        assert_eq!(KeyRing::parse(&ring.to_text()), Ok(ring));

        let retired = KeyRing::parse(&format!("{GOOD},retired:{second}")).unwrap();
        assert_eq!(retired.opening_keys().count(), 1);
        assert_eq!(retired.retired_keys().count(), 1);

        let fault = |list: &str| KeyRing::parse(list).map_err(|e| (e.place, e.fault));
        assert_eq!(fault(&format!("{GOOD},x")), Err((2, KeyFault::Malformed)));
        assert_eq!(fault(&format!("{GOOD},,{second}")), Err((2, KeyFault::Empty)));
        assert_eq!(fault(&format!("{GOOD},{GOOD}")), Err((2, KeyFault::Repeated)));
        assert_eq!(fault(&format!("retired:{GOOD}")), Err((1, KeyFault::NoneSeals)));
        assert_eq!(fault(""), Err((1, KeyFault::Empty)));
    }
}
