//! Proofs: few clues that leave a square only one thing to be.

use super::arrangements::{Arrangements, Assumed, Effort, Known};
use super::field::Size;
use super::judge::Judge;

/// A square, what it is, and the open squares that prove it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    pub square: usize,
    /// Whether it is a mine. Else it is safe.
    pub is_mine: bool,
    /// The open squares whose numbers leave it nothing else to be. None of them can be left out.
    pub clues: Vec<usize>,
    /// Whether the number of all mines is needed besides.
    pub counts_mines: bool,
}

/// How many squares are looked at for the simplest proof.
const CANDIDATES: usize = 6;
/// How far away the clues of a proof are looked for before all are taken.
const REACH: usize = 3;
/// The steps that one question may take, and all together. To put clues in order counts too: for
/// each pair of them a quarter of a step.
const STEPS_OF_ONE: usize = 4_000;
const STEPS_OF_ALL: usize = 12_000;

/// Looks for proofs, within so many steps.
struct Search<'a> {
    known: &'a Known,
    steps: usize,
}

/// The simplest proof near this square that some square is safe.
pub fn of_safety(size: Size, judge: &Judge, near: usize) -> Option<Proof> {
    let mut safe: Vec<usize> = judge.proved_safe().collect();
    safe.sort_by_key(|square| size.distance(*square, near));
    let mut search = Search { known: judge.known(), steps: STEPS_OF_ALL };
    let proofs = safe.iter().take(CANDIDATES).filter_map(|square| search.prove(*square, false));
    proofs.min_by_key(|proof| (proof.counts_mines, proof.clues.len()))
}

/// A proof that this square is a mine.
pub fn of_mine(judge: &Judge, square: usize) -> Option<Proof> {
    Search { known: judge.known(), steps: STEPS_OF_ALL }.prove(square, true)
}

impl Search<'_> {
    /// A proof of what this square is; none if it is not so, or not found in time.
    fn prove(&mut self, square: usize, is_mine: bool) -> Option<Proof> {
        let known = self.known;
        let mut clues: Vec<usize> = known.clues_of(square).collect();
        for _ in 0..REACH {
            if self.is_proved(square, is_mine, &clues, false) {
                return self.shortened(square, is_mine, clues, false);
            }
            clues = known.with_neighbours(&clues);
        }
        let all: Vec<usize> = (0..known.clues().len()).collect();
        let counts_mines = !self.is_proved(square, is_mine, &all, false);
        match !counts_mines || self.is_proved(square, is_mine, &all, true) {
            true => self.shortened(square, is_mine, all, counts_mines),
            false => None,
        }
    }

    /// The proof without the clues that it does not need, those last that lie nearest to the square.
    /// None if there is no time to find that out.
    fn shortened(
        &mut self,
        square: usize,
        is_mine: bool,
        mut clues: Vec<usize>,
        counts_mines: bool,
    ) -> Option<Proof> {
        let beside: Vec<usize> = self.known.clues_of(square).collect();
        clues.sort_by_key(|clue| beside.contains(clue));
        let mut at = 0;
        while at < clues.len() {
            let removed = clues.remove(at);
            if !self.is_proved(square, is_mine, &clues, counts_mines) {
                clues.insert(at, removed);
                at += 1;
            }
        }
        let mut clues: Vec<usize> = clues.iter().map(|clue| self.known.clues()[*clue].at).collect();
        clues.sort_unstable();
        (self.steps > 0).then_some(Proof { square, is_mine, clues, counts_mines })
    }

    /// Whether these clues leave the square nothing else to be: nothing fits if it is otherwise. Not
    /// if that is not found out in time.
    fn is_proved(
        &mut self,
        square: usize,
        is_mine: bool,
        clues: &[usize],
        counts_mines: bool,
    ) -> bool {
        let known = match counts_mines {
            true => self.known.of_clues_and_total(clues),
            false => self.known.of_clues(clues),
        };
        let ordering = clues.len() * clues.len() / 4;
        self.steps = self.steps.saturating_sub(ordering);
        if self.steps == 0 {
            return false;
        }
        let otherwise = if is_mine { Assumed::Safe } else { Assumed::Mine };
        let allowed = self.steps.min(STEPS_OF_ONE);
        let mut steps = allowed;
        let all =
            Arrangements::of(&known.assuming(square, otherwise), Effort::Thorough(&mut steps));
        self.steps -= allowed - steps;
        all.is_ok_and(|all| !all.is_possible())
    }
}
