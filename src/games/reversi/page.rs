//! The page: the board, its facts, the reason for a move, and the record.

use super::computer::{self, LEVEL};
use super::discs::{Discs, NAMES, SIDE, SQUARES, Squares, name, square};
use super::reasons;
use super::{Game, PLACE, Reversi};
use crate::prelude::*;

/// The colours of the player who begins, and of the other one.
pub const COLOURS: [&str; 2] = ["black", "white"];
const SIGNS: [&str; 2] = ["X", "O"];
const LETTERS: &str = "X is black, O white. Round brackets: the last disc. Stars: the discs that it turned. Colons: squares to go to.";

/// A square with a disc of a colour: 0 is black.
pub fn disc(colour: usize) -> Cell {
    Cell::new(SIGNS[colour]).pictured(Picture::upright("disc").coloured(COLOURS[colour]))
}

/// The colour of a seat: the player who begins is black.
fn colour_of(game: &Game, seat: Seat) -> usize {
    usize::from(seat != game.first)
}

/// A board with a disc just placed, and those that it turned.
fn drawn(
    caption: &'static str,
    game: &Game,
    discs: &Discs,
    [placed, turned]: [Squares; 2],
    free: impl Fn(Squares) -> Cell,
) -> Board {
    let owners = if game.has_computer() { ["your ", "the computer's "] } else { ["", ""] };
    let cell = |at: usize| {
        let square: Squares = 1 << at;
        let Some(seat) = (0..2).find(|seat| discs.0[*seat] & square != 0) else {
            return free(square);
        };
        let [last, settled] = [placed, turned].map(|set| set & square != 0);
        let change = match (last, settled) {
            (true, _) => ", just placed",
            (false, true) => ", just turned",
            (false, false) => "",
        };
        let colour = colour_of(game, seat);
        disc(colour)
            .labelled(format!("{}{} disc{change}", owners[seat], COLOURS[colour]))
            .marked(Marks { last, settled, ..Marks::default() })
    };
    let board = Board::new(caption, SIDE, (0..SQUARES).map(cell).collect())
        .looking(Look::Chequered)
        .named(SquareNames::Lettered(NAMES));
    Board { letters: LETTERS, ..board }
}

/// The board. Each square on which the player to move can place a disc offers that.
pub fn board(game: &Game, is_over: bool) -> Board {
    let position = &game.position;
    let squares = if is_over { 0 } else { position.squares() };
    let free = |square: Squares| {
        let target = squares & square != 0;
        let offer = Offer::asking("Place a disc at", Reversi::request(square));
        Cell::free().marked(Marks { target, ..Marks::default() }).offering(target.then_some(offer))
    };
    let marked = [position.placed, position.turned];
    drawn("The board", game, &position.discs, marked, free)
}

/// The colours and the numbers of the discs.
pub fn facts(game: &Game) -> Vec<Fact> {
    let counts = game.position.discs.counts();
    let seats = [game.first, 1 - game.first];
    let of = |seat: Seat| {
        Fact::new(capitalised(COLOURS[colour_of(game, seat)]), counts[seat].to_string())
    };
    let discs = seats.map(of);
    if !game.has_computer() {
        return discs.into();
    }
    let own = Fact::new("You", COLOURS[colour_of(game, PERSON)]);
    [own, game.choices.fact(&LEVEL)].into_iter().chain(discs).collect()
}

/// A sentence about a player who had to pass.
pub fn news(game: &Game) -> String {
    let movers = game.moves().rev().map(|(seat, _)| seat);
    let replies = movers.take_while(|seat| *seat == COMPUTER).count();
    match game.position.passes() {
        Some(seat) if !game.has_computer() => {
            let colours = [seat, 1 - seat].map(|seat| colour_of(game, seat));
            let [passer, goes_on] = colours.map(|colour| capitalised(COLOURS[colour]));
            format!("{passer} cannot move, so {goes_on} goes on.")
        }
        Some(COMPUTER) => "The computer cannot move, so you go on.".to_owned(),
        // The computer has moved again.
        None if game.has_computer() && replies > 1 => "You could not move.".to_owned(),
        _ => String::new(),
    }
}

/// The reason for a move, the board after it, and what the level can see.
pub fn why(before: &Game, square: Squares) -> Page {
    let seen = computer::seen(before, square);
    let discs = &before.position.discs;
    let after = discs.with(COMPUTER, square);
    let marked = [square, discs.turned(COMPUTER, square)];
    let figure = drawn("The board after the move", before, &after, marked, |_| Cell::free());
    let level = LEVEL.value_meaning(&before.choices.of(&LEVEL)).expect("a value of the option");
    let saw =
        Passage::new("How it plays").say(format!("On the {} level, {}.", level.label, level.note));
    Page::answering(format!("Why {}?", name(square)), reasons::told(discs, COMPUTER, &seen, "you"))
        .with(figure)
        .with(saw)
}

/// The page with the record of the game: its squares without passes, as the World Othello Federation's programs
/// read them.
pub fn complete(mut page: Page, game: &Game) -> Page {
    let squares: String = game.moves().map(|(_, square)| name(square)).collect();
    if squares.is_empty() {
        return page;
    }
    let record = Passage::new("The record of the game")
        .folded()
        .say("The squares in the order of the moves, without passes:")
        .show(Block::Code(squares.clone().into()));
    page.parts.push(record.into());
    page.records = vec![("moves", squares)];
    page
}

/// The square that a text names: `d3`, `place a disc at d3`.
pub fn read(text: &str) -> Named {
    let lower = text.trim().to_lowercase();
    let rest = lower.strip_prefix("place a disc").unwrap_or(&lower);
    let fillers = ["place", "disc", "at", "on", "to", "the", "play"];
    let words: Vec<&str> = rest.split_whitespace().filter(|word| !fillers.contains(word)).collect();
    match words[..] {
        [word] if square(word).is_some() => {
            Named::OneOf(vec![Request::with(&PLACE, word.to_owned())])
        }
        _ => Named::Nothing,
    }
}
