//! The Parlour at the destination, which the new copy replaces.

use super::error::InstallError;
use crate::cli::keys;
use crate::cli::program_file;
use crate::os::access::Access;
use crate::seal::slot::{self, Content, SlotError};
use std::io;
use std::path::Path;

/// A copy at the destination.
#[derive(Debug)]
pub struct FormerCopy {
    /// Its keys or the path of its key file.
    pub content: Option<Content>,
    /// Its owner and its mode.
    pub access: Access,
}

/// Looks for a Parlour at a path.
///
/// # Errors
///
/// [`InstallError`] if there is another file, or a Parlour whose keys would be lost.
pub fn find(path: &Path) -> Result<Option<FormerCopy>, InstallError> {
    // This does not follow links, because a broken symbolic link is a file, too.
    let metadata = match path.symlink_metadata() {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(InstallError::Former(path.to_path_buf(), error)),
    };
    if !metadata.is_file() {
        return Err(InstallError::Foreign(path.to_path_buf()));
    }
    let bytes = program_file::read(path)
        .map_err(|error| InstallError::Former(path.to_path_buf(), error))?;
    let access = Access::of(&metadata);
    let content = slot::read_from(&bytes).map_err(|error| match error {
        SlotError::NoSlot => InstallError::Foreign(path.to_path_buf()),
        error => InstallError::FormerSlot(path.to_path_buf(), error),
    })?;
    if matches!(content, Some(Content::KeyFile(_))) {
        keys::require_roots(path, access).map_err(InstallError::Keys)?;
    }
    Ok(Some(FormerCopy { content, access }))
}
