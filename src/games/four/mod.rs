//! Four in a row, which Milton Bradley has sold as Connect Four since 1974. The rules are those of Victor
//! Allis, "A Knowledge-based Approach of Connect-Four" (Vrije Universiteit Amsterdam, 1988).
//!
//! - The players drop a disc in turn into one of seven columns of six squares. It falls to the lowest
//!   free square.
//! - Four discs of a player in a row win: across, in a column, or on a diagonal. A full board without such a
//!   four is a draw.
//! - The computer looks some moves ahead, one move deeper each time, until its work is done.

mod computer;
mod discs;
mod page;
mod reasons;
mod rules;
mod search;
#[cfg(test)]
mod tests;

use crate::prelude::*;
use computer::{LEVEL, Level};
use discs::{COLUMNS, Discs, ROWS, column_of, each, fours, name, place};

/// Four in a row.
pub struct Four;

/// A game in progress. A move is a column, from 0.
type Game = MatchOf<Four>;

const NO_SUCH_COLUMN: Fault =
    Fault::new(901, "no_such_column", "That is no column: they are a to g, or 1 to 7.");
const FULL: Fault = Fault::new(902, "full", "That column is full. Choose another one.");

static DROP: RequestSpec =
    RequestSpec::new("drop", "drop a disc", "Drops a disc into a column, numbered from 1.")
        .taking(&[ArgumentSpec::number("column", 1, COLUMNS, NO_SUCH_COLUMN)])
        .refused_with(&[FULL, GAME_OVER]);
static DROPPED: MessageSpec =
    MessageSpec::new("dropped", &["player", "column"], "A player dropped a disc into a column.");

impl Playable for Discs {
    type Move = usize;

    fn moves(&self, _: &Choices) -> Vec<usize> {
        let landings = if self.winner().is_some() { 0 } else { self.landings() };
        each(landings).map(column_of).collect()
    }

    fn after(&self, seat: Seat, column: usize) -> Self {
        self.landing(column).map_or(*self, |square| self.with(seat, square))
    }

    fn refusal(&self, _: &Choices, request: &Request) -> Refusal {
        FULL.saying(format!(
            "Column {} is full. Choose another one.",
            reasons::column_name(request.number(0) - 1)
        ))
    }

    fn named(&self, column: usize) -> String {
        self.landing(column).map_or(String::new(), name)
    }
}

impl Duel for Four {
    type Position = Discs;
    type Move = usize;

    const FACE: Ruleset = RULESET;
    const DID: &'static str = "played";
    const INVITATION: &'static str = "Choose a column.";
    const TOLD: &'static MessageSpec = &DROPPED;

    fn names(_: &Choices) -> Vec<Text> {
        page::COLOURS.map(|colour| capitalised(colour).into()).into()
    }

    fn aim(_: &Choices) -> Text {
        "Four in a row win.".into()
    }

    fn moves_max(_: &Choices) -> usize {
        COLUMNS * ROWS
    }

    fn start(_: &Choices, _: u64) -> Discs {
        Discs::default()
    }

    fn winner(game: &Game, _: Seat) -> Option<Seat> {
        game.position.winner()
    }

    fn computer(game: &Game) -> Option<usize> {
        computer::reply(game)
    }

    fn advice(game: &Game) -> Option<(usize, Text)> {
        computer::advice(game)
    }

    fn request(column: usize) -> Request {
        Request::with(&DROP, column + 1)
    }

    fn finish(game: &Game, seat: Seat, _: usize, who: &Perspective) -> String {
        match fours(game.position.0[seat]).next() {
            Some(four) => format!("{} made four {}.", who.name(seat), reasons::run(four)),
            None => "The board is full, and nobody has four in a row.".to_owned(),
        }
    }

    fn board(game: &Game, is_over: bool) -> Part {
        page::board(game, is_over).into()
    }

    fn square(game: &Game, column: usize) -> usize {
        place(game.position.top(column))
    }

    fn facts(game: &Game) -> Vec<Fact> {
        page::facts(game)
    }

    fn why(before: &Game, column: usize) -> Page {
        page::why(before, column)
    }

    fn title(choices: &Choices) -> String {
        format!("Four in a row, {}", choices.fact(&LEVEL).value)
    }

    fn next_games(choices: &Choices, mood: Mood) -> Vec<NextGame> {
        NextGame::on_ladder(&LEVEL, &Level::ALL, choices, mood).into_iter().collect()
    }

    fn read(game: &Game, text: &str) -> Named {
        page::read(&game.position, text)
    }

    fn complete(page: Page, game: &Game, _: &Perspective, _: Option<&Request>) -> Page {
        page::complete(page, game)
    }
}

const RULESET: Ruleset = Ruleset {
    key: "four",
    number: 11,
    uri: "urn:uuid:2f0c9a52-4a0e-4a6e-9d4c-7d7e5d3b1a44",
    title: "Four in a row",
    blurb: "Drop discs into seven columns, and connect four.",
    group: Group::BoardGames,
    picture: "four",
    secrecy: |choices| match choices.people() {
        1 => Secrecy::later(
            "the random numbers by which the computer will choose among equal columns",
        ),
        _ => Secrecy::NONE,
    },
    people: (1, 2),
    options: &[&LEVEL, &FIRST],
    presets: &[
        Preset { label: "Casual level", query: "level=casual" },
        Preset { label: "Medium level", query: "level=medium" },
        Preset { label: "Hard level", query: "level=hard" },
        Preset { label: "Expert level", query: "level=expert" },
        Preset { label: "The computer begins", query: "first=computer" },
    ],
    requests: &[&DROP, &WHY, &HINT, &RESIGN, &OFFER_DRAW, &ACCEPT_DRAW],
    messages: &[&DROPPED, &RESIGNED, &DRAW_OFFERED, &DRAW_AGREED],
    steps: &[
        "Choose a column: your disc falls to its lowest free square.",
        "The computer answers.",
        "Four discs in a row win: across, in a column, or on a diagonal.",
    ],
    rules: rules::rules,
    ..Ruleset::USUAL
};
