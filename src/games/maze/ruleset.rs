//! The public face of the maze: its options, requests, messages and faults.

use super::tiling::BoardSize;
use crate::game::prelude::*;

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

/// What a board is made of, and what is to be done on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardKind {
    /// Corners and straights: the arrow is led to the heart.
    Way,
    /// Tiles of every kind: all of them are joined into one net.
    Full {
        /// Whether some squares are walls, which open to no side.
        has_walls: bool,
        /// Whether each edge is joined to the one opposite.
        wraps: bool,
    },
}

impl BoardKind {
    pub fn is_full(self) -> bool {
        self != BoardKind::Way
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
        noted("full", "a full board", "one net", full(false, false)),
        value("walls", "a full board, with walls", full(true, false)),
        value("wrap", "a full board, edges joined", full(false, true)),
        value("wrap-walls", "a full board, both", full(true, true)),
    ],
);

/// How many turns a board takes at least.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Few.
    Easy,
    /// More.
    Fair,
    /// Many.
    Hard,
}

impl Level {
    /// `easy`.
    pub const fn name(self) -> &'static str {
        ["easy", "fair", "hard"][self as usize]
    }

    /// The fewest turns of a board of this level and size.
    pub fn fewest(self, size: BoardSize) -> std::ops::RangeInclusive<usize> {
        let [easy, fair, hard, most] = match size.columns {
            0..7 => [3, 6, 9, 12],
            7..9 => [4, 8, 12, 16],
            9..11 => [6, 10, 14, 19],
            _ => [7, 12, 17, 23],
        };
        match self {
            Level::Easy => easy..=fair - 1,
            Level::Fair => fair..=hard - 1,
            Level::Hard => hard..=most,
        }
    }

    /// The fewest turns of a full board of this level and size: by quarters of its tiles.
    pub fn fewest_of_full(self, size: BoardSize) -> std::ops::RangeInclusive<usize> {
        let quarters = self as usize + 1;
        let share = |quarters| size.tiles() * quarters / 4;
        share(quarters)..=share(quarters + 1) - 1
    }
}

pub static LEVEL: GameOption<Option<Level>> = GameOption::new(
    "level",
    "Level",
    &[
        value("any", "mixed", None),
        noted("easy", "easy", "few turns", Some(Level::Easy)),
        noted("fair", "fair", "more turns", Some(Level::Fair)),
        noted("hard", "hard", "many turns", Some(Level::Hard)),
    ],
);

pub const NO_SUCH_TILE: Fault =
    Fault::new(901, "no_such_tile", "No such tile. A tile is a row and a column, as in 2,3.");
pub const NEVER_TURNS: Fault =
    Fault::new(902, "never_turns", "The arrow, the heart, crossings and walls stay as they are.");
pub const LOCKED: Fault =
    Fault::new(903, "tile_locked", "That tile is locked. Unlock it to turn it.");
pub const SETTLED: Fault =
    Fault::new(904, "tile_settled", "A hint has settled that tile, so it stays as it is.");
pub const GAME_OVER: Fault =
    Fault::new(905, "game_over", "The game is over: the arrow has reached its goal.");

/// A tile of the largest board.
const TILE: &[ArgumentSpec] = &[ArgumentSpec::number("tile", 0, 107, NO_SUCH_TILE)];

pub static TURN: RequestSpec = RequestSpec::new(
    "turn",
    "turn",
    "Turns a tile by a quarter, clockwise. Tiles are numbered from 0, row by row.",
)
.taking(TILE)
.refused_with(&[NEVER_TURNS, LOCKED, SETTLED, GAME_OVER]);
pub static TURN_BACK: RequestSpec =
    RequestSpec::new("turn_back", "turn back", "Turns a tile by a quarter, counter-clockwise.")
        .taking(TILE)
        .refused_with(&[NEVER_TURNS, LOCKED, SETTLED, GAME_OVER]);
pub static LOCK: RequestSpec =
    RequestSpec::new("lock", "lock", "Locks a tile, so that it cannot be turned, or unlocks it.")
        .taking(TILE)
        .refused_with(&[NEVER_TURNS, SETTLED, GAME_OVER]);
pub static HINT: RequestSpec = RequestSpec::new(
    "hint",
    "take a hint",
    "Turns the first wrong tile on the cheapest way to the heart, on a full board the first wrong one from the arrow, and settles it for good.",
)
.refused_with(&[GAME_OVER, SETTLED]);

pub static SOLVE: RequestSpec = RequestSpec::new(
    "solve",
    "show the solution",
    "Turns every tile on the cheapest way to the heart the right way, on a full board every tile. The game is lost then.",
)
.refused_with(&[GAME_OVER, SETTLED]);

pub static TILE_TURNED: MessageSpec = MessageSpec::new(
    "tile_turned",
    &["tile", "openings"],
    "A tile was turned and now opens to these sides: letters of nesw.",
);
pub static TILE_LOCKED: MessageSpec =
    MessageSpec::new("tile_locked", &["tile"], "A tile was locked.");
pub static TILE_UNLOCKED: MessageSpec = MessageSpec::new(
    "tile_unlocked",
    &["tile"],
    "A tile was unlocked, by the player or for a hint.",
);
pub static HINT_GIVEN: MessageSpec = MessageSpec::new(
    "hint_given",
    &["tile", "openings"],
    "A hint has settled this tile, which now opens to these sides.",
);
pub static SOLUTION_SHOWN: MessageSpec = MessageSpec::new(
    "solution_shown",
    &[],
    "Every tile on the cheapest way to the heart, or of a full board, was turned the right way, and the game is lost.",
);
pub static HEART_REACHED: MessageSpec = MessageSpec::new(
    "heart_reached",
    &["turns", "fewest", "hints"],
    "The arrow reaches the heart, on a full board every tile, after this many turns and hints; without hints the fewest possible turns were these.",
);

/// The ruleset, but for the rules at length.
pub const RULESET: Ruleset = Ruleset {
    key: "maze",
    number: 5,
    uri: "urn:uuid:327d9114-ea52-4f93-980a-468f436700b5",
    title: "Valentine's Maze",
    blurb: "Turn tiles until Cupid's arrow can fly along them to the heart.",
    picture: "maze",
    daily: true,
    options: &[&SIZE, &LEVEL, &KIND],
    presets: &[
        Preset { label: "Easy, 6 by 4", query: "level=easy" },
        Preset { label: "Hard, 12 by 9", query: "size=12x9&level=hard" },
        Preset { label: "Join every tile, 8 by 6", query: "size=8x6&kind=full" },
    ],
    requests: &[&TURN, &TURN_BACK, &LOCK, &HINT, &SOLVE],
    messages: &[
        &TILE_TURNED,
        &TILE_LOCKED,
        &TILE_UNLOCKED,
        &HINT_GIVEN,
        &SOLUTION_SHOWN,
        &HEART_REACHED,
    ],
    steps: &[
        "Choose a tile: it turns by a quarter.",
        "The arrow flies along the path as far as its pieces join.",
        "Lead it to the heart, in as few turns as you can.",
    ],
    ..Ruleset::USUAL
};
