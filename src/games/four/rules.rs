//! The rules page.

use super::discs::COLUMNS;
use super::page::disc;
use crate::prelude::*;

/// Some rows of a board, in these signs: X, O, or a dot.
fn figure(caption: &'static str, rows: &str, stroke: [usize; 2]) -> Board {
    let cell = |sign| match sign {
        'X' => disc(0).labelled("red"),
        'O' => disc(1).labelled("yellow"),
        _ => Cell::new(""),
    };
    let cells = rows.chars().filter(|sign| *sign != ' ').map(cell).collect();
    Board::new(caption, COLUMNS, cells).looking(Look::Lines).struck(vec![stroke])
}

pub fn rules() -> Vec<Passage> {
    let fours = vec![
        figure("Across", "....... ..O.... ..OXXXX", [17, 20]),
        figure("On a diagonal", "....X.. ...XO.. ..XOX.. .XOOXO.", [22, 4]),
    ];
    vec![
        Passage::new("A move").say("On your turn you drop a disc into one of the seven columns. It falls to the lowest free square. A full column takes no more discs."),
        Passage::new("The end")
            .say("Four of your discs in a row win: across, in a column, or on a diagonal. If the board is full and nobody has four, the game is a draw.")
            .show(fours),
        Passage::new("Type a move").say("A letter is a column: d. So is its number, 4, and any square of it, d1. Squares have names as on a chess board: the columns are a to g from the left, and the rows are 1 to 6 from below."),
        Passage::new("Where the rules are from").say("This is Connect Four, which Milton Bradley has sold since 1974. James Allen and Victor Allis each proved in 1988 that the player who begins can win: with the first disc in the middle column."),
        Passage::new("How the computer decides")
            .say("On the easy level it takes a column at random, or a four if it can make one. The casual level sees its own four, and at 5 moves in 12 it also sees what you can do then. The medium level looks three moves ahead at nearly all moves, the hard level three or six, and the expert level nearly always nine or more.")
            .say("If it sees no four that nobody can stop, it counts the fours that each of you can still make, and the squares that would complete one. Such a square counts more in a row that fills at the right moment: the player who began wants the rows 1, 3 and 5, and the other one the rows 2, 4 and 6. If it rates several columns alike, it takes one at random.")
            .say("Ask \"Why this move?\", and it says what you can check on the board. A hint is the move of the expert level."),
        trust::open_to_all("Compare the board with the one that you sent: one disc is new."),
    ]
}
