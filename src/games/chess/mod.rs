//! Chess by the FIDE Laws, for one person against the computer or for two people, from the usual
//! position or from one of those of Chess960.
//!
//! - A link holds each move by its place among the legal ones, so it has the whole game. A game ends
//!   in a draw after 200 moves of each side, so a link never gets too long.
//! - A player chooses a piece, then its square. The first choice changes nothing.
//! - The computer looks some moves ahead. It looks at fewer positions in a long game, which takes
//!   longer to read from the link.

mod board;
mod computer;
mod fen;
mod illegal;
pub mod mate;
mod notation;
mod page;
mod pasted;
mod position;
mod reader;
mod reasons;
mod record;
mod requests;
mod rules;
mod search;
mod start;
mod terms;
#[cfg(test)]
mod tests;
mod value;

use crate::game::text::capitalised;
use crate::prelude::*;
use board::{Move, Side};
use page::Choice;
use position::{Ending, MOVES_MAX, Position};
use requests::{CHOOSE, MOVED, NO_SUCH_PIECE, PLAY};
pub use terms::Chess;
use terms::{COLOUR, Colour, Game, LEVEL, Level, START};

impl Playable for Position {
    type Move = Move;

    fn moves(&self, _: &Choices) -> Vec<Move> {
        self.moves()
    }

    fn after(&self, _: Seat, chosen: Move) -> Self {
        self.after(chosen)
    }

    fn refusal(&self, _: &Choices, request: &Request) -> Refusal {
        illegal::refusal(&self.board, request)
    }

    fn named(&self, chosen: Move) -> String {
        notation::algebraic(&self.board, chosen)
    }
}

impl Duel for Chess {
    type Position = Position;
    type Move = Move;

    const FACE: Ruleset = RULESET;
    const DID: &'static str = "played";
    const INVITATION: &'static str = "Your move.";
    const TOLD: &'static MessageSpec = &MOVED;
    const SEED_IN_VIEW: u64 = terms::IN_VIEW;

    fn names(_: &Choices) -> Vec<Text> {
        [Side::White, Side::Black].map(|side| capitalised(side.name()).into()).into()
    }

    /// A person who plays the computer sees the board before the first move only if they begin.
    fn aim(choices: &Choices) -> Text {
        let first = capitalised(terms::start(choices, 0).board.turn.name());
        match choices.people() {
            1 => format!("You are {first}.").into(),
            _ => format!("{first} begins.").into(),
        }
    }

    fn news(game: &Game) -> String {
        page::news(&game.position)
    }

    fn moves_max(_: &Choices) -> usize {
        MOVES_MAX
    }

    fn start(choices: &Choices, seed: u64) -> Position {
        terms::start(choices, seed)
    }

    fn first(choices: &Choices, seed: u64) -> Seat {
        let is_white = match choices.of(&COLOUR) {
            _ if choices.people() > 1 => true,
            Colour::White => true,
            Colour::Black => false,
            Colour::ByLot => seed.is_multiple_of(2),
        };
        let begins = (terms::start(choices, seed).board.turn == Side::White) == is_white;
        if begins { PERSON } else { COMPUTER }
    }

    fn winner(game: &Game, last: Seat) -> Option<Seat> {
        (game.position.ending() == Some(Ending::Mate)).then_some(last)
    }

    fn computer(game: &Game) -> Option<Move> {
        computer::reply(game)
    }

    fn advice(game: &Game) -> Option<(Move, Text)> {
        computer::advice(&game.position)
    }

    fn advised(game: &Game, chosen: Move) -> Vec<usize> {
        let target = page::clicked(chosen, &game.position.moves());
        [chosen.from, target].map(|square| page::mirrored(square).into()).into()
    }

    fn request(chosen: Move) -> Request {
        Request::with(&PLAY, notation::word(chosen))
    }

    fn sits_behind(game: &Game, seat: Seat) -> bool {
        terms::side(game, seat) == Side::Black
    }

    fn finish(game: &Game, seat: Seat, _: Move, who: &Perspective) -> String {
        page::finish(game, seat, who)
    }

    fn board(game: &Game, is_over: bool) -> Part {
        let moves = if is_over { Vec::new() } else { game.position.moves() };
        page::board(&game.position.board, &moves, page::last(game), None).into()
    }

    fn square(_: &Game, chosen: Move) -> usize {
        page::mirrored(chosen.landing()).into()
    }

    fn facts(game: &Game) -> Vec<Fact> {
        page::facts(game)
    }

    fn why(before: &Game, chosen: Move) -> Page {
        page::why(before, chosen)
    }

    #[cfg(any(test, feature = "audit"))]
    fn told_of_lot(before: &Game) -> u32 {
        computer::look(&before.position, before.choices.of(&LEVEL), &mut before.lot()) as u32
    }

    fn title(choices: &Choices) -> String {
        let chess = match choices.typed(&START) {
            Some(_) => "Chess from a chosen start",
            None if choices.of(&START) => "Chess960",
            None => "Chess",
        };
        format!("{chess}, level {}", choices.fact(&LEVEL).value)
    }

    fn next_games(choices: &Choices, mood: Mood) -> Vec<NextGame> {
        let ladder: Vec<Level> = LEVEL.values.iter().map(|(_, level)| *level).collect();
        let level = NextGame::on_ladder(&LEVEL, &ladder, choices, mood);
        let colour = match choices.of(&COLOUR) {
            Colour::White => NextGame::with("Play the black pieces", &COLOUR, Colour::Black),
            Colour::Black | Colour::ByLot => {
                NextGame::with("Play the white pieces", &COLOUR, Colour::White)
            }
        };
        let start = NextGame::following(&START, choices);
        let colour = Some(colour).filter(|_| choices.people() == 1);
        level.into_iter().chain(colour).chain(start).take(NEXT_GAMES).collect()
    }

    fn choose(game: &Game, choice: &Request) -> Result<(), Fault> {
        Choice::read(choice, &game.position.moves()).map(|_| ()).ok_or(NO_SUCH_PIECE)
    }

    fn read(game: &Game, text: &str) -> Named {
        let next = reader::without_last(text, game.names_of_moves().last());
        let is_move = |read: &Named| matches!(read, Named::OneOf(_) | Named::Row(_));
        let read = read_one(game, next);
        if is_move(&read) {
            return read;
        }
        // A move may have the name of the last one, and words behind it: `Qxa4 mate`.
        Some(read_one(game, text)).filter(is_move).unwrap_or(read)
    }

    fn complete(page: Page, game: &Game, who: &Perspective, choice: Option<&Request>) -> Page {
        page::complete(page, game, who, choice)
    }
}

/// Reads one move, and an offer of a draw behind it.
fn read_one(game: &Game, text: &str) -> Named {
    let board = &game.position.board;
    let Some(alone) = reader::without_draw(text) else { return reader::read(board, text) };
    match reader::read(board, alone) {
        Named::OneOf(requests) if requests.len() == 1 && !game.has_offered() => {
            if game.has_computer() {
                let why = "The computer agrees to no draw: type the move alone.";
                return Named::Refused(why.to_owned());
            }
            let offer = Request::plain(&OFFER_DRAW);
            Named::Row([offer].into_iter().chain(requests).collect())
        }
        other => other,
    }
}

/// The lots of a game against the computer.
const LOTS: &str = "the random numbers by which the computer will choose among equal moves";

const RULESET: Ruleset = Ruleset {
    key: "chess",
    number: 10,
    uri: "urn:uuid:0c5fbb5e-61d4-4f0b-9d3e-0f4c8a5f2d17",
    title: "Chess",
    blurb: "Against the computer, or with a friend by links. Chess960, too.",
    group: Group::BoardGames,
    picture: "chess",
    secrecy: |choices| match (choices.people(), choices.of(&START)) {
        (1, true) => Secrecy { hides: Hides::Lots(LOTS), ..Secrecy::DEALT },
        (1, false) => Secrecy::later(LOTS),
        (_, true) => Secrecy::DEALT,
        (_, false) => Secrecy::NONE,
    },
    people: (1, 2),
    puzzles_in: Some("Mate in two"),
    options: &[&LEVEL, &COLOUR, &START],
    presets: &[
        Preset { label: "Level 1, easy", query: "level=1" },
        Preset { label: "Level 3", query: "level=3" },
        Preset { label: "Level 5", query: "level=5" },
        Preset { label: "Level 7", query: "level=7" },
        Preset { label: "Level 9, hard", query: "level=9" },
        Preset { label: "You play black", query: "colour=black" },
        Preset { label: "Chess960", query: "start=960" },
    ],
    requests: &[&PLAY, &CHOOSE, &WHY, &HINT, &RESIGN, &OFFER_DRAW, &ACCEPT_DRAW],
    messages: &[&MOVED, &RESIGNED, &DRAW_OFFERED, &DRAW_AGREED],
    steps: &[
        "Choose a piece, then one of the squares that light up. Or type a move: e4, Nf3, O-O.",
        "If you attack the other king and it cannot get away, you win.",
    ],
    rules: rules::rules,
    ..Ruleset::USUAL
};
