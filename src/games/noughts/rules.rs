//! The rules of noughts and crosses at length.

use crate::games::shared::grid::drawn;
use crate::prelude::*;

/// The passages of the rules page.
pub fn rules() -> Vec<Passage> {
    vec![
        Passage::new("The end")
            .say("The first line wins; in the misère game the player who makes a line loses. If the board is full and nobody has a line, the game is a draw. A longer line counts, too: where it takes five in a row, six win as well.")
            .show(vec![
                drawn("O wins, three in a row", 3, "O.X.OXX.O", &[[0, 8]]),
                drawn("X wins, four in a row", 4, "OO..XXXX.O.O....", &[[4, 7]]),
                drawn("A draw", 3, "OXOOXXXOO", &[]),
            ])
            .say("After every move of the computer you can ask \"Why this move?\". The answer shows what it saw in every square, and on 9 by 9 the ten best. Two people who play each other can resign, or offer a draw with a move."),
        Passage::new("The easy, the casual and the medium level")
            .folded()
            .say("At some moves the computer looks ahead as on the classic level: at half of them or fewer on the easy level, at more on the casual level, and at most of them on the medium level. At the others it takes a glance: it makes its line if it can, and otherwise takes one of the three squares that look best, and ignores your answer. Chance decides both before the game begins, so going back and trying again changes nothing. At misère it makes no line as long as it can avoid one.")
            .say("A beginner has about half of the points on the easy level, and a careful player on the medium level."),
        Passage::new("The classic level")
            .folded()
            .say("The computer tries every X, and after it every O that you might answer with, and scores the lines of the board it would come to. A square is worth what its worst answer leaves. The computer takes the square that is worth most, the first one among equals. If a line wins and it can make one at once, it does.")
            .show(Block::Table(
                [
                    ["Marks in a line", "the computer's", "yours"],
                    ["three", "2500", "-2500"],
                    ["two, one empty", "400", "-600"],
                    ["one, two empty", "100", "-100"],
                ]
                .map(|row| row.map(Text::from).into())
                .into(),
            ))
            .say("A line with both marks scores 50 and an empty one 0. If it takes four in a row, a line that lacks three marks scores 25 or -25, and a full one 25,000 or -25,000, so that it outweighs all others. If it takes five, the scores are 2,500,000 for the full line, then 6,000 (yours -9,000), 400 (-600), 100 and 25, and a line with both marks scores nothing. In the misère game all signs are turned round.")
            .say("On 3 by 3 there are 457 games you can play against it when you begin: it wins 334, 123 are draws, and it loses none. If it begins there are 76: it wins 71, and 5 are draws. At misère it can be caught: it loses 2 of the 857 games that you begin and 52 of the 352 that it begins itself."),
        Passage::new("The perfect level")
            .folded()
            .say("The computer works out the result of every square under perfect play, and takes a square with the best result. Among equals it takes the one that the classic level likes best. On 3 by 3 and on 4 by 4 it is always right, in the normal game and in misère, even if you begin. All these games are draws, so a draw is the best you can do.")
            .say("On 5 by 5 it looks at a limited number of positions for each move. The normal game is a draw here too, and these are enough to be sure of the draw and to miss no win at its first two moves. At misère it sees everything once eleven squares are left; before, it goes by the scores where it proves nothing. So there it can be beaten, by a long plan.")
            .say("On 9 by 9 it cannot work out the result, so pages call the level far-sighted there, and classic to the endgame at misère. It looks for threats: a four that can be completed must be answered, and so must a three that may become two fours at once. One threat after the other may force five in a row. It searches for such attacks, its own and yours, and takes no square after which it sees one of yours. It is good, and it can be beaten. \"Why this move?\" shows what it saw. At misère it goes by the scores there, too, until few squares are left.")
            .say("A hint for misère: on 3 by 3 and on 5 by 5, the first player can take the centre and then answer every mark on the opposite side, and need not lose. On 9 by 9 that fails: a five that ends in the centre has no two squares opposite each other."),
        trust::open_to_all("Compare the board with the one that you sent: one more mark is one move."),
    ]
}
