//! Changes a directory: replaces a file in one step, or removes one. A reader finds the old file or
//! the whole new one. Other users can read or run the new file only when it is in its place.
//!
//! All changes go through one descriptor of the directory, and a link in place of the file is
//! replaced, never followed. Root works only in a directory that root alone can change, together
//! with all directories on the way there. So only root can have made the links on the way.

use crate::errors::errors;
use rustix::fs::{
    AtFlags, FileType, FlockOperation, Mode, OFlags, Stat, fchmod, flock, fstat, mkdirat, open,
    openat, readlinkat, renameat, statat, unlinkat,
};
use rustix::io::Errno;
use rustix::process::geteuid;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::fchown;
use std::path::{Component, Path, PathBuf};

/// The directory of a new file that is not in its place yet. Only its owner may enter it, because a
/// web server may run every file that it can reach.
const DRAFTS: &str = ".parlour.new";
/// The name of the new file in it.
const DRAFT: &str = "draft";
/// The most links on a path (path_resolution(7)).
const LINKS_MAX: usize = 40;

const DIRECTORY: OFlags = OFlags::DIRECTORY.union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);
const NOT_THROUGH_LINKS: AtFlags = AtFlags::SYMLINK_NOFOLLOW;

errors! {
    /// The reason why a file cannot be changed.
    #[derive(Debug)]
    pub enum WorkspaceError {
        /// Users other than root can change this file or directory.
        Exposed(path: PathBuf) =>
            "others than root can change {}, so root does not work there; do it as the owner of that directory, with `sudo -u OWNER parlour …`", path.display();
        /// The system does not allow it.
        Refused(path: PathBuf, error: io::Error) =>
            "cannot change {}: {error}{}", path.display(), sudo_hint(error);
    }
}

/// The end of a sentence about an error: the usual remedy for missing rights.
pub fn sudo_hint(error: &io::Error) -> &'static str {
    if error.kind() == io::ErrorKind::PermissionDenied { "; try it with sudo" } else { "" }
}

/// Returns true if only root can change a file or directory. In an access control list the bits of
/// the group are those of all users in the list, too (acl(5)).
fn is_roots(stat: &Stat) -> bool {
    stat.st_uid == 0 && stat.st_mode & 0o022 == 0
}

/// Opens a directory. For root, only root can change it and all directories on the way.
///
/// # Errors
///
/// [`WorkspaceError`] if that is not so, or the system does not allow it.
pub fn open_directory(path: &Path) -> Result<OwnedFd, WorkspaceError> {
    let refused = |error: Errno| WorkspaceError::Refused(path.to_path_buf(), error.into());
    if !geteuid().is_root() {
        let follow = OFlags::DIRECTORY | OFlags::CLOEXEC;
        return open(path, follow, Mode::empty()).map_err(refused);
    }
    let whole = std::path::absolute(path)
        .map_err(|error| WorkspaceError::Refused(path.to_path_buf(), error))?;
    let names = |path: &Path| -> Vec<OsString> {
        let names = path.components().rev().filter(|part| *part != Component::RootDir);
        names.map(|part| part.as_os_str().to_owned()).collect()
    };
    let root = || open("/", DIRECTORY, Mode::empty()).map_err(refused);
    let (mut here, mut shown) = (root()?, PathBuf::from("/"));
    let mut to_go = names(&whole);
    let mut links = 0;
    loop {
        if !is_roots(&fstat(&here).map_err(refused)?) {
            return Err(WorkspaceError::Exposed(shown));
        }
        let Some(name) = to_go.pop() else { return Ok(here) };
        match openat(&here, &name, DIRECTORY, Mode::empty()) {
            Ok(next) => here = next,
            Err(error @ (Errno::NOTDIR | Errno::LOOP)) => {
                let target = readlinkat(&here, &name, Vec::new()).map_err(|_| refused(error))?;
                links += 1;
                if links > LINKS_MAX {
                    return Err(refused(Errno::LOOP));
                }
                let target = PathBuf::from(OsString::from_vec(target.into_bytes()));
                if target.is_absolute() {
                    (here, shown) = (root()?, PathBuf::from("/"));
                }
                to_go.extend(names(&target));
                continue;
            }
            Err(error) => return Err(refused(error)),
        }
        shown.push(name);
    }
}

/// A directory that this process alone changes. Another process of the same user waits until a drop
/// ends this.
#[derive(Debug)]
pub struct Workspace {
    directory: OwnedFd,
    drafts: OwnedFd,
    path: PathBuf,
}

impl Workspace {
    /// Opens the directory of a file, and waits for other processes that change it. Returns the name
    /// of the file, too.
    ///
    /// # Errors
    ///
    /// [`WorkspaceError`] if this user may not change it, or root does not work there.
    pub fn of(file: &Path) -> Result<(Self, OsString), WorkspaceError> {
        let path = file.parent().unwrap_or(Path::new("/")).to_path_buf();
        let directory = open_directory(&path)?;
        let name = file.file_name().unwrap_or_default().to_owned();
        match lock(&directory) {
            Ok(drafts) => Ok((Workspace { directory, drafts, path }, name)),
            Err(error) => Err(WorkspaceError::Refused(path, error.into())),
        }
    }

    fn refused(&self, name: &OsStr) -> impl Fn(io::Error) -> WorkspaceError {
        let path = self.path.join(name);
        move |error| WorkspaceError::Refused(path.clone(), error)
    }

    /// Opens a file of the directory for reading. Returns `None` if there is none, or a link.
    ///
    /// # Errors
    ///
    /// [`WorkspaceError`] for a file that cannot be read, a pipe, or a device. For root, only root
    /// can change the file.
    pub fn read(&self, name: &OsStr) -> Result<Option<File>, WorkspaceError> {
        let refused = self.refused(name);
        let stat = match statat(&self.directory, name, NOT_THROUGH_LINKS) {
            Err(Errno::NOENT) => return Ok(None),
            stat => stat.map_err(|error| refused(error.into()))?,
        };
        match FileType::from_raw_mode(stat.st_mode) {
            FileType::Symlink => return Ok(None),
            FileType::RegularFile => {}
            _ => return Err(refused(io::Error::other("it is no regular file"))),
        }
        let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let file = openat(&self.directory, name, flags, Mode::empty());
        Ok(Some(file.map_err(|error| refused(error.into()))?.into()))
    }

    /// Puts a file in its place, over an older one if there is one.
    ///
    /// # Errors
    ///
    /// [`WorkspaceError`]. An older file does not change then.
    pub fn write(
        &self,
        name: &OsStr,
        bytes: &[u8],
        mode: u32,
        group: Option<u32>,
    ) -> Result<(), WorkspaceError> {
        let written = self.try_to_write(name, bytes, mode, group);
        if written.is_err() {
            let _ = unlinkat(&self.drafts, DRAFT, AtFlags::empty());
        }
        written.map_err(self.refused(name))
    }

    fn try_to_write(
        &self,
        name: &OsStr,
        bytes: &[u8],
        mode: u32,
        group: Option<u32>,
    ) -> io::Result<()> {
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
        let own = Mode::RUSR | Mode::WUSR;
        let mut file: File = openat(&self.drafts, DRAFT, flags, own)?.into();
        file.write_all(bytes)?;
        if group.is_some() {
            fchown(&file, None, group)?;
        }
        fchmod(&file, Mode::from_raw_mode(mode))?;
        file.sync_all()?;
        if fstat(&file)?.st_mode & 0o7777 != mode {
            return Err(io::Error::other("its file system does not keep its mode"));
        }
        // A program that is open for writing cannot be run.
        drop(file);
        renameat(&self.drafts, DRAFT, &self.directory, name)?;
        // The file is in its place now. This keeps it there if the power fails.
        let _ = rustix::fs::fsync(&self.directory);
        Ok(())
    }

    /// Removes a file. Returns false if there was none.
    ///
    /// # Errors
    ///
    /// [`WorkspaceError`] if the file is still there.
    pub fn remove(&self, name: &OsStr) -> Result<bool, WorkspaceError> {
        match unlinkat(&self.directory, name, AtFlags::empty()) {
            Ok(()) => Ok(true),
            Err(Errno::NOENT) => Ok(false),
            Err(error) => Err(self.refused(name)(error.into())),
        }
    }
}

impl Drop for Workspace {
    fn drop(&mut self) {
        let _ = unlinkat(&self.directory, DRAFTS, AtFlags::REMOVEDIR);
    }
}

/// The directory of drafts in a directory, while no other process has it.
fn lock(directory: &OwnedFd) -> Result<OwnedFd, Errno> {
    loop {
        match mkdirat(directory, DRAFTS, Mode::RWXU) {
            Ok(()) | Err(Errno::EXIST) => {}
            Err(error) => return Err(error),
        }
        let drafts = match openat(directory, DRAFTS, DIRECTORY, Mode::empty()) {
            // The process that had it has removed it.
            Err(Errno::NOENT) => continue,
            drafts => drafts?,
        };
        // A file system without locks keeps no two processes apart.
        let _ = flock(&drafts, FlockOperation::LockExclusive);
        let (ours, now) = (fstat(&drafts)?, statat(directory, DRAFTS, NOT_THROUGH_LINKS));
        if ours.st_uid != geteuid().as_raw() || ours.st_mode & 0o077 != 0 {
            return Err(Errno::PERM);
        }
        if now.is_ok_and(|now| now.st_ino == ours.st_ino) {
            // A killed process left it.
            let _ = unlinkat(&drafts, DRAFT, AtFlags::empty());
            return Ok(drafts);
        }
    }
}

/// Checks that only root can change a file and all directories on the way there, so that root may
/// run it.
///
/// # Errors
///
/// [`WorkspaceError`] if that is not so.
pub fn require_roots(file: &Path) -> Result<(), WorkspaceError> {
    let real =
        file.canonicalize().map_err(|error| WorkspaceError::Refused(file.to_path_buf(), error))?;
    let directory = open_directory(real.parent().unwrap_or(Path::new("/")))?;
    let stat = statat(&directory, real.file_name().unwrap_or_default(), NOT_THROUGH_LINKS)
        .map_err(|error| WorkspaceError::Refused(file.to_path_buf(), error.into()))?;
    if is_roots(&stat) { Ok(()) } else { Err(WorkspaceError::Exposed(real)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::{DirBuilderExt, PermissionsExt, symlink};

    /// A folder in the target directory: root does not work in /tmp.
    fn folder(name: &str) -> PathBuf {
        let name = format!("parlour-workspace-{}-{name}", std::process::id());
        let path = std::env::current_exe().unwrap().with_file_name(name);
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
        let file = path.join("x");
        for text in ["one", "two"] {
            let (workspace, name) = Workspace::of(&file).unwrap();
            workspace.write(&name, text.as_bytes(), 0o711, None).unwrap();
            assert_eq!(file.metadata().unwrap().permissions().mode() & 0o7777, 0o711);
            assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
        }
        assert_eq!(std::fs::read_dir(&path).unwrap().count(), 1);
        let (workspace, name) = Workspace::of(&file).unwrap();
        assert!(workspace.read(&name).unwrap().is_some());
        assert!(workspace.remove(&name).unwrap());
        assert!(!workspace.remove(&name).unwrap());
        assert!(workspace.read(&name).unwrap().is_none());
        drop(workspace);
        std::fs::remove_dir(&path).unwrap();
    }

    #[test]
    fn a_link_is_replaced_and_never_followed() {
        let (path, victim) = (folder("links"), folder("victim"));
        std::fs::write(victim.join("x"), "victim").unwrap();
        symlink(victim.join("x"), path.join("x")).unwrap();
        let (workspace, name) = Workspace::of(&path.join("x")).unwrap();
        assert!(workspace.read(&name).unwrap().is_none());
        workspace.write(&name, b"new", 0o600, None).unwrap();
        drop(workspace);
        assert!(path.join("x").symlink_metadata().unwrap().is_file());
        assert_eq!(std::fs::read_to_string(victim.join("x")).unwrap(), "victim");
        symlink(&victim, path.join(DRAFTS)).unwrap();
        assert!(Workspace::of(&path.join("x")).is_err());
        assert_eq!(std::fs::read_dir(&victim).unwrap().count(), 1);
        for path in [path, victim] {
            std::fs::remove_dir_all(path).unwrap();
        }
    }

    #[test]
    fn root_works_only_where_root_alone_can_change_things() {
        let path = folder("exposed");
        let below = path.join("one");
        std::fs::create_dir(&below).unwrap();
        symlink("one", path.join("link")).unwrap();
        let is_open = |path: &Path| Workspace::of(&path.join("x")).is_ok();
        let is_root = geteuid().is_root();
        for (place, mode) in [(&path, 0o777), (&path, 0o1777), (&below, 0o775), (&path, 0o757)] {
            std::fs::set_permissions(place, std::fs::Permissions::from_mode(mode)).unwrap();
            for way in [&below, &path.join("link"), &path.join("link/../one")] {
                assert_eq!(is_open(way), !is_root, "{way:?} {mode:o}");
            }
            std::fs::set_permissions(place, std::fs::Permissions::from_mode(0o755)).unwrap();
        }
        std::fs::remove_dir_all(path).unwrap();
    }

    #[test]
    fn two_processes_work_one_after_the_other() {
        let path = folder("lock");
        let first = Workspace::of(&path.join("x")).unwrap();
        let (sender, opened) = std::sync::mpsc::channel();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let second = Workspace::of(&path.join("x")).unwrap();
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
