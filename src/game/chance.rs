//! Chance: the only randomness of a game. A game gets it only at the deal.
//!
//! The same seed gives the same draws in every later version. So the generator is named (ChaCha12),
//! and drawing and shuffling are written here; `rand` promises neither for its own. Golden deals in
//! the tests pin them.

use rand::rngs::ChaCha12Rng;
use rand::{Rng, SeedableRng};

/// A source of chance for one deal.
pub struct Chance(ChaCha12Rng);

impl Chance {
    /// The source that a seed of 32 bytes gives, always the same.
    pub fn from_seed(seed: [u8; 32]) -> Self {
        Chance(ChaCha12Rng::from_seed(seed))
    }

    /// A number from 0 to `limit - 1`, all equally likely; 0 if `limit` is 0.
    pub fn below(&mut self, limit: u32) -> u32 {
        if limit == 0 {
            return 0;
        }
        // Draws above the last whole multiple of `limit` would favour small numbers.
        let fair = u32::MAX - (u32::MAX % limit + 1) % limit;
        loop {
            let draw = self.0.next_u32();
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
            four.copy_from_slice(&self.0.next_u32().to_le_bytes()[..four.len()]);
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
