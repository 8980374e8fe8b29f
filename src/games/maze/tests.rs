//! What can only be tested from within: the parts of the deal and of the search, and positions
//! that no deal leads to.

use super::board::{Board, Flight, FlightEnd, Hold, Kind, PIECE_CODES, Piece, Side, Size, Tile};
use super::{Maze, NO_WAY, Position, SIZES, deal, route};
use crate::chance::Chance;
use crate::game::{Choices, Game, Request, Ruleset, Ruling};
use crate::pack::{Packer, Unpackable, Unpacker};
use std::collections::BTreeMap;

const RULESET: Ruleset = Maze::RULESET;

/// A board in the signs of the text view: `>` the arrow, `<` the heart, `-` and `|` straights,
/// `r`, `7`, `J` and `L` corners as the letters look.
fn board(rows: &[&str]) -> Board {
    let size = Size { columns: rows[0].len(), rows: rows.len() };
    let tile = |sign: char| {
        let piece = |code| Tile::Piece(Piece::from_code(code));
        match sign {
            '>' => Tile::Arrow,
            '<' => Tile::Heart,
            _ => piece("r7JL-|".find(sign).unwrap() as u64),
        }
    };
    let row_of = |sign| rows.iter().position(|row| row.contains(sign)).unwrap();
    Board {
        size,
        arrow_row: row_of('>'),
        heart_row: row_of('<'),
        tiles: rows.concat().chars().map(tile).collect(),
    }
}

/// A board of any tiles, held in any way; most such boards have no way at all.
fn random_board(size: Size, chance: &mut Chance) -> Board {
    let (arrow_row, heart_row) = (chance.below(size.rows as u32), chance.below(size.rows as u32));
    let (arrow_row, heart_row) = (arrow_row as usize, heart_row as usize);
    let tile = |tile| match tile {
        _ if tile == size.left(arrow_row) => Tile::Arrow,
        _ if tile == size.right(heart_row) => Tile::Heart,
        _ => Tile::Piece(Piece::from_code(chance.below(PIECE_CODES as u32).into())),
    };
    let tiles = (0..size.tiles()).map(tile).collect();
    Board { size, arrow_row, heart_row, tiles }
}

#[test]
fn tiles_open_as_in_the_source() {
    // n, e, s, w of the tile types 0 to 5, and 8 and 9.
    let source = [
        ([0, 1, 1, 0], Tile::Piece(Piece::from_code(0))),
        ([0, 0, 1, 1], Tile::Piece(Piece::from_code(1))),
        ([1, 0, 0, 1], Tile::Piece(Piece::from_code(2))),
        ([1, 1, 0, 0], Tile::Piece(Piece::from_code(3))),
        ([0, 1, 0, 1], Tile::Piece(Piece::from_code(4))),
        ([1, 0, 1, 0], Tile::Piece(Piece::from_code(5))),
        ([0, 1, 0, 0], Tile::Arrow),
        ([0, 0, 0, 1], Tile::Heart),
    ];
    for (openings, tile) in source {
        assert_eq!(Side::ALL.map(|side| u8::from(tile.opens(side))), openings, "{tile:?}");
    }
}

#[test]
fn every_code_is_a_piece_and_four_quarters_turn_it_round() {
    for code in 0..PIECE_CODES {
        let piece = Piece::from_code(code);
        assert_eq!(piece.code(), code);
        assert_eq!(piece.turned(1).turned(3), piece);
        assert_eq!(piece.turned(1).sides().map(|side| side.turned(3)), {
            let mut sides = piece.sides();
            if !piece.turned(1).sides().map(|side| side.turned(3)).eq(&sides) {
                sides.reverse();
            }
            sides
        });
        let [a, b] = piece.sides();
        assert_eq!((piece.beyond(a), piece.beyond(b)), (Some(b), Some(a)));
        assert_eq!(piece.quarters_to(a, b), Some(0));
    }
}

#[test]
fn neighbours_are_those_of_the_source() {
    let beside = |tile| Side::ALL.map(|side| SIZES[0].beside(tile, side));
    assert_eq!(beside(2), [None, Some(3), Some(8), Some(1)]);
    assert_eq!(beside(4), [None, Some(5), Some(10), Some(3)]);
    assert_eq!(beside(0), [None, Some(1), Some(6), None]);
    assert_eq!(beside(23), [Some(17), None, None, Some(22)]);
}
