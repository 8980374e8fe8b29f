//! The rules page.

use super::discs::{Discs, SIDE, Squares, square};
use super::page::disc;
use crate::prelude::*;

/// Black has seat 0 in the pictures.
const BLACK: Seat = 0;

/// The discs of some rows at the top of a board: X is black, O white, and a dot is a free square.
fn discs(rows: &str) -> Discs {
    let mut discs = Discs::default();
    for (row, signs) in rows.split(' ').enumerate() {
        for (column, sign) in signs.chars().enumerate() {
            let square = 1 << (row * SIDE + column);
            match sign {
                'X' => discs.0[0] |= square,
                'O' => discs.0[1] |= square,
                _ => {}
            }
        }
    }
    discs
}

/// A corner of a board of so many columns and rows, with the disc just placed and those that it turned, and the
/// squares to which Black can go.
fn figure(
    caption: &'static str,
    discs: &Discs,
    [columns, rows]: [usize; 2],
    [placed, turned]: [Squares; 2],
    targets: Squares,
) -> Board {
    let cell = |at: usize| {
        let square: Squares = 1 << (at / columns * SIDE + at % columns);
        let [last, settled, target] = [placed, turned, targets].map(|set| set & square != 0);
        let marks = Marks { last, settled, target, ..Marks::default() };
        match (0..2).find(|colour| discs.0[*colour] & square != 0) {
            Some(colour) => disc(colour).labelled(super::page::COLOURS[colour]).marked(marks),
            None if target => Cell::free().labelled("Black can go here").marked(marks),
            None => Cell::new(""),
        }
    };
    Board::new(caption, columns, (0..columns * rows).map(cell).collect())
        .looking(Look::Chequered)
        .named(SquareNames::Lettered(super::discs::NAMES))
}

/// The picture of a position, and that of it after a disc of Black.
fn move_of_black(
    captions: [&'static str; 2],
    rows: &str,
    size: [usize; 2],
    to: &str,
) -> Vec<Board> {
    let (before, to) = (discs(rows), square(to).expect("the rules name squares"));
    let marked = [to, before.turned(BLACK, to)];
    vec![
        figure(captions[0], &before, size, [0, 0], to),
        figure(captions[1], &before.with(BLACK, to), size, marked, 0),
    ]
}

pub fn rules() -> Vec<Passage> {
    let start = Discs::start(BLACK);
    let start = figure("The start", &start, [SIDE; 2], [0, 0], start.moves(BLACK));
    vec![
        Passage::new("The start")
            .show(vec![start])
            .say("Four discs are on the board: black ones on e4 and d5, white ones on d4 and e5. Black begins. The picture marks the squares to which Black can go."),
        Passage::new("A move")
            .say("On your turn you place a disc on a free square. All discs of the other colour that lie in a row between it and another disc of yours turn to your colour: across, down, and on the diagonals. You must turn at least one disc.")
            .show(move_of_black(
                ["Black can go to d2", "The disc on d2 turned three discs"],
                "...... XOO... ..OO.. ...X..",
                [6, 4],
                "d2",
            ))
            .say("The disc on c3 stays white: behind it, on b4, is no black disc."),
        Passage::new("A pass")
            .say("If you cannot move, you pass, and the other player moves again. The page passes for you and says so. If you can move, you must.")
            .show(move_of_black(
                ["Black can go to c1", "White cannot move: Black goes on"],
                "XO....OX ........",
                [8, 2],
                "c1",
            )),
        Passage::new("The end").say("If neither player can move, the game is over. The player with more discs wins, and equal numbers are a draw."),
        Passage::new("Type a move").say("Type the name of a square: d3. The columns are a to h from the left, and the rows are 1 to 8 from the top."),
        Passage::new("Where the rules are from").say("Lewis Waterman and John W. Mollett each sold this game in London in the 1880s. The start and the order of play are those of Othello, as in the rules of the World Othello Federation."),
        Passage::new("How the computer decides")
            .say("On the easy level, a lot decides at 10 moves in 12: it takes any square. On the casual level, it is 5 in 12. The steady level looks at its own move, the medium level mostly also at your answer, the strong level three moves ahead, seldom four, the hard level four or five, and the expert level nearly always five or more. With nine free squares or fewer, the expert level nearly always sees every way to the end.")
            .say("As long as it does not see the end, it counts corners, discs beside free corners, the moves of each player, and discs beside free squares. A disc in a corner never turns, and a disc beside a free corner often gives the corner away. If it rates several squares alike, a lot picks one.")
            .say("Ask \"Why this move?\", and it says what you can check on the board. A hint is the move of the expert level."),
        trust::open_to_all("Compare the board with the one that you sent: one disc is new, and it turned all discs that are marked."),
    ]
}
