//! The computer: its levels, its moves, and its advice.

use super::Game;
use super::discs::{Squares, size};
use super::reasons;
use super::search::{Seen, search};
use crate::prelude::*;

/// The computer looks ahead in so many of these lots.
const LOTS: u32 = 12;
/// The moves that the strongest computer looks ahead, if its work suffices: nearly always five or more.
const FARTHEST: usize = 60;
/// To fill so many last squares takes less work than this, doubled for each of them.
const FEW: usize = 8;
const FILL: usize = 260;
/// Scores that differ by so much are alike.
const CARELESS: i32 = 2;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    Easy,
    Casual,
    Steady,
    Medium,
    Strong,
    Hard,
    Expert,
}

impl Level {
    pub const ALL: [Level; 7] = [
        Level::Easy,
        Level::Casual,
        Level::Steady,
        Level::Medium,
        Level::Strong,
        Level::Hard,
        Level::Expert,
    ];

    /// The number of moves that it looks ahead, in how many of the lots, and the number in the others. With
    /// none, it takes any square.
    const fn looks(self) -> (usize, u32, usize) {
        match self {
            Level::Easy => (1, 2, 0),
            Level::Casual => (1, 7, 0),
            Level::Steady => (2, 1, 1),
            Level::Medium => (2, 11, 1),
            Level::Strong => (4, 1, 3),
            Level::Hard => (5, 5, 4),
            Level::Expert => (FARTHEST, LOTS, FARTHEST),
        }
    }
}

pub static LEVEL: GameOption<Level> = GameOption::new(
    "level",
    "Level",
    &[
        noted("easy", "easy", "most of its discs go anywhere", Level::Easy),
        noted("casual", "casual", "nearly half of its discs go anywhere", Level::Casual),
        noted("steady", "steady", "it seldom sees your answer", Level::Steady),
        noted("medium", "medium", "it sees your answer, most of the time", Level::Medium),
        noted("strong", "strong", "it looks three moves ahead, seldom four", Level::Strong),
        noted("hard", "hard", "it looks four or five moves ahead", Level::Hard),
        noted(
            "expert",
            "expert",
            "it looks five or more moves ahead, nearly always",
            Level::Expert,
        ),
    ],
)
.about(OptionGroup::Computer);

/// The work of the next search. If the other player must pass, the computer moves again in the same request: each
/// move of a turn gets a quarter of the share of the one before it, but enough to fill a few last squares. Together
/// they keep within the whole.
pub fn share(game: &Game) -> Meter {
    let seat = game.next_seat();
    let made = game.moves().rev().take_while(|(mover, _)| *mover == seat).count();
    let first = Meter::of_search().left() / 16 * 11;
    let share = (0..made).fold(first, |share, _| share / 4);
    let free = size(game.position.discs.free());
    let fills = if free <= FEW { FILL << free } else { 0 };
    Meter::holding(share.max(fills))
}

/// A disc on this square as its level sees it if it looks as far as it can. No lot decides this.
pub fn seen(game: &Game, square: Squares) -> Seen {
    let (depth, _, _) = game.choices.of(&LEVEL).looks();
    search(game.position.discs, game.next_seat(), square, depth, 0, share(game))
}

/// The computer's square. A lot picks among those that it rates alike.
pub fn reply(game: &Game) -> Option<Squares> {
    let (mut lot, position) = (game.lot(), game.position);
    let (depth, often, otherwise) = game.choices.of(&LEVEL).looks();
    let depth = if lot.below(LOTS) < often { depth } else { otherwise };
    let (seat, squares) = (game.next_seat(), position.squares());
    let lines = search(position.discs, seat, squares, depth, CARELESS, share(game)).lines;
    let least = lines.first()?.score - CARELESS;
    let alike: Vec<Squares> =
        lines.iter().take_while(|line| line.score >= least).map(|line| line.square).collect();
    lot.pick(&alike).copied()
}

/// The square of the strongest computer for the person to move, and the reason.
pub fn advice(game: &Game) -> Option<(Squares, Text)> {
    let (discs, seat) = (game.position.discs, game.next_seat());
    let seen = search(discs, seat, game.position.squares(), FARTHEST, 0, share(game));
    let square = seen.lines.first()?.square;
    let why = reasons::told(&discs, PERSON, &seen, "the computer");
    Some((square, why.into()))
}
