//! The rule of fair mines, held against arrangements that are listed one by one, over every position
//! of small fields and over many games on large ones.

mod cost;
mod fair;
mod hints;
mod packing;

use super::Minesweeper;
use super::arrangements::{Arrangements, Effort, Known};
use super::field::{Field, Size, Square};
use super::position::{Position, Under};
use super::ruleset::{ALREADY_OPEN, FLAG, FLAGGED, GAME_OVER, NO_SUCH_SQUARE, OPEN};
use crate::game::request::Argument;
use crate::prelude::*;

fn size(columns: usize, rows: usize, mines: usize) -> Size {
    Size { columns, rows, mines }
}

/// A fair field of this size, dealt with this seed.
fn fair(size: Size, seed: u64) -> Position {
    Position { size, field: Field::closed(size), under: Under::Unsettled { seed }, hit: None }
}

/// Every arrangement of mines that fits a field, listed.
fn listed_arrangements(size: Size, field: &Field) -> Vec<Vec<bool>> {
    let closed: Vec<usize> =
        (0..field.squares.len()).filter(|square| !field.is_open(*square)).collect();
    let arranged = |bits: u32| {
        let mut is_mine = vec![false; field.squares.len()];
        for (place, square) in closed.iter().enumerate() {
            is_mine[*square] = bits >> place & 1 == 1;
        }
        is_mine
    };
    let fits = |is_mine: &Vec<bool>| {
        field.squares.iter().enumerate().all(|(at, square)| match square {
            Square::Open(mines) => {
                size.around(at).filter(|other| is_mine[*other]).count() == usize::from(*mines)
            }
            Square::Closed | Square::Flagged => true,
        })
    };
    let all = (0..1u32 << closed.len()).filter(|bits| bits.count_ones() as usize == size.mines);
    all.map(arranged).filter(fits).collect()
}

/// All arrangements, counted within this number of steps.
fn counted(size: Size, field: &Field) -> Arrangements {
    Arrangements::of(&Known::of(size, field), Effort::Thorough(&mut Meter::endless()))
        .expect("enough steps")
}

/// The position after a request for this square, or the fault.
fn ask(position: &Position, spec: &'static RequestSpec, at: usize) -> Result<Position, Fault> {
    let request = Request { spec, arguments: vec![Argument::Number(at)] };
    match Minesweeper::referee(position, &request) {
        Ok(Ruling::Next(next, _)) => Ok(next),
        Ok(Ruling::Answer(_)) => panic!("it can be told what comes of {at}"),
        Err(refusal) => Err(refusal.fault),
    }
}

#[test]
fn a_mine_ends_the_game_unless_flagged() {
    let size = size(4, 1, 1);
    let under = Under::Mines(vec![false, false, false, true]);
    let dealt = Position { under, ..fair(size, 0) };
    let ended = |position: &Position| {
        let outcome = Minesweeper::outcome(position);
        assert_eq!(Minesweeper::turn(position).is_none(), outcome.is_some());
        outcome
    };
    assert_eq!(ended(&dealt), None);
    let flagged = ask(&dealt, &FLAG, 3).unwrap();
    assert_eq!(ask(&flagged, &OPEN, 3), Err(FLAGGED));
    assert_eq!(ask(&flagged, &FLAG, 3), Ok(dealt.clone()), "a flag is taken");
    let hit = ask(&dealt, &OPEN, 3).unwrap();
    assert_eq!(ended(&hit), Some(Outcome::alone(false)));
    for spec in [&OPEN, &FLAG] {
        assert_eq!(ask(&hit, spec, 0), Err(GAME_OVER));
    }
    let part = ask(&dealt, &OPEN, 2).unwrap();
    assert_eq!((ended(&part), ask(&part, &OPEN, 2)), (None, Err(ALREADY_OPEN)));
    let cleared = ask(&part, &OPEN, 0).unwrap();
    assert_eq!(ended(&cleared), Some(Outcome::alone(true)));
    assert_eq!(ask(&dealt, &OPEN, 4), Err(NO_SUCH_SQUARE));
}

#[test]
fn a_cleared_field_shows_its_mines_as_flags() {
    let size = size(2, 2, 1);
    let mut position = fair(size, 0);
    position.field.squares =
        vec![Square::Open(1), Square::Open(1), Square::Closed, Square::Open(1)];
    assert!(position.is_over());
    let page = super::page::page(&position, &[]);
    let signs: Vec<&str> = page.parts[0].cells().iter().map(|cell| &*cell.text).collect();
    assert_eq!(signs, ["1", "1", "F", "1"]);
}

#[test]
fn a_number_has_its_picture() {
    let page = super::page::page(&super::rules::drawn(3, &["01234", "5678#", "#####"]), &[]);
    for (number, cell) in page.parts[0].cells().iter().enumerate().take(9) {
        let picture = cell.picture.map(|picture| picture.name.to_owned());
        assert_eq!(picture, (number > 0).then(|| format!("number-{number}")));
    }
}

#[test]
fn a_result_has_green_squares_for_tenths_cleared() {
    let size = size(2, 2, 1);
    let result = |squares: [Square; 4], hit| {
        let mut position = fair(size, 0);
        position.field.squares = squares.to_vec();
        let end = super::page::page(&Position { hit, ..position }, &[]).end.unwrap();
        end.share.unwrap().result.into_owned()
    };
    let (open, closed) = (Square::Open(1), Square::Closed);
    assert_eq!(result([open, open, closed, open], None), "🟩🟩🟩🟩🟩🟩🟩🟩🟩🟩🚩 cleared");
    let third = "🟩🟩🟩💥 hit a mine with 2 squares left";
    assert_eq!(result([open, closed, closed, closed], Some(3)), third);
    let nothing = "💥 hit a mine with 3 squares left";
    assert_eq!(result([closed; 4], Some(3)), nothing);
}

/// A classic field in text: `#` is closed, `F` a flag, everything else a number. Mines are given by place.
fn classic(mines: &[usize], rows: &[&str]) -> Position {
    let drawn = super::rules::drawn(mines.len(), rows);
    let is_mine = (0..drawn.size.squares()).map(|at| mines.contains(&at)).collect();
    Position { under: Under::Mines(is_mine), ..drawn }
}

#[test]
fn a_fully_flagged_number_opens_the_rest() {
    let flagged = classic(&[3, 5], &["11#F", "#F##"]);
    let opened = ask(&flagged, &OPEN, 1).unwrap();
    assert_eq!(opened.field.squares[2..4], [Square::Open(2), Square::Flagged]);
    assert_eq!(opened.field.squares[4..7], [Square::Open(1), Square::Flagged, Square::Open(2)]);
    assert_eq!(ask(&flagged, &FLAG, 1), Err(ALREADY_OPEN), "it has its flags");
    assert_eq!(ask(&opened, &OPEN, 1), Err(ALREADY_OPEN), "nothing is left to open");
    // A wrong flag costs the game.
    let wrong = classic(&[5, 3], &["11F#", "####"]);
    assert_eq!(ask(&wrong, &OPEN, 1).unwrap().hit, Some(5));
    let no_flag = classic(&[5, 3], &["11##", "####"]);
    assert_eq!(ask(&no_flag, &OPEN, 1), Err(ALREADY_OPEN));
}

#[test]
fn a_number_flags_closed_squares_if_all_needed() {
    let needs = classic(&[4, 5], &["221#", "##1#"]);
    let flagged = ask(&needs, &FLAG, 0).unwrap();
    assert_eq!(
        (flagged.field.flags(), &flagged.field.squares[4..6]),
        (2, &[Square::Flagged; 2][..])
    );
    assert_eq!(ask(&needs, &OPEN, 0), Err(ALREADY_OPEN), "it has no flags");
    assert_eq!(ask(&needs, &FLAG, 2), Err(ALREADY_OPEN), "three squares are closed around it");
}

/// On a fair field, too: proved squares open together, and of squares that are guessed only the first.
#[test]
fn a_number_opens_proved_squares_and_one_guess() {
    let drawn = |mines, rows: &[&str]| super::rules::drawn(mines, rows);
    let proved = ask(&drawn(1, &["000", "111", "#F#"]), &OPEN, 4).unwrap();
    assert_eq!((proved.field.left(proved.size), proved.hit), (0, None));
    let rash = ask(&drawn(1, &["000", "111", "F##"]), &OPEN, 4).unwrap();
    assert_eq!(rash.hit, Some(7), "the flag is on a safe square");
    let guess = drawn(2, &["1###", "#F##"]);
    let next = ask(&guess, &OPEN, 0).unwrap();
    assert_eq!((next.hit, next.field.opened()), (None, 2));
    assert!(next.field.is_open(1));
}
