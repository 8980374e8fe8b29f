//! Chance: the only randomness of a game. A game gets it only at the deal.
//!
//! The same seed gives the same draws in every later version. So the generator is named (ChaCha12),
//! and drawing and shuffling are written here; `rand` promises neither for its own. Golden deals in
//! the tests pin them.

use rand::rngs::ChaCha12Rng;
use rand::{Rng, SeedableRng};

/// A source of chance for one deal.
pub struct Chance {
    source: ChaCha12Rng,
    day: Option<DayOfDeal>,
}

/// The day of a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DayOfDeal {
    /// Days since 1 January 1970, a Thursday.
    pub number: u32,
    /// A seed that is the same on all days: it depends on the game, and on the key if deals of the game are
    /// secret.
    pub seed: [u8; 32],
}

impl DayOfDeal {
    /// The day of the week, from 0 for Monday to 6 for Sunday.
    pub fn weekday(self) -> usize {
        (self.number as usize + 3) % 7
    }

    /// The weeks since the one in which 1970 began. A week begins on Monday.
    pub fn week(self) -> usize {
        (self.number as usize + 3) / 7
    }
}

impl Chance {
    /// The source that a seed of 32 bytes gives, always the same.
    pub fn from_seed(seed: [u8; 32]) -> Self {
        Chance { source: ChaCha12Rng::from_seed(seed), day: None }
    }

    /// The source for the deal of a day.
    pub fn on(self, day: DayOfDeal) -> Self {
        Chance { day: Some(day), ..self }
    }

    /// The day, if it is the deal of a day.
    pub fn day(&self) -> Option<DayOfDeal> {
        self.day
    }

    /// A place in a list of this length. On the days that follow each other, each place comes once before
    /// one comes again, in an order that [`DayOfDeal::seed`] decides. Without a day all are equally likely.
    pub fn place(&mut self, length: usize) -> usize {
        let Some(DayOfDeal { number, seed }) = self.day.filter(|_| length > 0) else {
            return self.index(length);
        };
        let (run, at) = (number as usize / length, number as usize % length);
        // Each run through the list has an order of its own.
        let mut seed = seed;
        seed.iter_mut().zip(run.to_le_bytes()).for_each(|(byte, run)| *byte ^= run);
        let mut order: Vec<usize> = (0..length).collect();
        Chance::from_seed(seed).shuffle(&mut order);
        order[at]
    }

    /// A number from 0 to `limit - 1`, all equally likely; 0 if `limit` is 0.
    pub fn below(&mut self, limit: u32) -> u32 {
        if limit == 0 {
            return 0;
        }
        // Draws above the last whole multiple of `limit` would favour small numbers.
        let fair = u32::MAX - (u32::MAX % limit + 1) % limit;
        loop {
            let draw = self.source.next_u32();
            if draw <= fair {
                return draw % limit;
            }
        }
    }

    /// A place in a list of this length, all equally likely; 0 if the list is empty.
    pub fn index(&mut self, length: usize) -> usize {
        let length = u32::try_from(length).expect("a list of a game has fewer than 2^32 items");
        self.below(length) as usize
    }

    /// Puts `items` into one of their orders, all equally likely (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.index(last + 1));
        }
    }

    /// One of `items`, all equally likely, or `None` if there is none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.index(items.len()))
    }

    /// The next random bytes.
    pub fn fill(&mut self, bytes: &mut [u8]) {
        for four in bytes.chunks_mut(4) {
            four.copy_from_slice(&self.source.next_u32().to_le_bytes()[..four.len()]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_are_fair() {
        let mut chance = Chance::from_seed([5; 32]);
        let mut counts = [0u32; 6];
        (0..60_000).for_each(|_| counts[chance.below(6) as usize] += 1);
        // Five standard deviations of a fair die.
        assert!(counts.iter().all(|c| c.abs_diff(10_000) < 460), "{counts:?}");
        assert_eq!(chance.below(0), 0);
        assert_eq!(chance.below(1), 0);
        assert_eq!(chance.pick::<u8>(&[]), None);
    }

    #[test]
    fn every_order_of_three_comes_up() {
        let mut chance = Chance::from_seed([6; 32]);
        let mut seen = std::collections::BTreeMap::new();
        for _ in 0..6_000 {
            let mut order = [0, 1, 2];
            chance.shuffle(&mut order);
            *seen.entry(order).or_insert(0u32) += 1;
        }
        assert_eq!(seen.len(), 6);
        assert!(seen.values().all(|c| c.abs_diff(1_000) < 150), "{seen:?}");
    }
}
