//! Deals never change, are never solved yet, and always have a solution.

use super::solver;
use super::table::{SIZES, Table};
use crate::date::Day;
use crate::deal::{Deal, DealId};
use crate::game::chance::Chance;
use crate::game::sample;
use crate::games::maze::deal;
use crate::games::maze::route;
use crate::games::maze::ruleset::Level;
use crate::games::maze::tile::Side;
use crate::games::maze::tiling::{BoardSize, FlightEnd};
use std::collections::BTreeMap;

/// A seed is a promise: these deals must never change.
#[test]
fn deals_are_pinned_for_ever() {
    let golden: [(&str, DealId, u32, &[&str]); 5] = [
        (
            "6x4",
            Deal::from_seed_text("rainy day", false).id,
            10,
            &["J-|J|<", "L||-J|", ">r---J", "-7|7||"],
        ),
        (
            "6x4",
            DealId::Day(Day::parse("2016-02-14").unwrap()),
            5,
            &["-rrL7J", "||||--", ">||JJ<", "7|L7|7"],
        ),
        (
            "8x6",
            Deal::from_seed_text("rainy day", false).id,
            8,
            &["J||rLr7r", "J|J77|||", "r|rrr|r7", "7rJ--77J", ">7||r|7<", "J7|7-|L-"],
        ),
        (
            "10x8",
            Deal::from_seed_text("a rose", false).id,
            13,
            &[
                "-|-J-Lr-7r",
                "|JJ|rrJr7-",
                "JJ7J--|-LJ",
                ">r7---L-L<",
                "7JJL-7LL-7",
                "-L--J7---L",
                "rr-|-rr|-J",
                "-||77-7|||",
            ],
        ),
        (
            "12x9",
            Deal::from_seed_text("a rose", false).id,
            15,
            &[
                "-|-J-Lr--|JJ",
                "|rrJ7rJ-L7L-",
                "-r7JLL7JJL-|",
                ">LJ||-r|7J7J",
                "Lrr-|7rrr|-J",
                "-||777--|77<",
                "||--L-LL|77J",
                "|L|-r||JrLrL",
                "JJ----||J|7J",
            ],
        ),
    ];
    for (size, id, fewest, rows) in golden {
        let table = Table::deal(size, id);
        assert_eq!(table.signs(), rows, "{size} {id:?}");
        assert_eq!(table.fact("Fewest possible"), fewest, "{size} {id:?}");
    }
}

/// The number of boards of each size that are solved.
const BOARDS: u64 = 1_000;

#[test]
fn every_board_has_a_solution_but_starts_unsolved() {
    for (size, columns, rows) in SIZES {
        for code in 0..BOARDS {
            let table = Table::deal(size, DealId::Code(code));
            let board = table.board();
            assert_eq!((board.columns, board.cells.len()), (columns, columns * rows));
            let signs = table.signs();
            let at_edge = |sign, column| {
                let mut found = signs.iter().filter_map(|row| row.find(sign));
                found.next() == Some(column) && found.next().is_none()
            };
            assert!(at_edge('>', 0) && at_edge('<', columns - 1), "{signs:?}");
            assert!(!table.is_won(), "{size} {code} is solved at the deal");
            assert!(solver::has_way(board), "{size} {code} cannot be solved");
            assert!(table.fact("Fewest possible") >= 1);
        }
    }
}

#[test]
fn paths_are_simple_and_wind_as_in_source() {
    let size = BoardSize { columns: 6, rows: 4 };
    let mut chance = Chance::from_seed([1; 32]);
    let mut lengths = BTreeMap::new();
    for round in 0..8_000 {
        let rows = [round % 4, round / 4 % 4];
        let (arrow, heart) = (size.left(rows[0]), size.right(rows[1]));
        let path = deal::path(size, rows, &mut chance);
        assert_eq!((path[0], path[1]), (arrow, arrow + 1));
        assert_eq!(path[path.len() - 2..], [heart - 1, heart]);
        let beside = |a, b| Side::ALL.into_iter().any(|side| size.beside(a, side) == Some(b));
        assert!(path.windows(2).all(|pair| beside(pair[0], pair[1])));
        assert!((1..path.len()).all(|at| !path[..at].contains(&path[at])));
        *lengths.entry(path.len()).or_insert(0) += 1;
    }
    let tiles: usize = lengths.iter().map(|(length, paths)| length * paths).sum();
    assert!((12.1..12.5).contains(&(tiles as f64 / 8_000.0)), "{lengths:?}");
    assert_eq!((lengths.keys().min(), lengths.keys().max()), (Some(&6), Some(&24)));
}

#[test]
fn one_quarter_spoils_every_solution() {
    let mut chance = Chance::from_seed([2; 32]);
    for (_, columns, rows) in SIZES {
        for _ in 0..100 {
            let dealt = deal::deal(BoardSize { columns, rows }, &mut chance);
            assert_eq!(deal::spoil(dealt.clone(), &mut chance), dealt, "what is not solved stays");
            let solved = route::cheapest(&dealt).expect("a dealt board has a way").solved;
            assert_eq!(solved.flight().end, FlightEnd::Heart);
            for tile in solved.flight().tiles {
                if let Some(piece) = solved.piece(tile) {
                    let spoilt = solved.with(tile, piece.turned(1));
                    assert_ne!(spoilt.flight().end, FlightEnd::Heart);
                }
            }
            assert_ne!(deal::spoil(solved, &mut chance).flight().end, FlightEnd::Heart);
        }
    }
}

/// A table of this size and level, from the deal of this number.
fn at_level(size: &str, level: &str, code: u64) -> Table {
    Table::with(&[("size", size), ("level", level)], DealId::Code(code))
}

/// Every deal of a level takes as many turns as its level says, by a search of the tests' own. It
/// tries 4,000 of each with `PARLOUR_FULL=1`, and otherwise a few.
#[test]
fn every_level_keeps_its_range() {
    let is_full = sample::is_full();
    for (size, columns, rows) in SIZES {
        for (name, level) in ["easy", "medium", "hard"].into_iter().zip(Level::ALL) {
            let range = level.fewest(BoardSize { columns, rows });
            let mut met = BTreeMap::new();
            for code in 0..if is_full { 4_000 } else { 40 } {
                let table = at_level(size, name, code);
                let fewest = table.fact("Fewest possible") as usize;
                assert!(range.contains(&fewest), "{size} {level:?} {code}: {fewest}");
                assert!(!table.is_won(), "{size} {level:?} {code}");
                *met.entry(fewest).or_insert(0) += 1;
                // The search of the tests takes too long on the largest boards.
                if rows <= 6 && (is_full || code < 20) {
                    let (cost, _) = solver::cheapest(table.board()).expect("a way");
                    assert_eq!(cost[1], fewest, "{size} {level:?} {code}");
                }
            }
            assert!(met.len() >= 3, "{size} {level:?}: {met:?}");
        }
    }
}

/// The spare deal of a level is found in time.
#[test]
fn the_spare_seed_gives_every_level_a_board() {
    for (_, columns, rows) in SIZES {
        for level in Level::ALL {
            let size = BoardSize { columns, rows };
            let spare = &mut Chance::from_seed(deal::SPARE);
            let board = deal::tuned(level, size, spare).expect("a board");
            let turns = route::cheapest(&board).expect("a way").cost.turns();
            assert!(level.fewest(size).contains(&turns), "{size:?} {level:?}: {turns}");
        }
    }
}
