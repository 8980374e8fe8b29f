//! The page of chess: the board, the record of the game, and what the computer saw.

use super::board::{Board as ChessBoard, Kind, Move, Side, Square, bit};
use super::computer;
use super::fen::letter_of;
use super::notation::{algebraic, square_name, square_of};
use super::position::{Ending, Position, QUIET_MAX, named};
use super::reasons;
use super::record;
use super::requests::CHOOSE;
use super::start::USUAL;
use super::terms::{Chess, Game, LEVEL, START, side};
use crate::prelude::*;
use std::cmp::Reverse;

/// The first half of a move: a piece, and the square on which a pawn promotes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    from: Square,
    to: Option<Square>,
}

impl Choice {
    /// The choice of a request: `e2`, or `e7e8`. `None` if no legal move begins so.
    pub fn read(request: &Request, moves: &[Move]) -> Option<Self> {
        let word = request.word(0);
        let (from, to) = word.split_at_checked(2)?;
        let from = square_of(from)?;
        let to = if to.is_empty() { None } else { Some(square_of(to)?) };
        let is_begun = |chosen: &Move| {
            let is_there = to.is_none_or(|to| to == chosen.to && chosen.promotion.is_some());
            chosen.from == from && is_there
        };
        moves.iter().any(is_begun).then_some(Choice { from, to })
    }
}

/// The place of a square on the board of the page, and the square of a place.
pub fn mirrored(square: Square) -> Square {
    square ^ 56
}

/// The board, with these legal moves after the last one. Each piece that can move offers to be chosen, and each square to which the chosen piece
/// can move offers that. Pieces that a pawn can become lie over its target and the squares before it.
pub fn board(
    position: &ChessBoard,
    moves: &[Move],
    last: Option<Move>,
    choice: Option<Choice>,
) -> Board {
    let at_place = |place| {
        let square = mirrored(place);
        let offer = offer_at(position, moves, square, choice);
        let mut cell = cell(position, last, square, choice);
        cell.marks.target = offer.as_ref().is_some_and(|offer| &*offer.label != CHOOSES);
        cell.offering(offer)
    };
    let mut cells: Vec<Cell> = (0..64).map(at_place).collect();
    let promotions = promotions(position, moves, choice);
    let letters = if promotions.is_empty() { LETTERS } else { PROMOTIONS };
    for (square, piece) in promotions {
        cells[usize::from(mirrored(square))] = piece;
    }
    let names = SquareNames::Lettered(Corner::BottomLeft);
    let board = Board::new("The board", 8, cells);
    Board { letters, ..board.looking(Look::Chequered).named(names).between_sides() }
}

const LETTERS: &str = "Capitals are White. [P] is chosen and can move to :.: squares. (P) came from *.* last. +K+ is in check.";
const PROMOTIONS: &str =
    "Capitals are White. The pawn can become any of the four pieces between colons.";

/// The pieces that a pawn can become, each with the square that it lies over: first that of the pawn's
/// target, then those that are nearer to its side.
fn promotions(
    position: &ChessBoard,
    moves: &[Move],
    choice: Option<Choice>,
) -> Vec<(Square, Cell)> {
    let Some(Choice { from, to: Some(to) }) = choice else { return Vec::new() };
    let begun = moves.iter().filter(|chosen| (chosen.from, chosen.to) == (from, to));
    let file = |place: Square| if to >= 56 { to - 8 * place } else { to + 8 * place };
    let cell = |(place, chosen): (Square, &Move)| {
        let kind = chosen.promotion?;
        let offer = Offer::asking(format!("Promote to a {}", kind.name()), Chess::request(*chosen));
        let piece =
            drawn(Some((position.turn, kind))).labelled(format!("a {} to choose", kind.name()));
        let marks = Marks { choice: true, ..Marks::default() };
        Some((file(place), piece.marked(marks).offering([offer])))
    };
    (0..).zip(begun).filter_map(cell).collect()
}

fn cell(position: &ChessBoard, last: Option<Move>, square: Square, choice: Option<Choice>) -> Cell {
    let piece = position.piece(square);
    let is_king = piece == Some((position.turn, Kind::King));
    let marks = Marks {
        last: last.is_some_and(|last| last.landing() == square),
        settled: last.is_some_and(|last| last.from == square && last.landing() != square),
        locked: choice.is_some_and(|choice| choice.from == square),
        checked: is_king && position.is_check(),
        ..Marks::default()
    };
    let notes = [
        (marks.last, "just moved"),
        (marks.settled, "moved from here"),
        (marks.locked, "chosen"),
        (marks.checked, "in check"),
    ];
    let mut words: Vec<&str> =
        notes.iter().filter(|(is_so, _)| *is_so).map(|(_, note)| *note).collect();
    let drawn = drawn(piece);
    match piece {
        Some(_) => words.insert(0, &drawn.label),
        None if words.is_empty() => {}
        None => words.insert(0, "empty"),
    }
    let label = words.join(", ");
    drawn.labelled(label).marked(marks)
}

/// A square with this piece, or an empty one.
fn drawn(piece: Option<(Side, Kind)>) -> Cell {
    let Some((side, kind)) = piece else { return Cell::free() };
    Cell::new(letter_of(side, kind).to_string())
        .labelled(format!("{} {}", side.name(), kind.name()))
        .pictured(picture(side, kind))
}

fn picture(side: Side, kind: Kind) -> Picture {
    Picture::upright(kind.name()).coloured(side.name())
}

/// The board of the page after a move, without offers.
pub fn shown(caption: impl Into<Text>, before: &ChessBoard, chosen: Move) -> Board {
    board(&before.after(chosen), &[], Some(chosen), None).as_figure(caption)
}

/// The part of a board between two corners, the lower left one first, for the rules. It marks the moves of a
/// chosen piece.
pub fn figure(
    caption: &'static str,
    position: &ChessBoard,
    [low, high]: [Square; 2],
    chosen: Option<Square>,
) -> Board {
    let moves = position.moves().into_iter().filter(|m| Some(m.from) == chosen);
    let targets = moves.fold(0, |targets, m| targets | bit(m.landing()));
    let cell = |square| {
        let (locked, target) = (Some(square) == chosen, targets & bit(square) > 0);
        drawn(position.piece(square)).marked(Marks { locked, target, ..Marks::default() })
    };
    let ranks = (low / 8..=high / 8).rev();
    let squares = ranks.flat_map(|rank| (low % 8..=high % 8).map(move |file| rank * 8 + file));
    let columns = usize::from(high % 8 - low % 8 + 1);
    let board = Board::new(caption, columns, squares.map(cell).collect());
    board.looking(Look::Chequered).named(SquareNames::Unnamed)
}

/// The corners of the whole board.
pub const WHOLE: [Square; 2] = [0, 63];

/// The label of the choice of a piece.
const CHOOSES: &str = "Choose";

/// The offer of a square: a move of the chosen piece, or the choice of the piece there.
fn offer_at(
    position: &ChessBoard,
    moves: &[Move],
    square: Square,
    choice: Option<Choice>,
) -> Option<Offer> {
    let choose = |label, word: String| Offer::new(label, &CHOOSE, [word.into()]);
    let ends_here = |chosen: &&Move| {
        choice.is_some_and(|choice| choice.from == chosen.from && choice.to.is_none())
            && (square == clicked(**chosen, moves) || square == chosen.to)
    };
    if let Some(chosen) = moves.iter().find(ends_here) {
        let label = match position.captured(*chosen) {
            _ if chosen.castles => "Castle to",
            Some(_) => "Take on",
            None => "Move to",
        };
        return Some(match chosen.promotion {
            Some(_) => choose(label, [chosen.from, chosen.to].map(square_name).concat()),
            None => Offer::asking(label, Chess::request(*chosen)),
        });
    }
    let is_chosen = choice == Some(Choice { from: square, to: None });
    let can_move = !is_chosen && moves.iter().any(|chosen| chosen.from == square);
    can_move.then(|| choose(CHOOSES, square_name(square)))
}

/// The square to choose for a move. A king that castles goes to its new square, unless it has another
/// move there or is there already. It can always go to its rook.
pub fn clicked(chosen: Move, moves: &[Move]) -> Square {
    let landing = chosen.landing();
    let is_other = |other: &Move| other.from == chosen.from && other.to == landing;
    let is_free = landing != chosen.from && !moves.iter().any(is_other);
    if !chosen.castles || is_free { landing } else { chosen.to }
}

/// The page with the choice, the moves to type, and the record of the game.
pub fn complete(page: Page, game: &Game, who: &Perspective, choice: Option<&Request>) -> Page {
    let moves = if page.end.is_some() { Vec::new() } else { game.position.moves() };
    let mut page = with_moves(page, &game.position.board, &moves, last(game), choice);
    record::add(&mut page, game, who);
    page
}

/// The last move of a game.
pub fn last(game: &Game) -> Option<Move> {
    game.moves().next_back().map(|(_, chosen)| chosen)
}

/// The page with the choice and the moves to type. Its first part is the board.
pub fn with_moves(
    mut page: Page,
    position: &ChessBoard,
    moves: &[Move],
    last: Option<Move>,
    choice: Option<&Request>,
) -> Page {
    if let Some(choice) = choice.and_then(|request| Choice::read(request, moves)) {
        let board = board(position, moves, last, Some(choice));
        // The next key of a person without a mouse chooses the queen, or the first target.
        let target = board.cells.iter().position(|cell| cell.marks.target);
        let target = choice.to.map(|to| mirrored(to).into()).or(target);
        page.changed = target.map(At::first_board);
        page.parts[0] = board.into();
        page.status = asks(position, choice).into();
    }
    // A list of moves has no steps, so it names the squares of a chosen piece again.
    let named = moves.iter().map(|chosen| Offer {
        emphasis: Emphasis::Notation,
        ..Offer::asking(algebraic(position, *chosen), Chess::request(*chosen))
    });
    page.offers.splice(0..0, named);
    page
}

/// The sentence that asks for the second half of a move.
fn asks(position: &ChessBoard, choice: Choice) -> String {
    match choice.to {
        Some(to) => format!("The pawn reaches {}. Choose its new piece.", square_name(to)),
        None => {
            let piece = position.kind(choice.from).name();
            format!("You chose the {piece} on {}. Choose its square.", square_name(choice.from))
        }
    }
}

/// A check, and draws that are near.
pub fn news(position: &Position) -> String {
    let is_repeated = position.repeats(&position.board) == 1;
    let near = |what: &str, left: usize| {
        let moves = count(left, "more move");
        (left <= NEAR).then(|| format!("After {moves} {what} the game is a draw."))
    };
    let news = [
        position.board.is_check().then(|| "Check!".to_owned()),
        is_repeated.then(|| "If this position comes a third time, the game is a draw.".to_owned()),
        near("without a capture or a pawn move", QUIET_MAX - position.quiet()),
        near("of any kind", position.moves_max() - position.made),
    ];
    news.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// A draw is announced so many moves before, those of both sides counted.
const NEAR: usize = 20;

/// The sentence about the end of a game.
pub fn finish(game: &Game, last: Seat, who: &Perspective) -> String {
    let other = who.name(1 - last);
    let name = game.names_of_moves().last().unwrap_or_default();
    match game.position.ending() {
        Some(Ending::Mate) => format!("{} mated with {name}.", who.name(last)),
        Some(Ending::Stalemate) => format!("{name} is stalemate: {other} cannot move."),
        Some(Ending::Repetition) => "The position was there three times.".to_owned(),
        Some(Ending::FiftyMoves) => "Fifty moves without a capture or a pawn move.".to_owned(),
        Some(Ending::Dead) => "Nobody can mate with what is left.".to_owned(),
        Some(Ending::Full) | None => {
            format!("A game of {} moves is a draw.", game.position.moves_max() / 2)
        }
    }
}

pub fn facts(game: &Game) -> Vec<Fact> {
    let level = game.has_computer().then(|| game.choices.fact(&LEVEL));
    let colour = game.has_computer().then(|| Fact::new("You", side(game, PERSON).name()));
    let start = match game.position.start {
        None => Some("set up by a person".to_owned()),
        Some(number) => (number != USUAL || game.choices.of(&START)).then(|| number.to_string()),
    };
    let start = start.map(|start| Fact::new("Start position", start));
    let captured = [Side::White, Side::Black].into_iter().filter_map(|side| {
        let mut captured = game.position.captured[side as usize].clone();
        captured.sort_by_key(|kind| Reverse(*kind));
        let fact =
            || Fact::new(format!("Taken from {}", capitalised(side.name())), named(&captured));
        let pictures = captured.iter().map(|kind| picture(side, *kind));
        (!captured.is_empty()).then(|| fact().pictured(pictures))
    });
    let move_number = Fact::new("Move", game.position.number().to_string());
    level.into_iter().chain(colour).chain(start).chain([move_number]).chain(captured).collect()
}

pub fn why(before: &Game, chosen: Move) -> Page {
    let position = &before.position;
    let thought = computer::thought(position, before.choices.of(&LEVEL), &mut before.lot());
    let line = thought.lines.iter().find(|line| line.moves[0] == chosen);
    let line = line.expect("the computer made a legal move");
    let level = format!("Level {}", before.choices.fact(&LEVEL).value);
    let looked = Passage::new(level).say(thought.look.told());
    let looked = match thought.choices(&position.board).len() {
        1 => looked,
        alike => {
            looked.say(format!("It rates {alike} moves alike, and picked one of them at random."))
        }
    };
    let page = Page::answering(
        format!("Why {}?", position.named(chosen)),
        reasons::told(position, line, thought.look),
    )
    .with(shown("The board after the move", &position.board, chosen))
    .with(looked);
    if line.moves.len() == 1 {
        return page;
    }
    let seen = reasons::written(&position.board, line);
    page.with(Passage::new("The line that it saw").say(format!("{seen}.")))
}
