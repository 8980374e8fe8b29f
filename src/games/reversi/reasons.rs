//! The reasons for a disc: what anybody can check on the board, or what the search has proved.

use super::discs::{CORNERS, Discs, Squares, each, name, size};
use super::search::{DISC, Seen};
use crate::prelude::*;

/// Something true about a disc.
#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
    /// Nobody can move after it, and its player and the other one have so many discs.
    Ends([usize; 2]),
    /// Its player had no other move.
    Only,
    /// Its player has so many discs more at the end, if both play well from here.
    Proved(i32),
    /// It is on this corner.
    Corner(Squares),
    /// The other player cannot move then.
    Passes,
    /// The other player could have gone to this corner, and cannot go there now.
    Denies(Squares),
    /// A disc on the first square would let the other player go to the second, a corner.
    Shuns(Squares, Squares),
    /// It turns so many discs, and leaves the other player so many moves.
    Leaves(usize, usize),
}

use Reason::*;

/// The reasons for the best disc that a search has seen, the most important first.
pub fn reasons(discs: &Discs, seat: Seat, seen: &Seen) -> Vec<Reason> {
    let (line, other) = (&seen.lines[0], 1 - seat);
    let (square, after) = (line.square, discs.with(seat, line.square));
    let answers = after.moves(other);
    if answers == 0 && after.moves(seat) == 0 {
        return vec![Ends([seat, other].map(|seat| after.counts()[seat]))];
    }
    let mut found = Vec::new();
    let moves = discs.moves(seat);
    found.extend((moves == square).then_some(Only));
    found.extend(seen.is_exact.then_some(Proved(line.score / DISC)));
    found.extend((square & CORNERS != 0).then_some(Corner(square)));
    found.extend((answers == 0).then_some(Passes));
    let open = discs.moves(other) & CORNERS;
    found.extend(each(open & !answers & !square).next().map(Denies));
    let given = |shunned: Squares| {
        let given = discs.with(seat, shunned).moves(other) & CORNERS & !open & !answers;
        each(given).next().map(|corner| Shuns(shunned, corner))
    };
    found.extend(each(moves & !square).find_map(given));
    found.push(Leaves(size(discs.turned(seat, square)), size(answers)));
    found
}

/// The reasons for the best disc that a search has seen as sentences, as many as fit. `other` is the other player:
/// `you`.
pub fn told(discs: &Discs, seat: Seat, seen: &Seen, other: &str) -> String {
    let reasons = reasons(discs, seat, seen);
    let mut told = reasons.iter().map(|reason| reason.say(other));
    let first = told.next().expect("a disc has a reason");
    told.fold(first, |told, next| {
        if told.len() + 1 + next.len() <= STATUS_CHARS_MAX { told + " " + &next } else { told }
    })
}

impl Reason {
    fn say(&self, other: &str) -> String {
        let whose = if other == "you" { "your".to_owned() } else { format!("{other}'s") };
        match self {
            Ends([own, theirs]) => format!("It ends the game, {own} to {theirs}."),
            Only => "It is the only move.".to_owned(),
            Proved(0) => "If both play well now, the game is a draw.".to_owned(),
            Proved(more @ 1..) => {
                format!("It wins by {} at least.", count(more.unsigned_abs() as usize, "disc"))
            }
            Proved(fewer) => {
                let fewer = count(fewer.unsigned_abs() as usize, "disc");
                format!("With {whose} best play it loses by {fewer}.")
            }
            Corner(corner) => format!("Nobody can turn the corner {}.", name(*corner)),
            Passes => format!("{} cannot move then.", capitalised(other)),
            Denies(corner) => format!("It keeps {other} off the corner {}.", name(*corner)),
            Shuns(shunned, corner) => format!(
                "At {} it would let {other} take the corner {}.",
                name(*shunned),
                name(*corner)
            ),
            Leaves(turned, 0) => format!("It turns {}.", count(*turned, "disc")),
            Leaves(turned, answers) => format!(
                "It turns {} and leaves {other} {}.",
                count(*turned, "disc"),
                count(*answers, "move")
            ),
        }
    }
}
