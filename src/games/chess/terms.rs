//! The options of a game of chess, and the game.

use super::board::Side;
use super::position::Position;
use super::start::{POSITIONS, USUAL};
use super::{fen, pasted};
use crate::prelude::*;

pub struct Chess;

/// A game in progress.
pub type Game = MatchOf<Chess>;

/// A way to look for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// At the board after its own move only.
    Glance,
    /// At the answer, too, and at the captures after it.
    Answers,
    /// As far as its work suffices.
    Far,
    /// For the first move of a side: a little ahead, with more moves that are alike.
    First,
}

impl Look {
    /// The most moves that it looks ahead before it only follows captures, and the carelessness: scores
    /// that differ by less are alike, in hundredths of a pawn. Less carelessness would make a glance
    /// hardly better: it loses by what it does not look at.
    pub const fn limits(self) -> (usize, i32) {
        match self {
            Look::Glance => (0, 110),
            Look::Answers => (2, 10),
            Look::Far => (12, 6),
            Look::First => (3, 30),
        }
    }

    /// A sentence about how far it looked.
    pub fn told(self) -> &'static str {
        match self {
            Look::Glance => "This time it did not look at your answer.",
            Look::Answers => "This time it looked at your answer, and at the captures after it.",
            Look::Far => "This time it looked as far as a request may take.",
            Look::First => "For its first move it looked three half-moves ahead.",
        }
    }
}

/// A level of the computer: it looks farther in so many of 100 moves, and nearer in the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    pub near: Look,
    pub far: Look,
    pub often: u32,
}

impl Level {
    /// A level that overlooks the answer, but for so many of 100 moves.
    const fn seeing(often: u32) -> Self {
        Level { near: Look::Glance, far: Look::Answers, often }
    }

    /// A level that looks as far as it can in so many of 100 moves, and at the answer in the others.
    const fn looking_far(often: u32) -> Self {
        Level { near: Look::Answers, far: Look::Far, often }
    }
}

pub static LEVEL: GameOption<Level> = GameOption::new(
    "level",
    "Level",
    &[
        noted(
            "1",
            "1, easy",
            "it overlooks your answer, and 43 moves of 100 lose two pawns or more",
            Level::seeing(0),
        ),
        noted(
            "2",
            "2",
            "it overlooks your answer in 78 moves of 100, and 35 lose two pawns or more",
            Level::seeing(22),
        ),
        noted(
            "3",
            "3",
            "it overlooks your answer in 55 moves of 100, and 22 lose two pawns or more",
            Level::seeing(45),
        ),
        noted(
            "4",
            "4",
            "it overlooks your answer in 35 moves of 100, and 16 lose two pawns or more",
            Level::seeing(65),
        ),
        noted(
            "5",
            "5",
            "it overlooks your answer in 18 moves of 100, and 9 lose two pawns or more",
            Level::seeing(82),
        ),
        noted(
            "6",
            "6",
            "it overlooks your answer in 7 moves of 100, and 7 lose two pawns or more",
            Level::seeing(93),
        ),
        noted(
            "7",
            "7",
            "it overlooks what comes after your answer, and 6 moves of 100 lose two pawns or more",
            Level::looking_far(0),
        ),
        noted(
            "8",
            "8",
            "it looks far in 50 moves of 100, and 4 lose two pawns or more",
            Level::looking_far(50),
        ),
        noted(
            "9",
            "9, hard",
            "it looks as far as a request may take, and 3 moves of 100 lose two pawns or more",
            Level::looking_far(100),
        ),
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
        value("lot", "at random", Colour::ByLot),
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
