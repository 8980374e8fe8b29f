//! The rules of tic-tac-toe at length, with the 21 patterns drawn.

use super::explain::{figure, key_to_patterns, turned_by};
use super::patterns::{self, PATTERNS, Reading, Reason};
use crate::games::shared::grid::drawn;
use crate::prelude::*;

/// The passages of the rules page.
pub fn rules() -> Vec<Passage> {
    vec![
        Passage::new("The end")
            .say("If the board is full and nobody has three in a row, the game is a draw.")
            .show(vec![
                drawn("X wins, three in a row", 3, "X.O.XO..X", &[[0, 8]]),
                drawn("A draw", 3, "XOXXOOOXX", &[]),
            ])
            .say("After every move of the computer you can ask \"Why this move?\" and see the pattern that it used."),
        Passage::new("How the computer decides")
            .say("It follows a recipe from a programming class: 21 little pictures of a board, tried in order. The first that fits says where the O goes.")
            .say(key_to_patterns(0..PATTERNS.len()))
            .show(example())
            .say("Every pattern but one has its ? in the top left corner, in the top middle or in the centre. Pattern 18 has it in the bottom right corner. To look at the other squares, the computer turns the whole board a quarter, counter-clockwise, and looks again."),
        Passage::new("Patterns 1 to 7: win")
            .say("Two Os and an empty third square.")
            .show(in_order(0..7)),
        Passage::new("Patterns 8 to 14: block")
            .say("The same with X: without an O there, you win on your next move.")
            .show(in_order(7..14)),
        Passage::new("Patterns 15 to 21: look ahead")
            .say("Without an O there, you may come to threaten two lines at once.")
            .show(in_order(14..21)),
        Passage::new("When nothing fits")
            .folded()
            .say("If no pattern fits, however the board is turned, the computer takes the centre. If that is taken, it takes the first free square, from the top left across and then down.")
            .say("Patterns 6, 7, 13, 14 and 19 never come up against the careful computer when you begin: by the time they could fit, the centre is taken or an earlier pattern fits as well."),
        Passage::new("Careful or easy")
            .folded()
            .say("The recipe says that the computer should never lose. That depends on how you read it, because it has two orders for patterns and turns.")
            .say("Careful: each pattern is tried on all four turns of the board before the next pattern comes up. So every win is seen before any block, and every block before anything else. You can play 457 different games against it: it wins 324 of them, 133 are draws, and it loses none.")
            .say("Easy: all 21 patterns are tried before the board is turned. Now a far-sighted pattern on this side can come before an urgent block on another. Of 491 games the computer wins 314, 142 are draws, and it loses 35. Choose the top left corner, the bottom right one and the bottom left one, and see.")
            .say("If the computer begins, it takes the centre. Then the careful one wins 83 of 94 games and the easy one 85 of 100. All others are draws, and neither loses one."),
        trust::open_to_all("Compare the board with the one that you sent: one more mark is one move."),
    ]
}

/// A board, the same turned until a pattern fits, and the pattern.
fn example() -> Vec<Board> {
    let board = *b"X___O_X__";
    let Some((square, Reason::Pattern { pattern, turns })) =
        patterns::choose(&board, Reading::Careful)
    else {
        return Vec::new();
    };
    let seen = patterns::place_to_mark(pattern);
    vec![
        figure("The board", board, square),
        figure(format!("The board {}", turned_by(turns)), patterns::rotated(board, turns), seen),
        figure(format!("Pattern {} fits", pattern + 1), patterns::symbols(pattern), seen),
    ]
}

/// These patterns, from 0, side by side.
fn in_order(places: std::ops::Range<usize>) -> Vec<Board> {
    let drawn = |pattern| {
        let place = patterns::place_to_mark(pattern);
        figure(format!("Pattern {}", pattern + 1), patterns::symbols(pattern), place)
    };
    places.map(drawn).collect()
}
