//! The position, and the next thing to do in it.

use super::word::{Told, Word, marks};

/// The most guesses.
pub const GUESSES: usize = 6;

/// The next thing to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// A player hides a word for a friend.
    Hide,
    Guess,
    /// The game is over.
    Nothing,
}

/// A position.
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    /// True if a player hides the word for a friend.
    pub is_challenge: bool,
    /// True if a guess must use all that is known.
    pub is_hard: bool,
    /// True if it is the word of a day. No page tells it before the day is over.
    pub is_of_day: bool,
    /// The word, once it is drawn or hidden.
    pub word: Option<Word>,
    /// The guesses, in order.
    pub guesses: Vec<Word>,
    /// The letters of the row that is being filled, fewer than those of a word.
    pub row: Vec<u8>,
}

impl Position {
    pub fn new(is_challenge: bool, is_hard: bool) -> Self {
        let (guesses, row) = (Vec::new(), Vec::new());
        Position { is_challenge, is_hard, is_of_day: false, word: None, guesses, row }
    }

    pub fn is_found(&self) -> bool {
        self.word.is_some() && self.guesses.last() == self.word.as_ref()
    }

    pub fn task(&self) -> Task {
        match self.word {
            None => Task::Hide,
            Some(_) if self.is_found() || self.guesses.len() >= GUESSES => Task::Nothing,
            Some(_) => Task::Guess,
        }
    }

    /// Returns true if this is a challenge before its first guess: its link is to be sent.
    pub fn is_new_challenge(&self) -> bool {
        let is_untouched = self.guesses.is_empty() && self.row.is_empty();
        self.is_challenge && self.word.is_some() && is_untouched
    }

    /// The guesses with their marks.
    pub fn told(&self) -> Vec<Told> {
        let told = |guess: &Word| Some((*guess, marks(guess, self.word.as_ref()?)));
        self.guesses.iter().filter_map(told).collect()
    }

    /// The guesses whose marks the next guess must use.
    pub fn binding(&self) -> Vec<Told> {
        if self.is_hard && self.task() == Task::Guess { self.told() } else { Vec::new() }
    }

    pub fn guessed(mut self, word: Word) -> Self {
        self.guesses.push(word);
        self
    }
}
