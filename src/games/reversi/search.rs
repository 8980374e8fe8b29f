//! The search: alpha and beta, one move deeper each time, with a table of the positions that it has seen, and to the
//! end of the game from a few free squares on.

use super::discs::{CORNERS, Discs, Squares, beside, each, moves, risky, size, turned};
use crate::prelude::*;

/// The worth of one disc at the end. Every other worth is less.
pub const DISC: i32 = 1_000;
/// With so many free squares, it plays every game to its end.
pub const EXACT: usize = 9;
/// No worth is so high.
const HIGHEST: i32 = 100 * DISC;
/// The work to look at a position and to make a move, in units of a meter.
const POSITION: usize = 32;
const MOVE: usize = 28;
/// The same to put the moves of a position in order, each of them, and each whose answers are counted.
const ORDER: usize = 12;
const ORDERED: usize = 5;
const ANSWERED: usize = 40;
/// The same to rate a position, and to fill the last free square.
const RATED: usize = 42;
const LAST: usize = 40;
/// It puts the moves in order by the answers to them, if so many moves follow.
const ORDERED_FROM: usize = 3;
/// The number of moves up to which it looks two moves deeper each time. The work suffices for so many.
const SURE: usize = 5;
/// The number of positions in the table, and the work to make room for one. With few free squares, it is smaller.
const TABLE: usize = 8_192;
const ENTRY: usize = 2;
/// The worth of a corner, of a disc diagonally beside a free corner, and of one beside it on an edge.
const CORNER: i32 = 40;
const BESIDE_CORNER: i32 = -20;
const ON_EDGE: i32 = -6;
/// The worth of a move, and of a disc of the other player beside a free square.
const MOBILITY: i32 = 5;
const OPEN: i32 = 2;

/// A move that the computer considered.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The score for the seat that moves. If it is exact, the difference of the discs at the end by [`DISC`].
    pub score: i32,
    pub square: Squares,
}

/// Moves that the computer considered, the best first.
#[derive(Debug)]
pub struct Seen {
    pub lines: Vec<Line>,
    /// The number of moves that it looked ahead, for tests.
    #[cfg(test)]
    pub depth: usize,
    /// True if it looked to the end of every game. Then the score of the best move is exact.
    pub is_exact: bool,
}

/// Searches the moves on these squares so deep, or until the work is done. Scores within `carelessness` of the best
/// are exact for their depth.
pub fn search(
    discs: Discs,
    seat: Seat,
    squares: Squares,
    depth: usize,
    carelessness: i32,
    mut meter: Meter,
) -> Seen {
    let free = size(discs.free());
    let unseen = |square| Line { score: 0, square };
    let mut lines: Vec<Line> = each(squares).map(unseen).collect();
    lines.sort_by_key(|line| -rank(line.square, discs.free()));
    let farthest = depth.min(free);
    let is_end = farthest == free && free <= EXACT;
    let is_step = |ahead: &usize| match *ahead {
        ahead if ahead == farthest => true,
        ahead if ahead > SURE => !is_end,
        ahead => ahead % 2 == 1,
    };
    let mut reached = 0;
    let entries = if is_end { TABLE >> (EXACT - free) } else { TABLE };
    if meter.spend(ENTRY * entries).is_ok() {
        let mut search = Search { meter, table: vec![Entry::default(); entries] };
        for ahead in (1..=farthest).filter(is_step) {
            let Ok(seen) = search.root(discs, seat, ahead, carelessness, &lines) else { break };
            lines = seen;
            reached = ahead;
        }
    }
    Seen {
        lines,
        #[cfg(test)]
        depth: reached,
        is_exact: reached == free,
    }
}

struct Search {
    meter: Meter,
    table: Vec<Entry>,
}

/// The result of a search of a position.
#[derive(Clone, Copy, Default)]
struct Entry {
    /// The discs of the player to move, and those of the other one.
    own: Squares,
    other: Squares,
    best: Squares,
    depth: usize,
    score: i32,
    /// The score is at least so much, or at most.
    is_least: bool,
    is_most: bool,
}

/// The place of a position in a table of so many.
fn place(own: Squares, other: Squares, entries: usize) -> usize {
    let mixed = (own ^ other.rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> 51) as usize % entries
}

/// The place of a move among those that were not searched before: corners first, the squares beside them last.
const fn rank(square: Squares, free: Squares) -> i32 {
    let [beside, edge] = risky(free);
    if square & CORNERS != 0 {
        2
    } else if square & beside != 0 {
        -2
    } else if square & edge != 0 {
        -1
    } else {
        0
    }
}

impl Search {
    fn root(
        &mut self,
        discs: Discs,
        seat: Seat,
        depth: usize,
        carelessness: i32,
        before: &[Line],
    ) -> Result<Vec<Line>, Stopped> {
        let (mut best, mut seen) = (-HIGHEST, Vec::new());
        for line in before {
            let after = discs.with(seat, line.square);
            let [own, other] = [after.0[1 - seat], after.0[seat]];
            let beta = carelessness + 1 - best;
            let score = if best == -HIGHEST {
                self.score(own, other, depth - 1, [-HIGHEST, HIGHEST])?
            } else {
                // First it only asks if the move is alike to the best.
                let asked = self.score(own, other, depth - 1, [beta - 1, beta])?;
                // Few alike moves are better, and less work if none is.
                let alpha = beta - 2 * (carelessness + 1);
                if asked >= beta {
                    asked
                } else {
                    match self.score(own, other, depth - 1, [alpha, beta])? {
                        score if score > alpha => score,
                        _ => self.score(own, other, depth - 1, [-HIGHEST, alpha + 1])?,
                    }
                }
            };
            let score = -score;
            best = best.max(score);
            seen.push(Line { score, square: line.square });
        }
        seen.sort_by_key(|line| -line.score);
        Ok(seen)
    }

    /// The score of a position for the player to move. It is exact between the two bounds.
    fn score(
        &mut self,
        own: Squares,
        other: Squares,
        depth: usize,
        [mut alpha, beta]: [i32; 2],
    ) -> Result<i32, Stopped> {
        let free = !(own | other);
        if free & free.wrapping_sub(1) == 0 {
            self.meter.spend(LAST)?;
            return Ok(last(own, other, free) * DISC);
        }
        self.meter.spend(POSITION)?;
        let can_go = moves(own, other);
        if can_go == 0 {
            self.meter.spend(POSITION)?;
            if moves(other, own) == 0 {
                return Ok(difference(own, other) * DISC);
            }
            return self.score(other, own, depth, [-beta, -alpha]).map(|score| -score);
        }
        if depth == 0 {
            self.meter.spend(RATED)?;
            return Ok(worth(own, other, can_go));
        }
        let is_kept = depth > 1;
        let known = if is_kept {
            self.table[place(own, other, self.table.len())]
        } else {
            Entry::default()
        };
        let is_known = is_kept && known.own == own && known.other == other;
        if is_known && known.depth == depth {
            let is_cut = known.is_least && known.score >= beta
                || known.is_most && known.score <= alpha
                || known.is_least && known.is_most;
            if is_cut {
                return Ok(known.score);
            }
        }
        let (lowest, mut best) = (alpha, (-HIGHEST, 0));
        let known_best = if is_known { known.best } else { 0 };
        'all: for set in [known_best, can_go & !known_best] {
            for square in self.order(own, other, set, depth)? {
                self.meter.spend(MOVE)?;
                let turned = turned(square, own, other);
                let [after_own, after_other] = [other & !turned, own | turned | square];
                let mut score = alpha + 1;
                // After the first move it only asks if another one is better.
                if best.1 != 0 && beta - alpha > 1 {
                    let bounds = [-alpha - 1, -alpha];
                    score = -self.score(after_own, after_other, depth - 1, bounds)?;
                }
                if score > alpha {
                    score = -self.score(after_own, after_other, depth - 1, [-beta, -alpha])?;
                }
                if score > best.0 {
                    best = (score, square);
                }
                alpha = alpha.max(score);
                if alpha >= beta {
                    break 'all;
                }
            }
        }
        if is_kept {
            let place = place(own, other, self.table.len());
            self.table[place] = Entry {
                own,
                other,
                best: best.1,
                depth,
                score: best.0,
                is_least: best.0 > lowest,
                is_most: best.0 < beta,
            };
        }
        Ok(best.0)
    }

    /// Puts moves in order: corners first and squares beside free corners last, shortly before the end of the game
    /// those first that fill quadrants with an odd number of free squares, and among alike ones those that leave
    /// fewest answers.
    fn order(
        &mut self,
        own: Squares,
        other: Squares,
        set: Squares,
        depth: usize,
    ) -> Result<impl Iterator<Item = Squares> + use<>, Stopped> {
        self.meter.spend(ORDER)?;
        let free = !(own | other);
        let is_end = size(free) <= EXACT;
        let [near, edge] = if is_end { [0, !odd_quadrants(free)] } else { risky(free) };
        let counts_answers = depth >= ORDERED_FROM && set & set.wrapping_sub(1) != 0;
        let (mut order, mut count) = ([0; MOVES_MAX], 0);
        for square in each(set) {
            let mut answers = 0;
            self.meter.spend(if counts_answers { ANSWERED } else { ORDERED })?;
            if counts_answers {
                let turned = turned(square, own, other);
                answers = moves(other & !turned, own | turned | square).count_ones();
            }
            let group = match () {
                () if square & CORNERS != 0 => 0,
                () if square & near != 0 => 3,
                () if square & edge != 0 => 2,
                () => 1,
            };
            let key = if is_end { answers << 2 | group } else { group << 6 | answers };
            let key = key << 6 | square.trailing_zeros();
            let mut to = count;
            while to > 0 && order[to - 1] > key {
                order[to] = order[to - 1];
                to -= 1;
            }
            order[to] = key;
            count += 1;
        }
        Ok(order.into_iter().take(count).map(|key| 1 << (key % 64)))
    }
}

/// The squares of a board without the four discs of the start: no position has more moves.
const MOVES_MAX: usize = 60;

/// The quadrants with an odd number of free squares. The player who fills the first of such a quadrant often fills its last.
fn odd_quadrants(free: Squares) -> Squares {
    const QUADRANT: Squares = 0x0f0f_0f0f;
    let quadrants = [QUADRANT, QUADRANT << 4, QUADRANT << 32, QUADRANT << 36];
    quadrants.into_iter().filter(|quadrant| size(free & quadrant) % 2 == 1).sum()
}

/// The discs that the player to move has more.
const fn difference(own: Squares, other: Squares) -> i32 {
    own.count_ones() as i32 - other.count_ones() as i32
}

/// The difference of the discs once the last free square is filled by the player to move, or by the other one if
/// the first cannot.
fn last(own: Squares, other: Squares, square: Squares) -> i32 {
    let difference = difference(own, other);
    let gained = |mover, waiter| match turned(square, mover, waiter) {
        0 => 0,
        turned => 2 * turned.count_ones() as i32 + 1,
    };
    if square == 0 {
        return difference;
    }
    match gained(own, other) {
        0 => difference - gained(other, own),
        gained => difference + gained,
    }
}

/// The worth of a position for the player to move, who can go to these squares.
fn worth(own: Squares, other: Squares, can_go: Squares) -> i32 {
    let count = |set: Squares| set.count_ones() as i32;
    let free = !(own | other);
    let [near, edge] = risky(free);
    let open = beside(free);
    let of = |set: Squares, reach: Squares| {
        MOBILITY * count(reach)
            + CORNER * count(set & CORNERS)
            + BESIDE_CORNER * count(set & near)
            + ON_EDGE * count(set & edge)
            - OPEN * count(set & open)
    };
    of(own, can_go) - of(other, moves(other, own))
}
