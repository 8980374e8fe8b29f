//! The sentences about copies that cannot be installed or removed.

use super::obstacle::Obstacle;
use crate::cli::keys;
use crate::cli::replace::WorkspaceError;
use crate::seal::key_file::KeyFileFault;
use std::io;
use std::path::Path;

/// This program cannot read its own file.
pub fn own_unreadable(path: &Path, error: &io::Error) -> String {
    format!(
        "cannot read {}: {error}; only the owner may read an installed copy, so use the program from the release, or sudo",
        path.display()
    )
}

/// The directory does not exist.
pub fn no_directory(path: &Path) -> String {
    format!("there is no directory {}; make it first, with `mkdir`", path.display())
}

/// The directory of this file cannot be changed.
pub fn not_writable(path: &Path, error: WorkspaceError) -> String {
    let exposed = match error {
        WorkspaceError::Exposed(exposed) => exposed,
        WorkspaceError::Refused(error) => return keys::cannot_write(path, &error),
    };
    let path = path.display();
    format!(
        "root cannot install safely at {path}: {exposed}; install as the owner of that directory (`sudo -u OWNER parlour install {path}`), or in a directory that only root can change"
    )
}

/// Another file has the name of the copy.
pub fn foreign(path: &Path) -> String {
    format!(
        "{} is there already and is not a Parlour program; remove it, or choose another name",
        path.display()
    )
}

/// The key file of the former copy cannot be used.
pub fn former_key_file(path: &Path, fault: &KeyFileFault) -> String {
    format!(
        "the key file {} of the copy cannot be used: {fault}; run `parlour install --key-from BACKUP`, or without a backup `parlour uninstall` first",
        path.display()
    )
}

/// The key cannot be kept as the user wants.
pub fn no_place(obstacle: Obstacle) -> String {
    format!("cannot keep the key there: {obstacle}")
}
