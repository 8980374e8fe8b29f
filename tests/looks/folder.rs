//! A folder with every page as a file, for programs that read files. It goes when it is dropped.

use crate::collect::{Shown, pages};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The folder.
pub struct Folder(PathBuf);

impl Folder {
    /// Makes an empty one.
    pub fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("parlour-looks-{}-{count}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        Folder(path)
    }

    /// Makes one with every page in it.
    pub fn with_pages() -> Self {
        let folder = Folder::new();
        pages().iter().for_each(|page| folder.put(page));
        folder
    }

    /// Writes a page.
    pub fn put(&self, page: &Shown) {
        let file = self.file(page);
        fs::write(&file, &page.html).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// The file of a page.
    pub fn file(&self, page: &Shown) -> PathBuf {
        self.0.join(format!("{}.html", page.name))
    }

    /// The address of a page.
    pub fn url(&self, page: &Shown) -> String {
        format!("file://{}", self.file(page).display())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
