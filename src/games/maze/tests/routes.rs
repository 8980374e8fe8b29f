//! The fewest turns, compared with the search of the tests.

use super::signs::tiling;
use super::solver;
use super::table::Table;
use crate::deal::DealId;
use crate::game::chance::Chance;
use crate::game::options::Choices;
use crate::game::page::{Board, Part};
use crate::games::maze::page;
use crate::games::maze::position::Position;
use crate::games::maze::route;
use crate::games::maze::ruleset::{BoardKind, KIND, OPTIONS, TURN, TURN_BACK};
use crate::games::maze::tile::{Kind, Piece, Tile};
use crate::games::maze::tiling::{BoardSize, FlightEnd, Tiling};

/// A board of any tiles, held in any way; most such boards have no way at all.
fn random_board(size: BoardSize, chance: &mut Chance) -> Tiling {
    let rows = [(); 2].map(|()| chance.below(size.rows as u32) as usize);
    let pieces: Vec<Piece> = Piece::all(&Kind::OF_WAYS).collect();
    let tile = |_| Tile::Piece(*chance.pick(&pieces).unwrap());
    Tiling::covered(size, rows, false, tile)
}

/// The board as the page shows it.
pub fn shown(board: &Tiling, kind: BoardKind) -> Board {
    let mut choices = Choices::defaults(OPTIONS);
    assert!(choices.choose("kind", KIND.value_meaning(&kind).unwrap().value));
    let page = page::page(&Position::new(&choices, board.clone(), 1), &[]);
    match page.parts.into_iter().next() {
        Some(Part::Board(board)) => board,
        other => panic!("{other:?}"),
    }
}

#[test]
fn no_simple_way_is_better_than_the_cheapest() {
    let mut chance = Chance::from_seed([3; 32]);
    let mut found = 0;
    for (columns, rows) in [(2, 1), (3, 2), (3, 3), (4, 3), (5, 4), (6, 4), (4, 6)] {
        for _ in 0..400 {
            let board = random_board(BoardSize { columns, rows }, &mut chance);
            let best = solver::cheapest(&shown(&board, BoardKind::Way)).map(|(cost, _)| cost);
            let route = route::cheapest(&board);
            let cost = route.as_ref().map(|route| route.cost.parts());
            assert_eq!(cost, best, "{board:?}");
            if let Some(route) = route {
                found += 1;
                let flight = route.solved.flight();
                assert_eq!(flight.end, FlightEnd::Heart);
                assert_eq!(flight.tiles.len(), route.cost.parts()[2] + 2);
                let beside = |tile: &usize| !flight.tiles.contains(tile);
                let mut beside = (0..columns * rows).filter(beside);
                assert!(beside.all(|tile| route.solved.tiles[tile] == board.tiles[tile]));
            }
        }
    }
    assert!(found > 500, "{found} boards had a way");
}

/// The only walk to the heart comes to the straight beside the arrow twice, from the west and from
/// the north. A search that forgets where it has been would take it for a way.
#[test]
fn a_way_that_crosses_itself_is_none() {
    assert_eq!(route::cheapest(&tiling(&["|r7|", ">-J|", "|L-<"])), None);
}

#[test]
fn the_fewest_possible_turns_are_right_and_win() {
    for (size, boards) in [("6x4", 400), ("8x6", 60)] {
        for code in 0..boards {
            let mut table = Table::deal(size, DealId::Code(code));
            let fewest = table.fact("Fewest possible");
            let (cost, path) = solver::cheapest(table.board()).unwrap();
            assert_eq!(cost[1], fewest as usize, "{size} {code}");
            for (tile, from, to) in path {
                turn_to(&mut table, tile, [from, to]);
            }
            assert!(table.is_won(), "{size} {code}");
            assert_eq!(table.fact("Turns"), fewest);
            let end = table.step.page.end.unwrap();
            assert!(end.detail.contains("the fewest possible"), "{}", end.detail);
        }
    }
}

/// Turns a tile, the shorter way round, until it opens to these sides.
fn turn_to(table: &mut Table, tile: usize, [a, b]: [usize; 2]) {
    let sides = ["north", "east", "south", "west"];
    let wanted = format!("{} to {}", sides[a.min(b)], sides[a.max(b)]);
    let lies_right = |table: &Table| table.cell(tile).label.starts_with(&wanted);
    if lies_right(table) {
        return;
    }
    let mut ahead = table.clone();
    assert_eq!(ahead.tile(&TURN, tile), None);
    let spec = if lies_right(&ahead) { &TURN } else { &TURN_BACK };
    while !lies_right(table) {
        assert_eq!(table.tile(spec, tile), None);
    }
}
