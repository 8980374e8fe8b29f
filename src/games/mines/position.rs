//! A position, and the result of opening a square.

use super::arrangements::{Assumed, Known};
use super::field::{Field, Size};
use super::judge::{Judge, Verdict, WORK, draw};
use crate::prelude::*;

/// The things under the closed squares.
#[derive(Clone, Debug, PartialEq)]
pub enum Under {
    /// Mines have no places before they are proved. The numbers are drawn when a square
    /// is opened. They depend on this seed, the number of open squares, and the square.
    Unsettled { seed: u64 },
    /// A mine or none under each square, from the deal on.
    Mines(Vec<bool>),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    pub size: Size,
    pub field: Field,
    pub under: Under,
    /// The mine that was hit, if one was.
    pub hit: Option<usize>,
}

/// The result of opening a square.
#[derive(Clone, Debug, PartialEq)]
pub enum Opened {
    /// The field after it.
    Safely(Field),
    /// A mine on this square.
    Mine(usize),
    /// Unknown, because the field is too tangled: no arrangement was found with no mine there.
    Undecided,
}

impl Position {
    pub fn is_cleared(&self) -> bool {
        self.hit.is_none() && self.field.left(self.size) == 0
    }

    pub fn is_over(&self) -> bool {
        self.hit.is_some() || self.is_cleared()
    }

    pub fn is_fair(&self) -> bool {
        matches!(self.under, Under::Unsettled { .. })
    }

    /// The result of opening these closed squares, of which there is one at least. One look at the field
    /// judges all of them. A guess opens only the first.
    pub fn open(&self, squares: &[usize]) -> Opened {
        match &self.under {
            Under::Mines(is_mine) => match squares.iter().find(|at| is_mine[**at]) {
                Some(at) => Opened::Mine(*at),
                None => Opened::Safely(self.field.opening(self.size, squares, is_mine)),
            },
            Under::Unsettled { seed } if self.field.opened() == 0 => {
                let (known, free) =
                    (Known::of(self.size, &self.field), self.free_at_first(squares[0]));
                self.open_drawn(*seed, squares, &known, &free, WORK)
            }
            Under::Unsettled { seed } => {
                let judge = Judge::of(self.size, &self.field);
                let mut safe = Vec::new();
                for square in squares {
                    match judge.verdict(*square) {
                        Verdict::ProvedSafe => safe.push(*square),
                        Verdict::MustGuess => {}
                        Verdict::ProvedMine | Verdict::Rash => return Opened::Mine(*square),
                    }
                }
                let opened = if safe.is_empty() { &squares[..1] } else { &safe };
                // If the field is too tangled for the judge, it is too tangled for the draw.
                let work = if judge.is_thorough { WORK } else { 0 };
                self.open_drawn(*seed, opened, judge.known(), opened, work)
            }
        }
    }

    /// Opens squares of a fair field in an arrangement that fits and has no mine on the free squares.
    fn open_drawn(
        &self,
        seed: u64,
        squares: &[usize],
        known: &Known,
        free: &[usize],
        work: usize,
    ) -> Opened {
        let chance = &mut self.chance(seed, squares[0]);
        let drawn = draw(Meter::holding(work), self.size, known, free, Assumed::Safe, chance);
        drawn.map_or(Opened::Undecided, |is_mine| {
            Opened::Safely(self.field.opening(self.size, squares, &is_mine))
        })
    }

    /// The first square, and those beside it if there is room elsewhere for all mines.
    fn free_at_first(&self, square: usize) -> Vec<usize> {
        let mut free = vec![square];
        free.extend(self.size.around(square));
        let room = self.field.squares.len() - free.len();
        free.truncate(if self.size.mines <= room { free.len() } else { 1 });
        free
    }

    /// The chance that draws the numbers when this square is opened. It is always the same for this
    /// position and this square.
    fn chance(&self, seed: u64, square: usize) -> Chance {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        for (at, number) in [(8, self.field.opened()), (10, square)] {
            let number = u16::try_from(number).expect("a field has at most 256 squares");
            bytes[at..at + 2].copy_from_slice(&number.to_le_bytes());
        }
        Chance::from_seed(bytes)
    }

    /// The mines to show when this one was hit. On a fair field this is an arrangement that fits.
    pub fn mines_shown(&self, hit: usize, known: &Known) -> Option<Vec<bool>> {
        match &self.under {
            Under::Mines(is_mine) => Some(is_mine.clone()),
            Under::Unsettled { seed } => {
                let mut chance = self.chance(*seed, hit);
                draw(Meter::holding(WORK / 2), self.size, known, &[hit], Assumed::Mine, &mut chance)
            }
        }
    }
}

/// Something that happened. Squares count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A square was opened, with this many in all, and this many are left.
    Opened { square: usize, opened: usize, left: usize },
    /// A mine was hit.
    Hit(usize),
    /// A flag was set (true) or taken.
    Flagged(usize, bool),
}

impl Event {
    /// The square on which it happened.
    pub fn square(&self) -> usize {
        match *self {
            Event::Opened { square, .. } | Event::Hit(square) | Event::Flagged(square, _) => square,
        }
    }
}
