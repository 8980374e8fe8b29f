//! The computer: its levels, its moves, and its advice.

use super::Game;
use super::discs::Squares;
use super::reasons;
use super::search::{Line, search};
use crate::prelude::*;

/// The computer looks ahead in so many of these lots.
const LOTS: u32 = 12;
/// The moves that the strongest computer looks ahead, if its work suffices: nearly always nine or more.
const FARTHEST: usize = 42;
/// Scores that differ by so much are alike.
const CARELESS: i32 = 2;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    Easy,
    Casual,
    Medium,
    Hard,
    Expert,
}

impl Level {
    pub const ALL: [Level; 5] =
        [Level::Easy, Level::Casual, Level::Medium, Level::Hard, Level::Expert];

    /// The number of moves that it looks ahead, in how many of the lots, and the number in the others. With
    /// none, it takes any column.
    const fn looks(self) -> (usize, u32, usize) {
        match self {
            Level::Easy => (1, 6, 0),
            Level::Casual => (2, 5, 1),
            Level::Medium => (3, 11, 1),
            Level::Hard => (6, 9, 3),
            Level::Expert => (FARTHEST, LOTS, FARTHEST),
        }
    }
}

pub static LEVEL: GameOption<Level> = GameOption::new(
    "level",
    "Level",
    &[
        noted("easy", "easy", "half of its discs fall anywhere", Level::Easy),
        noted("casual", "casual", "it sees your answer now and then", Level::Casual),
        noted("medium", "medium", "it looks three moves ahead, most of the time", Level::Medium),
        noted("hard", "hard", "it looks three to six moves ahead", Level::Hard),
        noted(
            "expert",
            "expert",
            "it looks nine or more moves ahead, nearly always",
            Level::Expert,
        ),
    ],
)
.about(OptionGroup::Computer);

/// A disc on this square as its level sees it if it looks as far as it can. No lot decides this.
pub fn line(game: &Game, square: Squares) -> Line {
    let (depth, _, _) = game.choices.of(&LEVEL).looks();
    let seat = game.next_seat();
    let seen = search(game.position, seat, square, depth, 0, Meter::of_search());
    seen.lines.into_iter().next().expect("a line for each square")
}

/// The computer's column. A lot picks among those that it rates alike.
pub fn reply(game: &Game) -> Option<usize> {
    let (mut lot, discs) = (game.lot(), game.position);
    let (depth, often, otherwise) = game.choices.of(&LEVEL).looks();
    let depth = if lot.below(LOTS) < often { depth } else { otherwise };
    let (seat, landings, meter) = (game.next_seat(), discs.landings(), Meter::of_search());
    let lines = search(discs, seat, landings, depth, CARELESS, meter).lines;
    let least = lines.first()?.score - CARELESS;
    let alike: Vec<Squares> =
        lines.iter().take_while(|line| line.score >= least).map(|line| line.squares[0]).collect();
    lot.pick(&alike).map(|square| super::discs::column_of(*square))
}

/// The column of the strongest computer for the person to move, and the reason.
pub fn advice(game: &Game) -> Option<(usize, Text)> {
    let (discs, seat) = (game.position, game.next_seat());
    let seen = search(discs, seat, discs.landings(), FARTHEST, 0, Meter::of_search());
    let line = seen.lines.first()?;
    let why = reasons::told(&game.position, PERSON, line, "the computer");
    Some((super::discs::column_of(line.squares[0]), why.into()))
}
