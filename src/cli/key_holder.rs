//! Files with keys: the master key of root, other key files, and installed copies.

use super::program_file;
use super::workspace::sudo_hint;
use crate::os::own::{ME, TITLE};
use crate::seal::key_file;
use crate::seal::keys::KeyRing;
use crate::seal::slot::{self, SlotError};
use std::fmt;
use std::path::{Path, PathBuf};

/// The directory of the master key, and the file.
pub const KEY_DIRECTORY: RootsPath = RootsPath("");
pub const MASTER_KEY: RootsPath = RootsPath("/key");

/// A path below the directory in /etc that has the name of this program.
#[derive(Clone, Copy, Debug)]
pub struct RootsPath(&'static str);

impl RootsPath {
    pub fn path(self) -> PathBuf {
        self.to_string().into()
    }
}

impl fmt::Display for RootsPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "/etc/{ME}{}", self.0)
    }
}
/// A file with keys.
pub enum Holder {
    /// A key file.
    List,
    /// An installed copy, with these bytes.
    Copy(Vec<u8>),
}

/// The keys in a key file or an installed copy. `None` if the copy has none.
///
/// # Errors
///
/// A sentence if the file cannot be read, or is neither.
pub fn read(path: &Path) -> Result<(Holder, Option<KeyRing>), String> {
    let failed = |why: &dyn std::fmt::Display| format!("no keys in {}: {why}", path.display());
    let bytes = program_file::read(path)
        .map_err(|error| failed(&format_args!("{error}{}", sudo_hint(&error))))?;
    match slot::read_from(&bytes) {
        Ok(ring) => Ok((Holder::Copy(bytes), ring)),
        Err(SlotError::NoSlot) => match key_file::read(path) {
            Ok(ring) => Ok((Holder::List, Some(ring))),
            Err(fault) => Err(failed(&format_args!(
                "it is neither a {TITLE} program nor a key file: {fault}"
            ))),
        },
        Err(error) => Err(failed(&error)),
    }
}

/// The keys in a key file or an installed copy.
///
/// # Errors
///
/// A sentence if the file cannot be read or has no good keys.
pub fn keys_in(path: &Path) -> Result<KeyRing, String> {
    let (_, ring) = read(path)?;
    let path = path.display();
    ring.ok_or_else(|| {
        format!("no keys in {path}: it is a {TITLE} program without keys; install it first")
    })
}
