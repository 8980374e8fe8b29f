//! The answers found so far, for positions that come up again by another order of moves.

use super::paths::Squares;

/// A transposition table: each key has one place, and a new answer overwrites an old one.
pub struct TranspositionTable {
    places: Vec<u64>,
}

/// The table has two to this power of places, in 64 KB. By trial: with twice as many, the proofs in
/// the test `the_normal_game_on_five_by_five_is_a_draw` look at 10,586 positions, not at 10,625.
const BITS: u32 = 13;

impl TranspositionTable {
    /// An empty table.
    pub fn new() -> Self {
        TranspositionTable { places: vec![0; 1 << BITS] }
    }

    /// The answer stored for a key, if it has not been overwritten.
    pub fn get(&self, key: Key) -> Option<bool> {
        let entry = self.places[key.place()];
        (entry >> 1 == key.0).then_some(entry & 1 == 1)
    }

    /// Stores the answer for a key.
    pub fn insert(&mut self, key: Key, answer: bool) {
        self.places[key.place()] = key.0 << 1 | u64::from(answer);
    }
}

/// A position and a goal in one number. No two of them share a number, so no answer is mistaken
/// for another.
#[derive(Clone, Copy)]
pub struct Key(u64);

/// Set in every key, so that none equals an empty place.
const IN_USE: u64 = 1 << 51;

impl Key {
    /// The key for the player to move with the squares `own`, and whether the goal is to win.
    pub fn new(own: Squares, other: Squares, is_to_win: bool) -> Self {
        Key(IN_USE | u64::from(is_to_win) << 50 | u64::from(other) << 25 | u64::from(own))
    }

    /// Multiplicative hashing (Knuth, The Art of Computer Programming, volume 3, section 6.4): the
    /// factor is 2 to the power of 64, divided by the golden ratio.
    fn place(self) -> usize {
        (self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - BITS)) as usize
    }
}
