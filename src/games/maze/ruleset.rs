//! The public face of the maze: its options, requests, messages, faults and rules in prose.

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

pub const NO_SUCH_TILE: Fault =
    Fault::new(901, "no_such_tile", "There is no tile of that number on this board.");
pub const NEVER_TURNS: Fault =
    Fault::new(902, "never_turns", "The arrow and the heart stay as they are.");
pub const LOCKED: Fault =
    Fault::new(903, "tile_locked", "That tile is locked. Unlock it to turn it.");
pub const SETTLED: Fault =
    Fault::new(904, "tile_settled", "A hint has settled that tile, so it stays as it is.");
pub const GAME_OVER: Fault =
    Fault::new(905, "game_over", "The game is over: the arrow has reached the heart.");

/// A tile of the largest board.
const TILE: &[ArgumentSpec] = &[ArgumentSpec::number("tile", 0, 107, NO_SUCH_TILE)];

pub static TURN: RequestSpec = RequestSpec::new(
    "turn",
    "turn a tile",
    "Turns a tile by a quarter, clockwise. Tiles are numbered from 0, row by row.",
)
.taking(TILE)
.refused_with(&[NEVER_TURNS, LOCKED, SETTLED, GAME_OVER]);
pub static TURN_BACK: RequestSpec = RequestSpec::new(
    "turn_back",
    "turn a tile back",
    "Turns a tile by a quarter, counter-clockwise.",
)
.taking(TILE)
.refused_with(&[NEVER_TURNS, LOCKED, SETTLED, GAME_OVER]);
pub static LOCK: RequestSpec = RequestSpec::new(
    "lock",
    "lock or unlock a tile",
    "Locks a tile, so that it cannot be turned, or unlocks it.",
)
.taking(TILE)
.refused_with(&[NEVER_TURNS, SETTLED, GAME_OVER]);
pub static HINT: RequestSpec = RequestSpec::new(
    "hint",
    "take a hint",
    "Turns the first wrong tile on the cheapest way to the heart, and settles it for good.",
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
pub static HEART_REACHED: MessageSpec = MessageSpec::new(
    "heart_reached",
    &["turns", "fewest", "hints"],
    "The arrow reaches the heart after this many turns and hints; without hints the fewest possible turns were these.",
);

pub const RULESET: Ruleset = Ruleset {
    key: "maze",
    uri: "urn:uuid:327d9114-ea52-4f93-980a-468f436700b5",
    title: "Valentine's Maze",
    blurb: "Turn the tiles until Cupid's arrow can fly along them to the heart.",
    picture: "maze",
    version: 2,
    oldest_version: 2,
    daily: true,
    options: &[&SIZE],
    requests: &[&TURN, &TURN_BACK, &LOCK, &HINT],
    messages: &[&TILE_TURNED, &TILE_LOCKED, &TILE_UNLOCKED, &HINT_GIVEN, &HEART_REACHED],
    rules: &[
        Section::new(
            "How to play",
            &[
                "Cupid's arrow starts at the left edge of the board and flies east. The heart waits at the right edge and opens only to the west. Every other tile is a corner or a straight, and opens to two of its four sides.",
                "Choose a tile to turn it by a quarter. The arrow flies on from tile to tile where both of them open to each other. Lead it to the heart and you have won.",
                "Under the board you choose what a click does: turn a tile clockwise, turn it back, or lock it. A locked tile is not turned by mistake; unlock it in the same way.",
                "There is always a way to the heart, and on some boards there are several.",
            ],
        ),
        Section::new(
            "How good is good?",
            &[
                "Your quarter turns are counted, whichever way round they go. Beside them stands the fewest with which this board could be solved, counted over every possible way.",
            ],
        ),
        Section::new(
            "Hints",
            &[
                "A hint looks for the way that costs you the fewest turns from where you are, and turns the first wrong tile on it, seen from the arrow. That tile is settled: it stays so for the rest of the game.",
                "A hint leaves locked tiles alone if any way to the heart does. If none does, it unlocks the one that stands in the way.",
                "Hints are counted for themselves, and the turns they make are not yours. Enough of them solve any maze.",
            ],
        ),
        Section::new(
            "The board in text",
            &[
                "Lines show where a tile opens: --- is open to the east and west, | to the north and south. The corners are ,- (south and east), -. (south and west), `- (north and east) and -' (north and west).",
                "Where the arrow flies the lines are doubled: === and #, ,= and so on. A locked tile stands in square brackets, as in [-], one that a hint has settled in braces, as in {-}, and the one just turned in round brackets, as in (-).",
                "The arrow is >-> and the heart is <3.",
            ],
        ),
    ],
    ..Ruleset::USUAL
};
