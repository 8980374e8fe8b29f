//! The reader: it guesses your next throw from your earlier ones.
//!
//! The model is small, and all of it is in the link. For each of the three hands it counts which
//! hand you threw next; when a count would pass 7, the three of that hand are halved, so that old
//! throws fade. It guesses the hand with the greatest count after your last one, if there is one.

use super::hand::Hand;
use crate::game::prelude::{Codec, Coded};

/// What the reader has seen of a player, and how often it was right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reader {
    /// For each hand how often each other followed it.
    counts: [[u8; 3]; 3],
    /// How many throws it has guessed, and how many of them rightly.
    pub guesses: u16,
    pub right: u16,
}

/// The greatest count, and its width.
const COUNT_MAX: u8 = 7;
const COUNT_BITS: u32 = 3;
const GUESSES_BITS: u32 = 16;

impl Reader {
    /// The throw that it expects after this one; none if it has nothing to go by.
    pub fn guess(&self, last: Option<Hand>) -> Option<Hand> {
        let counts = self.counts[last? as usize];
        let most = *counts.iter().max()?;
        let mut likely = Hand::ALL.into_iter().filter(|hand| counts[*hand as usize] == most);
        let first = likely.next()?;
        (most > 0 && likely.next().is_none()).then_some(first)
    }

    /// The reader after it has seen this throw follow that one.
    pub fn having_seen(mut self, last: Option<Hand>, throw: Hand) -> Self {
        if let Some(guess) = self.guess(last) {
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
        self
    }

    /// Writes or reads every field.
    pub fn fields(&mut self, codec: &mut Codec<'_>) -> Coded {
        let mut counts = self.counts.iter_mut().flatten();
        counts.try_for_each(|count| codec.bits(count, COUNT_BITS))?;
        codec.bits(&mut self.guesses, GUESSES_BITS)?;
        codec.bits(&mut self.right, GUESSES_BITS)
    }
}
