//! The public face of the game: its option, requests, messages and faults.

use super::code::{STANDARD, Shape};
use super::position::Kind;
use crate::prelude::*;

pub static KIND: GameOption<Kind> = GameOption::new(
    "code",
    "Code",
    &[
        value("sealed", "a sealed code", Kind::Sealed),
        noted("evasive", "an evasive code", "it dodges your guesses", Kind::Evasive),
        noted("yours", "your own code", "the computer breaks it", Kind::Yours),
        noted("friend", "a code for a friend", "you get a link to send", Kind::Friend),
    ],
);

/// The numbers of pegs and of their kinds.
pub static SHAPE: GameOption<(usize, usize)> = GameOption::new(
    "size",
    "Pegs",
    &[
        value("4x6", "four of six colours", (4, 6)),
        noted("5x8", "five of eight colours", "a sealed or a friend's code", (5, 8)),
    ],
);
pub static REPEATS: GameOption<bool> = GameOption::new(
    "repeats",
    "Repeats",
    &[
        value("yes", "a colour may repeat", true),
        noted("no", "the code has no colour twice", "a sealed or a friend's code", false),
    ],
);

/// The kinds of pegs: their letters, their colours, and their pictures.
pub const PEGS: [(&str, &str, &str); 8] = [
    ("A", "blue", "peg-a"),
    ("B", "green", "peg-b"),
    ("C", "yellow", "peg-c"),
    ("D", "red", "peg-d"),
    ("E", "orange", "peg-e"),
    ("F", "violet", "peg-f"),
    ("G", "white", "peg-g"),
    ("H", "grey", "peg-h"),
];

pub const UNKNOWN_PEG: Fault = Fault::new(901, "unknown_peg", "No such peg here. Choose another.");
pub const NO_PEG_NOW: Fault = Fault::new(902, "no_peg_now", "No peg can be put or taken out now.");
pub const WRONG_ANSWER: Fault =
    Fault::new(903, "wrong_answer", "No code fits that answer and those before it.");
pub const NO_GUESS_YET: Fault =
    Fault::new(904, "no_guess_yet", "No guess waits for an answer: make a guess.");
pub const GAME_OVER: Fault = Fault::new(905, "game_over", "The game is over.");
pub const NOTHING_TO_EXPLAIN: Fault = Fault::new(
    906,
    "nothing_to_explain",
    "There is no guess or answer of the computer to explain.",
);

pub static PUT: RequestSpec = RequestSpec::new(
    "put",
    "put it",
    "Puts a peg into the next hole, or several, as in AABB. The last one makes the row a guess; or the code, when it is being made.",
)
.taking(&[ArgumentSpec::word("peg", &["A", "B", "C", "D", "E", "F", "G", "H"], UNKNOWN_PEG)])
.refused_with(&[NO_PEG_NOW, GAME_OVER]);
pub static TAKE_OUT: RequestSpec =
    RequestSpec::new("take_out", "take the last peg out", "Takes the last peg out of the row.")
        .refused_with(&[NO_PEG_NOW, GAME_OVER]);
pub static ANSWER: RequestSpec = RequestSpec::new(
    "answer",
    "answer it",
    "Answers the last guess: how many pegs are right and in their places, and how many more are right but elsewhere.",
)
.taking(&[
    ArgumentSpec::number("black", 0, 4, WRONG_ANSWER),
    ArgumentSpec::number("white", 0, 4, WRONG_ANSWER),
])
.refused_with(&[NO_GUESS_YET, GAME_OVER]);
pub static WHY: RequestSpec = RequestSpec::new(
    "why",
    "explain the computer's last move",
    "Asks why the computer made its last guess, or gave its last answer. The position stays as it is.",
)
.refused_with(&[NOTHING_TO_EXPLAIN])
.read_only();

pub static GUESSED: MessageSpec =
    MessageSpec::new("guessed", &["player", "code"], "A player has guessed a code.");
pub static ANSWERED: MessageSpec = MessageSpec::new(
    "answered",
    &["black", "white"],
    "So many pegs of the last guess are right and in their places, and so many more are right elsewhere.",
);
pub static BROKEN: MessageSpec =
    MessageSpec::new("broken", &["guesses"], "The code is broken, after this many guesses.");

/// The ruleset without the rules at length.
pub const RULESET: Ruleset = Ruleset {
    key: "mastermind",
    number: 7,
    uri: "urn:uuid:7d0c9a14-3c55-4b0b-9a3e-52f6f0b1c8d7",
    title: "Mastermind",
    blurb: "Break a code of four pegs, or let yours be broken in five guesses.",
    group: Group::Puzzles,
    picture: "mastermind",
    secrecy,
    measure: |choices| (kind(choices) == Kind::Sealed).then_some("guess"),
    daily: true,
    for_a_friend: Some(Preset { label: "A code for a friend", query: "code=friend" }),
    options: &[&KIND, &SHAPE, &REPEATS],
    presets: &[
        Preset { label: "Five pegs of eight colours", query: "size=5x8" },
        Preset { label: "An evasive code", query: "code=evasive" },
        Preset { label: "Your own code", query: "code=yours" },
        Preset { label: "A code for a friend", query: "code=friend" },
    ],
    requests: &[&PUT, &TAKE_OUT, &ANSWER, &WHY, &HINT],
    messages: &[&GUESSED, &ANSWERED, &BROKEN],
    steps: &[
        "Guess the code: put its pegs, one after the other, or type them as AABC. Any may repeat.",
        "Black counts pegs that are right and in their places, white those that are right elsewhere.",
        "Find the code within ten guesses.",
    ],
    ..Ruleset::USUAL
};

/// The kind of game that was chosen.
pub fn kind(choices: &Choices) -> Kind {
    choices.of(&KIND)
}

/// The shape of the codes. A computer that dodges or breaks them knows only the standard ones.
pub fn shape(choices: &Choices) -> Shape {
    let (pegs, kinds) = choices.of(&SHAPE);
    match kind(choices) {
        Kind::Sealed | Kind::Friend => Shape { pegs, kinds, repeats: choices.of(&REPEATS) },
        Kind::Evasive | Kind::Yours => STANDARD,
    }
}

/// The codes of the computer and of a friend are hidden.
fn secrecy(choices: &Choices) -> Secrecy {
    match kind(choices) {
        Kind::Sealed => Secrecy::secret("the code"),
        Kind::Friend => {
            Secrecy { hides: Hides::Things("the code, once it is made"), ..Secrecy::NONE }
        }
        Kind::Evasive | Kind::Yours => Secrecy::NONE,
    }
}
