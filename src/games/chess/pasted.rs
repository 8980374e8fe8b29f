//! Finds a position in a pasted text: FEN with the words, quotes or address around it, EPD, the command
//! `position` of UCI, or the moves of a game in PGN.
//!
//! ```text
//! text     = { word } ranks colour [ rights ] [ square ] [ count count ] { other } [ moves ]
//!          | moves
//! moves    = { tag | "{" comment "}" | "(" variation ")" | number "." | move | "$" number | result }
//! ```
//!
//! Without any other word the side to move may be missing: then it is White. With other words around it, the
//! colour may have been lost on the way.

use super::fen::{self, BadFen};
use super::notation::word;
use super::position::Position;
use super::reader;
use super::start::{self, POSITIONS};
use crate::prelude::*;

/// The most half-moves that are played from a pasted game: to read one takes up to 60,000 instructions.
const PLAYED_MAX: usize = 120;

/// Reads a typed start: a number of Chess960, or a text with a position.
pub fn read_start(text: &str) -> Result<Position, Text> {
    if let Ok(number) = text.trim().parse() {
        let is_one = (0..POSITIONS).contains(&number);
        let none = "The start positions of Chess960 have the numbers 0 to 959.";
        return if is_one { Ok(Position::start(number)) } else { Err(none.into()) };
    }
    read(text).map_err(|bad| bad.to_string().into())
}

/// Reads a position from which a game can go on.
///
/// # Errors
///
/// The reason why the text has none.
pub fn read(text: &str) -> Result<Position, BadFen> {
    // A comment of PGN goes to the end of its line.
    let lines = text.lines().map(|line| line.split(" ;").next().unwrap_or_default());
    let plain = lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ");
    let plain = plain.replace("/ ", "/");
    let words = || plain.split(is_around).filter(|word| !word.is_empty());
    let Some(at) = words().position(|word| ranks(word).is_some()) else {
        return play(Position::start(start::USUAL), &plain);
    };
    let pieces = words().nth(at).and_then(ranks).unwrap_or_default();
    let mut fields: Vec<String> = words().skip(at + 1).map(str::to_owned).collect();
    if fields.is_empty() {
        return if at == 0 { fen::read(&pieces) } else { Err(BadFen::Side) };
    }
    let side = match &*fields[0].to_lowercase() {
        "w" | "white" => "w",
        "b" | "black" => "b",
        _ => return Err(BadFen::Side),
    };
    fields.remove(0);
    let mut rest = fields.iter().map(String::as_str).peekable();
    let mut field = |usual: &'static str, fits: &dyn Fn(&str) -> bool| {
        rest.next_if(|word| fits(word)).unwrap_or(usual).to_owned()
    };
    let rights = field("-", &|word| word.bytes().all(|c| c.is_ascii_alphabetic() || c == b'-'));
    let passed = field("-", &|word| word.len() <= 2 && !is_count(word));
    let quiet = field("0", &is_count);
    let number = field("1", &is_count);
    let number = if number == "0" { "1" } else { &number };
    let position = fen::parse(&format!("{pieces} {side} {rights} {passed} {quiet} {number}"))?;
    let has_moves = text.contains("moves ") || text.contains('[');
    if has_moves {
        let behind = text.rsplit_once("moves ").map(|(_, moves)| moves);
        return play(position, behind.unwrap_or(text));
    }
    if position.moves().is_empty() { Err(BadFen::Over) } else { Ok(position) }
}

/// Returns true for characters around the fields of FEN. A byte that is no UTF-8, or a letter of another
/// script, was a blank once.
fn is_around(c: char) -> bool {
    c.is_whitespace() || !c.is_ascii() || "\"'`()[]{}<>,;:.?!=+_&|*#".contains(c)
}

fn is_count(word: &str) -> bool {
    word.bytes().all(|c| c.is_ascii_digit())
}

/// The ranks in a word: the eight last parts of an address, or a word of parts between strokes, or between
/// hyphens as links have them.
fn ranks(word: &str) -> Option<String> {
    let word = if word.contains('/') { word.to_owned() } else { word.replace('-', "/") };
    let parts: Vec<&str> = word.trim_matches('/').split('/').collect();
    let is_rank =
        |part: &&str| !part.is_empty() && part.chars().all(|c| "KQRBNPkqrbnp123456789".contains(c));
    let own = parts.iter().rev().take_while(|part| is_rank(part)).count();
    let of_address = parts.len() > own && own >= 8 && parts[parts.len() - own - 1].len() > 2;
    let parts = if of_address { &parts[parts.len() - own..] } else { &parts[..] };
    (parts.len() >= 4 && parts.iter().filter(|part| is_rank(part)).count() >= 4)
        .then(|| parts.join("/"))
}

/// The position after the moves of a game.
fn play(mut position: Position, text: &str) -> Result<Position, BadFen> {
    let line = main_line(text);
    let moves = line.split_whitespace().filter(|word| !is_no_move(word));
    for (made, written) in moves.enumerate() {
        let chosen = match reader::read(&position.board, written) {
            Named::OneOf(requests) if requests.len() == 1 => {
                let asked = requests[0].word(0).to_owned();
                position.moves().into_iter().find(|chosen| word(*chosen) == asked)
            }
            _ => None,
        };
        position = match chosen {
            Some(chosen) if made < PLAYED_MAX => position.after(chosen),
            Some(_) => return Err(BadFen::Long),
            None if made == 0 => return Err(BadFen::Form),
            None => return Err(BadFen::Move { half: position.halves() }),
        };
    }
    // It begins a game of its own.
    fen::read(&fen::fen(&position))
}

/// The moves of a game without tags, comments, variations and the numbers of moves.
fn main_line(text: &str) -> String {
    let mut line = String::new();
    let mut closing: Vec<char> = Vec::new();
    for c in text.chars() {
        let close = match c {
            '{' => Some('}'),
            '(' if closing.last() != Some(&'}') => Some(')'),
            '[' if closing.is_empty() => Some(']'),
            _ => None,
        };
        if let Some(close) = close {
            closing.push(close);
        } else if closing.last() == Some(&c) {
            closing.pop();
            line.push(' ');
        } else if closing.is_empty() {
            line.push(if c == '.' || c == '\u{2026}' || c == ',' { ' ' } else { c });
        }
    }
    line
}

/// Returns true for the number of a move, a mark, and a result.
fn is_no_move(word: &str) -> bool {
    is_count(word) && word.len() < 4
        || word.starts_with('$')
        || matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*" | "e" | "p")
        || word.bytes().all(|c| c.is_ascii_punctuation())
}
