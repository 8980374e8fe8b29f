//! The tokens of a text: every one of them has to be matched by a token of a move.

use super::digits;

/// Numbers that games write as words.
const NUMBERS: [&str; 13] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve",
];

/// Characters that only part the tokens beside them. Some are signs of full width.
const SEPARATORS: &str = ",;:./\\()[]{}\"'`!?_&|\u{ab}\u{bb}\u{b7}\u{2026}\u{2018}\u{2019}\u{201c}\u{201d}\u{60c}\u{61b}\u{3001}\u{3002}\u{fe0e}\u{fe0f}";

/// Characters that separate tokens, too, unless they are the sign of the next token.
const DASHES: [char; 6] = ['-', '\u{2010}', '\u{2011}', '\u{2013}', '\u{2014}', '\u{2212}'];

/// The signs of suits, filled and in outline, with their names.
const SUIT_SIGNS: std::ops::RangeInclusive<char> = '\u{2660}'..='\u{2667}';
/// The names of the first four, and of the last four.
const SUITS: [&str; 4] = ["spades", "hearts", "diamonds", "clubs"];

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// Letters, in lower case.
    Word(String),
    /// A whole number, with its number of digits, which is 0 for a word.
    Number {
        /// Its value.
        value: usize,
        /// The number of its digits.
        digits: usize,
    },
    /// A character without a meaning, such as a minus. No move has it.
    Sign,
}

impl Token {
    /// A number that is no digits.
    pub fn counted(value: usize) -> Self {
        Token::Number { value, digits: 0 }
    }

    /// The word, if it is one.
    pub fn word(&self) -> Option<&str> {
        if let Token::Word(word) = self { Some(word) } else { None }
    }

    /// The value, if it is a number.
    pub fn number(&self) -> Option<usize> {
        if let Token::Number { value, .. } = self { Some(*value) } else { None }
    }

    /// The value, if it is a number that is written in digits.
    pub fn digits(&self) -> Option<usize> {
        self.number().filter(|_| !matches!(self, Token::Number { digits: 0, .. }))
    }

    /// Returns true if it is this letter or word.
    pub fn is(&self, word: &str) -> bool {
        self.word() == Some(word)
    }

    /// Returns true if it is one letter.
    pub fn is_letter(&self) -> bool {
        self.word().is_some_and(|word| word.chars().count() == 1)
    }

    fn of_word(word: String) -> Token {
        match NUMBERS.iter().position(|number| *number == word) {
            Some(value) => Token::counted(value),
            None => Token::Word(word),
        }
    }

    fn of_digits(digits: &str) -> Token {
        match digits.parse() {
            Ok(value) => Token::Number { value, digits: digits.len() },
            Err(_) => Token::Sign,
        }
    }
}

/// The kind of a character.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Letter,
    Digit,
    Suit(&'static str),
    Separator,
    Sign,
}

/// The tokens of a text: a number ends where letters begin.
pub fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut run = String::new();
    let mut before = Kind::Separator;
    let mut letters = text.chars().map(narrow).peekable();
    while let Some(c) = letters.next() {
        let is_before_token = letters
            .peek()
            .is_some_and(|next| next.is_alphabetic() || digits::value(*next).is_some());
        let kind = kind(c, before, is_before_token);
        if kind != before {
            end(before, &mut run, &mut tokens);
        }
        match kind {
            Kind::Letter => run.extend(c.to_lowercase()),
            Kind::Digit => run.extend(digits::value(c).map(|value| char::from(b'0' + value))),
            Kind::Suit(name) => tokens.push(Token::Word(name.to_owned())),
            Kind::Sign => tokens.push(Token::Sign),
            Kind::Separator => {}
        }
        before = kind;
    }
    end(before, &mut run, &mut tokens);
    tokens
}

/// Ends a run of letters or digits.
fn end(kind: Kind, run: &mut String, tokens: &mut Vec<Token>) {
    match kind {
        Kind::Letter => tokens.push(Token::of_word(std::mem::take(run))),
        Kind::Digit => tokens.push(Token::of_digits(&std::mem::take(run))),
        Kind::Suit(_) | Kind::Separator | Kind::Sign => {}
    }
}

fn kind(c: char, before: Kind, is_before_token: bool) -> Kind {
    match c {
        _ if c.is_ascii_alphabetic() => Kind::Letter,
        _ if digits::value(c).is_some() => Kind::Digit,
        _ if DASHES.contains(&c) => match before {
            Kind::Letter | Kind::Digit => Kind::Separator,
            _ if is_before_token => Kind::Sign,
            _ => Kind::Separator,
        },
        _ if c.is_whitespace() || c.is_control() || SEPARATORS.contains(c) => Kind::Separator,
        _ if c.is_alphabetic() => Kind::Letter,
        _ if SUIT_SIGNS.contains(&c) => Kind::Suit(SUITS[c as usize % 4]),
        _ => Kind::Sign,
    }
}

/// The ASCII character of which this is the form of full width.
fn narrow(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        _ => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tokens of a text with a blank between each; a star for a sign.
    fn read(text: &str) -> String {
        let shown = tokens(text).into_iter().map(|token| match token {
            Token::Word(word) => word,
            Token::Number { value, .. } => value.to_string(),
            Token::Sign => "*".to_owned(),
        });
        shown.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_text_has_tokens_of_letters_and_of_digits() {
        for (text, expected) in [
            ("", ""),
            ("Play the QUEEN of hearts!", "play the queen of hearts"),
            ("r2c3", "r 2 c 3"),
            ("2b1w", "2 b 1 w"),
            ("2\u{2665} \u{2660}\u{fe0f}7", "2 hearts spades 7"),
            ("two-three", "2 3"),
            ("2-3", "2 3"),
            ("-2", "* 2"),
            ("-b", "* b"),
            ("2 - 3", "2 3"),
            ("2 -3", "2 * 3"),
            ("\u{2212}1", "* 1"),
            ("2+3", "2 * 3"),
            ("4 \u{b2}", "4 *"),
            ("\u{ff12}\u{ff0c}\u{ff13} \u{ff22}", "2 3 b"),
            ("\u{662},\u{6f3}", "2 3"),
            ("99999999999999999999", "*"),
            ("\u{1f600}", "*"),
        ] {
            assert_eq!(read(text), expected, "{text}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_text_has_tokens(text: String) {
            assert!(tokens(&text).len() <= text.len());
        }
    }
}
