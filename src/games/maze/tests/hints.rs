//! Hints solve every board, and turn as little as they can.

use super::signs::tiling;
use super::table::{SIZES, Table};
use crate::deal::{Deal, DealId};
use crate::game::contract::{Game, Ruling};
use crate::game::options::Choices;
use crate::game::page::Marks;
use crate::game::request::Request;
use crate::games::maze::Maze;
use crate::games::maze::deal;
use crate::games::maze::event::Event;
use crate::games::maze::page;
use crate::games::maze::position::Position;
use crate::games::maze::ruleset::{BoardKind, HINT, LOCK, OPTIONS, SETTLED, TURN, TURN_BACK};
use crate::games::maze::tile::{Hold, Side, Sides};
use crate::games::maze::tiling::{BoardSize, Tiling};

#[test]
fn hints_alone_solve_every_board() {
    for (size, columns, rows) in SIZES {
        for code in 0..60 {
            let mut table = Table::deal(size, DealId::Code(code));
            let (mut hints, mut before) = (0, table.signs().concat());
            while !table.is_won() {
                assert_eq!(table.put(&Request::plain(&HINT)), None);
                let after = table.signs().concat();
                let tiles = before.bytes().zip(after.bytes()).enumerate();
                let changed: Vec<usize> =
                    tiles.filter(|(_, (a, b))| a != b).map(|(tile, _)| tile).collect();
                assert_eq!(changed.len(), 1, "a hint turns one tile");
                before = after;
                let cell = table.cell(changed[0]);
                assert_eq!(cell.marks.settled, table.step.page.end.is_none(), "until the end");
                assert!(cell.marks.last && cell.offers.is_empty());
                assert!(cell.marks.reached, "the first wrong tile from the arrow");
                hints += 1;
                assert_eq!((table.fact("Hints"), table.fact("Turns")), (hints, 0));
            }
            assert!(hints <= table.fact("Fewest without hints"), "a hint saves a turn at least");
            assert!((hints as usize) < columns * rows);
        }
    }
}

#[test]
fn hints_solve_a_board_that_was_muddled_and_locked() {
    for (_, columns, rows) in SIZES {
        for code in 0..12 {
            let mut chance = Deal::of(DealId::Code(code)).chance("muddle", b"");
            let mut position = position(deal::deal(BoardSize { columns, rows }, &mut chance));
            let tiles = columns * rows;
            let mut hints = 0;
            while !position.is_over() {
                for _ in 0..tiles / 2 {
                    let spec = *chance.pick(&[&TURN, &TURN_BACK, &LOCK]).unwrap();
                    let tile = chance.below(tiles as u32) as usize;
                    if let Ok(Ruling::Next(next, _)) =
                        Maze::referee(&position, &Request::with(spec, tile))
                    {
                        position = next;
                    }
                }
                if !position.is_over() {
                    (position, _) = hinted(&position);
                    hints += 1;
                }
            }
            assert_eq!(position.hints(), hints);
            assert!(hints < tiles);
        }
    }
}

fn position(board: Tiling) -> Position {
    Position::new(&Choices::defaults(OPTIONS), board, 1)
}

/// The position after a hint, and what happened.
fn hinted(position: &Position) -> (Position, Vec<Event>) {
    match Maze::referee(position, &Request::plain(&HINT)).expect("a hint") {
        Ruling::Next(next, events) => (next, events),
        Ruling::Answer(_) => panic!("a hint turns a tile"),
    }
}

#[test]
fn a_hint_leaves_locked_tiles_alone_if_it_can() {
    // One turn, of tile 2, leads round above; two, of tiles 6 and 8, lead round below.
    let both = tiling(&["|r|7|", ">J|L<", "|L-J|"]);
    let locked =
        |board: &Tiling, tile| board.with(tile, board.piece(tile).unwrap().held(Hold::Locked));
    let reached = Event::HeartReached { kind: BoardKind::Way, turns: 0, fewest: 1, hints: 1 };
    let above = Event::HintGiven(both.at(2), 1, Sides::of(&[Side::East, Side::West]));

    let (next, events) = hinted(&position(both.clone()));
    assert_eq!(next.board.piece(2).unwrap().hold, Hold::Settled);
    assert_eq!(events, [above, reached]);

    let (next, events) = hinted(&position(locked(&both, 2)));
    assert!(!next.is_over());
    assert_eq!(next.board.piece(6).unwrap().hold, Hold::Settled);
    assert_eq!(events, [Event::HintGiven(both.at(6), -1, Sides::of(&[Side::South, Side::West]))]);

    let (next, events) = hinted(&position(locked(&locked(&both, 2), 6)));
    assert_eq!(next.board.piece(2).unwrap().hold, Hold::Settled);
    assert_eq!(next.board.piece(6).unwrap().hold, Hold::Locked);
    assert_eq!(events, [Event::Unlocked(both.at(2)), above, reached]);
}

#[test]
fn a_board_without_a_way_has_no_hint() {
    let stuck = position(tiling(&[">L<", "|||"]));
    let refusal = Maze::referee(&stuck, &Request::plain(&HINT)).err().unwrap();
    assert_eq!(refusal.fault, SETTLED);
    assert!(!page::page(&stuck, &[]).status.is_empty());
}

/// A link to a hint is like any other: its page must never change. If several ways cost the same, a
/// hint always takes the same one.
#[test]
fn hints_are_pinned_for_ever() {
    let first_hint = |code| {
        let mut table = Table::deal("8x6", DealId::Code(code));
        assert_eq!(table.put(&Request::plain(&HINT)), None);
        table.step.page.changed.unwrap().cell
    };
    let hints: Vec<usize> = (0..40).map(first_hint).collect();
    let pinned = [
        1, 17, 41, 2, 25, 1, 9, 3, 17, 33, 25, 2, 43, 35, 25, 1, 9, 18, 1, 25, 28, 11, 18, 17, 33,
        2, 26, 9, 1, 25, 9, 17, 33, 25, 17, 26, 33, 1, 41, 1,
    ];
    assert_eq!(hints, pinned);
}

#[test]
fn every_mark_on_the_board_is_explained() {
    let mut explained = [0; 3];
    for code in 0..12 {
        let mut table = Table::deal("6x4", DealId::Code(code));
        while table.step.page.end.is_none() {
            let board = table.board();
            let marked = |is: fn(&Marks) -> bool| board.cells.iter().any(|cell| is(&cell.marks));
            let words = [
                (marked(|marks| marks.stops), "stops the arrow"),
                (marked(|marks| marks.locked), "locked"),
                (marked(|marks| marks.settled), "settled"),
            ];
            for (count, (is_shown, word)) in explained.iter_mut().zip(words) {
                assert_eq!(board.legend.contains(word), is_shown, "{word}");
                *count += u32::from(is_shown);
            }
            let lock = (0..24).find(|tile| table.clone().tile(&LOCK, *tile).is_none());
            assert_eq!(lock.and_then(|tile| table.tile(&LOCK, tile)), None);
            assert_eq!(table.put(&Request::plain(&HINT)), None);
        }
    }
    assert!(explained.iter().all(|count| *count > 0), "{explained:?}");
}
