//! Replaces a file in one step: whoever opens it finds the old file or the whole new one, and
//! nobody can read the new one before it has its permissions.

use crate::os::access::Access;
use std::fs::{File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt, fchown};
use std::path::{Path, PathBuf};

/// How many names for a draft are tried. Drafts are left behind by installations that were killed.
const DRAFTS_MAX: u32 = 100;

/// Writes a file with this mode, over an older one if there is one. It goes to the user and the
/// group in `owner` if the system permits it. Returns what access the file has.
///
/// # Errors
///
/// The error of the operating system if the file cannot be written; an older one is unchanged then.
pub fn replace(
    path: &Path,
    bytes: &[u8],
    mode: u32,
    owner: Option<(u32, u32)>,
) -> io::Result<Access> {
    let (draft, mut file) = Draft::beside(path)?;
    file.write_all(bytes)?;
    if let Some((user, group)) = owner {
        let _ = fchown(&file, Some(user), Some(group));
    }
    file.set_permissions(Permissions::from_mode(mode))?;
    file.sync_all()?;
    let access = Access::of(&file.metadata()?);
    // A program that is open for writing cannot be run, and a visitor may come at any moment.
    drop(file);
    std::fs::rename(&draft.path, path)?;
    if let Some(directory) = path.parent() {
        // The file is in its place now; this keeps it there if the power fails.
        let _ = File::open(directory).and_then(|directory| directory.sync_all());
    }
    Ok(access)
}

/// A file that is not in its place yet, and is removed if it never gets there.
struct Draft {
    path: PathBuf,
}

impl Draft {
    /// An empty draft in the directory of `path`, open for writing.
    fn beside(path: &Path) -> io::Result<(Self, File)> {
        let mut options = OpenOptions::new();
        options.write(true).create_new(true).mode(0o600);
        let mut number = 0;
        loop {
            let name = format!(".parlour-{}-{number}.new", std::process::id());
            let path = path.with_file_name(name);
            match options.open(&path) {
                Ok(file) => return Ok((Draft { path }, file)),
                Err(error)
                    if error.kind() == io::ErrorKind::AlreadyExists && number < DRAFTS_MAX => {}
                Err(error) => return Err(error),
            }
            number += 1;
        }
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // After the rename there is no file of this name.
        let _ = std::fs::remove_file(&self.path);
    }
}
