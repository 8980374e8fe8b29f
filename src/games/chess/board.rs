//! A chess board: the pieces, the legal moves, and what each one does. It follows the FIDE Laws of
//! Chess, with the castling of Chess960.
//!
//! A set of squares is a number of 64 bits, as the Chess Programming Wiki describes under
//! "Bitboards". The bit 0 is a1, the bit 7 is h1, and the bit 63 is h8.

/// A square: 0 is a1, 1 is b1, 63 is h8.
pub type Square = u8;
/// A set of squares.
pub type Squares = u64;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    White,
    Black,
}

impl Side {
    pub fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    /// Its name on pages and of its colouring: `white`.
    pub fn name(self) -> &'static str {
        ["white", "black"][self as usize]
    }

    /// The rank on which its pieces start.
    pub fn home(self) -> Squares {
        [0xff, 0xff << 56][self as usize]
    }

    /// The squares that its pawns start from when they move two squares.
    fn second_rank(self) -> Squares {
        [0xff << 8, 0xff << 48][self as usize]
    }
}

/// A kind of piece, the least worth first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

use Kind::{Bishop, King, Knight, Pawn, Queen, Rook};

impl Kind {
    pub const ALL: [Kind; 6] = [Pawn, Knight, Bishop, Rook, Queen, King];
    /// The kinds that a pawn may become.
    pub const PROMOTIONS: [Kind; 4] = [Queen, Rook, Bishop, Knight];

    /// Its letter in English notation.
    pub fn letter(self) -> char {
        ['P', 'N', 'B', 'R', 'Q', 'K'][self as usize]
    }

    pub fn name(self) -> &'static str {
        ["pawn", "knight", "bishop", "rook", "queen", "king"][self as usize]
    }
}

/// A move. A king that castles moves to the square of its rook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    pub from: Square,
    pub to: Square,
    /// The kind that a pawn becomes.
    pub promotion: Option<Kind>,
    pub castles: bool,
}

impl Move {
    /// A move that neither promotes nor castles.
    pub fn plain(from: Square, to: Square) -> Self {
        Move { from, to, promotion: None, castles: false }
    }

    /// The square on which the piece is after it.
    pub fn landing(self) -> Square {
        if self.castles { castled(self.from, self.to).0 } else { self.to }
    }
}

/// The reason why a king cannot castle with a rook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoCastling {
    /// One of them has moved.
    NoRight,
    /// A piece is between them and their new squares.
    InTheWay,
    /// The king is on this square or passes it, and the piece there attacks it.
    Attacked { square: Square, by: Square },
}

/// The pieces on the board, and the rights of the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// The squares of each side.
    pub sides: [Squares; 2],
    /// The squares of each kind.
    pub kinds: [Squares; 6],
    /// The side to move.
    pub turn: Side,
    /// The rooks that may still castle.
    pub castling: Squares,
    /// The square that a pawn has just passed, if a pawn may capture it there.
    pub passed: Squares,
}

/// The set of one square.
pub const fn bit(square: Square) -> Squares {
    1 << square
}

/// The first square of a set, or 64 if it has none.
fn first(squares: Squares) -> Square {
    u8::try_from(squares.trailing_zeros()).expect("at most 64")
}

/// The squares of a set.
pub fn members(mut squares: Squares) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        let square = (squares > 0).then(|| first(squares))?;
        squares &= squares - 1;
        Some(square)
    })
}

/// The squares from one in steps of so many files and ranks, at most so many.
const fn way(from: usize, (files, ranks): (isize, isize), most: usize) -> Squares {
    let (mut file, mut rank) = (from % 8, from / 8);
    let (mut squares, mut left) = (0, most);
    while left > 0 {
        // Below 0 it wraps to a number above 7.
        (file, rank) = (file.wrapping_add_signed(files), rank.wrapping_add_signed(ranks));
        if file > 7 || rank > 7 {
            break;
        }
        squares |= 1 << (rank * 8 + file);
        left -= 1;
    }
    squares
}

/// The squares one step away from each square.
const fn near(steps: [(isize, isize); 8]) -> [Squares; 64] {
    let mut table = [0; 64];
    let mut at = 0;
    while at < 64 * 8 {
        table[at / 8] |= way(at / 8, steps[at % 8], 1);
        at += 1;
    }
    table
}

static KNIGHT: [Squares; 64] =
    near([(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
static KING: [Squares; 64] =
    near([(0, 1), (1, 0), (1, 1), (-1, 1), (0, -1), (-1, 0), (-1, -1), (1, -1)]);

/// The steps along a file, a rank, and the two diagonals.
const STEPS: [(isize, isize); 4] = [(0, 1), (1, 0), (1, 1), (-1, 1)];
/// The other squares of the file, the rank, and the two diagonals of each square.
static LINES: [[Squares; 4]; 64] = lines();

const fn lines() -> [[Squares; 4]; 64] {
    let mut table = [[0; 4]; 64];
    let mut at = 0;
    while at < 64 * 4 {
        let (files, ranks) = STEPS[at % 4];
        table[at / 4][at % 4] = way(at / 4, (files, ranks), 7) | way(at / 4, (-files, -ranks), 7);
        at += 1;
    }
    table
}

/// The squares of a line that a piece sees both ways, the first pieces in its way included:
/// "Obstruction Difference" in the Chess Programming Wiki.
fn along(from: Square, occupied: Squares, line: Squares) -> Squares {
    let below = bit(from) - 1;
    let upper = line & !below & occupied;
    let last = upper & upper.wrapping_neg();
    let first = 63 - (line & below & occupied | 1).leading_zeros();
    line & (last << 1).wrapping_add(!0 << first)
}

/// The squares that a rook sees.
fn straight(from: Square, occupied: Squares) -> Squares {
    let [file, rank, ..] = LINES[usize::from(from)];
    along(from, occupied, file) | along(from, occupied, rank)
}

/// The squares that a bishop sees.
fn diagonal(from: Square, occupied: Squares) -> Squares {
    let [.., rising, falling] = LINES[usize::from(from)];
    along(from, occupied, rising) | along(from, occupied, falling)
}

/// The squares that a queen sees.
fn all_around(from: Square, occupied: Squares) -> Squares {
    straight(from, occupied) | diagonal(from, occupied)
}

pub const A_FILE: Squares = 0x0101_0101_0101_0101;
const H_FILE: Squares = A_FILE << 7;
/// The ranks on which pawns promote.
pub const LAST_RANKS: Squares = 0xff00_0000_0000_00ff;

/// The squares one step ahead for the pawns of a side.
fn ahead(pawns: Squares, side: Side) -> Squares {
    match side {
        Side::White => pawns << 8,
        Side::Black => pawns >> 8,
    }
}

/// The squares that pawns of a side attack.
fn pawn_attacks(pawns: Squares, side: Side) -> Squares {
    let ahead = ahead(pawns, side);
    (ahead & !A_FILE) >> 1 | ahead << 1 & !A_FILE
}

/// The squares that a piece attacks.
fn attacks(kind: Kind, from: Square, side: Side, occupied: Squares) -> Squares {
    match kind {
        Pawn => pawn_attacks(bit(from), side),
        Knight => KNIGHT[usize::from(from)],
        Bishop => diagonal(from, occupied),
        Rook => straight(from, occupied),
        Queen => all_around(from, occupied),
        King => KING[usize::from(from)],
    }
}

impl Board {
    /// A board without pieces, on which White is to move.
    pub const EMPTY: Board =
        Board { sides: [0; 2], kinds: [0; 6], turn: Side::White, castling: 0, passed: 0 };

    /// The squares with pieces.
    pub fn occupied(&self) -> Squares {
        self.sides[0] | self.sides[1]
    }

    /// The squares of the pieces of a side and kind.
    pub fn of(&self, side: Side, kind: Kind) -> Squares {
        self.sides[side as usize] & self.kinds[kind as usize]
    }

    /// The piece on a square.
    pub fn piece(&self, square: Square) -> Option<(Side, Kind)> {
        let is_on = |squares: &Squares| squares & bit(square) > 0;
        let side = [Side::White, Side::Black][self.sides.iter().position(is_on)?];
        self.kinds.iter().position(is_on).map(|kind| (side, Kind::ALL[kind]))
    }

    /// The kind of the piece on a square that has one.
    pub fn kind(&self, square: Square) -> Kind {
        self.piece(square).map_or(Pawn, |(_, kind)| kind)
    }

    pub fn king(&self, side: Side) -> Square {
        // Every board has both kings. On a forged board without one, this is square 0.
        first(self.of(side, King)) % 64
    }

    /// The squares that the piece on a square attacks.
    pub fn seen_from(&self, square: Square) -> Squares {
        let seen = |(side, kind)| attacks(kind, square, side, self.occupied());
        self.piece(square).map_or(0, seen)
    }

    /// The pieces of a side that attack a square.
    pub fn attackers(&self, square: Square, side: Side, occupied: Squares) -> Squares {
        let [pawns, knights, bishops, rooks, queens, kings] = self.kinds;
        let seen = pawn_attacks(bit(square), side.other()) & pawns
            | KNIGHT[usize::from(square)] & knights
            | KING[usize::from(square)] & kings
            | diagonal(square, occupied) & (bishops | queens)
            | straight(square, occupied) & (rooks | queens);
        seen & self.sides[side as usize]
    }

    /// Returns true if the king of this side is attacked.
    pub fn is_attacked(&self, side: Side) -> bool {
        self.attackers(self.king(side), side.other(), self.occupied()) > 0
    }

    /// Returns true if the side to move is in check.
    pub fn is_check(&self) -> bool {
        self.is_attacked(self.turn)
    }

    /// The kind of the piece that a move captures.
    pub fn captured(&self, chosen: Move) -> Option<Kind> {
        let (from, to) = (bit(chosen.from), bit(chosen.to));
        match () {
            () if self.sides[self.turn.other() as usize] & to > 0 => Some(self.kind(chosen.to)),
            () if self.passed == to && self.kinds[Pawn as usize] & from > 0 => Some(Pawn),
            () => None,
        }
    }

    /// The board with the other side to move.
    pub fn passed_on(&self) -> Board {
        Board { turn: self.turn.other(), passed: 0, ..*self }
    }

    /// Every legal move.
    pub fn moves(&self) -> Vec<Move> {
        self.moves_and_work().0
    }

    /// Every legal move, and the work to find them, in units of a meter.
    pub fn moves_and_work(&self) -> (Vec<Move>, usize) {
        let (mut moves, guard) = (self.candidates(!0), Guard::of(self));
        let mut work = GUARD + self.pieces_work(self.turn) + CANDIDATE * moves.len();
        moves.retain(|chosen| {
            guard.verdict(*chosen).unwrap_or_else(|| {
                work += MADE;
                self.keeps_king_safe(*chosen)
            })
        });
        (moves, work)
    }

    /// Returns true if the side to move has a legal move.
    pub fn can_move(&self) -> bool {
        let guard = Guard::of(self);
        let is_legal =
            |chosen| guard.verdict(chosen).unwrap_or_else(|| self.keeps_king_safe(chosen));
        self.candidates(!0).into_iter().any(is_legal)
    }

    /// The work to see where the pieces of a side move to, in units of a meter.
    pub fn pieces_work(&self, side: Side) -> usize {
        GENERATED + PIECE * self.sides[side as usize].count_ones() as usize
    }

    /// Every move that captures or promotes, legal if the king is safe after it.
    pub fn loud_candidates(&self) -> Vec<Move> {
        self.candidates(self.sides[self.turn.other() as usize])
    }

    /// Returns true if the king of the side to move is not attacked after a move.
    pub fn keeps_king_safe(&self, chosen: Move) -> bool {
        if chosen.from == self.king(self.turn) && !chosen.castles {
            let left = self.occupied() & !bit(chosen.from);
            return self.attackers(chosen.to, self.turn.other(), left) == 0;
        }
        !self.after(chosen).is_attacked(self.turn)
    }

    /// The moves that are legal if the king is safe after them. The pieces, but not the pawns that
    /// promote, move to these squares only.
    pub fn candidates(&self, targets: Squares) -> Vec<Move> {
        let (own, occupied) = (self.sides[self.turn as usize], self.occupied());
        let mut moves = Vec::with_capacity(48);
        for kind in Kind::ALL {
            for from in members(self.of(self.turn, kind)) {
                let reached = match kind {
                    Pawn => self.pawn_targets(from, targets),
                    _ => attacks(kind, from, self.turn, occupied) & !own & targets,
                };
                for to in members(reached) {
                    if kind == Pawn && bit(to) & LAST_RANKS > 0 {
                        let promotions = Kind::PROMOTIONS.map(Some);
                        moves.extend(
                            promotions.map(|promotion| Move { promotion, ..Move::plain(from, to) }),
                        );
                    } else {
                        moves.push(Move::plain(from, to));
                    }
                }
            }
        }
        if targets == !0 {
            let rooks = members(self.castling & self.sides[self.turn as usize]);
            moves.extend(rooks.filter_map(|rook| self.castling(rook).ok()));
        }
        moves
    }

    fn pawn_targets(&self, from: Square, targets: Squares) -> Squares {
        let empty = !self.occupied();
        let one = ahead(bit(from), self.turn) & empty;
        let doubles = if bit(from) & self.turn.second_rank() > 0 { one } else { 0 };
        let two = ahead(doubles, self.turn) & empty;
        let captured = self.sides[self.turn.other() as usize] | self.passed;
        let captures = pawn_attacks(bit(from), self.turn) & captured;
        captures | (one | two) & (targets | LAST_RANKS)
    }

    /// The rook that may still castle on this side of the king, if there is one.
    pub fn castling_rook(&self, is_short: bool) -> Option<Square> {
        let mut rooks = members(self.castling & self.sides[self.turn as usize]);
        rooks.find(|rook| (*rook > self.king(self.turn)) == is_short)
    }

    /// The move in which the king castles with the rook on a square: nothing is in the way of either, and the
    /// king passes no attacked square.
    ///
    /// # Errors
    ///
    /// The reason why it cannot castle.
    pub fn castling(&self, rook: Square) -> Result<Move, NoCastling> {
        if self.castling & self.sides[self.turn as usize] & bit(rook) == 0 {
            return Err(NoCastling::NoRight);
        }
        let king = self.king(self.turn);
        let (king_to, rook_to) = castled(king, rook);
        let others = self.occupied() & !bit(king) & !bit(rook);
        if (between(king, king_to) | between(rook, rook_to)) & others > 0 {
            return Err(NoCastling::InTheWay);
        }
        for square in members(between(king, king_to)) {
            let attackers = self.attackers(square, self.turn.other(), others);
            if attackers > 0 {
                return Err(NoCastling::Attacked { square, by: first(attackers) });
            }
        }
        Ok(Move { castles: true, ..Move::plain(king, rook) })
    }

    /// The board after a move.
    pub fn after(&self, chosen: Move) -> Board {
        let Move { from, to, promotion, castles } = chosen;
        let (side, kind) = (self.turn, self.kind(from));
        let mut next = Board { turn: side.other(), passed: 0, ..*self };
        next.castling &= !(bit(from) | bit(to));
        next.lift(bit(from) | bit(to));
        if castles {
            let (king_to, rook_to) = castled(from, to);
            next.put(king_to, side, King);
            next.put(rook_to, side, Rook);
        } else {
            next.put(to, side, promotion.unwrap_or(kind));
        }
        match kind {
            King => next.castling &= !self.sides[side as usize],
            Pawn if bit(to) == self.passed => next.lift(bit(to ^ 8)),
            Pawn if from.abs_diff(to) == 16 => next.set_passed((from + to) / 2),
            _ => {}
        }
        next
    }

    /// Sets the square that a pawn has passed, if a capture there is legal.
    pub fn set_passed(&mut self, square: Square) {
        let takers = pawn_attacks(bit(square), self.turn.other()) & self.of(self.turn, Pawn);
        let board = Board { passed: bit(square), ..*self };
        let is_legal = |from| board.keeps_king_safe(Move::plain(from, square));
        if members(takers).any(is_legal) {
            *self = board;
        }
    }

    fn lift(&mut self, lifted: Squares) {
        let others = !lifted;
        for squares in &mut self.sides {
            *squares &= others;
        }
        for squares in &mut self.kinds {
            *squares &= others;
        }
    }

    /// Puts a piece on an empty square.
    pub fn put(&mut self, square: Square, side: Side, kind: Kind) {
        self.sides[side as usize] |= bit(square);
        self.kinds[kind as usize] |= bit(square);
    }

    /// Returns true if a side has only its king.
    pub fn is_bare(&self, side: Side) -> bool {
        self.sides[side as usize].is_power_of_two()
    }

    /// Returns true if it knows that no sequence of moves can lead to a mate: two kings are left with one
    /// knight, with bishops on squares of one colour, or with a wall of pawns.
    pub fn is_dead(&self) -> bool {
        let [pawns, knights, bishops, rooks, queens, _] = self.kinds;
        if pawns > 0 {
            let has_pieces = knights | bishops | rooks | queens > 0;
            return !has_pieces && self.passed == 0 && self.is_walled();
        }
        let dark = 0xaa55_aa55_aa55_aa55;
        let is_of_one_colour = bishops & dark == 0 || bishops & !dark == 0;
        let is_small = match knights.count_ones() {
            0 => is_of_one_colour,
            1 => bishops == 0,
            _ => false,
        };
        rooks | queens == 0 && is_small
    }

    /// Returns true if no pawn can ever move and no king can ever capture one, on a board of kings and pawns.
    fn is_walled(&self) -> bool {
        let pawns = self.kinds[Pawn as usize];
        [Side::White, Side::Black].into_iter().all(|side| {
            let [own, others] = [side, side.other()].map(|side| self.of(side, Pawn));
            let is_held = ahead(own, side) & !pawns == 0 && pawn_attacks(own, side) & others == 0;
            is_held && self.king_reach(side) & others == 0
        })
    }

    /// The squares that a king could reach if the other king and all pawns stayed where they are, or more.
    fn king_reach(&self, side: Side) -> Squares {
        let others = self.of(side.other(), Pawn);
        let closed = self.of(side, Pawn) | pawn_attacks(others, side.other());
        let mut reached = self.of(side, King);
        loop {
            let row = reached | (reached & !H_FILE) << 1 | (reached & !A_FILE) >> 1;
            let next = reached | (row | row << 8 | row >> 8) & !closed;
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }
}

/// The work to generate moves, in units of a meter: at all, for each piece, for each move that may be legal,
/// to guard the king, and for each move that is made to see if it leaves the king safe.
const GENERATED: usize = 18;
const PIECE: usize = 9;
pub const GUARD: usize = 84;
pub const CANDIDATE: usize = 4;
pub const MADE: usize = 42;

/// The things on a board that decide for most moves whether they leave their king safe.
struct Guard {
    king: Square,
    is_check: bool,
    /// The squares of which a piece may be in the way of an attack.
    shields: Squares,
    /// A move of another piece than the king must end here.
    defences: Squares,
    passed: Squares,
}

impl Guard {
    fn of(board: &Board) -> Self {
        let (king, others) = (board.king(board.turn), board.turn.other());
        let attackers = board.attackers(king, others, board.occupied());
        let lines = all_around(king, board.occupied());
        let through = board.attackers(king, others, board.sides[others as usize]);
        Guard {
            king,
            is_check: attackers > 0,
            shields: if through == attackers { 0 } else { lines },
            // It must capture the attacker, or come between.
            defences: if attackers == 0 { !0 } else { lines | attackers | board.passed },
            passed: board.passed,
        }
    }

    /// Returns whether a move leaves the king safe, or `None` if only the board after it tells.
    fn verdict(&self, Move { from, to, .. }: Move) -> Option<bool> {
        let is_of_king = from == self.king;
        let is_risky = self.is_check || self.shields & bit(from) > 0 || self.passed == bit(to);
        match () {
            () if !is_of_king && self.defences & bit(to) == 0 => Some(false),
            () if is_of_king || is_risky => None,
            () => Some(true),
        }
    }
}

/// The squares on which king and rook are after castling.
pub fn castled(king: Square, rook: Square) -> (Square, Square) {
    let rank = king & !7;
    if rook > king { (rank + 6, rank + 5) } else { (rank + 2, rank + 3) }
}

/// The moves of a king from one square to another, on an empty board.
pub fn distance(one: Square, other: Square) -> Square {
    (one % 8).abs_diff(other % 8).max((one / 8).abs_diff(other / 8))
}

/// The squares of a rank from one to another, both included.
pub fn between(one: Square, other: Square) -> Squares {
    (one.min(other)..=one.max(other)).fold(0, |all, square| all | bit(square))
}
