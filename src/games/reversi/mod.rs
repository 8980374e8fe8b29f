//! Reversi, the game of Lewis Waterman and John W. Mollett, with the start of Othello. The rules are those of the
//! World Othello Federation.
//!
//! - The players place a disc in turn. It turns every row of the other player's discs that lies between it and
//!   another disc of its colour: across, down, and on the diagonals. A disc that turns none may not be placed.
//! - A player without a move passes. The page passes by itself: the other player moves again.
//! - If neither can move, the player with more discs wins.
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
use discs::{Discs, SQUARES, Squares, each, name, place, square};

/// Reversi.
pub struct Reversi;

/// A game in progress. A move is a square.
type Game = MatchOf<Reversi>;

const NO_SUCH_SQUARE: Fault = Fault::new(
    901,
    "no_such_square",
    "No such square. A square is a letter and a number, as in d3.",
);
const TAKEN: Fault = Fault::new(902, "taken", "That square has a disc. Choose a free one.");
const TURNS_NONE: Fault =
    Fault::new(906, "turns_none", "A disc there turns no other. Choose another square.");

static PLACE: RequestSpec = RequestSpec::new(
    "place",
    "place a disc",
    "Places a disc on a square: d3. It turns the discs between it and others of its colour.",
)
.taking(&[ArgumentSpec::word("square", &["d3", "c4", "f5", "e6"], NO_SUCH_SQUARE)])
.refused_with(&[TAKEN, TURNS_NONE, GAME_OVER]);
static PLACED: MessageSpec =
    MessageSpec::new("placed", &["player", "square"], "A player placed a disc on a square.");

/// The discs, the seat to move, and the effect of the last move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Position {
    discs: Discs,
    /// The seat to move. At the end, it has no square.
    next: Seat,
    /// The last disc, and those that it turned.
    placed: Squares,
    turned: Squares,
}

impl Position {
    /// The squares on which the seat to move can place a disc.
    fn squares(&self) -> Squares {
        self.discs.moves(self.next)
    }

    /// The seat that placed the last disc.
    fn last(&self) -> Option<Seat> {
        (0..2).find(|seat| self.discs.0[*seat] & self.placed != 0)
    }

    /// The seat that has just passed, since it has no square.
    fn passes(&self) -> Option<Seat> {
        self.last().filter(|last| *last == self.next).map(|last| 1 - last)
    }
}

impl Playable for Position {
    type Move = Squares;

    fn moves(&self, _: &Choices) -> Vec<Squares> {
        each(self.squares()).collect()
    }

    fn after(&self, seat: Seat, square: Squares) -> Self {
        let discs = self.discs.with(seat, square);
        let other = 1 - seat;
        let passes = discs.moves(other) == 0 && discs.moves(seat) != 0;
        Position {
            discs,
            next: if passes { seat } else { other },
            placed: square,
            turned: self.discs.turned(seat, square),
        }
    }

    fn goes_on(&self, _: &Choices) -> bool {
        self.passes().is_some()
    }

    fn refusal(&self, _: &Choices, request: &Request) -> Refusal {
        match square(request.word(0)) {
            None => NO_SUCH_SQUARE.into(),
            Some(taken) if self.discs.free() & taken == 0 => {
                TAKEN.saying(format!("{} has a disc. Choose a free square.", name(taken)))
            }
            Some(free) => TURNS_NONE
                .saying(format!("A disc at {} turns no other. Choose another square.", name(free))),
        }
    }

    fn named(&self, square: Squares) -> String {
        name(square)
    }
}

impl Duel for Reversi {
    type Position = Position;
    type Move = Squares;

    const FACE: Ruleset = RULESET;
    const DID: &'static str = "played";
    const INVITATION: &'static str = "Choose a square.";
    const TOLD: &'static MessageSpec = &PLACED;

    fn names(_: &Choices) -> Vec<Text> {
        page::COLOURS.map(|colour| capitalised(colour).into()).into()
    }

    fn aim(_: &Choices) -> Text {
        "More discs at the end win.".into()
    }

    fn news(game: &Game) -> String {
        page::news(game)
    }

    fn moves_max(_: &Choices) -> usize {
        SQUARES - 4
    }

    fn start(choices: &Choices, _: u64) -> Position {
        let next = first(choices);
        Position { discs: Discs::start(next), next, placed: 0, turned: 0 }
    }

    fn winner(game: &Game, _: Seat) -> Option<Seat> {
        let [person, computer] = game.position.discs.counts();
        match person.cmp(&computer) {
            std::cmp::Ordering::Greater => Some(PERSON),
            std::cmp::Ordering::Less => Some(COMPUTER),
            std::cmp::Ordering::Equal => None,
        }
    }

    fn computer(game: &Game) -> Option<Squares> {
        computer::reply(game)
    }

    fn advice(game: &Game) -> Option<(Squares, Text)> {
        computer::advice(game)
    }

    fn request(square: Squares) -> Request {
        Request::with(&PLACE, name(square))
    }

    fn finish(game: &Game, _: Seat, _: Squares, who: &Perspective) -> String {
        let [person, computer] = game.position.discs.counts();
        let first = who.says(PERSON, "have", "has");
        let second = who.name(COMPUTER);
        let second = if game.has_computer() { second.to_lowercase() } else { second.to_owned() };
        format!("Nobody can move. {first} {}, {second} {computer}.", count(person, "disc"))
    }

    fn board(game: &Game, is_over: bool) -> Part {
        page::board(game, is_over).into()
    }

    fn square(_: &Game, square: Squares) -> usize {
        place(square)
    }

    fn facts(game: &Game) -> Vec<Fact> {
        page::facts(game)
    }

    fn why(before: &Game, square: Squares) -> Page {
        page::why(before, square)
    }

    fn title(choices: &Choices) -> String {
        format!("Reversi, {}", choices.fact(&LEVEL).value)
    }

    fn next_games(choices: &Choices, mood: Mood) -> Vec<NextGame> {
        NextGame::on_ladder(&LEVEL, &Level::ALL, choices, mood).into_iter().collect()
    }

    fn read(_: &Game, text: &str) -> Named {
        page::read(text)
    }

    fn complete(page: Page, game: &Game, _: &Perspective, _: Option<&Request>) -> Page {
        page::complete(page, game)
    }
}

const RULESET: Ruleset = Ruleset {
    key: "reversi",
    number: 12,
    uri: "urn:uuid:6e0b8f1c-93a5-4d27-8a41-5b1f6c7e2d90",
    title: "Reversi",
    blurb: "Turn discs to your colour: more at the end win.",
    group: Group::BoardGames,
    picture: "reversi",
    secrecy: |choices| match choices.people() {
        1 => Secrecy::later("the lots by which the computer will choose among equal squares"),
        _ => Secrecy::NONE,
    },
    people: (1, 2),
    options: &[&LEVEL, &FIRST],
    presets: &[
        Preset { label: "Casual level", query: "level=casual" },
        Preset { label: "Steady level", query: "level=steady" },
        Preset { label: "Medium level", query: "level=medium" },
        Preset { label: "Strong level", query: "level=strong" },
        Preset { label: "Hard level", query: "level=hard" },
        Preset { label: "Expert level", query: "level=expert" },
        Preset { label: "The computer begins", query: "first=computer" },
    ],
    requests: &[&PLACE, &WHY, &HINT, &RESIGN],
    messages: &[&PLACED, &RESIGNED],
    steps: &[
        "Place a disc so that discs of the other colour lie between it and another of yours: they turn.",
        "The computer answers. A player who cannot move passes.",
        "If neither can move, more discs win.",
    ],
    rules: rules::rules,
    ..Ruleset::USUAL
};
