//! What a position comes to if both sides play without fault: a proof search.

mod bar;
mod memory;
mod player;

use super::terms::Rule;
use crate::games::shared::lines::{Grid, MOST_SQUARES, Squares, members};
use bar::{Tempo, can_be_barred};
use memory::{Memory, Question};
use player::Player;

/// What the player to move may be after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Not to lose.
    Draw,
    /// To win.
    Win,
}

impl Goal {
    /// What the opponent must be kept from.
    const fn refuted_by(self) -> Self {
        match self {
            Goal::Draw => Goal::Win,
            Goal::Win => Goal::Draw,
        }
    }
}

/// A search with its memory and its limit.
pub struct Solver {
    grid: &'static Grid,
    rule: Rule,
    /// How many more positions it may look at.
    left: u32,
    memory: Memory,
}

/// A position: the player to move and the opponent.
#[derive(Clone, Copy)]
struct Standing {
    mover: Player,
    other: Player,
}

impl Standing {
    fn new(grid: &Grid, own: Squares, other: Squares) -> Self {
        let player = |own: Squares, other: Squares| {
            let marked = members(own).fold(Player::new(grid), |player, s| player.with(grid, s));
            members(other).fold(marked, |player, square| player.without(grid, square))
        };
        Standing { mover: player(own, other), other: player(other, own) }
    }

    fn after(&self, grid: &Grid, square: usize) -> Self {
        Standing { mover: self.other.without(grid, square), other: self.mover.with(grid, square) }
    }

    fn free(&self, grid: &Grid) -> Squares {
        grid.all() & !(self.mover.marks | self.other.marks)
    }
}

impl Solver {
    /// A search that looks at `limit` positions at most, until it is given more.
    pub fn new(grid: &'static Grid, rule: Rule, limit: u32) -> Self {
        Solver { grid, rule, left: limit, memory: Memory::new() }
    }

    /// How many more positions may be looked at.
    pub fn left(&self) -> u32 {
        self.left
    }

    /// The same question as [`Solver::reaches`] with a share of the limit only.
    pub fn reaches_within(
        &mut self,
        share: u32,
        own: Squares,
        other: Squares,
        goal: Goal,
    ) -> Option<bool> {
        let share = share.min(self.left);
        let rest = self.left - share;
        self.left = share;
        let answer = self.reaches(own, other, goal);
        self.left += rest;
        answer
    }

    /// Whether the player to move, who has the squares `own`, reaches the goal against any
    /// defence; unknown if the limit is too near. Nobody has a line yet.
    pub fn reaches(&mut self, own: Squares, other: Squares, goal: Goal) -> Option<bool> {
        self.search(&Standing::new(self.grid, own, other), goal)
    }

    fn search(&mut self, standing: &Standing, goal: Goal) -> Option<bool> {
        self.left = self.left.checked_sub(1)?;
        let free = standing.free(self.grid);
        if free == 0 {
            return Some(goal == Goal::Draw);
        }
        let moves = match self.rule {
            Rule::Normal => self.normal_moves(standing, free),
            Rule::Misere => self.misere_moves(standing, free),
        };
        let moves = match moves {
            Ok(moves) => moves,
            Err(reached) => return Some(reached),
        };
        if moves.is_power_of_two() {
            return self.reaches_by(standing, moves.trailing_zeros() as usize, goal);
        }
        let question = Question::new(standing.mover.marks, standing.other.marks, goal == Goal::Win);
        if let Some(answer) = self.memory.answer(question) {
            return Some(answer);
        }
        if self.is_barred(standing, free, goal) {
            return Some(goal == Goal::Draw);
        }
        let reached = self.try_moves(standing, moves, goal)?;
        self.memory.learn(question, reached);
        Some(reached)
    }

    /// Whether a move reaches the goal.
    fn reaches_by(&mut self, standing: &Standing, square: usize, goal: Goal) -> Option<bool> {
        let next = standing.after(self.grid, square);
        self.search(&next, goal.refuted_by()).map(|reached| !reached)
    }

    fn try_moves(&mut self, standing: &Standing, mut moves: Squares, goal: Goal) -> Option<bool> {
        let weights = self.weights(standing, moves, goal);
        while moves != 0 {
            let square =
                members(moves).max_by_key(|s| (weights[*s], std::cmp::Reverse(*s))).unwrap_or(0);
            moves &= !(1 << square);
            if self.rule == Rule::Normal && weights[square] == 0 {
                moves = 0;
            }
            if self.reaches_by(standing, square, goal)? {
                return Some(true);
            }
        }
        Some(false)
    }

    fn normal_moves(&self, standing: &Standing, free: Squares) -> Result<Squares, bool> {
        let (mover, other) = (&standing.mover, &standing.other);
        if mover.lacking[1] != 0 {
            return Err(true);
        }
        let stops = other.making(self.grid, free);
        if stops != 0 {
            return if stops.is_power_of_two() { Ok(stops) } else { Err(false) };
        }
        if mover.forks(self.grid, free).next().is_some() {
            return Err(true);
        }
        let mut moves = free;
        for (_, stops) in other.forks(self.grid, free) {
            moves &= stops;
        }
        if moves != free {
            moves |= self.grid.squares_of(mover.lacking[2]) & free;
        }
        if moves == 0 {
            return Err(false);
        }
        Ok(moves)
    }

    fn misere_moves(&self, standing: &Standing, free: Squares) -> Result<Squares, bool> {
        let moves = free & !standing.mover.making(self.grid, free);
        if moves == 0 { Err(false) } else { Ok(moves) }
    }

    fn is_barred(&self, standing: &Standing, free: Squares, goal: Goal) -> bool {
        let left = free.count_ones() as usize;
        let guards = goal == Goal::Draw;
        let (player, moves) = if (self.rule == Rule::Normal) == guards {
            (standing.other, left / 2)
        } else {
            (standing.mover, left.div_ceil(2))
        };
        let ahead = match self.rule {
            Rule::Normal => guards,
            Rule::Misere => (left % 2 == 1) != guards,
        };
        let tempo = if ahead { Tempo::Ahead } else { Tempo::Behind };
        let mirrored = self.rule == Rule::Misere
            && !guards
            && self.is_mirrored(standing.mover.marks, standing.other.marks);
        mirrored || can_be_barred(self.grid, player.within(moves), free, tempo)
    }

    /// Whether the opponent, who has just moved, has made the board his own image: every mark of
    /// the one faces a mark of the other across the centre, and the centre is his if there is one.
    /// If he goes on answering across the centre, he makes no line before its image is made.
    fn is_mirrored(&self, own: Squares, other: Squares) -> bool {
        let size = self.grid.size() as u32;
        let centre = if size.is_multiple_of(2) { 0 } else { 1 << (size / 2) };
        let image = other.reverse_bits() >> (Squares::BITS - size);
        other & centre == centre && image & !centre == own
    }

    fn weights(&self, standing: &Standing, moves: Squares, goal: Goal) -> [i32; MOST_SQUARES] {
        let mut weights = [0; MOST_SQUARES];
        let (own, other) = match (self.rule, goal) {
            (Rule::Normal, Goal::Draw) => ([0, 0, 16, 3, 1], [0, 0, 6, 2, 1]),
            (Rule::Normal, Goal::Win) => ([0, 0, 16, 7, 2], [0, 0, 5, 3, 1]),
            (Rule::Misere, _) => ([0, -8, -4, -2, -1], [0, -8, -4, -2, -1]),
        };
        let mut add = |lines, weight| {
            for line in members(lines) {
                for square in members(self.grid.lines()[line] & moves) {
                    weights[square] += weight;
                }
            }
        };
        let (a, b) = (&standing.mover.lacking, &standing.other.lacking);
        let run = self.grid.run;
        let both = a[run] & b[run];
        add(both, own[run] + other[run]);
        add(a[run] & !both, own[run]);
        add(b[run] & !both, other[run]);
        for lacks in 1..run {
            add(a[lacks], own[lacks]);
            add(b[lacks], other[lacks]);
        }
        weights
    }
}
