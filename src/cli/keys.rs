//! The keys of a file that the user names.

use super::program_file::{self, UnknownOwnPath};
use crate::errors::errors;
use crate::os::access::Access;
use crate::os::trust::{self, Trusted};
use crate::seal::key_file::{self, KeyFileFault};
use crate::seal::keys::KeyRing;
use crate::seal::slot::{self, Content, SlotError};
use crate::seal::source::{self, NoKey};
use std::io;
use std::path::{Path, PathBuf};

errors! {
    /// The reason why a file gives no keys.
    #[derive(Debug)]
    pub enum KeysError {
        /// The keys of this program are wanted, and the system does not say where it is.
        OwnPath(error: UnknownOwnPath) => "{error}";
        /// The file cannot be read.
        Unreadable(path: PathBuf, error: io::Error) =>
            "{}: {error}{}", no_keys_in(path), sudo_hint(error);
        /// The file is a Parlour without keys.
        Empty(path: PathBuf) =>
            "{}: it is a Parlour program without keys of its own; install it first", no_keys_in(path);
        /// The file is a Parlour whose keys cannot be used, or it is no Parlour.
        Slot(path: PathBuf, error: SlotError) => "{}: {error}", no_keys_in(path);
        /// The file is neither a Parlour nor a key file.
        KeyFile(path: PathBuf, fault: KeyFileFault) =>
            "{}: it is neither a Parlour program nor a key file: {fault}", no_keys_in(path);
        /// The file is a Parlour, and its key file cannot be used.
        OwnFile(path: PathBuf, fault: KeyFileFault) => "{}", own_file_refused(path, fault);
        /// The file is a Parlour that names a key file, and this user could have made it name any.
        NotRoots(path: PathBuf, owner: u32) =>
            "{}: it names a key file, but user {owner} or others can change it; use a copy that only root can change", no_keys_in(path);
        /// The keys that the program would use in this environment cannot be used.
        Source(error: NoKey) => "{error}";
    }
}

fn no_keys_in(path: &Path) -> String {
    format!("no keys in {}", path.display())
}

fn own_file_refused(path: &Path, fault: &KeyFileFault) -> String {
    let path = path.display();
    match fault {
        KeyFileFault::Unreadable(io::ErrorKind::PermissionDenied) => {
            format!("you may not read its key file {path}; try it with sudo")
        }
        _ => format!("its key file {path} cannot be used: {fault}"),
    }
}

/// The end of a sentence about an error: the usual remedy for missing rights.
pub fn sudo_hint(error: &io::Error) -> &'static str {
    if error.kind() == io::ErrorKind::PermissionDenied { "; try it with sudo" } else { "" }
}

/// Refuses a copy that names a key file, unless only root can have made it do so. With a forged
/// copy, a user could read a file that they may not read.
///
/// # Errors
///
/// [`KeysError::NotRoots`] if another user could have changed the copy.
pub fn require_roots(copy: &Path, access: Access) -> Result<(), KeysError> {
    if trust::is_exposed(access, false, Trusted::ROOT) {
        return Err(KeysError::NotRoots(copy.to_path_buf(), access.owner));
    }
    Ok(())
}

/// The keys of an installed copy, or of a key file.
///
/// # Errors
///
/// [`KeysError`] if the file cannot be read or has no good keys.
pub fn keys_in(file: &Path) -> Result<KeyRing, KeysError> {
    let path = || file.to_path_buf();
    let bytes = program_file::read(file).map_err(|error| KeysError::Unreadable(path(), error))?;
    match slot::read_from(&bytes) {
        Ok(Some(Content::Keys(ring))) => Ok(ring),
        Ok(Some(Content::KeyFile(key_file))) => of_copy(file, &key_file),
        Ok(None) => Err(KeysError::Empty(path())),
        Err(SlotError::NoSlot) => {
            key_file::read(file).map_err(|fault| KeysError::KeyFile(path(), fault))
        }
        Err(error) => Err(KeysError::Slot(path(), error)),
    }
}

/// The keys that a program would use in this environment. Without a path it is this program. The
/// user must be able to read it.
///
/// # Errors
///
/// [`KeysError`] if the program cannot be read, or has no good keys.
pub fn keys_of(program: Option<&Path>) -> Result<KeyRing, KeysError> {
    let path = match program {
        Some(path) => path.to_path_buf(),
        None => program_file::own_path().map_err(KeysError::OwnPath)?,
    };
    let bytes =
        program_file::read(&path).map_err(|error| KeysError::Unreadable(path.clone(), error))?;
    match slot::read_from(&bytes) {
        Ok(Some(Content::KeyFile(key_file))) => of_copy(&path, &key_file),
        Err(error) => Err(KeysError::Slot(path, error)),
        content => source::find_with_slot(&|name| std::env::var_os(name), content)
            .map(|(ring, _)| ring)
            .map_err(KeysError::Source),
    }
}

/// The keys in the file that a copy names.
fn of_copy(copy: &Path, key_file: &Path) -> Result<KeyRing, KeysError> {
    let access =
        Access::at(copy).map_err(|error| KeysError::Unreadable(copy.to_path_buf(), error))?;
    require_roots(copy, access)?;
    key_file::read_of_copy(key_file)
        .map_err(|fault| KeysError::OwnFile(key_file.to_path_buf(), fault))
}
