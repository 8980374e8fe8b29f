//! How large the pages are, as they are sent and as a server in a hurry would compress them.

use crate::collect::{Shown, largest, pages};
use crate::folder::Folder;
use std::fs;
use support::process;
use support::trials::Trial;

/// The largest page, with its headers, and the largest when it is compressed.
const PAGE_MAX: Size = (42_000, 8_800);
/// The same of a board of more than so many squares, each with a link of its own in which the whole
/// game is sealed.
const LARGE_BOARD_MAX: Size = (96_000, 8_800);
const LARGE_BOARD: usize = 100;
/// The same of a game with its default choices.
const DEFAULT_MAX: Size = (16_000, 5_000);
/// The same of games that need more with their default choices: for more than twenty squares with
/// links and labels of their own, for playing cards, and for eight pictures at once.
const DEFAULTS_OF_MORE: [(&str, Size); 5] = [
    ("concentration", (16_000, 5_200)),
    ("maze", (18_500, 5_000)),
    ("mines", (24_800, 5_000)),
    ("mastermind", (23_300, 6_100)),
    ("eights", (23_600, 6_900)),
];

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
        Some(game) if page.choice.is_empty() => {
            let more = DEFAULTS_OF_MORE.iter().find(|(key, _)| *key == game);
            more.map_or(DEFAULT_MAX, |(_, size)| *size)
        }
        _ if page.html.matches("<td").count() > LARGE_BOARD => LARGE_BOARD_MAX,
        _ => PAGE_MAX,
    }
}

fn pages_are_small() {
    let all = || pages().iter().chain(largest());
    let size = |page: &Shown| page.head_bytes + page.html.len();
    let too_large = all().filter(|page| size(page) > size_max(page).0);
    let too_large: Vec<String> =
        too_large.map(|page| format!("{}: {} bytes", page.name, size(page))).collect();
    assert!(too_large.is_empty(), "{}", too_large.join("\n"));
}

fn pages_compress_well() {
    let folder = Folder::with_pages();
    largest().iter().for_each(|page| folder.put(page));
    let all: Vec<&Shown> = pages().iter().chain(largest()).collect();
    let files = all.iter().map(|page| folder.file(page));
    let done = process::command("gzip").arg("-1nf").args(files).status();
    assert!(done.is_ok_and(|status| status.success()), "gzip fails");
    let mut too_large = Vec::new();
    for page in all {
        let compressed = folder.file(page).with_extension("html.gz");
        let length = fs::metadata(&compressed).map_or(usize::MAX, |file| file.len() as usize);
        if length > size_max(page).1 {
            too_large.push(format!("{}: {length} bytes", page.name));
        }
    }
    assert!(too_large.is_empty(), "{}", too_large.join("\n"));
}
