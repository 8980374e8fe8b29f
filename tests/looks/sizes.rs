//! The sizes of pages, as they are and after fast compression.

use crate::collect::{Shown, largest, pages};
use crate::folder::{Folder, STYLE};
use std::fs;
use std::path::Path;
use support::process;
use support::services::ask;
use support::trials::Trial;

/// The largest page, with its headers, and the largest when it is compressed.
const PAGE_MAX: Size = (30_000, 8_200);
/// The limit for a board of more than this number of squares, each with its own link to the whole
/// sealed game.
const LARGE_BOARD_MAX: Size = (90_000, 6_100);
const LARGE_BOARD: usize = 100;
/// The same of a game with its default choices. Each picture on it has its colours, so that it looks right
/// without the style sheet.
const DEFAULT_MAX: Size = (21_000, 4_000);
/// The limit for a game whose default board has more than sixty squares with their own links.
const DEFAULT_OF_MANY: (&str, Size) = ("mines", (16_480, 3_620));
/// The limit of the style sheet of all pages. A browser asks for it once and keeps it. Compressed,
/// it fits into the first window of a connection, 14,600 bytes.
const STYLE_MAX: Size = (42_000, 14_600);

/// Bytes as they are sent with their headers, and bytes of what `gzip -1` makes of the page.
type Size = (usize, usize);

/// The cases of this file.
pub fn cases() -> Vec<Trial> {
    vec![
        Trial::new("sizes::pages_are_small".to_owned(), &[], pages_are_small),
        Trial::new("sizes::pages_compress_well".to_owned(), &["gzip"], pages_compress_well),
    ]
}

fn size_max(page: &Shown) -> Size {
    match page.game {
        Some(game) if page.choice.is_empty() && game == DEFAULT_OF_MANY.0 => DEFAULT_OF_MANY.1,
        Some(_) if page.choice.is_empty() => DEFAULT_MAX,
        _ if page.html.matches("<td").count() > LARGE_BOARD => LARGE_BOARD_MAX,
        _ => PAGE_MAX,
    }
}

fn pages_are_small() {
    let all = || pages().iter().chain(largest());
    let size = |page: &Shown| page.head_bytes + page.html.len();
    let too_large = all().filter(|page| size(page) > size_max(page).0);
    let mut too_large: Vec<String> =
        too_large.map(|page| format!("{}: {} bytes", page.name, size(page))).collect();
    let style = ask("style").body.len();
    too_large.extend((style > STYLE_MAX.0).then(|| format!("the style sheet: {style} bytes")));
    assert!(too_large.is_empty(), "{}", too_large.join("\n"));
}

fn pages_compress_well() {
    let folder = Folder::with_pages();
    largest().iter().for_each(|page| folder.put(page));
    let all: Vec<&Shown> = pages().iter().chain(largest()).collect();
    let style = folder.path().join(STYLE);
    let files = all.iter().map(|page| folder.file(page)).chain([style.clone()]);
    let done = process::command("gzip").arg("-1nf").args(files).status();
    assert!(done.is_ok_and(|status| status.success()), "gzip fails");
    let length = |file: &Path, extension: &str| {
        let compressed = fs::metadata(file.with_extension(extension));
        compressed.map_or(usize::MAX, |file| file.len() as usize)
    };
    let mut too_large = Vec::new();
    for page in all {
        let length = length(&folder.file(page), "html.gz");
        if length > size_max(page).1 {
            too_large.push(format!("{}: {length} bytes", page.name));
        }
    }
    let style = length(&style, "css.gz");
    too_large.extend((style > STYLE_MAX.1).then(|| format!("the style sheet: {style} bytes")));
    assert!(too_large.is_empty(), "{}", too_large.join("\n"));
}
