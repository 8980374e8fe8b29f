//! The keys of a file that the user names.

use super::program_file::{self, UnknownOwnPath};
use crate::seal::key_file::{self, KeyFileFault};
use crate::seal::keys::KeyRing;
use crate::seal::slot::{self, SlotError};
use crate::seal::source::{self, NoKey};
use std::io;
use std::path::{Path, PathBuf};

/// Why a file gives no keys.
#[derive(Debug)]
pub enum KeysError {
    /// This program was meant, and the system does not say where it is.
    OwnPath(UnknownOwnPath),
    /// The file cannot be read.
    Unreadable(PathBuf, io::Error),
    /// The file is a Parlour without keys.
    Empty(PathBuf),
    /// The file is a Parlour with keys that cannot be used, or no Parlour.
    Slot(PathBuf, SlotError),
    /// The file is neither a Parlour nor a key file.
    KeyFile(PathBuf, KeyFileFault),
    /// The keys that the program would use in this environment cannot be used.
    Source(NoKey),
}

impl std::fmt::Display for KeysError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let cannot = |path: &PathBuf| format!("no keys can be taken from {}", path.display());
        match self {
            KeysError::OwnPath(error) => error.fmt(f),
            KeysError::Unreadable(path, error) => {
                write!(f, "{} ({error})", cannot(path))?;
                suggest_sudo(error, f)
            }
            KeysError::Empty(path) => {
                write!(f, "{}: it is a Parlour, but one without keys of its own", cannot(path))
            }
            KeysError::Slot(path, error) => write!(f, "{}: {error}", cannot(path)),
            KeysError::KeyFile(path, fault) => {
                write!(f, "{}, which is no Parlour: as a key file, {fault}", cannot(path))
            }
            KeysError::Source(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for KeysError {}

/// Ends a sentence about an error with the usual remedy for missing rights.
pub fn suggest_sudo(error: &io::Error, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
    match error.kind() {
        io::ErrorKind::PermissionDenied => f.write_str("; perhaps with sudo?"),
        _ => Ok(()),
    }
}

/// The keys in an installed copy or a key file.
///
/// # Errors
///
/// [`KeysError`] if the file cannot be read or has no good keys.
pub fn keys_in(file: &Path) -> Result<KeyRing, KeysError> {
    let path = || file.to_path_buf();
    let bytes = program_file::read(file).map_err(|error| KeysError::Unreadable(path(), error))?;
    match slot::read_from(&bytes) {
        Ok(Some(ring)) => Ok(ring),
        Ok(None) => Err(KeysError::Empty(path())),
        Err(SlotError::NoSlot) => {
            key_file::read(file).map_err(|fault| KeysError::KeyFile(path(), fault))
        }
        Err(error) => Err(KeysError::Slot(path(), error)),
    }
}

/// The keys that a program would use in this environment, for somebody who may read the program.
/// Without a path it is this program.
///
/// # Errors
///
/// [`KeysError`] if the program cannot be read, or would find no good keys.
pub fn keys_of(program: Option<&Path>) -> Result<KeyRing, KeysError> {
    let path = match program {
        Some(path) => path.to_path_buf(),
        None => program_file::own_path().map_err(KeysError::OwnPath)?,
    };
    let bytes = match program_file::read(&path) {
        Ok(bytes) => bytes,
        Err(error) => return Err(KeysError::Unreadable(path, error)),
    };
    let found = source::find_with_slot(&|name| std::env::var_os(name), || slot::read_from(&bytes));
    match found {
        Ok((ring, _)) => Ok(ring),
        Err(NoKey::Installed(error)) => Err(KeysError::Slot(path, error)),
        Err(error) => Err(KeysError::Source(error)),
    }
}
