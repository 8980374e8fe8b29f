//! Hints solve every board, and turn as little as they can.

use super::signs::tiling;
use super::table::{SIZES, Table};
use crate::deal::{Deal, DealId};
use crate::game::contract::{Game, Ruling};
use crate::game::hint::HINT;
use crate::game::options::Choices;
use crate::game::page::Marks;
use crate::game::request::Request;
use crate::games::maze::Maze;
use crate::games::maze::deal;
use crate::games::maze::page;
use crate::games::maze::position::Position;
use crate::games::maze::ruleset::{LOCK, OPTIONS, TURN, TURN_BACK};
use crate::games::maze::tiling::{BoardSize, Tiling};

#[test]
fn hints_alone_solve_every_board_with_fewest_turns() {
    for (size, ..) in SIZES {
        for code in 0..20 {
            let mut table = Table::deal(size, DealId::Code(code));
            while !table.is_won() {
                table.take_hint();
            }
            assert_eq!(table.fact("Turns"), table.fact("Fewest possible"), "{size}: {code}");
        }
    }
}

#[test]
fn hints_solve_a_muddled_and_locked_board() {
    for (_, columns, rows) in SIZES {
        for code in 0..12 {
            let mut chance = Deal::of(DealId::Code(code)).chance("muddle", b"");
            let mut position = position(deal::deal(BoardSize { columns, rows }, &mut chance));
            let tiles = columns * rows;
            for _ in 0..tiles {
                let spec = *chance.pick(&[&TURN, &TURN_BACK, &LOCK]).unwrap();
                let tile = chance.below(tiles as u32) as usize;
                let ruling = Maze::referee(&position, &Request::with(spec, tile));
                if let Ok(Ruling::Next(next, _)) = ruling {
                    position = next;
                }
            }
            let mut hints = 0;
            while !position.is_over() {
                position = hinted(&position).1;
                hints += 1;
            }
            assert!(hints < 3 * tiles);
        }
    }
}

fn position(board: Tiling) -> Position {
    Position::new(&Choices::defaults(OPTIONS), board, 1)
}

/// The move that a hint advises, and the position after it.
fn hinted(position: &Position) -> (Request, Position) {
    let request = page::hint(position).request.expect("a hint");
    match Maze::referee(position, &request).expect("a move") {
        Ruling::Next(next, _) => (request, next),
        Ruling::Answer(_) => panic!("{request:?} is a move"),
    }
}

#[test]
fn a_hint_spares_locked_tiles_if_it_can() {
    // One turn, of tile 2, leads round above; two, of tiles 6 and 8, lead round below.
    let both = tiling(&["|r|7|", ">J|L<", "|L-J|"]);
    let locked = |board: &Tiling, tile| board.with(tile, board.piece(tile).unwrap().locked(true));
    let advised = |board| hinted(&position(board)).0;
    assert_eq!(advised(both.clone()), Request::with(&TURN, 2));
    assert_eq!(advised(locked(&both, 2)), Request::with(&TURN_BACK, 6));
    assert_eq!(advised(locked(&locked(&both, 2), 6)), Request::with(&LOCK, 2));
}

#[test]
fn a_board_without_a_way_has_no_hint() {
    let stuck = position(tiling(&[">L<", "|||"]));
    assert_eq!(page::hint(&stuck).request, None);
    let shown = page::hint(&stuck).shown();
    assert!(!shown.status.is_empty() && shown.offers.is_empty());
}

/// A link to a hint is like any other: its page must never change. If several ways cost the same, a
/// hint always takes the same one.
#[test]
fn hints_are_pinned_for_ever() {
    let first_hint = |code| {
        let mut table = Table::deal("8x6", DealId::Code(code));
        table.put(&Request::plain(&HINT));
        table.step.answer.expect("a hint").offers[0].request.number(0)
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
    let mut explained = [0; 2];
    for code in 0..12 {
        let mut table = Table::deal("6x4", DealId::Code(code));
        let mut locks = 0;
        while table.step.page.end.is_none() {
            let board = table.board();
            let marked = |is: fn(&Marks) -> bool| board.cells.iter().any(|cell| is(&cell.marks));
            let words = [
                (marked(|marks| marks.stops), "where the arrow ends"),
                (marked(|marks| marks.locked), "locked"),
            ];
            for (count, (is_shown, word)) in explained.iter_mut().zip(words) {
                assert_eq!(board.legend.contains(word), is_shown, "{word}");
                *count += u32::from(is_shown);
            }
            if locks < 3 {
                locks += 1;
                let lock = (0..24).find(|tile| table.clone().tile(&LOCK, *tile).is_none());
                assert_eq!(lock.and_then(|tile| table.tile(&LOCK, tile)), None);
            }
            table.take_hint();
        }
    }
    assert!(explained.iter().all(|count| *count > 0), "{explained:?}");
}
