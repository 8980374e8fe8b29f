//! The Parlour at the destination, which the new copy replaces.

use super::default_file::{KEY_DIRECTORY, default_key_file};
use super::error::foreign;
use super::group;
use crate::cli::keys;
use crate::cli::program_file;
use crate::cli::replace::Workspace;
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

/// Looks for a Parlour at a path in a directory.
///
/// # Errors
///
/// A sentence if there is another file, or a Parlour whose keys would be lost.
pub fn find(workspace: &Workspace, path: &Path) -> Result<Option<FormerCopy>, String> {
    let unreadable = |error| {
        let hint = keys::sudo_hint(&error);
        format!("cannot read {} to keep its keys: {error}{hint}", path.display())
    };
    let file = match workspace.read(path.file_name().unwrap_or_default()) {
        Ok(Some(file)) => file,
        Ok(None) => return Ok(None),
        // A broken symbolic link is a file, too.
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => return Err(foreign(path)),
        Err(error) => return Err(unreadable(error)),
    };
    let access = Access::of(&file.metadata().map_err(unreadable)?);
    let bytes = program_file::read_open(file).map_err(unreadable)?;
    let content = slot::read_from(&bytes).map_err(|error| match error {
        SlotError::NoSlot => foreign(path),
        error => format!(
            "cannot keep the keys of {}: {error}; run `parlour uninstall` first if its games may be lost",
            path.display()
        ),
    })?;
    // A new copy would find the keys in the usual file, too, so a forged copy gains nothing by it.
    if let Some(Content::KeyFile(file)) = &content
        && *file != default_key_file(path)
    {
        keys::require_roots(path, access)?;
    }
    Ok(Some(FormerCopy { content, access }))
}

/// Removes the group of a former copy, if the copy has another group now. Returns what it removed.
pub fn remove_group(former: &FormerCopy, now: Access) -> Option<String> {
    let Some(Content::KeyFile(file)) = &former.content else { return None };
    // A key file elsewhere does not tell which other copies there are.
    let is_usual = file.parent() == Some(Path::new(KEY_DIRECTORY));
    let id = Some(former.access.group).filter(|id| is_usual && *id != now.group);
    id.and_then(group::remove_unused)
}
