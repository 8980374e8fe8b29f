//! How a position is packed.
//!
//! Every link of a page carries the whole field, so nothing is written that follows from the rest: the
//! number of an open square lies between 1 and how many squares around it are closed; and if none is,
//! it is 0, for around a 0 everything is opened. How long a packed position is follows from the field
//! as everybody sees it.

use super::field::{Field, Size, Square};
use super::position::{Position, Under};
use crate::game::prelude::*;

const SEED_BITS: u32 = 64;
/// Up to so many flags are listed.
const LISTED_MAX: u64 = 6;
impl Position {
    pub fn pack(&self, packer: &mut Packer) {
        let Position { size, field, under, hit } = self;
        let squares = || field.squares.iter();
        let closed = || squares().enumerate().filter(|(at, _)| !field.is_open(*at));
        if let Under::Unsettled { seed } = under {
            packer.put(*seed, SEED_BITS);
        }
        put_all(packer, (0..size.squares()).map(|at| field.is_open(at)));
        put_flags(
            packer,
            &closed().map(|(_, square)| *square == Square::Flagged).collect::<Vec<_>>(),
        );
        match under {
            Under::Unsettled { .. } => {
                for (at, square) in squares().enumerate() {
                    if let Square::Open(mines @ 1..) = square {
                        let around = field.closed_around(*size, at);
                        packer.put_one_of(u64::from(*mines) - 1, around as u64);
                    }
                }
            }
            Under::Mines(is_mine) => {
                put_all(packer, closed().map(|(at, _)| is_mine.get(at) == Some(&true)));
            }
        }
        packer.put(hit.is_some().into(), 1);
        if let Some(at) = hit {
            packer.put_one_of(*at as u64, size.squares() as u64);
        }
    }

    /// Reads what [`Position::pack`] wrote.
    ///
    /// # Errors
    ///
    /// If it is no position on a field of this size.
    pub fn unpack(
        size: Size,
        is_fair: bool,
        packed: &mut Unpacker<'_>,
    ) -> Result<Self, Unpackable> {
        let position = take(size, is_fair, packed)?;
        position.is_possible().then_some(position).ok_or(Unpackable::Impossible)
    }
}

fn put_all(packer: &mut Packer, answers: impl Iterator<Item = bool>) {
    packer.put_each_of(&answers.map(u64::from).collect::<Vec<_>>(), 2);
}

fn take_all(packed: &mut Unpacker<'_>, count: usize) -> Result<Vec<bool>, Unpackable> {
    Ok(packed.take_each_of(count, 2)?.into_iter().map(|answer| answer == 1).collect())
}

/// Which closed squares have flags: up to [`LISTED_MAX`] by their places, more by a bit for every square.
fn put_flags(packer: &mut Packer, is_flagged: &[bool]) {
    let flagged: Vec<u64> =
        (0..).zip(is_flagged).filter(|(_, is)| **is).map(|(at, _)| at).collect();
    let listed = flagged.len() as u64;
    packer.put_one_of(listed.min(LISTED_MAX + 1), LISTED_MAX + 2);
    match listed <= LISTED_MAX {
        true => flagged.iter().for_each(|at| packer.put_one_of(*at, is_flagged.len() as u64)),
        false => put_all(packer, is_flagged.iter().copied()),
    }
}

/// Reads what [`put_flags`] wrote; flags have one form only.
fn take_flags(packed: &mut Unpacker<'_>, count: usize) -> Result<Vec<bool>, Unpackable> {
    let listed = packed.take_one_of(LISTED_MAX + 2)?;
    let mut is_flagged = vec![false; count];
    if listed > LISTED_MAX {
        is_flagged = take_all(packed, count)?;
        let flags = is_flagged.iter().filter(|is_flagged| **is_flagged).count() as u64;
        return if flags > LISTED_MAX { Ok(is_flagged) } else { Err(Unpackable::Impossible) };
    }
    let mut next = 0;
    for _ in 0..listed {
        let at = packed.take_one_of(count as u64)? as usize;
        if at < next {
            return Err(Unpackable::Impossible);
        }
        is_flagged[at] = true;
        next = at + 1;
    }
    Ok(is_flagged)
}

fn take(size: Size, is_fair: bool, packed: &mut Unpacker<'_>) -> Result<Position, Unpackable> {
    let count = size.squares();
    let seed = if is_fair { packed.take(SEED_BITS)? } else { 0 };
    let is_open = take_all(packed, count)?;
    let squares = is_open.iter().map(|is| if *is { Square::Open(0) } else { Square::Closed });
    let mut field = Field { squares: squares.collect() };
    let closed: Vec<usize> = (0..count).filter(|at| !is_open[*at]).collect();
    for (at, is_flagged) in closed.iter().zip(take_flags(packed, closed.len())?) {
        if is_flagged {
            field.squares[*at] = Square::Flagged;
        }
    }
    let under = if is_fair {
        for at in (0..count).filter(|at| is_open[*at]) {
            let around = field.closed_around(size, at) as u64;
            let mines = if around == 0 { 0 } else { 1 + packed.take_one_of(around)? };
            field.squares[at] = Square::Open(mines as u8);
        }
        Under::Unsettled { seed }
    } else {
        let mut is_mine = vec![false; count];
        for (at, has_mine) in closed.iter().zip(take_all(packed, closed.len())?) {
            is_mine[*at] = has_mine;
        }
        for at in (0..count).filter(|at| is_open[*at]) {
            field.squares[at] = Square::Open(size.mines_around(at, &is_mine));
        }
        Under::Mines(is_mine)
    };
    let hit = match packed.take(1)? {
        0 => None,
        _ => Some(packed.take_one_of(count as u64)? as usize),
    };
    Ok(Position { size, field, under, hit })
}
