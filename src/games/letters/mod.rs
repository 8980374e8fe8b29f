//! Five Letters: a word to find in six guesses.
//!
//! Rules as played:
//! - The computer draws one of the common words of its dictionary, or a player hides a word for a friend. A word
//!   has five letters.
//! - Each guess is a word of the dictionary. Each of its letters is told as right, elsewhere or absent. A letter
//!   of the word is told once: to two equal letters of a guess, one letter of the word gives one mark.
//! - A text that is no word of the dictionary costs nothing. Letters are put only as long as some word that may
//!   be guessed goes on so.
//! - Hard: a guess must use all that is known. A right letter stays, and a letter that is elsewhere comes again.
//! - Six guesses are allowed.
//!
//! The words of the days run through the list once before one comes again, in an order that follows from the
//! key. The page of a lost word of a day does not tell it: the day of other players goes on.

#[cfg(any(test, feature = "audit"))]
mod audit;
mod dictionary;
mod hint;
mod page;
mod position;
#[cfg(test)]
mod tests;
mod word;

use crate::games::shared::challenge;
use crate::prelude::*;
pub use dictionary::{Dictionary, English};
use dictionary::{begins, capitals, goes_on, letters, words};
use position::{GUESSES, Position, Task};
use std::marker::PhantomData;
use word::{LETTERS, Marks, Unused, Word, unused};

/// The game in the language of a dictionary.
pub struct FiveLetters<D>(PhantomData<D>);

/// Something that happened.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Event {
    /// The player guessed a word, which got these marks.
    Guessed(Word, Marks),
    /// The word was found with this many guesses.
    Found(usize),
}

impl<D: Dictionary> Game for FiveLetters<D> {
    type Position = Position;
    type Event = Event;

    const RULESET: Ruleset = Ruleset {
        secrecy,
        measure: |choices| (!is_challenge(choices)).then_some("guess"),
        daily: true,
        for_a_friend: Some(Preset { label: "A word for a friend", query: "word=friend" }),
        options: &[&WORD, &HARD],
        presets: &[
            Preset { label: "Hard", query: "hard=yes" },
            Preset { label: "A word for a friend", query: "word=friend" },
        ],
        requests: &[Self::PUT, &TAKE_OUT, &LEFT, &HINT],
        messages: &[&GUESSED, &FOUND],
        steps: &[
            "Guess the word: type it, or put its letters one after the other.",
            "Each letter of a guess is right, or elsewhere in the word, or absent.",
            "Find the word within six guesses.",
        ],
        rules: page::rules::<D>,
        ..D::FACE
    };

    fn seats(choices: &Choices) -> Vec<Text> {
        challenge::seats(is_challenge(choices))
    }

    fn blank(choices: &Choices) -> Position {
        Position::new(is_challenge(choices), choices.of(&HARD))
    }

    fn deal(choices: &Choices, chance: &mut Chance) -> Position {
        let position = Self::blank(choices);
        if position.is_challenge {
            return position;
        }
        let place = chance.place(D::SECRETS.lines().count());
        let word = words::<D>(D::SECRETS).nth(place);
        Position { word, is_of_day: chance.day().is_some(), ..position }
    }

    fn fields(position: &mut Position, codec: &mut Codec<'_>) -> Coded {
        let count = D::ALPHABET.len();
        codec.flag(&mut position.is_of_day)?;
        let mut word = position.word.map_or(Vec::new(), |word| word.to_vec());
        codec.list_below(&mut word, LETTERS, count)?;
        let mut guesses = position.guesses.concat();
        codec.list_below(&mut guesses, GUESSES * LETTERS, count)?;
        codec.list_below(&mut position.row, LETTERS - 1, count)?;
        let words = |letters: &[u8]| -> Result<Vec<Word>, Unpackable> {
            let words = letters.chunks(LETTERS).map(Word::try_from);
            words.collect::<Result<_, _>>().map_err(|_| Unpackable::Impossible)
        };
        position.word = words(&word)?.pop();
        position.guesses = words(&guesses)?;
        Ok(())
    }

    /// Replays the guesses.
    fn is_possible(position: &Position) -> bool {
        let Position { word, row, guesses, is_challenge, is_of_day, .. } = position;
        let suits_kind = match word {
            Some(word) if *is_challenge => begins::<D>(word),
            Some(word) => dictionary::is_drawn::<D>(word),
            None => *is_challenge && guesses.is_empty(),
        };
        let start = Position { guesses: Vec::new(), row: Vec::new(), ..position.clone() };
        let replayed = guesses.iter().try_fold(start, |before, guess| {
            let is_legal = before.task() == Task::Guess && begins::<D>(guess);
            (is_legal && unused(guess, &before.binding()).is_none()).then(|| before.guessed(*guess))
        });
        let is_row = row.is_empty()
            || position.task() != Task::Nothing && goes_on::<D>(row, &position.binding());
        suits_kind && is_row && replayed.is_some() && !(*is_challenge && *is_of_day)
    }

    fn turn(position: &Position) -> Option<Seat> {
        (position.task() != Task::Nothing).then_some(challenge::GUESSER)
    }

    /// A whole word, or one letter: `crane`, `c`, `put c`.
    fn read(position: &Position, text: &str) -> Named {
        let text = text.trim();
        let bare = text.strip_prefix("put ").unwrap_or(text).trim_start();
        let Some(read) = letters::<D>(bare) else { return Named::Nothing };
        match read.len() {
            1 => Named::OneOf(vec![Self::put(&read)]),
            LETTERS => match row::<D>(position, bare) {
                Err(refusal) => Named::Refused(refusal.sentence.into_owned()),
                Ok(word) => {
                    let taken = position.row.iter().map(|_| Request::plain(&TAKE_OUT));
                    Named::Row(taken.chain(word.chunks(1).map(Self::put)).collect())
                }
            },
            _ => Named::Nothing,
        }
    }

    fn referee(position: &Position, request: &Request) -> Result<Ruling<Self>, Refusal> {
        let is_alone = !position.is_challenge;
        let (next, events) = match position.task() {
            Task::Nothing => return Err(GAME_OVER.into()),
            _ if request.is(&LEFT) => {
                let answer = is_alone.then(|| hint::left::<D>(position)).ok_or(NO_LIST)?;
                return Ok(Ruling::Answer(Box::new(answer)));
            }
            _ if request.is(&TAKE_OUT) => {
                let mut next = position.clone();
                next.row.pop().ok_or(NO_LETTER)?;
                (next, Vec::new())
            }
            task => {
                let row = row::<D>(position, request.word(0))?;
                let next = Position { row: Vec::new(), ..position.clone() };
                match Word::try_from(&row[..]) {
                    Err(_) => (Position { row, ..next }, Vec::new()),
                    Ok(word) if task == Task::Hide => {
                        (Position { word: Some(word), ..next }, Vec::new())
                    }
                    Ok(word) => guessed(next, word),
                }
            }
        };
        Ok(Ruling::Next(next, events))
    }

    fn outcome(position: &Position) -> Option<Outcome> {
        let winner = if position.is_found() { challenge::GUESSER } else { challenge::HIDER };
        (position.task() == Task::Nothing).then(|| Outcome::between_two(Some(winner)))
    }

    fn page(position: &Position, who: &Perspective, _: &[Event]) -> Page {
        page::page::<D>(position, who)
    }

    fn tell(event: &Event, _: &Perspective) -> Option<Message> {
        Some(match event {
            Event::Guessed(word, marks) => GUESSED.tell(
                [
                    capitals::<D>(word).into(),
                    Value::List(marks.iter().map(|mark| mark.name().into()).collect()),
                ],
                format!("{}: {}.", capitals::<D>(word), page::told::<D>(word, marks)),
            ),
            Event::Found(guesses) => {
                FOUND.tell([(*guesses).into()], format!("Found in {}.", count(*guesses, "guess")))
            }
        })
    }

    fn hint(position: &Position) -> Option<fn(&Position, &Perspective) -> Advice> {
        let is_asked = !position.is_challenge && position.task() == Task::Guess;
        is_asked.then_some(hint::hint::<D>)
    }

    fn solution(choices: &Choices) -> Option<fn(&Position) -> Page> {
        (!is_challenge(choices)).then_some(page::solution::<D>)
    }
}

impl<D: Dictionary> FiveLetters<D> {
    const PUT: &'static RequestSpec = &RequestSpec::new(
        "put",
        "put it",
        "Puts a letter into the row, or several. The fifth makes the row a guess, or the word that is hidden. Five at once take the place of the row.",
    )
    .taking(Self::ARGUMENTS)
    .refused_with(&[UNUSED, GAME_OVER]);
    const ARGUMENTS: &'static [ArgumentSpec] =
        &[ArgumentSpec::word("letters", D::ALPHABET, NO_WORD)];

    fn put(letters: &[u8]) -> Request {
        Request::with(Self::PUT, dictionary::text::<D>(letters))
    }
}

/// The row after these letters are put. It is refused if no word goes on so, or if the guess leaves out what is
/// known.
fn row<D: Dictionary>(position: &Position, text: &str) -> Result<Vec<u8>, Refusal> {
    let read = letters::<D>(text).filter(|read| (1..=LETTERS).contains(&read.len()));
    let read = read.ok_or(NO_WORD)?;
    let row = match read.len() {
        LETTERS => read,
        _ => [&position.row[..], &read].concat(),
    };
    let shown = capitals::<D>(&row);
    let told = position.binding();
    let why = match Word::try_from(&row[..]) {
        _ if row.len() > LETTERS => return Err(NO_WORD.into()),
        _ if !begins::<D>(&row) => return Err(NO_WORD.saying(no_word::<D>(&row))),
        Ok(word) => unused(&word, &told).map(|unused| match unused {
            Unused::Place(at, letter) => {
                format!("letter {} must be {}.", at + 1, capitals::<D>(&[letter]))
            }
            Unused::Anywhere(letter) => {
                format!("{shown} has too few of the letter {}.", capitals::<D>(&[letter]))
            }
        }),
        Err(_) => (!goes_on::<D>(&row, &told))
            .then(|| format!("no word that begins with {shown} uses all that you know.")),
    };
    why.map_or(Ok(row), |why| Err(UNUSED.saying(format!("Hard: {why}"))))
}

/// The reason why letters are put for nothing.
fn no_word<D: Dictionary>(letters: &[u8]) -> String {
    let shown = capitals::<D>(letters);
    match letters.len() {
        LETTERS => format!("{shown} is no word of the list. It costs you nothing."),
        _ => format!("No word of the list begins with {shown}. It costs you nothing."),
    }
}

/// The position after a guess, and what happened.
fn guessed(position: Position, word: Word) -> (Position, Vec<Event>) {
    let next = position.guessed(word);
    let told = next.told().pop().map(|(guess, marks)| Event::Guessed(guess, marks));
    let found = next.is_found().then_some(Event::Found(next.guesses.len()));
    (next, told.into_iter().chain(found).collect())
}

/// True if a player hides a word for a friend.
static WORD: GameOption<bool> = GameOption::new(
    "word",
    "Word",
    &[
        value("drawn", "the computer's", false),
        noted("friend", "a word for a friend", "you get a link to send", true),
    ],
);
static HARD: GameOption<bool> = GameOption::new(
    "hard",
    "Guesses",
    &[value("no", "any word", false), noted("yes", "hard", "use all that you know", true)],
);

const NO_WORD: Fault =
    Fault::new(901, "no_word", "Type a word of five letters, or one letter. It costs you nothing.");
const NO_LETTER: Fault = Fault::new(902, "no_letter", "There is no letter to take out.");
const UNUSED: Fault = Fault::new(906, "unused", "Hard: a guess must use all that you know.");
const NO_LIST: Fault = Fault::new(907, "no_list", "Nobody helps with the word of a friend.");

static TAKE_OUT: RequestSpec = RequestSpec::new(
    "take_out",
    "take the last letter out",
    "Takes the last letter out of the row.",
)
.refused_with(&[NO_LETTER, GAME_OVER]);
static LEFT: RequestSpec = RequestSpec::new(
    "left",
    "see what is left",
    "Says how many words fit all guesses, and names up to twenty. The position stays as it is.",
)
.refused_with(&[NO_LIST, GAME_OVER])
.read_only()
.giving(Help::Hint);

static GUESSED: MessageSpec = MessageSpec::new(
    "guessed",
    &["word", "marks"],
    "The player guessed a word. Each of its letters is right, elsewhere or absent.",
);
static FOUND: MessageSpec =
    MessageSpec::new("found", &["guesses"], "The word is found, with this many guesses.");

fn is_challenge(choices: &Choices) -> bool {
    choices.of(&WORD)
}

fn secrecy(choices: &Choices) -> Secrecy {
    if is_challenge(choices) {
        Secrecy { hides: Hides::Things("the word, once it is made"), ..Secrecy::NONE }
    } else {
        Secrecy::secret("the word")
    }
}
