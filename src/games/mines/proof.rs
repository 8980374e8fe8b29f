//! Proofs: few clues that leave a square only one thing to be.

use super::arrangements::{Arrangements, Assumed, Effort, Known};
use super::field::Size;
use super::judge::Judge;

/// What a square is.
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
    /// The open squares whose numbers prove it. The proof needs each of them.
    pub clues: Vec<usize>,
    /// True if the proof also needs the number of all mines.
    pub counts_mines: bool,
}

/// The number of squares among which the simplest proof is chosen.
const CANDIDATES: usize = 6;
/// How far from the square a search goes before it takes all clues.
const REACH: usize = 3;
/// The most steps of one question, and of all together. Ordering the clues takes a quarter of a step
/// for each pair.
const STEPS_OF_ONE: usize = 4_000;
const STEPS_OF_ALL: usize = 12_000;

/// A search for proofs within this many steps.
struct Search<'a> {
    known: &'a Known,
    steps: usize,
}

/// The simplest proof near this square that some square is safe.
pub fn of_safety(size: Size, judge: &Judge, near: usize) -> Option<Proof> {
    let mut safe: Vec<usize> = judge.proved_safe().collect();
    safe.sort_by_key(|square| size.distance(*square, near));
    let mut search = Search { known: judge.known(), steps: STEPS_OF_ALL };
    let proofs = safe.iter().take(CANDIDATES);
    let proofs =
        proofs.filter_map(|square| search.prove(Claim { square: *square, is_mine: false }));
    proofs.min_by_key(|proof| (proof.counts_mines, proof.clues.len()))
}

/// A proof that this square is a mine.
pub fn of_mine(judge: &Judge, square: usize) -> Option<Proof> {
    Search { known: judge.known(), steps: STEPS_OF_ALL }.prove(Claim { square, is_mine: true })
}

impl Search<'_> {
    /// A proof of this claim. `None` if it is wrong, or if there is no time to find a proof.
    fn prove(&mut self, claim: Claim) -> Option<Proof> {
        let known = self.known;
        let mut clues: Vec<usize> = known.clues_of(claim.square).collect();
        for _ in 0..REACH {
            if self.is_proved(claim, &clues, false) {
                return self.shortened(claim, clues, false);
            }
            clues = known.with_neighbours(&clues);
        }
        let all: Vec<usize> = (0..known.clues().len()).collect();
        let counts_mines = !self.is_proved(claim, &all, false);
        if counts_mines && !self.is_proved(claim, &all, true) {
            return None;
        }
        self.shortened(claim, all, counts_mines)
    }

    /// The proof without the clues that it does not need. It keeps the clues beside the square if it
    /// can. `None` if there is no time.
    fn shortened(
        &mut self,
        claim: Claim,
        mut clues: Vec<usize>,
        counts_mines: bool,
    ) -> Option<Proof> {
        let beside: Vec<usize> = self.known.clues_of(claim.square).collect();
        clues.sort_by_key(|clue| beside.contains(clue));
        let mut at = 0;
        while at < clues.len() {
            let removed = clues.remove(at);
            if !self.is_proved(claim, &clues, counts_mines) {
                clues.insert(at, removed);
                at += 1;
            }
        }
        let mut clues: Vec<usize> = clues.iter().map(|clue| self.known.clues()[*clue].at).collect();
        clues.sort_unstable();
        (self.steps > 0).then_some(Proof { claim, clues, counts_mines })
    }

    /// Returns true if nothing fits these clues when the claim is wrong. Returns false if there is no
    /// time to find that out.
    fn is_proved(&mut self, claim: Claim, clues: &[usize], counts_mines: bool) -> bool {
        let ordering = clues.len() * clues.len() / 4;
        self.steps = self.steps.saturating_sub(ordering);
        if self.steps == 0 {
            return false;
        }
        let known = if counts_mines {
            self.known.of_clues_and_total(clues)
        } else {
            self.known.of_clues(clues)
        };
        let otherwise = if claim.is_mine { Assumed::Safe } else { Assumed::Mine };
        let known = known.assuming(&[claim.square], otherwise);
        let allowed = self.steps.min(STEPS_OF_ONE);
        let mut steps = allowed;
        let all = Arrangements::of(&known, Effort::Thorough(&mut steps));
        self.steps -= allowed - steps;
        all.is_ok_and(|all| !all.is_possible())
    }
}
