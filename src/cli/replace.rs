//! Replaces a file in one step. A reader finds the old file or the whole new one. Other users can
//! read or run the new file only when it is in its place.

use crate::os::access::Access;
use std::fs::{self, DirBuilder, File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt, fchown};
use std::path::{Path, PathBuf};

/// The number of names to try for a draft.
const DRAFTS_MAX: u32 = 100;
/// The beginning and the end of the name of a draft's directory. The number of the process and the
/// number of the draft are between them.
const DRAFT_START: &str = ".parlour-";
const DRAFT_END: &str = ".new";

/// The new owner of a file: a user and a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The user of this process.
    Own,
    /// These, if the system permits it.
    IfPermitted(u32, u32),
    /// These, or the file is not written.
    Exactly(u32, u32),
}

/// A new file that is not in its place yet. It is in its own directory beside its place, and only
/// its owner may enter that directory, because a web server may run every file that it can reach. A
/// drop removes the file if it is still there.
#[derive(Debug)]
pub struct Draft {
    directory: PathBuf,
    path: PathBuf,
    place: PathBuf,
    mode: u32,
}

impl Draft {
    /// Writes a file that gets this mode in its place.
    ///
    /// # Errors
    ///
    /// The error of the operating system if the file cannot be written.
    pub fn write(place: &Path, bytes: &[u8], mode: u32, owner: Owner) -> io::Result<Self> {
        remove_old_drafts(place);
        let directory = make_directory(place)?;
        let path = directory.join("draft");
        let draft = Draft { directory, path, place: place.to_path_buf(), mode };
        let mut file =
            OpenOptions::new().write(true).create_new(true).mode(0o600).open(&draft.path)?;
        file.write_all(bytes)?;
        match owner {
            Owner::Own => {}
            Owner::IfPermitted(user, group) => {
                let _ = fchown(&file, Some(user), Some(group));
            }
            Owner::Exactly(user, group) => fchown(&file, Some(user), Some(group))?,
        }
        file.sync_all()?;
        Ok(draft)
    }

    /// Puts the file in its place, over an older one if there is one. Returns its permissions.
    ///
    /// # Errors
    ///
    /// The error of the operating system. An older file does not change then.
    pub fn put_in_place(self) -> io::Result<Access> {
        // The mode comes after the owner, because a change of owner removes set-ID bits.
        fs::set_permissions(&self.path, Permissions::from_mode(self.mode))?;
        let access = Access::at(&self.path)?;
        fs::rename(&self.path, &self.place)?;
        if let Some(directory) = self.place.parent() {
            // The file is in its place now. This keeps it there if the power fails.
            let _ = File::open(directory).and_then(|directory| directory.sync_all());
        }
        Ok(access)
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // After the rename there is no file of this name.
        let _ = fs::remove_file(&self.path);
        let _ = fs::remove_dir(&self.directory);
    }
}

/// Makes a directory for a draft. It is beside the place of the file, on the same file system.
fn make_directory(place: &Path) -> io::Result<PathBuf> {
    let mut number = 0;
    loop {
        let name = format!("{DRAFT_START}{}-{number}{DRAFT_END}", std::process::id());
        let path = place.with_file_name(name);
        match DirBuilder::new().mode(0o700).create(&path) {
            Ok(()) => return Ok(path),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < DRAFTS_MAX => {}
            Err(error) => return Err(error),
        }
        number += 1;
    }
}

/// Removes the drafts of killed installations, because they contain keys.
fn remove_old_drafts(place: &Path) {
    let entries = place.parent().and_then(|directory| fs::read_dir(directory).ok());
    for entry in entries.into_iter().flatten().flatten() {
        if !entry.file_name().to_str().is_some_and(is_abandoned) {
            continue;
        }
        let _ = fs::remove_file(entry.path().join("draft"));
        let _ = fs::remove_dir(entry.path());
    }
}

/// Returns true if this is the name of a draft, and its process has ended.
fn is_abandoned(name: &str) -> bool {
    let numbers = name.strip_prefix(DRAFT_START).and_then(|rest| rest.strip_suffix(DRAFT_END));
    let numbers = numbers.and_then(|numbers| numbers.split_once('-'));
    numbers.is_some_and(|(process, number)| {
        let is_number = |text: &str| text.parse::<u32>().is_ok();
        is_number(process)
            && is_number(number)
            && Path::new("/proc/self").exists()
            && !Path::new("/proc").join(process).exists()
    })
}
