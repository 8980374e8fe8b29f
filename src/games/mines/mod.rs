//! Minesweeper, and fair: after the puzzle of Robert Donner and Curt Johnson (1990), and the idea of
//! Robert Xiao's Kaboom (2020) that a guess is punished or forgiven by what could be proved.
//!
//! Rules as played:
//! - Under some squares of a field lie mines; how many is said. You open squares. One without a mine
//!   shows how many of the up to eight squares around it have mines; if none has, those are opened
//!   too. You win when every square without a mine is open, and lose when you open a mine.
//! - On a fair field a square that can be proved safe is safe. If any square can be proved safe and
//!   you open one that cannot, there is a mine, unless it is proved that there is none. If no square
//!   can be proved safe, you are safe wherever no mine is proved. A proof is anything that follows
//!   from all open numbers and the number of all mines.
//! - So the mines of a fair field need no places before they are proved, and have none. When a square
//!   is opened, an arrangement of mines is drawn from all that fit what is seen and leave this square
//!   free, each as likely as the others; its numbers are shown, and it is forgotten. Around the first
//!   square no mine is drawn. Whether you win follows from what everybody sees, so there is nothing
//!   to peek at.
//! - A classic field has its mines in fixed places from the deal on, and its first squares open. It
//!   can be cleared without a guess.
//! - A flag marks a square as a mine for you. It proves nothing, and keeps the square from being
//!   opened by mistake.
//! - You may ask whether a square can be proved safe. Who loses is shown the proof that they missed.

mod arrangements;
#[cfg(any(test, feature = "audit"))]
mod audit;
mod deal;
mod event;
mod field;
mod judge;
mod packing;
mod page;
mod position;
mod proof;
mod rules;
mod ruleset;
#[cfg(test)]
mod tests;

use crate::game::prelude::*;
use event::Event;
use field::{Field, Square};
use position::{Opened, Position, Under};
use ruleset::{
    ALREADY_OPEN, FLAG, FLAG_SET, FLAG_TAKEN, FLAGGED, GAME_OVER, HINT, IS_FAIR, MINE_HIT,
    NO_SUCH_SQUARE, RULESET, SIZE, SQUARES_OPENED,
};

/// The game of Minesweeper.
pub struct Minesweeper;

impl Game for Minesweeper {
    type Position = Position;
    type Event = Event;

    const RULESET: Ruleset = Ruleset { rules: rules::rules, ..RULESET };

    fn seats(_choices: &Choices) -> Vec<Text> {
        vec!["You".into()]
    }

    fn deal(choices: &Choices, chance: &mut Chance) -> Position {
        let size = choices.of(&SIZE);
        let (field, under) = match choices.of(&IS_FAIR) {
            true => (Field::closed(size), Under::Unsettled { seed: seed(chance) }),
            false => {
                let (is_mine, field) = deal::deal(size, chance);
                (field, Under::Mines(is_mine))
            }
        };
        Position { size, field, under, hit: None }
    }

    fn blank(choices: &Choices) -> Position {
        let size = choices.of(&SIZE);
        let under = if choices.of(&IS_FAIR) {
            Under::Unsettled { seed: 0 }
        } else {
            Under::Mines(vec![false; size.squares()])
        };
        Position { size, field: Field::closed(size), under, hit: None }
    }

    fn fields(position: &mut Position, codec: &mut Codec<'_>) -> Coded {
        position.fields(codec)
    }

    fn is_possible(position: &Position) -> bool {
        position.is_possible()
    }

    fn turn(position: &Position) -> Option<Seat> {
        (!position.is_over()).then_some(0)
    }

    fn referee(position: &Position, request: &Request) -> Result<Ruling<Self>, Refusal> {
        if position.is_over() {
            return Err(GAME_OVER.into());
        }
        if request.is(&HINT) {
            return Ok(Ruling::Answer(Box::new(page::hint(position))));
        }
        let at = request.number(0);
        let square = *position.field.squares.get(at).ok_or(NO_SUCH_SQUARE)?;
        let (next, events) = match square {
            Square::Open(_) => return Err(ALREADY_OPEN.into()),
            Square::Flagged if request.is(&FLAG) => flagged(position, at, false),
            Square::Flagged => return Err(FLAGGED.into()),
            Square::Closed if request.is(&FLAG) => flagged(position, at, true),
            Square::Closed => match opened(position, at) {
                Some(after) => after,
                None => return Ok(Ruling::Answer(Box::new(page::undecided(position, at)))),
            },
        };
        Ok(Ruling::Next(next, events))
    }

    fn outcome(position: &Position) -> Option<Outcome> {
        position.is_over().then(|| Outcome::alone(position.is_cleared()))
    }

    fn page(position: &Position, _who: &Perspective, events: &[Event]) -> Page {
        page::page(position, events)
    }

    fn tell(event: &Event, _who: &Perspective) -> Option<Message> {
        Some(match *event {
            Event::Opened { square, opened, left } => SQUARES_OPENED
                .tell([square.into(), opened.into(), left.into()], page::opened(opened, left)),
            Event::Hit(square) => MINE_HIT.tell([square.into()], "There was a mine."),
            Event::Flagged(square, true) => FLAG_SET.tell([square.into()], "A flag is set."),
            Event::Flagged(square, false) => FLAG_TAKEN.tell([square.into()], "A flag is taken."),
        })
    }

    fn solution(choices: &Choices) -> Option<fn(&Position) -> Page> {
        // The mines of a fair field have no places.
        (!choices.of(&IS_FAIR)).then_some(page::solution)
    }
}

/// Sets a flag, or takes it.
fn flagged(position: &Position, at: usize, is_set: bool) -> (Position, Vec<Event>) {
    let mut next = position.clone();
    next.field.squares[at] = if is_set { Square::Flagged } else { Square::Closed };
    (next, vec![Event::Flagged(at, is_set)])
}

/// Opens a closed square, if it can be told what comes of it.
fn opened(position: &Position, at: usize) -> Option<(Position, Vec<Event>)> {
    Some(match position.open(at) {
        Opened::Undecided => return None,
        Opened::Mine => (Position { hit: Some(at), ..position.clone() }, vec![Event::Hit(at)]),
        Opened::Safely(field) => {
            let opened = field.opened() - position.field.opened();
            let next = Position { field, ..position.clone() };
            let left = next.field.left(next.size);
            (next, vec![Event::Opened { square: at, opened, left }])
        }
    })
}

fn seed(chance: &mut Chance) -> u64 {
    let mut bytes = [0; 8];
    chance.fill(&mut bytes);
    u64::from_le_bytes(bytes)
}
