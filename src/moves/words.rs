//! Words that were typed, compared with those of a phrase: in order or not, spelt in full, cut short
//! or misspelt.

/// Words that say nothing of a move.
const FILLERS: [&str; 8] = ["a", "an", "the", "of", "to", "at", "from", "please"];

/// Numbers that games write as words.
const NUMBERS: [&str; 13] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve",
];

/// From how many letters on a word may have one wrong letter, and from how many two.
const ONE_WRONG_FROM: usize = 4;
const TWO_WRONG_FROM: usize = 8;

/// How well words fit a phrase, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fit {
    /// They are the phrase.
    Whole,
    /// They stand in it, in this order.
    InOrder,
    /// The same, some of them cut short or misspelt.
    NearlyInOrder,
    /// They stand in it, in another order.
    AnyOrder,
    /// The same, some of them cut short or misspelt.
    NearlyAnyOrder,
}

/// The words of a text, in lower case, numbers as digits. The fillers are left out, unless there is
/// nothing else.
pub fn words(text: &str) -> Vec<String> {
    let all = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let all: Vec<String> = all.map(|word| as_digits(word.to_lowercase())).collect();
    let telling: Vec<String> =
        all.iter().filter(|word| !FILLERS.contains(&word.as_str())).cloned().collect();
    if telling.is_empty() { all } else { telling }
}

fn as_digits(word: String) -> String {
    let number = NUMBERS.iter().position(|number| *number == word);
    number.map_or(word, |number| number.to_string())
}

/// How well words fit the words of a phrase, if they do at all.
pub fn fit(typed: &[String], phrase: &[String]) -> Option<Fit> {
    if typed.is_empty() {
        return None;
    }
    let is_same = |typed: &str, word: &str| typed == word;
    if typed == phrase {
        Some(Fit::Whole)
    } else if stand_in_order(typed, phrase, is_same) {
        Some(Fit::InOrder)
    } else if stand_in_order(typed, phrase, is_near) {
        Some(Fit::NearlyInOrder)
    } else if stand_anywhere(typed, phrase, is_same) {
        Some(Fit::AnyOrder)
    } else if stand_anywhere(typed, phrase, is_near) {
        Some(Fit::NearlyAnyOrder)
    } else {
        None
    }
}

fn stand_in_order(typed: &[String], phrase: &[String], fits: fn(&str, &str) -> bool) -> bool {
    let mut rest = phrase.iter();
    typed.iter().all(|typed| rest.any(|word| fits(typed, word)))
}

/// Returns true if every word has a word of its own in the phrase.
fn stand_anywhere(typed: &[String], phrase: &[String], fits: fn(&str, &str) -> bool) -> bool {
    let mut left: Vec<&String> = phrase.iter().collect();
    typed.iter().all(|typed| {
        let found = left.iter().position(|word| fits(typed, word));
        found.map(|at| left.remove(at)).is_some()
    })
}

/// Returns true if a word may stand for another: it is the beginning of it, or nearly spelt like it. A number
/// stands for itself alone.
fn is_near(typed: &str, word: &str) -> bool {
    if typed.bytes().any(|c| c.is_ascii_digit()) || word.bytes().any(|c| c.is_ascii_digit()) {
        return typed == word;
    }
    let allowed = match typed.chars().count() {
        TWO_WRONG_FROM.. => 2,
        ONE_WRONG_FROM.. => 1,
        _ => 0,
    };
    word.starts_with(typed) || distance(typed, word) <= allowed
}

/// How many letters have to be put in, taken out, changed, or changed with their neighbour.
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

    fn fits(typed: &str, phrase: &str) -> Option<Fit> {
        fit(&words(typed), &words(phrase))
    }

    #[test]
    fn words_fit_a_phrase_in_full_cut_short_and_misspelt() {
        let phrase = "Play the queen of hearts";
        assert_eq!(fits("play QUEEN hearts!", phrase), Some(Fit::Whole));
        assert_eq!(fits("queen of hearts", phrase), Some(Fit::InOrder));
        assert_eq!(fits("queen", phrase), Some(Fit::InOrder));
        for nearly in ["qeen of harts", "q h", "quene hearts", "queeen"] {
            assert_eq!(fits(nearly, phrase), Some(Fit::NearlyInOrder), "{nearly}");
        }
        assert_eq!(fits("hearts queen", phrase), Some(Fit::AnyOrder));
        assert_eq!(fits("harts qeen", phrase), Some(Fit::NearlyAnyOrder));
        for not in ["", "king of hearts", "queen of clubs", "queen queen", "hat"] {
            assert_eq!(fits(not, phrase), None, "{not}");
        }
    }

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
            assert_eq!(fits(typed, word), Some(Fit::NearlyInOrder), "{typed}");
        }
        for (typed, word) in [
            ("lok", "lock"),
            ("unlock", "lock"),
            ("kcol", "lock"),
            ("anchxx", "anchor"),
            ("anvalopo", "envelope"),
            ("row1", "rows"),
            ("rows", "row1"),
        ] {
            assert_eq!(fits(typed, word), None, "{typed}");
        }
    }

    #[test]
    fn numbers_are_numbers_and_nothing_near_them() {
        assert_eq!(fits("8 hearts", "Play the eight of hearts"), Some(Fit::InOrder));
        assert_eq!(fits("take three from heap 1", "Take 3 from heap 1"), Some(Fit::Whole));
        assert_eq!(fits("take 1 from heap 3", "Take 3 from heap 1"), Some(Fit::AnyOrder));
        assert_eq!(fits("take 2", "Take 3 from heap 1"), None);
        assert_eq!(fits("1", "Take 12 from heap 3"), None);
    }
}
