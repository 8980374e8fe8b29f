//! Browsers with the keys and clicks of a visitor, and their views.

pub mod chromium;
pub mod edbrowse;
pub mod firefox;
pub mod follower;
pub mod lynx;
pub mod screen;
pub mod terminal;
pub mod view;

use support::reader::memory::Tiles;

/// The tiles of a board as a text browser shows it. A row is its number, then `**` for a tile that
/// is face down, and two digits for the value of a tile that is up, with `>` if it was turned in
/// this turn.
pub fn tiles_in_text(screen: &str) -> Tiles {
    let mut tiles = Tiles::new();
    let mut row = 1;
    for line in screen.lines() {
        let line = line.replace(['>', '|'], " ");
        let mut words = line.split_whitespace();
        let cells: Option<Tiles> = match words.next() {
            Some(number) if number == row.to_string() => words.map(tile_in_text).collect(),
            _ => None,
        };
        if let Some(cells) = cells.filter(|cells| cells.len() > 1) {
            tiles.extend(cells);
            row += 1;
        }
    }
    tiles
}

/// A tile, or nothing if this is none.
fn tile_in_text(word: &str) -> Option<Option<String>> {
    match word {
        "**" => Some(None),
        _ if word.len() == 2 && word.bytes().all(|c| c.is_ascii_digit()) => {
            Some(Some(word.to_owned()))
        }
        _ => None,
    }
}
