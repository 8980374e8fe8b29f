//! Writing and reading a position.
//!
//! Every link of a page carries the whole field, so nothing is written that follows from the rest.
//! The number of an open square is between 1 and the number of closed squares around it. If none is
//! closed the number is 0, because around a 0 everything is open. The length follows from the field
//! as everybody sees it.

use super::field::Square;
use super::position::{Position, Under};
use crate::game::prelude::*;

const SEED_BITS: u32 = 64;
/// The most flags that are written as a list of places. More take a bit for every closed square.
const LISTED_MAX: usize = 6;

impl Position {
    /// Writes or reads every field.
    pub fn fields(&mut self, codec: &mut Codec<'_>) -> Coded {
        let count = self.size.squares();
        if let Under::Unsettled { seed } = &mut self.under {
            codec.bits(seed, SEED_BITS)?;
        }
        let mut is_open: Vec<bool> = (0..count).map(|at| self.field.is_open(at)).collect();
        codec.flags(&mut is_open)?;
        let (open, closed): (Vec<usize>, Vec<usize>) = (0..count).partition(|at| is_open[*at]);
        let squares = &mut self.field.squares;
        let mut is_flagged: Vec<bool> =
            closed.iter().map(|at| squares[*at] == Square::Flagged).collect();
        flags(codec, &mut is_flagged)?;
        for (at, is_flagged) in closed.iter().zip(is_flagged) {
            squares[*at] = if is_flagged { Square::Flagged } else { Square::Closed };
        }
        if codec.is_reading() {
            open.iter().for_each(|at| squares[*at] = Square::Open(0));
        }
        self.mines(codec, &open, &closed)?;
        // Every link of a field carries this, and almost none has a hit.
        let mut is_hit = self.hit.is_some();
        codec.flag(&mut is_hit)?;
        if is_hit {
            let mut at = self.hit.unwrap_or(0);
            codec.below(&mut at, count)?;
            self.hit = Some(at);
        }
        Ok(())
    }

    /// Writes or reads the numbers of a fair field, or the mines of a classic one.
    fn mines(&mut self, codec: &mut Codec<'_>, open: &[usize], closed: &[usize]) -> Coded {
        let size = self.size;
        match &mut self.under {
            Under::Unsettled { .. } => {
                for at in open {
                    let around = self.field.closed_around(size, *at);
                    if let (Square::Open(mines), 1..) = (&mut self.field.squares[*at], around) {
                        let mut more = mines.saturating_sub(1);
                        codec.below(&mut more, around)?;
                        *mines = more + 1;
                    }
                }
            }
            Under::Mines(is_mine) => {
                closed.iter().try_for_each(|at| codec.flag(&mut is_mine[*at]))?;
                for at in open {
                    self.field.squares[*at] = Square::Open(size.mines_around(*at, is_mine));
                }
            }
        }
        Ok(())
    }
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
