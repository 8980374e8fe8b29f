//! Reads typed moves of chess.
//!
//! ```text
//! text     = { word } [ number [ "." ] ] [ last move ] ( castling | move ) { sign } [ result ] [ draw ]
//! castling = O-O | 0-0-0 | "castle" [ "kingside" ] | the king's two squares | king onto rook
//! move     = [ piece ] [ file ] [ rank ] [ "x" ] file rank [ [ "=" ] piece ]
//!          | file [ "x" ] file                       ed, exd: a pawn takes
//!          | digit digit digit digit [ digit ]          5254, as in chess by post (ICCF)
//! draw     = "(=)" | "=" | [ "and" ] [ "I" ] [ "offer" ] [ "a" ] "draw"
//! ```
//!
//! A piece is a letter, a figurine or a name. Signs of check and of praise say nothing, and words such as
//! "I play" neither. A small `b` is a file if a pawn of that file can make the move, and a bishop otherwise.

use super::board::{Board, Kind, Move, Square, members};
use super::notation::{square_name, square_of, word};
use super::requests::PLAY;
use crate::prelude::*;

/// Words and what they mean in signs.
const WORDS: [(&str, &str); 49] = [
    ("king", "K"),
    ("queen", "Q"),
    ("rook", "R"),
    ("bishop", "B"),
    ("knight", "N"),
    ("pawn", "P"),
    ("takes", "x"),
    ("take", "x"),
    ("captures", "x"),
    ("to", ""),
    ("from", ""),
    ("on", ""),
    ("the", ""),
    ("check", ""),
    ("ch", ""),
    ("mate", ""),
    ("checkmate", ""),
    ("ep", ""),
    ("en", ""),
    ("passant", ""),
    ("promotes", ""),
    ("becomes", ""),
    ("castle", "@"),
    ("castles", "@"),
    ("kingside", "OO"),
    ("short", "OO"),
    ("queenside", "OOO"),
    ("long", "OOO"),
    ("castling", "@"),
    ("side", "~"),
    ("wing", "~"),
    ("i", ""),
    ("ll", ""),
    ("my", ""),
    ("is", ""),
    ("let", ""),
    ("lets", ""),
    ("s", ""),
    ("play", ""),
    ("plays", ""),
    ("move", ""),
    ("moves", ""),
    ("please", ""),
    ("pls", ""),
    ("with", ""),
    ("then", ""),
    ("like", ""),
    ("want", ""),
    ("would", ""),
];
/// Words of an offer of a draw, behind a move, and the words that lead to them.
const DRAW: [&str; 7] = ["draw", "draw?", "=", "(=)", "(=", "remis", "remis?"];
const LEADING: [&str; 12] =
    ["and", "i", "offer", "offered", "offering", "a", "with", "also", "&", "(draw", "(a", "?"];
/// Results behind a move.
const RESULTS: [&str; 5] = ["1-0", "0-1", "1/2-1/2", "1\u{2044}2-1\u{2044}2", "*"];
/// White's figurines, then Black's, from the king to the pawn.
const FIGURINES: std::ops::RangeInclusive<char> = '\u{2654}'..='\u{265f}';
const IN_ORDER: [char; 6] = ['K', 'Q', 'R', 'B', 'N', 'P'];

/// A move as it was written.
#[derive(Clone, Copy)]
struct Written {
    /// The kind of the piece. `None` if two squares say it.
    kind: Option<Kind>,
    file: Option<Square>,
    rank: Option<Square>,
    takes: bool,
    to: Square,
    promotion: Option<Kind>,
}

/// The text without the last move, if that stands before the next one: `1. e4 c5`.
pub fn without_last<'a>(text: &'a str, last: Option<&str>) -> &'a str {
    let last = last.map(|name| name.trim_end_matches(['+', '#']));
    let behind = last.and_then(|last| without_number(text).strip_prefix(last));
    let is_next = |rest: &&str| rest.starts_with([' ', ',', ';', '+', '#']) && rest.len() > 1;
    behind.filter(is_next).map_or(text, str::trim)
}

/// The text before an offer of a draw, if there is one behind a move.
pub fn without_draw(text: &str) -> Option<&str> {
    let mut before = text.trim_end_matches(['?', '!', '.', ')', ' ']);
    let mut is_offer = false;
    while let Some((rest, word)) = before.rsplit_once([' ', ',']) {
        let word = word.to_lowercase();
        let is_draw = DRAW.contains(&&*word) || word == "(draw";
        if !is_draw && !word.is_empty() && !LEADING.contains(&&*word) {
            break;
        }
        is_offer |= is_draw;
        before = rest.trim_end_matches([',', ';', ' ']);
    }
    // Without a blank before it.
    let joined = before.strip_suffix("(=").or_else(|| before.strip_suffix('='));
    let before = joined.unwrap_or(before);
    ((is_offer || joined.is_some()) && !before.is_empty()).then_some(before)
}

/// The text without the number of a move: `1. e4`, `1 e4`, `1: e4`, `1 ... e5`.
fn without_number(text: &str) -> &str {
    let text = text.strip_prefix("move ").unwrap_or(text);
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let behind = rest.trim_start_matches(['.', ':', ')', ',', ' ', '\u{2026}']);
    let behind = behind.strip_prefix("- ").unwrap_or(behind);
    let is_castling = behind.starts_with("0-0") || behind.starts_with("0 - 0");
    let is_move = behind.starts_with(|c: char| !c.is_ascii_digit() && c != '-') || is_castling;
    let is_number =
        rest.len() < text.len() && behind.len() < rest.len() || text.starts_with(['.', '\u{2026}']);
    if is_number && is_move { behind } else { text }
}

/// Reads a text.
pub fn read(board: &Board, text: &str) -> Named {
    let signs = in_signs(text);
    let castlings = ["O-O", "O-O-O"].map(|name| Request::with(&PLAY, name));
    let (castles, has_side) = (signs.contains('@'), signs.contains('~'));
    match &*signs.replace(['@', '~'], "") {
        "" if castles => return Named::OneOf(castlings.into()),
        "OO" => return Named::OneOf(castlings[..1].to_vec()),
        "K" | "k" if has_side => return Named::OneOf(castlings[..1].to_vec()),
        "OOO" => return Named::OneOf(castlings[1..].to_vec()),
        "Q" | "q" if has_side => return Named::OneOf(castlings[1..].to_vec()),
        "K" | "k" if castles => return Named::OneOf(castlings.into()),
        _ => {}
    }
    let captures = captures(board, &signs);
    if !captures.is_empty() {
        return Named::OneOf(captures);
    }
    let mut letters = signs.chars();
    if let (Some(kind), None) = (letters.next().and_then(kind_of), letters.next()) {
        let letter = kind.letter();
        return Named::Refused(format!(
            "{letter} is the {}: add the square where it goes.",
            kind.name()
        ));
    }
    let readings: Vec<Written> = readings(&signs).into_iter().flatten().collect();
    let legal: Vec<Vec<Request>> = readings.iter().map(|one| one.requests(board, true)).collect();
    match (legal.into_iter().find(|legal| !legal.is_empty()), readings.last()) {
        (Some(legal), _) => Named::OneOf(legal),
        (None, _) if names_moves(text) > 1 => Named::Refused("Type one move at a time.".to_owned()),
        (None, _) if is_of_another_language(&signs) => {
            Named::Refused("The pieces are K, Q, R, B and N: N is the knight.".to_owned())
        }
        (None, Some(written)) => written.refused(board),
        (None, None) => Named::Nothing,
    }
}

/// The captures of pawns from a file to a file: `ed`, `exd`.
fn captures(board: &Board, signs: &str) -> Vec<Request> {
    let files = match *signs.as_bytes() {
        [from @ b'a'..=b'h', to @ b'a'..=b'h'] | [from @ b'a'..=b'h', b'x', to @ b'a'..=b'h'] => {
            [from - b'a', to - b'a']
        }
        _ => return Vec::new(),
    };
    let fits = |chosen: &Move| {
        let is_pawn = board.piece(chosen.from).is_some_and(|(_, kind)| kind == Kind::Pawn);
        is_pawn && [chosen.from % 8, chosen.to % 8] == files && files[0] != files[1]
    };
    let moves = board.moves().into_iter().filter(fits).map(word);
    moves.map(|word| Request::with(&PLAY, word)).collect()
}

/// The number of words that end on a square, each a move of its own.
fn names_moves(text: &str) -> usize {
    let words =
        text.split([' ', ',', ';']).map(|word| word.trim_end_matches(['+', '#', '!', '?', '.']));
    words
        .filter(|word| {
            word.get(word.len().saturating_sub(2)..).is_some_and(|end| square_of(end).is_some())
        })
        .count()
}

/// Returns true if a move begins with the letter of a piece in German, French, Spanish, Italian or Dutch:
/// a capital that is no piece in English.
fn is_of_another_language(signs: &str) -> bool {
    let is_letter = signs.starts_with(['S', 'L', 'T', 'D', 'C', 'F', 'A', 'P', 'V']);
    let behind = signs.get(1..).unwrap_or_default();
    let lower = behind.to_ascii_lowercase();
    is_letter
        && kind_of(signs.chars().next().unwrap_or(' ')).is_none()
        && written(&lower, Some(Kind::Pawn)).is_some()
}

/// The text without numbers, results and signs of check, its words and figurines in letters. `O` is
/// a sign of castling.
fn in_signs(text: &str) -> String {
    let text = without_number(text).trim_end_matches([',', ';', ':', ' ']);
    let result = RESULTS.iter().find_map(|result| text.strip_suffix(result)?.strip_suffix(' '));
    let text = result.unwrap_or(text).replace("e.p", "");
    let text = text.replace("'d ", " ").replace("\u{2019}d ", " ");
    let figurine = |c: char| {
        if FIGURINES.contains(&c) { IN_ORDER[(u32::from(c) - 0x2654) as usize % 6] } else { c }
    };
    let mut signs = String::new();
    let mut run = String::new();
    for c in text.chars().map(figurine).chain([' ']) {
        if c.is_alphabetic() {
            run.push(c);
            continue;
        }
        let lower = run.to_lowercase();
        let known = WORDS.iter().find(|(word, _)| *word == lower);
        signs += known.map_or(&*run, |(_, sign)| sign);
        run.clear();
        match c {
            ' ' | '.' | '+' | '#' | '!' | '?' | '\u{2020}' | '\u{2021}' | '(' | ')' | '/' | '-'
            | '\u{2192}' | '\'' | '\u{2019}' => {}
            '\u{d7}' | ':' => signs.push('x'),
            _ => signs.push(c),
        }
    }
    let is_castling = |c: char| "oO0@".contains(c);
    if signs.chars().all(is_castling) { signs.replace(['o', '0'], "O") } else { signs }
}

/// The kind of a letter, in either case.
fn kind_of(letter: char) -> Option<Kind> {
    Kind::ALL.into_iter().find(|kind| kind.letter() == letter.to_ascii_uppercase())
}

/// What a text may mean, the likeliest first: with and without the letter of a piece.
fn readings(signs: &str) -> [Option<Written>; 2] {
    let in_post = postal(signs);
    let signs = in_post.as_deref().unwrap_or(signs);
    let is_capital = signs.starts_with('B');
    // `BXC3` may come from a telephone that writes large letters.
    let is_bishop = is_capital && signs.contains(|c: char| c.is_ascii_lowercase() && c != 'x');
    let lower = signs.to_ascii_lowercase();
    let letter = signs.chars().next().and_then(kind_of);
    let with = letter.and_then(|kind| written(&lower[1..], Some(kind)));
    let without = written(&lower, None).filter(|_| !is_bishop);
    match without {
        Some(Written { kind: None, .. }) => [without, None],
        _ if is_capital => [with, without],
        _ => [without, with],
    }
}

/// The digits of chess by post as two squares.
fn postal(signs: &str) -> Option<String> {
    let is_digit = |c: u8| (b'1'..=b'8').contains(&c);
    let digits = signs.as_bytes();
    if !(4..=5).contains(&digits.len()) || !digits.iter().copied().all(is_digit) {
        return None;
    }
    let file = |c: u8| char::from(b'a' + c - b'1');
    let [from, to] = [0, 2].map(|at| [file(digits[at]), char::from(digits[at + 1])]);
    let promoted = digits.get(4).map(|c| *b"qrbn????".get(usize::from(c - b'1')).unwrap_or(&b'?'));
    Some(from.into_iter().chain(to).chain(promoted.map(char::from)).collect())
}

/// A move without the letter of its piece: `e4`, `bd7`, `1xe3`, `e2e4`, `exd8q`.
fn written(signs: &str, kind: Option<Kind>) -> Option<Written> {
    let (signs, promotion) = match signs.strip_suffix(['q', 'r', 'b', 'n']) {
        Some(rest) => {
            (rest.strip_suffix('=').unwrap_or(rest), signs.chars().last().and_then(kind_of))
        }
        None => (signs, None),
    };
    let (rest, to) = signs.split_at_checked(signs.len().checked_sub(2)?)?;
    let (rest, takes) = rest.strip_suffix('x').map_or((rest, false), |rest| (rest, true));
    let (file, rank) = match *rest.as_bytes() {
        [] => (None, None),
        [file @ b'a'..=b'h'] => (Some(file - b'a'), None),
        [rank @ b'1'..=b'8'] => (None, Some(rank - b'1')),
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => (Some(file - b'a'), Some(rank - b'1')),
        _ => return None,
    };
    let is_square = file.is_some() && rank.is_some();
    let kind = kind.or((!is_square).then_some(Kind::Pawn));
    Some(Written { kind, file, rank, takes, to: square_of(to)?, promotion })
}

impl Written {
    /// The requests of the moves that it names, and of castling if no other move of the king fits.
    fn requests(&self, board: &Board, is_legal: bool) -> Vec<Request> {
        let fits = |chosen: &Move| self.fits(board, *chosen) && self.is_true(board, *chosen);
        let moves: Vec<Move> = board.candidates(!0).into_iter().filter(fits).collect();
        let castling = if moves.is_empty() { self.castling(board) } else { None };
        let castling = castling.filter(|chosen| !is_legal || board.castling(chosen.to).is_ok());
        let is_safe = |m: &Move| !is_legal || board.keeps_king_safe(*m);
        let moves = moves.into_iter().filter(is_safe).chain(castling);
        moves.map(|chosen| Request::with(&PLAY, word(chosen))).collect()
    }

    /// Returns true if it names the squares and the piece of a move that is no castling.
    fn fits(&self, board: &Board, chosen: Move) -> bool {
        let kind = board.piece(chosen.from).map(|(_, kind)| kind);
        let is_there = |from: Option<Square>, own| from.is_none_or(|from| from == own);
        !chosen.castles
            && chosen.to == self.to
            && is_there(self.file, chosen.from % 8)
            && is_there(self.rank, chosen.from / 8)
            && self.kind.is_none_or(|named| Some(named) == kind)
    }

    /// Returns true if a move that fits captures and promotes as it says.
    fn is_true(&self, board: &Board, chosen: Move) -> bool {
        let captures = !self.takes || board.captured(chosen).is_some();
        captures && (self.promotion.is_none() || self.promotion == chosen.promotion)
    }

    /// The castling that the king's two squares name, the second one its new square or that of its rook. A
    /// rook without the right is named by its square.
    fn castling(&self, board: &Board) -> Option<Move> {
        let king = board.king(board.turn);
        let is_there = |from: Option<Square>, own| from.is_none_or(|from| from == own);
        let is_king = self.kind == Some(Kind::King)
            || self.kind.is_none() && (self.file, self.rank) == (Some(king % 8), Some(king / 8));
        let is_named = is_king && is_there(self.file, king % 8) && is_there(self.rank, king / 8);
        let is_bare = !self.takes && self.promotion.is_none() && self.to / 8 == king / 8;
        let is_far = [2, 6].contains(&(self.to % 8)) && self.to.abs_diff(king) > 1;
        let is_rook = board.piece(self.to) == Some((board.turn, Kind::Rook));
        if !(is_named && is_bare && (is_rook || is_far)) {
            return None;
        }
        let side = board.castling_rook(self.to > king);
        let rook = if is_rook { self.to } else { side.unwrap_or(self.to) };
        Some(Move { castles: !is_rook || side == Some(rook), ..Move::plain(king, rook) })
    }

    /// The answer to a text that names no legal move.
    fn refused(&self, board: &Board) -> Named {
        let against_the_rules = self.requests(board, false);
        if !against_the_rules.is_empty() {
            return Named::OneOf(against_the_rules);
        }
        let to = square_name(self.to);
        let is_unreadable = self.promotion.is_some() && !(self.to / 8).is_multiple_of(7);
        if is_unreadable {
            return Named::Nothing;
        }
        let candidates = board.candidates(!0);
        let fitting: Vec<&Move> = candidates.iter().filter(|m| self.fits(board, **m)).collect();
        Named::Refused(match (&fitting[..], self.file, self.rank) {
            ([], Some(file), Some(rank)) => {
                let squares = square_name(rank * 8 + file) + &to;
                return Named::OneOf(vec![Request::with(&PLAY, squares)]);
            }
            ([], None, None) => format!("You have no {} that can move to {to}.", self.name()),
            ([], file, rank) if self.has_piece_on(board, file, rank) => {
                let line = line_name(file, rank);
                format!("No {} of yours on {line} can move to {to}.", self.name())
            }
            ([], file, rank) => {
                format!("You have no {} on {}.", self.name(), line_name(file, rank))
            }
            (fitting, ..)
                if self.takes && fitting.iter().all(|m| board.captured(**m).is_none()) =>
            {
                format!("There is nothing to take on {to}.")
            }
            _ => format!("No pawn promotes on {to} with that move."),
        })
    }

    /// Returns true if the side to move has such a piece on this file or rank.
    fn has_piece_on(&self, board: &Board, file: Option<Square>, rank: Option<Square>) -> bool {
        let kinds = self.kind.map_or(Kind::ALL.to_vec(), |kind| vec![kind]);
        let on_line = |square: Square| {
            file.is_none_or(|file| file == square % 8) && rank.is_none_or(|rank| rank == square / 8)
        };
        kinds.into_iter().any(|kind| members(board.of(board.turn, kind)).any(on_line))
    }

    fn name(&self) -> &'static str {
        self.kind.map_or("piece", Kind::name)
    }
}

/// A file or a rank in words.
fn line_name(file: Option<Square>, rank: Option<Square>) -> String {
    match (file, rank) {
        (Some(file), _) => format!("the file {}", char::from(b'a' + file)),
        (None, rank) => format!("rank {}", rank.map_or(1, |rank| rank + 1)),
    }
}
