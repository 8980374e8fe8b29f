//! Keys: their text, their use in a ring, and a check against weak ones.
//!
//! A key is 32 random bytes. Its text is 43 characters of base64url without padding, as in a key
//! file, or 64 hexadecimal digits. A key ring is a list with commas: the first key
//! seals and all keys open. The key in `retired:KEY` opens no link; it only tells an old link from
//! a damaged one.

use super::xaes::{KEY_BYTES, Xaes};
use crate::errors::errors;
use crate::os::own::ME;
use crate::os::random::{self, NoRandomness};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use std::sync::OnceLock;

/// The most keys in a ring, including retired ones.
pub const RING_KEYS_MAX: usize = 8;
/// The fewest different values among the 32 bytes of a key. Random bytes have 30.1 on average, and
/// fewer than 20 in about one of 10^13 keys.
const DIFFERENT_BYTES_MIN: usize = 20;

/// A key. `Debug` shows only its id, so that no log shows the key by accident.
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

/// The first refused key of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadKey {
    /// Its number in the list, from 1.
    pub place: usize,
    /// The reason.
    pub fault: KeyFault,
}

errors! {
    /// The reason why a key is refused.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum KeyFault {
        /// There is no text between two commas, or in the whole list.
        Empty => "is empty";
        /// It is neither 43 characters of base64url nor 64 hexadecimal digits.
        Malformed =>
            "is malformed: a key is 43 characters of base64url, or 64 hexadecimal digits";
        /// Its bytes repeat or follow a pattern, as those of a random key do not.
        NotRandom => "is weak: its bytes are not random; make one with `{ME} keys --new FILE`";
        /// Its bytes are readable text, so it is a password and not a key.
        Readable =>
            "is weak: it is readable text, which can be guessed; make one with `{ME} keys --new FILE`";
        /// The list has this key twice.
        Repeated => "is in the list already";
        /// The list has more keys than a ring may have.
        TooMany => "is one too many: a list has at most {RING_KEYS_MAX}";
        /// Every key of the list is retired, so no key seals.
        NoneSeals => "is retired like all others in the list; put a fresh key first, with `{ME} keys --new`";
    }
}

impl std::fmt::Display for BadKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "key {} {}", self.place, self.fault)
    }
}

impl std::error::Error for BadKey {}

impl Key {
    /// The key of these bytes, unchecked. Use [`Key::checked`] or [`Key::parse`] for a key from
    /// outside.
    pub fn from_bytes(bytes: [u8; KEY_BYTES]) -> Self {
        let digest = Sha256::new().chain_update("parlour/key-id").chain_update(bytes).finalize();
        Key { bytes, id: digest[0], cipher: OnceLock::new() }
    }

    /// Draws a key at random.
    ///
    /// # Errors
    ///
    /// [`NoRandomness`] if the operating system provides no random bytes.
    pub fn draw() -> Result<Self, NoRandomness> {
        loop {
            // About one random key in 10^13 looks weak and would be refused later.
            if let Ok(key) = Key::checked(random::bytes()?) {
                return Ok(key);
            }
        }
    }

    /// The key of these bytes.
    ///
    /// # Errors
    ///
    /// [`KeyFault`] if it is weak.
    pub fn checked(bytes: [u8; KEY_BYTES]) -> Result<Self, KeyFault> {
        match weakness(&bytes) {
            Some(fault) => Err(fault),
            None => Ok(Key::from_bytes(bytes)),
        }
    }

    /// Reads a key from its text.
    ///
    /// # Errors
    ///
    /// [`KeyFault`] if the text is no key, or the key is weak.
    pub fn parse(text: &str) -> Result<Self, KeyFault> {
        let text = text.trim();
        if text.is_empty() {
            return Err(KeyFault::Empty);
        }
        Key::checked(decode(text).ok_or(KeyFault::Malformed)?)
    }

    /// The key as a key file has it, in base64url.
    pub fn to_text(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.bytes)
    }

    /// One byte that tells keys apart. It reveals no more about them.
    pub fn id(&self) -> u8 {
        self.id
    }

    /// The cipher under this key, expanded when it is first used.
    pub fn cipher(&self) -> &Xaes {
        self.cipher.get_or_init(|| Xaes::new(&self.bytes))
    }

    /// The bytes, for the cipher and for the slot of an installed copy.
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

/// A reason why these bytes are not random, if there is one.
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

/// The ids of keys in hexadecimal, for people to read.
pub fn ids<'a>(keys: impl Iterator<Item = &'a Key>) -> String {
    keys.map(|key| format!("{:02x}", key.id())).collect::<Vec<_>>().join(", ")
}

/// The use of a key in a ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyState {
    /// It opens links, and the first active key seals them.
    Active,
    /// It opens no link; it only tells an old link from a damaged one.
    Retired,
}

/// The keys of one installation, or of all servers that share their games.
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

    /// A ring in which `first` seals, `others` also open, and `retired` only identify old links.
    pub fn new(first: Key, others: Vec<Key>, retired: Vec<Key>) -> Self {
        KeyRing { first, others, retired }
    }

    /// Reads the list of keys in `PARLOUR_KEY` or a key file. White space around keys does not
    /// count.
    ///
    /// # Errors
    ///
    /// [`BadKey`] for the first key that is refused.
    pub fn parse(list: &str) -> Result<Self, BadKey> {
        let items = list.trim().trim_end_matches(',').split(',').map(str::trim);
        Self::gather(items.map(|item| match item.strip_prefix("retired:") {
            Some(text) => (KeyState::Retired, Key::parse(text)),
            None => (KeyState::Active, Key::parse(item)),
        }))
    }

    /// A ring of keys from outside.
    ///
    /// # Errors
    ///
    /// [`BadKey`] for the first key that is bad, repeated or one too many.
    pub fn gather(
        keys: impl IntoIterator<Item = (KeyState, Result<Key, KeyFault>)>,
    ) -> Result<Self, BadKey> {
        let mut active = Vec::new();
        let mut retired = Vec::new();
        for (place, (state, key)) in (1..).zip(keys) {
            let bad = |fault| BadKey { place, fault };
            let key = key.map_err(bad)?;
            if place > RING_KEYS_MAX {
                return Err(bad(KeyFault::TooMany));
            }
            if active.iter().chain(&retired).any(|former| *former == key) {
                return Err(bad(KeyFault::Repeated));
            }
            match state {
                KeyState::Active => active.push(key),
                KeyState::Retired => retired.push(key),
            }
        }
        let mut active = active.into_iter();
        let first = active.next().ok_or(BadKey { place: 1, fault: KeyFault::NoneSeals })?;
        Ok(KeyRing::new(first, active.collect(), retired))
    }

    /// The list that [`KeyRing::parse`] reads.
    pub fn to_text(&self) -> String {
        let open = self.opening_keys().map(Key::to_text);
        let retired = self.retired.iter().map(|k| format!("retired:{}", k.to_text()));
        open.chain(retired).collect::<Vec<_>>().join(",")
    }

    /// The use of each key, by their ids.
    pub fn describe(&self) -> String {
        let mut text = format!("{:02x} seals", self.first.id());
        let others = [(&self.others, "opens too"), (&self.retired, "is retired")];
        for (keys, what) in others.into_iter().filter(|(keys, _)| !keys.is_empty()) {
            text += &format!(", {} {what}", ids(keys.iter()));
        }
        text
    }

    /// Every key, in the order of the list.
    pub fn entries(&self) -> Vec<(KeyState, Key)> {
        let opening = self.opening_keys().map(|key| (KeyState::Active, key.clone()));
        let retired = self.retired.iter().map(|key| (KeyState::Retired, key.clone()));
        opening.chain(retired).collect()
    }

    /// The key that seals.
    pub fn sealing_key(&self) -> &Key {
        &self.first
    }

    /// The keys that open, the sealing key first.
    pub fn opening_keys(&self) -> impl Iterator<Item = &Key> {
        std::iter::once(&self.first).chain(&self.others)
    }

    /// The keys that only identify old links.
    pub fn retired_keys(&self) -> impl Iterator<Item = &Key> {
        self.retired.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A random key. It is published here, so it protects no game.
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
        // As many different bytes as a key must have, and one fewer, in no order.
        let of_few = |few: usize| of(std::array::from_fn(|i| (i % few * 37) as u8));
        assert_eq!(of_few(DIFFERENT_BYTES_MIN - 1), Err(KeyFault::NotRandom));
        assert!(of_few(DIFFERENT_BYTES_MIN).is_ok());
        let hex: String = (0..33u8).map(|i| format!("{:02x}", i.wrapping_mul(i) ^ 0x5a)).collect();
        assert!(Key::parse(&hex[..64]).is_ok());
        for length in [40, 62, 63, 65, 66] {
            assert_eq!(Key::parse(&hex[..length]), Err(KeyFault::Malformed), "{length} digits");
        }
        assert_eq!(Key::parse(&format!("{}g", &hex[..63])), Err(KeyFault::Malformed));
        assert_eq!(Key::parse(""), Err(KeyFault::Empty));
        assert_eq!(Key::parse("secret"), Err(KeyFault::Malformed));
        assert_eq!(Key::parse(&GOOD[1..]), Err(KeyFault::Malformed));
        assert_eq!(Key::parse(&format!("{GOOD}=")), Err(KeyFault::Malformed));
    }

    #[test]
    fn a_ring_keeps_order_and_names_faulty_places() {
        let second: String = GOOD.chars().rev().collect::<String>().replace('M', "A");
        let second = format!("A{}", &second[1..42]) + "A";
        let second = Key::parse(&second).unwrap().to_text();
        let ring = KeyRing::parse(&format!("{GOOD}, {second}\n")).unwrap();
        assert_eq!(ring.sealing_key().to_text(), GOOD);
        assert_eq!(ring.opening_keys().count(), 2);
        assert_eq!(KeyRing::parse(&ring.to_text()), Ok(ring));

        let id = |text: &str| format!("{:02x}", Key::parse(text).unwrap().id());
        let retired = KeyRing::parse(&format!("{GOOD},retired:{second}")).unwrap();
        let described = format!("{} seals, {} is retired", id(GOOD), id(&second));
        assert_eq!(retired.describe(), described);
        let both = format!("{}, {}", id(GOOD), id(&second));
        assert_eq!(ids(retired.opening_keys().chain(retired.retired_keys())), both);
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
