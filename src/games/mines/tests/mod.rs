//! The rule of fair mines, held against arrangements that are listed one by one, over every position
//! of small fields and over many games on large ones.

mod cost;
mod fair;

use super::arrangements::{Arrangements, Effort, Known};
use super::field::{Field, Size, Square};
use super::position::{Position, Under};
use crate::game::prelude::*;

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

/// All arrangements, counted; with so many steps at most.
fn counted(size: Size, field: &Field) -> Arrangements {
    Arrangements::of(&Known::of(size, field), Effort::Thorough(&mut usize::MAX.clone()))
        .expect("enough steps")
}
