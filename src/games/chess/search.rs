//! The search: alpha and beta, one move deeper each time, then captures to their end. The Chess
//! Programming Wiki describes each part.

use super::board::{Board, Move};
use super::value::{exchanged, value, worth};

/// A mate at once. A mate after more moves is worth less.
pub const MATE: i32 = 30_000;
/// A score above this is a mate.
pub const MATES: i32 = MATE - 1_000;
/// The longest line that a search follows, so that its stack stays small.
const LINE_MAX: usize = 24;
/// The work of a position: so many hundred instructions in all, and so many for each of its moves. These
/// fit 40 positions of real games to a tenth.
const POSITION: [usize; 2] = [30, 2];
/// The same for a position whose captures it follows, once for the value and once for the captures.
const VALUE: usize = 9;
const CAPTURES: [usize; 2] = [3, 5];
/// The work of an exchange that it plays out.
const EXCHANGE: usize = 10;

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
    /// The work that it may do, in hundreds of instructions.
    pub work: usize,
}

/// The legal moves, the best first. Only those that are alike to the best have exact scores.
/// `is_repeated` is true of a board that was there before.
pub fn lines(board: &Board, is_repeated: impl Fn(&Board) -> bool, limits: Limits) -> Vec<Line> {
    let scored = |chosen: Move| {
        let after = board.after(chosen);
        let score = if is_repeated(&after) { 0 } else { at_a_glance(&after) };
        Line { score, moves: vec![chosen] }
    };
    let mut lines: Vec<Line> = board.moves().into_iter().map(scored).collect();
    lines.sort_by_key(|line| -line.score);
    let mut search = Search {
        left: limits.work,
        killers: [None; LINE_MAX],
        table: vec![Entry::default(); if limits.depth > 0 { TABLE } else { 0 }],
    };
    for depth in 0..limits.depth {
        let mut best = -MATE;
        let mut seen: Vec<Line> = Vec::new();
        for Line { moves, .. } in &lines {
            let (after, mut line) = (board.after(moves[0]), Vec::new());
            let bounds = [-MATE, limits.carelessness - best];
            let score = if is_repeated(&after) {
                Ok(0)
            } else {
                search.search(&after, depth, 1, bounds, &mut line).map(|score| -score)
            };
            let Ok(score) = score else { break };
            best = best.max(score);
            line.insert(0, moves[0]);
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
    /// The work that it may still do.
    left: usize,
    /// The last move at each depth that was too good for the other side to allow.
    killers: [Option<Move>; LINE_MAX],
    /// What it found out about positions, each at a place that its hash decides.
    table: Vec<Entry>,
}

/// The sign that a search has done all its work.
struct Stopped;

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
    fn spend(&mut self, work: usize) -> Result<(), Stopped> {
        self.left = self.left.checked_sub(work).ok_or(Stopped)?;
        Ok(())
    }

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
        let mut moves = board.moves();
        self.spend(POSITION[0] + POSITION[1] * moves.len())?;
        if moves.is_empty() {
            return Ok(if in_check { i32::try_from(made).expect("few moves") - MATE } else { 0 });
        }
        if board.is_dead() {
            return Ok(0);
        }
        if depth > 2 && !in_check && value(board) >= beta {
            // If passing is good enough, some move is, too.
            let (passed, bounds) = (board.passed_on(), [-beta, 1 - beta]);
            let score = -self.search(&passed, depth - 3, made + 1, bounds, &mut Vec::new())?;
            if score >= beta {
                return Ok(beta);
            }
        }
        order(board, &mut moves, self.killers[made], known.map(|entry| entry.squares));
        let mut entry = Entry { hash, depth, bound: Bound::AtMost, ..Entry::default() };
        for (turn, chosen) in moves.into_iter().enumerate() {
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

    /// The score once nobody gains by a capture. The side to move need not capture.
    fn quiet(
        &mut self,
        board: &Board,
        made: usize,
        [alpha, beta]: [i32; 2],
        line: &mut Vec<Move>,
    ) -> Result<i32, Stopped> {
        self.spend(VALUE)?;
        let stands = value(board);
        let mut alpha = alpha.max(stands);
        if alpha >= beta || made == LINE_MAX {
            return Ok(stands);
        }
        let mut moves = board.loud_candidates();
        self.spend(CAPTURES[0] + CAPTURES[1] * moves.len())?;
        order(board, &mut moves, None, None);
        for chosen in moves {
            let gain = board.captured(chosen).map_or(800, worth);
            let own = worth(board.kind(chosen.from));
            if stands + gain + 200 < alpha {
                continue;
            }
            if own > gain && chosen.promotion.is_none() {
                self.spend(EXCHANGE)?;
                if exchanged(board, chosen) < 0 {
                    continue;
                }
            }
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
    match after.moves().is_empty() {
        true if after.is_check() => MATE - 1,
        false if !after.is_dead() => -value(after),
        _ => 0,
    }
}

/// Puts the moves first that were best before, and then those that capture much with little. The others
/// stay as they are.
fn order(board: &Board, moves: &mut [Move], killer: Option<Move>, known: Option<[u8; 2]>) {
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
}
