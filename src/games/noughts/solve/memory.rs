//! The answers that a search has found.

use crate::games::shared::lines::Squares;

/// Answers to questions, each in the one place that its question may take: a new answer drives out
/// an old one.
pub struct Memory {
    places: Vec<u64>,
}

/// How many bits number the places. Twice as many places save few positions of a search.
const BITS: u32 = 13;

impl Memory {
    /// A memory of nothing.
    pub fn new() -> Self {
        Memory { places: vec![0; 1 << BITS] }
    }

    /// The answer to a question, if it is known.
    pub fn answer(&self, question: Question) -> Option<bool> {
        let known = self.places[question.place()];
        (known >> 1 == question.0).then_some(known & 1 == 1)
    }

    /// Remembers the answer to a question.
    pub fn learn(&mut self, question: Question, answer: bool) {
        self.places[question.place()] = question.0 << 1 | u64::from(answer);
    }
}

/// A question about a position, as a number that no other question has.
#[derive(Clone, Copy)]
pub struct Question(u64);

impl Question {
    /// The question whether the player to move, who has the squares `own`, wins; or, if not
    /// `wins`, draws at least.
    pub fn new(own: Squares, other: Squares, wins: bool) -> Self {
        // The highest bit tells a question from an empty place.
        Question(1 << 63 >> 1 | u64::from(wins) << 50 | u64::from(other) << 25 | u64::from(own))
    }

    /// By multiplicative hashing (Knuth, The Art of Computer Programming, volume 3, 6.4): the
    /// factor is 2 to the 64th over the golden ratio.
    fn place(self) -> usize {
        (self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - BITS)) as usize
    }
}
