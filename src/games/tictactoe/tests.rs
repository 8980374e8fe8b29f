//! Tic-tac-toe, played to the end in every possible way through the referee.

use super::*;
use crate::game::outcome::Mood;
use crate::game::page::{Board, Cell, Page, Part};
use crate::game::text::count;
use crate::games::played::Played;
use crate::games::shared::lines::{Field, Mark, Squares, THREE, members};
use std::collections::{BTreeMap, HashSet};

fn deal(play: &str, first: &str) -> Played {
    Played::deal("tictactoe", &[("play", play), ("first", first)], 1)
}

fn explanation(played: &Played) -> Page {
    *played.ask("why").step.answer.expect("an explanation")
}

/// The board of an explanation, and those in its words.
fn boards(page: &Page) -> Vec<&Board> {
    let in_parts = page.parts.iter().flat_map(|part| match part {
        Part::Board(board) => vec![board],
        Part::Passage(passage) => passage.boards().collect(),
        _ => Vec::new(),
    });
    in_parts.collect()
}

#[test]
fn the_careful_computer_never_loses() {
    assert_eq!(deal("careful", "visitor").results(), (324, 133, 0));
    assert_eq!(deal("careful", "computer").results(), (83, 11, 0));
}

#[test]
fn the_easy_computer_loses_35_games_of_491() {
    assert_eq!(deal("easy", "visitor").results(), (314, 142, 35));
    assert_eq!(deal("easy", "computer").results(), (85, 15, 0));
}

#[test]
fn the_rules_example_beats_the_easy_computer() {
    let played = [0, 8, 6].iter().fold(deal("easy", "visitor"), |played, at| played.mark(*at));
    let win = THREE.completing(played.field().crosses, played.field().free(&THREE));
    let step = played.mark(members(win).next().unwrap()).step;
    assert_eq!(step.mood, Mood::Won);
    let seats = step.ranking.unwrap().concat().into_iter().map(|player| player.seat);
    assert_eq!(seats.collect::<Vec<_>>(), [0, 1]);
}

/// The easy computer says of a win that it passed over that it did, and of no other move.
#[test]
fn an_overlooked_win_is_told() {
    let mut told = 0;
    for play in ["careful", "easy"] {
        deal(play, "visitor").every_game(&mut |played| {
            let last = played.step.page.changed.map(|at| at.cell);
            let Some(square) = last.filter(|at| played.field().noughts >> at & 1 == 1) else {
                return;
            };
            let noughts = played.field().noughts & !(1 << square);
            let free = played.field().free(&THREE) | 1 << square;
            let wins = THREE.completing(noughts, free);
            let status = explanation(played).status.to_string();
            let is_told = status.starts_with("It overlooked a win in ");
            assert_eq!(is_told, wins != 0 && wins >> square & 1 == 0, "{status}");
            let mut places = members(wins).map(|win| THREE.place(win));
            assert!(!is_told || places.any(|place| status.contains(&place)), "{status}");
            told += usize::from(is_told);
        });
    }
    assert!(told > 0);
}

/// The result of perfect play for the mark on turn: 1 a win, 0 a tie, -1 a loss.
fn minimax(field: Field, turn: Mark, known: &mut BTreeMap<(Squares, Squares), i32>) -> i32 {
    if THREE.has_line(field.of(turn.other())) {
        return -1;
    }
    let key = (field.crosses, field.noughts);
    if let Some(value) = known.get(&key) {
        return *value;
    }
    let after = members(field.free(&THREE)).map(|square| field.with(turn, square));
    let value = after.map(|field| -minimax(field, turn.other(), known)).max().unwrap_or(0);
    known.insert(key, value);
    value
}

#[test]
fn the_careful_computer_never_allows_a_win() {
    for first in ["visitor", "computer"] {
        let mut known = BTreeMap::new();
        deal("careful", first).every_game(&mut |played| {
            let value = minimax(played.field(), Mark::Cross, &mut known);
            assert!(value <= 0, "{:?}", played.field());
        });
    }
}

#[test]
fn every_reply_is_explained_with_five_patterns_unused() {
    let mut used = HashSet::new();
    deal("careful", "visitor").every_game(&mut |played| {
        let offered = played.step.page.offers.iter().any(|offer| offer.label.starts_with("Why "));
        let replied = played.field().noughts != 0;
        assert_eq!(offered, replied);
        if !replied {
            return;
        }
        let page = explanation(played);
        let before = boards(&page)[0];
        let place = before.cells.iter().position(|cell| cell.marks.reached).unwrap();
        assert_eq!(
            played.field().mark(place),
            Some(Mark::Nought),
            "the marked square is where the O went"
        );
        let heading = page.parts.iter().find_map(|part| match part {
            Part::Passage(passage) => Some(passage.heading.to_string()),
            _ => None,
        });
        let heading = heading.unwrap();
        // The page of the game names the same pattern.
        let told = match heading.strip_prefix("Pattern ") {
            Some(pattern) => format!("{pattern:?}"),
            None => "none, so the ".to_owned(),
        };
        assert!(format!("{:?}", played.step.page.parts).contains(&told), "{told}");
        used.insert(heading);
    });
    let is_used = |pattern: &usize| used.contains(&format!("Pattern {pattern} of 21"));
    let never: Vec<usize> = (1..=21).filter(|pattern| !is_used(pattern)).collect();
    assert_eq!(never, [6, 7, 13, 14, 19]);
    assert!(used.contains("How it searched"), "no pattern");
}

#[test]
fn the_explained_board_turns_until_the_pattern_fits() {
    let played = deal("careful", "visitor").mark(0);
    assert_eq!(explanation(&played).status, "No pattern fits, so it took the centre.");
    // X in the top and bottom left corners: the O between them is a block, on its side.
    let played = played.mark(6);
    assert_eq!(played.field().mark(3), Some(Mark::Nought));
    let page = explanation(&played);
    assert_eq!(page.status, "It stops your three in a row and threatens row 2, column 3.");
    let boards = boards(&page);
    let drawn =
        |at: usize| -> String { boards[at].cells.iter().map(|cell| cell.text.as_ref()).collect() };
    assert_eq!(drawn(0), "X..OO.X..");
    assert_eq!(drawn(1), "X?X******");
    assert_eq!(drawn(2), "X?XO");
}

/// The lines of a board through a square with this number of this mark and none of the other.
fn lines_with(cells: &[Cell], square: usize, mark: &str, count: usize) -> Vec<[usize; 2]> {
    let other = if mark == "X" { "O" } else { "X" };
    let others = |line: &[usize; 3]| -> Vec<usize> {
        line.iter().copied().filter(|at| *at != square).collect()
    };
    let has = |at: &usize, mark: &str| cells[*at].text == mark;
    let through = LINES.iter().filter(|line| line.contains(&square));
    let meant = through.filter(|line| {
        let others = others(line);
        others.iter().filter(|at| has(at, mark)).count() == count
            && !others.iter().any(|at| has(at, other))
    });
    meant.map(|line| [line[0], line[2]]).collect()
}

#[test]
fn an_explanation_draws_the_lines_it_names() {
    let sorted = |mut lines: Vec<[usize; 2]>| {
        lines.sort_unstable();
        lines
    };
    let mut told = HashSet::new();
    let mut look = |played: &Played| {
        if played.field().noughts == 0 {
            return;
        }
        let page = explanation(played);
        told.insert(page.status.to_string());
        let board = boards(&page)[0];
        let place = board.cells.iter().position(|cell| cell.marks.reached).unwrap();
        let lines = |mark, count| lines_with(&board.cells, place, mark, count);
        let is_by_pattern = page.status.starts_with("It ");
        let (wins, is_told) =
            (!lines("O", 2).is_empty(), page.status == "It makes three in a row.");
        assert!(wins == is_told || !is_by_pattern, "{}", page.status);
        if page.status.starts_with("It overlooked ") {
            return;
        }
        let (strokes, closed) = match &*page.status {
            "It makes three in a row." => (lines("O", 2), Vec::new()),
            status if status.starts_with("It stops your three in a row") => {
                let threats = lines("O", 1);
                assert_eq!(status.contains(" and threatens "), !threats.is_empty(), "{status}");
                (threats, lines("X", 2))
            }
            status if status.starts_with("It closes ") => (Vec::new(), lines("X", 1)),
            status if status.starts_with("It threatens ") => (lines("O", 1), Vec::new()),
            _ => (Vec::new(), Vec::new()),
        };
        if page.status.starts_with("It closes ") {
            let counted = format!("It closes {} of yours, ", count(closed.len(), "line"));
            assert!(page.status.starts_with(&counted) && !closed.is_empty(), "{}", page.status);
        }
        assert_eq!(sorted(board.strokes.clone()), sorted(strokes), "{}", page.status);
        assert_eq!(sorted(board.closed.clone()), sorted(closed), "{}", page.status);
    };
    for level in ["careful", "easy"] {
        deal(level, "visitor").every_game(&mut look);
    }
    assert!(told.len() >= 5, "{told:?}");
}

/// The explanation of patterns 15 to 21 promises this.
#[test]
fn a_blocked_player_cannot_threaten_two_lines_next() {
    let mut kept = 0;
    let is_kept = |played: &Played| {
        let is_told = || {
            let page = explanation(played);
            page.status.ends_with(", so that you cannot threaten two at once.")
                || format!("{:?}", page.parts)
                    .contains("Here you must block, and that threatens one line at most.")
        };
        played.field().noughts != 0 && is_told()
    };
    deal("careful", "visitor").every_game(&mut |played| {
        let field = played.field();
        if !is_kept(played) {
            return;
        }
        kept += 1;
        let free = field.free(&THREE);
        // A player who must stop a line has no time for threats.
        let must = THREE.completing(field.noughts, free);
        let told = explanation(played).status;
        let place = members(must).next().map(|square| THREE.place(square));
        let is_named = |place: String| told.ends_with(&format!("in a row at {place}."));
        assert!(place.map_or(told.starts_with("It closes "), is_named), "{told}");
        let forks = members(if must == 0 { free } else { must }).filter(|square| {
            let after = field.with(Mark::Cross, *square);
            THREE.completing(after.crosses, after.free(&THREE)).count_ones() > 1
        });
        assert_eq!(forks.count(), 0, "{field:?}");
    });
    assert!(kept > 0);
    deal("easy", "visitor").every_game(&mut |played| {
        assert!(!is_kept(played), "the easy computer may be wrong");
    });
}

#[test]
fn the_end_is_told_and_nothing_follows() {
    deal("careful", "visitor").every_game(&mut |played| {
        let page = &played.step.page;
        if played.step.mood == Mood::Open {
            return;
        }
        assert_eq!(played.mark(0).step.refusal.unwrap().fault.name, "game_over");
        assert_eq!(played.step.messages.last().unwrap().spec.name, "marked");
        let settled = page.parts[0].cells().iter().filter(|cell| cell.marks.settled).count();
        assert!(if played.step.mood == Mood::Drawn { settled == 0 } else { settled >= 3 });
    });
}

/// Three in line, written out apart from the program.
const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// Every position to which two people can come, each once, by its marks.
fn of_two_people() -> BTreeMap<String, GridGame> {
    let choices = Choices::defaults(TicTacToe::RULESET.options).with_people(2);
    let first = TicTacToe::deal(&choices, &mut Chance::from_seed([0; 32]));
    let (mut found, mut waiting) = (BTreeMap::new(), vec![first]);
    while let Some(game) = waiting.pop() {
        let marks = (0..9).map(|square| match game.position.field.mark(square) {
            Some(mark) => mark.letter(),
            None => ".",
        });
        let marks = marks.collect::<String>();
        if found.insert(marks, game.clone()).is_some() {
            continue;
        }
        for square in 0..9 {
            if let Ok(Ruling::Next(next, _)) =
                TicTacToe::referee(&game, &Request::with(&MARK, square))
            {
                assert_eq!(TicTacToe::settle(next.clone()).0, next, "the computer does not play");
                waiting.push(next);
            }
        }
    }
    found
}

#[test]
fn two_people_can_reach_all_5478_positions() {
    let found = of_two_people();
    assert_eq!(found.len(), 5478);
    for (marks, game) in found {
        let has_line =
            |mark: &str| LINES.iter().any(|line| line.iter().all(|at| &marks[*at..=*at] == mark));
        let count = |mark| marks.matches(mark).count();
        let (x_won, o_won, is_full) = (has_line("X"), has_line("O"), count(".") == 0);
        let winner = if x_won {
            Some(0)
        } else if o_won {
            Some(1)
        } else {
            None
        };
        let outcome = (x_won || o_won || is_full).then(|| Outcome::between_two(winner));
        assert_eq!(TicTacToe::outcome(&game), outcome, "{marks}");
        let turn = outcome.is_none().then_some(usize::from(count("X") > count("O")));
        assert_eq!(TicTacToe::turn(&game), turn, "{marks}");
        let why = TicTacToe::referee(&game, &Request::plain(&WHY)).map(|_| ());
        assert_eq!(why, Err(NOT_NOW.into()), "there is no computer to explain");
    }
}
