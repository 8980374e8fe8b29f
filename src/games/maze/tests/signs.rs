//! Boards in signs, one for each tile: `>` the arrow, `<` the heart, `-` and `|` straights, `r`,
//! `7`, `J` and `L` corners as the letters look.

use crate::game::page::{Board, Cell};
use crate::games::maze::tile::{Kind, Piece, Tile};
use crate::games::maze::tiling::{BoardSize, Tiling};

/// The signs of the tiles that turn, in the order of the source's types.
pub const PIECES: &str = "r7JL-|";

/// The piece at this place among those of the source's types, each held in each way.
pub fn piece(place: usize) -> Piece {
    Piece::all(&Kind::OF_WAYS).nth(place).unwrap()
}

/// The board that looks so.
pub fn tiling(rows: &[&str]) -> Tiling {
    let size = BoardSize { columns: rows[0].len(), rows: rows.len() };
    let row_of = |sign| rows.iter().position(|row| row.contains(sign)).unwrap();
    let signs = rows.concat();
    let place = |tile: usize| PIECES.find(&signs[tile..=tile]).unwrap();
    let tile = |tile| Tile::Piece(piece(place(tile)));
    Tiling::covered(size, [row_of('>'), row_of('<')], false, tile)
}

/// The sign of a tile as it is shown.
pub fn sign(cell: &Cell) -> char {
    let picture = cell.picture.unwrap();
    let signs = match picture.name {
        "arrow" | "arrow-flown" => ">",
        "heart-goal" | "heart-hit" => "<",
        "bend" => "r7JL",
        "line" => "-|",
        other => panic!("{other}"),
    };
    signs.chars().nth(picture.quarter_turns.into()).unwrap()
}

/// A board as it is shown, row by row.
pub fn signs(board: &Board) -> Vec<String> {
    board.cells.chunks(board.columns).map(|row| row.iter().map(sign).collect()).collect()
}
