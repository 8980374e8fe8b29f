//! The usual start of a game, and the 960 of Chess960, by their numbers.

use super::board::{Board, Kind, Side, Square, bit};

/// The number of the usual position among those of Chess960.
pub const USUAL: usize = 518;
/// The number of positions of Chess960.
pub const POSITIONS: usize = 960;

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
