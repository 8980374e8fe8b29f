//! The deal of a classic field: mines that lie where they lie, a first square that is open, and a
//! way from there to the end on which nobody ever has to guess.
//!
//! Fields are drawn at random until one can be cleared by what two numbers at a time prove, and the
//! number of mines that are left. So every proof on the way is one that a person finds.

use super::field::{Field, Size, Square};
use crate::game::prelude::Chance;

/// How many fields are drawn at most. Of those of 16 by 16 with 51 mines about one in eight will do.
const ATTEMPTS: usize = 400;

/// Mines that can all be found without a guess, and the field with the first squares open.
pub fn deal(size: Size, chance: &mut Chance) -> (Vec<bool>, Field) {
    for _ in 0..ATTEMPTS {
        let start = chance.below(size.squares() as u32) as usize;
        let mut free: Vec<usize> = (0..size.squares()).collect();
        free.retain(|square| size.distance(*square, start) > 1);
        chance.shuffle(&mut free);
        let mut is_mine = vec![false; size.squares()];
        free.into_iter().take(size.mines).for_each(|square| is_mine[square] = true);
        let field = Field::closed(size).opening(size, start, &is_mine);
        if is_cleared_without_guess(size, &field, &is_mine) {
            return (is_mine, field);
        }
    }
    in_the_last_rows(size)
}

/// The mines in the last squares of all, which can always be found. (With so many attempts it does
/// not come to this once in 10^20 deals.)
pub fn in_the_last_rows(size: Size) -> (Vec<bool>, Field) {
    let is_mine: Vec<bool> =
        (0..size.squares()).map(|square| square + size.mines >= size.squares()).collect();
    let field = Field::closed(size).opening(size, 0, &is_mine);
    (is_mine, field)
}

/// What a number says of the squares around it whose mines are not found yet.
struct Clue {
    /// In order.
    squares: Vec<usize>,
    mines: usize,
}

/// Whether the field can be cleared from here by proofs from two numbers at a time.
pub fn is_cleared_without_guess(size: Size, field: &Field, is_mine: &[bool]) -> bool {
    let mut field = field.clone();
    let mut found = vec![false; is_mine.len()];
    loop {
        if field.left(size) == 0 {
            return true;
        }
        let (safe, mines) = proved(size, &field, &found);
        if safe.is_empty() && mines.is_empty() {
            return false;
        }
        mines.into_iter().for_each(|square| found[square] = true);
        field = safe.into_iter().fold(field, |field, at| field.opening(size, at, is_mine));
    }
}

/// Squares that are proved safe, and new ones that are proved mines.
fn proved(size: Size, field: &Field, found: &[bool]) -> (Vec<usize>, Vec<usize>) {
    let clues = clues(size, field, found);
    let (mut safe, mut mines) = (Vec::new(), Vec::new());
    for clue in &clues {
        tell(&clue.squares, clue.mines, &mut safe, &mut mines);
    }
    if !safe.is_empty() || !mines.is_empty() {
        return (safe, mines);
    }
    for (at, one) in clues.iter().enumerate() {
        for other in &clues[at + 1..] {
            compare(one, other, &mut safe, &mut mines);
            compare(other, one, &mut safe, &mut mines);
        }
    }
    if safe.is_empty() && mines.is_empty() {
        let closed = (0..found.len()).filter(|at| !field.is_open(*at) && !found[*at]);
        let left = size.mines - found.iter().filter(|found| **found).count();
        tell(&closed.collect::<Vec<_>>(), left, &mut safe, &mut mines);
    }
    (safe, mines)
}

fn clues(size: Size, field: &Field, found: &[bool]) -> Vec<Clue> {
    let clue = |(at, square): (usize, &Square)| {
        let Square::Open(number) = square else { return None };
        let closed = size.around(at).filter(|other| !field.is_open(*other));
        let (mines, squares): (Vec<usize>, Vec<usize>) = closed.partition(|other| found[*other]);
        let mines = usize::from(*number).saturating_sub(mines.len());
        (!squares.is_empty()).then_some(Clue { squares, mines })
    };
    field.squares.iter().enumerate().filter_map(clue).collect()
}

/// What follows for squares of which so many are mines, if it is all of them or none.
fn tell(squares: &[usize], count: usize, safe: &mut Vec<usize>, mines: &mut Vec<usize>) {
    match count {
        0 => safe.extend(squares),
        _ if count == squares.len() => mines.extend(squares),
        _ => {}
    }
}

/// What one number proves of the squares that only one of two has: as many mines as it has more than
/// the other one lie among those that are its own.
fn compare(one: &Clue, other: &Clue, safe: &mut Vec<usize>, mines: &mut Vec<usize>) {
    let shared = one.squares.iter().filter(|square| other.squares.binary_search(square).is_ok());
    if shared.count() == 0 || one.mines < other.mines {
        return;
    }
    let own = |one: &Clue, other: &Clue| -> Vec<usize> {
        let is_own = |square: &&usize| other.squares.binary_search(square).is_err();
        one.squares.iter().filter(is_own).copied().collect()
    };
    let ones = own(one, other);
    if one.mines - other.mines == ones.len() {
        // All of its own are mines, so that what they share has as many as the other number says.
        mines.extend(ones);
        safe.extend(own(other, one));
    }
}
