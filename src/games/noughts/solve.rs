//! What a position comes to if both sides play without fault: a proof search.
//!
//! It asks yes-or-no questions, "does the player to move reach a draw (or a win)?", and answers
//! the opponent's question to answer its own. Three ideas keep it short: a line that holds both
//! marks, or lacks more marks than there are moves left, is dead; a line that is open can be kept
//! from being made by pairing (see [`can_be_barred`]); and answers are remembered. It counts the
//! positions it looks at and gives up at a limit, so what it costs depends on no clock.

use super::terms::Rule;
use crate::games::shared::lines::{Grid, MOST_LINES, Squares, members};

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
    memory: Vec<u64>,
}

/// The places of the memory, a power of two.
const MEMORY: usize = 1 << 15;

impl Solver {
    /// A search that looks at `limit` positions at most, until it is given more.
    pub fn new(grid: &'static Grid, rule: Rule, limit: u32) -> Self {
        Solver { grid, rule, left: limit, memory: vec![0; MEMORY] }
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
        self.left = self.left.checked_sub(1)?;
        let free = self.grid.all() & !(own | other);
        if free == 0 {
            return Some(goal == Goal::Draw);
        }
        let lines = Survey::of(self.grid, own, other, free);
        let moves = match lines.moves(self.rule, free) {
            Ok(moves) => moves,
            Err(reached) => return Some(reached),
        };
        // Where the lines that the goal hangs on can be barred, nobody wins by them.
        let crucial = match (self.rule, goal) {
            (Rule::Normal, Goal::Win) | (Rule::Misere, Goal::Draw) => &lines.ours,
            (Rule::Normal, Goal::Draw) | (Rule::Misere, Goal::Win) => &lines.theirs,
        };
        let can_be_mirrored = self.rule == Rule::Misere && goal == Goal::Win;
        if crucial.can_be_barred() || can_be_mirrored && self.is_mirrored(own, other) {
            return Some(goal == Goal::Draw);
        }
        let key = MARKER | u64::from(own) | u64::from(other) << 25 | (goal as u64) << 50;
        let slot = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize % MEMORY;
        if self.memory[slot] >> 1 == key {
            return Some(self.memory[slot] & 1 == 1);
        }
        let mut reached = false;
        for square in self.order(moves, &lines, goal) {
            reached = !self.reaches(other, own | 1 << square, goal.refuted_by())?;
            if reached {
                break;
            }
        }
        self.memory[slot] = key << 1 | u64::from(reached);
        Some(reached)
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

    /// The moves in the order in which they are tried. In a normal game those on many and far
    /// advanced lines come first, and of those on no open line one stands for all; in misère it is
    /// the other way about.
    fn order(
        &self,
        moves: Squares,
        lines: &Survey,
        goal: Goal,
    ) -> impl Iterator<Item = usize> + use<> {
        let mut weights = [0; Squares::BITS as usize];
        // The base was found by trial: it makes the proofs short.
        let (base, count_theirs) = match (self.rule, goal) {
            (Rule::Normal, Goal::Draw) => (2, true),
            (Rule::Normal, Goal::Win) => (4, false),
            (Rule::Misere, _) => (4, true),
        };
        lines.ours.weigh(base, &mut weights);
        if count_theirs {
            lines.theirs.weigh(base, &mut weights);
        }
        let open = lines.ours.squares() | lines.theirs.squares();
        let idle = moves & !open;
        let moves = match self.rule {
            Rule::Normal => moves & open | idle & idle.wrapping_neg(),
            Rule::Misere => moves,
        };
        let mut order = [(0i32, 0usize); Squares::BITS as usize];
        let mut count = 0;
        for square in members(moves) {
            let weight = weights[square];
            order[count] = (if self.rule == Rule::Normal { -weight } else { weight }, square);
            count += 1;
        }
        order[..count].sort_unstable();
        order.into_iter().take(count).map(|(_, square)| square)
    }
}

/// Set in every key, so that an empty place of the memory is none.
const MARKER: u64 = 1 << 52;

/// The lines of a position as the player to move sees them.
struct Survey {
    ours: OpenLines,
    theirs: OpenLines,
    /// The squares that make a line for the player to move, and for the opponent.
    we_make: Squares,
    they_make: Squares,
}

impl Survey {
    fn of(grid: &Grid, own: Squares, other: Squares, free: Squares) -> Self {
        let moves_left = free.count_ones();
        let (our_moves, their_moves) = (moves_left.div_ceil(2), moves_left / 2);
        let (mut ours, mut theirs) = (OpenLines::NONE, OpenLines::NONE);
        let (mut we_make, mut they_make) = (0, 0);
        for line in grid.lines() {
            let lacking = line & free;
            let (is_ours, is_theirs) = (line & other == 0, line & own == 0);
            if !is_ours && !is_theirs {
                continue;
            }
            let lacks = lacking.count_ones();
            let marks = grid.run as u32 - lacks;
            if is_ours && lacks <= our_moves {
                ours.push(lacking, marks);
            }
            if is_theirs && lacks <= their_moves {
                theirs.push(lacking, marks);
            }
            if lacks == 1 {
                *(if is_ours { &mut we_make } else { &mut they_make }) |= lacking;
            }
        }
        Survey { ours, theirs, we_make, they_make }
    }

    /// The moves worth a look, or the answer where there is none to be given by moving: who can
    /// make a line at once has won, or in misère must not; two lines to stop are one too many.
    fn moves(&self, rule: Rule, free: Squares) -> Result<Squares, bool> {
        match rule {
            Rule::Misere if free & !self.we_make == 0 => Err(false),
            Rule::Misere => Ok(free & !self.we_make),
            Rule::Normal if self.we_make != 0 => Err(true),
            Rule::Normal if self.they_make == 0 => Ok(free),
            Rule::Normal if self.they_make.is_power_of_two() => Ok(self.they_make),
            Rule::Normal => Err(false),
        }
    }
}

/// The lines that one player can still make in the moves he has left: of each the squares it
/// lacks, and how many marks it has.
struct OpenLines {
    lacking: [Squares; MOST_LINES],
    marks: [u32; MOST_LINES],
    count: usize,
}

impl OpenLines {
    const NONE: Self = OpenLines { lacking: [0; MOST_LINES], marks: [0; MOST_LINES], count: 0 };

    fn push(&mut self, lacking: Squares, marks: u32) {
        self.lacking[self.count] = lacking;
        self.marks[self.count] = marks;
        self.count += 1;
    }

    fn squares(&self) -> Squares {
        self.lacking[..self.count].iter().fold(0, |all, lacking| all | lacking)
    }

    /// Adds `base` to the power of a line's marks to every square it lacks.
    fn weigh(&self, base: i32, weights: &mut [i32; Squares::BITS as usize]) {
        for (lacking, marks) in self.lacking[..self.count].iter().zip(&self.marks) {
            members(*lacking).for_each(|square| weights[square] += base.pow(*marks));
        }
    }

    fn can_be_barred(&self) -> bool {
        can_be_barred(&self.lacking[..self.count], &mut 12)
    }
}

/// Whether every line can be kept from being made by a pair of squares of its own that it lacks,
/// no two pairs sharing a square. Whoever takes one square of a pair leaves the other to the
/// opponent: in a normal game the opponent blocks so, whoever is to move; in misère the player
/// himself avoids the line so, since of each pair he takes one. Gives up, saying no, when it has
/// tried too long.
fn can_be_barred(lines: &[Squares], tries: &mut u32) -> bool {
    let Some(tightest) = lines.iter().min_by_key(|line| line.count_ones()) else { return true };
    if tightest.count_ones() < 2 || *tries == 0 {
        return false;
    }
    *tries -= 1;
    members(*tightest).any(|first| {
        members(tightest & (!1 << first)).any(|second| {
            let pair = 1 << first | 1 << second;
            let mut rest = [0; MOST_LINES];
            let mut count = 0;
            for line in lines.iter().filter(|line| *line & pair != pair) {
                rest[count] = line & !pair;
                count += 1;
            }
            can_be_barred(&rest[..count], tries)
        })
    })
}
