//! The three hands, and what each beats.

use crate::game::prelude::*;

/// A hand to throw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hand {
    Rock,
    Paper,
    Scissors,
}

impl Hand {
    pub const ALL: [Hand; 3] = [Hand::Rock, Hand::Paper, Hand::Scissors];

    /// The hand whose name is, or begins like, this word in any case.
    pub fn read(word: &str) -> Option<Hand> {
        let word = word.trim().to_ascii_lowercase();
        let is_meant = |hand: &Hand| !word.is_empty() && hand.name().starts_with(&word);
        Hand::ALL.into_iter().find(is_meant)
    }

    pub const fn name(self) -> &'static str {
        ["rock", "paper", "scissors"][self as usize]
    }

    pub fn cell(self) -> Cell {
        Cell::new("").pictured(Picture::upright(self.name()))
    }

    /// The hand that beats it.
    pub const fn beaten_by(self) -> Hand {
        [Hand::Paper, Hand::Scissors, Hand::Rock][self as usize]
    }

    /// What it does to the hand it beats.
    pub const fn verb(self) -> &'static str {
        ["crushes", "smothers", "shred"][self as usize]
    }

    pub const fn beats(self, other: Hand) -> bool {
        matches!(
            (self, other),
            (Hand::Rock, Hand::Scissors)
                | (Hand::Scissors, Hand::Paper)
                | (Hand::Paper, Hand::Rock)
        )
    }
}
