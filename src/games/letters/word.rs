//! Words, and the marks of guesses.

/// The letters of a word.
pub const LETTERS: usize = 5;

/// A word: its letters by their places in the alphabet.
pub type Word = [u8; LETTERS];

/// The mark of a letter of a guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// The word has no such letter, or no more of them than have other marks.
    Absent,
    /// The word has the letter in another place.
    Elsewhere,
    /// The word has the letter in this place.
    Right,
}

impl Mark {
    pub fn name(self) -> &'static str {
        match self {
            Mark::Absent => "absent",
            Mark::Elsewhere => "elsewhere",
            Mark::Right => "right",
        }
    }

    /// A square for a line to pass on.
    pub fn square(self) -> char {
        match self {
            Mark::Absent => '\u{2b1b}',
            Mark::Elsewhere => '\u{1f7e8}',
            Mark::Right => '\u{1f7e9}',
        }
    }
}

/// The marks of a guess.
pub type Marks = [Mark; LETTERS];

/// The marks of a guess if this is the word. Each letter of the word is told once: first where the guess has it
/// in its place, then from the left.
pub fn marks(guess: &Word, word: &Word) -> Marks {
    let mut marks = [Mark::Absent; LETTERS];
    // The letters of the word that are still to be told.
    let mut left = word.map(Some);
    for at in 0..LETTERS {
        if guess[at] == word[at] {
            marks[at] = Mark::Right;
            left[at] = None;
        }
    }
    for at in 0..LETTERS {
        if marks[at] == Mark::Absent
            && let Some(found) = left.iter().position(|letter| *letter == Some(guess[at]))
        {
            marks[at] = Mark::Elsewhere;
            left[found] = None;
        }
    }
    marks
}

/// The number of different marks.
pub const MARKS: usize = 3usize.pow(5);

/// A number below [`MARKS`].
pub fn place(marks: &Marks) -> usize {
    marks.iter().fold(0, |place, mark| 3 * place + *mark as usize)
}

/// A guess and its marks.
pub type Told = (Word, Marks);

/// Returns true if these guesses can have these marks if this is the word.
pub fn fits(word: &Word, told: &[Told]) -> bool {
    told.iter().all(|(guess, told)| {
        // Most words fail at the first letters.
        let are_right = |at: usize| (guess[at] == word[at]) == (told[at] == Mark::Right);
        (0..LETTERS).all(are_right) && marks(guess, word) == *told
    })
}

/// The best mark of a letter in these guesses. `None` if none has it.
pub fn known(letter: u8, told: &[Told]) -> Option<Mark> {
    let all = told.iter().flat_map(|(guess, marks)| guess.iter().zip(marks));
    all.filter(|(other, _)| **other == letter).map(|(_, mark)| *mark).max()
}

/// A letter that is known to be in the word and that a guess leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unused {
    /// The letter in this place, from 0.
    Place(usize, u8),
    /// The letter, in any place.
    Anywhere(u8),
}

/// The first known letter that a guess leaves out. (Two equal letters with marks are needed twice.)
pub fn unused(word: &Word, told: &[Told]) -> Option<Unused> {
    told.iter().find_map(|(guess, marks)| {
        let places = || (0..LETTERS).filter(|at| marks[*at] != Mark::Absent);
        let moved = places().find(|at| marks[*at] == Mark::Right && word[*at] != guess[*at]);
        let of = |letter| word.iter().filter(|other| **other == letter).count();
        let known = |letter| places().filter(|at| guess[*at] == letter).count();
        let missing = || places().map(|at| guess[at]).find(|letter| of(*letter) < known(*letter));
        moved.map(|at| Unused::Place(at, guess[at])).or_else(|| missing().map(Unused::Anywhere))
    })
}
