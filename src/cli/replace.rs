//! Replaces a file in one step: whoever opens it finds the old file or the whole new one, and nobody
//! can read or run the new one before it is in its place.

use crate::os::access::Access;
use std::fs::{self, DirBuilder, File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt, fchown};
use std::path::{Path, PathBuf};

/// How many names for a draft are tried.
const DRAFTS_MAX: u32 = 100;
/// What the name of the directory of a draft begins and ends with; between them are the number of
/// the process and the number of the draft.
const DRAFT_START: &str = ".parlour-";
const DRAFT_END: &str = ".new";

/// To whom a file goes: a user and a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// To whoever writes it.
    Own,
    /// To these if the system permits it.
    IfPermitted(u32, u32),
    /// To these, or the file is not written.
    Exactly(u32, u32),
}

/// A new file that is not in its place yet. It lies in a directory of its own beside its place, which
/// only its owner may enter: where it lies, a web server may run whatever it can reach. If it never
/// gets to its place, it is removed.
#[derive(Debug)]
pub struct Draft {
    directory: PathBuf,
    path: PathBuf,
    place: PathBuf,
    mode: u32,
}

impl Draft {
    /// Writes a file that is to get this mode.
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

    /// Puts the file in its place, over an older one if there is one. Returns what access it has.
    ///
    /// # Errors
    ///
    /// The error of the operating system; an older file is unchanged then.
    pub fn put_in_place(self) -> io::Result<Access> {
        // After its owner, because a change of owner takes the right to lend a group away.
        fs::set_permissions(&self.path, Permissions::from_mode(self.mode))?;
        let access = Access::at(&self.path)?;
        fs::rename(&self.path, &self.place)?;
        if let Some(directory) = self.place.parent() {
            // The file is in its place now; this keeps it there if the power fails.
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

/// A directory for a draft, beside the place of the file: so it is on the same file system.
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

/// Removes the drafts of installations that were killed: they have keys in them, and earlier
/// versions left them where a server could run them.
fn remove_old_drafts(place: &Path) {
    let entries = place.parent().and_then(|directory| fs::read_dir(directory).ok());
    for entry in entries.into_iter().flatten().flatten() {
        if !entry.file_name().to_str().is_some_and(is_abandoned) {
            continue;
        }
        let path = entry.path();
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            let _ = fs::remove_file(path.join("draft"));
            let _ = fs::remove_dir(path);
        } else {
            let _ = fs::remove_file(path);
        }
    }
}

/// Whether this is the name of a draft of a process that is no more.
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
