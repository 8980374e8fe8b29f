//! Makes chess puzzles of positions: mates in two with exactly one key.
//!
//! Usage: mates SEED <POSITIONS >PUZZLES
//!
//! Each line of the input is a position in FEN in which the side to move mates in two. The program takes pieces of that
//! side away, puts weaker ones in their place, and moves single pieces by a step, as long as exactly one first
//! move mates in two. So the sides come near to each other, and the key becomes a quiet move. It writes the
//! pieces and the side to move, the key, the number of first moves that only one defence refutes, `x` and `+` if
//! the key captures or checks, and the points that the mover is ahead.
//!
//! The rules are those of chess without castling and without capture in passing: no position has either.

use std::io::BufRead;

/// Empty is 0; a white piece is 1 to 6 (pawn, knight, bishop, rook, queen, king), a black one is 9 to 14.
type Squares = [u8; 64];
const BLACK: u8 = 8;
const PAWN: u8 = 1;
const KNIGHT: u8 = 2;
const BISHOP: u8 = 3;
const ROOK: u8 = 4;
const QUEEN: u8 = 5;
const KING: u8 = 6;
const POINTS: [i32; 7] = [0, 1, 3, 3, 5, 9, 0];
const LETTERS: &str = " pnbrqk";
/// The changes that are tried for each position.
const EDITS: usize = 400;
/// The attempts at a quiet key for each position.
const ATTEMPTS: usize = 8;

#[derive(Clone, Copy, PartialEq)]
struct Board {
    squares: Squares,
    /// 0, or [`BLACK`].
    turn: u8,
}

#[derive(Clone, Copy, PartialEq)]
struct Move {
    from: usize,
    to: usize,
    promotion: u8,
}

const STRAIGHT: [(i32, i32); 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const LEAPS: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

fn step(square: usize, (files, ranks): (i32, i32)) -> Option<usize> {
    let (file, rank) = (square as i32 % 8 + files, square as i32 / 8 + ranks);
    ((0..8).contains(&file) && (0..8).contains(&rank)).then(|| (rank * 8 + file) as usize)
}

fn steps(kind: u8) -> (&'static [(i32, i32)], &'static [(i32, i32)], bool) {
    match kind {
        KNIGHT => (&LEAPS, &[], false),
        BISHOP => (&DIAGONAL, &[], true),
        ROOK => (&STRAIGHT, &[], true),
        QUEEN => (&STRAIGHT, &DIAGONAL, true),
        _ => (&STRAIGHT, &DIAGONAL, false),
    }
}

impl Board {
    fn read(fen: &str) -> Option<Board> {
        let mut fields = fen.split_whitespace();
        let mut squares = [0; 64];
        for (row, rank) in fields.next()?.split('/').enumerate() {
            let mut file = 0;
            for letter in rank.chars() {
                if let Some(empty) = letter.to_digit(10) {
                    file += empty as usize;
                    continue;
                }
                let kind = LETTERS.find(letter.to_ascii_lowercase())? as u8;
                *squares.get_mut((7 - row) * 8 + file)? = kind | if letter.is_lowercase() { BLACK } else { 0 };
                file += 1;
            }
        }
        Some(Board { squares, turn: if fields.next()? == "b" { BLACK } else { 0 } })
    }

    fn fen(&self) -> String {
        let ranks = (0..8).rev().map(|rank| {
            let (mut text, mut empty) = (String::new(), 0);
            for piece in &self.squares[rank * 8..rank * 8 + 8] {
                if *piece == 0 {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    text += &empty.to_string();
                    empty = 0;
                }
                let letter = LETTERS.as_bytes()[usize::from(piece & 7)] as char;
                text.push(if piece & BLACK > 0 { letter } else { letter.to_ascii_uppercase() });
            }
            if empty > 0 {
                text += &empty.to_string();
            }
            text
        });
        let ranks: Vec<String> = ranks.collect();
        format!("{} {}", ranks.join("/"), if self.turn == BLACK { 'b' } else { 'w' })
    }

    fn is_attacked(&self, square: usize, by: u8) -> bool {
        let is = |at: Option<usize>, kind: u8| at.is_some_and(|at| self.squares[at] == kind | by);
        let behind = if by == BLACK { 1 } else { -1 };
        if is(step(square, (1, behind)), PAWN) || is(step(square, (-1, behind)), PAWN) {
            return true;
        }
        if LEAPS.iter().any(|leap| is(step(square, *leap), KNIGHT)) {
            return true;
        }
        for (ways, slider) in [(STRAIGHT, ROOK), (DIAGONAL, BISHOP)] {
            for way in ways {
                let mut at = square;
                let mut first = true;
                while let Some(next) = step(at, way) {
                    let piece = self.squares[next];
                    if piece != 0 {
                        if piece == slider | by || piece == QUEEN | by || first && piece == KING | by {
                            return true;
                        }
                        break;
                    }
                    (at, first) = (next, false);
                }
            }
        }
        false
    }

    fn king(&self, side: u8) -> usize {
        self.squares.iter().position(|piece| *piece == KING | side).unwrap_or(0)
    }

    fn is_check(&self) -> bool {
        self.is_attacked(self.king(self.turn), self.turn ^ BLACK)
    }

    fn after(&self, Move { from, to, promotion }: Move) -> Board {
        let mut squares = self.squares;
        squares[to] = if promotion > 0 { promotion | self.turn } else { squares[from] };
        squares[from] = 0;
        Board { squares, turn: self.turn ^ BLACK }
    }

    fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        let is_own = |piece: u8| piece != 0 && piece & BLACK == self.turn;
        for from in 0..64 {
            let piece = self.squares[from];
            if !is_own(piece) {
                continue;
            }
            let mut add = |to: usize, is_pawn: bool| {
                let promotions: &[u8] = if is_pawn && (to < 8 || to >= 56) { &[QUEEN, ROOK, BISHOP, KNIGHT] } else { &[0] };
                moves.extend(promotions.iter().map(|promotion| Move { from, to, promotion: *promotion }));
            };
            if piece & 7 == PAWN {
                let (ahead, second) = if self.turn == 0 { (1, 1) } else { (-1, 6) };
                if let Some(one) = step(from, (0, ahead)).filter(|to| self.squares[*to] == 0) {
                    add(one, true);
                    if from / 8 == second {
                        if let Some(two) = step(one, (0, ahead)).filter(|to| self.squares[*to] == 0) {
                            add(two, true);
                        }
                    }
                }
                for side in [1, -1] {
                    let to = step(from, (side, ahead));
                    if let Some(to) = to.filter(|to| self.squares[*to] != 0 && !is_own(self.squares[*to])) {
                        add(to, true);
                    }
                }
                continue;
            }
            let (some, others, slides) = steps(piece & 7);
            for way in some.iter().chain(others) {
                let mut at = from;
                while let Some(to) = step(at, *way) {
                    if is_own(self.squares[to]) {
                        break;
                    }
                    add(to, false);
                    if !slides || self.squares[to] != 0 {
                        break;
                    }
                    at = to;
                }
            }
        }
        moves.retain(|chosen| {
            let after = self.after(*chosen);
            !after.is_attacked(after.king(self.turn), after.turn)
        });
        moves
    }

    fn mates_at_once(&self) -> bool {
        self.moves().into_iter().any(|chosen| {
            let after = self.after(chosen);
            after.is_check() && after.moves().is_empty()
        })
    }

    /// The number of defences that refute a first move, at most `most`.
    fn refutations(&self, first: Move, most: usize) -> usize {
        let after = self.after(first);
        let answers = after.moves();
        if answers.is_empty() {
            return if after.is_check() { 0 } else { most };
        }
        answers.into_iter().filter(|answer| !after.after(*answer).mates_at_once()).take(most).count()
    }

    fn only_key(&self) -> Option<Move> {
        if self.mates_at_once() {
            return None;
        }
        let moves = self.moves();
        let mut keys = moves.iter().filter(|first| self.refutations(**first, 1) == 0);
        let key = keys.next()?;
        keys.next().is_none().then_some(*key)
    }

    fn ahead(&self) -> i32 {
        let worth = |piece: &u8| {
            let points = POINTS[usize::from(piece & 7)];
            if piece & BLACK == self.turn { points } else { -points }
        };
        self.squares.iter().map(worth).sum()
    }

    fn is_quiet(&self, key: Move) -> bool {
        self.squares[key.to] == 0 && key.promotion == 0 && !self.after(key).is_check()
    }

    fn tries(&self, key: Move) -> usize {
        self.moves().into_iter().filter(|first| *first != key && self.refutations(*first, 2) == 1).count()
    }

    /// Returns true if a game can lead there, as far as this looks: the pieces are those of a game without
    /// promotions, no pawn is on its last rank, and nobody is in check.
    fn is_possible(&self) -> bool {
        let most = [0, 8, 2, 2, 2, 1, 1];
        let count = |piece: u8| self.squares.iter().filter(|other| **other == piece).count();
        let are_few = |side: u8| (1..7).all(|kind: u8| count(kind | side) <= most[usize::from(kind)]);
        let pawns = self.squares[..8].iter().chain(&self.squares[56..]).all(|piece| piece & 7 != PAWN);
        let other = Board { turn: self.turn ^ BLACK, ..*self };
        are_few(0) && are_few(BLACK) && pawns && !self.is_check() && !other.is_check()
    }
}

/// xorshift64*.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % limit
    }
}

/// The board with one change.
fn edited(board: &Board, chance: &mut Chance) -> Option<Board> {
    let mut other = *board;
    let is_mover = chance.below(10) < 6;
    let side = if is_mover { board.turn } else { board.turn ^ BLACK };
    let movable: Vec<usize> = (0..64)
        .filter(|square| {
            let piece = board.squares[*square];
            piece != 0 && piece & BLACK == side && piece & 7 != KING
        })
        .collect();
    if movable.is_empty() {
        return None;
    }
    let from = movable[chance.below(movable.len())];
    let piece = std::mem::take(&mut other.squares[from]);
    let weaker: &[u8] = match piece & 7 {
        QUEEN => &[ROOK, BISHOP, KNIGHT],
        ROOK => &[BISHOP, KNIGHT],
        BISHOP => &[KNIGHT],
        KNIGHT => &[BISHOP],
        _ => &[],
    };
    match chance.below(10) {
        0..4 if is_mover => {}
        4..6 if is_mover && !weaker.is_empty() => other.squares[from] = weaker[chance.below(weaker.len())] | side,
        _ => {
            let way = (chance.below(3) as i32 - 1, chance.below(3) as i32 - 1);
            let to = step(from, way).filter(|to| other.squares[*to] == 0)?;
            other.squares[to] = piece;
        }
    }
    other.is_possible().then_some(other)
}

fn worth(board: &Board, key: Move) -> i32 {
    let quiet = if board.is_quiet(key) { 12 } else { 0 };
    let far = if board.ahead() > 9 { 20 } else { 0 };
    quiet - far - board.ahead().abs()
}

/// The puzzle after some changes, each of which makes it no worse.
fn improved(start: Board, first: Move, chance: &mut Chance) -> (Board, Move) {
    let (mut best, mut key) = (start, first);
    for _ in 0..EDITS {
        let Some(other) = edited(&best, chance) else { continue };
        let Some(found) = other.only_key() else { continue };
        if worth(&other, found) >= worth(&best, key) {
            (best, key) = (other, found);
        }
    }
    (best, key)
}

fn main() {
    let seed = std::env::args().nth(1).and_then(|seed| seed.parse().ok()).expect("a number");
    let mut chance = Chance(seed);
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let Some(start) = Board::read(&line).filter(Board::is_possible) else { continue };
        let Some(first) = start.only_key() else { continue };
        let mut made = improved(start, first, &mut chance);
        for _ in 1..ATTEMPTS {
            if !made.0.is_quiet(made.1) {
                made = improved(start, first, &mut chance);
            }
        }
        let (best, key) = made;
        let lone = best.squares.iter().all(|piece| *piece == 0 || piece & 7 == KING || piece & BLACK == best.turn);
        if best.ahead() > 9 || lone {
            continue;
        }
        let mut kind = String::new();
        kind.extend((best.squares[key.to] != 0).then_some('x'));
        kind.extend(best.after(key).is_check().then_some('+'));
        kind.extend((key.promotion > 0).then_some('='));
        let kind = if kind.is_empty() { "-".to_owned() } else { kind };
        let name = |square: usize| [b'a' + (square % 8) as u8, b'1' + (square / 8) as u8].map(char::from);
        let [from, to] = [key.from, key.to].map(|square| name(square).into_iter().collect::<String>());
        println!("{}\t{from}{to}\t{}\t{kind}\t{}", best.fen(), best.tries(key), best.ahead());
    }
}
