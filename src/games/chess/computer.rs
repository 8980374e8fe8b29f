//! The computer: its levels, its moves, and its advice.

use super::board::Move;
use super::position::{Position, READ_MAX};
use super::reasons;
use super::search::{self, Limits, Line};
use super::terms::{Game, LEVEL, Level};
use crate::prelude::*;

/// The work of a search, in units of a meter. It leaves more than other games for the page, which may have
/// 218 moves, and for a text that is typed there.
const WORK: usize = 1_300_000;
/// The most work to look once at each move: at most 218, with at most 16 pieces on each side.
const GLANCES_MAX: usize = 218 * 500;
const _: () = assert!(READ_MAX + GLANCES_MAX <= WORK, "no move is chosen unseen");

/// The computer's move. It picks one at random of those that it rates the same.
pub fn reply(game: &Game) -> Option<Move> {
    reply_at(&game.position, game.choices.of(&LEVEL), &mut game.lot())
}

/// The move of a computer of this level.
pub fn reply_at(position: &Position, level: Level, chance: &mut Chance) -> Option<Move> {
    let lines = lines(position, level);
    let least = lines.first()?.score - limits(position, level).carelessness;
    let alike = lines.iter().take_while(|line| line.score > least);
    chance.pick(&alike.map(|line| line.moves[0]).collect::<Vec<_>>()).copied()
}

/// The move of the hard level for the side to move, and the reason.
pub fn advice(position: &Position) -> Option<(Move, Text)> {
    let line = lines(position, Level::Hard).into_iter().next()?;
    let why = reasons::told(position, &line, Level::Hard);
    let seen = reasons::written(&position.board, &line);
    let why = if line.moves.len() > 1 { format!("{why} The computer saw: {seen}.") } else { why };
    Some((line.moves[0], why.into()))
}

/// The legal moves, the best first.
pub fn lines(position: &Position, level: Level) -> Vec<Line> {
    search::lines(&position.board, position.past(), limits(position, level))
}

/// The limits of a level's search. Every level searches like the hard one against a king without other
/// pieces, because a mate takes many moves then. Less carelessness would make the easy
/// levels hardly stronger: they lose by what they do not look at.
pub fn limits(position: &Position, level: Level) -> Limits {
    let is_hunt = position.board.is_bare(position.board.turn.other());
    let (depth, carelessness) = match level {
        _ if is_hunt => HARD,
        Level::Easy => (0, 110),
        Level::Casual => (1, 90),
        Level::Medium => (2, 10),
        Level::Hard => HARD,
    };
    Limits { depth, carelessness, work: WORK.saturating_sub(position.read) }
}

/// The depth and the carelessness of the hard level.
const HARD: (usize, i32) = (12, 6);
