//! The Parlour at the destination, which the new copy replaces.

use super::error::InstallError;
use crate::cli::keys;
use crate::cli::program_file;
use crate::os::access::Access;
use crate::seal::keys::KeyRing;
use crate::seal::slot::{self, Content, SlotError};
use std::io;
use std::path::{Path, PathBuf};

/// A copy at the destination.
#[derive(Debug)]
pub struct FormerCopy {
    /// The keys in it.
    pub ring: Option<KeyRing>,
    /// The file with its keys.
    pub key_file: Option<PathBuf>,
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
    let (ring, key_file) = match slot::read_from(&bytes) {
        Ok(None) => (None, None),
        Ok(Some(Content::Keys(ring))) => (Some(ring), None),
        Ok(Some(Content::KeyFile(file))) => {
            keys::require_roots(path, access).map_err(InstallError::Keys)?;
            (None, Some(file))
        }
        Err(SlotError::NoSlot) => return Err(InstallError::Foreign(path.to_path_buf())),
        Err(error) => return Err(InstallError::FormerSlot(path.to_path_buf(), error)),
    };
    Ok(Some(FormerCopy { ring, key_file, access }))
}
