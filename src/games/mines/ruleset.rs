//! The public face of the game: its options, requests, messages and faults.

use super::arrangements::MINES_MAX;
use super::deal::COLUMNS_MAX;
use super::few::SQUARES_MAX;
use super::field::Size;
use crate::prelude::*;

const fn size(columns: usize, rows: usize, mines: usize) -> Size {
    assert!(columns <= COLUMNS_MAX && columns * rows <= SQUARES_MAX && mines <= MINES_MAX);
    Size { columns, rows, mines }
}

pub static SIZE: GameOption<Size> = GameOption::new(
    "size",
    "Field",
    &[
        value("8x8", "8 by 8, 10 mines", size(8, 8, 10)),
        value("6x6", "6 by 6, 6 mines", size(6, 6, 6)),
        value("12x12", "12 by 12, 26 mines", size(12, 12, 26)),
        value("16x16", "16 by 16, 40 mines", size(16, 16, 40)),
        value("16x16-51", "16 by 16, 51 mines", size(16, 16, 51)),
    ],
);

/// True if the mines have no places before they are proved.
pub static IS_FAIR: GameOption<bool> = GameOption::new(
    "mines",
    "Kind",
    &[
        noted("fair", "fair", "a forced guess is safe", true),
        noted("classic", "classic", "no guess is needed", false),
    ],
);

pub const NO_SUCH_SQUARE: Fault =
    Fault::new(901, "no_such_square", "No such square. A square is a row and a column, as in 2,3.");
pub const ALREADY_OPEN: Fault =
    Fault::new(902, "already_open", "That square is open and tells nothing to do. Choose another.");
pub const FLAGGED: Fault =
    Fault::new(903, "flagged", "That square has a flag. Take the flag off to open it.");
pub const GAME_OVER: Fault = Fault::new(904, "game_over", "The game is over.");
pub const UNDECIDED: Fault = Fault::new(
    905,
    "undecided",
    "That square cannot be judged yet: too many numbers hang together. Open another square first.",
);

/// A square of the largest field.
const SQUARE: &[ArgumentSpec] =
    &[ArgumentSpec::number("square", 0, SQUARES_MAX - 1, NO_SUCH_SQUARE)];

pub static OPEN: RequestSpec =
    RequestSpec::new("open", "open", "Opens a square; at an open number that has all its flags, the other squares around it. Squares are numbered from 0, row by row.")
        .taking(SQUARE)
        .refused_with(&[ALREADY_OPEN, FLAGGED, GAME_OVER, UNDECIDED]);
pub static FLAG: RequestSpec =
    RequestSpec::new("flag", "flag", "Marks a square as a mine, or takes that back. At an open number that needs all closed squares around it, marks these.")
        .taking(SQUARE)
        .refused_with(&[ALREADY_OPEN, GAME_OVER]);

pub static SQUARES_OPENED: MessageSpec = MessageSpec::new(
    "squares_opened",
    &["square", "opened", "left"],
    "A square was opened, with so many in all, and so many without a mine are left. With none left the field is cleared.",
);
pub static MINE_HIT: MessageSpec =
    MessageSpec::new("mine_hit", &["square"], "There was a mine on this square, and it was hit.");
pub static FLAG_SET: MessageSpec =
    MessageSpec::new("flag_set", &["square"], "The player has marked a square as a mine.");
pub static FLAG_TAKEN: MessageSpec =
    MessageSpec::new("flag_taken", &["square"], "The player has taken a mark off.");

/// The ruleset, without the rules at length.
pub const RULESET: Ruleset = Ruleset {
    key: "mines",
    number: 6,
    uri: "urn:uuid:0b7f3c52-9a44-4a0e-8f0e-6c1f5a7d2e93",
    title: "Minesweeper",
    blurb: "Clear the field. If no square can be proved safe, your guess is safe.",
    group: Group::Puzzles,
    picture: "mine",
    daily: true,
    of_day: Some(Preset {
        label: "It is always classic: everybody has the same mines.",
        query: "mines=classic",
    }),
    options: &[&SIZE, &IS_FAIR],
    presets: &[
        Preset { label: "Small, 6 by 6", query: "size=6x6" },
        Preset { label: "Large, 16 by 16", query: "size=16x16" },
        Preset { label: "Classic: no guess is needed", query: "mines=classic" },
    ],
    requests: &[&OPEN, &FLAG, &HINT],
    messages: &[&SQUARES_OPENED, &MINE_HIT, &FLAG_SET, &FLAG_TAKEN],
    steps: &[
        "Open a square: its number says how many of the squares around it have mines.",
        "Work out which others are safe, and open them. Flags are your own notes. A number with all its flags opens the rest around it.",
        "Open every square that has no mine. If none can be proved safe, guess: you are safe.",
    ],
    secrecy: |choices| {
        let is_fair = choices.of(&IS_FAIR);
        Secrecy::dealt(if is_fair { "the seed of the numbers to come" } else { "the mines" })
    },
    ..Ruleset::USUAL
};
