//! The options of a game of chess, and the game.

use super::board::Side;
use super::position::Position;
use super::start::{POSITIONS, USUAL};
use super::{fen, pasted};
use crate::prelude::*;

pub struct Chess;

/// A game in progress.
pub type Game = MatchOf<Chess>;

/// The level of the computer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    Easy,
    Casual,
    Medium,
    Hard,
}

pub static LEVEL: GameOption<Level> = GameOption::new(
    "level",
    "Level",
    &[
        noted("easy", "easy", "it does not look at your answer", Level::Easy),
        noted("casual", "casual", "it sees what you can take", Level::Casual),
        noted("medium", "medium", "it sees short exchanges", Level::Medium),
        noted("hard", "hard", "it looks as far as it can", Level::Hard),
    ],
)
.about(OptionGroup::Computer);

/// The pieces of the person who plays the computer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    White,
    Black,
    ByLot,
}

pub static COLOUR: GameOption<Colour> = GameOption::new(
    "colour",
    "Your pieces",
    &[
        value("white", "white", Colour::White),
        value("black", "black", Colour::Black),
        value("lot", "by lot", Colour::ByLot),
    ],
)
.about(OptionGroup::Computer);

pub static START: GameOption<bool> = GameOption::new(
    "start",
    "Start",
    &[value("usual", "the usual position", false), value("960", "one of Chess960", true)],
)
.or_typed(Typed {
    name: "fen",
    label: "Or a start of your own",
    hint: "Type a position in FEN, or a number of Chess960 from 0 to 959.",
    read: |text| pasted::read_start(text).map(|position| fen::written(&position)),
});

/// The position before the first move. The seed draws one of Chess960.
pub fn start(choices: &Choices, seed: u64) -> Position {
    match choices.typed(&START) {
        Some(typed) => pasted::read_start(typed).expect("a typed choice was read before"),
        None if choices.of(&START) => Position::start((seed & IN_VIEW) as usize / 2 % POSITIONS),
        None => Position::start(USUAL),
    }
}

/// The bits of a seed that draw the start: the first one draws the colour.
pub const IN_VIEW: u64 = 0xffff;

/// The side that a seat plays.
pub fn side(game: &Game, seat: Seat) -> Side {
    let turn = game.position.board.turn;
    if seat == game.next_seat() { turn } else { turn.other() }
}
