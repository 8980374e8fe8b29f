//! The page: the board, its facts, the reason for a move, and the record.

use super::computer::{self, LEVEL};
use super::discs::{
    COLUMNS, Discs, NAMES, ROWS, Squares, at_place, column_of, fours, name, place, square,
};
use super::reasons::{self, column_name};
use super::search::WINS;
use super::{Four, Game, NO_SUCH_COLUMN};
use crate::prelude::*;

/// The colours of the two seats.
pub const COLOURS: [&str; 2] = ["red", "yellow"];
const SIGNS: [&str; 2] = ["X", "O"];
const LETTERS: &str = "X is a red disc, O a yellow one. A disc falls to the squares with a dot.";

/// A square with a disc of a seat.
pub fn disc(seat: Seat) -> Cell {
    Cell::new(SIGNS[seat]).pictured(Picture::upright(["disc-red", "disc-yellow"][seat]))
}

/// A board with a disc just dropped, and each four struck through. `free` shows a square without a disc.
fn drawn(
    caption: &'static str,
    discs: &Discs,
    last: Option<Squares>,
    owners: [&str; 2],
    free: impl Fn(Squares) -> Cell,
) -> Board {
    let all: Vec<Squares> = discs.0.into_iter().flat_map(fours).collect();
    let in_four = all.iter().fold(0, |all, four| all | four);
    let cell =
        |at| {
            let square = at_place(at);
            let Some(seat) = (0..2).find(|seat| discs.0[*seat] & square != 0) else {
                return free(square);
            };
            let [is_last, settled] = [last == Some(square), in_four & square != 0];
            let just_dropped = if is_last { ", just dropped" } else { "" };
            let in_the_four = if settled { ", in the four" } else { "" };
            disc(seat)
                .labelled(format!("{}{just_dropped}{in_the_four}", owners[seat]))
                .marked(Marks { last: is_last, settled, ..Marks::default() })
        };
    let ends = |four: &Squares| [four & four.wrapping_neg(), 1 << four.ilog2()].map(place);
    Board::new(caption, COLUMNS, (0..COLUMNS * ROWS).map(cell).collect())
        .looking(Look::Lines)
        .named(SquareNames::Lettered(NAMES))
        .struck(all.iter().map(ends).collect())
}

/// The owners of the discs, in words.
fn owners(game: &Game) -> [&'static str; 2] {
    if game.has_computer() {
        ["your red disc", "the computer's yellow disc"]
    } else {
        ["a red disc", "a yellow disc"]
    }
}

/// The square of the last disc.
fn last(game: &Game) -> Option<Squares> {
    game.moves().next_back().map(|(_, column)| game.position.top(column))
}

/// The board. The square to which a disc of a column falls offers that column.
pub fn board(game: &Game, is_over: bool) -> Board {
    let landings = if is_over { 0 } else { game.position.landings() };
    let free = |square: Squares| {
        let column = super::discs::column_of(square);
        let offer = Offer::asking("Drop a disc at", Four::request(column));
        let is_offered = landings & square != 0;
        Cell::new(if is_offered { "." } else { "" }).offering(is_offered.then_some(offer))
    };
    let board = drawn("The board", &game.position, last(game), owners(game), free);
    Board { letters: LETTERS, ..board }
}

pub fn facts(game: &Game) -> Vec<Fact> {
    let discs = Fact::new("Discs", format!("{} of {}", game.position.count(), COLUMNS * ROWS));
    if !game.has_computer() {
        return vec![discs];
    }
    vec![Fact::new("You", COLOURS[PERSON]), game.choices.fact(&LEVEL), discs]
}

/// The reason for a move, the board after it, and what the level can see.
pub fn why(before: &Game, column: usize) -> Page {
    let square = before.position.landing(column).expect("the computer made a legal move");
    let line = computer::line(before, square);
    let after = before.position.with(COMPUTER, square);
    let threats = after.threats(COMPUTER);
    let free = |free: Squares| match threats & free {
        0 => Cell::new(""),
        _ => Cell::new("*").labelled("it would complete a four").reached(),
    };
    let figure = drawn("The board after the move", &after, Some(square), owners(before), free);
    let figure = match threats {
        0 => figure,
        _ => figure.explained("Stars: where a disc of the computer would complete a four."),
    };
    let level = LEVEL.value_meaning(&before.choices.of(&LEVEL)).expect("a value of the option");
    let saw =
        Passage::new("How it plays").say(format!("On the {} level, {}.", level.label, level.note));
    let saw = if line.score.abs() > WINS && line.squares.len() > 1 {
        let names: Vec<String> = line.squares.iter().copied().map(name).collect();
        saw.say(format!("Play can go on so: {}.", names.join(" ")))
    } else {
        saw
    };
    Page::answering(
        format!("Why {}?", name(square)),
        reasons::told(&before.position, COMPUTER, &line, "you"),
    )
    .with(figure)
    .with(saw)
}

/// The page with the record of the game: the numbers of its columns, as solvers read them.
pub fn complete(mut page: Page, game: &Game) -> Page {
    let columns: String = game.moves().map(|(_, column)| (column + 1).to_string()).collect();
    if columns.is_empty() {
        return page;
    }
    let solver = format!("https://connect4.gamesolver.org/?pos={columns}");
    let record = Passage::new("The game in numbers")
        .folded()
        .say("The columns from 1 to 7, in the order of the moves:")
        .show(Block::Code(columns.clone().into()))
        .show(Block::Link("Ask Pascal Pons's solver".into(), solver.into()));
    page.parts.push(record.into());
    page.records = vec![("moves", columns)];
    page
}

/// The column that a text names: `d`, `4`, `column 4`, or `drop a disc at d1` if a disc falls to d1 there.
pub fn read(discs: &Discs, text: &str) -> Named {
    let lower = text.trim().to_lowercase();
    let rest = lower.strip_prefix("drop a disc").unwrap_or(&lower);
    let fillers = ["drop", "disc", "at", "in", "into", "column", "the", "play"];
    let words = rest.split([' ', ',', ';']).filter(|word| !word.is_empty());
    let words: Vec<&str> = words.filter(|word| !fillers.contains(word)).collect();
    let [word] = words[..] else { return Named::Nothing };
    let is_column =
        |column: &usize| word == column_name(*column) || word == (column + 1).to_string();
    let square = square(word);
    let Some(column) = (0..COLUMNS).find(is_column).or(square.map(column_of)) else {
        // A letter, a number, or both. The platform reads other words.
        let is_notation = word.chars().skip(1).all(|c| c.is_ascii_digit());
        return if is_notation {
            Named::Refused(NO_SUCH_COLUMN.sentence.to_owned())
        } else {
            Named::Nothing
        };
    };
    match discs.landing(column).filter(|lands| square.is_some_and(|square| square != *lands)) {
        Some(lands) => Named::Refused(format!(
            "A disc in column {} falls to {}.",
            column_name(column),
            name(lands)
        )),
        None => Named::OneOf(vec![Four::request(column)]),
    }
}
