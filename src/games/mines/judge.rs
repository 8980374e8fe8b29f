//! The judge of a fair field, who says if a square may be opened. The verdict follows from what
//! everybody sees:
//!
//! - A square that can be proved safe is safe.
//! - If some square can be proved safe, any other square that may be a mine is a mine.
//! - If no square can be proved safe, a guess is safe.

use super::arrangements::{Arrangements, Assumed, Effort, Known, MayBe, STEP, find_one};
use super::few::Few;
use super::field::{Field, Size};
use crate::prelude::*;

/// The work to judge a square, and again to draw an arrangement, in units of a meter. In 40 games
/// by logic on the largest field with the most mines, one of 4,117 positions took more. A player who
/// goes back again and again to tangle the field can find more of them.
pub const WORK: usize = 12_000 * STEP;
/// If that is not enough, a draw looks at this many states of each group, chosen at random.
const SAMPLE: usize = 60;
/// If the states do not lead to an arrangement, a search takes the first that it finds with this work. If it finds none, the square cannot be opened.
const WORK_TO_ANY: usize = 5_000 * STEP;

/// Knows what the closed squares may be.
pub struct Judge {
    known: Known,
    /// An entry for each square. Open squares have none.
    may_be: Vec<Option<MayBe>>,
    /// On a field that is too tangled, the clues that prove a square.
    near: Vec<(usize, Vec<usize>)>,
    /// True if that is all that can be proved. On a field that is too tangled, the judge only knows
    /// what clues near each other prove.
    pub is_thorough: bool,
}

/// A verdict on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It cannot be a mine.
    ProvedSafe,
    /// It can only be a mine.
    ProvedMine,
    /// It may be either, and some other square can be proved safe.
    Rash,
    /// It may be either, and no square can be proved safe.
    MustGuess,
}

impl Judge {
    /// Looks for all that can be proved.
    pub fn of(size: Size, field: &Field) -> Self {
        Self::within(Meter::holding(WORK), size, field)
    }

    /// The same within the work of a meter.
    pub fn within(mut meter: Meter, size: Size, field: &Field) -> Self {
        let known = Known::of(size, field);
        let mut may_be = vec![None; field.squares.len()];
        let mut near = Vec::new();
        let all = Arrangements::of(&known, Effort::Thorough(&mut meter));
        let is_thorough = all.is_ok();
        match all {
            Ok(all) => all.squares().into_iter().for_each(|(at, is)| may_be[at] = Some(is)),
            Err(_) => {
                let closed = (0..may_be.len()).filter(|at| !field.is_open(*at));
                closed.for_each(|at| may_be[at] = Some(MayBe { safe: true, mine: true }));
                for (clues, proved) in near_proofs(&known) {
                    for (at, is) in proved {
                        if may_be[at].replace(is) != Some(is) {
                            near.push((at, clues.clone()));
                        }
                    }
                }
            }
        }
        Judge { known, may_be, near, is_thorough }
    }

    pub fn known(&self) -> &Known {
        &self.known
    }

    /// The clues that prove this square, and true if the proof may also need the number of all
    /// mines.
    pub fn grounds(&self, square: usize) -> (Vec<usize>, bool) {
        let near = self.near.iter().find(|(at, _)| *at == square);
        near.map_or_else(
            || ((0..self.known.clues().len()).collect(), self.is_thorough),
            |(_, clues)| (clues.clone(), false),
        )
    }

    /// The squares that can be proved safe.
    pub fn proved_safe(&self) -> impl Iterator<Item = usize> {
        let squares = self.may_be.iter().enumerate();
        squares.filter(|(_, is)| is.is_some_and(|is| is.safe && !is.mine)).map(|(square, _)| square)
    }

    /// The verdict on this closed square.
    pub fn verdict(&self, square: usize) -> Verdict {
        match self.may_be[square].expect("the square is closed") {
            MayBe { safe: true, mine: false } => Verdict::ProvedSafe,
            MayBe { safe: false, .. } => Verdict::ProvedMine,
            // A tangled field may hide proofs, so missing one is no fault.
            _ if self.is_thorough && self.proved_safe().next().is_some() => Verdict::Rash,
            _ => Verdict::MustGuess,
        }
    }
}

/// The work of a search around one clue of a tangled field.
const WORK_NEAR: usize = 400 * STEP;

/// The clues near each clue, and their proofs of squares without the number of all mines. If even
/// these are too tangled, it is what three of them prove.
fn near_proofs(known: &Known) -> impl Iterator<Item = (Vec<usize>, Vec<(usize, MayBe)>)> {
    let mut few = Few::of(known);
    (0..known.clues().len()).map(move |clue| {
        let near = known.with_neighbours(&[clue]);
        let mut meter = Meter::holding(WORK_NEAR);
        let all = Arrangements::of(&known.of_clues(&near), Effort::Thorough(&mut meter));
        let proved = match all {
            Ok(all) => all.squares().into_iter().filter(|(_, is)| is.safe != is.mine).collect(),
            Err(_) => few.around(clue),
        };
        (near, proved)
    })
}

/// An arrangement of mines that fits what is known, with none on these squares or with one on each. All
/// of them are equally likely if a search within the work of a meter finds them all. `None` if
/// none is found.
pub fn draw(
    mut meter: Meter,
    size: Size,
    known: &Known,
    squares: &[usize],
    assumed: Assumed,
    chance: &mut Chance,
) -> Option<Vec<bool>> {
    let known = known.assuming(squares, assumed);
    let drawn = match Arrangements::of(&known, Effort::Thorough(&mut meter)) {
        Ok(all) => all.draw(chance),
        Err(_) => {
            let some = Arrangements::of(&known, Effort::Sampled(SAMPLE, &mut *chance));
            let drawn = some.ok().and_then(|some| some.draw(chance));
            drawn.or_else(|| find_one(&known, Meter::holding(WORK_TO_ANY), chance))
        }
    }?;
    let mut is_mine = vec![false; size.squares()];
    drawn.into_iter().for_each(|square| is_mine[square] = true);
    squares.iter().for_each(|square| is_mine[*square] = assumed == Assumed::Mine);
    Some(is_mine)
}
