//! The reasons for a disc: what anybody can check on the board, or what the search has proved.

use super::discs::{Discs, NAMES, SIZE, Squares, column_of, each, fours, name, place};
use super::search::{Line, WIN, WINS};
use crate::prelude::*;

/// Something true about a disc.
#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
    /// It makes this four.
    Makes(Squares),
    /// The other player could have made this four on its square.
    Blocks(Squares),
    /// All other columns are full.
    Only,
    /// It can make a four with the next disc on two squares, and the other player can make none before.
    Fork(Squares),
    /// It makes a four within so many discs of its own.
    WinsWithin(usize),
    /// The other player can make one within so many discs.
    LosesWithin(usize),
    /// It can make a four with the next disc on this square.
    Threatens(Squares),
    /// A disc in this column would let the other player make a four above it.
    Shuns(usize),
    /// A four can be made on this square, once the squares below it are filled.
    Waits(Squares),
    /// So many fours can still go through its square, and it is in the way of so many of the other player.
    Counts(usize, usize),
}

use Reason::*;

/// The reasons for the first disc of a line, the most important first.
pub fn reasons(discs: &Discs, seat: Seat, line: &Line) -> Vec<Reason> {
    let (square, other) = (line.squares[0], 1 - seat);
    let after = discs.with(seat, square);
    if let Some(four) = fours(after.0[seat]).next() {
        return vec![Makes(four)];
    }
    let landings = discs.landings();
    if landings == square {
        return vec![Only];
    }
    let blocked = fours(discs.0[other] | square).next();
    let now = after.threats(seat) & after.landings();
    let is_lost = line.score < -WINS;
    let moves = usize::try_from(WIN - line.score.abs()).expect("a four is the highest score");
    let mut found = Vec::new();
    found.extend(blocked.map(Blocks));
    if is_lost {
        found.push(LosesWithin(moves.div_ceil(2)));
        return found;
    }
    let is_pressed = after.threats(other) & after.landings() != 0;
    found.extend((now.count_ones() > 1 && !is_pressed).then_some(Fork(now)));
    found.extend((line.score > WINS).then_some(WinsWithin(moves / 2 + 1)));
    found.extend((now.count_ones() == 1).then_some(Threatens(now)));
    let waits = after.threats(seat) & !discs.threats(seat) & !now;
    found.extend(each(waits).next().map(Waits));
    let given = discs.threats(other) >> 1 & landings & !square;
    found.extend(each(given).next().map(|below| Shuns(column_of(below))));
    let [own, closed] = [seat, other].map(|seat| discs.open_fours(seat, square).len());
    found.push(Counts(own, closed));
    found
}

/// The reasons for the first disc of a line as sentences, as many as fit. `other` is the other player: `you`.
pub fn told(discs: &Discs, seat: Seat, line: &Line, other: &str) -> String {
    let reasons = reasons(discs, seat, line);
    let mut told = reasons.iter().map(|reason| reason.say(other));
    let first = told.next().expect("a disc has a reason");
    told.fold(first, |told, next| {
        if told.len() + 1 + next.len() <= STATUS_CHARS_MAX { told + " " + &next } else { told }
    })
}

/// `in row 2`, `in column d`, `on the diagonal from a1 to d4`.
pub fn run(four: Squares) -> String {
    let ends = [four & four.wrapping_neg(), 1 << four.ilog2()];
    let [first, last] =
        ends.map(|end| NAMES.counted([place(end) % SIZE[0], place(end) / SIZE[0]], SIZE));
    match (first[0] == last[0], first[1] == last[1]) {
        (true, _) => format!("in column {}", column_name(column_of(four))),
        (_, true) => format!("in row {}", first[1] + 1),
        _ => format!("on the diagonal from {} to {}", name(ends[0]), name(ends[1])),
    }
}

/// `d`.
pub fn column_name(column: usize) -> String {
    name(super::discs::bit(column, 0)).replace('1', "")
}

impl Reason {
    fn say(&self, other: &str) -> String {
        let (whose, theirs) = match other {
            "you" => ("your".to_owned(), "yours".to_owned()),
            _ => (format!("{other}'s"), format!("{other}'s")),
        };
        match self {
            Makes(four) => format!("It makes four {}.", run(*four)),
            Blocks(four) => format!("It blocks {whose} four {}.", run(*four)),
            Only => "All other columns are full.".to_owned(),
            Fork(squares) => {
                format!(
                    "It threatens four at {}: only one can be blocked.",
                    listed(each(*squares).map(name))
                )
            }
            WinsWithin(discs) => {
                format!("It makes four with {} more at most.", count(discs - 1, "disc"))
            }
            LosesWithin(discs) => {
                format!("{} can force four within {}.", capitalised(other), count(*discs, "disc"))
            }
            Threatens(square) => format!("It threatens four at {}.", name(*square)),
            Shuns(column) => {
                format!(
                    "In column {} it would let {other} make four above it.",
                    column_name(*column)
                )
            }
            Waits(square) => format!("It can make four at {} later.", name(*square)),
            Counts(own, 0) => format!("{} can still go through it.", fours_told(*own)),
            Counts(0, closed) => {
                format!("It is in the way of {} of {theirs}.", fours_told(*closed))
            }
            Counts(own, closed) => format!(
                "{} can go through it, and it is in the way of {closed} of {theirs}.",
                fours_told(*own)
            ),
        }
    }
}

fn fours_told(number: usize) -> String {
    count(number, "four")
}
