//! Fair Minesweeper, after the puzzle of Robert Donner and Curt Johnson (1990). An idea comes from
//! Robert Xiao's Kaboom (2020): a guess is punished if a safe square could be proved, and otherwise
//! forgiven.
//!
//! Rules as played:
//! - A field has a known number of mines, each under a square. You open squares. A square without a
//!   mine shows how many of the up to eight squares around it have mines. If none has, those open
//!   too. You win when every square without a mine is open, and lose when you open a mine.
//! - A proof is anything that follows from all open numbers and the number of all mines.
//! - On a fair field a square that can be proved safe is safe. If any square can be proved safe, every
//!   other square that may be a mine is a mine. If no square can be proved safe, every square that may
//!   be safe is safe.
//! - So the mines of a fair field have no places before they are proved. When you open a square, the
//!   game draws one of all arrangements that fit the open numbers and leave this square free, each as
//!   likely as the others. It shows the numbers and forgets the arrangement. It draws no mine around
//!   the first square. The result follows from what everybody sees, so there is nothing to peek at.
//! - A classic field has its mines in fixed places from the deal on, and its first squares open. You
//!   can clear it without a guess.
//! - A flag marks a square as a mine for you. It proves nothing. You cannot open a square with a flag.
//! - An open number that has all its flags opens the other squares around it. A number with as many
//!   closed squares around it as it has mines flags them. On a fair field one look at the field judges
//!   all the squares that a number opens. If they are a guess, only the first opens.
//! - You may ask for a square that can be proved safe. If you lose, you see the proof that you missed.

mod arrangements;
#[cfg(any(test, feature = "audit"))]
mod audit;
mod deal;
mod few;
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

use crate::prelude::*;
use field::{Around, Field, Square};
use position::{Event, Opened, Position, Under};
use ruleset::{
    ALREADY_OPEN, FLAG, FLAG_SET, FLAG_TAKEN, FLAGGED, GAME_OVER, IS_FAIR, MINE_HIT,
    NO_SUCH_SQUARE, OPEN, RULESET, SIZE, SQUARES_OPENED, UNDECIDED,
};

/// The game of Minesweeper.
pub struct Minesweeper;

/// A position and what led there.
type Step = (Position, Vec<Event>);

impl Game for Minesweeper {
    type Position = Position;
    type Event = Event;

    const RULESET: Ruleset = Ruleset { rules: rules::rules, ..RULESET };

    fn seats(_choices: &Choices) -> Vec<Text> {
        vec!["You".into()]
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

    fn deal(choices: &Choices, chance: &mut Chance) -> Position {
        let blank = Self::blank(choices);
        if choices.of(&IS_FAIR) {
            return Position { under: Under::Unsettled { seed: seed(chance) }, ..blank };
        }
        let (is_mine, field) = deal::deal(blank.size, chance);
        Position { field, under: Under::Mines(is_mine), ..blank }
    }

    fn fields(position: &mut Position, codec: &mut Codec<'_>) -> Coded {
        if let Under::Unsettled { seed } = &mut position.under {
            codec.bits(seed, u64::BITS)?;
        }
        packing::squares(position, codec)?;
        // Every link of a field carries this, and almost none has a hit.
        let mut is_hit = position.hit.is_some();
        codec.flag(&mut is_hit)?;
        if is_hit {
            codec.below(position.hit.get_or_insert(0), position.size.squares())?;
        }
        Ok(())
    }

    /// Some fields that no arrangement fits are let through. On them every square is a mine.
    fn is_possible(position: &Position) -> bool {
        let Position { size, field, under, hit } = position;
        let mines_fit = match under {
            Under::Unsettled { .. } => field.squares.len() - field.opened() >= size.mines,
            Under::Mines(is_mine) => {
                is_mine.iter().filter(|is_mine| **is_mine).count() == size.mines
            }
        };
        if !mines_fit {
            return false;
        }
        if let Some(hit) = *hit {
            let may_be_mine = match under {
                Under::Unsettled { .. } => true,
                Under::Mines(is_mine) => is_mine[hit],
            };
            if !may_be_mine || field.squares[hit] != Square::Closed || field.left(*size) == 0 {
                return false;
            }
        }
        let is_cut_off =
            |at| field.squares[at] == Square::Open(0) && field.closed_around(*size, at) > 0;
        !(0..size.squares()).any(is_cut_off)
    }

    fn turn(position: &Position) -> Option<Seat> {
        (!position.is_over()).then_some(0)
    }

    fn referee(position: &Position, request: &Request) -> Result<Ruling<Self>, Refusal> {
        if position.is_over() {
            return Err(GAME_OVER.into());
        }
        let at = request.number(0);
        let square = *position.field.squares.get(at).ok_or(NO_SUCH_SQUARE)?;
        let around = position.field.around_number(position.size, at);
        let (next, events) = match (square, around) {
            (Square::Open(_), Some(Around::Flag(squares))) if request.is(&FLAG) => {
                flagged(position, &squares, true)
            }
            (Square::Open(_), Some(Around::Open(squares))) if request.is(&OPEN) => {
                opened(position, at, &squares)?
            }
            (Square::Open(_), _) => return Err(ALREADY_OPEN.into()),
            (Square::Flagged, _) if request.is(&FLAG) => flagged(position, &[at], false),
            (Square::Flagged, _) => return Err(FLAGGED.into()),
            (Square::Closed, _) if request.is(&FLAG) => flagged(position, &[at], true),
            (Square::Closed, _) => opened(position, at, &[at])?,
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

    fn hint(_: &Position) -> Option<fn(&Position, &Perspective) -> Advice> {
        Some(|position, _| page::hint(position))
    }

    fn solution(choices: &Choices) -> Option<fn(&Position) -> Page> {
        // The mines of a fair field have no places.
        (!choices.of(&IS_FAIR)).then_some(page::solution)
    }
}

/// Sets flags, or takes them.
fn flagged(position: &Position, squares: &[usize], is_set: bool) -> Step {
    let mut next = position.clone();
    for at in squares {
        next.field.squares[*at] = if is_set { Square::Flagged } else { Square::Closed };
    }
    (next, squares.iter().map(|at| Event::Flagged(*at, is_set)).collect())
}

/// Opens closed squares, for a request at this square. It is refused if the field is too tangled.
fn opened(position: &Position, at: usize, squares: &[usize]) -> Result<Step, Refusal> {
    Ok(match position.open(squares) {
        Opened::Undecided => return Err(UNDECIDED.saying(page::undecided(position, at))),
        Opened::Mine(hit) => {
            (Position { hit: Some(hit), ..position.clone() }, vec![Event::Hit(hit)])
        }
        Opened::Safely(field) => {
            let opened = field.opened() - position.field.opened();
            let next = Position { field, ..position.clone() };
            let left = next.field.left(next.size);
            let square = squares.iter().copied().find(|one| next.field.is_open(*one));
            let square = square.expect("a safe opening opens one of them");
            (next, vec![Event::Opened { square, opened, left }])
        }
    })
}

fn seed(chance: &mut Chance) -> u64 {
    let mut bytes = [0; 8];
    chance.fill(&mut bytes);
    u64::from_le_bytes(bytes)
}
