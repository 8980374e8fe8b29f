//! The slot: the place inside the executable of an installed copy that only `parlour install` and
//! `parlour keys` write. It contains the keys of the copy.
//!
//! Root installs a copy for the group of the web server, with mode 0710. So only the web server may
//! start the copy, and its programs can read neither the file nor the memory of a running copy,
//! because the kernel makes a process undumpable whose file its user cannot read (prctl(2)). A copy
//! of another user has mode 0711: others can start it, but not read it. Under a debugger, a user who
//! may start a program can make it write out its own memory, even if they cannot read its file.
//!
//! | bytes | content |
//! |---|---|
//! | 16 | magic |
//! | 1 | format: 1 |
//! | 1 | number of active keys |
//! | 1 | number of retired keys |
//! | 5 | zero |
//! | 8 × 32 | keys: the active ones, the retired ones, the rest zero |
//! | 8 | checksum: the FNV-1a hash of everything before it, in 64 bits, the lowest byte first |
//!
//! A new executable has an empty slot: all bytes after the magic are zero.

use super::keys::{BadKey, Key, KeyRing, KeyState, RING_KEYS_MAX};
use super::xaes::KEY_BYTES;
use crate::errors::errors;
use crate::os::own::TITLE;
use std::io::BufRead;

const MAGIC_BYTES: usize = 16;
const HEAD_BYTES: usize = MAGIC_BYTES + 8;
const CHECKED_BYTES: usize = HEAD_BYTES + RING_KEYS_MAX * KEY_BYTES;
const CHECKSUM_BYTES: usize = 8;
pub const SLOT_BYTES: usize = CHECKED_BYTES + CHECKSUM_BYTES;

/// The format of the layout above.
const FORMAT: u8 = 1;

/// The magic is 16 random bytes. Only the slot contains them, because a second literal would look
/// like a second slot in the executable.
#[used]
static SLOT: [u8; SLOT_BYTES] = {
    let mut slot = [0; SLOT_BYTES];
    slot.split_at_mut(MAGIC_BYTES).0.copy_from_slice(&[
        0xd3, 0x5f, 0x56, 0xd6, 0x48, 0xd0, 0x49, 0x4f, 0xc1, 0x79, 0x53, 0x0b, 0x23, 0xdd, 0x88,
        0x4c,
    ]);
    slot
};

/// The slot of the running executable in memory. The black box keeps the compiler from assuming
/// that it is empty, as in a new build.
fn own_slot() -> &'static [u8; SLOT_BYTES] {
    std::hint::black_box(&SLOT)
}

fn magic() -> &'static [u8] {
    &own_slot()[..MAGIC_BYTES]
}

errors! {
    /// The reason why a slot cannot be read or written.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum SlotError {
        /// The file has no slot, so it is not one of these programs.
        NoSlot => "it is not a {TITLE} program";
        /// More than one place in the file looks like a slot.
        SeveralSlots => "more than one place in it looks like the place for keys";
        /// The slot has this format, which this version does not know.
        OtherFormat(format: u8) =>
            "its keys have format {format}, and this version knows only format {FORMAT}; use a newer version";
        /// The slot is cut short, or does not match its checksum.
        Damaged => "the keys in it are damaged";
        /// A key in the slot is refused, as it would be in a list.
        BadKey(bad: BadKey) => "{bad}";
        /// The ring has this many keys, more than a slot has room for.
        TooManyKeys(count: usize) => "{count} keys are too many: there is room for {RING_KEYS_MAX}";
    }
}

/// The keys in the slot of the running executable, or `None` if it is empty.
///
/// # Errors
///
/// [`SlotError`] if the slot cannot be read.
pub fn read_own() -> Result<Option<KeyRing>, SlotError> {
    decode(own_slot())
}

/// The keys in the slot of the bytes of an executable, or `None` if it is empty.
///
/// # Errors
///
/// [`SlotError`] if there is no slot, or it cannot be read.
pub fn read_from(executable_bytes: &[u8]) -> Result<Option<KeyRing>, SlotError> {
    let start = find(executable_bytes)?;
    decode(executable_bytes[start..].first_chunk().ok_or(SlotError::Damaged)?)
}

/// Writes the slot in the bytes of an executable, over its old content.
///
/// # Errors
///
/// [`SlotError`] if there is no slot, or the keys do not fit. The bytes do not change then.
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

/// Every offset of `needle`. It first searches for the first byte of the needle, which is fast in
/// the megabytes of an executable.
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
    let byte = |keys: usize| u8::try_from(keys).expect("a ring has at most eight keys");
    let mut slot = [0; SLOT_BYTES];
    slot[..MAGIC_BYTES].copy_from_slice(magic());
    let head = [FORMAT, byte(active.len()), byte(retired.len())];
    slot[MAGIC_BYTES..][..head.len()].copy_from_slice(&head);
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
    if slot[MAGIC_BYTES] != FORMAT {
        return Err(SlotError::OtherFormat(slot[MAGIC_BYTES]));
    }
    if slot[CHECKED_BYTES..] != checksum(slot) {
        return Err(SlotError::Damaged);
    }
    take_keys(slot).map(Some)
}

fn take_keys(slot: &[u8; SLOT_BYTES]) -> Result<KeyRing, SlotError> {
    let active = usize::from(slot[MAGIC_BYTES + 1]);
    let count = active + usize::from(slot[MAGIC_BYTES + 2]);
    if count > RING_KEYS_MAX {
        return Err(SlotError::Damaged);
    }
    let (keys, _) = slot[HEAD_BYTES..CHECKED_BYTES].as_chunks::<KEY_BYTES>();
    let keys = keys.iter().take(count).enumerate().map(|(place, bytes)| {
        let state = if place < active { KeyState::Active } else { KeyState::Retired };
        (state, Key::checked(*bytes))
    });
    KeyRing::gather(keys).map_err(SlotError::BadKey)
}

/// The FNV-1a hash. It finds damage, and every request computes it. Nobody can forge a slot who may not
/// write the executable, so it needs no cipher.
fn checksum(slot: &[u8; SLOT_BYTES]) -> [u8; CHECKSUM_BYTES] {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    slot[..CHECKED_BYTES].iter().fold(0xcbf2_9ce4_8422_2325, step).to_le_bytes()
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

    /// A later version must read these bytes, or an upgrade would lose every game.
    #[test]
    fn a_slot_has_the_documented_layout() {
        let key = Key::parse("q7-Jk0iVZPmYxw3cTn5eHfRb1uLGoAs8dKQy2EXtC9M").unwrap();
        let checksum = [0xf8, 0x2f, 0x9e, 0xb8, 0x84, 0xe2, 0xd8, 0x99];
        let head = [1, 1, 0, 0, 0, 0, 0, 0];
        let slot = [magic(), &head, &key.bytes()[..], &[0; 7 * 32], &checksum].concat();
        let ring = KeyRing::of(key);
        assert_eq!(encode(&ring).unwrap().as_slice(), slot);
        assert_eq!(read_from(&slot), Ok(Some(ring)));
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
        let ring = KeyRing::new(Key::draw().unwrap(), keys(2), keys(1));
        let mut bytes = executable();
        write_into(&mut bytes, &ring).unwrap();
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
        let mut slot = with_keys(&KeyRing::of(Key::draw().unwrap()));
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
        let later = forged(|slot| slot[MAGIC_BYTES] = 3);
        assert_eq!(read_from(&later), Err(SlotError::OtherFormat(3)));
    }

    #[test]
    fn what_is_wrong_with_a_slot_is_told() {
        let told = [
            (SlotError::NoSlot, "is not a Parlour program"),
            (SlotError::SeveralSlots, "more than one place"),
            (SlotError::OtherFormat(3), "have format 3"),
            (SlotError::Damaged, "are damaged"),
            (SlotError::TooManyKeys(9), "9 keys are too many: there is room for 8"),
        ];
        for (error, words) in told {
            assert!(error.to_string().contains(words), "{error}");
        }
    }

    #[test]
    fn nine_keys_do_not_fit() {
        let ring = KeyRing::new(Key::draw().unwrap(), keys(5), keys(3));
        assert_eq!(write_into(&mut executable(), &ring), Err(SlotError::TooManyKeys(9)));
    }
}
