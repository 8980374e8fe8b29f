//! The position in which a game starts: the usual one, one of the 960 of Chess960, or one that a person
//! set up.

use super::board::{Board, Kind, Side, Square, bit};
use super::fen::{self, fen};
use super::position::Position;
use super::terms::START;
use crate::prelude::*;

/// The number of the usual position among those of Chess960.
pub const USUAL: usize = 518;
/// The number of positions of Chess960.
const POSITIONS: usize = 960;

/// The position before the first move. The seed draws one of Chess960.
pub fn position(choices: &Choices, seed: u64) -> Position {
    match choices.typed(&START) {
        Some(typed) => read(typed).expect("a typed choice was read before"),
        None if choices.of(&START) => Position::start((seed & IN_VIEW) as usize / 2 % POSITIONS),
        None => Position::start(USUAL),
    }
}

/// The bits of a seed that draw the start: the first one draws the colour.
pub const IN_VIEW: u64 = 0xffff;

/// Reads a typed start: a number of Chess960, or FEN as it is or as [`written`] in links.
pub fn read(text: &str) -> Result<Position, Text> {
    if let Ok(number) = text.trim().parse() {
        let is_one = (0..POSITIONS).contains(&number);
        let none = "The start positions of Chess960 have the numbers 0 to 959.";
        return if is_one { Ok(Position::start(number)) } else { Err(none.into()) };
    }
    let text = text.replace('_', " ");
    let (pieces, rest) = text.trim().split_once(' ').unwrap_or((&text, ""));
    let pieces = pieces.replace('-', "/");
    fen::read(&format!("{pieces} {rest}")).map_err(|bad| bad.to_string().into())
}

/// A start as links have it: a number, or FEN with `-` between ranks and `_` between fields.
pub fn written(position: &Position) -> String {
    match position.start {
        Some(number) => number.to_string(),
        None => fen(position).replace('/', "-").replace(' ', "_"),
    }
}

/// The places of the knights among the five free squares, in the order of the numbers.
const KNIGHTS: [[usize; 2]; 10] =
    [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]];

/// The pieces of the position with this number, from the file a to the file h. The numbers are those
/// of Reinhard Scharnagl, as Wikipedia derives them under "Fischer random chess numbering scheme".
pub fn pieces(number: usize) -> [Kind; 8] {
    let mut pieces = [None; 8];
    pieces[number % 4 * 2 + 1] = Some(Kind::Bishop);
    pieces[number / 4 % 4 * 2] = Some(Kind::Bishop);
    let free = |placed: &[Option<Kind>; 8]| -> Vec<usize> {
        (0..8).filter(|file| placed[*file].is_none()).collect()
    };
    pieces[free(&pieces)[number / 16 % 6]] = Some(Kind::Queen);
    let rest = free(&pieces);
    for place in KNIGHTS[number / 96 % 10] {
        pieces[rest[place]] = Some(Kind::Knight);
    }
    for (file, kind) in free(&pieces).into_iter().zip([Kind::Rook, Kind::King, Kind::Rook]) {
        pieces[file] = Some(kind);
    }
    pieces.map(|kind| kind.expect("eight pieces were placed"))
}

/// The board of the position with this number.
pub fn board(number: usize) -> Board {
    let mut board = Board::EMPTY;
    for (file, kind) in (0..).zip(pieces(number)) {
        for (side, home, pawns) in [(Side::White, 0, 1), (Side::Black, 7, 6)] {
            let square = |rank: Square| rank * 8 + file;
            board.put(square(home), side, kind);
            board.put(square(pawns), side, Kind::Pawn);
            board.castling |= if kind == Kind::Rook { bit(square(home)) } else { 0 };
        }
    }
    board
}
