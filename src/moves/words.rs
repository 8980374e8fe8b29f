//! Words that say nothing, aliases of words, and words that are nearly spelt alike.

use super::tokens::Token;

/// Words that say nothing about a move.
const FILLERS: [&str; 16] = [
    "the", "of", "to", "at", "on", "in", "from", "for", "and", "with", "please", "my", "this",
    "it", "them", "me",
];

/// Articles, unless they are a letter of a move.
const ARTICLES: [&str; 2] = ["a", "an"];

/// Aliases of words of moves.
const ALIASES: [(&str, &str); 15] = [
    ("b", "black"),
    ("w", "white"),
    ("blacks", "black"),
    ("whites", "white"),
    ("club", "clubs"),
    ("diamond", "diamonds"),
    ("spade", "spades"),
    ("heart", "hearts"),
    ("aces", "ace"),
    ("kings", "king"),
    ("queens", "queen"),
    ("jacks", "jack"),
    ("matches", "match"),
    ("scissor", "scissors"),
    ("purple", "violet"),
];

/// From how many letters on a word may have one wrong letter, and from how many two.
const ONE_WRONG_FROM: usize = 4;
const TWO_WRONG_FROM: usize = 8;
/// The longest words that are compared letter by letter.
const COMPARED_MAX: usize = 16;

/// Returns true if the token at this place says nothing: a filler, or an article before a word.
pub fn is_filler(typed: &[Token], at: usize) -> bool {
    let Some(word) = typed[at].word() else { return false };
    let is_before_word =
        || typed.get(at + 1).is_some_and(|next| next.digits().is_none() && !next.is_letter());
    FILLERS.contains(&word) || ARTICLES.contains(&word) && is_before_word()
}

/// Returns true if a filler is this word.
pub fn is_filler_word(word: &str) -> bool {
    FILLERS.contains(&word) || ARTICLES.contains(&word)
}

/// Returns true if a typed word is an alias of a word of a move.
pub fn is_alias(typed: &str, word: &str) -> bool {
    ALIASES.contains(&(typed, word))
}

/// Returns true if a word of several letters is spelt nearly like another.
pub fn is_near(typed: &str, word: &str) -> bool {
    let [length, other] = [typed, word].map(|word| word.chars().count());
    let allowed = match length {
        TWO_WRONG_FROM.. => 2,
        ONE_WRONG_FROM.. => 1,
        _ => return false,
    };
    let is_compared = length <= COMPARED_MAX && length.abs_diff(other) <= allowed;
    is_compared && distance(typed, word) <= allowed
}

/// The number of letters to put in, take out, change, or change with their neighbour.
fn distance(one: &str, other: &str) -> usize {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=other.len()).collect();
    for (i, a) in one.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, b) in other.iter().enumerate() {
            let changed = above[j] + usize::from(a != b);
            let mut least = changed.min(above[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *a == other[j - 1] && one[i - 1] == *b {
                least = least.min(before[j - 1] + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut above, row);
    }
    above.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::tokens::tokens;

    #[test]
    fn letters_are_counted_that_have_to_be_put_in_taken_out_changed_or_swapped() {
        let table = [
            ("xxab", "ab", 2),
            ("abxx", "ab", 2),
            ("", "abc", 3),
            ("abc", "", 3),
            ("abc", "axc", 1),
            ("abcd", "abdc", 1),
            ("kitten", "sitting", 3),
        ];
        for (one, other, letters) in table {
            assert_eq!(distance(one, other), letters, "{one} {other}");
            assert_eq!(distance(other, one), letters, "{other} {one}");
        }
    }

    #[test]
    fn the_longer_a_word_the_more_of_it_may_be_wrong() {
        for (typed, word) in [("lcok", "lock"), ("xlock", "lock"), ("anvelopo", "envelope")] {
            assert!(is_near(typed, word), "{typed}");
        }
        for (typed, word) in [
            ("lok", "lock"),
            ("unlock", "lock"),
            ("kcol", "lock"),
            ("anchxx", "anchor"),
            ("anvalopo", "envelope"),
        ] {
            assert!(!is_near(typed, word), "{typed}");
        }
    }

    #[test]
    fn an_article_says_nothing_before_a_word() {
        let is_filler = |text: &str| is_filler(&tokens(text), 0);
        assert!(is_filler("a hint") && is_filler("an eight or") && is_filler("the"));
        for text in ["a", "a b", "a 2", "hint"] {
            assert!(!is_filler(text), "{text}");
        }
    }
}
