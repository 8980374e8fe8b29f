//! Hints: every square that can be proved safe leads to one, with a proof that holds and that is as
//! short as it can be.

use super::cost::{dealt, tangled};
use super::*;
use crate::game::sample;
use crate::games::mines::arrangements::Assumed;
use crate::games::mines::deal;
use crate::games::mines::judge::Judge;
use crate::games::mines::page;
use crate::games::mines::position::Opened;
use crate::games::mines::proof::{self, Proof};
use crate::games::mines::ruleset::SIZE;

/// Returns true if nothing fits these clues when this square is a mine, or when it is none.
fn proves(known: &Known, clues: &[usize], counts_mines: bool, square: usize, is: Assumed) -> bool {
    let known = if counts_mines { known.of_clues_and_total(clues) } else { known.of_clues(clues) };
    let known = known.assuming(&[square], is);
    let all = Arrangements::of(&known, Effort::Thorough(&mut Meter::endless()));
    all.is_ok_and(|all| !all.is_possible())
}

fn holds(known: &Known, proof: &Proof) -> bool {
    let is_clue = |at: &usize| proof.numbers.contains(&known.clues()[*at].at);
    let clues: Vec<usize> = (0..known.clues().len()).filter(is_clue).collect();
    let otherwise = if proof.claim.is_mine { Assumed::Safe } else { Assumed::Mine };
    clues.len() == proof.numbers.len()
        && proves(known, &clues, proof.counts_mines, proof.claim.square, otherwise)
}

/// The least of up to three numbers that prove one of these squares safe. All sets of clues that hang
/// together are tried one by one.
fn fewest(known: &Known, safe: &[usize]) -> Option<usize> {
    let proves_any = |clues: &[usize]| {
        let is_touched = |at: &&usize| clues.iter().any(|c| known.clues()[*c].squares.contains(at));
        let mut touched = safe.iter().filter(is_touched);
        touched.any(|at| proves(known, clues, false, *at, Assumed::Mine))
    };
    let mut sets: Vec<Vec<usize>> = (0..known.clues().len()).map(|clue| vec![clue]).collect();
    for count in 1..=3 {
        if sets.iter().any(|clues| proves_any(clues)) {
            return Some(count);
        }
        let larger = sets.iter().flat_map(|clues| {
            let others = known.with_neighbours(clues).into_iter();
            let others = others.filter(|other| !clues.contains(other));
            others.map(|other| [&clues[..], &[other]].concat())
        });
        let mut larger: Vec<Vec<usize>> = larger.collect();
        larger.iter_mut().for_each(|clues| clues.sort_unstable());
        larger.sort_unstable();
        larger.dedup();
        sets = larger;
    }
    None
}

/// The numbers of hints by how many numbers their proofs take: none, one, two, three, more.
type Counts = [usize; 5];

/// Looks at the hint of a position.
fn look_at_hint(position: &Position, counts: &mut Counts) {
    let judge = Judge::of(position.size, &position.field);
    let safe: Vec<usize> = judge.proved_safe().collect();
    let known = judge.known();
    let Some(proof) = proof::of_safety(position.size, &judge, 0) else {
        assert!(safe.is_empty(), "{position:?}: no hint to {safe:?}");
        return;
    };
    assert!(safe.contains(&proof.claim.square) && holds(known, &proof), "{position:?}: {proof:?}");
    counts[proof.numbers.len().min(4)] += 1;
    if proof.numbers.len() > 3 {
        assert_eq!(fewest(known, &safe), None, "{position:?}: {proof:?}");
    }
    // The referee grants what the hint offers, even if the safe square has a flag.
    let mut flagged = position.clone();
    flagged.field.squares[proof.claim.square] = Square::Flagged;
    for position in [position, &flagged] {
        let request = page::hint(position).request.expect("a proof is known");
        let granted = Minesweeper::referee(position, &request);
        assert!(granted.is_ok(), "{position:?}: {request:?}");
    }
}

/// Plays a game by logic and luck, and looks at the hint of one position in this many.
fn play(mut position: Position, every: usize, chance: &mut Chance, counts: &mut Counts) {
    for moves in 0.. {
        let judge = Judge::of(position.size, &position.field);
        let mut open: Vec<usize> = judge.proved_safe().collect();
        if open.is_empty() {
            let closed = (0..position.size.squares()).filter(|at| !position.field.is_open(*at));
            open = closed.filter(|at| matches!(position.open(&[*at]), Opened::Safely(_))).collect();
        }
        if position.is_over() || open.is_empty() {
            return;
        }
        if moves % every == every - 1 {
            look_at_hint(&position, counts);
        }
        if let Opened::Safely(field) = position.open(&[*chance.pick(&open).expect("some")]) {
            position.field = field;
        }
    }
}

/// It looks at thousands of positions of large fields with `PARLOUR_FULL=1`, and otherwise at
/// hundreds.
#[test]
fn hints_are_proved_by_three_numbers_if_possible() {
    let is_full = sample::is_full();
    let mut counts = Counts::default();
    for (name, size) in SIZE.values {
        let before = counts;
        let games = match (is_full, size.squares() > 100) {
            (true, true) => 60,
            (true, false) => 400,
            (false, true) => 4,
            (false, false) => 60,
        };
        for seed in 0..games {
            let chance = &mut Chance::from_seed([seed as u8 ^ (seed >> 8) as u8 | 1; 32]);
            let (is_mine, field) = deal::deal(*size, chance);
            let classic = Position { field, under: Under::Mines(is_mine), ..fair(*size, 0) };
            let every = if is_full { 1 } else { 5 };
            play(fair(*size, seed), every, chance, &mut counts);
            play(classic, every, chance, &mut counts);
        }
        let found: Vec<usize> = (0..5).map(|at| counts[at] - before[at]).collect();
        println!("{}: hints by the total alone, 1, 2, 3, more numbers: {found:?}", name.value);
    }
    // A square beside a 0 is open, so one number alone never proves one safe.
    assert!(counts[2] > 500 && counts[3] > 5, "{counts:?}");
}

/// A field of 16 by 16 with 51 mines, after these squares were opened. Two numbers prove a square
/// safe, but an older referee refused to open it.
const TANGLED: [usize; 57] = [
    253, 221, 223, 219, 222, 75, 83, 208, 244, 160, 241, 183, 168, 163, 167, 200, 217, 148, 185,
    131, 245, 146, 165, 207, 132, 242, 239, 149, 147, 232, 156, 161, 247, 140, 235, 250, 145, 153,
    141, 243, 150, 231, 249, 115, 189, 157, 139, 104, 128, 114, 103, 100, 99, 85, 129, 113, 120,
];

/// The number of squares with a proof that they are safe, and the number of those that the referee
/// refuses.
fn provable_and_refused(position: &Position) -> (usize, usize) {
    let judge = Judge::of(position.size, &position.field);
    let safe: Vec<usize> = judge.proved_safe().collect();
    let is_refused = |at: &&usize| !matches!(position.open(&[**at]), Opened::Safely(_));
    (safe.len(), safe.iter().filter(is_refused).count())
}

#[test]
fn a_square_with_a_safety_proof_can_open() {
    let mut position = dealt("16x16-51", "qb01-xkn8");
    for (at, square) in TANGLED.into_iter().enumerate() {
        match position.open(&[square]) {
            Opened::Safely(field) => position.field = field,
            other => panic!("{other:?} at {at}"),
        }
    }
    let (safe, refused) = provable_and_refused(&position);
    assert!(safe > 0 && refused == 0, "{refused} of {safe}");
    // The referee opens most of them on a field that is much more tangled.
    let mut all = (0, 0);
    for (seed, until) in [(0, 12_001), (1, 12_001), (2, 30_000)] {
        let position = tangled(&dealt("16x16-51", &format!("mine{seed}")), until);
        let (safe, refused) = provable_and_refused(&position);
        all = (all.0 + safe, all.1 + refused);
    }
    println!("tangled on purpose: {} provable squares, {} refused", all.0, all.1);
    assert!(all.1 * 2 < all.0, "{all:?}");
}
