//! Mastermind, after the game of Mordecai Meirowitz (1970).
//!
//! Rules as played:
//! - A code is four pegs in a row. Each is of one of six kinds, and kinds may repeat: 1,296 codes.
//!   The breaker guesses a code. The answer is the number of right pegs in their places (black),
//!   and the number of right pegs in other places (white). Ten guesses are allowed.
//! - A code that a person breaks may also be five pegs of eight kinds, or repeat no kind. A guess may
//!   still repeat one. The evasive computer and the one that breaks codes know only the usual codes:
//!   looking through more of them takes too long.
//! - Sealed: the computer draws a code, and you break it.
//! - Evasive: the computer has no code and always gives the answer that the most codes fit. It
//!   hides nothing, because its answers follow from the page.
//! - Yours: you have a code in mind and answer, and the computer breaks it in at most five guesses. The
//!   referee refuses an answer that no code fits, together with the answers before it.
//! - Friend: you make a code and get one link to it, a challenge. The friend who opens it breaks the code
//!   alone, and sends the result back.
//! - A person fills a row from the left, and the last peg makes it a guess. Before that, pegs can be
//!   taken out again.
//! - You may ask why the computer guessed or answered as it did.

#[cfg(any(test, feature = "audit"))]
mod audit;
mod board;
mod code;
mod computer;
mod hint;
mod page;
mod position;
mod rules;
mod ruleset;
#[cfg(test)]
mod tests;
mod why;

use crate::games::shared::challenge;
use crate::prelude::*;
use code::{ANSWERS, Answer, Code};
use position::{GUESSES, Kind, Position, Task};
use ruleset::{
    ANSWER, ANSWERED, BROKEN, GAME_OVER, GUESSED, NO_GUESS_YET, NO_PEG_NOW, NOTHING_TO_EXPLAIN,
    PEGS, PUT, RULESET, TAKE_OUT, UNKNOWN_PEG, WHY, WRONG_ANSWER, kind, shape,
};

/// The game of Mastermind.
pub struct Mastermind;

/// Something that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A seat guessed a code.
    Guessed(Seat, Code),
    /// A guess was answered.
    Answered(Answer),
    /// The code was broken after this many guesses.
    Broken(usize),
}

/// A position and what led there.
type Step = (Position, Vec<Event>);

/// The kinds of pegs with these letters, these colours, or both of each. The initials of colours count, too,
/// if several fill a row with `free` holes, and if each belongs to one of the `kinds` in the game.
fn named_pegs(text: &str, kinds: usize, free: usize) -> Option<Vec<usize>> {
    let text = text.to_lowercase();
    let words = text.split([' ', ',', ';', '-', '/', '.', ':']);
    let words: Vec<&str> = words.filter(|word| !["", "put"].contains(word)).collect();
    let coloured = |word: &str| PEGS.iter().position(|(_, colour, _)| *colour == word);
    let lettered =
        |c: char| PEGS.iter().position(|(letter, ..)| letter.starts_with(c.to_ascii_uppercase()));
    let lettered_here = |c: char| lettered(c).filter(|kind| *kind < kinds);
    let initial = |c: char| {
        let mut named = (0..kinds).filter(|kind| PEGS[*kind].1.starts_with(c));
        named.next().filter(|_| named.next().is_none())
    };
    let colours: Option<Vec<usize>> = words.iter().map(|word| coloured(word)).collect();
    let letters = || words.iter().flat_map(|word| word.chars());
    let both = |pair: &[&str]| match pair {
        [letter, colour] => {
            coloured(colour).filter(|kind| PEGS[*kind].0.eq_ignore_ascii_case(letter))
        }
        _ => None,
    };
    let pairs = || words.chunks(2).map(both).collect();
    let here = || letters().map(lettered_here).collect();
    let initials = || {
        let row: Option<Vec<usize>> = letters().map(initial).collect();
        row.filter(|row| row.len() > 1 && row.len() == free)
    };
    let anywhere = || letters().map(lettered).collect();
    colours.or_else(here).or_else(initials).or_else(anywhere).or_else(pairs)
}

impl Game for Mastermind {
    type Position = Position;
    type Event = Event;

    const RULESET: Ruleset = Ruleset { rules: rules::rules, ..RULESET };

    fn seats(choices: &Choices) -> Vec<Text> {
        challenge::seats(kind(choices) == Kind::Friend)
    }

    fn blank(choices: &Choices) -> Position {
        Position::new(kind(choices), shape(choices), None)
    }

    fn deal(choices: &Choices, chance: &mut Chance) -> Position {
        let (kind, shape) = (kind(choices), shape(choices));
        let codes: Vec<Code> = shape.codes().collect();
        let code = codes[chance.place(codes.len())];
        Position::new(kind, shape, (kind == Kind::Sealed).then_some(code))
    }

    /// The computer guesses first if it breaks the code.
    fn dealt(position: &Position) -> Vec<Event> {
        let first = position.open.filter(|_| position.guesses.is_empty());
        let guessed = first.map(|guess| Event::Guessed(position.kind.breaker(), guess));
        guessed.into_iter().collect()
    }

    /// A guess and its answer are one number.
    fn fields(position: &mut Position, codec: &mut Codec<'_>) -> Coded {
        let shape = position.shape;
        for code in [&mut position.code, &mut position.open] {
            let mut place = code.map(Code::place);
            codec.option_below(&mut place, shape.guesses())?;
            *code = place.and_then(|place| shape.at(place));
        }
        let place = |(guess, answer): &(Code, Answer)| guess.place() * ANSWERS + answer.place();
        let mut places: Vec<usize> = position.guesses.iter().map(place).collect();
        codec.list_below(&mut places, GUESSES, shape.guesses() * ANSWERS)?;
        let at = |both: usize| Some((shape.at(both / ANSWERS)?, Answer::at(both % ANSWERS)?));
        let guesses: Option<_> = places.into_iter().map(at).collect();
        position.guesses = guesses.ok_or(Unpackable::Impossible)?;
        codec.list_below(&mut position.row, shape.pegs - 1, shape.kinds)
    }

    /// Replays the guesses: every answer must be a possible one.
    fn is_possible(position: &Position) -> bool {
        let Position { kind, shape, code, guesses, open, row } = position;
        let suits_kind = match kind {
            Kind::Sealed => code.is_some() && open.is_none(),
            Kind::Evasive => code.is_none() && open.is_none(),
            Kind::Yours => code.is_none() && open.is_some() != position.is_over(),
            Kind::Friend => open.is_none() && (code.is_some() || guesses.is_empty()),
        };
        let begun = (position.task() == Task::MakeCode).then(|| shape.of(row.iter().copied()));
        let is_of_shape = code.or(begun).is_none_or(|code| shape.has(code));
        let start = Position::new(*kind, *shape, *code);
        let replayed = guesses.iter().try_fold(start, |before, (guess, answer)| {
            let asked = Position { open: Some(*guess), ..before };
            asked.possible_answers().contains(answer).then(|| asked.answered(*answer))
        });
        suits_kind && is_of_shape && (row.is_empty() || position.takes_pegs()) && replayed.is_some()
    }

    fn turn(position: &Position) -> Option<Seat> {
        (position.task() != Task::Nothing).then_some(0)
    }

    /// One peg, or the pegs of a row: `A`, `blue`, `AABC`, `blue, green`, `A blue, B green`, `ryyo`.
    fn read(position: &Position, text: &str) -> Named {
        let free = position.shape.pegs - position.row.len();
        let pegs = named_pegs(text, position.shape.kinds, free);
        let pegs = pegs.filter(|_| position.takes_pegs()).unwrap_or_default();
        let requests: Vec<Request> =
            pegs.into_iter().map(|kind| Request::with(&PUT, PEGS[kind].0)).collect();
        match requests.len() {
            1 => Named::OneOf(requests),
            count if (2..=free).contains(&count) => Named::Row(requests),
            _ => Named::Nothing,
        }
    }

    fn referee(position: &Position, request: &Request) -> Result<Ruling<Self>, Refusal> {
        if request.is(&WHY) {
            let answer = why::page(position).ok_or(NOTHING_TO_EXPLAIN)?;
            return Ok(Ruling::Answer(Box::new(answer)));
        }
        let (next, events) = match position.task() {
            Task::Nothing => return Err(GAME_OVER.into()),
            _ if request.is(&ANSWER) => answered(position, request)?,
            _ if request.is(&TAKE_OUT) => taken_out(position)?,
            _ => put(position, request)?,
        };
        Ok(Ruling::Next(next, events))
    }

    /// The computer answers a guess at once, or makes the next one.
    fn settle(position: Position) -> Step {
        match (position.kind, &position.possible_answers()[..]) {
            (Kind::Sealed | Kind::Evasive | Kind::Friend, [answer]) => {
                answer_given(position, *answer)
            }
            (Kind::Yours, _) if position.task() == Task::Guess => {
                let open = computer::next_guess(&position.guesses);
                let guessed = open.map(|guess| Event::Guessed(position.kind.breaker(), guess));
                (Position { open, ..position }, guessed.into_iter().collect())
            }
            _ => (position, Vec::new()),
        }
    }

    /// A moment is a row. A person is on turn at each: they guess, or answer the open guess.
    fn moments(position: &Position, _: &Perspective) -> Vec<Moment> {
        let rows = position.guesses.iter();
        let moment = |(guess, answer): &(Code, Answer)| Moment {
            seat: 0,
            label: format!("{guess}: {answer}").into(),
        };
        rows.map(moment).collect()
    }

    fn at(position: &Position, moment: usize) -> Position {
        match position.guesses.get(moment) {
            None => position.clone(),
            Some((next, _)) => Position {
                guesses: position.guesses[..moment].to_vec(),
                open: (position.kind == Kind::Yours).then_some(*next),
                row: Vec::new(),
                ..position.clone()
            },
        }
    }

    /// The number of codes that each row left.
    fn remarks(position: &Position, moment: usize) -> Remarks {
        let left = computer::left_by(position.shape, &position.guesses, &mut Meter::of_search());
        let note = |row| left.get(row).map(|left| format!("{} left", count(*left, "code")).into());
        let notes = (1..=position.guesses.len()).map(note).collect();
        let passage = left.get(moment).map(|left| {
            Passage::new("Codes left").say(match moment {
                0 => format!("There are {left} codes."),
                _ if *left == 1 => "One code fits all answers up to here.".to_owned(),
                _ => format!("{left} codes fit all answers up to here."),
            })
        });
        Remarks { notes, passage }
    }

    fn outcome(position: &Position) -> Option<Outcome> {
        let breaker = position.kind.breaker();
        let winner = if position.is_broken() { breaker } else { 1 - breaker };
        position.is_over().then(|| Outcome::between_two(Some(winner)))
    }

    fn page(position: &Position, who: &Perspective, _events: &[Event]) -> Page {
        page::page(position, who)
    }

    fn tell(event: &Event, who: &Perspective) -> Option<Message> {
        Some(match *event {
            Event::Guessed(seat, code) => {
                let (player, code) = (who.name(seat).to_owned(), code.to_string());
                let sentence = format!("{player} guessed {code}.");
                GUESSED.tell([player.into(), code.into()], sentence)
            }
            Event::Answered(answer) => {
                let numbers = [answer.black, answer.white].map(|pegs| pegs.into());
                ANSWERED.tell(numbers, format!("The answer is {answer}."))
            }
            Event::Broken(guesses) => {
                BROKEN.tell([guesses.into()], format!("Broken in {}.", count(guesses, "guess")))
            }
        })
    }

    fn hint(position: &Position) -> Option<fn(&Position, &Perspective) -> Advice> {
        let is_alone = matches!(position.kind, Kind::Sealed | Kind::Evasive);
        (is_alone && position.takes_pegs()).then_some(hint::hint)
    }

    fn solution(choices: &Choices) -> Option<fn(&Position) -> Page> {
        (kind(choices) == Kind::Sealed).then_some(page::solution)
    }
}

/// Takes the last peg out of the row.
fn taken_out(position: &Position) -> Result<Step, Refusal> {
    let mut next = position.clone();
    next.row.pop().ok_or(NO_PEG_NOW)?;
    Ok((next, Vec::new()))
}

/// Puts the pegs of a word, one after the other.
fn put(position: &Position, request: &Request) -> Result<Step, Refusal> {
    let letters = request.word(0);
    let holes = position.shape.pegs - position.row.len();
    if !position.takes_pegs() || letters.len() > holes {
        return Err(NO_PEG_NOW.into());
    }
    if letters.is_empty() {
        return Err(UNKNOWN_PEG.into());
    }
    let mut next = position.clone();
    for letter in letters.chars() {
        let is_it = |(known, ..): &(&str, _, _)| known.starts_with(letter.to_ascii_uppercase());
        let peg = PEGS.iter().position(is_it).filter(|peg| next.takes(*peg)).ok_or(UNKNOWN_PEG)?;
        next = next.with_peg(peg);
    }
    let guessed = next.open.map(|guess| Event::Guessed(next.kind.breaker(), guess));
    Ok((next, guessed.into_iter().collect()))
}

/// Answers the open guess as a person asks.
fn answered(position: &Position, request: &Request) -> Result<Step, Refusal> {
    if position.open.is_none() {
        return Err(NO_GUESS_YET.into());
    }
    let [black, white] = [0, 1].map(|place| request.number(place));
    let answer = Answer { black, white };
    if position.possible_answers().contains(&answer) {
        Ok(answer_given(position.clone(), answer))
    } else {
        Err(WRONG_ANSWER.saying(why::ruled_out(position, answer) + " Give another."))
    }
}

/// The step that an answer makes.
fn answer_given(position: Position, answer: Answer) -> Step {
    let next = position.answered(answer);
    let broken = next.is_broken().then_some(Event::Broken(next.guesses.len()));
    (next, [Event::Answered(answer)].into_iter().chain(broken).collect())
}
