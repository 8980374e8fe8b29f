//! Tic-tac-toe against 21 patterns, after the midterm of INFM 743 (University of Maryland).
//!
//! - X begins. The players mark squares in turn, and three marks in a row win: across, down or
//!   diagonally. A full board without a line is a draw.
//! - The computer looks at three squares only: the top left, the top middle and the centre. It
//!   turns the board by quarters, counter-clockwise, to look at the others. Patterns 1 to 7 win, 8
//!   to 14 block a win, 15 to 21 block a win in two moves. If no pattern fits, it takes the centre,
//!   or the first free square if the centre is taken.
//! - The course's text allows two readings. The careful computer tries each pattern in its four
//!   turns before the next one, and never loses. The easy computer tries all patterns before it
//!   turns the board, and loses 35 of the 491 games there are.

mod explain;
mod patterns;
mod reading;
mod rules;
#[cfg(test)]
mod tests;

use crate::games::noughts::{Rule, hint, judge};
use crate::games::shared::grid::{self, GridGame, MARKED, NO_SUCH_SQUARE, Position, TAKEN};
use crate::games::shared::lines::{Mark, THREE};
use crate::prelude::*;
use patterns::{PATTERNS, Reading, Reason};
use reading::{PLAY, choice};

pub struct TicTacToe;

static MARK: RequestSpec = RequestSpec::new(
    "mark",
    "mark it",
    "Puts your X into an empty square. Squares are numbered from 0 at the top left, row by row.",
)
.taking(&[ArgumentSpec::number("cell", 0, 8, NO_SUCH_SQUARE)])
.refused_with(&[TAKEN, GAME_OVER]);

impl Duel for TicTacToe {
    type Position = Position;
    type Move = usize;

    const FACE: Ruleset = RULESET;
    const DID: &'static str = "took";
    const INVITATION: &'static str = "Choose a square.";
    const TOLD: &'static MessageSpec = &MARKED;

    fn names(_: &Choices) -> Vec<Text> {
        vec!["X".into(), "O".into()]
    }

    fn aim(_: &Choices) -> Text {
        "Three in a row wins.".into()
    }

    fn moves_max(_: &Choices) -> usize {
        9
    }

    fn start(_: &Choices, _: u64) -> Position {
        Position::empty(&THREE, Mark::Cross)
    }

    fn winner(game: &GridGame, last: Seat) -> Option<Seat> {
        game.position.in_line().map(|_| last)
    }

    fn computer(game: &GridGame) -> Option<usize> {
        choice(game).map(|(square, _)| square)
    }

    fn judge(_: &Choices, meter: Meter) -> Option<Judge<Position>> {
        judge::judge(&THREE, Rule::Normal, meter)
    }

    fn advice(game: &GridGame) -> Option<(usize, Text)> {
        hint::advice(game, Rule::Normal)
    }

    fn request(square: usize) -> Request {
        Request::with(&MARK, square)
    }

    fn finish(game: &GridGame, seat: Seat, square: usize, _: &Perspective) -> String {
        grid::finish(game, seat, square, false)
    }

    fn board(game: &GridGame, is_over: bool) -> Part {
        let legend = match game.choices.of(&PLAY) {
            _ if !game.has_computer() => "",
            Reading::Careful => {
                "The computer plays by 21 patterns and never loses: aim for a draw."
            }
            Reading::Hasty => "The computer plays by 21 patterns, in haste: you can win.",
        };
        grid::board(game, Self::request, is_over).explained(legend).into()
    }

    fn square(_: &GridGame, square: usize) -> usize {
        square
    }

    fn facts(game: &GridGame) -> Vec<Fact> {
        if !game.has_computer() {
            return Vec::new();
        }
        let pattern = last_pattern(game).unwrap_or_else(|| Fact::new("Goal", "three in a row"));
        vec![Fact::new("You", "X"), game.choices.fact(&PLAY), pattern]
    }

    fn why(before: &GridGame, square: usize) -> Page {
        explain::why(before, square)
    }

    fn title(choices: &Choices) -> String {
        format!("Tic-tac-toe, {}", choices.of(&PLAY).name())
    }

    fn next_games(choices: &Choices, mood: Mood) -> Vec<NextGame> {
        let level = NextGame::on_ladder(&PLAY, &[Reading::Hasty, Reading::Careful], choices, mood);
        level.into_iter().collect()
    }
}

/// The pattern of the computer's last move.
fn last_pattern(game: &GridGame) -> Option<Fact> {
    let (before, _) = game.before_reply::<TicTacToe>()?;
    let pattern: Text = match choice(&before)?.1 {
        Reason::Pattern { pattern, .. } => format!("{} of {}", pattern + 1, PATTERNS.len()).into(),
        Reason::Centre => "none, so the centre".into(),
        Reason::FirstFree => "none, so the first free square".into(),
    };
    Some(Fact::new("Pattern", pattern))
}

const RULESET: Ruleset = Ruleset {
    key: "tictactoe",
    number: 2,
    uri: "urn:uuid:7a4e49a9-1daa-48cd-88d8-348bb77be571",
    title: "Tic-tac-toe",
    blurb: "Always 3 by 3. Ask why the computer made each move.",
    group: Group::BoardGames,
    picture: "tictactoe",
    secrecy: |_| Secrecy::NONE,
    people: (1, 2),
    options: &[&PLAY, &FIRST],
    presets: &[
        Preset { label: "Easy level", query: "play=easy" },
        Preset { label: "The computer begins", query: "first=computer" },
    ],
    requests: &[&MARK, &WHY, &HINT],
    messages: &[&MARKED],
    steps: &[
        "You are X. Choose an empty square.",
        "The computer answers with an O.",
        "Three in a row wins: across, down or diagonally.",
    ],
    rules: rules::rules,
    ..Ruleset::USUAL
};
