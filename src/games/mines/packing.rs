//! Writing and reading the field.
//!
//! Every link of a page carries the whole field, so nothing is written that follows from the rest.
//! The number of an open square is between 1 and the number of closed squares around it. If none is
//! closed, the number is 0, because everything around a 0 is open. The length follows from the field
//! as everybody sees it.

use super::field::{Field, Size, Square};
use super::position::{Position, Under};
use crate::prelude::*;

/// The most flags that are written as a list of places. More take a bit for every closed square.
const LISTED_MAX: usize = 6;

/// Writes or reads the squares, and the mines of a classic field.
pub fn squares(position: &mut Position, codec: &mut Codec<'_>) -> Coded {
    let Position { size, field, under, .. } = position;
    let count = size.squares();
    let mut is_open: Vec<bool> = (0..count).map(|at| field.is_open(at)).collect();
    codec.flags(&mut is_open)?;
    let (open, closed): (Vec<usize>, Vec<usize>) = (0..count).partition(|at| is_open[*at]);
    let shows_flag = |at: &usize| field.squares[*at] == Square::Flagged;
    let mut is_flagged: Vec<bool> = closed.iter().map(shows_flag).collect();
    flags(codec, &mut is_flagged)?;
    for (at, has_flag) in closed.iter().zip(is_flagged) {
        field.squares[*at] = if has_flag { Square::Flagged } else { Square::Closed };
    }
    if codec.is_reading() {
        open.iter().for_each(|at| field.squares[*at] = Square::Open(0));
    }
    match under {
        Under::Unsettled { .. } => open.iter().try_for_each(|at| number(*size, field, *at, codec)),
        Under::Mines(is_mine) => {
            closed.iter().try_for_each(|at| codec.flag(&mut is_mine[*at]))?;
            let number = |at: &usize| Square::Open(size.mines_around(*at, is_mine));
            open.iter().for_each(|at| field.squares[*at] = number(at));
            Ok(())
        }
    }
}

/// Writes or reads the number of an open square of a fair field.
fn number(size: Size, field: &mut Field, at: usize, codec: &mut Codec<'_>) -> Coded {
    let around = field.closed_around(size, at);
    if let (Square::Open(mines), 1..) = (&mut field.squares[at], around) {
        let mut more = mines.saturating_sub(1);
        codec.below(&mut more, around)?;
        *mines = more + 1;
    }
    Ok(())
}

/// Writes or reads the flags of the closed squares. A set of flags has one form only.
fn flags(codec: &mut Codec<'_>, is_flagged: &mut [bool]) -> Coded {
    let mut places: Vec<usize> = (0..is_flagged.len()).filter(|at| is_flagged[*at]).collect();
    let mut listed = places.len().min(LISTED_MAX + 1);
    codec.below(&mut listed, LISTED_MAX + 2)?;
    if listed > LISTED_MAX {
        codec.flags(is_flagged)?;
        let flags = is_flagged.iter().filter(|is_flagged| **is_flagged).count();
        return if flags > LISTED_MAX { Ok(()) } else { Err(Unpackable::Impossible) };
    }
    places.resize(listed, 0);
    places.iter_mut().try_for_each(|place| codec.below(place, is_flagged.len()))?;
    places.iter().for_each(|place| is_flagged[*place] = true);
    if places.is_sorted_by(|one, other| one < other) { Ok(()) } else { Err(Unpackable::Impossible) }
}
