//! The worth of a position: the pieces, where they are, and what exchanges win.

use super::board::{Board, Kind, Move, Side, Square, Squares, bit, distance, members};

/// The worth of a kind, in hundredths of a pawn.
pub fn worth(kind: Kind) -> i32 {
    [100, 310, 330, 500, 900, KING][kind as usize]
}

/// A king is worth more than all other pieces, so that it never captures a protected one.
const KING: i32 = 20_000;

/// The nearness of each file or rank to the centre.
const CENTRE: [i32; 8] = [0, 1, 2, 3, 3, 2, 1, 0];
/// The worth that a king loses on each rank before the end of a game.
const AWAY: [i32; 8] = [0, 20, 40, 60, 80, 100, 120, 140];
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
        table[5][square] = if is_end { 8 * centre } else { -8 * file - AWAY[rank] };
        square += 1;
    }
    table
}

/// With no more than so many pieces besides pawns and kings, a game comes to its end.
const PIECES_IN_END: u32 = 6;

/// The work of the value of a position, in units of a meter.
pub fn value_work(board: &Board) -> usize {
    VALUED[0] + VALUED[1] * board.occupied().count_ones() as usize
}

/// That work at all, and for each piece.
const VALUED: [usize; 2] = [50, 1];

/// The worth of a position for the side to move, in hundredths of a pawn.
pub fn value(board: &Board) -> i32 {
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
    let (own, other) = (board.turn, board.turn.other());
    let score = of_side(own) - of_side(other);
    let kings_apart = || i32::from(distance(board.king(own), board.king(other)));
    match () {
        () if board.is_bare(other) => score + driven(board, other),
        () if board.is_bare(own) => score - driven(board, own),
        // A king helps to mate a king in a corner.
        () if is_end => score - score.signum() * 4 * kings_apart(),
        () => score,
    }
}

/// The gain from a king without other pieces that is near the edge, where it can be mated, and near the
/// other king, which does not stay in the centre then.
fn driven(board: &Board, bare: Side) -> i32 {
    let centre = |king: Square| CENTRE[usize::from(king % 8)] + CENTRE[usize::from(king / 8)];
    let (bare, other) = (board.king(bare), board.king(bare.other()));
    let steps = (bare % 8).abs_diff(other % 8) + (bare / 8).abs_diff(other / 8);
    30 * (6 - centre(bare)) + 10 * (14 - i32::from(steps)) - 8 * centre(other)
}

/// The gain from a move once all captures on its square are played out, each with the piece of least
/// worth, and each side stops when it likes: "Static Exchange Evaluation" in the Chess Programming Wiki.
/// It does not see that a piece is pinned. The second number is the work of it, in units of a meter.
pub fn exchanged(board: &Board, chosen: Move) -> (i32, usize) {
    let gain = board.captured(chosen).map_or(0, worth);
    let occupied = board.occupied() & !bit(chosen.from);
    let at_stake = worth(board.kind(chosen.from));
    let (lost, work) = retaken(board, chosen.to, board.turn.other(), at_stake, occupied);
    (gain - lost, work + LOOKED)
}

/// The work to look for the next piece that captures on a square.
const LOOKED: usize = 29;

/// The gain of a side from captures on a square with a piece of this worth.
fn retaken(
    board: &Board,
    square: Square,
    side: Side,
    at_stake: i32,
    occupied: Squares,
) -> (i32, usize) {
    let attackers = board.attackers(square, side, occupied) & occupied;
    let least = Kind::ALL.into_iter().find(|kind| attackers & board.of(side, *kind) > 0);
    let Some(kind) = least else { return (0, LOOKED) };
    let from = attackers & board.of(side, kind);
    let left = occupied & !(from & from.wrapping_neg());
    let (lost, work) = retaken(board, square, side.other(), worth(kind), left);
    ((at_stake - lost).max(0), work + LOOKED)
}
