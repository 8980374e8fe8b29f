//! Proofs: few clues that leave a square only one thing to be.

use super::arrangements::{Arrangements, Assumed, Effort, Known, STEP};
use super::few::Few;
use super::field::Size;
use super::judge::Judge;
use crate::prelude::*;

/// A claim that a square is safe or a mine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    pub square: usize,
    /// True if it is a mine. Otherwise it is safe.
    pub is_mine: bool,
}

/// A claim, and the open squares that prove it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    pub claim: Claim,
    /// The open squares whose numbers prove it. The proof needs each of them, unless it was too long to
    /// be shortened.
    pub numbers: Vec<usize>,
    /// True if the proof also needs the number of all mines.
    pub counts_mines: bool,
}

/// The number of squares among which the simplest proof is chosen, if it takes more than three numbers.
const CANDIDATES: usize = 6;
/// The distance from the square up to which a search looks before it takes all clues.
const REACH: usize = 3;
/// The work of one question, and of all together. Ordering the clues takes a quarter of a step
/// for each pair.
const WORK_OF_ONE: usize = 4_000 * STEP;
const WORK_OF_ALL: usize = 12_000 * STEP;

/// A search for proofs within the work of a meter.
struct Search<'a> {
    judge: &'a Judge,
    meter: Meter,
}

/// The simplest proof that some square is safe: by the fewest numbers if three are enough, and near
/// this square. `None` if no square can be proved safe.
pub fn of_safety(size: Size, judge: &Judge, near: usize) -> Option<Proof> {
    let mut safe: Vec<usize> = judge.proved_safe().collect();
    safe.sort_by_key(|square| size.distance(*square, near));
    by_few(judge, &safe, false).or_else(|| {
        let mut search = Search { judge, meter: Meter::holding(WORK_OF_ALL) };
        let claims = safe.iter().map(|square| Claim { square: *square, is_mine: false });
        let proofs = claims.take(CANDIDATES).map(|claim| search.prove(claim));
        proofs.min_by_key(|proof| (proof.counts_mines, proof.numbers.len()))
    })
}

/// The proof by at most three numbers that one of these squares is safe, or a mine.
fn by_few(judge: &Judge, squares: &[usize], is_mine: bool) -> Option<Proof> {
    let (square, clues) = Few::of(judge.known()).proof(squares, is_mine)?;
    Some(Proof::of(judge.known(), Claim { square, is_mine }, &clues, false))
}

impl Proof {
    fn of(known: &Known, claim: Claim, clues: &[usize], counts_mines: bool) -> Self {
        let mut numbers: Vec<usize> = clues.iter().map(|clue| known.clues()[*clue].at).collect();
        numbers.sort_unstable();
        Proof { claim, numbers, counts_mines }
    }
}

/// A proof that this square is a mine, if the judge says so.
pub fn of_mine(judge: &Judge, square: usize) -> Proof {
    by_few(judge, &[square], true).unwrap_or_else(|| {
        Search { judge, meter: Meter::holding(WORK_OF_ALL) }.prove(Claim { square, is_mine: true })
    })
}

impl Search<'_> {
    /// A proof of this claim of the judge. It is the proof of the judge if there is no time for a
    /// shorter one.
    fn prove(&mut self, claim: Claim) -> Proof {
        let known = self.judge.known();
        let mut near: Vec<usize> = known.clues_of(claim.square).collect();
        for _ in 0..REACH {
            if self.is_proved(claim, &near, false) {
                return self.shortened(claim, near, false);
            }
            near = known.with_neighbours(&near);
        }
        let (clues, counts_mines) = self.judge.grounds(claim.square);
        let counts_mines = counts_mines && !self.is_proved(claim, &clues, false);
        self.shortened(claim, clues, counts_mines)
    }

    /// The proof without the clues that it does not need, if there is time to find them. It keeps
    /// the clues beside the square if it can.
    fn shortened(&mut self, claim: Claim, mut clues: Vec<usize>, counts_mines: bool) -> Proof {
        let known = self.judge.known();
        let beside: Vec<usize> = known.clues_of(claim.square).collect();
        clues.sort_by_key(|clue| beside.contains(clue));
        let mut at = 0;
        while at < clues.len() {
            let removed = clues.remove(at);
            if !self.is_proved(claim, &clues, counts_mines) {
                clues.insert(at, removed);
                at += 1;
            }
        }
        Proof::of(known, claim, &clues, counts_mines)
    }

    /// Returns true if these clues prove the claim. Returns false also if the meter runs out.
    fn is_proved(&mut self, claim: Claim, clues: &[usize], counts_mines: bool) -> bool {
        let ordering = clues.len() * clues.len() / 4;
        if self.meter.spend(STEP * ordering).is_err() {
            return false;
        }
        let all_known = self.judge.known();
        let of_clues = if counts_mines {
            all_known.of_clues_and_total(clues)
        } else {
            all_known.of_clues(clues)
        };
        let otherwise = if claim.is_mine { Assumed::Safe } else { Assumed::Mine };
        let known = of_clues.assuming(&[claim.square], otherwise);
        let mut lent = self.meter.lend(WORK_OF_ONE);
        let all = Arrangements::of(&known, Effort::Thorough(&mut lent));
        self.meter.take_back(lent);
        all.is_ok_and(|all| !all.is_possible())
    }
}
