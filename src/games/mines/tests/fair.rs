use super::*;
use crate::games::mines::arrangements::{Assumed, Known};
use crate::games::mines::deal;
use crate::games::mines::judge::{Judge, Verdict, WORK, draw};
use crate::games::mines::position::Opened;
use crate::games::mines::ruleset::SIZE;
use std::collections::{BTreeMap, BTreeSet};

/// Small fields, of which every position is looked at.
const SMALL: [Size; 5] = [
    Size { columns: 3, rows: 3, mines: 1 },
    Size { columns: 3, rows: 3, mines: 2 },
    Size { columns: 3, rows: 3, mines: 4 },
    Size { columns: 4, rows: 3, mines: 2 },
    Size { columns: 5, rows: 2, mines: 3 },
];

/// Every position that a player can come to on a field of this size. The player may open every
/// square that is no mine in some arrangement.
pub fn every_field(size: Size) -> BTreeSet<Field> {
    let mut seen = BTreeSet::new();
    let mut stack = vec![Field::closed(size)];
    while let Some(field) = stack.pop() {
        if !seen.insert(field.clone()) {
            continue;
        }
        for is_mine in listed_arrangements(size, &field) {
            let safe = (0..is_mine.len()).filter(|at| !is_mine[*at] && !field.is_open(*at));
            stack.extend(safe.map(|square| field.opening(size, &[square], &is_mine)));
        }
    }
    seen
}

#[test]
fn what_is_counted_is_what_is_listed() {
    for size in SMALL {
        for field in every_field(size) {
            let listed = listed_arrangements(size, &field);
            let counted = counted(size, &field);
            assert_eq!(counted.count(), listed.len() as f64, "{field:?}");
            for (square, may_be) in counted.squares() {
                let mines = listed.iter().filter(|is_mine| is_mine[square]).count();
                assert_eq!((may_be.safe, may_be.mine), (mines < listed.len(), mines > 0));
            }
        }
    }
}

/// The rule itself, told by listing: the squares that may be opened, of all that are closed.
fn safe_by_the_rule(size: Size, field: &Field) -> Vec<(usize, bool)> {
    let listed = listed_arrangements(size, field);
    let closed = (0..field.squares.len()).filter(|square| !field.is_open(*square));
    let mines = |at: usize| listed.iter().filter(|is_mine| is_mine[at]).count();
    let mines: Vec<(usize, usize)> = closed.map(|square| (square, mines(square))).collect();
    let any_safe = mines.iter().any(|(_, mines)| *mines == 0);
    let may_open = |mines| mines == 0 || !any_safe && mines < listed.len();
    mines.into_iter().map(|(square, mines)| (square, may_open(mines))).collect()
}

/// At every position of every small field, a square that the rule allows is safe, and any other
/// square is a mine. The numbers afterwards fit some arrangement, so the game can go on. Every
/// allowed step opens a square, so a player who keeps to the rule always wins.
#[test]
fn perfect_logic_always_wins_on_every_small_field() {
    for size in SMALL {
        for (seed, field) in every_field(size).into_iter().enumerate() {
            for (square, may_open) in safe_by_the_rule(size, &field) {
                let position = Position { field: field.clone(), ..fair(size, seed as u64) };
                match position.open(&[square]) {
                    Opened::Mine(_) => assert!(!may_open, "{field:?} {square}"),
                    Opened::Undecided => panic!("{field:?} {square} is not tangled"),
                    Opened::Safely(next) => {
                        assert!(may_open, "{field:?} {square}");
                        assert!(next.is_open(square));
                        assert!(counted(size, &next).is_possible(), "{next:?}");
                    }
                }
            }
        }
    }
}

/// Without any steps for the whole field, the judge knows only the proofs by near numbers. These
/// are true, and on a small field they are most of all proofs.
#[test]
fn near_numbers_prove_squares_on_too_tangled_fields() {
    let (mut known, mut proved) = ([0, 0], [0, 0]);
    for size in SMALL {
        for field in every_field(size) {
            let (near, whole) =
                (Judge::within(Meter::holding(0), size, &field), Judge::of(size, &field));
            let all = (0..size.squares()).filter(|square| !field.is_open(*square));
            for square in all {
                let is = [Verdict::ProvedSafe, Verdict::ProvedMine];
                for (at, verdict) in is.into_iter().enumerate() {
                    let (near, whole) = (near.verdict(square), whole.verdict(square));
                    assert!(near != verdict || whole == verdict, "{field:?}: {square}");
                    known[at] += usize::from(near == verdict);
                    proved[at] += usize::from(whole == verdict);
                }
            }
        }
    }
    assert!((0..2).all(|at| 2 * known[at] > proved[at]), "{known:?} of {proved:?}");
}

/// So the rules page says of a classic field.
#[test]
fn a_classic_field_is_cleared_without_a_guess() {
    for (name, size) in SIZE.values.iter().filter(|(_, size)| size.squares() <= 144) {
        for code in 0..10 {
            let (is_mine, mut field) = deal::deal(*size, &mut Chance::from_seed([code; 32]));
            assert!(is_mine.iter().filter(|is_mine| **is_mine).count() == size.mines);
            while field.left(*size) > 0 {
                let before = field.opened();
                for square in Judge::of(*size, &field).proved_safe() {
                    field = field.opening(*size, &[square], &is_mine);
                }
                assert!(field.opened() > before, "{name:?}: {code} takes a guess");
            }
        }
    }
}

/// The spare classic deal is found in time.
#[test]
fn the_spare_seed_soon_gives_every_size() {
    for (name, size) in SIZE.values {
        let spare = &mut Chance::from_seed(deal::SPARE);
        let found = deal::find(*size, deal::STEPS_MAX / 4, spare);
        let (is_mine, field) = found.unwrap_or_else(|| panic!("{name:?} has no field"));
        assert_eq!(is_mine.iter().filter(|is_mine| **is_mine).count(), size.mines);
        assert!(field.opened() > 0);
        assert_eq!(deal::find(*size, 1, spare), None, "one step is not enough");
    }
}

#[test]
fn every_arrangement_is_drawn_equally_often() {
    let size = size(4, 3, 4);
    // Two mines beside the open square, and two elsewhere.
    let mut field = Field::closed(size);
    field.squares[0] = Square::Open(2);
    let listed = listed_arrangements(size, &field);
    let free: Vec<_> = listed.into_iter().filter(|is_mine| !is_mine[11]).collect();
    let mut drawn: BTreeMap<Vec<bool>, u32> = BTreeMap::new();
    let (known, mut chance) = (Known::of(size, &field), Chance::from_seed([7; 32]));
    let each = 200;
    for _ in 0..free.len() * each {
        let arrangement =
            draw(Meter::holding(WORK), size, &known, &[11], Assumed::Safe, &mut chance).unwrap();
        *drawn.entry(arrangement).or_default() += 1;
    }
    assert_eq!(drawn.len(), free.len());
    // Five standard deviations.
    let most = 5.0 * f64::from(each as u32).sqrt();
    assert!(free.iter().all(|is_mine| f64::from(drawn[is_mine].abs_diff(each as u32)) < most));
}

#[test]
fn around_the_first_square_no_mine_is_drawn() {
    for (_, size) in crate::games::mines::ruleset::SIZE.values {
        for square in 0..size.squares() {
            match fair(*size, square as u64).open(&[square]) {
                Opened::Safely(field) => assert_eq!(field.squares[square], Square::Open(0)),
                other => panic!("{other:?} in {square}"),
            }
        }
    }
}

/// Plays as logic commands, and guesses at random where it must.
fn play_by_logic(size: Size, seed: u64) -> u32 {
    let mut position = fair(size, seed);
    let mut chance = Chance::from_seed([seed as u8; 32]);
    let mut guesses = 0;
    while !position.is_over() {
        let judge = Judge::of(size, &position.field);
        let closed = || (0..size.squares()).filter(|at| !position.field.is_open(*at));
        let safe: Vec<usize> = judge.proved_safe().collect();
        let may_guess = |at: &usize| judge.verdict(*at) == Verdict::MustGuess;
        let open = if safe.is_empty() {
            guesses += 1;
            closed().filter(may_guess).collect()
        } else {
            safe
        };
        let square = *chance.pick(&open).expect("some square may be opened");
        match position.open(&[square]) {
            Opened::Safely(field) => position.field = field,
            other => panic!("{other:?} in {square} of {:?}", position.field),
        }
    }
    guesses
}

#[test]
fn perfect_logic_always_wins_on_large_fields() {
    for (_, size) in crate::games::mines::ruleset::SIZE.values {
        let games = if size.squares() > 100 { 3 } else { 25 };
        let guesses: u32 = (0..games).map(|seed| play_by_logic(*size, seed)).sum();
        println!("{size:?}: {guesses} guesses in {games} games");
    }
}

#[test]
fn the_lessons_of_the_rules_are_true() {
    let [alone, flagged] = super::super::rules::lessons();
    // The one closed square that the numbers touch is a mine.
    assert_eq!(
        listed_arrangements(alone.size, &alone.field),
        [(0..9).map(|at| at == 4).collect::<Vec<_>>()]
    );
    // With the flag on a mine, the other squares beside the numbers have none.
    let all = listed_arrangements(flagged.size, &flagged.field);
    let with_flag: Vec<_> = all.iter().filter(|is_mine| is_mine[0]).collect();
    assert_eq!(with_flag, [&(0..6).map(|at| at == 0).collect::<Vec<_>>()]);
    assert_eq!(flagged.field.squares[0], Square::Flagged);
}
