//! The reasons why moves of chess are not legal.

use super::board::{Board, Kind, NoCastling, Square, members};
use super::notation::{algebraic, square_name, square_of};
use super::requests::{LEAVES_CHECK, NO_SUCH_MOVE};
use crate::prelude::*;

/// The reason why a request is no legal move.
pub fn refusal(board: &Board, request: &Request) -> Refusal {
    let asked = request.word(0);
    let squares = (asked.get(..2).and_then(square_of), asked.get(2..4).and_then(square_of));
    match (asked, squares) {
        ("O-O" | "O-O-O", _) => no_castling(board, board.castling_rook(asked == "O-O")),
        (_, (Some(from), Some(to))) => no_move(board, from, to),
        _ => NO_SUCH_MOVE.into(),
    }
}

fn no_move(board: &Board, from: Square, to: Square) -> Refusal {
    let [start, end] = [from, to].map(square_name);
    let Some((_, kind)) = board.piece(from).filter(|(side, _)| *side == board.turn) else {
        return NO_SUCH_MOVE.saying(format!("You have no piece on {start}."));
    };
    if kind == Kind::King && board.piece(to) == Some((board.turn, Kind::Rook)) {
        return no_castling(board, Some(to));
    }
    let candidates = board.candidates(!0);
    let Some(chosen) = candidates.iter().find(|m| !m.castles && m.from == from && m.to == to)
    else {
        return NO_SUCH_MOVE
            .saying(format!("The {} on {start} cannot move to {end}.", kind.name()));
    };
    let after = board.after(*chosen);
    let attackers = after.attackers(after.king(board.turn), after.turn, after.occupied());
    match members(attackers).next() {
        Some(attacker) => LEAVES_CHECK.saying(format!(
            "{} would leave your king in check: {} attacks it.",
            algebraic(board, *chosen),
            named(&after, attacker)
        )),
        None if chosen.promotion.is_some() => NO_SUCH_MOVE.saying(format!(
            "The pawn promotes on {end}: add the letter of its new piece, Q, R, B or N."
        )),
        None => NO_SUCH_MOVE.into(),
    }
}

/// The reason why the king cannot castle with this rook.
fn no_castling(board: &Board, rook: Option<Square>) -> Refusal {
    NO_SUCH_MOVE.saying(match rook.map_or(Err(NoCastling::NoRight), |rook| board.castling(rook)) {
        Err(NoCastling::NoRight) => match rook {
            Some(rook) => format!("You have no right to castle with {}.", named(board, rook)),
            None => "You have no right to castle on that side.".to_owned(),
        },
        Err(NoCastling::InTheWay) => "You cannot castle yet: a piece is in the way.".to_owned(),
        Err(NoCastling::Attacked { square, by }) => {
            let by = named(board, by);
            match square_name(square) {
                _ if square == board.king(board.turn) && board.is_check() => {
                    format!("You cannot castle out of check: {by} attacks your king.")
                }
                square => format!("You cannot castle over {square}: {by} attacks it."),
            }
        }
        Ok(_) => return NO_SUCH_MOVE.into(),
    })
}

/// A piece with its square: `the bishop on b5`.
fn named(board: &Board, square: Square) -> String {
    format!("the {} on {}", board.kind(square).name(), square_name(square))
}
