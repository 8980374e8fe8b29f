use super::super::board::Kind;
use super::*;
use crate::prelude::Board as ShownBoard;
use sha2::{Digest, Sha256};
use std::collections::HashSet;

fn all() -> impl Iterator<Item = Position> {
    (0..COUNT).map(Position::dealt)
}

fn played(position: &Position, chosen: Move) -> (Position, Event) {
    let request = Request::with(&PLAY, notation::word(chosen));
    match Mate::referee(position, &request) {
        Ok(Ruling::Next(next, events)) => (next, events.into_iter().next().expect("an event")),
        other => panic!("{other:?}"),
    }
}

/// The points that the side to move is ahead, as players count them.
fn ahead(board: &Board) -> i32 {
    let points = [1, 3, 3, 5, 9, 0];
    let of = |side| -> i32 {
        Kind::ALL
            .iter()
            .zip(points)
            .map(|(kind, points)| {
                points * i32::try_from(board.of(side, *kind).count_ones()).expect("few pieces")
            })
            .sum()
    };
    of(board.turn) - of(board.turn.other())
}

fn is_quiet(board: &Board, key: Move) -> bool {
    board.captured(key).is_none() && !board.after(key).is_check()
}

/// How hard a puzzle is: a key that checks or captures is easy, and first moves that one answer alone
/// refutes mislead.
fn difficulty(board: &Board) -> usize {
    let key = solve::key(board).expect("a key");
    let after = |first: &Move| board.after(*first);
    let refutations = |first: &Move| {
        let after = after(first);
        let answers = after.moves().into_iter();
        answers
            .filter(|answer| solve::mates(&after.after(*answer)).next().is_none())
            .take(2)
            .count()
    };
    let near = |first: &&Move| !after(first).moves().is_empty() && refutations(first) == 1;
    let kind = match (board.after(key).is_check(), board.captured(key)) {
        (true, _) => 0,
        (false, Some(_)) => 3,
        (false, None) => 10,
    };
    kind + board.moves().iter().filter(near).count().min(9)
}

#[test]
fn each_puzzle_has_exactly_one_key() {
    let mut boards = HashSet::new();
    for position in all() {
        let board = fen::read(PUZZLES.lines().nth(position.puzzle).unwrap()).unwrap().board;
        assert_eq!(solve::mates(&board).count(), 0, "{}", position.puzzle);
        let keys =
            board.moves().into_iter().filter(|first| solve::escape(&board, *first).is_none());
        assert_eq!(keys.count(), 1, "{}", position.puzzle);
        assert!(ahead(&board) <= 9 && !board.is_bare(board.turn.other()), "{}", position.puzzle);
        assert!(boards.insert(fen::fen(&super::super::position::Position::set_up(board, 0, 0))));
    }
    assert_eq!(PUZZLES.lines().count(), COUNT);
}

#[test]
fn keys_are_quiet_and_sides_are_near() {
    let boards: Vec<Board> = all().map(|position| position.start()).collect();
    let quiet = boards.iter().filter(|board| is_quiet(board, solve::key(board).unwrap()));
    let near = boards.iter().filter(|board| ahead(board).abs() <= 5);
    assert!(2 * quiet.count() >= COUNT);
    assert!(near.count() >= 150);
}

#[test]
fn a_week_rises_from_monday_to_sunday() {
    let all: Vec<usize> = all().map(|position| difficulty(&position.start())).collect();
    for days in all.chunks(OF_WEEKDAY).collect::<Vec<_>>().windows(2) {
        assert!(days[0].iter().max() <= days[1].iter().min());
    }
}

/// Days name the puzzles for ever.
#[test]
fn the_list_is_frozen() {
    assert_eq!(
        to_hex(&Sha256::digest(PUZZLES)),
        "76bb686ff45e5e7dd786a8415624ec9bde1d793b079c9c8582384c317b90c5cd"
    );
}

#[test]
fn the_answer_leaves_the_fewest_mates() {
    for position in all().step_by(5) {
        let key = solve::key(&position.start()).unwrap();
        let (next, event) = played(&position, key);
        assert!(matches!(event, Event::Right(line) if line.len() == 2));
        assert_eq!((next.made.len(), next.wrong), (2, 0));
        let left = |board: &Board| solve::mates(board).count();
        let after = position.start().after(key);
        let fewest = after.moves().into_iter().map(|answer| left(&after.after(answer))).min();
        assert_eq!(Some(left(&next.board())), fewest);
        for mate in solve::mates(&next.board()) {
            let (end, event) = played(&next, mate);
            assert!(matches!(event, Event::Right(_)) && end.is_over() && end.is_won());
        }
    }
}

#[test]
fn a_wrong_move_counts_and_changes_nothing_else() {
    for position in all().step_by(9) {
        let key = solve::key(&position.start()).unwrap();
        let (second, _) = played(&position, key);
        for start in [position, second] {
            let right: Vec<Move> = match start.made.len() {
                0 => vec![key],
                _ => solve::mates(&start.board()).collect(),
            };
            for wrong in start.board().moves().into_iter().filter(|tried| !right.contains(tried)) {
                let (next, event) = played(&start, wrong);
                assert_eq!(next, Position { wrong: 1, ..start.clone() });
                // The board that the page shows has no mate.
                let Event::Wrong(line) = event else { panic!("{event:?}") };
                let (before, last) = line[line.len() - 1];
                let board = before.after(last);
                assert!(start.made.len() == 2 || solve::mates(&board).next().is_none());
            }
        }
    }
}

#[test]
fn the_fourth_try_wins_nothing() {
    let start = Position::dealt(0);
    let solved = |wrong| {
        let start = Position { wrong, ..start.clone() };
        start.after(&start.solution())
    };
    let won: Vec<bool> = (0..5).map(|wrong| solved(wrong).is_won()).collect();
    assert_eq!(won, [true, true, true, false, false]);
    assert_eq!(solved(WRONG_MAX).wrong, WRONG_MAX);
}

#[test]
fn hints_name_the_piece_then_the_square() {
    for position in all().step_by(50) {
        let key = solve::key(&position.start()).unwrap();
        let piece = page::hint(&position).request.unwrap();
        assert_eq!(piece.word(0), notation::square_name(key.from));
        assert_eq!(page::whole_hint(&position).request.unwrap().word(0), notation::word(key));
    }
}

#[test]
fn a_page_before_the_key_does_not_show_it() {
    let is_told =
        |page: &Page| page.parts.iter().flat_map(Part::cells).any(|cell| cell.marks.advised);
    for position in all().step_by(25) {
        let key = solve::key(&position.start()).unwrap();
        let page = page::page(&position, &[]);
        let name = notation::algebraic(&position.start(), key);
        let words = format!("{} {:?}", page.status, page.parts);
        assert!(!is_told(&page) && !words.contains(&format!("{name} ")), "{name}");
        // The moves to type are all legal moves in the order of the squares, the key as any other.
        let offered: Vec<String> = page.notation().map(|offer| offer.label.to_string()).collect();
        let legal = position.start().moves().into_iter();
        let legal = legal.map(|chosen| notation::algebraic(&position.start(), chosen));
        assert_eq!(offered, legal.collect::<Vec<_>>());
    }
}

/// The board that refutes a move and the one after the key are seen as the board of the page is.
#[test]
fn every_board_has_the_edge_of_the_first() {
    for position in all().step_by(90) {
        let start = position.start();
        let key = solve::key(&start).unwrap();
        let wrong = start.moves().into_iter().find(|tried| *tried != key).unwrap();
        let (next, event) = played(&position, wrong);
        // A board after the first has a caption that is seen, in a passage.
        let boards = [page::page(&next, &[event]), page::solution(&position)].map(|page| {
            let shown = page.parts.iter().map(|part| match part {
                Part::Board(board) => (vec![board.clone()], true),
                Part::Passage(passage) => (passage.boards().cloned().collect(), false),
                _ => (Vec::new(), false),
            });
            let shown: Vec<(Vec<ShownBoard>, bool)> = shown.collect();
            assert_eq!(shown.iter().filter(|(_, is_on_table)| *is_on_table).count(), 1);
            shown.into_iter().flat_map(|(boards, _)| boards).collect::<Vec<_>>()
        });
        let boards = boards.concat();
        let first = &boards[0];
        let is_alike = |board: &ShownBoard| {
            (board.squares, board.has_sides, board.look)
                == (first.squares, first.has_sides, first.look)
        };
        assert!(boards.len() == 3 && boards.iter().all(is_alike));
        // The move that escapes is tinted.
        assert!(boards[1..].iter().all(|board| board.cells.iter().any(|cell| cell.marks.last)));
    }
}
