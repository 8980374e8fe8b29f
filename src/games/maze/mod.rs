//! Valentine's Maze, after a web tutorial of 2016.
//!
//! Rules as played:
//! - The board is 6 by 4 tiles by default, numbered from 0, row by row. Cupid's arrow starts at the
//!   left edge and flies east; the heart waits at the right edge and opens to the west. Every other
//!   tile is a corner or a straight and opens to two of its four sides.
//! - The player turns tiles by a quarter, clockwise or back. The arrow and the heart never turn.
//! - The arrow flies on from tile to tile if both open to each other. When it reaches the heart the
//!   player has won. There is always a way, sometimes more than one.
//! - Quarter turns are counted, and shown beside the fewest that could solve this board.
//! - A board is mixed, or on one of three levels, each with a range of the fewest turns
//!   ([`ruleset::Level::fewest`]).
//! - On a full board every tile belongs to one net: dead ends, corners, straights, tees and crossings
//!   hang together through all their openings, with no ring. A player who joins them all has won;
//!   there is exactly one way to do it. Some boards have walls, which open to no side, and on some
//!   each edge is joined to the one opposite. Crossings never turn.
//! - A tile can be locked so that it is not turned by mistake, and unlocked.
//! - A hint advises one quarter turn. It takes the cheapest way from here: first a way without
//!   locked tiles, then the way with the fewest turns, then the shortest. On that way it takes the
//!   first wrong tile from the arrow. It advises to unlock a tile only if there is no way without
//!   that. On a full board it takes the first wrong tile from the arrow along the net, an unlocked
//!   one if there is any.
//! - A player who asks for the solution sees the whole way or net, and has lost.
//!
//! The messages of the source while a script works ("Please wait. Evaluating paths...", "Click here
//! to begin") are not needed: a page comes when the board is ready, and the game has begun.

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
mod tile;
mod tiling;

use crate::prelude::*;
use event::Event;
use position::{Position, QUARTERS_MAX};
use ruleset::{
    BoardKind, GAME_OVER, KIND, LEVEL, LOCK, LOCKED, NEVER_TURNS, NO_SOLUTION, NO_SUCH_TILE,
    OPTIONS, SIZE, SOLVE, TURN, TURN_BACK,
};
use tile::{Kind, Tile};
use tiling::Tiling;

/// The game of Valentine's Maze.
pub struct Maze;

impl Game for Maze {
    type Position = Position;
    type Event = Event;

    const RULESET: Ruleset = RULESET;

    fn seats(_choices: &Choices) -> Vec<Text> {
        vec!["You".into()]
    }

    fn deal(choices: &Choices, chance: &mut Chance) -> Position {
        let (size, level, kind) = (choices.of(&SIZE), choices.of(&LEVEL), choices.of(&KIND));
        let board = match (kind, level) {
            (BoardKind::Full { .. }, _) => full::deal(kind, size, level, chance),
            (BoardKind::Way, None) => deal::deal(size, chance),
            (BoardKind::Way, Some(level)) => deal::deal_at(level, size, chance),
        };
        let dealt = Position::new(choices, board, 0);
        let fewest = dealt.solved().map_or(0, |solved| full::turns(&dealt.board, &solved));
        Position { fewest, ..dealt }
    }

    fn blank(choices: &Choices) -> Position {
        let (size, wraps) = (choices.of(&SIZE), choices.of(&KIND).wraps());
        Position::new(choices, Tiling::covered(size, [0, 0], wraps, |_| Tile::Wall), 0)
    }

    fn fields(position: &mut Position, codec: &mut Codec<'_>) -> Coded {
        position.fields(codec)
    }

    /// A position that was won in fewer turns than possible passes: it may follow from a made-up
    /// position that passes, too.
    fn is_possible(position: &Position) -> bool {
        let pieces = position.board.tiles.len() - 2;
        let has_walls = position.board.tiles.contains(&Tile::Wall);
        (1..=QUARTERS_MAX * pieces).contains(&position.fewest)
            && (position.is_over() || !position.is_solution_shown)
            && (position.kind().has_walls() || !has_walls)
    }

    fn turn(position: &Position) -> Option<Seat> {
        (!position.is_over()).then_some(0)
    }

    fn referee(position: &Position, request: &Request) -> Result<Ruling<Self>, Refusal> {
        if position.is_over() {
            return Err(GAME_OVER.into());
        }
        if request.is(&SOLVE) {
            // Every board that was dealt has a way, but perhaps not one that was made up.
            let next = position.solved().map(|solved| position.with_solution(solved));
            let next = next.filter(Position::is_over).ok_or(NO_SOLUTION)?;
            return Ok(Ruling::Next(next, vec![Event::SolutionShown]));
        }
        let (next, event) = handle_tile(position, request)?;
        let (kind, turns, fewest) = (next.kind(), next.turns, next.fewest);
        let reached = next.is_over().then_some(Event::HeartReached { kind, turns, fewest });
        Ok(Ruling::Next(next, [event].into_iter().chain(reached).collect()))
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

    fn hint(_: &Position) -> Option<fn(&Position, &Perspective) -> Advice> {
        Some(|position, _| page::hint(position))
    }

    fn solution(_choices: &Choices) -> Option<fn(&Position) -> Page> {
        Some(page::solution)
    }
}

/// Turns a tile, or locks or unlocks it.
fn handle_tile(position: &Position, request: &Request) -> Result<(Position, Event), Fault> {
    let at = request.number(0);
    let tile = position.board.tiles.get(at).ok_or(NO_SUCH_TILE)?;
    let piece = tile.piece().filter(|piece| piece.kind != Kind::Crossing).ok_or(NEVER_TURNS)?;
    let locked = |is_locked| position.with(at, piece.locked(is_locked));
    let place = position.board.at(at);
    match (piece.is_locked, request.is(&LOCK)) {
        (true, true) => Ok((locked(false), Event::Unlocked(place))),
        (true, false) => Err(LOCKED),
        (false, true) => Ok((locked(true), Event::Locked(place))),
        (false, false) => {
            let quarters = if request.is(&TURN_BACK) { -1 } else { 1 };
            let turned = piece.turned(quarters);
            let event = Event::Turned(place, quarters, turned.openings());
            Ok((position.with_turned(at, turned), event))
        }
    }
}

const RULESET: Ruleset = Ruleset {
    key: "maze",
    number: 5,
    uri: "urn:uuid:327d9114-ea52-4f93-980a-468f436700b5",
    title: "Valentine's Maze",
    blurb: "Turn tiles until Cupid's arrow can fly along them to the heart.",
    group: Group::Puzzles,
    picture: "maze",
    daily: true,
    measure: |_| Some("turn"),
    options: OPTIONS,
    presets: &[
        Preset { label: "Easy, 6 by 4", query: "size=6x4&level=easy" },
        Preset { label: "Hard, 12 by 9", query: "size=12x9&level=hard" },
        Preset { label: "Join every tile, 8 by 6", query: "size=8x6&kind=full" },
    ],
    requests: &[&TURN, &TURN_BACK, &LOCK, &HINT, &SOLVE],
    messages: event::MESSAGES,
    steps: &[
        "Choose a tile: it turns by a quarter.",
        "The arrow flies along the path as far as its pieces join.",
        "Lead it to the heart, in as few turns as you can.",
    ],
    rules: rules::rules,
    ..Ruleset::USUAL
};

#[cfg(test)]
mod tests;
