//! The deal of a classic field: mines in fixed places, and a first square that is open. The player
//! never has to guess.
//!
//! The deal draws fields at random until two numbers at a time, and the number of mines that are left,
//! prove enough to clear one. So a person can find every proof.

use super::arrangements::{Assumed, Clue, Known};
use super::field::{Field, Size};
use crate::game::prelude::Chance;

/// The most fields that are drawn. About one in eight fields of 16 by 16 with 51 mines will do.
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

/// The mines in the last squares of the field, where a player can always find them. (This happens
/// less than once in 10^20 deals.)
pub fn in_the_last_rows(size: Size) -> (Vec<bool>, Field) {
    let is_mine: Vec<bool> =
        (0..size.squares()).map(|square| square + size.mines >= size.squares()).collect();
    let field = Field::closed(size).opening(size, 0, &is_mine);
    (is_mine, field)
}

/// Returns true if proofs from two numbers at a time clear the field from here.
pub fn is_cleared_without_guess(size: Size, field: &Field, is_mine: &[bool]) -> bool {
    let (mut field, mut found) = (field.clone(), Vec::new());
    while field.left(size) > 0 {
        let proved = Proved::on(size, &field, &found);
        if proved.is_empty() {
            return false;
        }
        found.extend(proved.mines);
        found.sort_unstable();
        found.dedup();
        field = proved.safe.into_iter().fold(field, |field, at| field.opening(size, at, is_mine));
    }
    true
}

/// Squares of which it is proved what they are.
#[derive(Default)]
struct Proved {
    safe: Vec<usize>,
    mines: Vec<usize>,
}

impl Proved {
    /// What the simplest proofs show besides the mines that were found: single numbers, then pairs of
    /// numbers, then the number of all mines.
    fn on(size: Size, field: &Field, found: &[usize]) -> Self {
        let known = Known::of(size, field).assuming(found, Assumed::Mine);
        let clues = known.clues();
        let mut proved = Proved::default();
        clues.iter().for_each(|clue| proved.tell(&clue.squares, clue.mines as usize));
        if proved.is_empty() {
            for (at, one) in clues.iter().enumerate() {
                for other in &clues[at + 1..] {
                    proved.compare(one, other);
                    proved.compare(other, one);
                }
            }
        }
        if proved.is_empty() {
            let closed =
                (0..size.squares()).filter(|at| !field.is_open(*at) && !found.contains(at));
            proved.tell(&closed.collect::<Vec<_>>(), size.mines - found.len());
        }
        proved
    }

    fn is_empty(&self) -> bool {
        self.safe.is_empty() && self.mines.is_empty()
    }

    /// Adds squares of which this many are mines, if that is none or all of them.
    fn tell(&mut self, squares: &[usize], mines: usize) {
        if mines == 0 {
            self.safe.extend(squares);
        } else if mines == squares.len() {
            self.mines.extend(squares);
        }
    }

    /// Adds what one number proves against another one. If the squares that only it touches are as
    /// many as the mines that it has more, all of them are mines. Then the squares that only the other
    /// one touches are safe.
    fn compare(&mut self, one: &Clue, other: &Clue) {
        let own = |one: &Clue, other: &Clue| -> Vec<usize> {
            let is_own = |square: &&usize| other.squares.binary_search(square).is_err();
            one.squares.iter().filter(is_own).copied().collect()
        };
        let ones = own(one, other);
        let is_beside = ones.len() < one.squares.len();
        if is_beside && i8::try_from(ones.len()) == Ok(one.mines - other.mines) {
            self.mines.extend(ones);
            self.safe.extend(own(other, one));
        }
    }
}
