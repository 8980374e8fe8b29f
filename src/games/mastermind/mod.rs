//! Mastermind, after the game of Mordecai Meirowitz (1970).
//!
//! Rules as played:
//! - A code is four pegs in a row, each of one of six kinds, which may come more than once: 1,296
//!   codes. Whoever breaks it guesses a code and is told how many pegs are right and in their places
//!   (black), and how many more are right but in other places (white). Ten guesses are allowed.
//! - You break a code that the computer has drawn and sealed; or the computer is evasive: it has no
//!   code, and always gives the answer that the most codes fit. Nothing is hidden then: what it will
//!   answer follows from what you see.
//! - Or you have a code in mind, answer yourself, and the computer breaks it in at most five guesses.
//!   An answer that no code fits, together with those before it, is refused.
//! - Or one person makes the code and another one breaks it, by sending each other the link. The
//!   maker gives the true answer to each guess; no other is granted.
//! - A row is filled from the left, and the fourth peg makes it a guess. Back takes a peg back.
//! - You may ask why the computer guessed or answered as it did.

#[cfg(any(test, feature = "audit"))]
mod audit;
mod code;
mod computer;
mod page;
mod position;
mod rules;
mod ruleset;
#[cfg(test)]
mod tests;

use crate::game::prelude::*;
use code::{Answer, CODES, Code};
use position::{BREAKER, Kind, MAKER, Position};
use ruleset::{
    ANSWER, ANSWERED, BROKEN, GAME_OVER, GUESSED, KIND, NO_GUESS_YET, NO_PEG_NOW,
    NOTHING_TO_EXPLAIN, PEGS, RULESET, UNKNOWN_PEG, WHY, WRONG_ANSWER,
};

/// The game of Mastermind.
pub struct Mastermind;

/// Something that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A seat has guessed.
    Guessed(Seat, Code),
    /// A guess was answered.
    Answered(Answer),
    /// The code is broken, after so many guesses.
    Broken(usize),
}

fn kind(choices: &Choices) -> Kind {
    if choices.people() > 1 { Kind::People } else { choices.of(&KIND) }
}

impl Game for Mastermind {
    type Position = Position;
    type Event = Event;

    const RULESET: Ruleset = Ruleset { rules: rules::rules, ..RULESET };

    fn deal(choices: &Choices, chance: &mut Chance) -> Position {
        let kind = kind(choices);
        let code = (kind == Kind::Sealed).then(|| Code::at(chance.below(CODES as u32) as usize));
        Position::new(kind, code.flatten())
    }

    fn blank(choices: &Choices) -> Position {
        Position::new(kind(choices), None)
    }

    fn fields(position: &mut Position, codec: &mut Codec<'_>) -> Coded {
        position.fields(codec)
    }

    fn is_possible(position: &Position) -> bool {
        position.is_possible()
    }

    fn turn(position: &Position) -> Option<Seat> {
        position.turn()
    }

    fn referee(position: &Position, request: &Request) -> Result<Ruling<Self>, Refusal> {
        if request.is(&WHY) {
            let answer = page::why(position).ok_or(NOTHING_TO_EXPLAIN)?;
            return Ok(Ruling::Answer(Box::new(answer)));
        }
        let next = match position.is_over() {
            true => return Err(GAME_OVER.into()),
            false if request.is(&ANSWER) => answered(position, request)?,
            false => {
                let letter = request.word(0);
                let peg = PEGS.iter().position(|(known, _)| known.eq_ignore_ascii_case(letter));
                let peg = peg.ok_or(UNKNOWN_PEG)?;
                if !position.takes_pegs() {
                    return Err(NO_PEG_NOW.into());
                }
                position.with_peg(peg)
            }
        };
        let events = events(position, &next);
        Ok(Ruling::Next(next, events))
    }

    /// Against you the computer guesses as soon as you have answered.
    fn settle(position: Position) -> (Position, Vec<Event>) {
        let guesses =
            position.kind == Kind::Yours && position.open.is_none() && !position.is_over();
        match computer::next_guess(&position.guesses).filter(|_| guesses) {
            Some(guess) => {
                let next = Position { open: Some(guess), ..position };
                (next, vec![Event::Guessed(BREAKER, guess)])
            }
            None => (position, Vec::new()),
        }
    }

    fn outcome(position: &Position) -> Option<Outcome> {
        let breaker = match position.kind {
            Kind::Sealed | Kind::Evasive => 0,
            Kind::Yours | Kind::People => BREAKER,
        };
        let winner = if position.is_broken() { breaker } else { 1 - breaker };
        position.is_over().then(|| Outcome::between_two(Some(winner)))
    }

    fn page(position: &Position, who: &Perspective, _events: &[Event]) -> Page {
        page::page(position, who)
    }

    fn tell(event: &Event, who: &Perspective) -> Option<Message> {
        Some(match *event {
            Event::Guessed(seat, code) => {
                let (player, code) = (who.name(seat).to_owned(), page::letters(code));
                let sentence = format!("{player} guessed {code}.");
                GUESSED.tell([player.into(), code.into()], sentence)
            }
            Event::Answered(answer) => {
                let Answer { black, white } = answer;
                let numbers = [usize::from(black).into(), usize::from(white).into()];
                ANSWERED.tell(numbers, format!("The answer is {}.", page::in_words(answer)))
            }
            Event::Broken(guesses) => {
                BROKEN.tell([guesses.into()], format!("Broken in {}.", count(guesses, "guess")))
            }
        })
    }

    fn solution(choices: &Choices) -> Option<fn(&Position) -> Page> {
        (kind(choices) == Kind::Sealed).then_some(page::solution)
    }
}

/// The codes of the computer and of another person are hidden.
fn secrecy(choices: &Choices) -> Secrecy {
    match kind(choices) {
        Kind::Sealed | Kind::People => Secrecy::secret("the code"),
        Kind::Evasive | Kind::Yours => Secrecy::NONE,
    }
}

fn answered(position: &Position, request: &Request) -> Result<Position, Refusal> {
    if position.open.is_none() {
        return Err(NO_GUESS_YET.into());
    }
    let is_asked = |answer: &Answer| {
        (usize::from(answer.black), usize::from(answer.white))
            == (request.number(0), request.number(1))
    };
    let answer = position.possible_answers().into_iter().find(is_asked);
    let otherwise = || match position.code {
        Some(_) => WRONG_ANSWER.saying("That is not the true answer."),
        None => WRONG_ANSWER.into(),
    };
    answer.map(|answer| position.answered(answer)).ok_or_else(otherwise)
}

/// What happened between two positions.
fn events(before: &Position, after: &Position) -> Vec<Event> {
    let seat = if before.kind == Kind::People { BREAKER } else { MAKER };
    let is_new = after.guesses.len() > before.guesses.len();
    let last = after.guesses.last().filter(|_| is_new);
    let guess = match before.open {
        None => after.open.or(last.map(|(guess, _)| *guess)),
        Some(_) => None,
    };
    let guess = guess.map(|guess| Event::Guessed(seat, guess));
    let answer = last.map(|(_, answer)| Event::Answered(*answer));
    let broken = after.is_broken().then_some(Event::Broken(after.guesses.len()));
    guess.into_iter().chain(answer).chain(broken).collect()
}
