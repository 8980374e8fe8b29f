//! Noughts and crosses, after a PHP program of 2008 that searches with scored lines.
//!
//! - O begins. The players mark squares in turn. A line wins: three in a row on three by three,
//!   four on four by four and on five by five, five on nine by nine. A full board without a line is
//!   a draw. In the misère game a player who makes a line loses.
//! - On the easy, the casual and the medium level a lot decides at each move if the computer looks ahead or
//!   takes a glance. After a glance it wins if it can. Otherwise it takes by lot one of the three
//!   squares that look best.
//! - On the classic level, as in the PHP program, it tries every X with every O in answer. Lines
//!   have scores, and a square is worth its worst answer. The computer takes the best square, the
//!   first among equals. It takes a win at once; the PHP program could pass over one.
//! - On the perfect level it proves what a square leads to ([`perfect`]). On three by three and four
//!   by four it is never wrong. On larger boards it looks at a limited number of positions. On nine
//!   by nine it looks for threats; it is good there, not perfect.

mod choice;
mod choose;
mod counted;
mod denial;
mod explain;
pub(crate) mod hint;
pub(crate) mod judge;
mod perfect;
mod rules;
mod score;
mod search;
mod terms;
#[cfg(test)]
mod tests;

use crate::games::shared::grid::{self, GridGame, MARKED, NO_SUCH_SQUARE, Position, TAKEN};
use crate::games::shared::lines::{Grid, Mark};
use crate::prelude::*;
use choose::{Turn, lot};
pub use terms::Rule;
use terms::{LEVEL, Level, RULE, SIZE};

/// Noughts and crosses.
pub struct Noughts;

static MARK: RequestSpec = RequestSpec::new(
    "mark",
    "mark it",
    "Puts your O into an empty square. Squares are numbered from 0 at the top left, row by row.",
)
.taking(&[ArgumentSpec::number("cell", 0, 80, NO_SUCH_SQUARE)])
.refused_with(&[TAKEN, GAME_OVER]);

impl Duel for Noughts {
    type Position = Position;
    type Move = usize;

    const FACE: Ruleset = RULESET;
    const DID: &'static str = "took";
    const INVITATION: &'static str = "Choose a square.";
    const TOLD: &'static MessageSpec = &MARKED;

    fn names(_: &Choices) -> Vec<Text> {
        vec!["O".into(), "X".into()]
    }

    fn aim(choices: &Choices) -> Text {
        let run = capitalised(choices.of(&SIZE).run_name());
        match choices.of(&RULE) {
            Rule::Normal => format!("{run} wins.").into(),
            Rule::Misere => format!("{run} loses.").into(),
        }
    }

    fn moves_max(choices: &Choices) -> usize {
        choices.of(&SIZE).size()
    }

    fn start(choices: &Choices, _: u64) -> Position {
        Position::empty(choices.of(&SIZE), Mark::Nought)
    }

    fn winner(game: &GridGame, last: Seat) -> Option<Seat> {
        game.position.in_line().map(|_| match game.choices.of(&RULE) {
            Rule::Normal => last,
            Rule::Misere => 1 - last,
        })
    }

    fn computer(game: &GridGame) -> Option<usize> {
        let level = game.choices.of(&LEVEL);
        choose::choose(Turn::of(game), level, lot(game)).map(|choice| choice.square)
    }

    fn judge(choices: &Choices, meter: Meter) -> Option<Judge<Position>> {
        judge::judge(choices.of(&SIZE), choices.of(&RULE), meter)
    }

    fn advice(game: &GridGame) -> Option<(usize, Text)> {
        hint::advice(game, game.choices.of(&RULE))
    }

    fn request(square: usize) -> Request {
        Request::with(&MARK, square)
    }

    fn finish(game: &GridGame, seat: Seat, square: usize, _: &Perspective) -> String {
        grid::finish(game, seat, square, game.choices.of(&RULE) == Rule::Misere)
    }

    fn board(game: &GridGame, is_over: bool) -> Part {
        let legend = match game.choices.of(&LEVEL) {
            _ if !game.has_computer() => "",
            level if level.never_loses(game.position.grid, game.choices.of(&RULE)) => {
                "The computer never loses on this board: aim for a draw, or choose an easier level."
            }
            Level::Easy => "The computer looks ahead now and then: you can win.",
            Level::Casual => "The computer looks ahead at times.",
            Level::Medium => "The computer looks ahead most of the time.",
            Level::Classic => "The computer counts lines and looks one move ahead.",
            Level::Perfect => "The computer looks as far ahead as it can.",
        };
        grid::board(game, Self::request, is_over).explained(legend).into()
    }

    fn square(_: &GridGame, square: usize) -> usize {
        square
    }

    fn facts(game: &GridGame) -> Vec<Fact> {
        let run = game.position.grid.run_name();
        let goal = Fact::new(
            "Goal",
            match game.choices.of(&RULE) {
                Rule::Normal => run.to_owned(),
                Rule::Misere => format!("no {run}"),
            },
        );
        if !game.has_computer() {
            return vec![goal];
        }
        vec![Fact::new("You", "O"), Fact::new("Level", level(&game.choices)), goal]
    }

    fn why(before: &GridGame, square: usize) -> Page {
        explain::why(before, square)
    }

    fn title(choices: &Choices) -> String {
        let Grid { side, .. } = choices.of(&SIZE);
        let misere = if choices.of(&RULE) == Rule::Misere { ", misère" } else { "" };
        format!("Noughts and crosses {side}x{side}, {}{misere}", level(choices))
    }

    fn next_games(choices: &Choices, mood: Mood) -> Vec<NextGame> {
        let ladder = [Level::Easy, Level::Casual, Level::Medium, Level::Classic, Level::Perfect];
        let level = NextGame::on_ladder(&LEVEL, &ladder, choices, mood);
        level.into_iter().chain(larger(choices)).collect()
    }
}

/// A game on the next larger board. `None` on the largest.
fn larger(choices: &Choices) -> Option<NextGame> {
    let mut all: Vec<_> = SIZE.values.iter().collect();
    all.sort_by_key(|(_, grid)| grid.side);
    let side = choices.of(&SIZE).side;
    let (value, grid) = all.into_iter().find(|(_, grid)| grid.side > side)?;
    Some(NextGame::with(capitalised(value.label), &SIZE, *grid))
}

/// The name of the level.
fn level(choices: &Choices) -> &'static str {
    choices.of(&LEVEL).name(choices.of(&SIZE), choices.of(&RULE))
}

const RULESET: Ruleset = Ruleset {
    key: "noughts",
    number: 3,
    uri: "urn:uuid:bb6f1f53-c40a-4416-bcb3-d726bda8839f",
    title: "Noughts and crosses",
    blurb: "Boards up to 9 by 9, at five levels. Or try to avoid a line.",
    group: Group::BoardGames,
    picture: "noughts",
    secrecy: |choices| {
        if choices.people() == 1 && choices.of(&LEVEL).draws_lots() {
            Secrecy::later("the random numbers by which the computer will choose its squares")
        } else {
            Secrecy::NONE
        }
    },
    people: (1, 2),
    options: &[&LEVEL, &SIZE, &FIRST, &RULE],
    presets: &[
        Preset { label: "Easy level", query: "level=easy" },
        Preset { label: "3 by 3, three in a row", query: "size=3x3" },
        Preset { label: "4 by 4, four in a row", query: "size=4x4" },
        Preset { label: "9 by 9, five in a row", query: "level=perfect&size=9x9" },
    ],
    requests: &[&MARK, &WHY, &HINT, &RESIGN, &OFFER_DRAW, &ACCEPT_DRAW],
    messages: &[&MARKED, &RESIGNED, &DRAW_OFFERED, &DRAW_AGREED],
    steps: &[
        "You are O. Choose an empty square.",
        "The computer answers with an X.",
        "Four in a row wins, on 3 by 3 three and on 9 by 9 five: across, down or diagonally.",
    ],
    rules: rules::rules,
    ..Ruleset::USUAL
};
