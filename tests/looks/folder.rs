//! A folder with pages as files, for programs that read files.

use crate::collect::{Shown, pages};
use std::path::{Path, PathBuf};
use support::reader::with_style_at;
use support::services::ask;

/// The style sheet of all pages.
pub const STYLE: &str = "style.css";

/// The folder; it goes when it is dropped.
pub struct Folder(support::folder::Folder);

impl Folder {
    /// Makes one with the style sheet in it.
    pub fn create() -> Self {
        let folder = Folder(support::folder::Folder::create());
        folder.0.write(STYLE, &ask("style").body, 0o644);
        folder
    }

    /// Makes one with every page in it.
    pub fn with_pages() -> Self {
        let folder = Folder::create();
        pages().iter().for_each(|page| folder.put(page));
        folder
    }

    /// Writes a page.
    pub fn put(&self, page: &Shown) {
        self.0.write(file_name(page), with_style_at(&page.html, STYLE), 0o644);
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// The file of a page.
    pub fn file(&self, page: &Shown) -> PathBuf {
        self.0.join(file_name(page))
    }

    /// The address of a page.
    pub fn url(&self, page: &Shown) -> String {
        format!("file://{}", self.file(page).display())
    }
}

/// A question mark would end the path of an address.
fn file_name(page: &Shown) -> String {
    format!("{}.html", page.name.replace('?', ""))
}
