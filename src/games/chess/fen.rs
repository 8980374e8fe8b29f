//! Positions in FEN, as the "PGN Specification and Implementation Guide" of 1994 describes it. The
//! castling rights of Chess960 follow X-FEN and Shredder-FEN, as in the Chess Programming Wiki under
//! "Forsyth-Edwards Notation".

use super::board::{Board, Kind, LAST_RANKS, Side, Square, bit, members};
use super::notation::{square_name, square_of};
use super::position::{Position, QUIET_MAX};
use std::fmt::{Display, Formatter};
use std::ops::RangeInclusive;

/// The position in FEN, with the board, the rights of the players and the counts.
pub fn fen(position: &Position) -> String {
    let board = &position.board;
    let rank =
        |rank: Square| (rank * 8..rank * 8 + 8).map(|square| letter_at(board, square)).collect();
    let ranks: Vec<String> = (0..8).rev().map(rank).collect();
    let count = |counted: String, empty| counted.replace(&"1".repeat(empty), &empty.to_string());
    let ranks = (2..=8).rev().fold(ranks.join("/"), count);
    let turn = ['w', 'b'][board.turn as usize];
    let rights: String = rights(board).collect();
    let rights = if rights.is_empty() { "-" } else { &rights };
    let passed = members(board.passed).next().map_or("-".to_owned(), square_name);
    let number = position.number();
    format!("{ranks} {turn} {rights} {passed} {} {number}", position.quiet())
}

/// The letter of the piece on a square, or the number of one empty square.
fn letter_at(board: &Board, square: Square) -> char {
    board.piece(square).map_or('1', |(side, kind)| letter_of(side, kind))
}

/// The letter of a piece in FEN: large for White, small for Black.
pub fn letter_of(side: Side, kind: Kind) -> char {
    match side {
        Side::White => kind.letter(),
        Side::Black => kind.letter().to_ascii_lowercase(),
    }
}

/// The rooks that may castle: K and Q for those of usual chess, else the letter of the file.
fn rights(board: &Board) -> impl Iterator<Item = char> {
    [Side::White, Side::Black].into_iter().flat_map(|side| {
        let king = board.king(side);
        let rooks = board.castling & board.of(side, Kind::Rook);
        let rooks: Vec<Square> = members(rooks).collect();
        rooks.into_iter().rev().map(move |rook| {
            let letter = match (king % 8, rook % 8) {
                (4, 7) => 'K',
                (4, 0) => 'Q',
                (_, file) => char::from(b'A' + file),
            };
            if side == Side::White { letter } else { letter.to_ascii_lowercase() }
        })
    })
}

/// Returns true if a king may castle that usual chess has elsewhere, or with such a rook.
pub fn castles_as_in_960(board: &Board) -> bool {
    rights(board).any(|letter| !"KQkq".contains(letter))
}

/// The reason why a text is no position from which a game can go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadFen {
    Form,
    /// So many ranks.
    Ranks(usize),
    /// A rank with so many squares.
    Rank {
        rank: usize,
        squares: usize,
    },
    /// A letter that is no piece.
    Piece {
        rank: usize,
        letter: char,
    },
    Side,
    /// A move of a pasted game, behind so many half-moves.
    Move {
        half: usize,
    },
    /// More moves than are played.
    Long,
    Kings,
    Pawns,
    TooMany,
    Castling,
    Passed,
    Counts,
    Check,
    Over,
}

impl Display for BadFen {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            BadFen::Form => "FEN has 8 ranks of 8 squares, then w or b for the side to move.",
            BadFen::Ranks(ranks) => {
                return write!(f, "FEN has 8 ranks, and this one has {ranks}.");
            }
            BadFen::Rank { rank, squares } => {
                return write!(f, "Rank {rank} has {squares} squares, and FEN needs 8.");
            }
            BadFen::Piece { rank, letter } => {
                return write!(f, "On rank {rank}, \u{201c}{letter}\u{201d} is no piece of FEN.");
            }
            BadFen::Side => "Behind its ranks, FEN needs w or b for the side to move.",
            BadFen::Move { half } => {
                let side = ["White", "Black"][half % 2];
                return write!(f, "Move {} of {side} is not clear, or not legal.", half / 2 + 1);
            }
            BadFen::Long => "A pasted game may have 60 moves of each side. Paste its last FEN.",
            BadFen::Kings => "Each side needs one king.",
            BadFen::Pawns => "No pawn can be on the first or the last rank.",
            BadFen::TooMany => "A side has more pieces than its pawns can become.",
            BadFen::Castling => "A king or a rook is not where it can castle from.",
            BadFen::Passed => "No pawn can just have passed that square.",
            BadFen::Counts => "FEN ends with two counts of moves: 0 to 99, and 1 to 999.",
            BadFen::Check => "No move can have led to this check.",
            BadFen::Over => "The game is over in this position.",
        })
    }
}

/// Reads a position from which a game can go on.
pub fn read(text: &str) -> Result<Position, BadFen> {
    let position = parse(text)?;
    if position.moves().is_empty() { Err(BadFen::Over) } else { Ok(position) }
}

/// Reads a position. A field that is left out has its usual value.
pub fn parse(text: &str) -> Result<Position, BadFen> {
    let mut fields = text.split_whitespace();
    let mut field = |usual| fields.next().unwrap_or(usual);
    let mut board = pieces(field(""))?;
    board.turn = match field("w") {
        "w" => Side::White,
        "b" => Side::Black,
        _ => return Err(BadFen::Side),
    };
    check(&board)?;
    for letter in field("-").chars().filter(|letter| *letter != '-') {
        board.castling |= rook(&board, letter).map(bit).ok_or(BadFen::Castling)?;
    }
    let passed = field("-");
    if passed != "-" {
        let square = square_of(passed).filter(|square| can_be_passed(&board, *square));
        board.set_passed(square.ok_or(BadFen::Passed)?);
    }
    let mut count = |usual, counts: RangeInclusive<usize>| {
        field(usual).parse().ok().filter(|count| counts.contains(count)).ok_or(BadFen::Counts)
    };
    let (quiet, number) = (count("0", 0..=QUIET_MAX - 1)?, count("1", 1..=999)?);
    Ok(Position::set_up(board, quiet, 2 * (number - 1) + board.turn as usize))
}

/// The pieces of the first field, from the eighth rank down.
fn pieces(text: &str) -> Result<Board, BadFen> {
    let mut board = Board::EMPTY;
    let spread = |letter: char| match letter.to_digit(10) {
        Some(empty) => vec!['1'; empty as usize],
        None => vec![letter],
    };
    let ranks: Vec<Vec<char>> =
        text.split('/').map(|rank| rank.chars().flat_map(spread).collect()).collect();
    match ranks.len() {
        1 => return Err(BadFen::Form),
        8 => {}
        other => return Err(BadFen::Ranks(other)),
    }
    if let Some(at) = ranks.iter().position(|rank| rank.len() != 8) {
        return Err(BadFen::Rank { rank: 8 - at, squares: ranks[at].len() });
    }
    let letters = ranks.into_iter().rev().flatten();
    for (square, letter) in (0..).zip(letters).filter(|(_, letter)| *letter != '1') {
        let is_kind = |kind: &Kind| kind.letter() == letter.to_ascii_uppercase();
        let kind = Kind::ALL.into_iter().find(is_kind);
        let rank = usize::from(square / 8) + 1;
        board.put(square, side_of(letter), kind.ok_or(BadFen::Piece { rank, letter })?);
    }
    Ok(board)
}

/// The side of a letter in FEN.
fn side_of(letter: char) -> Side {
    if letter.is_ascii_uppercase() { Side::White } else { Side::Black }
}

/// Checks that a game can lead to these pieces, and to the check if there is one.
fn check(board: &Board) -> Result<(), BadFen> {
    for side in [Side::White, Side::Black] {
        let count = |kind| board.of(side, kind).count_ones();
        if count(Kind::King) != 1 {
            return Err(BadFen::Kings);
        }
        let pieces = [(Kind::Knight, 2), (Kind::Bishop, 2), (Kind::Rook, 2), (Kind::Queen, 1)];
        let promoted =
            pieces.map(|(kind, usual)| count(kind).saturating_sub(usual)).iter().sum::<u32>();
        if count(Kind::Pawn) + promoted > 8 {
            return Err(BadFen::TooMany);
        }
    }
    if board.kinds[Kind::Pawn as usize] & LAST_RANKS > 0 {
        return Err(BadFen::Pawns);
    }
    let others = board.turn.other();
    let checks = board.attackers(board.king(board.turn), others, board.occupied());
    if board.is_attacked(others) || checks.count_ones() > 2 { Err(BadFen::Check) } else { Ok(()) }
}

/// The rook of a castling right: of `K` and `Q` the outermost one, else that of the file. `None` if it
/// cannot castle, or another one can on the same side of the king.
fn rook(board: &Board, letter: char) -> Option<Square> {
    let side = side_of(letter);
    let king = board.king(side);
    let rooks = board.of(side, Kind::Rook) & side.home();
    let is_right = |rook: &Square| *rook > king;
    let rook = match letter.to_ascii_uppercase() {
        'K' => members(rooks).last().filter(is_right),
        'Q' => members(rooks).next().filter(|rook| !is_right(rook)),
        file => members(rooks).find(|rook| rook % 8 == (file as u8).wrapping_sub(b'A')),
    }?;
    let is_alone = |other: Square| other == rook || is_right(&other) != is_right(&rook);
    let others = members(board.castling & board.sides[side as usize]);
    (side.home() & bit(king) > 0 && { others }.all(is_alone)).then_some(rook)
}

/// Returns true if a pawn can just have moved two squares and passed this one.
fn can_be_passed(board: &Board, square: Square) -> bool {
    let (rank, others) =
        if board.turn == Side::White { (5, Side::Black) } else { (2, Side::White) };
    let is_empty = |at| board.piece(at).is_none();
    square / 8 == rank
        && board.piece(square ^ 8) == Some((others, Kind::Pawn))
        && is_empty(square)
        && is_empty(square ^ 24)
}

/// A start as links have it: a number, or FEN with `-` between ranks and `_` between fields.
pub fn written(position: &Position) -> String {
    match position.start {
        Some(number) => number.to_string(),
        None => fen(position).replace('/', "-").replace(' ', "_"),
    }
}
