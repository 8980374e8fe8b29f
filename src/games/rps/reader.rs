//! The learning computer. It guesses your next throw from your earlier ones.
//!
//! For each of the three hands it counts which hand you threw next. When a count would pass 7, the
//! three counts of that hand are halved, so that old throws fade. It guesses the hand with the
//! greatest count after your last one. If two are equal, it has no guess. The link contains all of it.

use super::hand::Hand;
use crate::prelude::{Codec, Coded};

/// The throws that the computer has seen, and its guesses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reader {
    /// For each hand how often each other followed it.
    counts: [[u8; 3]; 3],
    /// The number of throws that it guessed.
    pub guesses: u16,
    /// The number of right guesses.
    pub right: u16,
}

/// The greatest count, and its width.
const COUNT_MAX: u8 = 7;
const COUNT_BITS: u32 = 3;
const GUESSES_BITS: u32 = 16;

impl Reader {
    /// The throw that it expects after this one.
    pub fn guess(&self, last: Option<Hand>) -> Option<Hand> {
        let counts = self.counts[last? as usize];
        let is_less = |one: Hand, other: Hand| counts[one as usize] < counts[other as usize];
        let is_greatest =
            |hand: &Hand| Hand::ALL.iter().all(|other| other == hand || is_less(*other, *hand));
        Hand::ALL.into_iter().find(is_greatest)
    }

    /// Sees this throw follow that one. A guess that gave way to the die does not count.
    pub fn see(&mut self, last: Option<Hand>, [throw, computers]: [Hand; 2]) {
        if let Some(guess) = self.guess(last).filter(|guess| computers.beats(*guess)) {
            self.guesses = self.guesses.saturating_add(1);
            self.right = self.right.saturating_add(u16::from(guess == throw));
        }
        if let Some(last) = last {
            let counts = &mut self.counts[last as usize];
            if counts[throw as usize] == COUNT_MAX {
                counts.iter_mut().for_each(|count| *count /= 2);
            }
            counts[throw as usize] += 1;
        }
    }

    /// Writes or reads every field.
    pub fn fields(&mut self, codec: &mut Codec<'_>) -> Coded {
        let mut counts = self.counts.iter_mut().flatten();
        counts.try_for_each(|count| codec.bits(count, COUNT_BITS))?;
        codec.bits(&mut self.guesses, GUESSES_BITS)?;
        codec.bits(&mut self.right, GUESSES_BITS)
    }
}
