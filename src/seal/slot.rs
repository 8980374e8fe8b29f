//! The slot: the place inside the executable of an installed copy that only `parlour install`
//! writes. It contains the keys of the copy, or the path of its key file.
//!
//! The content of the slot decides who can read the keys:
//!
//! - **A key file of the copy's own group.** The copy has mode 2711 and a group without members.
//!   The file is outside the document root, and only root and this group can read it. The kernel
//!   gives the group to the copy when it starts, but not if a user traces it. So neither other users
//!   nor other programs of the web server can read the keys. Only root can install such a copy, and
//!   the program must be statically linked.
//! - **A key file of the web server's group.** The copy has mode 0711. Other users cannot read the
//!   keys, but all other programs of the web server can.
//! - **The keys in the slot.** The copy has mode 0711, so others can run it but not read it. That
//!   stops a server that hands the file out, and users who only read files. It does not stop a user
//!   of this machine who may run the copy: under a debugger a program writes out its own memory,
//!   even if the debugger cannot read it. Any user can install such a copy.
//!
//! A copy with the path of a key file never reads `PARLOUR_KEY` or `PARLOUR_KEY_FILE`: any user may
//! start a program with its own group, and that user chooses its environment.
//!
//! Later versions must be able to read the slot when they replace a copy. Its layout in bytes:
//!
//! | bytes | content in format 1 | in format 2 |
//! |---|---|---|
//! | 16 | magic | magic |
//! | 1 | 1 | 2 |
//! | 1 | number of active keys | length of the path |
//! | 1 | number of retired keys | zero |
//! | 5 | zero | zero |
//! | 8 × 32 | keys: the active ones, the retired ones, the rest zero | the path of the key file, absolute, in UTF-8; the rest zero |
//! | 8 | checksum: the first bytes of the SHA-256 of everything before it | the same |
//!
//! A new executable has an empty slot: all bytes after the magic are zero.

use super::keys::{BadKey, Key, KeyRing, KeyState, RING_KEYS_MAX};
use super::xaes::KEY_BYTES;
use crate::errors::errors;
use sha2::{Digest, Sha256};
use std::io::BufRead;
use std::path::{Path, PathBuf};

const MAGIC_BYTES: usize = 16;
const HEAD_BYTES: usize = MAGIC_BYTES + 8;
const CHECKED_BYTES: usize = HEAD_BYTES + RING_KEYS_MAX * KEY_BYTES;
const CHECKSUM_BYTES: usize = 8;
/// Bytes of the slot.
pub const SLOT_BYTES: usize = CHECKED_BYTES + CHECKSUM_BYTES;

/// The formats of the layout above.
const FORMAT_KEYS: u8 = 1;
const FORMAT_PATH: u8 = 2;
/// The most bytes of a path. Its length takes one byte.
const PATH_BYTES_MAX: usize = 255;

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

/// The content of a slot that is not empty.
// Only one exists at a time, so the size of the larger variant costs no memory.
#[allow(clippy::large_enum_variant)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// The keys.
    Keys(KeyRing),
    /// The absolute path of the file with the keys.
    KeyFile(PathBuf),
}

impl Content {
    /// The keys, if the slot itself has them.
    pub fn keys(self) -> Option<KeyRing> {
        match self {
            Content::Keys(ring) => Some(ring),
            Content::KeyFile(_) => None,
        }
    }
}

errors! {
    /// The reason why a slot cannot be read or written.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum SlotError {
        /// The file has no slot, so it is not a Parlour.
        NoSlot => "it is not a Parlour program";
        /// More than one place in the file looks like a slot.
        SeveralSlots => "more than one place in it looks like the place for keys";
        /// The slot has this format, which this version does not know.
        OtherFormat(format: u8) =>
            "its keys have format {format}, and this version knows only formats {FORMAT_KEYS} and {FORMAT_PATH}; use a newer version";
        /// The slot is cut short, or does not match its checksum.
        Damaged => "the keys in it are damaged";
        /// A key in the slot is refused, as it would be in a list.
        BadKey(bad: BadKey) => "{bad}";
        /// The ring has this many keys, more than a slot has room for.
        TooManyKeys(count: usize) => "{count} keys are too many: there is room for {RING_KEYS_MAX}";
        /// This path of a key file is relative, too long or not text.
        BadPath(path: PathBuf) =>
            "{} cannot be its key file: the path must be absolute, plain text, and at most {PATH_BYTES_MAX} bytes long", path.display();
    }
}

/// The content of the slot of the running executable, or `None` if it is empty.
///
/// # Errors
///
/// [`SlotError`] if the slot cannot be read.
pub fn read_own() -> Result<Option<Content>, SlotError> {
    decode(own_slot())
}

/// The content of the slot in the bytes of an executable, or `None` if it is empty.
///
/// # Errors
///
/// [`SlotError`] if there is no slot, or it cannot be read.
pub fn read_from(executable_bytes: &[u8]) -> Result<Option<Content>, SlotError> {
    let start = find(executable_bytes)?;
    decode(executable_bytes[start..].first_chunk().ok_or(SlotError::Damaged)?)
}

/// Writes the slot in the bytes of an executable, over its old content.
///
/// # Errors
///
/// [`SlotError`] if there is no slot, or the content does not fit. The bytes do not change then.
pub fn write_into(executable_bytes: &mut [u8], content: &Content) -> Result<(), SlotError> {
    let start = find(executable_bytes)?;
    let slot: &mut [u8; SLOT_BYTES] =
        executable_bytes[start..].first_chunk_mut().ok_or(SlotError::Damaged)?;
    *slot = encode(content)?;
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
    encode(&Content::Keys(ring.clone())).unwrap()
}

fn encode(content: &Content) -> Result<[u8; SLOT_BYTES], SlotError> {
    let mut slot = [0; SLOT_BYTES];
    slot[..MAGIC_BYTES].copy_from_slice(magic());
    match content {
        Content::Keys(ring) => put_keys(ring, &mut slot)?,
        Content::KeyFile(path) => put_path(path, &mut slot)?,
    }
    let checksum = checksum(&slot);
    slot[CHECKED_BYTES..].copy_from_slice(&checksum);
    Ok(slot)
}

fn put_keys(ring: &KeyRing, slot: &mut [u8; SLOT_BYTES]) -> Result<(), SlotError> {
    let active: Vec<&Key> = ring.opening_keys().collect();
    let retired: Vec<&Key> = ring.retired_keys().collect();
    let count = active.len() + retired.len();
    if count > RING_KEYS_MAX {
        return Err(SlotError::TooManyKeys(count));
    }
    let head = [FORMAT_KEYS, active.len() as u8, retired.len() as u8];
    slot[MAGIC_BYTES..][..head.len()].copy_from_slice(&head);
    let places = slot[HEAD_BYTES..].chunks_exact_mut(KEY_BYTES);
    for (place, key) in places.zip(active.into_iter().chain(retired)) {
        place.copy_from_slice(key.bytes());
    }
    Ok(())
}

fn put_path(path: &Path, slot: &mut [u8; SLOT_BYTES]) -> Result<(), SlotError> {
    let text = path.to_str().filter(|text| path.is_absolute() && !text.contains('\0'));
    let length = text.and_then(|text| u8::try_from(text.len()).ok());
    let (Some(text), Some(length)) = (text, length) else {
        return Err(SlotError::BadPath(path.to_path_buf()));
    };
    slot[MAGIC_BYTES..][..2].copy_from_slice(&[FORMAT_PATH, length]);
    slot[HEAD_BYTES..][..text.len()].copy_from_slice(text.as_bytes());
    Ok(())
}

fn decode(slot: &[u8; SLOT_BYTES]) -> Result<Option<Content>, SlotError> {
    if slot[MAGIC_BYTES..].iter().all(|byte| *byte == 0) {
        return Ok(None);
    }
    let format = slot[MAGIC_BYTES];
    if ![FORMAT_KEYS, FORMAT_PATH].contains(&format) {
        return Err(SlotError::OtherFormat(format));
    }
    if slot[CHECKED_BYTES..] != checksum(slot) {
        return Err(SlotError::Damaged);
    }
    match format {
        FORMAT_KEYS => take_keys(slot).map(|ring| Some(Content::Keys(ring))),
        _ => take_path(slot).map(|path| Some(Content::KeyFile(path))).ok_or(SlotError::Damaged),
    }
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

fn take_path(slot: &[u8; SLOT_BYTES]) -> Option<PathBuf> {
    let length = usize::from(slot[MAGIC_BYTES + 1]);
    let text = std::str::from_utf8(&slot[HEAD_BYTES..][..length]).ok()?;
    Some(PathBuf::from(text)).filter(|path| path.is_absolute() && !text.contains('\0'))
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

    fn held(ring: &KeyRing) -> Result<Option<Content>, SlotError> {
        Ok(Some(Content::Keys(ring.clone())))
    }

    fn write_keys(bytes: &mut [u8], ring: &KeyRing) -> Result<(), SlotError> {
        write_into(bytes, &Content::Keys(ring.clone()))
    }

    #[test]
    fn every_ring_comes_back() {
        for (others, retired) in [(0, 0), (0, 7), (3, 2), (7, 0)] {
            let ring = KeyRing::new(Key::draw().unwrap(), keys(others), keys(retired));
            let mut bytes = executable();
            let length = bytes.len();
            write_keys(&mut bytes, &ring).unwrap();
            assert_eq!(bytes.len(), length);
            assert_eq!(read_from(&bytes), held(&ring));
        }
    }

    /// These bytes are frozen: later versions must read them, or an upgrade would lose every game.
    #[test]
    fn slots_of_every_format_still_open() {
        let key = Key::parse("q7-Jk0iVZPmYxw3cTn5eHfRb1uLGoAs8dKQy2EXtC9M").unwrap();
        let path = "/etc/parlour/key";
        let checksum_1 = [0x40, 0x36, 0x22, 0x71, 0x93, 0xae, 0xbc, 0x49];
        let checksum_2 = [0x6d, 0x64, 0xe0, 0x01, 0x72, 0x90, 0x48, 0xae];
        let rest_1 = [&key.bytes()[..], &[0; 7 * 32], &checksum_1].concat();
        let rest_2 = [path.as_bytes(), &[0; 256 - 16], &checksum_2].concat();
        for (head, rest, content) in [
            ([1, 1, 0, 0, 0, 0, 0, 0], rest_1, Content::Keys(KeyRing::of(key))),
            ([2, 16, 0, 0, 0, 0, 0, 0], rest_2, Content::KeyFile(path.into())),
        ] {
            let slot = [magic(), &head, &rest].concat();
            assert_eq!(encode(&content).unwrap().as_slice(), slot);
            assert_eq!(read_from(&slot), Ok(Some(content)));
        }
    }

    #[test]
    fn every_path_comes_back() {
        let long = format!("/{}", "x".repeat(PATH_BYTES_MAX - 1));
        for path in ["/k", "/etc/parlour/usr.lib.cgi-bin.parlour.key", "/home/añna/key", &long] {
            let content = Content::KeyFile(path.into());
            let mut bytes = executable();
            write_into(&mut bytes, &content).unwrap();
            assert_eq!(read_from(&bytes), Ok(Some(content)));
        }
        for path in ["", "key", "./key", "/a\0b", &format!("{long}x")] {
            let written = write_into(&mut executable(), &Content::KeyFile(path.into()));
            assert_eq!(written, Err(SlotError::BadPath(path.into())));
        }
    }

    #[test]
    fn a_second_ring_leaves_nothing_of_the_first() {
        let mut twice = executable();
        write_keys(&mut twice, &KeyRing::new(Key::draw().unwrap(), keys(7), vec![])).unwrap();
        let ring = KeyRing::of(Key::draw().unwrap());
        write_keys(&mut twice, &ring).unwrap();
        let mut once = executable();
        write_keys(&mut once, &ring).unwrap();
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
        assert_eq!(write_keys(&mut two.clone(), &ring), Err(SlotError::SeveralSlots));
        let cut = &executable()[..200];
        assert_eq!(read_from(cut), Err(SlotError::Damaged));
        assert_eq!(write_keys(&mut cut.to_vec(), &ring), Err(SlotError::Damaged));
    }

    #[test]
    fn one_wrong_bit_anywhere_is_noticed() {
        let ring = KeyRing::new(Key::draw().unwrap(), keys(2), keys(1));
        for content in [Content::Keys(ring), Content::KeyFile("/etc/parlour/key".into())] {
            let mut bytes = executable();
            write_into(&mut bytes, &content).unwrap();
            for at in 100..100 + SLOT_BYTES {
                for bit in 0..8 {
                    bytes[at] ^= 1 << bit;
                    assert!(read_from(&bytes).is_err(), "byte {at} bit {bit}");
                    bytes[at] ^= 1 << bit;
                }
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
        for path in ["key", "./k", "", "/a\0b"] {
            let bad = forged(|slot| {
                slot[MAGIC_BYTES..][..2].copy_from_slice(&[FORMAT_PATH, path.len() as u8]);
                slot[HEAD_BYTES..][..path.len()].copy_from_slice(path.as_bytes());
            });
            assert_eq!(read_from(&bad), Err(SlotError::Damaged), "{path:?}");
        }
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
            (SlotError::BadPath("./key".into()), "./key cannot be its key file"),
        ];
        for (error, words) in told {
            assert!(error.to_string().contains(words), "{error}");
        }
    }

    #[test]
    fn nine_keys_do_not_fit() {
        let ring = KeyRing::new(Key::draw().unwrap(), keys(5), keys(3));
        assert_eq!(write_keys(&mut executable(), &ring), Err(SlotError::TooManyKeys(9)));
    }
}
