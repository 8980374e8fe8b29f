//! Moves and positions in writing: algebraic notation, typed moves, and FEN.
//!
//! FEN and algebraic notation follow the "PGN Specification and Implementation Guide" of 1994. The
//! castling rights of Chess960 follow X-FEN, as in the Chess Programming Wiki.

use super::board::{Board, Kind, Move, Side, Square, Squares, members};
use super::requests::PLAY;
use super::table::Table;
use crate::game::prelude::*;

/// The name of a square: `e4`.
pub fn square_name(square: Square) -> String {
    let [file, rank] = [b'a' + square % 8, b'1' + square / 8].map(char::from);
    format!("{file}{rank}")
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
    let piece = match kind {
        Kind::Pawn if is_capture => from[..1].to_owned(),
        Kind::Pawn => String::new(),
        _ => format!("{}{}", kind.letter(), told_apart(board, chosen, &from)),
    };
    let takes = if is_capture { "x" } else { "" };
    let promotion = chosen.promotion.map_or(String::new(), |kind| format!("={}", kind.letter()));
    format!("{piece}{takes}{}{promotion}{check}", square_name(chosen.to))
}

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

/// Returns true if a typed text names the move of an offer.
pub fn names_offer(text: &str, offer: &Offer) -> bool {
    offer.request.is(&PLAY) && names(text, offer.request.word(0), &offer.label)
}

/// Returns true if a typed text names a move: `e4`, `Nf3`, `O-O`, `e2e4`, `exd8=Q`. `word` and `name`
/// are the word and the algebraic notation of the move.
///
/// A text may leave out what tells the piece from its like, so that it names several moves. A capital
/// B is a bishop, and a small one is the file.
fn names(text: &str, word: &str, name: &str) -> bool {
    let typed: String = text.chars().filter(|c| !"xX=()+#!?-: ".contains(*c)).collect();
    if !typed.is_empty() && typed.chars().all(|c| "oO0".contains(c)) {
        return name.matches('O').count() == typed.len();
    }
    if word.starts_with('O') || !typed.is_ascii() {
        return false;
    }
    let (first, rest) = typed.split_at(typed.len().min(1));
    let names_square = rest.starts_with(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit());
    let (is_pawn, is_piece) = match first.to_ascii_uppercase().as_str() {
        "N" | "R" | "Q" | "K" | "P" => (false, true),
        // `B4` and `BXC3` may come from a telephone that writes large letters.
        "B" if first == "B" => (!names_square || rest.len() < 2, true),
        _ => (true, false),
    };
    let piece = name.chars().next().filter(char::is_ascii_uppercase).unwrap_or('P');
    let is_named = |letter: char, squares: &str| letter == piece && leads(squares, word, name);
    typed == word
        || is_pawn && (typed.eq_ignore_ascii_case(word) || is_named('P', &typed))
        || is_piece && is_named(first.to_ascii_uppercase().chars().next().unwrap_or('P'), rest)
}

/// Returns true if the squares of a typed text are those of a move. The first square may be missing or
/// only half there.
fn leads(typed: &str, word: &str, name: &str) -> bool {
    let (from, to, promotion) = (&word[..2], &word[2..4], &word[4..]);
    let typed = typed.to_ascii_lowercase();
    let typed = typed.strip_suffix(promotion).unwrap_or(&typed);
    let is_pawn_capture = name.starts_with(|c: char| c.is_ascii_lowercase()) && name.contains('x');
    typed.strip_suffix(to).is_some_and(|part| match part.len() {
        0 => !is_pawn_capture,
        1 => from.contains(part),
        _ => part == from,
    })
}

/// The position in FEN, with the board, the rights of the players and the counts.
pub fn fen(table: &Table) -> String {
    let board = &table.board;
    let ranks = (0..8).rev().map(|rank| fen_rank(board, rank));
    let ranks = ranks.collect::<Vec<_>>().join("/");
    let turn = ['w', 'b'][board.turn as usize];
    let rights: String = rights(board).collect();
    let rights = if rights.is_empty() { "-" } else { &rights };
    let passed = members(board.passed).next().map_or("-".to_owned(), square_name);
    let number = table.number();
    format!("{ranks} {turn} {rights} {passed} {} {number}", table.quiet())
}

fn fen_rank(board: &Board, rank: Square) -> String {
    let mut written = String::new();
    let mut empty = 0;
    for file in 0..8 {
        match board.piece(rank * 8 + file) {
            None => empty += 1,
            Some((side, kind)) => {
                written.extend((empty > 0).then(|| empty.to_string()));
                written.push(letter_of(side, kind));
                empty = 0;
            }
        }
    }
    written.extend((empty > 0).then(|| empty.to_string()));
    written
}

/// The letter of a piece in FEN: large for White, small for Black.
pub fn letter_of(side: Side, kind: Kind) -> char {
    match side {
        Side::White => kind.letter(),
        Side::Black => kind.letter().to_ascii_lowercase(),
    }
}

/// The rooks that may castle: K and Q for the outermost ones, else the letter of the file.
fn rights(board: &Board) -> impl Iterator<Item = char> {
    [Side::White, Side::Black].into_iter().flat_map(|side| {
        let rooks = board.of(side, Kind::Rook);
        let king = board.of(side, Kind::King);
        let own: Vec<Square> = members(board.castling & rooks).collect();
        own.into_iter().rev().map(move |rook| {
            let rank: Squares = 0xff << (rook & !7);
            let (here, before) = (1 << rook, (1 << rook) - 1);
            let (kind, beyond) = match here > king {
                true => (Kind::King, rooks & rank & !(here | before)),
                false => (Kind::Queen, rooks & rank & before),
            };
            let file = char::from(b'A' + rook % 8);
            let letter = if beyond == 0 { kind.letter() } else { file };
            if side == Side::White { letter } else { letter.to_ascii_lowercase() }
        })
    })
}
