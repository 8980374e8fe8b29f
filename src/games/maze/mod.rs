//! Valentine's Maze, after the web tutorial of 2016 (002_9a1dae9491a7be51.txt).
//!
//! Rules as played:
//! - The board is 6 by 4 tiles if nothing else is chosen, numbered from 0, row by row. Cupid's
//!   arrow starts somewhere at the left edge and flies east, the heart waits somewhere at the right
//!   edge and opens to the west. Every other tile is a corner or a straight and opens to two of its
//!   four sides.
//! - The player turns tiles by a quarter, clockwise or back. The arrow and the heart never turn.
//! - The arrow flies on from tile to tile where both open to each other. When it reaches the heart
//!   the player has won. There is always a way, sometimes more than one.
//! - Quarter turns are counted, and stand beside the fewest with which this board could be solved.
//! - A board comes as it comes, or on one of three levels, each with a range of the fewest turns
//!   ([`ruleset::Level::fewest`]).
//! - On a full board every tile belongs to one net: dead ends, corners, straights, tees and crossings
//!   hang together through all their openings, with no ring. Who joins them all has won; there is
//!   exactly one way to do it. Some boards have walls, which open to no side, and on some each edge
//!   is joined to the one opposite. Crossings never turn.
//! - A tile can be locked so that it is not turned by mistake, and unlocked.
//! - A hint turns one tile the right way for good. It takes the cheapest way there is now (one that
//!   leaves locked tiles alone if it can, then the one of fewest turns, then the shortest) and, on
//!   it, the first wrong tile from the arrow; a locked one only if no way leads without. What is
//!   settled so is kept by every later hint, so as many hints as the way has tiles always solve the
//!   maze. Hints are counted for themselves, and their turns are not the player's.
//! - On a full board a hint takes the first wrong tile from the arrow along the net, an unlocked one
//!   if there is any.
//! - Who asks for the solution is shown that way or net whole, and has lost.
//!
//! What the source says while a script works ("Please wait. Evaluating paths...", "Click here to
//! begin") has no place here: a page comes when the board is ready, and the game has begun.

#[cfg(any(test, feature = "audit"))]
mod audit;
mod deal;
mod event;
mod full;
mod net;
mod page;
mod position;
mod route;
mod rules;
mod ruleset;
#[cfg(test)]
mod tests;
mod tile;
mod tiling;

use crate::game::prelude::*;
use event::Event;
use position::Position;
use ruleset::{
    BoardKind, GAME_OVER, HINT, KIND, LEVEL, LOCK, LOCKED, NEVER_TURNS, NO_SUCH_TILE, RULESET,
    SETTLED, SIZE, SOLVE, TURN_BACK,
};
use tile::{Hold, Kind, Tile};
use tiling::Tiling;

/// The game of Valentine's Maze.
pub struct Maze;

impl Game for Maze {
    type Position = Position;
    type Event = Event;

    const RULESET: Ruleset = Ruleset { rules: rules::rules, ..RULESET };

    fn seats(_choices: &Choices) -> Vec<Text> {
        vec!["You".into()]
    }

    fn deal(choices: &Choices, chance: &mut Chance) -> Position {
        let (size, level, kind) = (choices.of(&SIZE), choices.of(&LEVEL), choices.of(&KIND));
        let (board, fewest) = match kind {
            BoardKind::Way => {
                let board = match level {
                    None => deal::deal(size, chance),
                    Some(level) => deal::deal_at(level, size, chance),
                };
                let fewest = route::cheapest(&board).map_or(0, |route| route.cost.turns());
                (board, fewest)
            }
            BoardKind::Full { .. } => {
                let (board, solved) = full::deal(kind, size, level, chance);
                let fewest = full::turns(&board, &solved);
                (board, fewest)
            }
        };
        Position { board, kind, level, turns: 0, fewest, is_solution_shown: false }
    }

    fn blank(choices: &Choices) -> Position {
        let (size, level, kind) = (choices.of(&SIZE), choices.of(&LEVEL), choices.of(&KIND));
        let board = Tiling::covered(size, [0, 0], kind.wraps(), |_| Tile::Wall);
        Position { board, kind, level, turns: 0, fewest: 0, is_solution_shown: false }
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
        // Of every board that is dealt a way is left; of one that was made up, perhaps not.
        let no_way = || SETTLED.saying("There is no solution from here.");
        if request.is(&SOLVE) {
            let solved = position.solved().ok_or_else(no_way)?;
            return Ok(Ruling::Next(position.with_solution(&solved), vec![Event::SolutionShown]));
        }
        let (next, mut events) = match request.is(&HINT) {
            true => hint(position).ok_or_else(no_way)?,
            false => handle_tile(position, request)?,
        };
        let (kind, turns, fewest, hints) = (next.kind, next.turns, next.fewest, next.hints());
        events.extend(next.is_over().then_some(Event::HeartReached { kind, turns, fewest, hints }));
        Ok(Ruling::Next(next, events))
    }

    fn outcome(position: &Position) -> Option<Outcome> {
        position.is_over().then(|| Outcome::alone(!position.is_solution_shown))
    }

    fn page(position: &Position, _who: &Perspective, events: &[Event]) -> Page {
        page::page(position, events)
    }

    fn tell(event: &Event, _who: &Perspective) -> Option<Message> {
        Some(event.message())
    }

    fn solution(_choices: &Choices) -> Option<fn(&Position) -> Page> {
        Some(page::solution)
    }
}

/// Turns a tile, or locks or unlocks it.
fn handle_tile(position: &Position, request: &Request) -> Result<(Position, Vec<Event>), Fault> {
    let at = request.number(0);
    let tile = position.board.tiles.get(at).ok_or(NO_SUCH_TILE)?;
    let piece = tile.piece().filter(|piece| piece.kind != Kind::Crossing).ok_or(NEVER_TURNS)?;
    let hold = |hold, event| (position.with(at, piece.held(hold)), vec![event]);
    let place = position.board.at(at);
    match piece.hold {
        Hold::Settled => Err(SETTLED),
        Hold::Locked if request.is(&LOCK) => Ok(hold(Hold::Free, Event::Unlocked(place))),
        Hold::Locked => Err(LOCKED),
        Hold::Free if request.is(&LOCK) => Ok(hold(Hold::Locked, Event::Locked(place))),
        Hold::Free => {
            let quarters = if request.is(&TURN_BACK) { -1 } else { 1 };
            let turned = piece.turned(quarters);
            let event = Event::Turned(place, quarters, turned.openings());
            Ok((position.with_turned(at, turned), vec![event]))
        }
    }
}

/// Settles the first wrong tile on the cheapest way or of the net, if there is one.
fn hint(position: &Position) -> Option<(Position, Vec<Event>)> {
    let board = &position.board;
    let solved = position.solved()?;
    let at = position.first_wrong(&solved)?;
    let settled = solved.piece(at)?.held(Hold::Settled);
    let before = board.piece(at)?;
    let place = board.at(at);
    let unlocked = (before.hold == Hold::Locked).then_some(Event::Unlocked(place));
    let given = Event::HintGiven(place, before.quarters_to(settled), settled.openings());
    Some((position.with(at, settled), unlocked.into_iter().chain([given]).collect()))
}
