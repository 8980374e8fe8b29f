//! The discs on the board, as bits, the moves, and the discs that they turn.
//!
//! Bit 0 is the square a1 at the top left, bit 7 is h1, and bit 63 is h8. So the number of a bit is the place of
//! its square on a page.

use crate::prelude::*;

/// The squares of a row, and of a column.
pub const SIDE: usize = 8;
pub const SQUARES: usize = SIDE * SIDE;

/// Squares as bits.
pub type Squares = u64;

/// The four corners.
pub const CORNERS: Squares = 0x8100_0000_0000_0081;
/// The squares diagonally beside a corner.
const BESIDE_CORNERS: Squares = 0x0042_0000_0000_4200;
/// The squares of the edges beside a corner.
const ON_EDGES: Squares = 0x4281_0000_0000_8142;
/// The six columns and rows between the edges: only their discs lie between two others.
const INNER_COLUMNS: Squares = 0x7e7e_7e7e_7e7e_7e7e;
const INNER_ROWS: Squares = 0x00ff_ffff_ffff_ff00;

/// The columns are a to h from the left, and the rows 1 to 8 from the top, as in the rules of the World Othello
/// Federation.
pub const NAMES: Corner = Corner::TopLeft;
pub const SIZE: [usize; 2] = [SIDE, SIDE];

/// The place of a square on a page, row by row from the top.
pub const fn place(square: Squares) -> usize {
    square.trailing_zeros() as usize
}

/// The name of a square: `d3`.
pub fn name(square: Squares) -> String {
    NAMES.name(place(square), SIZE)
}

/// The square of this name. `None` if there is none.
pub fn square(name: &str) -> Option<Squares> {
    NAMES.square(name, SIZE).map(|place| 1 << place)
}

/// The squares in a set, one by one.
pub fn each(mut set: Squares) -> impl Iterator<Item = Squares> {
    std::iter::from_fn(move || {
        let first = set & set.wrapping_neg();
        set ^= first;
        (first != 0).then_some(first)
    })
}

/// The number of squares in a set.
pub const fn size(set: Squares) -> usize {
    set.count_ones() as usize
}

/// The set one step on in a direction: up if `UP`, else down, by so many bits.
#[inline(always)]
const fn step<const BITS: u32, const UP: bool>(set: Squares) -> Squares {
    if UP { set >> BITS } else { set << BITS }
}

/// The discs of `between` in rows without a gap that begin beside a square of a set.
#[inline(always)]
const fn row<const BITS: u32, const UP: bool>(from: Squares, between: Squares) -> Squares {
    let first = between & step::<BITS, UP>(from);
    let two = first | between & step::<BITS, UP>(first);
    let pairs = between & step::<BITS, UP>(between);
    let four = two | pairs & step::<BITS, UP>(step::<BITS, UP>(two));
    four | pairs & step::<BITS, UP>(step::<BITS, UP>(four))
}

/// The squares behind the rows of `between` that begin beside a square of `own`.
#[inline(always)]
const fn behind<const BITS: u32, const UP: bool>(own: Squares, between: Squares) -> Squares {
    step::<BITS, UP>(row::<BITS, UP>(own, between))
}

/// The row of `between` beside a square, if a disc of `own` is behind it.
#[inline(always)]
const fn closed<const BITS: u32, const UP: bool>(
    square: Squares,
    own: Squares,
    between: Squares,
) -> Squares {
    let row = row::<BITS, UP>(square, between);
    if step::<BITS, UP>(row) & own == 0 { 0 } else { row }
}

/// The squares on which a player with these discs can place one.
pub const fn moves(own: Squares, other: Squares) -> Squares {
    let [across, down, both] =
        [other & INNER_COLUMNS, other & INNER_ROWS, other & INNER_COLUMNS & INNER_ROWS];
    let found = behind::<1, true>(own, across)
        | behind::<1, false>(own, across)
        | behind::<8, true>(own, down)
        | behind::<8, false>(own, down)
        | behind::<7, true>(own, both)
        | behind::<7, false>(own, both)
        | behind::<9, true>(own, both)
        | behind::<9, false>(own, both);
    found & !(own | other)
}

/// The discs of the other player that a disc on a square turns.
pub const fn turned(square: Squares, own: Squares, other: Squares) -> Squares {
    let [across, down, both] =
        [other & INNER_COLUMNS, other & INNER_ROWS, other & INNER_COLUMNS & INNER_ROWS];
    closed::<1, true>(square, own, across)
        | closed::<1, false>(square, own, across)
        | closed::<8, true>(square, own, down)
        | closed::<8, false>(square, own, down)
        | closed::<7, true>(square, own, both)
        | closed::<7, false>(square, own, both)
        | closed::<9, true>(square, own, both)
        | closed::<9, false>(square, own, both)
}

/// The squares beside those of a set, in all eight directions.
pub const fn beside(set: Squares) -> Squares {
    const NOT_A: Squares = 0xfefe_fefe_fefe_fefe;
    const NOT_H: Squares = 0x7f7f_7f7f_7f7f_7f7f;
    let rows = set | (set << 1) & NOT_A | (set >> 1) & NOT_H;
    rows | rows << 8 | rows >> 8
}

/// The squares diagonally beside a free corner, and those beside one on an edge. A disc there often gives the
/// corner away.
pub const fn risky(free: Squares) -> [Squares; 2] {
    let near = beside(free & CORNERS);
    [near & BESIDE_CORNERS, near & ON_EDGES]
}

/// The discs of the two seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Discs(pub [Squares; 2]);

impl Discs {
    /// The four discs of the start, of the seat that begins and of the other one.
    pub const fn start(first: Seat) -> Self {
        const DARK: Squares = 0x0000_0008_1000_0000;
        const LIGHT: Squares = 0x0000_0010_0800_0000;
        Discs(if first == 0 { [DARK, LIGHT] } else { [LIGHT, DARK] })
    }

    /// The squares without discs.
    pub const fn free(&self) -> Squares {
        !(self.0[0] | self.0[1])
    }

    /// The squares on which a seat can place a disc.
    pub const fn moves(&self, seat: Seat) -> Squares {
        moves(self.0[seat], self.0[1 - seat])
    }

    /// The discs that a disc of a seat would turn.
    pub const fn turned(&self, seat: Seat, square: Squares) -> Squares {
        if self.free() & square == 0 {
            return 0;
        }
        turned(square, self.0[seat], self.0[1 - seat])
    }

    /// The discs with one more of a seat.
    pub const fn with(mut self, seat: Seat, square: Squares) -> Self {
        let turned = self.turned(seat, square);
        self.0[seat] |= square | turned;
        self.0[1 - seat] &= !turned;
        self
    }

    /// The numbers of discs of the two seats.
    pub const fn counts(&self) -> [usize; 2] {
        [size(self.0[0]), size(self.0[1])]
    }
}
