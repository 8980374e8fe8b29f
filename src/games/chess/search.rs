//! The search: alpha and beta, one move deeper each time, then captures to their end. The Chess
//! Programming Wiki describes each part.

use super::board::{Board, CANDIDATE, GUARD, MADE, Move};
use super::value::{exchanged, value, value_work, worth};
use crate::prelude::*;

/// A mate at once. A mate after more moves is worth less.
pub const MATE: i32 = 30_000;
/// A score above this is a mate.
pub const MATES: i32 = MATE - 1_000;
/// The longest line that a search follows, so that its stack stays small.
const LINE_MAX: usize = 24;
/// The work to come to a position, to ask for it in the table, and to go back, in units of a meter.
const ENTERED: usize = 54;
/// The work to compare a board with one of the past.
const COMPARED: usize = 1;
/// The work to put a move into its place: of each, and more of those that come first.
const ORDERED: usize = 5;
const RANKED: usize = 45;
/// The work to name a legal move on the pages of a request: of the move, and of the hint.
const NAMED: usize = 5_400;

/// A move that the computer considered, and the best that both sides can do then as far as it saw.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The score for the side that moves, in hundredths of a pawn.
    pub score: i32,
    /// The move, and those that follow.
    pub moves: Vec<Move>,
}

/// The bounds of a search.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The most moves that it looks ahead before it only follows captures. With none, it looks at the
    /// board after the move.
    pub depth: usize,
    /// Scores that differ by less are alike.
    pub carelessness: i32,
    /// The work that it may do, in units of a meter.
    pub work: usize,
}

/// The legal moves, the best first. Only those that are alike to the best have exact scores. A board of
/// the past is a draw.
pub fn lines(board: &Board, past: &[Board], limits: Limits) -> Vec<Line> {
    let moves = board.moves();
    let mut whole = Meter::of_search();
    let _ = whole.spend(NAMED * moves.len());
    let mut meter = whole.lend(limits.work);
    let is_repeated = |chosen: &Move| past.contains(&board.after(*chosen));
    let repeated: Vec<Move> = moves.iter().copied().filter(is_repeated).collect();
    let work = COMPARED * past.len() + MADE;
    let scored = |chosen: Move| {
        let after = board.after(chosen);
        let work = work + GUARD + after.pieces_work(after.turn) + value_work(&after);
        // However little is left, it looks at each move once: no move is chosen unseen.
        let _ = meter.spend(work);
        let score = if repeated.contains(&chosen) { 0 } else { at_a_glance(&after) };
        Line { score, moves: vec![chosen] }
    };
    let mut lines: Vec<Line> = moves.into_iter().map(scored).collect();
    lines.sort_by_key(|line| -line.score);
    let mut search = Search {
        meter,
        killers: [None; LINE_MAX],
        table: vec![Entry::default(); if limits.depth > 0 { TABLE } else { 0 }],
    };
    for depth in 0..limits.depth {
        let mut best = -MATE;
        let mut seen: Vec<Line> = Vec::new();
        for Line { moves: before, .. } in &lines {
            let (after, mut line) = (board.after(before[0]), Vec::new());
            let bounds = [-MATE, limits.carelessness - best];
            let score = if repeated.contains(&before[0]) {
                Ok(0)
            } else {
                search.search(&after, depth, 1, bounds, &mut line).map(|score| -score)
            };
            let Ok(score) = score else { break };
            best = best.max(score);
            line.insert(0, before[0]);
            seen.push(Line { score, moves: line });
        }
        let is_unfinished = seen.len() < lines.len();
        // It came to the moves first that were best, and only knows of the others that they were no better.
        // But if it found a mate against each of the first ones, the others may well be better.
        if is_unfinished && best < -MATES {
            break;
        }
        let others = lines.into_iter().skip(seen.len()).map(|line| Line { score: -MATE, ..line });
        seen.sort_by_key(|line| -line.score);
        lines = seen.into_iter().chain(others).collect();
        if is_unfinished || best.abs() > MATES {
            break;
        }
    }
    lines
}

/// A search under way.
struct Search {
    meter: Meter,
    /// The last move at each depth that was too good for the other side to allow.
    killers: [Option<Move>; LINE_MAX],
    /// What it found out about positions, each at a place that its hash decides.
    table: Vec<Entry>,
}

/// The number of positions in the table: 96 kB of memory.
const TABLE: usize = 4_096;

/// What a search found out about a position.
#[derive(Clone, Copy, Default)]
struct Entry {
    hash: u64,
    /// The squares of the best move, or 0 and 0.
    squares: [u8; 2],
    depth: usize,
    bound: Bound,
    score: i32,
}

/// What the score of a position tells.
#[derive(Clone, Copy, Default, PartialEq)]
enum Bound {
    #[default]
    Exact,
    AtLeast,
    AtMost,
}

fn hash(board: &Board) -> u64 {
    let rights = board.castling ^ board.passed;
    let words = board.sides.into_iter().chain(board.kinds).chain([rights]);
    let hash = words.fold(board.turn as u64, |hash, word| {
        (hash.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95)
    });
    hash ^ hash >> 29
}

impl Search {
    /// The score of a position for the side to move, and the line that leads to it. It is exact
    /// between the two bounds.
    fn search(
        &mut self,
        board: &Board,
        depth: usize,
        made: usize,
        [mut alpha, beta]: [i32; 2],
        line: &mut Vec<Move>,
    ) -> Result<i32, Stopped> {
        self.meter.spend(ENTERED)?;
        let in_check = board.is_check();
        let depth = depth + usize::from(in_check);
        if depth == 0 || made == LINE_MAX {
            return self.quiet(board, made, [alpha, beta], line);
        }
        let hash = hash(board);
        let place = usize::try_from(hash % TABLE as u64).expect("a place of the table");
        let known = Some(self.table[place]).filter(|entry| entry.hash == hash);
        if let Some(Entry { score, bound, .. }) = known.filter(|e| e.depth >= depth)
            && score.abs() < MATES
            && (bound != Bound::AtMost && score >= beta
                || bound != Bound::AtLeast && score <= alpha)
        {
            return Ok(score);
        }
        let (mut moves, work) = board.moves_and_work();
        self.meter.spend(work + ORDERED * moves.len())?;
        if moves.is_empty() {
            return Ok(if in_check { i32::try_from(made).expect("few moves") - MATE } else { 0 });
        }
        if board.is_dead() {
            return Ok(0);
        }
        if depth > 2 && !in_check && self.value(board)? >= beta {
            // If passing is good enough, some move is, too.
            let (passed, bounds) = (board.passed_on(), [-beta, 1 - beta]);
            let score = -self.search(&passed, depth - 3, made + 1, bounds, &mut Vec::new())?;
            if score >= beta {
                return Ok(beta);
            }
        }
        let ranked = order(board, &mut moves, self.killers[made], known.map(|entry| entry.squares));
        self.meter.spend(RANKED * ranked)?;
        let mut entry = Entry { hash, depth, bound: Bound::AtMost, ..Entry::default() };
        for (turn, chosen) in moves.into_iter().enumerate() {
            self.meter.spend(MADE)?;
            let mut rest = Vec::new();
            let after = board.after(chosen);
            // Moves that come late are looked at less far, unless they turn out well.
            let is_late = depth > 2 && turn > 3 && board.captured(chosen).is_none();
            let shorter = depth - 1 - usize::from(is_late);
            let mut score = -self.search(&after, shorter, made + 1, [-beta, -alpha], &mut rest)?;
            if is_late && score > alpha {
                score = -self.search(&after, depth - 1, made + 1, [-beta, -alpha], &mut rest)?;
            }
            if score > alpha {
                alpha = score;
                entry.squares = [chosen.from, chosen.to];
                entry.bound = Bound::Exact;
                *line = [chosen].into_iter().chain(rest).collect();
            }
            if score >= beta {
                self.killers[made] = Some(chosen);
                entry.bound = Bound::AtLeast;
                break;
            }
        }
        self.table[place] = Entry { score: alpha, ..entry };
        Ok(alpha)
    }

    fn value(&mut self, board: &Board) -> Result<i32, Stopped> {
        self.meter.spend(value_work(board))?;
        Ok(value(board))
    }

    /// The score once nobody gains by a capture. The side to move need not capture.
    fn quiet(
        &mut self,
        board: &Board,
        made: usize,
        [alpha, beta]: [i32; 2],
        line: &mut Vec<Move>,
    ) -> Result<i32, Stopped> {
        let stands = self.value(board)?;
        let mut alpha = alpha.max(stands);
        if alpha >= beta || made == LINE_MAX {
            return Ok(stands);
        }
        let mut moves = board.loud_candidates();
        let work = board.pieces_work(board.turn) + (CANDIDATE + ORDERED + RANKED) * moves.len();
        self.meter.spend(work)?;
        order(board, &mut moves, None, None);
        for chosen in moves {
            let gain = board.captured(chosen).map_or(800, worth);
            let own = worth(board.kind(chosen.from));
            if stands + gain + 200 < alpha {
                continue;
            }
            if own > gain && chosen.promotion.is_none() {
                let (left, spent) = exchanged(board, chosen);
                self.meter.spend(spent)?;
                if left < 0 {
                    continue;
                }
            }
            self.meter.spend(MADE)?;
            let (after, mut rest) = (board.after(chosen), Vec::new());
            if after.is_attacked(board.turn) {
                continue;
            }
            let score = -self.quiet(&after, made + 1, [-beta, -alpha], &mut rest)?;
            if score >= beta {
                return Ok(score);
            }
            if score > alpha {
                alpha = score;
                *line = [chosen].into_iter().chain(rest).collect();
            }
        }
        Ok(alpha)
    }
}

/// The score of a move that led to this board, from a look at the board alone.
fn at_a_glance(after: &Board) -> i32 {
    match after.can_move() {
        false if after.is_check() => MATE - 1,
        true if !after.is_dead() => -value(after),
        _ => 0,
    }
}

/// Puts the moves first that were best before, and then those that capture much with little. The others
/// stay as they are. Returns the number of moves that it put first.
fn order(board: &Board, moves: &mut [Move], killer: Option<Move>, known: Option<[u8; 2]>) -> usize {
    let rank = |chosen: &Move| match board.captured(*chosen) {
        _ if known == Some([chosen.from, chosen.to]) => 1_000_000,
        Some(captured) => 100_000 + 10 * worth(captured) - board.kind(chosen.from) as i32,
        None if Some(*chosen) == killer => 50_000,
        None => chosen.promotion.map_or(0, worth),
    };
    let mut ranked = 0;
    for place in 0..moves.len() {
        if rank(&moves[place]) > 0 {
            moves.swap(ranked, place);
            ranked += 1;
        }
    }
    moves[..ranked].sort_by_cached_key(|chosen| -rank(chosen));
    ranked
}
