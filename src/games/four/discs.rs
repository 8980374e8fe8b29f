//! The discs on the board, as bits, and the fours that they make.
//!
//! A column takes seven bits, its lowest square the lowest one. The seventh is always empty, so no four goes
//! from one column into the next by mistake. John Tromp's Fhourstones uses the same numbers.

use crate::prelude::*;

pub const COLUMNS: usize = 7;
pub const ROWS: usize = 6;
/// The bits from a square to the next one: up, right, and right along the diagonals.
const STEPS: [u32; 4] = [1, 7, 6, 8];
const HEIGHT: usize = ROWS + 1;

/// Squares as bits.
pub type Squares = u64;

/// The lowest squares of all columns.
const BOTTOM: Squares = 0x0408_1020_4081;
/// Every square.
pub const WHOLE: Squares = BOTTOM * 0x3f;

/// The discs of the two seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Discs(pub [Squares; 2]);

/// The bit of a square.
pub const fn bit(column: usize, row: usize) -> Squares {
    1 << (column * HEIGHT + row)
}

/// The squares of a column.
pub const fn column(at: usize) -> Squares {
    0x3f << (at * HEIGHT)
}

/// The column of a square.
pub const fn column_of(square: Squares) -> usize {
    square.trailing_zeros() as usize / HEIGHT
}

/// The squares in a set, one by one.
pub fn each(mut set: Squares) -> impl Iterator<Item = Squares> {
    std::iter::from_fn(move || {
        let first = set & set.wrapping_neg();
        set ^= first;
        (first != 0).then_some(first)
    })
}

/// The place of a square on a page, row by row from the top.
pub const fn place(square: Squares) -> usize {
    let row = square.trailing_zeros() as usize % HEIGHT;
    (ROWS - 1 - row) * COLUMNS + column_of(square)
}

/// The square at a place of a page.
pub const fn at_place(place: usize) -> Squares {
    bit(place % COLUMNS, ROWS - 1 - place / COLUMNS)
}

/// The columns are the letters a to g, and the rows count from below, as in Victor Allis's thesis.
pub const NAMES: Corner = Corner::BottomLeft;
pub const SIZE: [usize; 2] = [COLUMNS, ROWS];

/// The name of a square: `d1`.
pub fn name(square: Squares) -> String {
    NAMES.name(place(square), SIZE)
}

/// The square of this name. `None` if there is none.
pub fn square(name: &str) -> Option<Squares> {
    NAMES.square(name, SIZE).map(at_place)
}

/// The lowest squares of all runs of four in a set, in each direction.
const fn starts(set: Squares, step: u32) -> Squares {
    let pairs = set & set >> step;
    pairs & pairs >> (2 * step)
}

/// The fours in a set, as sets.
pub fn fours(set: Squares) -> impl Iterator<Item = Squares> {
    STEPS.into_iter().flat_map(move |step| {
        let four = move |first: Squares| (0..4).fold(0, |all, at| all | first << (at * step));
        each(starts(set, step)).map(four)
    })
}

/// Returns true if a set has a four.
pub const fn has_four(set: Squares) -> bool {
    starts(set, 1) | starts(set, 7) | starts(set, 6) | starts(set, 8) != 0
}

/// The number of fours in a set.
pub const fn count_fours(set: Squares) -> u32 {
    starts(set, 1).count_ones()
        + starts(set, 7).count_ones()
        + starts(set, 6).count_ones()
        + starts(set, 8).count_ones()
}

/// The squares outside a set that would complete a four with three of its squares.
pub const fn completing(set: Squares) -> Squares {
    // In a column only above three.
    let above = set << 1 & set << 2 & set << 3;
    (above | along::<7>(set) | along::<6>(set) | along::<8>(set)) & WHOLE & !set
}

/// The same in one direction, and maybe some squares of the set.
#[inline(always)]
const fn along<const STEP: u32>(set: Squares) -> Squares {
    let [right, left] = [set << STEP, set >> STEP];
    let [behind, before] = [right & set << (2 * STEP), left & set >> (2 * STEP)];
    behind & (set << (3 * STEP) | left) | before & (set >> (3 * STEP) | right)
}

impl Discs {
    /// The squares with discs.
    pub const fn taken(&self) -> Squares {
        self.0[0] | self.0[1]
    }

    /// The squares to which a disc can fall.
    pub const fn landings(&self) -> Squares {
        (self.taken() + BOTTOM) & WHOLE
    }

    /// The squares without discs.
    pub const fn free(&self) -> Squares {
        WHOLE & !self.taken()
    }

    /// The number of discs.
    pub const fn count(&self) -> usize {
        self.taken().count_ones() as usize
    }

    /// The discs with one more of a seat.
    pub const fn with(mut self, seat: Seat, square: Squares) -> Self {
        self.0[seat] |= square;
        self
    }

    /// The square to which a disc of this column falls. `None` if the column is full.
    pub fn landing(&self, at: usize) -> Option<Squares> {
        Some(self.landings() & column(at)).filter(|square| *square != 0)
    }

    /// The highest disc of a column that has one.
    pub fn top(&self, at: usize) -> Squares {
        let taken = self.taken() & column(at);
        taken & !(taken >> 1)
    }

    /// The seat whose discs have a four.
    pub fn winner(&self) -> Option<Seat> {
        (0..2).find(|seat| has_four(self.0[*seat]))
    }

    /// The empty squares that would complete a four of a seat, whether a disc can fall there or not.
    pub const fn threats(&self, seat: Seat) -> Squares {
        completing(self.0[seat]) & self.free()
    }

    /// The fours through a square that a seat can still make: the other has no disc there.
    pub fn open_fours(&self, seat: Seat, square: Squares) -> Vec<Squares> {
        fours(WHOLE & !self.0[1 - seat]).filter(|four| four & square != 0).collect()
    }
}
