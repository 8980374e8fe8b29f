//! A position, and the result of opening a square.

use super::arrangements::Assumed;
use super::field::{Field, Size};
use super::judge::{Judge, STEPS_MAX, Verdict, draw};
use crate::game::prelude::*;

/// The things under the closed squares.
#[derive(Clone, Debug, PartialEq)]
pub enum Under {
    /// Mines have no places before they are proved. The numbers are drawn when a square
    /// is opened. They depend on this seed, the number of open squares, and the square.
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

/// The result of opening a square.
#[derive(Clone, Debug, PartialEq)]
pub enum Opened {
    /// The field after it.
    Safely(Field),
    /// A mine.
    Mine,
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

    /// The result of opening this closed square.
    pub fn open(&self, square: usize) -> Opened {
        let is_mine = match &self.under {
            Under::Mines(is_mine) if is_mine.get(square) == Some(&false) => Some(is_mine.clone()),
            Under::Unsettled { seed } => match self.steps_to_draw(square) {
                Some(steps) => {
                    self.arrangement_without(square, steps, &mut self.chance(*seed, square))
                }
                None => return Opened::Mine,
            },
            _ => return Opened::Mine,
        };
        is_mine.map_or(Opened::Undecided, |is_mine| {
            Opened::Safely(self.field.opening(self.size, square, &is_mine))
        })
    }

    /// The steps in which an arrangement is to be drawn, if the rule of fair fields lets this square be
    /// opened. A field that the judge could not look through cannot be looked through for the draw.
    fn steps_to_draw(&self, square: usize) -> Option<usize> {
        if self.field.opened() == 0 {
            return Some(STEPS_MAX);
        }
        let judge = Judge::of(self.size, &self.field);
        let may_open = matches!(judge.verdict(square), Verdict::ProvedSafe | Verdict::MustGuess);
        may_open.then_some(if judge.is_thorough { STEPS_MAX } else { 0 })
    }

    /// An arrangement that fits, with no mine here. The squares beside the first square have no mines
    /// either, if there is room elsewhere.
    fn arrangement_without(
        &self,
        square: usize,
        steps: usize,
        chance: &mut Chance,
    ) -> Option<Vec<bool>> {
        let mut free = vec![square];
        if self.field.opened() == 0 {
            free.extend(self.size.around(square));
            let room = self.field.squares.len() - free.len();
            free.truncate(if self.size.mines <= room { free.len() } else { 1 });
        }
        draw(steps, self.size, &self.field, &free, Assumed::Safe, chance)
    }

    /// The chance that draws the numbers when this square is opened. It is always the same for this
    /// position and this square.
    fn chance(&self, seed: u64, square: usize) -> Chance {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        bytes[8..10].copy_from_slice(&(self.field.opened() as u16).to_le_bytes());
        bytes[10..12].copy_from_slice(&(square as u16).to_le_bytes());
        Chance::from_seed(bytes)
    }

    /// The mines to show when one was hit. On a fair field this is an arrangement that fits.
    pub fn mines_shown(&self) -> Option<Vec<bool>> {
        let hit = self.hit?;
        match &self.under {
            Under::Mines(is_mine) => Some(is_mine.clone()),
            Under::Unsettled { seed } => {
                let mut chance = self.chance(*seed, hit);
                draw(STEPS_MAX / 2, self.size, &self.field, &[hit], Assumed::Mine, &mut chance)
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
