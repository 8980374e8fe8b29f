//! The words and numbers of a text.

use crate::game::page::Board;

/// Numbers that games write as words.
const NUMBERS: [&str; 13] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve",
];

/// Words that say nothing.
const FILLERS: [&str; 2] = ["the", "of"];

/// Characters that only part the words beside them.
const SEPARATORS: &str = ",;:./\\()[]{}\"'`_\u{ab}\u{bb}\u{b7}\u{2018}\u{2019}\u{201c}\u{201d}\u{60c}\u{61b}\u{3001}\u{3002}";

/// The words of a text in lower case, and its numbers in digits: `the 7 of Spades` has `7` and `spades`.
/// A number ends where letters begin. A sign is a word that no move has.
pub fn tokens(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut before = ' ';
    let mut letters = text.chars().peekable();
    while let Some(c) = letters.next() {
        let is_joined = before.is_alphabetic() && c.is_alphabetic()
            || before.is_ascii_digit() && c.is_ascii_digit();
        let mut is_hyphen = || {
            before.is_alphanumeric() || !letters.peek().is_some_and(|next| next.is_alphanumeric())
        };
        match tokens.last_mut() {
            Some(word) if is_joined => word.extend(c.to_lowercase()),
            _ if c.is_alphanumeric() => tokens.push(c.to_lowercase().collect()),
            // Behind a word they end a sentence. Elsewhere they are signs, as of a flag.
            _ if matches!(c, '!' | '?') && before.is_alphabetic() => {}
            _ if c.is_whitespace() || SEPARATORS.contains(c) || c == '-' && is_hyphen() => {}
            _ => tokens.push(suit(c).map_or_else(|| c.to_string(), str::to_owned)),
        }
        before = c;
    }
    tokens.retain(|word| !FILLERS.contains(&word.as_str()));
    for word in &mut tokens {
        let number = NUMBERS.iter().position(|number| number == word);
        let number = number.or_else(|| word.parse().ok());
        *word = number.map_or_else(|| std::mem::take(word), |number| number.to_string());
    }
    tokens
}

/// The suit of a sign, filled or in outline.
fn suit(c: char) -> Option<&'static str> {
    let place = u32::from(c).checked_sub(0x2660)?;
    ["spades", "hearts", "diamonds", "clubs"].into_iter().cycle().take(8).nth(place as usize)
}

/// The row and the column that a text names on a board, from 1 as its names count them, and its other words.
pub fn place(tokens: &[String], board: &Board) -> Option<(usize, usize, Vec<String>)> {
    for length in [4, 3, 2, 1] {
        for (at, run) in tokens.windows(length).enumerate() {
            let words: Vec<&str> = run.iter().map(String::as_str).collect();
            let named = named_place(&words).or_else(|| described_place(&words, board));
            if let Some((row, column)) = named {
                return Some((row, column, [&tokens[..at], &tokens[at + length..]].concat()));
            }
        }
    }
    None
}

/// The row and the column of these words alone: `row 2 column 3`, `r 2 c 3`, `col 3 row 2`, `2 3`, `c 2`.
fn named_place(words: &[&str]) -> Option<(usize, usize)> {
    let number = |word: &str| word.parse::<usize>().ok();
    match *words {
        ["row" | "r", row, "column" | "col" | "c", column]
        | ["column" | "col" | "c", column, "row" | "r", row] => {
            Some((number(row)?, number(column)?))
        }
        [row, column] if number(row).is_some() => Some((number(row)?, number(column)?)),
        [letter, row] => match letter.as_bytes() {
            // A board has at most 16 columns.
            [letter @ b'a'..=b'p'] => Some((number(row)?, usize::from(letter - b'a') + 1)),
            _ => None,
        },
        _ => None,
    }
}

/// The row and the column of these words alone, by where they lie on a page: `centre`, `top left`,
/// `middle right`, `lower left corner`. An even number of rows or columns has no middle.
fn described_place(words: &[&str], board: &Board) -> Option<(usize, usize)> {
    let [columns, rows] = board.size();
    let middle = |word: &str, count: usize| {
        let is_middle = matches!(word, "centre" | "center" | "middle");
        (is_middle && count % 2 == 1).then_some(count / 2)
    };
    let row = |word: &str| match word {
        "top" | "upper" => Some(0),
        "bottom" | "lower" => Some(rows - 1),
        _ => middle(word, rows),
    };
    let column = |word: &str| match word {
        "left" => Some(0),
        "right" => Some(columns - 1),
        _ => middle(word, columns),
    };
    let (row, column) = match *words {
        [one] | [one, "square"] => (middle(one, rows)?, middle(one, columns)?),
        [one, other, "corner" | "square"] | [one, other] => {
            let in_order = row(one).zip(column(other));
            in_order.or_else(|| row(other).zip(column(one)))?
        }
        _ => return None,
    };
    let [column, row] = board.place_of(row * columns + column);
    Some((row + 1, column + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::page::{Cell, Corner, SquareNames};

    #[test]
    fn a_text_has_words_and_numbers() {
        for (text, expected) in [
            ("", ""),
            ("Play the QUEEN of hearts!", "play queen hearts"),
            ("r2c3", "r 2 c 3"),
            ("2\u{2665} \u{2664}7", "2 hearts spades 7"),
            ("two-three", "2 3"),
            ("007", "7"),
            ("-2", "- 2"),
            ("2 - 3", "2 3"),
            ("2 -3", "2 - 3"),
            ("2+3", "2 + 3"),
            ("!1,2", "! 1 2"),
            ("queen?", "queen"),
            ("\u{1f600}", "\u{1f600}"),
        ] {
            assert_eq!(tokens(text).join(" "), expected, "{text}");
        }
    }

    fn board(columns: usize, rows: usize) -> Board {
        Board::new("A board", columns, vec![Cell::new(""); columns * rows])
    }

    #[test]
    fn a_place_is_a_row_and_a_column() {
        let wide = board(5, 3);
        for (text, row, column, rest) in [
            ("2,3", 2, 3, ""),
            ("c2", 2, 3, ""),
            ("flag r2c3", 2, 3, "flag"),
            ("Turn row 2, column 3: north to east", 2, 3, "turn north to east"),
            ("2 3 4", 2, 3, "4"),
            ("col 3 row 2", 2, 3, ""),
            ("row 1 col 1", 1, 1, ""),
            ("the centre", 2, 3, ""),
            ("flag the middle", 2, 3, "flag"),
            ("Top-left", 1, 1, ""),
            ("upper right corner", 1, 5, ""),
            ("left middle", 2, 1, ""),
            ("bottom centre", 3, 3, ""),
        ] {
            let found = place(&tokens(text), &wide).map(|(r, c, rest)| (r, c, rest.join(" ")));
            assert_eq!(found, Some((row, column, rest.to_owned())), "{text}");
        }
        for text in
            ["5", "b", "column 3", "2x3", "top", "left", "corner", "top bottom", "left right"]
        {
            assert_eq!(place(&tokens(text), &wide), None, "{text}");
        }
        for text in ["centre", "middle", "top centre", "middle left"] {
            assert_eq!(
                place(&tokens(text), &board(4, 4)),
                None,
                "an even board has no middle: {text}"
            );
        }
        // Names may count from another corner.
        let lettered = board(4, 6).named(SquareNames::Lettered(Corner::BottomLeft));
        for (text, name) in [("top left", "a6"), ("lower right corner", "d1")] {
            let named = |text| place(&tokens(text), &lettered);
            assert_eq!(named(text), named(name), "{text}");
            assert!(named(text).is_some(), "{text}");
        }
    }
}
