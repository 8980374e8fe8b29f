//! The tokens of a move, and the texts that name it.
//!
//! A text names a move if every token of it is matched by a token of the move, and no token of the move
//! twice. It need not have all of them.

use super::tokens::{Token, tokens};
use super::words::{is_alias, is_filler, is_filler_word};
use crate::game::request::{Argument, Request};

/// A text that was typed.
#[derive(Debug)]
pub struct Text {
    /// Its tokens.
    pub tokens: Vec<Token>,
    /// The places of the words with a meaning.
    telling: Vec<usize>,
    /// The places of the numbers.
    numbers: Vec<usize>,
}

impl Text {
    /// A text with these tokens. An article is none where a move has that letter.
    pub fn new(tokens: Vec<Token>, has_letters: bool) -> Self {
        let is_silent =
            |at: usize| is_filler(&tokens, at) && !(has_letters && tokens[at].is_letter());
        let is_telling: Vec<bool> = (0..tokens.len()).map(|at| !is_silent(at)).collect();
        Text::with(tokens, |at| is_telling[at])
    }

    /// A text of which every token says something.
    pub fn telling(tokens: Vec<Token>) -> Self {
        Text::with(tokens, |_| true)
    }

    fn with(tokens: Vec<Token>, is_telling: impl Fn(usize) -> bool) -> Self {
        let places = 0..tokens.len();
        let is_word = |at: &usize| tokens[*at].word().is_some() && is_telling(*at);
        let telling = places.clone().filter(is_word).collect();
        let numbers = places.filter(|at| tokens[*at].number().is_some()).collect();
        Text { tokens, telling, numbers }
    }

    /// The words that say something.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.telling.iter().filter_map(|at| self.tokens[*at].word())
    }

    /// The numbers, if it has nothing else.
    pub fn bare_numbers(&self) -> Option<Vec<usize>> {
        let is_between = |token: &&Token| !token.is("and");
        self.tokens.iter().filter(is_between).map(Token::number).collect()
    }

    fn word(&self, at: Option<usize>) -> Option<&str> {
        self.tokens.get(at?)?.word()
    }
}

/// The tokens of a move.
#[derive(Debug, Default)]
pub struct Names {
    /// Its words with a meaning: first those of the label, then those of the request, then those of
    /// the contents of its place.
    words: Vec<(Source, String)>,
    /// Its numbers, in the order of the label.
    numbers: Vec<Number>,
    /// The numbers among its arguments, in the order of the request.
    arguments: Vec<usize>,
    /// True if a number comes before the word that tells it apart: `2 black, 1 white`.
    counts_first: bool,
}

/// The source of a word of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Source {
    Label,
    Request,
    Seen,
}

/// A number of a move.
#[derive(Debug)]
struct Number {
    value: usize,
    /// The words that tell it apart from the other numbers.
    words: Vec<String>,
    /// True if it is an argument of the request, or a part of one.
    is_argument: bool,
}

/// The quality of a match, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fit {
    /// It has every word of the label, or every argument.
    Whole,
    /// It has some of them.
    Part,
}

impl Names {
    /// The tokens of a move with this label, at a place where this is to be seen.
    pub fn new(label: &str, request: &Request, place: &str) -> Self {
        let mut names = Names::default();
        let arguments = request.arguments.iter().flat_map(argument_tokens);
        let arguments: Vec<usize> = arguments.filter_map(|token| token.number()).collect();
        let is_number = |argument: &Argument| matches!(argument, Argument::Number(_));
        if request.arguments.iter().all(is_number) {
            names.arguments.clone_from(&arguments);
        }
        let label_tokens = tokens(label);
        names.counts_first = label_tokens.first().is_some_and(|token| token.number().is_some());
        names.add_numbers(&label_tokens, arguments);
        names.add_unsaid_arguments(request);
        // Behind a comma, a label may say more than the request needs: `Draw, 28 left`.
        let (told, note) = label.split_once(',').unwrap_or((label, ""));
        names.add_words(Source::Label, told);
        names.add_request(request);
        names.add_words(Source::Seen, note);
        names.add_words(Source::Seen, place);
        names
    }

    /// The tokens of a move at a square whose place is told otherwise.
    pub fn at_square(label: &str, request: &Request, place: &str) -> Self {
        let mut names = Names::default();
        names.add_words(Source::Label, label);
        names.add_request(request);
        // The whole phrase of the move says the words of its label and these.
        let seen = telling_words(place).into_iter().map(|word| (Source::Seen, word));
        names.words.extend(seen);
        names.add_numbers(&tokens(place), Vec::new());
        names
    }

    /// Adds the numbers of a label. Those that are no arguments only describe the move.
    fn add_numbers(&mut self, label: &[Token], mut arguments: Vec<usize>) {
        for (at, token) in label.iter().enumerate() {
            let Some(value) = token.number() else { continue };
            let place = arguments.iter().position(|argument| *argument == value);
            let is_argument = place.map(|place| arguments.remove(place)).is_some();
            let words = words_of_number(label, at, self.counts_first);
            self.numbers.push(Number { value, words, is_argument });
        }
    }

    /// Adds the numbers of a request that the label does not have.
    fn add_unsaid_arguments(&mut self, request: &Request) {
        for (spec, argument) in request.spec.arguments.iter().zip(&request.arguments) {
            let Argument::Number(value) = argument else { continue };
            let is_said = |number: &Number| number.is_argument && number.value == *value;
            if !self.numbers.iter().any(is_said) {
                let words = vec![spec.name.to_owned()];
                self.numbers.push(Number { value: *value, words, is_argument: true });
            }
        }
    }

    /// Adds the words of a text that say something and are new.
    fn add_words(&mut self, source: Source, text: &str) {
        let before = self.words.len();
        for word in telling_words(text) {
            if self.words[..before].iter().all(|(_, known)| *known != word) {
                self.words.push((source, word));
            }
        }
    }

    /// Adds the words of a request, without those that mean the opposite: `lock` is not to unlock.
    fn add_request(&mut self, request: &Request) {
        let spec = request.spec;
        let arguments = spec.arguments.iter().map(|argument| argument.name);
        let words = spec.name.split('_').chain(spec.label.split(' ')).chain(arguments);
        let is_opposite =
            |word: &str| self.label().any(|label| label != word && label.ends_with(word));
        let words: Vec<&str> = words.filter(|word| !is_opposite(word)).collect();
        for word in words {
            self.add_words(Source::Request, word);
        }
    }

    /// The words of its label that say something.
    pub fn label(&self) -> impl Iterator<Item = &str> {
        let of_label = self.words.iter().take_while(|(source, _)| *source == Source::Label);
        of_label.map(|(_, word)| word.as_str())
    }

    /// Every word that names it.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.words.iter().map(|(_, word)| word.as_str())
    }

    /// Returns true if the request has its numbers in another order than the label.
    pub fn is_crossed(&self) -> bool {
        let said: Vec<usize> = self.arguments_said().collect();
        said.len() == self.arguments.len() && said != self.arguments
    }

    fn arguments_said(&self) -> impl Iterator<Item = usize> {
        self.numbers.iter().filter(|number| number.is_argument).map(|number| number.value)
    }

    /// The quality with which a text names it, if it does. `is_crossed` says that moves of this page
    /// have their numbers in another order than their labels.
    pub fn fit(&self, text: &Text, is_crossed: bool) -> Option<Fit> {
        if let Some(numbers) = text.bare_numbers().filter(|_| self.arguments.len() > 1) {
            return (numbers == self.arguments).then_some(Fit::Whole);
        }
        let words = self.match_words(text)?;
        let numbers = self.match_numbers(text, is_crossed)?;
        let label_words = words.iter().filter(|source| **source == Source::Label).count();
        let arguments = numbers.iter().filter(|at| self.numbers[**at].is_argument).count();
        if label_words + arguments == 0 {
            return None;
        }
        let has_label =
            label_words == self.label().count() && arguments == self.arguments_said().count();
        let has_arguments = arguments > 0 && arguments == self.arguments.len();
        Some(if has_label || has_arguments { Fit::Whole } else { Fit::Part })
    }

    /// The quality with which words name it beside its place, if they do. The words of its request
    /// do, too.
    pub fn fit_at_place(&self, text: &Text) -> Option<Fit> {
        let is_seen = |at: &usize| {
            let value = text.tokens[*at].number();
            self.numbers.iter().any(|number| Some(number.value) == value)
        };
        let words = self.match_words(text).filter(|_| text.numbers.iter().all(is_seen))?;
        let label_words = words.iter().filter(|source| **source == Source::Label).count();
        let is_whole = label_words == self.label().count();
        let is_named = words.iter().any(|source| *source != Source::Seen);
        is_named.then_some(if is_whole { Fit::Whole } else { Fit::Part })
    }

    /// Matches every word of a text with one of the move's own. Returns the sources of those.
    fn match_words(&self, text: &Text) -> Option<Vec<Source>> {
        if text.telling.len() > self.words.len() {
            return None;
        }
        let mut free: Vec<&(Source, String)> = self.words.iter().collect();
        let take = |typed: &str| {
            let exact = free.iter().position(|(_, word)| typed == word);
            let at = exact.or_else(|| free.iter().position(|(_, word)| is_alias(typed, word)))?;
            Some(free.remove(at).0)
        };
        text.words().map(take).collect()
    }

    /// Matches every number of a text with one of the move's own: by the word beside it, and the rest
    /// in order. Returns the places of those.
    fn match_numbers(&self, text: &Text, is_crossed: bool) -> Option<Vec<usize>> {
        if text.numbers.len() > self.numbers.len() {
            return None;
        }
        let mut matched = Vec::new();
        let mut rest = Vec::new();
        for at in &text.numbers {
            let place = self.number_with_word_of(text, *at);
            match place.filter(|place| !matched.contains(place)) {
                Some(place) => matched.push(place),
                None => rest.push(*at),
            }
        }
        let named = matched.iter().zip(text.numbers.iter().filter(|at| !rest.contains(at)));
        let is_same =
            |place: usize, at: usize| text.tokens[at].number() == Some(self.numbers[place].value);
        if !named.into_iter().all(|(place, at)| is_same(*place, *at)) {
            return None;
        }
        let is_free = |place: &usize| self.numbers[*place].is_argument && !matched.contains(place);
        let free: Vec<usize> = (0..self.numbers.len()).filter(is_free).collect();
        let is_clear =
            rest.is_empty() || rest.len() == free.len() && (rest.len() == 1 || !is_crossed);
        let is_rest_same = rest.iter().zip(&free).all(|(at, place)| is_same(*place, *at));
        (is_clear && is_rest_same).then(|| {
            matched.extend(free.into_iter().take(rest.len()));
            matched
        })
    }

    /// The place of the number that the word beside a typed number tells. The name of the request tells
    /// it only if no other number is typed.
    fn number_with_word_of(&self, text: &Text, at: usize) -> Option<usize> {
        let is_of_some = |word: &str| self.numbers.iter().any(|number| number.is_told_by(word));
        let first_word =
            (0..text.tokens.len()).find(|at| text.word(Some(*at)).is_some_and(is_of_some));
        let counts_first =
            self.counts_first && first_word.is_none_or(|word| word > text.numbers[0]);
        let beside = if counts_first { at.checked_add(1) } else { at.checked_sub(1) };
        let word = text.word(beside)?;
        let is_verb = self.label().next() == Some(word);
        let is_clear = !is_verb || text.numbers.len() == 1;
        self.numbers.iter().position(|number| is_clear && number.is_told_by(word))
    }
}

impl Number {
    fn is_told_by(&self, typed: &str) -> bool {
        self.words.iter().any(|word| word == typed || is_alias(typed, word))
    }
}

/// The words of a label that tell a number apart: those before it, or behind it, up to the next number.
fn words_of_number(label: &[Token], at: usize, counts_first: bool) -> Vec<String> {
    let is_word = |token: &&Token| token.word().is_some();
    let words: Vec<&Token> = match counts_first {
        true => label[at + 1..].iter().take_while(is_word).collect(),
        false => label[..at].iter().rev().take_while(is_word).collect(),
    };
    words.into_iter().filter_map(|token| token.word().map(str::to_owned)).collect()
}

/// The words of a text that say something.
fn telling_words(text: &str) -> Vec<String> {
    let words = tokens(text).into_iter().filter_map(|token| token.word().map(str::to_owned));
    words.filter(|word| !is_silent(word)).collect()
}

/// The tokens of an argument.
fn argument_tokens(argument: &Argument) -> Vec<Token> {
    match argument {
        Argument::Number(value) => vec![Token::Number { value: *value, digits: 1 }],
        Argument::Word(word) => tokens(word),
    }
}

/// Returns true if a word of a move says nothing. The letter of a move says something.
fn is_silent(word: &str) -> bool {
    word != "a" && is_filler_word(word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::request::{ArgumentSpec, Fault, RequestSpec};

    const NONE: Fault = Fault::new(901, "none", "There is none.");
    static TAKE: RequestSpec = RequestSpec::new("take", "take them", "Takes.").taking(&[
        ArgumentSpec::number("heap", 1, 9, NONE),
        ArgumentSpec::number("count", 1, 9, NONE),
    ]);
    static ANSWER: RequestSpec = RequestSpec::new("answer", "answer it", "Answers.").taking(&[
        ArgumentSpec::number("black", 0, 4, NONE),
        ArgumentSpec::number("white", 0, 4, NONE),
    ]);
    static LOCK: RequestSpec = RequestSpec::new("lock", "lock", "Locks.");
    static DRAW: RequestSpec = RequestSpec::new("draw_card", "draw", "Draws.");

    fn fit(names: &Names, text: &str, is_crossed: bool) -> Option<Fit> {
        names.fit(&Text::new(tokens(text), false), is_crossed)
    }

    fn take(heap: usize, count: usize) -> Names {
        let request = Request { spec: &TAKE, arguments: vec![heap.into(), count.into()] };
        Names::new(&format!("Take {count} from heap {heap}"), &request, "a match")
    }

    fn answer(label: &str, black: usize, white: usize) -> Names {
        let request = Request { spec: &ANSWER, arguments: vec![black.into(), white.into()] };
        Names::new(label, &request, "")
    }

    #[test]
    fn a_number_is_told_by_the_word_beside_it() {
        let two_of_three = take(3, 2);
        assert!(two_of_three.is_crossed());
        for text in [
            "take 2 from heap 3",
            "take 2 from 3",
            "2 from 3",
            "from 3 take 2",
            "heap 3, 2",
            "heap 3 take 2",
            "2 matches from heap 3",
            "3,2",
            "3 and 2",
        ] {
            assert_eq!(fit(&two_of_three, text, true), Some(Fit::Whole), "{text}");
        }
        for text in ["take 2", "heap 3", "from 3"] {
            assert_eq!(fit(&two_of_three, text, true), Some(Fit::Part), "{text}");
        }
        for text in [
            "take 3 from heap 2",
            "take 3 from 2",
            "3 from 2",
            "2,3",
            "take 2 3",
            "take 3 2",
            "2 of 3",
            "2",
            "3",
            "heap 2",
            "take 2 from heap 3 3",
            "take take 2 from heap 3",
            "match",
            "count",
        ] {
            assert_eq!(fit(&two_of_three, text, true), None, "{text}");
        }
    }

    #[test]
    fn a_number_may_come_before_its_word() {
        let two_one = answer("2 black, 1 white", 2, 1);
        for text in [
            "2 black, 1 white",
            "2b1w",
            "1w 2b",
            "black 2 white 1",
            "answer 2 1",
            "2,1",
            "b2 w1",
            "2 black and 1",
        ] {
            assert_eq!(fit(&two_one, text, false), Some(Fit::Whole), "{text}");
        }
        for text in ["1 black 2 white", "1b2w", "answer 1 2", "2", "1,2", "white 2", "2 1 0"] {
            assert_eq!(fit(&two_one, text, false), None, "{text}");
        }
        let found = answer("4 black: my code", 4, 0);
        for text in ["4 black", "4 0", "code", "4b0w", "my code"] {
            assert!(fit(&found, text, false).is_some(), "{text}");
        }
        for text in ["4", "0", "0 4", "my", "4 white", "it"] {
            assert_eq!(fit(&found, text, false), None, "{text}");
        }
    }

    #[test]
    fn a_number_that_is_no_argument_names_nothing_alone() {
        let draw = Names::new("Draw, 8 left", &Request::plain(&DRAW), "The stock: 8 cards");
        for text in ["draw", "draw a card", "Draw, 8 left"] {
            assert!(fit(&draw, text, false).is_some(), "{text}");
        }
        for text in ["8", "8 left", "draw 7", "card", "stock", "8 of draw"] {
            assert_eq!(fit(&draw, text, false), None, "{text}");
        }
    }

    #[test]
    fn a_request_is_not_named_by_its_opposite() {
        let unlock = Names::new("Unlock", &Request::plain(&LOCK), "north to south, locked");
        assert_eq!(fit(&unlock, "unlock", false), Some(Fit::Whole));
        assert_eq!(fit(&unlock, "unlock north to south", false), Some(Fit::Whole));
        assert_eq!(fit(&unlock, "lock", false), None);
    }
}
