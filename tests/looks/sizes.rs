//! How large the pages are, as they are sent and as a server would compress them.

use crate::collect::{Shown, largest, pages};
use crate::folder::Folder;
use std::fs;
use support::process;
use support::trials::Trial;

const KILOBYTE: usize = 1024;
/// The largest page.
const PAGE_MAX: usize = 49 * KILOBYTE;
/// The largest page of a board of so many squares or more, each with a link of its own.
const LARGE_BOARD_MAX: usize = 96 * KILOBYTE;
const LARGE_BOARD: usize = 200;
/// The largest page of a game with its default choices.
const CLASSIC_MAX: usize = 27 * KILOBYTE;
/// The largest page when it is compressed.
const COMPRESSED_MAX: usize = 8 * KILOBYTE;

/// The cases of this file.
pub fn cases() -> Vec<Trial> {
    vec![
        Trial::new("sizes::pages_are_small".to_owned(), &[], pages_are_small),
        Trial::new("sizes::pages_compress_well".to_owned(), &["gzip"], pages_compress_well),
    ]
}

fn size_max(page: &Shown) -> usize {
    match page.game {
        Some(_) if page.choice.is_empty() => CLASSIC_MAX,
        _ if page.html.matches("<td").count() >= LARGE_BOARD => LARGE_BOARD_MAX,
        _ => PAGE_MAX,
    }
}

fn pages_are_small() {
    let all = || pages().iter().chain(largest());
    let too_large = all().filter(|page| page.html.len() > size_max(page));
    let too_large: Vec<String> =
        too_large.map(|page| format!("{}: {} bytes", page.name, page.html.len())).collect();
    assert!(too_large.is_empty(), "{}", too_large.join("\n"));
}

fn pages_compress_well() {
    let folder = Folder::with_pages();
    largest().iter().for_each(|page| folder.put(page));
    let all = || pages().iter().chain(largest());
    let files: Vec<_> = all().map(|page| folder.file(page)).collect();
    let done = process::command("gzip").arg("-nf").args(&files).status();
    assert!(done.is_ok_and(|status| status.success()), "gzip fails");
    let mut too_large = Vec::new();
    for file in files {
        let compressed = file.with_extension("html.gz");
        let length = fs::metadata(&compressed).map_or(usize::MAX, |file| file.len() as usize);
        if length > COMPRESSED_MAX {
            too_large.push(format!("{}: {length} bytes", compressed.display()));
        }
    }
    assert!(too_large.is_empty(), "{}", too_large.join("\n"));
}
