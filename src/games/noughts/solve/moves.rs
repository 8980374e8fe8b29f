//! Which moves a proof must try, and in which order.

use super::goal::Goal;
use super::paths::{Lines, MOST_SQUARES, Paths, Squares, members};
use super::sides::Sides;
use crate::games::noughts::terms::Rule;

/// The moves of a position.
pub enum Moves {
    /// The rule decides already: whether the player to move wins or loses by force.
    Decided(bool),
    /// All others lose, or are no better than one of these.
    Open(Squares),
}

impl Moves {
    /// The moves on the free squares. Nobody has a line yet, and at least one square is free.
    pub fn of(grid: &Paths, rule: Rule, sides: &Sides, free: Squares) -> Self {
        match rule {
            Rule::Normal => Self::normal(grid, sides, free),
            Rule::Misere => Self::from(free & !sides.mover.making(grid, free)),
        }
    }

    /// Who can make a line has won, and who must stop two lines at once has lost. The same is so a
    /// move earlier with forks, but a fork can also be answered by a threat.
    fn normal(grid: &Paths, sides: &Sides, free: Squares) -> Self {
        let (mover, other) = (&sides.mover, &sides.other);
        if mover.lacking[1] != 0 {
            return Moves::Decided(true);
        }
        let threats = other.making(grid, free);
        if threats != 0 {
            let stops = if threats.is_power_of_two() { threats } else { 0 };
            return Self::from(stops);
        }
        if mover.forks(grid, free).next().is_some() {
            return Moves::Decided(true);
        }
        let stops = other.forks(grid, free).fold(free, |stops, (_, answers)| stops & answers);
        if stops == free {
            return Moves::Open(free);
        }
        Self::from(stops | grid.squares_of(mover.lacking[2]) & free)
    }

    /// Without a move the player loses.
    fn from(squares: Squares) -> Self {
        if squares == 0 { Moves::Decided(false) } else { Moves::Open(squares) }
    }
}

/// What a square gains by every open line through it, by how many marks the line lacks. The order
/// changes no answer. The gains were found by trial: the test `proofs_stay_short` fails when they
/// get worse.
struct Gains {
    /// By a line of the player to move.
    own: [i32; 5],
    /// By a line of the opponent.
    other: [i32; 5],
}

impl Gains {
    const fn of(rule: Rule, goal: Goal) -> Self {
        match (rule, goal) {
            (Rule::Normal, Goal::Draw) => Gains { own: [0, 0, 16, 3, 1], other: [0, 0, 6, 2, 1] },
            (Rule::Normal, Goal::Win) => Gains { own: [0, 0, 16, 7, 2], other: [0, 0, 5, 3, 1] },
            (Rule::Misere, _) => Gains { own: [0, -8, -4, -2, -1], other: [0, -8, -4, -2, -1] },
        }
    }
}

/// The moves of a position, those first that lie on many and far advanced lines; in misère last.
pub struct Ordered {
    moves: Squares,
    weights: [i32; MOST_SQUARES],
    /// Whether a move on no open line ends the list: in a normal game all such moves are alike.
    ends_at_idle: bool,
}

impl Ordered {
    pub fn new(grid: &Paths, rule: Rule, sides: &Sides, moves: Squares, goal: Goal) -> Self {
        let mut ordered =
            Ordered { moves, weights: [0; MOST_SQUARES], ends_at_idle: rule == Rule::Normal };
        let gains = Gains::of(rule, goal);
        let (mover, other) = (&sides.mover.lacking, &sides.other.lacking);
        // An empty line is open to both.
        let (all, run) = (grid.all_lines(), grid.run);
        let shared = mover[run] & other[run];
        ordered.add(grid, shared, gains.own[run] + gains.other[run]);
        for lacks in 1..=run {
            let alone = if lacks == run { all & !shared } else { all };
            ordered.add(grid, mover[lacks] & alone, gains.own[lacks]);
            ordered.add(grid, other[lacks] & alone, gains.other[lacks]);
        }
        ordered
    }

    fn add(&mut self, grid: &Paths, lines: Lines, gain: i32) {
        for line in members(lines) {
            members(grid.lines()[line] & self.moves).for_each(|s| self.weights[s] += gain);
        }
    }
}

impl Iterator for Ordered {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let mut left = members(self.moves);
        let first = left.next()?;
        let best =
            left.fold(
                first,
                |best, square| {
                    if self.weights[square] > self.weights[best] { square } else { best }
                },
            );
        self.moves &= !(1 << best);
        if self.ends_at_idle && self.weights[best] == 0 {
            self.moves = 0;
        }
        Some(best)
    }
}
