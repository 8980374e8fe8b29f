//! The options, requests and faults of the maze.

use super::tile::{Kind, Piece, Tile};
use super::tiling::BoardSize;
use crate::prelude::*;

const fn size(columns: usize, rows: usize) -> BoardSize {
    BoardSize { columns, rows }
}

pub static SIZE: GameOption<BoardSize> = GameOption::new(
    "size",
    "Board",
    &[
        value("6x4", "6 by 4 tiles", size(6, 4)),
        value("8x6", "8 by 6 tiles", size(8, 6)),
        value("10x8", "10 by 8 tiles", size(10, 8)),
        value("12x9", "12 by 9 tiles", size(12, 9)),
    ],
);

/// The tiles of a board, and the goal on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardKind {
    /// Corners and straights: the player leads the arrow to the heart.
    Way,
    /// Tiles of every kind: the player joins all of them into one net.
    Full {
        /// True if some squares are walls, which open to no side.
        has_walls: bool,
        /// True if each edge is joined to the one opposite.
        wraps: bool,
    },
}

impl BoardKind {
    /// A full board without walls.
    pub const PLAIN_NET: BoardKind = full(false, false);

    pub fn is_full(self) -> bool {
        self != BoardKind::Way
    }

    /// Every tile that such a board may have, without the arrow and the heart.
    pub fn tiles(self) -> Vec<Tile> {
        let kinds = if self.is_full() { &Kind::ALL[..] } else { &Kind::OF_WAYS };
        let wall = self.is_full().then_some(Tile::Wall);
        Piece::all(kinds).map(Tile::Piece).chain(wall).collect()
    }

    pub fn has_walls(self) -> bool {
        matches!(self, BoardKind::Full { has_walls: true, .. })
    }

    pub fn wraps(self) -> bool {
        matches!(self, BoardKind::Full { wraps: true, .. })
    }
}

const fn full(has_walls: bool, wraps: bool) -> BoardKind {
    BoardKind::Full { has_walls, wraps }
}

pub static KIND: GameOption<BoardKind> = GameOption::new(
    "kind",
    "Kind of maze",
    &[
        value("way", "a path from arrow to heart", BoardKind::Way),
        noted("full", "full board", "one net", full(false, false)),
        value("walls", "full board, walls", full(true, false)),
        value("wrap", "full board, edges joined", full(false, true)),
        value("wrap-walls", "full board, walls, edges joined", full(true, true)),
    ],
);

/// A range of the fewest turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    Easy,
    Medium,
    Hard,
}

impl Level {
    pub const ALL: [Level; 3] = [Level::Easy, Level::Medium, Level::Hard];

    /// The fewest turns of a board of this level and size.
    pub fn fewest(self, size: BoardSize) -> std::ops::RangeInclusive<usize> {
        let [easy, medium, hard, most] = match size.columns {
            0..7 => [3, 6, 9, 12],
            7..9 => [4, 8, 12, 16],
            9..11 => [6, 10, 14, 19],
            _ => [7, 12, 17, 23],
        };
        match self {
            Level::Easy => easy..=medium - 1,
            Level::Medium => medium..=hard - 1,
            Level::Hard => hard..=most,
        }
    }

    /// The fewest turns of a full board of this level and size: by quarters of its tiles.
    pub fn fewest_of_full(self, size: BoardSize) -> std::ops::RangeInclusive<usize> {
        let quarters = self as usize + 1;
        let share = |count| size.tiles() * count / 4;
        share(quarters)..=share(quarters + 1) - 1
    }
}

pub static LEVEL: GameOption<Option<Level>> = GameOption::new(
    "level",
    "Level",
    &[
        value("any", "mixed", None),
        noted("easy", "easy", "few turns", Some(Level::Easy)),
        noted("medium", "medium", "more turns", Some(Level::Medium)),
        noted("hard", "hard", "many turns", Some(Level::Hard)),
    ],
);

pub const OPTIONS: Options = &[&SIZE, &LEVEL, &KIND];

pub const NO_SUCH_TILE: Fault =
    Fault::new(901, "no_such_tile", "No such tile. A tile is a row and a column, as in 2,3.");
pub const NEVER_TURNS: Fault =
    Fault::new(902, "never_turns", "Arrow, heart, crossings and walls never turn: choose another.");
pub const LOCKED: Fault =
    Fault::new(903, "tile_locked", "That tile is locked. Unlock it to turn it.");
pub const NO_SOLUTION: Fault = Fault::new(904, "no_solution", "There is no solution from here.");
pub const GAME_OVER: Fault =
    Fault::new(905, "game_over", "The game is over: the arrow has reached its goal.");

/// A tile of the largest board.
const TILE: &[ArgumentSpec] = &[ArgumentSpec::number("tile", 0, 107, NO_SUCH_TILE)];

pub static TURN: RequestSpec =
    RequestSpec::new("turn", "turn", "Turns a tile, numbered from 0, clockwise.")
        .taking(TILE)
        .refused_with(&[NEVER_TURNS, LOCKED, GAME_OVER]);
pub static TURN_BACK: RequestSpec =
    RequestSpec::new("turn_back", "turn back", "Turns a tile counter-clockwise.")
        .taking(TILE)
        .refused_with(&[NEVER_TURNS, LOCKED, GAME_OVER]);
pub static LOCK: RequestSpec = RequestSpec::new("lock", "lock", "Locks a tile, or unlocks it.")
    .taking(TILE)
    .refused_with(&[NEVER_TURNS, GAME_OVER]);
pub static SOLVE: RequestSpec =
    RequestSpec::new("solve", "show the solution", "Shows the solution. The game is lost then.")
        .refused_with(&[GAME_OVER, NO_SOLUTION])
        .giving(Help::Solution);
