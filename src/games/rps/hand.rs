//! The three hands, and what each beats.

use crate::prelude::*;

/// A hand to throw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hand {
    Rock,
    Paper,
    Scissors,
}

impl Hand {
    pub const ALL: [Hand; 3] = [Hand::Rock, Hand::Paper, Hand::Scissors];

    /// Reads a name, the beginning of one in any case, or a sign of Unicode for it: a raised fist, a raised
    /// hand, a victory hand, or the thing. The tone of the skin says nothing.
    pub fn read(word: &str) -> Option<Hand> {
        let is_tone = |c: char| matches!(c, '\u{1f3fb}'..='\u{1f3ff}' | '\u{fe0e}' | '\u{fe0f}');
        let word = word.trim().trim_end_matches(is_tone).to_ascii_lowercase();
        let is_meant = |hand: &Hand| {
            !word.is_empty() && (hand.name().starts_with(&word) || hand.signs().contains(&&*word))
        };
        Hand::ALL.into_iter().find(is_meant)
    }

    const fn signs(self) -> &'static [&'static str] {
        match self {
            Hand::Rock => &["\u{270a}", "\u{1faa8}"],
            Hand::Paper => &["\u{270b}", "\u{1f590}", "\u{1f4c4}", "\u{1f4c3}"],
            Hand::Scissors => &["\u{270c}", "\u{2702}"],
        }
    }

    pub const fn name(self) -> &'static str {
        ["rock", "paper", "scissors"][self as usize]
    }

    /// The hand that beats it.
    pub const fn beaten_by(self) -> Hand {
        [Hand::Paper, Hand::Scissors, Hand::Rock][self as usize]
    }

    pub fn beats(self, other: Hand) -> bool {
        other.beaten_by() == self
    }

    /// The sentence `rock crushes scissors`, with the hand that it beats.
    pub const fn victory(self) -> &'static str {
        ["rock crushes scissors", "paper smothers rock", "scissors shred paper"][self as usize]
    }

    /// A picture of the hand, with a caption.
    pub fn cell(self, caption: impl Into<Text>) -> Cell {
        captioned(caption).pictured(Picture::upright(self.name()))
    }
}

/// A thing with a caption, which says everything about it.
pub fn captioned(caption: impl Into<Text>) -> Cell {
    let caption = caption.into();
    Cell::new("").labelled(caption.clone()).captioned(caption)
}

/// The seat that wins with these hands. `None` if they are equal.
pub fn winner([one, other]: [Hand; 2]) -> Option<Seat> {
    if one == other { None } else { Some(usize::from(other.beats(one))) }
}
