//! The reasons why moves of chess are not legal.

use super::board::{Board, Side, Square, Squares, between, bit, castled, members};
use super::notation::{algebraic, square_name, square_of};
use super::requests::{LEAVES_CHECK, NO_SUCH_MOVE};
use crate::prelude::*;

/// The reason why a request is no legal move.
pub fn refusal(board: &Board, request: &Request) -> Refusal {
    let asked = request.word(0);
    let squares = (asked.get(..2).and_then(square_of), asked.get(2..4).and_then(square_of));
    match (asked, squares) {
        ("O-O" | "O-O-O", _) => NO_SUCH_MOVE.saying(no_castling(board, asked == "O-O")),
        (_, (Some(from), Some(to))) => no_move(board, from, to),
        _ => NO_SUCH_MOVE.into(),
    }
}

fn no_move(board: &Board, from: Square, to: Square) -> Refusal {
    let [start, end] = [from, to].map(square_name);
    let Some((_, kind)) = board.piece(from).filter(|(side, _)| *side == board.turn) else {
        return NO_SUCH_MOVE.saying(format!("You have no piece on {start}."));
    };
    let candidates = board.candidates(!0);
    let Some(chosen) = candidates.iter().find(|m| !m.castles && m.from == from && m.to == to)
    else {
        return NO_SUCH_MOVE
            .saying(format!("The {} on {start} cannot move to {end}.", kind.name()));
    };
    let after = board.after(*chosen);
    let king = after.king(board.turn);
    match attacker(&after, king, after.turn, after.occupied()) {
        Some(attacker) => LEAVES_CHECK.saying(format!(
            "{} would leave your king in check: {attacker} attacks it.",
            algebraic(board, *chosen)
        )),
        None if chosen.promotion.is_some() => NO_SUCH_MOVE.saying(format!(
            "The pawn promotes on {end}: add the letter of its new piece, Q, R, B or N."
        )),
        None => NO_SUCH_MOVE.into(),
    }
}

fn no_castling(board: &Board, is_short: bool) -> String {
    let king = board.king(board.turn);
    let rooks = members(board.castling & board.sides[board.turn as usize]);
    let Some(rook) = { rooks }.find(|rook| (*rook > king) == is_short) else {
        return "You have no right to castle on that side.".to_owned();
    };
    if board.is_check() {
        return "You cannot castle out of check.".to_owned();
    }
    let others = board.occupied() & !bit(king) & !bit(rook);
    let attacked_by = |square| attacker(board, square, board.turn.other(), others);
    let mut way = members(between(king, castled(king, rook).0));
    let attacked = way.find_map(|square| Some((square, attacked_by(square)?)));
    attacked.map_or("You cannot castle yet: a piece is in the way.".to_owned(), |(square, by)| {
        format!("You cannot castle over {}: {by} attacks it.", square_name(square))
    })
}

/// A piece of a side that attacks a square, with these squares occupied: `the bishop on b5`.
fn attacker(board: &Board, square: Square, side: Side, occupied: Squares) -> Option<String> {
    let from = members(board.attackers(square, side, occupied)).next()?;
    Some(format!("the {} on {}", board.kind(from).name(), square_name(from)))
}
