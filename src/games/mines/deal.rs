//! The deal of a classic field: mines in fixed places, and a first square that is open. The player
//! never has to guess.
//!
//! The deal draws fields at random until two numbers at a time, and the number of mines that are left,
//! prove enough to clear one. So a person can find every proof.

use super::field::{Field, Size};
use crate::prelude::Chance;
use std::collections::VecDeque;

/// The most work of a deal, in numbers that it looks at. It looks at most numbers of a field several
/// times. (Measured on 16 by 16 with 51 mines: 1,900 on average, and 16,100 in the longest deal found.)
pub const STEPS_MAX: usize = 24_000;
/// A seed that soon gives a field of every size. A test checks this.
pub const SPARE: [u8; 32] = [0; 32];

/// Mines that can all be found without a guess, and the field with the first squares open. If no field
/// is found in time, which happens in one deal of a million, it is the field of another seed.
pub fn deal(size: Size, chance: &mut Chance) -> (Vec<bool>, Field) {
    find(size, STEPS_MAX, chance)
        .or_else(|| find(size, STEPS_MAX, &mut Chance::from_seed(SPARE)))
        .expect("the spare seed gives a field of every size")
}

/// Draws fields until one will do. `None` if that takes more steps.
pub fn find(size: Size, mut steps: usize, chance: &mut Chance) -> Option<(Vec<bool>, Field)> {
    while steps > 0 {
        let start = chance.index(size.squares());
        let mut free: Vec<usize> = (0..size.squares()).collect();
        free.retain(|square| size.distance(*square, start) > 1);
        chance.shuffle(&mut free);
        let mut is_mine = vec![false; size.squares()];
        free.into_iter().take(size.mines).for_each(|square| is_mine[square] = true);
        if is_cleared_without_guess(size, start, &is_mine, &mut steps) {
            let field = Field::closed(size).opening(size, &[start], &is_mine);
            return Some((is_mine, field));
        }
    }
    None
}

/// Returns true if proofs from two numbers at a time clear the field from this square. Each number
/// that it looks at is a step, and it stops when no step is left.
fn is_cleared_without_guess(size: Size, start: usize, is_mine: &[bool], steps: &mut usize) -> bool {
    // To draw the field is work, too.
    *steps = steps.saturating_sub(size.squares() / 2);
    let mut logic = Logic::of(size, is_mine);
    logic.know(start);
    while let Some(at) = logic.waiting.pop_front() {
        if *steps == 0 {
            return false;
        }
        *steps -= 1;
        logic.is_waiting[at] = false;
        logic.look_at(at);
    }
    logic.is_cleared()
}

/// A set of squares near a square, as the bits of seven rows of seven. The square is in the middle.
type Near = u64;

/// The length of a side of [`Near`], and the steps from its edge to the middle.
const SIDE: usize = 7;
const MIDDLE: usize = SIDE / 2;
/// The steps from a bit to the next one in the next row. The bit itself is the first that has eight
/// squares around it.
const DIAGONAL: usize = SIDE + 1;
/// The squares that may share a square around them with the middle.
const INNER: Near = 0b0111110 * (1 << SIDE | 1 << 14 | 1 << 21 | 1 << 28 | 1 << 35);

/// The squares around the square at this bit, which is not at the edge.
fn around(bit: usize) -> Near {
    (0b111 | 0b101 << SIDE | 0b111 << (2 * SIDE)) << (bit - DIAGONAL)
}

/// The places of the bits.
fn bits(mut near: Near) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (near != 0).then(|| near.trailing_zeros() as usize)?;
        near &= near - 1;
        Some(first)
    })
}

/// A row of squares, as bits.
type Row = u32;

/// The most columns of a field.
pub const COLUMNS_MAX: usize = Row::BITS as usize - 2 * MIDDLE;

/// A set of squares: a bit for each column in a number for each row, with a margin on all sides.
struct Squares(Vec<Row>);

impl Squares {
    fn of(size: Size, holds: impl Fn(usize) -> bool) -> Self {
        let mut squares = Squares(vec![0; size.rows + 2 * MIDDLE]);
        (0..size.squares()).filter(|at| holds(*at)).for_each(|at| squares.flip(size, at));
        squares
    }

    /// Adds a square that is not in the set, or takes it out.
    fn flip(&mut self, size: Size, at: usize) {
        self.0[at / size.columns + MIDDLE] ^= 1 << (at % size.columns + MIDDLE);
    }

    fn has(&self, size: Size, at: usize) -> bool {
        self.0[at / size.columns + MIDDLE] >> (at % size.columns + MIDDLE) & 1 == 1
    }

    /// Those near a square.
    fn near(&self, size: Size, at: usize) -> Near {
        let row = |row: &Row| Near::from(row >> (at % size.columns)) & ((1 << SIDE) - 1);
        let rows = &self.0[at / size.columns..][..SIDE];
        rows.iter().rev().fold(0, |near, of_row| near << SIDE | row(of_row))
    }
}

/// The proofs on a field. The order in which they are found makes no difference.
struct Logic {
    size: Size,
    mines: Squares,
    /// The closed squares of which nothing is proved.
    unknown: Squares,
    open: Squares,
    /// The open squares to be looked at.
    waiting: VecDeque<usize>,
    is_waiting: Vec<bool>,
}

impl Logic {
    fn of(size: Size, is_mine: &[bool]) -> Self {
        Logic {
            size,
            mines: Squares::of(size, |at| is_mine[at]),
            unknown: Squares::of(size, |_| true),
            open: Squares::of(size, |_| false),
            waiting: VecDeque::new(),
            is_waiting: vec![false; size.squares()],
        }
    }

    /// Finds the proofs from an open number, alone or with another number.
    ///
    /// A number less the mines found around it is the number of mines among its unknown squares. So
    /// it proves these if they are alike. Two numbers prove the squares that only one of them
    /// touches if their difference is as large as possible. Then the own squares of the larger one
    /// are mines, and those of the other are safe.
    fn look_at(&mut self, at: usize) {
        let unknown = self.unknown.near(self.size, at);
        let one = around(MIDDLE * DIAGONAL) & unknown;
        if one == 0 {
            return;
        }
        let [mines, open] = [&self.mines, &self.open].map(|squares| squares.near(self.size, at));
        let are_mines = |squares: Near| squares & !mines == 0;
        let are_safe = |squares: Near| squares & mines == 0;
        let mut proved = 0;
        if are_mines(one) || are_safe(one) {
            proved = one;
        } else {
            for other in bits(open & INNER).map(|bit| around(bit) & unknown) {
                let (ones, others) = (one & !other, other & !one);
                let differ =
                    are_mines(ones) && are_safe(others) || are_safe(ones) && are_mines(others);
                if differ && one & other != 0 {
                    proved |= ones | others;
                }
            }
        }
        bits(proved).for_each(|bit| self.know(self.at(at, bit)));
    }

    /// The square of a bit near this square.
    fn at(&self, square: usize, bit: usize) -> usize {
        let columns = self.size.columns;
        square + bit / SIDE * columns + bit % SIDE - MIDDLE * (columns + 1)
    }

    /// Opens a square that is proved safe, or finds a mine. All numbers around it are to be looked at.
    fn know(&mut self, square: usize) {
        self.unknown.flip(self.size, square);
        if !self.mines.has(self.size, square) {
            self.open.flip(self.size, square);
        }
        let near = around(MIDDLE * DIAGONAL) | 1 << (MIDDLE * DIAGONAL);
        for bit in bits(near & self.open.near(self.size, square)) {
            let at = self.at(square, bit);
            if !std::mem::replace(&mut self.is_waiting[at], true) {
                self.waiting.push_back(at);
            }
        }
    }

    /// Returns true if the number of all mines proves the rest: all unknown squares are alike.
    fn is_cleared(&self) -> bool {
        let unknown = || self.unknown.0.iter().zip(&self.mines.0);
        unknown().all(|(unknown, mines)| unknown & mines == 0)
            || unknown().all(|(unknown, mines)| unknown & !mines == 0)
    }
}
