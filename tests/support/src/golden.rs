//! Golden files: what the program prints, kept in tests/golden and compared to the letter.
//!
//! One command writes all of them anew: `cargo golden` (.cargo/config.toml). It runs the tests
//! whose names contain `golden`. Read `git diff` before you keep the files.

use crate::repository;
use similar::TextDiff;
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

/// Lines of a difference that are shown of each file.
const LINES_MAX: usize = 24;
/// Characters of each line that are shown.
const LINE_CHARS_MAX: usize = 240;

/// Returns true if golden files are written instead of compared.
pub fn writes() -> bool {
    std::env::var_os("GOLDEN").is_some_and(|value| value == "write")
}

/// A golden file: its name without the ending, and its text.
pub type File = (String, String);

/// Compares files with those in their golden folders. Or writes them there.
///
/// # Panics
///
/// With the differences of all files, if there are any.
#[track_caller]
pub fn check(folders: &[(Golden, Vec<File>)]) {
    if writes() {
        return folders.iter().for_each(|(golden, files)| golden.write_all(files));
    }
    let differences = folders.iter().flat_map(|(golden, files)| golden.differences(files));
    let differences: Vec<String> = differences.collect();
    assert!(
        differences.is_empty(),
        "{} golden files differ; if that is wanted, `cargo golden` writes them anew\n\n{}",
        differences.len(),
        differences.join("\n")
    );
}

/// A golden folder: files of one ending below tests/golden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Golden {
    /// The folder; empty for tests/golden itself.
    pub folder: &'static str,
    /// The ending of the names of its files. Other files in the folder are ignored.
    pub ending: &'static str,
}

impl Golden {
    /// The path of the file of this name, without the ending.
    pub fn path(self, name: &str) -> PathBuf {
        let folder = repository::file("tests/golden").join(self.folder);
        folder.join(format!("{name}{}", self.ending))
    }

    /// Writes the files, and removes files that no test writes any more.
    fn write_all(self, files: &[File]) {
        files.iter().for_each(|(name, text)| self.write(name, text));
        self.stale(files).iter().for_each(|path| fs::remove_file(path).expect("a stale file goes"));
    }

    /// The differences between the files and those in the folder.
    fn differences(self, files: &[File]) -> Vec<String> {
        let stale = self.stale(files).into_iter();
        let stale = stale.map(|path| format!("nothing writes {} any more\n", path.display()));
        let differences = files.iter().filter_map(|(name, text)| self.difference(name, text));
        differences.chain(stale).collect()
    }

    fn write(self, name: &str, text: &str) {
        let path = self.path(name);
        let folder = path.parent().unwrap_or(&path);
        let written = fs::create_dir_all(folder).and_then(|()| fs::write(&path, text));
        written.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }

    /// Files of the folder that are none of these.
    fn stale(self, files: &[File]) -> Vec<PathBuf> {
        let names: BTreeSet<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
        let folder = repository::file("tests/golden").join(self.folder);
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let is_stale = |path: &PathBuf| {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            let name = name.strip_suffix(self.ending);
            path.is_file() && name.is_some_and(|name| !names.contains(name))
        };
        entries.map(|entry| entry.path()).filter(is_stale).collect()
    }

    /// The difference between a text and its golden file, if there is one.
    fn difference(self, name: &str, text: &str) -> Option<String> {
        let path = self.path(name);
        let golden = fs::read_to_string(&path).unwrap_or_default();
        if golden == text {
            return None;
        }
        let file = format!("tests/golden/{}/{name}{}", self.folder, self.ending);
        Some(difference(&file.replace("//", "/"), &golden, text))
    }
}

/// A short unified diff.
fn difference(file: &str, golden: &str, text: &str) -> String {
    let diff = TextDiff::from_lines(golden, text);
    let diff = diff.unified_diff().context_radius(1).header(file, "now").to_string();
    let lines = diff.lines().count();
    let shorten = |line: &str| match line.char_indices().nth(LINE_CHARS_MAX) {
        Some((end, _)) => format!("{}...\n", &line[..end]),
        None => format!("{line}\n"),
    };
    let shown: String = diff.lines().take(LINES_MAX).map(shorten).collect();
    match lines.saturating_sub(LINES_MAX) {
        0 => shown,
        more => format!("{shown}... and {more} lines more\n"),
    }
}

/// A page of a position, or a link to one, with `TOKEN` in place of its token. So it does not
/// depend on the packing of the position and on the nonce.
pub fn without_token(page: &str, token: Option<&str>) -> String {
    match token.filter(|token| !token.is_empty()) {
        Some(token) => page.replace(token, "TOKEN"),
        None => page.to_owned(),
    }
}
