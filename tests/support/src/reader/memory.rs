//! A player of Concentration who forgets nothing and knows only what the page shows.

use std::collections::BTreeMap;

/// The content of every tile, in reading order, if it is in view.
pub type Tiles = Vec<Option<String>>;

/// A table to play at, through a program that shows it.
pub trait Table {
    /// Looks at the board.
    fn tiles(&mut self) -> Tiles;
    /// Turns up a tile, counted from 0.
    fn turn(&mut self, tile: usize);
}

/// Plays until every tile is up, and tells in how many looks.
pub fn play(table: &mut dyn Table) -> usize {
    let mut known = BTreeMap::new();
    let mut tiles = table.tiles();
    assert!(tiles.len() >= 2, "this is no board: {tiles:?}");
    let looks_max = 4 * tiles.len();
    let mut first = None;
    for look in 0..looks_max {
        let Some(tile) = choose(&tiles, &known, first) else { return look };
        table.turn(tile);
        tiles = table.tiles();
        let value = tiles.get(tile).cloned().flatten();
        known.insert(tile, value.unwrap_or_else(|| panic!("tile {tile} is not up: {tiles:?}")));
        first = if first.is_some() { None } else { Some(tile) };
    }
    panic!("no end after {looks_max} looks: {tiles:?}");
}

/// The tile to turn: one that makes a known pair, otherwise one never seen, otherwise any.
fn choose(tiles: &Tiles, known: &BTreeMap<usize, String>, first: Option<usize>) -> Option<usize> {
    let down: Vec<usize> = (0..tiles.len()).filter(|tile| tiles[*tile].is_none()).collect();
    let are_twins =
        |a: usize, b: usize| a != b && known.contains_key(&a) && known.get(&a) == known.get(&b);
    let pairs_up = |tile: &usize| match first {
        Some(first) => are_twins(first, *tile),
        None => down.iter().any(|other| are_twins(*tile, *other)),
    };
    let unseen: Vec<usize> =
        down.iter().copied().filter(|tile| !known.contains_key(tile)).collect();
    // From both ends, so that a browser has to move about.
    let next_unseen = if first.is_some() { unseen.last() } else { unseen.first() };
    down.iter().find(|tile| pairs_up(tile)).or(next_unseen).or(down.first()).copied()
}
