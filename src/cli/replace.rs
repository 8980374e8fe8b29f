//! Changes a directory: replaces a file in one step, or removes one. A reader finds the old file or
//! the whole new one. Other users can read or run the new file only when it is in its place.
//!
//! All changes go through one descriptor of the directory, and no step follows a symbolic link. If
//! another user could change the directory or its path, root does not work there.

use crate::errors::errors;
use crate::os::access::Access;
use crate::os::trust::{self, Exposed, Trusted};
use rustix::fs::{
    AtFlags, FileType, FlockOperation, Mode, OFlags, fchmod, flock, fstat, mkdirat, open, openat,
    renameat, statat, unlinkat,
};
use rustix::io::Errno;
use rustix::process::geteuid;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::OwnedFd;
use std::os::unix::fs::fchown;
use std::path::Path;

/// The directory of a new file that is not in its place yet. Only its owner may enter it, because a
/// web server may run every file that it can reach.
const DRAFTS: &str = ".parlour.new";
/// The name of the new file in it.
const DRAFT: &str = "draft";

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

errors! {
    /// The reason why a directory cannot be changed.
    #[derive(Debug)]
    pub enum WorkspaceError {
        /// Root would follow the path of another user.
        Exposed(exposed: Exposed) => "{exposed}";
        /// The system does not allow it.
        Refused(error: io::Error) => "{error}";
    }
}

impl From<Errno> for WorkspaceError {
    fn from(error: Errno) -> Self {
        WorkspaceError::Refused(error.into())
    }
}

/// A directory that this process alone changes. Another process of the same user waits until a drop
/// ends this.
#[derive(Debug)]
pub struct Workspace {
    directory: OwnedFd,
    drafts: OwnedFd,
}

impl Workspace {
    /// Opens a directory, given by its real path, and waits for other processes that change it.
    ///
    /// # Errors
    ///
    /// [`WorkspaceError`] if this user may not change it. For root this includes a directory that
    /// other users may change.
    pub fn open(path: &Path) -> Result<Self, WorkspaceError> {
        let directory = open(path, DIRECTORY, Mode::empty())?;
        if geteuid().is_root() {
            let exposed = trust::find_exposed(path, Trusted::ROOT);
            if let Some(exposed) = exposed.map_err(WorkspaceError::Refused)? {
                return Err(WorkspaceError::Exposed(exposed));
            }
        }
        loop {
            match mkdirat(&directory, DRAFTS, Mode::RWXU) {
                Ok(()) | Err(Errno::EXIST) => {}
                Err(error) => return Err(error.into()),
            }
            let drafts = match openat(&directory, DRAFTS, DIRECTORY, Mode::empty()) {
                // The process that had it has removed it.
                Err(Errno::NOENT) => continue,
                drafts => drafts?,
            };
            // A file system without locks keeps no two processes apart.
            let _ = flock(&drafts, FlockOperation::LockExclusive);
            let (ours, now) = (fstat(&drafts)?, statat(&directory, DRAFTS, NOT_THROUGH_LINKS));
            if ours.st_uid != geteuid().as_raw() || ours.st_mode & 0o077 != 0 {
                return Err(Errno::PERM.into());
            }
            if now.is_ok_and(|now| now.st_ino == ours.st_ino) {
                // A killed process left it.
                let _ = unlinkat(&drafts, DRAFT, AtFlags::empty());
                return Ok(Workspace { directory, drafts });
            }
        }
    }

    /// Opens a file of the directory for reading. Returns `None` if there is none.
    ///
    /// # Errors
    ///
    /// The error of the operating system, or one for a link, a pipe or a device.
    pub fn read(&self, name: &OsStr) -> io::Result<Option<File>> {
        let stat = match statat(&self.directory, name, NOT_THROUGH_LINKS) {
            Err(Errno::NOENT) => return Ok(None),
            stat => stat?,
        };
        if FileType::from_raw_mode(stat.st_mode) != FileType::RegularFile {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        Ok(Some(openat(&self.directory, name, flags, Mode::empty())?.into()))
    }

    /// Writes a file that gets this name and this mode in its place.
    ///
    /// # Errors
    ///
    /// The error of the operating system if the file cannot be written.
    pub fn draft(
        &self,
        name: &OsStr,
        bytes: &[u8],
        mode: u32,
        owner: Owner,
    ) -> io::Result<Draft<'_>> {
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
        let mut file: File = openat(&self.drafts, DRAFT, flags, Mode::RUSR | Mode::WUSR)?.into();
        let draft = Draft { workspace: self, name: name.to_owned(), mode };
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

    /// Removes a file. Returns false if there was none.
    ///
    /// # Errors
    ///
    /// The error of the operating system if the file is still there.
    pub fn remove(&self, name: &OsStr) -> io::Result<bool> {
        match unlinkat(&self.directory, name, AtFlags::empty()) {
            Ok(()) => Ok(true),
            Err(Errno::NOENT) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }
}

impl Drop for Workspace {
    fn drop(&mut self) {
        let _ = unlinkat(&self.directory, DRAFTS, AtFlags::REMOVEDIR);
    }
}

/// A new file that is not in its place yet. A drop removes it if it is still there.
#[derive(Debug)]
pub struct Draft<'a> {
    workspace: &'a Workspace,
    name: OsString,
    mode: u32,
}

impl Draft<'_> {
    /// Puts the file in its place, over an older one if there is one. Returns its permissions.
    ///
    /// # Errors
    ///
    /// The error of the operating system. An older file does not change then.
    pub fn put_in_place(self) -> io::Result<Access> {
        // The mode comes after the owner, because a change of owner removes set-ID bits.
        let Workspace { directory, drafts } = self.workspace;
        let flags = OFlags::NOFOLLOW | OFlags::CLOEXEC;
        // The file must not be open for writing, because then it could not be run.
        let file: File = openat(drafts, DRAFT, flags, Mode::empty())?.into();
        fchmod(&file, Mode::from_raw_mode(self.mode as _))?;
        let access = Access::of(&file.metadata()?);
        renameat(drafts, DRAFT, directory, &self.name)?;
        // The file is in its place now. This keeps it there if the power fails.
        let _ = rustix::fs::fsync(directory);
        Ok(access)
    }
}

impl Drop for Draft<'_> {
    fn drop(&mut self) {
        // After the rename there is no file of this name.
        let _ = unlinkat(&self.workspace.drafts, DRAFT, AtFlags::empty());
    }
}

/// The flags for a directory, and for a file that may be a symbolic link.
const DIRECTORY: OFlags = OFlags::DIRECTORY.union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);
const NOT_THROUGH_LINKS: AtFlags = AtFlags::SYMLINK_NOFOLLOW;

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::{DirBuilderExt, PermissionsExt, symlink};
    use std::path::PathBuf;

    fn folder(name: &str) -> PathBuf {
        let name = format!("parlour-replace-{}-{name}", std::process::id());
        let path = std::env::temp_dir().canonicalize().unwrap().join(name);
        std::fs::create_dir(&path).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    #[test]
    fn a_file_is_replaced_and_nothing_is_left() {
        let path = folder("file");
        // Killed processes leave these.
        std::fs::DirBuilder::new().mode(0o700).create(path.join(DRAFTS)).unwrap();
        std::fs::write(path.join(DRAFTS).join(DRAFT), "keys").unwrap();
        let name = OsStr::new("x");
        for text in ["one", "two"] {
            let workspace = Workspace::open(&path).unwrap();
            workspace.draft(name, b"dropped", 0o600, Owner::Own).unwrap();
            let draft = workspace.draft(name, text.as_bytes(), 0o711, Owner::Own).unwrap();
            assert_eq!(draft.put_in_place().unwrap().mode, 0o711);
            assert_eq!(std::fs::read_to_string(path.join("x")).unwrap(), text);
        }
        assert_eq!(std::fs::read_dir(&path).unwrap().count(), 1);
        let workspace = Workspace::open(&path).unwrap();
        assert!(workspace.read(name).unwrap().is_some());
        assert!(workspace.remove(name).unwrap());
        assert!(!workspace.remove(name).unwrap());
        assert!(workspace.read(name).unwrap().is_none());
        drop(workspace);
        std::fs::remove_dir(&path).unwrap();
    }

    #[test]
    fn no_link_is_followed() {
        let (path, victim) = (folder("links"), folder("victim"));
        std::fs::write(victim.join("x"), "victim").unwrap();
        symlink(victim.join("x"), path.join("x")).unwrap();
        let workspace = Workspace::open(&path).unwrap();
        let kind = workspace.read(OsStr::new("x")).unwrap_err().kind();
        assert_eq!(kind, io::ErrorKind::InvalidInput);
        drop(workspace);
        symlink(&victim, path.join(DRAFTS)).unwrap();
        assert!(Workspace::open(&path).is_err());
        assert_eq!(std::fs::read_dir(&victim).unwrap().count(), 1);
        assert!(Workspace::open(&path.join(DRAFTS)).is_err());
        for path in [path, victim] {
            std::fs::remove_dir_all(path).unwrap();
        }
    }

    #[test]
    fn two_processes_work_one_after_the_other() {
        let path = folder("lock");
        let first = Workspace::open(&path).unwrap();
        let (sender, opened) = std::sync::mpsc::channel();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let second = Workspace::open(&path).unwrap();
                sender.send(()).unwrap();
                drop(second);
            });
            let pause = std::time::Duration::from_millis(100);
            assert!(opened.recv_timeout(pause).is_err(), "it waits");
            drop(first);
            opened.recv().unwrap();
        });
        std::fs::remove_dir(&path).unwrap();
    }
}
