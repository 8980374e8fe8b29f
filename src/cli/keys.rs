//! The keys of a file that the user names.

use super::program_file;
use crate::os::access::Access;
use crate::os::trust::{self, Trusted};
use crate::seal::key_file::{self, KeyFileFault};
use crate::seal::keys::KeyRing;
use crate::seal::slot::{self, Content, SlotError};
use crate::seal::source;
use std::fmt::Display;
use std::io;
use std::path::Path;

fn no_keys_in(path: &Path, why: impl Display) -> String {
    format!("no keys in {}: {why}", path.display())
}

fn unreadable(path: &Path, error: &io::Error) -> String {
    no_keys_in(path, format_args!("{error}{}", sudo_hint(error)))
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

/// The sentence about a file that cannot be written.
pub fn cannot_write(path: &Path, error: &io::Error) -> String {
    format!("cannot write {}: {error}{}", path.display(), sudo_hint(error))
}

/// Refuses a copy that names a key file, unless only root can have made it do so. With a forged
/// copy, a user could read a file that they may not read.
///
/// # Errors
///
/// A sentence if another user could have changed the copy.
pub fn require_roots(copy: &Path, access: Access) -> Result<(), String> {
    if !trust::is_exposed(access, false, Trusted::ROOT) {
        return Ok(());
    }
    let owner = access.owner;
    let why = format_args!(
        "it names a key file, but user {owner} or others can change it; use a copy that only root can change"
    );
    Err(no_keys_in(copy, why))
}

/// The keys of an installed copy, or of a key file.
///
/// # Errors
///
/// A sentence if the file cannot be read or has no good keys.
pub fn keys_in(file: &Path) -> Result<KeyRing, String> {
    let bytes = program_file::read(file).map_err(|error| unreadable(file, &error))?;
    match slot::read_from(&bytes) {
        Ok(Some(Content::Keys(ring))) => Ok(ring),
        Ok(Some(Content::KeyFile(key_file))) => of_copy(file, &key_file),
        Ok(None) => Err(no_keys_in(
            file,
            "it is a Parlour program without keys of its own; install it first",
        )),
        Err(SlotError::NoSlot) => key_file::read(file).map_err(|fault| {
            let why = format_args!("it is neither a Parlour program nor a key file: {fault}");
            no_keys_in(file, why)
        }),
        Err(error) => Err(no_keys_in(file, error)),
    }
}

/// The keys that a program would use in this environment. Without a path it is this program. The
/// user must be able to read it.
///
/// # Errors
///
/// A sentence if the program cannot be read, or has no good keys.
pub fn keys_of(program: Option<&Path>) -> Result<KeyRing, String> {
    let path = program.map_or_else(program_file::own_path, |path| Ok(path.to_path_buf()))?;
    let bytes = program_file::read(&path).map_err(|error| unreadable(&path, &error))?;
    match slot::read_from(&bytes) {
        Ok(Some(Content::KeyFile(key_file))) => of_copy(&path, &key_file),
        Err(error) => Err(no_keys_in(&path, error)),
        content => source::find_with_slot(&|name| std::env::var_os(name), content)
            .map(|(ring, _)| ring)
            .map_err(|error| error.to_string()),
    }
}

/// The keys in the file that a copy names.
fn of_copy(copy: &Path, key_file: &Path) -> Result<KeyRing, String> {
    let access = Access::at(copy).map_err(|error| unreadable(copy, &error))?;
    require_roots(copy, access)?;
    key_file::read_of_copy(key_file).map_err(|fault| own_file_refused(key_file, &fault))
}
