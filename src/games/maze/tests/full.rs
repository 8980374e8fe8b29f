//! The full board: one net and no other, by a search of the tests' own; played, hinted and solved.

use super::nets::{self, Shown};
use super::table::{SIZES, Table};
use crate::deal::{Deal, DealId};
use crate::game::chance::Chance;
use crate::game::outcome::Mood;
use crate::game::request::{Request, RequestSpec};
use crate::game::sample;
use crate::games::maze::full;
use crate::games::maze::net::Net;
use crate::games::maze::ruleset::{BoardKind, KIND, LOCK, Level, SOLVE, TURN, TURN_BACK};
use crate::games::maze::tiling::{BoardSize, Tiling};
use std::collections::BTreeMap;

/// The values of the option, with whether such a board has walls, and joined edges.
const KINDS: [(&str, bool, bool); 4] = [
    ("full", false, false),
    ("walls", true, false),
    ("wrap", false, true),
    ("wrap-walls", true, true),
];

fn table(kind: &str, size: &str, code: u64) -> Table {
    Table::with(&[("kind", kind), ("size", size)], DealId::Code(code))
}

/// The one net of a table, by the search of the tests.
#[track_caller]
fn net(table: &Table, wraps: bool) -> nets::Net {
    let mut found = Shown::of(table.board(), wraps).nets();
    assert_eq!(found.len(), 1, "{:?}", table.board());
    found.remove(0)
}

/// Turns every tile the shorter way round to its place in this net.
fn lay(table: &mut Table, net: &[u8]) {
    for (tile, right) in net.iter().enumerate() {
        let turns = nets::turns(nets::openings(table.cell(tile)), *right);
        let mut ahead = table.clone();
        let leads = turns > 0 && {
            assert_eq!(ahead.tile(&TURN, tile), None);
            nets::turns(nets::openings(ahead.cell(tile)), *right) < turns
        };
        let spec: &'static RequestSpec = if leads { &TURN } else { &TURN_BACK };
        (0..turns).for_each(|_| assert_eq!(table.tile(spec, tile), None));
    }
}

/// It tries 4,000 of each kind and size with `PARLOUR_FULL=1`, and otherwise a few.
#[test]
fn full_boards_have_one_solution_in_told_turns() {
    let is_full = sample::is_full();
    for (kind, has_walls, wraps) in KINDS {
        for (size, columns, rows) in SIZES {
            let mut pictures = BTreeMap::new();
            for code in 0..if is_full { 4_000 } else { 25 } {
                let mut table = table(kind, size, code);
                let net = net(&table, wraps);
                for cell in &table.board().cells {
                    *pictures.entry(cell.picture.unwrap().name).or_insert(0) += 1;
                }
                let walls = net.iter().filter(|openings| **openings == 0).count();
                assert_eq!(walls, if has_walls { columns * rows / 8 } else { 0 }, "{kind} {code}");
                let openings: u32 = net.iter().map(|openings| openings.count_ones()).sum();
                let tiles = (columns * rows - walls) as u32;
                assert_eq!(openings, 2 * (tiles - 1), "{kind} {code}: it is a tree");
                assert!(!table.is_won(), "{kind} {size} {code} is solved at the deal");
                let cells = table.board().cells.iter().map(nets::openings);
                let turns: usize =
                    cells.zip(&net).map(|(now, right)| nets::turns(now, *right)).sum();
                assert_eq!(table.fact("Fewest possible") as usize, turns, "{kind} {size} {code}");
                if code < 3 {
                    lay(&mut table, &net);
                    assert!(table.is_won(), "{kind} {size} {code}");
                    let end = table.step.page.end.unwrap();
                    assert!(end.detail.contains("the fewest possible"), "{}", end.detail);
                }
            }
            let kinds = ["bend", "bud", "crossing", "line", "tee"];
            let few = kinds.into_iter().find(|kind| pictures.get(kind).is_none_or(|n| *n < 3));
            assert_eq!(few, None, "{kind} {size}: {pictures:?}");
        }
    }
}

/// The spare deal is found in time.
#[test]
fn an_early_spare_seed_nets_every_board() {
    for kind in KINDS.map(|(_, has_walls, wraps)| BoardKind::Full { has_walls, wraps }) {
        for (_, columns, rows) in SIZES {
            let is_settled = |seed: u8| {
                let chance = &mut Chance::from_seed([seed; 32]);
                let grown = full::grown(kind, BoardSize { columns, rows }, chance);
                full::settled(grown, full::OF_SPARE, chance).is_some()
            };
            assert!((0..5).any(is_settled), "{kind:?} {columns}");
        }
    }
}

/// Positions that the solver strikes out are in no net, even if it does not settle the board.
#[test]
fn the_solver_strikes_out_no_net() {
    let mut chance = Chance::from_seed([7; 32]);
    let mut several = 0;
    for (name, _, wraps) in KINDS {
        let kind = KIND.values.iter().find(|(value, _)| value.value == name).unwrap().1;
        for _ in 0..60 {
            let size = BoardSize { columns: 6, rows: 4 };
            let board = full::grown(kind, size, &mut chance);
            let nets = Shown::of(&super::routes::shown(&board, kind), wraps).nets();
            let net = Net::of(&board);
            let is_settled = net.unsettled().next().is_none();
            assert!(nets.len() == 1 || !is_settled, "{board:?}");
            assert!(!nets.is_empty(), "it grew as a net");
            for found in &nets {
                let solved = Net::of(&board).solved();
                if let Some(solved) = solved {
                    let laid = solved.tiles.iter().map(|tile| tile.openings().place() as u8);
                    assert!(laid.eq(found.iter().copied()), "{board:?}");
                }
            }
            several += usize::from(nets.len() > 1);
        }
    }
    assert!(several > 5, "{several} boards had several nets");
}

#[test]
fn full_boards_keep_the_range_of_each_level() {
    for (kind, ..) in KINDS {
        for (size, columns, rows) in SIZES {
            for (name, level) in ["easy", "medium", "hard"].into_iter().zip(Level::ALL) {
                let range = level.fewest_of_full(BoardSize { columns, rows });
                for code in 0..10 {
                    let options = [("kind", kind), ("size", size), ("level", name)];
                    let fewest = Table::with(&options, DealId::Code(code)).fact("Fewest possible");
                    assert!(range.contains(&(fewest as usize)), "{options:?} {code}: {fewest}");
                }
            }
        }
    }
}

#[test]
fn hints_alone_join_the_net_with_fewest_turns() {
    for (kind, ..) in KINDS {
        for code in 0..8 {
            let mut table = table(kind, "8x6", code);
            while !table.is_won() {
                table.take_hint();
            }
            assert_eq!(table.fact("Turns"), table.fact("Fewest possible"));
        }
    }
}

#[test]
fn a_hint_leaves_locked_tiles_to_the_last() {
    let mut table = table("full", "6x4", 1);
    let first = table.clone().take_hint();
    assert_eq!(table.tile(&LOCK, first), None);
    let mut others = 0;
    while table.take_hint() != first {
        others += 1;
    }
    assert_eq!((table.message_names(), others > 0), (vec!["tile_unlocked"], true));
    while !table.is_won() {
        assert_eq!(table.take_hint(), first);
    }
}

#[test]
fn the_solution_is_the_one_net_and_loses() {
    for (kind, _, wraps) in KINDS {
        let mut table = table(kind, "10x8", 5);
        let net = net(&table, wraps);
        assert_eq!(table.put(&Request::plain(&SOLVE)), None);
        let shown: Vec<u8> = table.board().cells.iter().map(nets::openings).collect();
        assert_eq!(shown, net, "{kind}");
        assert_eq!(table.step.mood, Mood::Lost);
    }
}

#[test]
fn arrow_heart_crossings_and_walls_never_turn() {
    let table = (0..).map(|code| table("walls", "8x6", code)).find(|table| {
        table.board().cells.iter().any(|cell| cell.picture.unwrap().name == "crossing")
    });
    let mut table = table.unwrap();
    for name in ["arrow", "heart-goal", "crossing", "wall"] {
        let named = |cell: &&crate::game::page::Cell| cell.picture.unwrap().name == name;
        let cell = table.board().cells.iter().find(named).unwrap();
        assert!(cell.offers.is_empty(), "{name}");
        let tile = table.board().cells.iter().position(|cell| named(&cell)).unwrap();
        for spec in [&TURN, &TURN_BACK, &LOCK] {
            assert_eq!(table.tile(spec, tile), Some(902), "{name}");
        }
    }
}

#[test]
fn full_boards_have_words_and_three_column_drawings() {
    let full = BoardKind::Full { has_walls: false, wraps: false };
    let told = |board: &Tiling| -> Vec<(String, String)> {
        let shown = super::routes::shown(board, full);
        let texts = shown.cells.iter();
        texts.map(|cell| (cell.text.to_string(), cell.label.to_string())).collect()
    };
    let table = table("full", "6x4", 2);
    assert!(table.step.page.status.ends_with(" of 23 tiles. Join them all into one net."));
    let mut chance = Chance::from_seed([9; 32]);
    let mut met = BTreeMap::new();
    for _ in 0..40 {
        let board = full::grown(full, BoardSize { columns: 6, rows: 4 }, &mut chance);
        met.extend(told(&board).into_iter().map(|(text, label)| (label, text)));
    }
    for (label, text) in [
        ("east, reached", "O="),
        ("south, reached", "O."),
        ("west, reached", "=O "),
        ("north, reached", "O'"),
        ("east, south and west, reached", "=:="),
        ("north, south and west, reached", "=# "),
        ("north, east and west, reached", "=\"="),
        ("north, east and south, reached", "#="),
        ("all four sides, reached", "=X="),
    ] {
        assert_eq!(met.get(label).map(String::as_str), Some(text), "{label}");
    }
    let legend = |kind| self::table(kind, "6x4", 1).board().legend.clone();
    assert_eq!((legend("full").as_ref(), legend("wrap").is_empty()), ("", false));
}

/// A seed is a promise: these deals must never change.
#[test]
fn full_boards_are_pinned_for_ever() {
    let drawn = |kind, size| {
        let table = Table::with(
            &[("kind", kind), ("size", size)],
            Deal::from_seed_text("rainy day", false).id,
        );
        let digit = |cell| char::from_digit(nets::openings(cell).into(), 16).unwrap();
        let cells: String = table.board().cells.iter().map(digit).collect();
        (cells, table.fact("Fewest possible"))
    };
    let dealt = KINDS.map(|(kind, ..)| drawn(kind, "6x4"));
    let pinned = [
        ("449aa89f997c2ea745855728", 20),
        ("2049783376c227e1004ed554", 23),
        ("5ab8c8df66282eab883226e9", 23),
        ("dd92d866f561266400271034", 22),
    ];
    assert_eq!(dealt, pinned.map(|(cells, fewest)| (cells.to_owned(), fewest)));
}
