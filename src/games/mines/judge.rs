//! Who judges whether a square may be opened. On a fair field nothing hidden decides it, only what
//! everybody sees: a square that can be proved safe is safe; who opens another one while some square
//! can be proved safe hits a mine, if there may be one; and where nothing can be proved, who guesses
//! is safe.

use super::arrangements::{Arrangements, Assumed, Effort, Known, MayBe};
use super::field::{Field, Size};
use crate::game::prelude::Chance;

/// How many steps from state to state may be made to judge a square, and again to draw an
/// arrangement. In 40 games by logic on the largest field with the most mines one of 4,117 positions
/// took more; whoever goes back again and again to tangle the field can find more of them.
pub const STEPS_MAX: usize = 12_000;
/// Where that is too few: how many states of each group are looked at to draw an arrangement, chosen
/// by lot, and how often it is tried. If none is found, the square cannot be opened.
const SAMPLE: usize = 60;
const ATTEMPTS: usize = 3;

/// What the closed squares may be.
pub struct Judge {
    known: Known,
    /// What each square may be; nothing for open ones.
    may_be: Vec<Option<MayBe>>,
    /// Whether that is all that can be proved. If not, the field is too tangled, and only what
    /// clues near each other prove is known.
    pub is_thorough: bool,
}

/// What a square is judged to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing can be a mine there.
    ProvedSafe,
    /// Nothing but a mine can be there.
    ProvedMine,
    /// It may be either, and some other square can be proved safe.
    Rash,
    /// It may be either, and no square can be proved safe.
    MustGuess,
}

impl Judge {
    /// Looks for all that can be proved.
    pub fn of(size: Size, field: &Field) -> Self {
        Self::within(STEPS_MAX, size, field)
    }

    /// The same with so many steps at most.
    pub fn within(mut steps: usize, size: Size, field: &Field) -> Self {
        let known = Known::of(size, field);
        let mut may_be = vec![None; field.squares.len()];
        let mut put = |squares: Vec<(usize, MayBe)>| {
            squares.into_iter().for_each(|(square, is)| may_be[square] = Some(is));
        };
        match Arrangements::of(&known, Effort::Thorough(&mut steps)) {
            Ok(all) => {
                put(all.squares());
                Judge { known, may_be, is_thorough: true }
            }
            Err(_) => {
                let unknown = MayBe { safe: true, mine: true };
                let closed = (0..field.squares.len()).filter(|square| !field.is_open(*square));
                put(closed.map(|square| (square, unknown)).collect());
                for (square, is) in near_proofs(&known) {
                    if let Some(known) = &mut may_be[square] {
                        known.safe &= is.safe;
                        known.mine &= is.mine;
                    }
                }
                Judge { known, may_be, is_thorough: false }
            }
        }
    }

    pub fn known(&self) -> &Known {
        &self.known
    }

    /// The squares that can be proved safe.
    pub fn proved_safe(&self) -> impl Iterator<Item = usize> {
        let squares = self.may_be.iter().enumerate();
        squares.filter(|(_, is)| is.is_some_and(|is| is.safe && !is.mine)).map(|(square, _)| square)
    }

    /// What this closed square is.
    pub fn verdict(&self, square: usize) -> Verdict {
        let is = self.may_be.get(square).copied().flatten().unwrap_or_default();
        match is {
            MayBe { safe: true, mine: false } => Verdict::ProvedSafe,
            MayBe { safe: false, .. } => Verdict::ProvedMine,
            // Where not all proofs are known, nobody is blamed for missing one.
            _ if self.is_thorough && self.proved_safe().next().is_some() => Verdict::Rash,
            _ => Verdict::MustGuess,
        }
    }
}

/// How far clues may lie apart, and how many there may be, for what they prove together when the
/// field is too tangled to be looked through whole.
const NEAR: usize = 1;
const STEPS_NEAR: usize = 400;

/// What clues prove together that lie near each other, without counting all mines.
fn near_proofs(known: &Known) -> Vec<(usize, MayBe)> {
    let mut proved = Vec::new();
    for clue in 0..known.clues().len() {
        let near = (0..NEAR).fold(vec![clue], |clues, _| known.with_neighbours(&clues));
        let mut steps = STEPS_NEAR;
        if let Ok(all) = Arrangements::of(&known.of_clues(&near), Effort::Thorough(&mut steps)) {
            proved.extend(all.squares().into_iter().filter(|(_, is)| !is.safe || !is.mine));
        }
    }
    proved
}

/// An arrangement of mines that fits the field, with none on these squares, or with one there: each
/// as likely as the others. None if none fits.
pub fn draw(
    size: Size,
    field: &Field,
    squares: &[usize],
    assumed: Assumed,
    chance: &mut Chance,
) -> Option<Vec<bool>> {
    let known = squares.iter().fold(Known::of(size, field), |k, at| k.assuming(*at, assumed));
    let drawn = match Arrangements::of(&known, Effort::Thorough(&mut STEPS_MAX.clone())) {
        Ok(all) => all.draw(chance),
        Err(_) => (0..ATTEMPTS).find_map(|_| {
            let some = Arrangements::of(&known, Effort::Sampled(SAMPLE, &mut *chance));
            some.ok()?.draw(chance)
        }),
    }?;
    let mut is_mine = vec![false; field.squares.len()];
    drawn.into_iter().for_each(|square| is_mine[square] = true);
    squares.iter().for_each(|square| is_mine[*square] = assumed == Assumed::Mine);
    Some(is_mine)
}
