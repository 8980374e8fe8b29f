//! The computer: the ways in which it looks for a move, its moves, and its advice.

use super::board::{Board, Move, Side, members};
use super::position::{Position, READ_MAX};
use super::reasons;
use super::search::{self, Limits, Line};
use super::terms::{Game, LEVEL, Level, Look};
use crate::prelude::*;

/// The work of a search, in units of a meter. It leaves more than other games for the page, which may have
/// 218 moves, and for a text that is typed there.
const WORK: usize = 1_300_000;
/// The most work to look once at each move: at most 218, with at most 16 pieces on each side.
const GLANCES_MAX: usize = 218 * 500;
const _: () = assert!(READ_MAX + GLANCES_MAX <= WORK, "no move is chosen unseen");

/// The moves that the computer considered.
pub struct Thought {
    pub look: Look,
    /// Every legal move, the best first.
    pub lines: Vec<Line>,
    /// The number of lines from the first that it rates the same.
    alike: usize,
}

impl Thought {
    /// The moves of which it plays one at random.
    pub fn choices(&self, board: &Board) -> Vec<Move> {
        let alike: Vec<Move> = self.lines[..self.alike].iter().map(|line| line.moves[0]).collect();
        let opens = |chosen: &Move| {
            reach(&board.after(*chosen), board.turn) >= reach(board, board.turn) + ROOM
        };
        let open: Vec<Move> = match self.look {
            Look::First => alike.iter().copied().filter(opens).collect(),
            Look::Glance | Look::Answers | Look::Far => Vec::new(),
        };
        if open.is_empty() { alike } else { open }
    }
}

/// A first move makes room if there are so many more squares to which pieces can go after it.
const ROOM: u32 = 2;

/// The squares to which the knights, bishops and queens of a side can go, counted for each of them.
fn reach(board: &Board, side: Side) -> u32 {
    let own = board.sides[side as usize];
    let [_, knights, bishops, _, queens, _] = board.kinds;
    members(own & (knights | bishops | queens))
        .map(|square| (board.seen_from(square) & !own).count_ones())
        .sum()
}

/// The computer's move.
pub fn reply(game: &Game) -> Option<Move> {
    reply_at(&game.position, game.choices.of(&LEVEL), &mut game.lot())
}

/// The move of a computer of this level.
pub fn reply_at(position: &Position, level: Level, chance: &mut Chance) -> Option<Move> {
    let choices = thought(position, level, chance).choices(&position.board);
    chance.pick(&choices).copied()
}

/// The thought of a computer of this level.
pub fn thought(position: &Position, level: Level, chance: &mut Chance) -> Thought {
    looking(position, look(position, level, chance))
}

/// The way in which a computer of this level looks for its move, in part at random.
pub fn look(position: &Position, level: Level, chance: &mut Chance) -> Look {
    let board = &position.board;
    match () {
        // A mate takes many moves.
        () if board.is_bare(board.turn.other()) => Look::Far,
        () if position.start.is_some() && position.made < 2 => Look::First,
        () if chance.below(100) < level.often => level.far,
        () => level.near,
    }
}

/// The thought of a computer that looks this way.
pub fn looking(position: &Position, look: Look) -> Thought {
    let (depth, carelessness) = look.limits();
    let limits = Limits { depth, carelessness, work: WORK.saturating_sub(position.read) };
    let lines = search::lines(&position.board, position.past(), limits);
    let best = lines.first().map_or(0, |line| line.score);
    let alike = lines.iter().take_while(|line| line.score > best - carelessness).count();
    Thought { look, lines, alike }
}

/// The move of the hardest level for the side to move, and the reason.
pub fn advice(position: &Position) -> Option<(Move, Text)> {
    let line = looking(position, Look::Far).lines.into_iter().next()?;
    let why = reasons::told(position, &line, Look::Far);
    let seen = reasons::written(&position.board, &line);
    let why = if line.moves.len() > 1 { format!("{why} The computer saw: {seen}.") } else { why };
    Some((line.moves[0], why.into()))
}
