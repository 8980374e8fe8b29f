//! Proofs by one, two or three numbers. Most proofs are such, and they are found without a look at all
//! arrangements.
//!
//! Up to three clues part their squares into up to seven regions: the squares of the first clue
//! alone, those of the first and the second, and so on. The numbers of mines in the four regions of
//! several clues tell those in the three others. All of them are tried. A region that never has a
//! mine is safe, and one that is always full has only mines.

use super::arrangements::{Known, MayBe};
use crate::prelude::*;

/// The work of a search for one proof, and that for the squares around a clue, in units of a meter.
const WORK: usize = 300_000;
const WORK_AROUND: usize = 3_000;
/// The work to part the squares of clues into regions, and to try numbers of mines in them.
const PARTED: usize = 25;
const TRIED: usize = 5;

/// The most squares of a field.
pub const SQUARES_MAX: usize = 2 * u128::BITS as usize;

/// A set of squares, as bits.
#[derive(Clone, Copy, Default)]
struct Squares([u128; 2]);

impl Squares {
    fn of(squares: &[usize]) -> Self {
        let mut set = Squares::default();
        squares.iter().for_each(|at| set.0[at / 128] |= 1 << (at % 128));
        set
    }

    /// The squares of this set that another set has, or lacks.
    fn within(self, other: Self, has: bool) -> Self {
        let [low, high] = if has { other.0 } else { other.0.map(|bits| !bits) };
        Squares([self.0[0] & low, self.0[1] & high])
    }

    fn len(self) -> i32 {
        self.0.iter().map(|half| half.count_ones().cast_signed()).sum()
    }

    fn meets(self, other: Self) -> bool {
        self.0[0] & other.0[0] != 0 || self.0[1] & other.0[1] != 0
    }

    fn iter(self) -> impl Iterator<Item = usize> {
        (0..SQUARES_MAX).filter(move |at| self.0[at / 128] >> (at % 128) & 1 == 1)
    }
}

/// Up to three clues. [`Few::nothing`] takes the place of a clue that is missing.
type Three = [usize; 3];

/// A square of which something is proved, and the clues that prove it.
type Found = (usize, Vec<usize>);

/// The clues of a field, each with the others that share squares with it.
pub struct Few<'a> {
    known: &'a Known,
    /// The squares of each clue, and no square behind the last one.
    squares: Vec<Squares>,
    /// For each clue the others that share a square with it.
    beside: Vec<Vec<usize>>,
    meter: Meter,
}

impl<'a> Few<'a> {
    pub fn of(known: &'a Known) -> Self {
        let mut squares: Vec<Squares> =
            known.clues().iter().map(|clue| Squares::of(&clue.squares)).collect();
        let of_clue = |at: usize| {
            let others = 0..squares.len();
            others.filter(|other| *other != at && squares[at].meets(squares[*other])).collect()
        };
        let beside = (0..squares.len()).map(of_clue).collect();
        squares.push(Squares::default());
        Few { known, squares, beside, meter: Meter::holding(WORK) }
    }

    /// Stands for no clue.
    fn nothing(&self) -> usize {
        self.beside.len()
    }

    /// The proof by the fewest numbers that one of these squares is safe, or a mine. If there are
    /// several, the square that comes first decides.
    pub fn proof(&mut self, squares: &[usize], is_mine: bool) -> Option<Found> {
        let wanted = Squares::of(squares);
        let (all, nothing) = (0..self.nothing(), self.nothing());
        let alone: Vec<Three> = all.clone().map(|clue| [clue, nothing, nothing]).collect();
        let pairs = all.clone().flat_map(|clue| self.pairs(clue)).collect();
        let found = [alone, pairs]
            .into_iter()
            .find_map(|some| self.first(squares, wanted, is_mine, some.into_iter()));
        found.or_else(|| {
            let triples: Vec<Three> = all.flat_map(|clue| self.triples(clue)).collect();
            self.first(squares, wanted, is_mine, triples.into_iter())
        })
    }

    /// The possible contents of the squares around a clue, according to it and two others.
    pub fn around(&mut self, clue: usize) -> Vec<(usize, MayBe)> {
        self.meter = Meter::holding(WORK_AROUND);
        let nothing = self.nothing();
        let alone = [[clue, nothing, nothing]].into_iter();
        let sets: Vec<Three> = alone.chain(self.pairs(clue)).chain(self.triples(clue)).collect();
        let regions = sets.into_iter().flat_map(|three| self.regions(three));
        let proved = regions.filter(|(_, is)| is.safe != is.mine);
        proved.flat_map(|(squares, is)| squares.iter().map(move |at| (at, is))).collect()
    }

    /// This clue with each later one beside it.
    fn pairs(&self, clue: usize) -> impl Iterator<Item = Three> {
        let later = self.beside[clue].iter().filter(move |other| **other > clue);
        later.map(move |other| [clue, *other, self.nothing()])
    }

    /// This clue between two others.
    fn triples(&self, clue: usize) -> impl Iterator<Item = Three> {
        let beside = &self.beside[clue];
        let pairs = (0..beside.len()).flat_map(move |at| {
            beside[at + 1..].iter().map(move |other| [clue, beside[at], *other])
        });
        // Three clues that all share squares come once.
        pairs.filter(move |[_, one, other]| {
            clue < *one || !self.squares[*one].meets(self.squares[*other])
        })
    }

    /// The proof of the first of these squares that some of these clues prove.
    fn first(
        &mut self,
        squares: &[usize],
        wanted: Squares,
        is_mine: bool,
        sets: impl Iterator<Item = Three>,
    ) -> Option<Found> {
        let mut best: Option<(usize, Three)> = None;
        for three in sets {
            if self.meter.left() == 0 || !three.iter().any(|clue| self.squares[*clue].meets(wanted))
            {
                continue;
            }
            for (region, is) in self.regions(three) {
                if (is.safe, is.mine) != (!is_mine, is_mine) || !region.meets(wanted) {
                    continue;
                }
                let place = squares.iter().position(|at| region.meets(Squares::of(&[*at])));
                let place = place.expect("`wanted` are these squares");
                if best.is_none_or(|(so_far, _)| place < so_far) {
                    best = Some((place, three));
                }
            }
        }
        let (place, three) = best?;
        let clues = three.into_iter().filter(|clue| *clue != self.nothing()).collect();
        Some((squares[place], clues))
    }

    /// The regions of these clues, and what their squares may be.
    fn regions(&mut self, three: Three) -> [(Squares, MayBe); 7] {
        let sets = three.map(|clue| self.squares[clue]);
        let mines = three.map(|clue| self.known.clues().get(clue).map_or(0, |clue| clue.mines));
        let squares: [Squares; 8] = std::array::from_fn(|region| {
            let in_region = (0..3).fold(Squares([u128::MAX; 2]), |all, clue| {
                all.within(sets[clue], region >> clue & 1 == 1)
            });
            if region == 0 { Squares::default() } else { in_region }
        });
        let sizes = squares.map(Squares::len);
        let tried: i32 = [7, 3, 5, 6].iter().map(|region| sizes[*region] + 1).product();
        let work = PARTED + TRIED * usize::try_from(tried).expect("no size is below 0");
        // The regions of three clues are few, so it looks at all of them. Then it stops.
        let _ = self.meter.spend(work);
        let mut may_be = [MayBe::default(); 8];
        for (all, ab) in pairs_of_counts(sizes[7], sizes[3]) {
            for (ac, bc) in pairs_of_counts(sizes[5], sizes[6]) {
                let (a, b, c) =
                    (mines[0] - all - ab - ac, mines[1] - all - ab - bc, mines[2] - all - ac - bc);
                let counts = [0, a, b, ab, c, ac, bc, all];
                if [1, 2, 4].iter().all(|region| (0..=sizes[*region]).contains(&counts[*region])) {
                    for (region, is) in may_be.iter_mut().enumerate() {
                        is.safe |= counts[region] < sizes[region];
                        is.mine |= counts[region] > 0;
                    }
                }
            }
        }
        std::array::from_fn(|at| (squares[at + 1], may_be[at + 1]))
    }
}

/// All pairs of numbers from 0 up to these.
fn pairs_of_counts(first_max: i32, second_max: i32) -> impl Iterator<Item = (i32, i32)> {
    (0..=first_max).flat_map(move |first| (0..=second_max).map(move |second| (first, second)))
}
