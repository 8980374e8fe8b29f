//! The words and the letters of a language.

use super::position::Position;
use super::word::{LETTERS, Told, Word, unused};
use crate::prelude::*;

/// The language of a game of Five Letters.
///
/// ```
/// use parlour::prelude::*;
///
/// struct Svenska;
///
/// impl Dictionary for Svenska {
///     const FACE: Ruleset = Ruleset {
///         key: "fem",
///         number: 129,
///         uri: "https://example.org/fem",
///         title: "Fem bokstäver",
///         blurb: "Ett ord om dagen.",
///         ..Ruleset::USUAL
///     };
///     const ALPHABET: &'static [&'static str] = &["a", "b", "d", "n", "r", "s", "å", "ä", "ö"];
///     // Most dictionaries are files: `include_str!("drawn.txt")`.
///     const SECRETS: &'static str = "brand\nsande\n";
///     const GUESSES: &'static str = "banan\n";
/// }
///
/// assert_eq!(parlour::games![FiveLetters<Svenska>][0].ruleset.title, "Fem bokstäver");
/// ```
pub trait Dictionary: 'static {
    /// The face of the game: its key, number, URI, title, line of description and picture. The game itself has
    /// all other fields.
    const FACE: Ruleset;

    /// The letters, small, in the order in which the page shows them. Each is one character, and its capital
    /// letter, too.
    const ALPHABET: &'static [&'static str];

    /// The words that the computer draws, one a line, in the order of their code points. A day names its word by
    /// its place, so a change of the list changes past days.
    const SECRETS: &'static str;

    /// The other words that a player may guess, in the same form.
    const GUESSES: &'static str;
}

/// English, spelt in the American or in the British way.
pub struct English;

impl Dictionary for English {
    const FACE: Ruleset = Ruleset {
        key: "letters",
        number: 14,
        uri: "urn:uuid:5a0f8a0c-6a55-4c55-b2f0-0c9a0b5b8f0e",
        title: "Five Letters",
        blurb: "A word each day: find it in six guesses. Or hide a word for a friend.",
        group: Group::Puzzles,
        picture: "letters",
        ..Ruleset::USUAL
    };
    const ALPHABET: &'static [&'static str] = &[
        "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "q", "r",
        "s", "t", "u", "v", "w", "x", "y", "z",
    ];
    const SECRETS: &'static str = include_str!("../../../static/letters-secrets.txt");
    const GUESSES: &'static str = include_str!("../../../static/letters-guesses.txt");
}

/// These letters as a text.
pub fn text<D: Dictionary>(letters: &[u8]) -> String {
    letters.iter().map(|letter| D::ALPHABET[usize::from(*letter)]).collect()
}

/// These letters as capitals.
pub fn capitals<D: Dictionary>(letters: &[u8]) -> String {
    text::<D>(letters).to_uppercase()
}

/// The letters of a text, small or capital. `None` if it has anything else.
pub fn letters<D: Dictionary>(text: &str) -> Option<Vec<u8>> {
    let mut bytes = [0; 4];
    let mut place = |letter: char| {
        let letter: &str = letter.encode_utf8(&mut bytes);
        D::ALPHABET.iter().position(|known| *known == letter)?.try_into().ok()
    };
    text.chars().flat_map(char::to_lowercase).map(&mut place).collect()
}

/// The words that may be guessed and begin with these letters.
fn beginning<D: Dictionary>(letters: &[u8]) -> impl Iterator<Item = Word> {
    let text = text::<D>(letters);
    let lists = [D::SECRETS, D::GUESSES].map(|list| words::<D>(from(list, &text)));
    lists.into_iter().flat_map(|list| list.take_while(|word| word.starts_with(letters)))
}

/// Returns true if a word that may be guessed begins with these letters.
pub fn begins<D: Dictionary>(letters: &[u8]) -> bool {
    beginning::<D>(letters).next().is_some()
}

/// Returns true if a word that may be guessed begins with these letters and uses all that these guesses told.
pub fn goes_on<D: Dictionary>(letters: &[u8], told: &[Told]) -> bool {
    beginning::<D>(letters).any(|word| unused(&word, told).is_none())
}

/// For each letter, true if a word that uses all that is told goes on with it behind these letters.
pub fn next<D: Dictionary>(letters: &[u8], told: &[Told]) -> Vec<bool> {
    // To search for each letter is faster than to look at all words.
    if letters.is_empty() && told.is_empty() {
        return (0..).zip(D::ALPHABET).map(|(letter, _)| begins::<D>(&[letter])).collect();
    }
    let mut next = vec![false; D::ALPHABET.len()];
    for word in beginning::<D>(letters) {
        let goes_on = &mut next[usize::from(word[letters.len()])];
        *goes_on = *goes_on || unused(&word, told).is_none();
    }
    next
}

/// Returns true if the computer draws this word.
pub fn is_drawn<D: Dictionary>(word: &Word) -> bool {
    let text = text::<D>(word);
    from(D::SECRETS, &text).starts_with(&text)
}

/// The first word that begins with these letters.
pub fn first<D: Dictionary>(letters: &[u8]) -> Option<&'static str> {
    let text = text::<D>(letters);
    let words =
        [D::SECRETS, D::GUESSES].into_iter().filter_map(|list| from(list, &text).lines().next());
    words.into_iter().find(|word| word.starts_with(&text))
}

/// The words of a list in order.
pub fn words<D: Dictionary>(list: &'static str) -> impl Iterator<Item = Word> {
    // The place of each letter that is a single byte. A search would take most of the time of a hint.
    let mut places = [None; 128];
    for (letter, place) in D::ALPHABET.iter().zip(0u8..) {
        if let [byte @ 0..128] = letter.as_bytes() {
            places[usize::from(*byte)] = Some(place);
        }
    }
    let word = move |line: &'static str| {
        let mut word = [0; LETTERS];
        let mut count = 0;
        for (place, byte) in word.iter_mut().zip(line.bytes()) {
            *place = places.get(usize::from(byte)).copied().flatten()?;
            count += 1;
        }
        (count == line.len()).then_some(word)
    };
    let other = |line| letters::<D>(line)?.try_into().ok();
    list.lines().filter_map(move |line| word(line).or_else(|| other(line)))
}

/// The rest of a list from the first word that does not come before a text.
fn from(list: &'static str, text: &str) -> &'static str {
    let bytes = list.as_bytes();
    let is_end = |byte: &u8| *byte == b'\n';
    let (mut low, mut high) = (0, list.len());
    while low < high {
        let middle = low + (high - low) / 2;
        let start = bytes[low..middle].iter().rposition(is_end).map_or(low, |at| low + at + 1);
        let end = bytes[middle..].iter().position(is_end).map_or(high, |at| middle + at + 1);
        if list[start..end].trim_end() < text { low = end } else { high = start }
    }
    &list[low..]
}

/// The words that may have been drawn, or hidden by a friend.
pub fn possible<D: Dictionary>(position: &Position) -> impl Iterator<Item = Word> {
    let others = if position.is_challenge { D::GUESSES } else { "" };
    words::<D>(D::SECRETS).chain(words::<D>(others))
}

/// The most words that are named.
const NAMED: usize = 20;

/// The first of these words, as many as are named.
pub fn named<D: Dictionary>(words: &[Word]) -> String {
    let names: Vec<String> = words.iter().take(NAMED).map(|word| capitals::<D>(word)).collect();
    match words.len() - names.len() {
        0 => format!("{}.", listed(names)),
        more => format!("{}, and {more} more.", names.join(", ")),
    }
}
