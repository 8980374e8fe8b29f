//! The search: alpha and beta, one or two moves deeper each time, with a table of the positions that it has seen. The
//! order of the moves and the forced replies are those of Pascal Pons's "Solving Connect 4".

use super::discs::{Discs, Squares, WHOLE, column, column_of, completing, count_fours, each};
use crate::prelude::*;

/// A four at once. A four after more discs is worth less, by one for each disc.
pub const WIN: i32 = 10_000;
/// A score above this is a four that nobody can stop.
pub const WINS: i32 = WIN - 100;
/// The work to look at a position, in units of a meter.
const POSITION: usize = 35;
/// The same to put a move in its place, and to rate the last one.
const ORDERED: usize = 16;
const LAST: usize = 21;
/// The number of moves up to which it looks two moves deeper each time. The work nearly always suffices for so many.
const SURE: usize = 9;
/// The columns in the order in which they are searched.
static FROM_THE_MIDDLE: [Squares; 7] =
    [column(3), column(2), column(4), column(1), column(5), column(0), column(6)];
/// The number of positions in the table.
const TABLE: usize = 32_768;
/// The worth of a square that would complete a four, and the same in a row that fills at the right moment.
const THREAT: i32 = 6;
const TIMELY: i32 = 10;
/// The rows that the first player fills last, if both fill the columns one after the other: 1, 3 and 5. The
/// second player fills the others. (Victor Allis, "A Knowledge-based Approach of Connect-Four", 1988.)
const ODD_ROWS: Squares = 0x15 * 0x0408_1020_4081;

/// A disc that the computer considered.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The score for the seat that moves.
    pub score: i32,
    /// The squares of the disc and of those that follow, as far as they were remembered.
    pub squares: Vec<Squares>,
}

/// Discs that the computer considered, the best first, and for tests the number of moves that it looked ahead.
#[derive(Debug)]
pub struct Seen {
    pub lines: Vec<Line>,
    #[cfg(test)]
    pub depth: usize,
}

/// Searches the discs on these squares so deep, or until the work is done. Scores within `carelessness` of the
/// best are exact.
pub fn search(
    discs: Discs,
    seat: Seat,
    squares: Squares,
    depth: usize,
    carelessness: i32,
    meter: Meter,
) -> Seen {
    let unseen = |square| Line { score: 0, squares: vec![square] };
    let mut lines: Vec<Line> = each(squares).map(unseen).collect();
    // From the middle.
    lines.sort_by_key(|line| column_of(line.squares[0]).abs_diff(3));
    // The first player has as many discs as the second one, or one more.
    let first = if discs.count().is_multiple_of(2) { seat } else { 1 - seat };
    let timely = [0, 1].map(|owner| if owner == first { ODD_ROWS } else { WHOLE & !ODD_ROWS });
    let mut search = Search { timely, meter, table: vec![Entry::default(); TABLE] };
    let mut reached = 0;
    let farthest = depth.min(discs.free().count_ones() as usize);
    let is_step = |ahead: &usize| ahead % 2 == 1 || *ahead > SURE || *ahead == farthest;
    for ahead in (1..=farthest).filter(is_step) {
        let Ok(seen) = search.root(discs, seat, ahead, carelessness, &lines) else { break };
        lines = seen;
        reached = ahead;
        if lines.first().is_none_or(|best| best.score.abs() > WINS) {
            break;
        }
    }
    for line in &mut lines {
        search.follow(discs, seat, reached, &mut line.squares);
    }
    Seen {
        lines,
        #[cfg(test)]
        depth: reached,
    }
}

struct Search {
    meter: Meter,
    table: Vec<Entry>,
    /// The rows that each seat fills at the right moment.
    timely: [Squares; 2],
}

/// The result of a search of a position.
#[derive(Clone, Copy, Default)]
struct Entry {
    /// The discs of both seats. The seat to move follows from their number.
    discs: [Squares; 2],
    best: Squares,
    depth: usize,
    score: i32,
    /// The score is at least so much, or at most.
    is_least: bool,
    is_most: bool,
}

fn place(discs: &Discs) -> usize {
    let mixed = (discs.0[0] ^ discs.0[1].rotate_left(21)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> 49) as usize % TABLE
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
        let (mut best, mut seen) = (-WIN, Vec::new());
        for line in before {
            let square = line.squares[0];
            let after = Node::of(discs).with(seat, square);
            let score = if discs.threats(seat) & square != 0 {
                WIN
            } else {
                // First it only asks if the move is alike to the best.
                let beta = (carelessness + 1 - best).min(WIN);
                let asked = self.score(&after, 1 - seat, depth - 1, 1, [beta - 1, beta])?;
                // Few alike moves are better, and less work if none is.
                let alpha = (-best - carelessness - 1).max(-WIN);
                -if asked >= beta {
                    asked
                } else {
                    match self.score(&after, 1 - seat, depth - 1, 1, [alpha, beta])? {
                        score if score > alpha => score,
                        _ => self.score(&after, 1 - seat, depth - 1, 1, [-WIN, alpha + 1])?,
                    }
                }
            };
            best = best.max(score);
            seen.push(Line { score, squares: vec![square] });
        }
        seen.sort_by_key(|line| -line.score);
        Ok(seen)
    }

    /// The score of a position without a four for the seat to move, after so many discs of the search. It is
    /// exact between the two bounds.
    fn score(
        &mut self,
        node: &Node,
        seat: Seat,
        depth: usize,
        made: i32,
        [mut alpha, beta]: [i32; 2],
    ) -> Result<i32, Stopped> {
        self.meter.spend(POSITION)?;
        let discs = node.discs;
        let mut moves = discs.landings();
        if moves == 0 {
            return Ok(0);
        }
        if depth == 0 {
            let [own, theirs] = [seat, 1 - seat].map(|owner| {
                self.worth(owner, node.placed[owner], node.completing[owner] & discs.free())
            });
            return Ok(own - theirs);
        }
        if node.completing[seat] & moves != 0 {
            return Ok(WIN - made);
        }
        let others = node.completing[1 - seat] & discs.free();
        let forced = moves & others;
        moves = if forced == 0 { moves } else { forced };
        // A disc below a square that the other seat waits for gives it away.
        moves &= !(others >> 1);
        if moves == 0 || forced & forced.wrapping_sub(1) != 0 {
            // The board may be full before the answer.
            return Ok(if discs.free().count_ones() > 1 { made + 1 - WIN } else { 0 });
        }
        if depth == 1 {
            return self.last(node, seat, moves, beta);
        }
        let known = self.table[place(&discs)];
        let is_known = known.discs == discs.0;
        if is_known && known.depth == depth {
            let is_cut = known.is_least && known.score >= beta
                || known.is_most && known.score <= alpha
                || known.is_least && known.is_most;
            if is_cut {
                return Ok(known.score);
            }
        }
        let (lowest, mut best) = (alpha, (-WIN, 0));
        let known_best = if is_known { known.best } else { 0 };
        // Often the best move of an earlier search is enough, and no other needs its place.
        'all: for set in [known_best & moves, moves & !known_best] {
            self.meter.spend(ORDERED * set.count_ones() as usize)?;
            for (square, after) in ordered(node, seat, set) {
                let mut score = alpha + 1;
                // After the first move it only asks if another one is better.
                if best.1 != 0 && beta - alpha > 1 {
                    let bounds = [-alpha - 1, -alpha];
                    score = -self.score(&after, 1 - seat, depth - 1, made + 1, bounds)?;
                }
                if score > alpha {
                    score = -self.score(&after, 1 - seat, depth - 1, made + 1, [-beta, -alpha])?;
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
        // The distance to a four depends on the way to the position. A deep search is worth more than the many
        // shallow ones.
        if best.0.abs() < WINS && (depth > 2 || known.depth <= 2 || is_known) {
            self.table[place(&discs)] = Entry {
                discs: discs.0,
                best: best.1,
                depth,
                score: best.0,
                is_least: best.0 > lowest,
                is_most: best.0 < beta,
            };
        }
        Ok(best.0)
    }

    /// The worth of a seat's discs with so many fours through them, which need these squares for a four.
    fn worth(&self, seat: Seat, placed: i32, threats: Squares) -> i32 {
        let count = |set: Squares| set.count_ones() as i32;
        placed + THREAT * count(threats) + TIMELY * count(threats & self.timely[seat])
    }

    /// The score of a position one move before the end of the search.
    fn last(&mut self, node: &Node, seat: Seat, moves: Squares, beta: i32) -> Result<i32, Stopped> {
        let (mut best, free, other) = (-WIN, node.discs.free(), 1 - seat);
        if free & free.wrapping_sub(1) == 0 {
            return Ok(0);
        }
        // If the other seat can make a four on one of these squares, it is the only one.
        let theirs = self.worth(other, node.placed[other], node.completing[other] & free & !moves);
        for column in &FROM_THE_MIDDLE {
            let square = moves & column;
            if square == 0 {
                continue;
            }
            self.meter.spend(LAST)?;
            let own = completing(node.discs.0[seat] | square) & free & !square;
            let own = self.worth(seat, node.placed[seat] + through(square), own);
            best = best.max(own - theirs);
            if best >= beta {
                break;
            }
        }
        Ok(best)
    }

    /// Adds the best moves that the table remembers.
    fn follow(&self, discs: Discs, seat: Seat, depth: usize, line: &mut Vec<Squares>) {
        let mut next = discs.with(seat, line[0]);
        while line.len() < depth {
            let known = self.table[place(&next)];
            if known.discs != next.0 || known.best == 0 {
                break;
            }
            next = next.with((seat + line.len()) % 2, known.best);
            line.push(known.best);
        }
    }
}

/// A position, and what follows from it for both seats.
#[derive(Clone, Copy)]
struct Node {
    discs: Discs,
    /// The squares that would complete a four of a seat, some of them with discs of the other.
    completing: [Squares; 2],
    /// The fours through the discs of a seat, on an empty board.
    placed: [i32; 2],
}

impl Node {
    fn of(discs: Discs) -> Self {
        let placed = discs.0.map(|set| each(set).map(through).sum());
        Node { discs, completing: discs.0.map(completing), placed }
    }

    fn with(&self, seat: Seat, square: Squares) -> Self {
        self.after(seat, square, completing(self.discs.0[seat] | square))
    }

    /// The position after a disc of a seat, whose discs then need these squares for a four.
    fn after(&self, seat: Seat, square: Squares, completing: Squares) -> Self {
        let mut after = *self;
        after.discs = self.discs.with(seat, square);
        after.completing[seat] = completing;
        after.placed[seat] += through(square);
        after
    }
}

/// The moves and their positions, those first that were best before, then those that threaten most fours, then
/// those with most fours through them. Others come from the middle.
fn ordered(
    node: &Node,
    seat: Seat,
    moves: Squares,
) -> impl Iterator<Item = (Squares, Node)> + use<> {
    let mut ordered = [(0, 0, 0); FROM_THE_MIDDLE.len()];
    let free = node.discs.free();
    let mut count = 0;
    for column in &FROM_THE_MIDDLE {
        let square = moves & column;
        if square == 0 {
            continue;
        }
        let completing = completing(node.discs.0[seat] | square);
        let threats = (completing & free & !square).count_ones() as i32;
        let rank = 10 * threats + through(square);
        let mut to = count;
        while to > 0 && ordered[to - 1].0 < rank {
            ordered[to] = ordered[to - 1];
            to -= 1;
        }
        ordered[to] = (rank, square, completing);
        count += 1;
    }
    let before = *node;
    ordered
        .into_iter()
        .take(count)
        .map(move |(_, square, completing)| (square, before.after(seat, square, completing)))
}

/// The number of fours through a square of an empty board.
const fn through(square: Squares) -> i32 {
    FOURS_THROUGH[square.trailing_zeros() as usize]
}

static FOURS_THROUGH: [i32; 49] = {
    let mut through = [0; 49];
    let mut square = 0;
    while square < through.len() {
        through[square] = (count_fours(WHOLE) - count_fours(WHOLE & !(1 << square))) as i32;
        square += 1;
    }
    through
};
