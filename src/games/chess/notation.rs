//! Moves in writing: in links, as engines write them, and in algebraic notation as the "PGN Specification
//! and Implementation Guide" of 1994 describes it.

use super::board::{Board, Kind, Move, Square, members};

/// The name of a square: `e4`.
pub fn square_name(square: Square) -> String {
    [b'a' + square % 8, b'1' + square / 8].map(char::from).iter().collect()
}

/// The square of this name.
pub fn square_of(name: &str) -> Option<Square> {
    let &[file @ b'a'..=b'h', rank @ b'1'..=b'8'] = name.as_bytes() else { return None };
    Some((rank - b'1') * 8 + file - b'a')
}

/// The word of a move in a link: `e2e4`, `e7e8q`, `O-O`.
pub fn word(chosen: Move) -> String {
    if chosen.castles {
        return castling(chosen).to_owned();
    }
    let promotion = chosen.promotion.map(|kind| kind.letter().to_ascii_lowercase());
    let squares = [chosen.from, chosen.to].map(square_name).concat();
    squares.chars().chain(promotion).collect()
}

/// The move in UCI. A king that castles moves two squares, `e1g1`, or in Chess960 onto its rook, `e1h1`.
pub fn uci(chosen: Move, is_960: bool) -> String {
    let to = if is_960 { chosen.to } else { chosen.landing() };
    word(Move { to, castles: false, ..chosen })
}

fn castling(chosen: Move) -> &'static str {
    if chosen.to > chosen.from { "O-O" } else { "O-O-O" }
}

/// A legal move in algebraic notation: `Nbd7`, `exd8=Q+`.
pub fn algebraic(board: &Board, chosen: Move) -> String {
    let after = board.after(chosen);
    let check = match after.is_check() {
        false => "",
        true if after.moves().is_empty() => "#",
        true => "+",
    };
    if chosen.castles {
        return castling(chosen).to_owned() + check;
    }
    let Some((_, kind)) = board.piece(chosen.from) else { return String::new() };
    let is_capture = board.captured(chosen).is_some();
    let from = square_name(chosen.from);
    let told_apart = match kind {
        Kind::Pawn if is_capture => &from[..1],
        Kind::Pawn => "",
        _ => told_apart(board, chosen, &from),
    };
    // Every request names every move of the game, so nothing is formatted here.
    let mut name = String::with_capacity(NAME_CHARS_MAX);
    name.extend((kind != Kind::Pawn).then(|| kind.letter()));
    name += told_apart;
    name.extend(is_capture.then_some('x'));
    name += &square_name(chosen.to);
    name.extend(chosen.promotion.into_iter().flat_map(|new| ['=', new.letter()]));
    name + check
}

/// The most characters of the name of a move: `Qh4xe1+`, `exd8=Q#`.
const NAME_CHARS_MAX: usize = 7;

/// The part of the name of the first square that tells a piece from its like that can move there, too.
fn told_apart<'a>(board: &Board, chosen: Move, from: &'a str) -> &'a str {
    let Some((side, kind)) = board.piece(chosen.from) else { return "" };
    let others = board.attackers(chosen.to, side, board.occupied()) & board.of(side, kind);
    let is_other = |other: &Square| {
        let is_safe = || board.keeps_king_safe(Move { from: *other, ..chosen });
        *other != chosen.from && is_safe()
    };
    let others: Vec<Square> = members(others).filter(is_other).collect();
    match others[..] {
        [] => "",
        _ if others.iter().all(|other| other % 8 != chosen.from % 8) => &from[..1],
        _ if others.iter().all(|other| other / 8 != chosen.from / 8) => &from[1..],
        _ => from,
    }
}
