//! What a position comes to if both sides play without a mistake: a proof search.
//!
//! It asks yes-or-no questions: does the player to move reach a draw, or a win, against any
//! defence? A move answers yes if the opponent's question after it has the answer no. Four things
//! keep the search short. A line with both marks is never made, and neither is one that lacks more
//! marks than its player has moves left. Threats and forks leave few moves to try ([`moves`]). Where
//! a player can be kept from every line, nothing more need be looked at ([`potential`]). And an
//! answer is looked up when a position comes again ([`transposition`]).
//!
//! The search counts the positions it looks at and gives up at a limit. So its cost depends on no
//! clock, and the same position always has the same answer.

mod goal;
mod moves;
mod paths;
mod player;
mod potential;
mod sides;
mod transposition;

use super::terms::Rule;
use crate::games::shared::lines::{self, Grid};
pub use goal::Goal;
use moves::{Moves, Ordered};
use paths::{Paths, Squares};
use potential::{Tempo, can_be_denied};
use sides::Sides;
use transposition::{Key, TranspositionTable};

/// A search with its table and its limit.
pub struct Solver {
    grid: &'static Paths,
    rule: Rule,
    /// How many more positions it may look at.
    left: u32,
    table: TranspositionTable,
}

impl Solver {
    /// A search on a grid of five by five squares at most, that looks at no more than `limit` positions, over all its questions.
    pub fn new(grid: &Grid, rule: Rule, limit: u32) -> Self {
        Solver { grid: Paths::on(grid), rule, left: limit, table: TranspositionTable::new() }
    }

    /// How many more positions may be looked at.
    pub fn left(&self) -> u32 {
        self.left
    }

    /// Whether the player to move, who has the squares `own`, reaches the goal against any
    /// defence. None if the limit does not suffice. Nobody has a line yet.
    pub fn reaches(
        &mut self,
        own: lines::Squares,
        other: lines::Squares,
        goal: Goal,
    ) -> Option<bool> {
        self.search(&Sides::new(self.grid, own as Squares, other as Squares), goal)
    }

    /// The answer of [`Solver::reaches`], for a share of the limit at most.
    pub fn reaches_within(
        &mut self,
        share: u32,
        own: lines::Squares,
        other: lines::Squares,
        goal: Goal,
    ) -> Option<bool> {
        let share = share.min(self.left);
        let rest = self.left - share;
        self.left = share;
        let answer = self.reaches(own, other, goal);
        self.left += rest;
        answer
    }

    fn search(&mut self, sides: &Sides, goal: Goal) -> Option<bool> {
        self.left = self.left.checked_sub(1)?;
        let free = sides.free(self.grid);
        if free == 0 {
            return Some(goal == Goal::Draw);
        }
        match Moves::of(self.grid, self.rule, sides, free) {
            Moves::Decided(reached) => Some(reached),
            Moves::Open(moves) if moves.is_power_of_two() => {
                self.reaches_by(sides, moves.trailing_zeros() as usize, goal)
            }
            Moves::Open(moves) => self.look_up_or_try(sides, free, moves, goal),
        }
    }

    fn look_up_or_try(
        &mut self,
        sides: &Sides,
        free: Squares,
        moves: Squares,
        goal: Goal,
    ) -> Option<bool> {
        let key = Key::new(sides.mover.marks, sides.other.marks, goal == Goal::Win);
        if let Some(reached) = self.table.get(key) {
            return Some(reached);
        }
        if self.is_without_a_winner(sides, free, goal) {
            return Some(goal == Goal::Draw);
        }
        let reached = self.try_moves(sides, moves, goal)?;
        self.table.insert(key, reached);
        Some(reached)
    }

    fn try_moves(&mut self, sides: &Sides, moves: Squares, goal: Goal) -> Option<bool> {
        for square in Ordered::new(self.grid, self.rule, sides, moves, goal) {
            if self.reaches_by(sides, square, goal)? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Whether a move reaches the goal.
    fn reaches_by(&mut self, sides: &Sides, square: usize, goal: Goal) -> Option<bool> {
        let next = sides.after(self.grid, square);
        self.search(&next, goal.refuted_by()).map(|reached| !reached)
    }

    /// Whether the side that wants no winner has a plain strategy: the player to move if the goal
    /// is a draw, else the opponent.
    fn is_without_a_winner(&self, sides: &Sides, free: Squares, goal: Goal) -> bool {
        let left = free.count_ones() as usize;
        let mover_defends = goal == Goal::Draw;
        // In a normal game the attacker's lines matter, in misère the defender's own.
        let is_mover = (self.rule == Rule::Misere) == mover_defends;
        let (player, moves) =
            if is_mover { (sides.mover, left.div_ceil(2)) } else { (sides.other, left / 2) };
        let is_favourable = match self.rule {
            Rule::Normal => mover_defends,
            Rule::Misere => left.is_multiple_of(2) == mover_defends,
        };
        let tempo = if is_favourable { Tempo::Favourable } else { Tempo::Unfavourable };
        let is_mirrored =
            self.rule == Rule::Misere && !mover_defends && sides.is_mirrored(self.grid);
        is_mirrored || can_be_denied(self.grid, player.within(moves), free, tempo)
    }
}
