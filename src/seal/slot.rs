//! The slot: the place inside the executable for the keys of an installed copy.
//!
//! `parlour install` copies the program, writes a key ring into the slot of the copy, and lets
//! other users run the copy but not read it. The keys are safer there than in a file that the user
//! of the web server can read, and a second server gets the same keys with the file.
//!
//! Later versions must be able to read the slot when they replace a copy. Its layout in bytes:
//!
//! | bytes | content |
//! |---|---|
//! | 16 | magic |
//! | 1 | format |
//! | 1 | number of active keys |
//! | 1 | number of retired keys |
//! | 5 | zero |
//! | 8 × 32 | places for keys: the active ones, the retired ones, the rest zero |
//! | 8 | checksum: the first bytes of the SHA-256 of everything before it |
//!
//! In an executable as it is built, everything after the magic is zero: an empty slot.

use super::keys::{BadKey, Key, KeyRing, KeyState, RING_KEYS_MAX};
use super::xaes::KEY_BYTES;
use sha2::{Digest, Sha256};
use std::io::BufRead;

const MAGIC_BYTES: usize = 16;
const HEAD_BYTES: usize = MAGIC_BYTES + 8;
const CHECKED_BYTES: usize = HEAD_BYTES + RING_KEYS_MAX * KEY_BYTES;
const CHECKSUM_BYTES: usize = 8;
/// Bytes of the slot.
pub const SLOT_BYTES: usize = CHECKED_BYTES + CHECKSUM_BYTES;

/// The format of the layout above.
const FORMAT: u8 = 1;

/// The magic is 16 random bytes. Only the slot contains them: a second literal would be a second
/// place in the executable that looks like a slot.
#[used]
static SLOT: [u8; SLOT_BYTES] = {
    let magic: [u8; MAGIC_BYTES] = [
        0xd3, 0x5f, 0x56, 0xd6, 0x48, 0xd0, 0x49, 0x4f, 0xc1, 0x79, 0x53, 0x0b, 0x23, 0xdd, 0x88,
        0x4c,
    ];
    let mut slot = [0; SLOT_BYTES];
    let mut at = 0;
    while at < MAGIC_BYTES {
        slot[at] = magic[at];
        at += 1;
    }
    slot
};

/// The slot of the running executable in memory. The black box keeps the compiler from assuming
/// that it is empty, as it is when the program is built.
fn own_slot() -> &'static [u8; SLOT_BYTES] {
    std::hint::black_box(&SLOT)
}

fn magic() -> &'static [u8] {
    &own_slot()[..MAGIC_BYTES]
}

/// Why keys cannot be read from a slot, or written into it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SlotError {
    /// The file has no slot: it is no Parlour.
    NoSlot,
    /// More than one place in the file looks like a slot.
    SeveralSlots,
    /// The slot has this format, which this version does not know.
    OtherFormat(u8),
    /// The slot is cut short, or does not match its checksum.
    Damaged,
    /// A key in the slot is refused, as it would be in a list.
    BadKey(BadKey),
    /// The ring has this many keys, more than a slot has places.
    TooManyKeys(usize),
}

impl std::fmt::Display for SlotError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            SlotError::NoSlot => f.write_str("it is not a Parlour: it has no place for keys"),
            SlotError::SeveralSlots => {
                f.write_str("more than one place in it looks like the place for keys")
            }
            SlotError::OtherFormat(format) => write!(
                f,
                "its keys are kept in format {format}, and this version knows only format {FORMAT}"
            ),
            SlotError::Damaged => f.write_str("the keys in it are damaged"),
            SlotError::BadKey(bad) => write!(f, "of the keys in it, {bad}"),
            SlotError::TooManyKeys(count) => {
                write!(f, "{count} keys are too many: there is room for {RING_KEYS_MAX}")
            }
        }
    }
}

impl std::error::Error for SlotError {}

/// The keys in the slot of the running executable; none if the slot is empty.
///
/// # Errors
///
/// [`SlotError`] if the slot cannot be read.
pub fn read_own() -> Result<Option<KeyRing>, SlotError> {
    decode(own_slot())
}

/// The keys in the slot of an executable, given as its bytes; none if the slot is empty.
///
/// # Errors
///
/// [`SlotError`] if there is no slot, or it cannot be read.
pub fn read_from(executable_bytes: &[u8]) -> Result<Option<KeyRing>, SlotError> {
    let start = find(executable_bytes)?;
    decode(executable_bytes[start..].first_chunk().ok_or(SlotError::Damaged)?)
}

/// Writes keys into the slot of an executable, given as its bytes, and replaces those that it has.
///
/// # Errors
///
/// [`SlotError`] if there is no slot, or the keys do not fit; the bytes are unchanged then.
pub fn write_into(executable_bytes: &mut [u8], ring: &KeyRing) -> Result<(), SlotError> {
    let start = find(executable_bytes)?;
    let slot: &mut [u8; SLOT_BYTES] =
        executable_bytes[start..].first_chunk_mut().ok_or(SlotError::Damaged)?;
    *slot = encode(ring)?;
    Ok(())
}

/// The offset of the only slot.
fn find(bytes: &[u8]) -> Result<usize, SlotError> {
    let mut starts = starts_of(magic(), bytes);
    let start = starts.next().ok_or(SlotError::NoSlot)?;
    match starts.next() {
        Some(_) => Err(SlotError::SeveralSlots),
        None => Ok(start),
    }
}

/// Every offset at which `needle` begins. It looks for the first byte of the needle alone, which is
/// fast in the megabytes of an executable.
fn starts_of<'a>(needle: &'a [u8], bytes: &'a [u8]) -> impl Iterator<Item = usize> + 'a {
    let mut end = 0;
    std::iter::from_fn(move || {
        loop {
            let skipped = (&bytes[end..]).skip_until(*needle.first()?).ok()?;
            end += skipped;
            if skipped == 0 {
                return None;
            }
            if bytes[end - 1..].starts_with(needle) {
                return Some(end - 1);
            }
        }
    })
}

/// A slot with these keys, for tests of other modules.
#[cfg(test)]
pub fn with_keys(ring: &KeyRing) -> [u8; SLOT_BYTES] {
    encode(ring).unwrap()
}

fn encode(ring: &KeyRing) -> Result<[u8; SLOT_BYTES], SlotError> {
    let active: Vec<&Key> = ring.opening_keys().collect();
    let retired: Vec<&Key> = ring.retired_keys().collect();
    let count = active.len() + retired.len();
    if count > RING_KEYS_MAX {
        return Err(SlotError::TooManyKeys(count));
    }
    let mut slot = [0; SLOT_BYTES];
    slot[..MAGIC_BYTES].copy_from_slice(magic());
    slot[MAGIC_BYTES..][..3].copy_from_slice(&[FORMAT, active.len() as u8, retired.len() as u8]);
    let places = slot[HEAD_BYTES..].chunks_exact_mut(KEY_BYTES);
    for (place, key) in places.zip(active.into_iter().chain(retired)) {
        place.copy_from_slice(key.bytes());
    }
    let checksum = checksum(&slot);
    slot[CHECKED_BYTES..].copy_from_slice(&checksum);
    Ok(slot)
}

fn decode(slot: &[u8; SLOT_BYTES]) -> Result<Option<KeyRing>, SlotError> {
    if slot[MAGIC_BYTES..].iter().all(|byte| *byte == 0) {
        return Ok(None);
    }
    let format = slot[MAGIC_BYTES];
    if format != FORMAT {
        return Err(SlotError::OtherFormat(format));
    }
    let active = usize::from(slot[MAGIC_BYTES + 1]);
    let count = active + usize::from(slot[MAGIC_BYTES + 2]);
    if count > RING_KEYS_MAX || slot[CHECKED_BYTES..] != checksum(slot) {
        return Err(SlotError::Damaged);
    }
    let (keys, _) = slot[HEAD_BYTES..CHECKED_BYTES].as_chunks::<KEY_BYTES>();
    let keys = keys.iter().take(count).enumerate().map(|(place, bytes)| {
        let state = if place < active { KeyState::Active } else { KeyState::Retired };
        (state, Key::checked(*bytes))
    });
    KeyRing::gather(keys).map(Some).map_err(SlotError::BadKey)
}

fn checksum(slot: &[u8; SLOT_BYTES]) -> [u8; CHECKSUM_BYTES] {
    let digest = Sha256::digest(&slot[..CHECKED_BYTES]);
    std::array::from_fn(|at| digest[at])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bytes of an executable with an empty slot in the middle.
    fn executable() -> Vec<u8> {
        let mut bytes = vec![magic()[0]; 100];
        bytes.extend_from_slice(own_slot());
        bytes.extend_from_slice(&magic()[..10]);
        bytes
    }

    fn keys(count: usize) -> Vec<Key> {
        (0..count).map(|_| Key::draw().unwrap()).collect()
    }

    #[test]
    fn the_slot_of_a_fresh_build_is_empty() {
        assert_eq!(read_own(), Ok(None));
        assert_eq!(read_from(&executable()), Ok(None));
    }

    #[test]
    fn every_ring_comes_back() {
        for (others, retired) in [(0, 0), (0, 7), (3, 2), (7, 0)] {
            let ring = KeyRing::new(Key::draw().unwrap(), keys(others), keys(retired));
            let mut bytes = executable();
            let length = bytes.len();
            write_into(&mut bytes, &ring).unwrap();
            assert_eq!(bytes.len(), length);
            assert_eq!(read_from(&bytes), Ok(Some(ring)));
        }
    }

    #[test]
    fn a_second_ring_leaves_nothing_of_the_first() {
        let mut twice = executable();
        write_into(&mut twice, &KeyRing::new(Key::draw().unwrap(), keys(7), vec![])).unwrap();
        let ring = KeyRing::of(Key::draw().unwrap());
        write_into(&mut twice, &ring).unwrap();
        let mut once = executable();
        write_into(&mut once, &ring).unwrap();
        assert_eq!(twice, once);
    }

    #[test]
    fn the_magic_stands_once_in_this_very_executable() {
        let bytes = std::fs::read(std::env::current_exe().unwrap()).unwrap();
        assert_eq!(read_from(&bytes), Ok(None));
    }

    #[test]
    fn files_with_no_slot_or_two_are_refused() {
        assert_eq!(read_from(b""), Err(SlotError::NoSlot));
        assert_eq!(read_from(b"#!/bin/sh\necho hello\n"), Err(SlotError::NoSlot));
        let two = [executable(), executable()].concat();
        assert_eq!(read_from(&two), Err(SlotError::SeveralSlots));
        let ring = KeyRing::of(Key::draw().unwrap());
        assert_eq!(write_into(&mut two.clone(), &ring), Err(SlotError::SeveralSlots));
        let cut = &executable()[..200];
        assert_eq!(read_from(cut), Err(SlotError::Damaged));
        assert_eq!(write_into(&mut cut.to_vec(), &ring), Err(SlotError::Damaged));
    }

    #[test]
    fn one_wrong_bit_anywhere_is_noticed() {
        let mut bytes = executable();
        write_into(&mut bytes, &KeyRing::new(Key::draw().unwrap(), keys(2), keys(1))).unwrap();
        for at in 100..100 + SLOT_BYTES {
            for bit in 0..8 {
                bytes[at] ^= 1 << bit;
                assert!(read_from(&bytes).is_err(), "byte {at} bit {bit}");
                bytes[at] ^= 1 << bit;
            }
        }
    }

    /// A slot with a change, and the checksum that matches it.
    fn forged(change: impl FnOnce(&mut [u8; SLOT_BYTES])) -> Vec<u8> {
        let mut slot = encode(&KeyRing::of(Key::draw().unwrap())).unwrap();
        change(&mut slot);
        let checksum = checksum(&slot);
        slot[CHECKED_BYTES..].copy_from_slice(&checksum);
        slot.to_vec()
    }

    #[test]
    fn what_is_well_formed_but_wrong_is_refused() {
        let weak = forged(|slot| slot[HEAD_BYTES..][..KEY_BYTES].fill(7));
        let Err(SlotError::BadKey(bad)) = read_from(&weak) else { panic!() };
        assert_eq!((bad.place, bad.fault), (1, crate::seal::keys::KeyFault::NotRandom));
        let no_key = forged(|slot| slot[MAGIC_BYTES + 1] = 0);
        assert!(matches!(read_from(&no_key), Err(SlotError::BadKey(_))));
        let many = forged(|slot| slot[MAGIC_BYTES + 1..][..2].fill(255));
        assert_eq!(read_from(&many), Err(SlotError::Damaged));
        let later = forged(|slot| slot[MAGIC_BYTES] = 2);
        assert_eq!(read_from(&later), Err(SlotError::OtherFormat(2)));
    }

    #[test]
    fn nine_keys_do_not_fit() {
        let ring = KeyRing::new(Key::draw().unwrap(), keys(5), keys(3));
        assert_eq!(write_into(&mut executable(), &ring), Err(SlotError::TooManyKeys(9)));
    }
}
