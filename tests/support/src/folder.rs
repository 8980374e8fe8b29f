//! A folder for one test, which is removed at its end.

use std::ffi::OsString;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A folder that everybody may look into, as most are.
pub struct Folder {
    path: PathBuf,
    _folder: TempDir,
}

impl Folder {
    /// An empty one.
    ///
    /// # Panics
    ///
    /// If there can be none.
    pub fn create() -> Self {
        Folder::create_below(&std::env::temp_dir())
    }

    /// An empty one below another folder. Root does not write into the usual place for temporary
    /// files, where others may, too.
    ///
    /// # Panics
    ///
    /// If there can be none.
    pub fn create_below(above: &Path) -> Self {
        let open = Permissions::from_mode(0o755);
        let made = tempfile::Builder::new().prefix("parlour-").permissions(open).tempdir_in(above);
        let folder = made.unwrap_or_else(|error| panic!("no temporary folder: {error}"));
        let path = folder.path().canonicalize().unwrap_or(folder.path().to_owned());
        Folder { path, _folder: folder }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The path of a file in it.
    pub fn join(&self, name: impl AsRef<Path>) -> PathBuf {
        self.path.join(name)
    }

    /// The names of its files.
    pub fn names(&self) -> Vec<OsString> {
        let entries = fs::read_dir(&self.path);
        let entries = entries.unwrap_or_else(|error| panic!("{}: {error}", self.path.display()));
        entries.flatten().map(|entry| entry.file_name()).collect()
    }

    /// Writes a file of this mode, and returns its path.
    pub fn write(&self, name: impl AsRef<Path>, content: impl AsRef<[u8]>, mode: u32) -> PathBuf {
        let path = self.join(name);
        let written = fs::write(&path, content)
            .and_then(|()| fs::set_permissions(&path, Permissions::from_mode(mode)));
        written.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        path
    }
}
