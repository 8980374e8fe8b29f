//! The computer: a search with alpha and beta that goes one move deeper each time, follows captures to
//! their end, and counts pieces and where they are. The Chess Programming Wiki describes each part.

use super::board::{Board, Kind, Move, Side, members};
use super::notation::algebraic;
use super::table::{Table, named};
use super::terms::{Game, LEVEL, Level};
use crate::game::chance::Chance;
use crate::game::text::Text;

impl Level {
    /// The most moves that it looks ahead before it only follows captures.
    fn depth(self) -> usize {
        match self {
            Level::Easy => 1,
            Level::Medium => 2,
            Level::Hard => 12,
        }
    }

    /// Scores that differ by less are alike to it.
    fn carelessness(self) -> i32 {
        match self {
            Level::Easy => 40,
            Level::Medium | Level::Hard => 6,
        }
    }
}

/// A mate at once. A mate after more moves is worth less.
const MATE: i32 = 30_000;
/// A score above this is a mate.
const MATES: i32 = MATE - 1_000;
/// The most moves that a search looks at, so that a request stays within its limit.
const MOVES: usize = 42_000;
/// A position takes as long to look at as so many moves.
const POSITION: usize = 5;
/// A move of the game takes as long to read from a link, twice if the player types, as so many moves take
/// to look at.
const PLAYED: usize = 90;
/// The longest line that a search follows, so that its stack stays small.
const LINE_MAX: usize = 24;

/// A move that the computer considered, and the best that both sides can do then as far as it saw.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The score for the side that moves, in hundredths of a pawn.
    score: i32,
    /// The move, and those that follow.
    pub moves: Vec<Move>,
}

/// The computer's move. Among moves that are alike to it, a lot decides.
pub fn reply(game: &Game) -> Option<Move> {
    reply_at(&game.table, game.choices.of(&LEVEL), &mut game.lot())
}

/// The move of a computer of this level.
pub fn reply_at(table: &Table, level: Level, chance: &mut Chance) -> Option<Move> {
    let lines = lines(table, level);
    let best = lines.first()?.score;
    let alike = lines.iter().take_while(|line| line.score > best - level.carelessness());
    chance.pick(&alike.map(|line| line.moves[0]).collect::<Vec<_>>()).copied()
}

/// The move of the hard level for the side to move, and the reason.
pub fn advice(table: &Table) -> Option<(Move, Text)> {
    let line = lines(table, Level::Hard).into_iter().next()?;
    let why = format!("{} The computer saw: {}.", line.reason(table), line.written(table));
    Some((line.moves[0], why.into()))
}

/// The legal moves, the best first. Only those that are alike to the best have exact scores.
pub fn lines(table: &Table, level: Level) -> Vec<Line> {
    let mut moves = table.board.moves();
    order(&table.board, &mut moves, None);
    let mut lines: Vec<Line> =
        moves.into_iter().map(|chosen| Line { score: 0, moves: vec![chosen] }).collect();
    let left = MOVES.saturating_sub(PLAYED * table.made);
    let mut search = Search { left, killers: [None; LINE_MAX] };
    for depth in 1..=level.depth() {
        let Ok(deeper) = search.deeper(table, &lines, depth, level) else { break };
        lines = deeper;
        if lines.first().is_some_and(|line| line.score.abs() > MATES) {
            break;
        }
    }
    lines
}

/// A search under way.
struct Search {
    /// The number of moves that it may still look at.
    left: usize,
    /// The last move at each depth that was too good for the other side to allow.
    killers: [Option<Move>; LINE_MAX],
}

/// The sign that a search has run out of positions.
struct Stopped;

impl Search {
    /// Counts a position in which so many moves are looked at.
    fn spend(&mut self, moves: usize) -> Result<(), Stopped> {
        self.left = self.left.checked_sub(moves + POSITION).ok_or(Stopped)?;
        Ok(())
    }

    fn deeper(
        &mut self,
        table: &Table,
        lines: &[Line],
        depth: usize,
        level: Level,
    ) -> Result<Vec<Line>, Stopped> {
        let mut best = -MATE;
        let mut found: Vec<Line> = Vec::new();
        for Line { moves, .. } in lines {
            let after = table.board.after(moves[0]);
            let mut rest = Vec::new();
            let bounds = [-MATE, level.carelessness() - best];
            let score = match table.repeats(&after) {
                0 if level == Level::Easy => at_a_glance(&after),
                0 => -self.search(&after, depth - 1, 1, bounds, &mut rest)?,
                _ => 0,
            };
            best = best.max(score);
            rest.insert(0, moves[0]);
            found.push(Line { score, moves: rest });
        }
        found.sort_by_key(|line| -line.score);
        Ok(found)
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
        let mut moves = board.moves();
        self.spend(moves.len())?;
        if moves.is_empty() {
            return Ok(if in_check { made as i32 - MATE } else { 0 });
        }
        if board.is_dead() {
            return Ok(0);
        }
        if depth > 2 && !in_check && value(board) >= beta {
            // If passing is good enough, some move is, too.
            let passed = Board { turn: board.turn.other(), passed: 0, ..*board };
            let score =
                -self.search(&passed, depth - 3, made + 1, [-beta, 1 - beta], &mut Vec::new())?;
            if score >= beta {
                return Ok(beta);
            }
        }
        order(board, &mut moves, self.killers[made]);
        for (place, chosen) in moves.into_iter().enumerate() {
            let mut rest = Vec::new();
            let after = board.after(chosen);
            // Moves that come late are looked at less far, unless they turn out well.
            let is_late = depth > 2 && place > 3 && board.captured(chosen).is_none();
            let shorter = depth - 1 - usize::from(is_late);
            let mut score = -self.search(&after, shorter, made + 1, [-beta, -alpha], &mut rest)?;
            if is_late && score > alpha {
                score = -self.search(&after, depth - 1, made + 1, [-beta, -alpha], &mut rest)?;
            }
            if score >= beta {
                self.killers[made] = Some(chosen);
                return Ok(score);
            }
            if score > alpha {
                alpha = score;
                *line = [chosen].into_iter().chain(rest).collect();
            }
        }
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
        self.spend(0)?;
        let stands = value(board);
        let mut alpha = alpha.max(stands);
        if alpha >= beta || made == LINE_MAX {
            return Ok(stands);
        }
        let mut moves = board.loud_moves();
        self.spend(moves.len())?;
        order(board, &mut moves, None);
        for chosen in moves {
            let gain = board.captured(chosen).map_or(800, worth);
            if stands + gain + 200 < alpha {
                continue;
            }
            let mut rest = Vec::new();
            let score = -self.quiet(&board.after(chosen), made + 1, [-beta, -alpha], &mut rest)?;
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
    if after.is_check() && after.moves().is_empty() { MATE - 1 } else { -value(after) }
}

/// Puts the moves first that capture much with little.
fn order(board: &Board, moves: &mut [Move], killer: Option<Move>) {
    let rank = |chosen: &Move| {
        let promotes = chosen.promotion.map_or(0, worth);
        match board.captured(*chosen) {
            Some(captured) => {
                let own = board.piece(chosen.from).map_or(0, |(_, kind)| kind as i32);
                -(10_000 + 10 * worth(captured) + promotes - own)
            }
            None if Some(*chosen) == killer => -5_000,
            None => -promotes,
        }
    };
    moves.sort_by_cached_key(rank);
}

/// The worth of a kind, in hundredths of a pawn.
fn worth(kind: Kind) -> i32 {
    [100, 310, 330, 500, 900, 0][kind as usize]
}

/// The nearness of each file or rank to the centre.
const CENTRE: [i32; 8] = [0, 1, 2, 3, 3, 2, 1, 0];
/// The worth of the way that a pawn has made, by its rank.
const WAY: [i32; 8] = [0, 0, 2, 6, 14, 30, 70, 0];

/// The worth of each piece of White on each square, in the middle of a game and in its end.
static PLACES: [[[i32; 64]; 6]; 2] = [places(false), places(true)];

const fn places(is_end: bool) -> [[i32; 64]; 6] {
    let mut table = [[0; 64]; 6];
    let mut square = 0;
    while square < 64 {
        let (file, rank) = (CENTRE[square % 8], square / 8);
        let centre = file + CENTRE[rank];
        let central_pawn = if rank == 3 || rank == 4 { 8 * file - 8 } else { 0 };
        table[0][square] = 100 + WAY[rank] + if is_end { WAY[rank] } else { central_pawn };
        table[1][square] = 290 + 8 * centre;
        table[2][square] = 318 + 5 * centre;
        table[3][square] = 497 + 2 * file + if rank == 6 { 15 } else { 0 };
        table[4][square] = 897 + 2 * centre;
        table[5][square] = if is_end { 8 * centre } else { -8 * file - 20 * rank as i32 };
        square += 1;
    }
    table
}

/// With no more than so many pieces besides pawns and kings, a game comes to its end.
const PIECES_IN_END: u32 = 6;

/// The worth of a position for the side to move.
fn value(board: &Board) -> i32 {
    let [pawns, .., kings] = board.kinds;
    let is_end = (board.occupied() & !pawns & !kings).count_ones() <= PIECES_IN_END;
    let of_side = |side: Side| {
        let flip = if side == Side::White { 0 } else { 56 };
        let mut worth = 0;
        for (kind, places) in Kind::ALL.into_iter().zip(&PLACES[usize::from(is_end)]) {
            for square in members(board.of(side, kind)) {
                worth += places[usize::from(square ^ flip)];
            }
        }
        worth
    };
    let score = of_side(board.turn) - of_side(board.turn.other());
    if is_end { score - score.signum() * distance(board) } else { score }
}

/// The distance of the kings, times four: a king helps to mate a king in a corner.
fn distance(board: &Board) -> i32 {
    let [white, black] = [Side::White, Side::Black].map(|side| board.king(side));
    i32::from((white % 8).abs_diff(black % 8).max((white / 8).abs_diff(black / 8))) * 4
}

impl Line {
    /// The reason for the move, in a sentence.
    pub fn reason(&self, table: &Table) -> String {
        let (won, lost) = self.outcome(table);
        match (won.is_empty(), lost.is_empty()) {
            _ if self.score > MATES => match (MATE - self.score).div_euclid(2) + 1 {
                1 => "It mates.".to_owned(),
                moves => format!("It mates in {moves}."),
            },
            _ if self.score < -MATES => "Every move leads to mate.".to_owned(),
            (true, true) => "It wins nothing, but the pieces get better squares.".to_owned(),
            (false, true) => format!("It wins {won}."),
            (true, false) => format!("It loses {lost}. The other moves are no better."),
            (false, false) => format!("It wins {won} for {lost}."),
        }
    }

    /// The moves in algebraic notation.
    pub fn written(&self, table: &Table) -> String {
        let mut board = table.board;
        let names = self.moves.iter().map(|chosen| {
            let name = algebraic(&board, *chosen);
            board = board.after(*chosen);
            name
        });
        names.collect::<Vec<_>>().join(" ")
    }

    /// The pieces that the side to move wins and loses along the line: `a knight and a pawn`.
    fn outcome(&self, table: &Table) -> (String, String) {
        let mut board = table.board;
        let mut taken = [Vec::new(), Vec::new()];
        for chosen in &self.moves {
            let own = usize::from(board.turn != table.board.turn);
            taken[own].extend(board.captured(*chosen));
            board = board.after(*chosen);
        }
        let [mut won, mut lost] = taken;
        won.retain(|kind| match lost.iter().position(|other| other == kind) {
            Some(place) => {
                lost.remove(place);
                false
            }
            None => true,
        });
        (named(&won), named(&lost))
    }
}
