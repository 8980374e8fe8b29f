//! A position, and what comes of opening a square.

use super::arrangements::Assumed;
use super::field::{Field, Size, Square};
use super::judge::{Judge, Verdict, draw};
use crate::game::prelude::*;

/// What lies under the closed squares.
#[derive(Clone, Debug, PartialEq)]
pub enum Under {
    /// Nothing yet: mines take their places when they are proved. Every number is drawn when its
    /// square is opened, from this seed, how many squares are open and which one is asked for.
    Unsettled { seed: u64 },
    /// A mine or none under each square, from the deal on.
    Mines(Vec<bool>),
}

/// A position.
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    pub size: Size,
    pub field: Field,
    pub under: Under,
    /// The mine that was hit, if one was.
    pub hit: Option<usize>,
}

/// What comes of opening a square.
#[derive(Clone, Debug, PartialEq)]
pub enum Opened {
    /// The field after it.
    Safely(Field),
    /// A mine.
    Mine,
    /// The field is too tangled to tell: no arrangement was found with no mine there, and no proof that
    /// there is none.
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

    /// What comes of opening this closed square.
    pub fn open(&self, square: usize) -> Opened {
        let is_mine = match &self.under {
            Under::Mines(is_mine) => match is_mine.get(square) {
                Some(false) => Some(is_mine.clone()),
                _ => return Opened::Mine,
            },
            Under::Unsettled { seed } => {
                let verdict = match self.field.opened() {
                    0 => Verdict::MustGuess,
                    _ => Judge::of(self.size, &self.field).verdict(square),
                };
                match verdict {
                    Verdict::ProvedMine | Verdict::Rash => return Opened::Mine,
                    Verdict::ProvedSafe | Verdict::MustGuess => {
                        self.arrangement_without(square, &mut self.chance(*seed, square))
                    }
                }
            }
        };
        match is_mine {
            Some(is_mine) => Opened::Safely(self.field.opening(self.size, square, &is_mine)),
            None => Opened::Undecided,
        }
    }

    /// An arrangement that fits, with no mine here; and none beside the first square of all, if
    /// the mines have room elsewhere.
    fn arrangement_without(&self, square: usize, chance: &mut Chance) -> Option<Vec<bool>> {
        let mut free = vec![square];
        if self.field.opened() == 0 {
            free.extend(self.size.around(square));
            let room = self.field.squares.len() - free.len();
            free.truncate(if self.size.mines <= room { free.len() } else { 1 });
        }
        draw(self.size, &self.field, &free, Assumed::Safe, chance)
    }

    /// What decides the numbers that come of opening this square: always the same for this position
    /// and this square.
    fn chance(&self, seed: u64, square: usize) -> Chance {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        bytes[8..10].copy_from_slice(&(self.field.opened() as u16).to_le_bytes());
        bytes[10..12].copy_from_slice(&(square as u16).to_le_bytes());
        Chance::from_seed(bytes)
    }

    /// Where the mines lie when one was hit: on a fair field an arrangement that fits.
    pub fn mines_shown(&self) -> Option<Vec<bool>> {
        let hit = self.hit?;
        match &self.under {
            Under::Mines(is_mine) => Some(is_mine.clone()),
            Under::Unsettled { seed } => {
                let mut chance = self.chance(*seed, hit);
                draw(self.size, &self.field, &[hit], Assumed::Mine, &mut chance)
            }
        }
    }

    /// Whether the parts of an unpacked position agree, as far as it is told at a glance. Of a
    /// made-up field that no arrangement fits every square is a mine.
    pub fn is_possible(&self) -> bool {
        let Position { size, field, under, hit } = self;
        let has_room = |(at, square): (usize, &Square)| match square {
            Square::Open(0) => field.closed_around(*size, at) == 0,
            Square::Open(mines) => usize::from(*mines) <= field.closed_around(*size, at),
            Square::Closed | Square::Flagged => true,
        };
        let mines_fit = match under {
            Under::Unsettled { .. } => field.squares.len() - field.opened() >= size.mines,
            Under::Mines(is_mine) => is_mine.iter().filter(|is| **is).count() == size.mines,
        };
        let is_mine = |at: usize| match under {
            Under::Unsettled { .. } => true,
            Under::Mines(is_mine) => is_mine.get(at).copied().unwrap_or_default(),
        };
        let hit_is_closed = hit.is_none_or(|at| {
            field.squares.get(at) == Some(&Square::Closed) && is_mine(at) && field.left(*size) > 0
        });
        mines_fit && hit_is_closed && field.squares.iter().enumerate().all(has_room)
    }
}
