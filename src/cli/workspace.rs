//! Changes a file: replaces it in one step, or removes it. A reader finds the old file or the whole new
//! one. Other users can read or run the new file only when it is in its place.
//!
//! A link in place of the file is replaced, never followed. Root works only in a directory that root
//! alone can change, and only if no other user can change the way there while root works.

use crate::errors::errors;
use crate::os::own::ME;
use rustix::process::geteuid;
use std::fs::{self, DirBuilder, File, OpenOptions, Permissions};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt, fchown};
use std::path::{Path, PathBuf};

/// The name of the new file in it.
const DRAFT: &str = "draft";

errors! {
    /// The reason why a file cannot be changed.
    #[derive(Debug)]
    pub enum WorkspaceError {
        /// Users other than root can change this file or directory.
        Exposed(path: PathBuf) =>
            "others than root can change {}, so root does not work there; do it as the owner of that directory, with `sudo -u OWNER {ME} …`", path.display();
        /// The system does not allow it.
        Refused(path: PathBuf, error: io::Error) =>
            "cannot change {}: {error}{}", path.display(), sudo_hint(error);
    }
}

/// The end of a sentence about an error: the usual remedy for missing rights.
pub fn sudo_hint(error: &io::Error) -> &'static str {
    if error.kind() == ErrorKind::PermissionDenied { "; try it with sudo" } else { "" }
}

/// Checks that only root can change a file or directory, its directory, and the way there. A directory
/// on the way may be one like `/tmp`: if its sticky bit is set, nobody but root can rename or remove a
/// thing of root's in it (sticky(7)). In an access control list the bits of the group are those of all
/// users in the list, too (acl(5)).
///
/// # Errors
///
/// [`WorkspaceError`] if that is not so.
pub fn require_roots(path: &Path) -> Result<(), WorkspaceError> {
    let refused = |error| WorkspaceError::Refused(path.to_path_buf(), error);
    let whole = std::path::absolute(path).map_err(refused)?;
    // The system refuses a circle of links.
    whole.metadata().map_err(refused)?;
    let (mut here, mut is_shared) = (PathBuf::new(), false);
    for part in whole.components() {
        let parent = here.clone();
        here.push(part);
        let found = here.symlink_metadata().map_err(refused)?;
        if is_shared && !found.is_dir() {
            return Err(WorkspaceError::Exposed(parent));
        }
        if found.is_symlink() {
            require_roots(&parent.join(here.read_link().map_err(refused)?))?;
            continue;
        }
        is_shared = found.mode() & 0o022 != 0;
        let is_sticky = found.is_dir() && found.mode() & 0o1000 != 0;
        if found.uid() != 0 || is_shared && !is_sticky {
            return Err(WorkspaceError::Exposed(here));
        }
    }
    if is_shared {
        return Err(WorkspaceError::Exposed(here));
    }
    Ok(())
}

/// A file that this process alone changes. Another process of the same user waits until a drop ends
/// this.
#[derive(Debug)]
pub struct Workspace {
    file: PathBuf,
    drafts: PathBuf,
    _lock: File,
}

/// The name of the directory of a new file that is not in its place yet: `.parlour.new`. Only its owner may
/// enter it, because a web server may run every file that it can reach.
fn drafts() -> String {
    format!(".{ME}.new")
}

impl Workspace {
    /// Waits for other processes that change files in the same directory.
    ///
    /// # Errors
    ///
    /// [`WorkspaceError`] if this user may not change the directory, or root does not work there.
    pub fn of(file: &Path) -> Result<Self, WorkspaceError> {
        let directory = file.parent().unwrap_or(Path::new("/"));
        if geteuid().is_root() {
            require_roots(directory)?;
        }
        let drafts = directory.join(drafts());
        match lock(&drafts) {
            Ok(lock) => Ok(Workspace { file: file.to_path_buf(), drafts, _lock: lock }),
            Err(error) => Err(WorkspaceError::Refused(directory.to_path_buf(), error)),
        }
    }

    /// Puts a file in its place, over an older one if there is one.
    ///
    /// # Errors
    ///
    /// [`WorkspaceError`]. An older file does not change then.
    pub fn write(&self, bytes: &[u8], mode: u32, group: Option<u32>) -> Result<(), WorkspaceError> {
        let draft = self.drafts.join(DRAFT);
        self.try_to_write(&draft, bytes, mode, group).map_err(|error| {
            let _ = fs::remove_file(&draft);
            WorkspaceError::Refused(self.file.clone(), error)
        })
    }

    fn try_to_write(
        &self,
        draft: &Path,
        bytes: &[u8],
        mode: u32,
        group: Option<u32>,
    ) -> io::Result<()> {
        let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(draft)?;
        file.write_all(bytes)?;
        if group.is_some() {
            fchown(&file, None, group)?;
        }
        file.set_permissions(Permissions::from_mode(mode))?;
        file.sync_all()?;
        if file.metadata()?.mode() & 0o7777 != mode {
            return Err(io::Error::other("its file system does not keep its mode"));
        }
        // A program that is open for writing cannot be run.
        drop(file);
        fs::rename(draft, &self.file)?;
        // The file is in its place now. This keeps it there if the power fails.
        let _ = self.file.parent().map(|directory| File::open(directory)?.sync_all());
        Ok(())
    }

    /// Removes the file, if it is there.
    ///
    /// # Errors
    ///
    /// [`WorkspaceError`] if the file is still there.
    pub fn remove(&self) -> Result<(), WorkspaceError> {
        match fs::remove_file(&self.file) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(WorkspaceError::Refused(self.file.clone(), error))
            }
            _ => Ok(()),
        }
    }
}

impl Drop for Workspace {
    fn drop(&mut self) {
        let _ = fs::remove_dir(&self.drafts);
    }
}

/// Makes the directory of drafts, and opens it while no other process has it.
fn lock(drafts: &Path) -> io::Result<File> {
    loop {
        match DirBuilder::new().mode(0o700).create(drafts) {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => return Err(error),
            _ => {}
        }
        // The process that had it may have removed it.
        let Ok(ours) = drafts.symlink_metadata() else { continue };
        if !ours.is_dir() || ours.uid() != geteuid().as_raw() || ours.mode() & 0o077 != 0 {
            return Err(ErrorKind::PermissionDenied.into());
        }
        let Ok(lock) = File::open(drafts) else { continue };
        // A file system without locks keeps no two processes apart.
        let _ = lock.lock();
        let (now, locked) = (drafts.symlink_metadata(), lock.metadata()?);
        if now.is_ok_and(|now| now.ino() == locked.ino()) {
            // A killed process left it.
            let _ = fs::remove_file(drafts.join(DRAFT));
            return Ok(lock);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    /// A folder in the target directory: root does not work in `/tmp` itself.
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
        std::fs::DirBuilder::new().mode(0o700).create(path.join(drafts())).unwrap();
        std::fs::write(path.join(drafts()).join(DRAFT), "keys").unwrap();
        let file = path.join("x");
        for text in ["one", "two"] {
            Workspace::of(&file).unwrap().write(text.as_bytes(), 0o711, None).unwrap();
            assert_eq!(file.metadata().unwrap().permissions().mode() & 0o7777, 0o711);
            assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
        }
        assert_eq!(std::fs::read_dir(&path).unwrap().count(), 1);
        for _ in 0..2 {
            Workspace::of(&file).unwrap().remove().unwrap();
        }
        std::fs::remove_dir(&path).unwrap();
    }

    #[test]
    fn a_link_is_replaced_and_never_followed() {
        let (path, victim) = (folder("links"), folder("victim"));
        std::fs::write(victim.join("x"), "victim").unwrap();
        symlink(victim.join("x"), path.join("x")).unwrap();
        Workspace::of(&path.join("x")).unwrap().write(b"new", 0o600, None).unwrap();
        assert!(path.join("x").symlink_metadata().unwrap().is_file());
        assert_eq!(std::fs::read_to_string(victim.join("x")).unwrap(), "victim");
        symlink(&victim, path.join(drafts())).unwrap();
        assert!(Workspace::of(&path.join("x")).is_err());
        assert_eq!(std::fs::read_dir(&victim).unwrap().count(), 1);
        for path in [path, victim] {
            std::fs::remove_dir_all(path).unwrap();
        }
    }

    #[test]
    fn root_works_only_where_only_root_can_write() {
        let path = folder("exposed");
        let below = path.join("one");
        std::fs::create_dir(&below).unwrap();
        symlink("one", path.join("link")).unwrap();
        let is_open = |path: &Path| Workspace::of(&path.join("x")).is_ok();
        let is_root = geteuid().is_root();
        let ways = [below.clone(), path.join("link"), path.join("link/../one")];
        // Only the directory itself is safe in a sticky one: others may own a link there.
        for (place, mode, open_to_root) in [
            (&path, 0o755, [true, true, true]),
            (&path, 0o777, [false, false, false]),
            (&path, 0o757, [false, false, false]),
            (&path, 0o1777, [true, false, false]),
            (&below, 0o775, [false, false, false]),
            (&below, 0o1777, [false, false, false]),
        ] {
            std::fs::set_permissions(place, std::fs::Permissions::from_mode(mode)).unwrap();
            for (way, is_safe) in ways.iter().zip(open_to_root) {
                assert_eq!(is_open(way), !is_root || is_safe, "{way:?} {mode:o}");
            }
            if is_root && mode == 0o1777 {
                assert!(require_roots(&below).is_ok() == (place == &path));
                std::fs::write(path.join("file"), "").unwrap();
                assert!(require_roots(&path.join("file")).is_err() == (place == &path));
                std::os::unix::fs::chown(&below, Some(1), None).unwrap();
                assert!(!is_open(&below), "another user's directory {mode:o}");
                std::os::unix::fs::chown(&below, Some(0), None).unwrap();
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
