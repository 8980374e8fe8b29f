//! The rules of chess at length.

use super::page::figure;
use super::start;
use crate::game::prelude::*;
use crate::games::shared::trust;

/// A number that shows how different the starts of Chess960 are.
const ANOTHER_START: usize = 100;

/// The link to a game of two from the start position of the day.
const TODAY: &str = "?g=chess&people=2&start=960&day=today";

/// The passages of the rules page.
pub fn rules() -> Vec<Passage> {
    vec![
        Passage::new("The moves")
            .show(vec![figure("The start", &start::board(start::USUAL))])
            .say("White begins. A rook moves along ranks and files, a bishop along diagonals, and a queen along all of them, as far as nothing is in the way. A king moves one square. A knight jumps two squares ahead and one aside. A piece captures by moving to the square of another.")
            .say("A pawn moves one square ahead, or two from where it starts. It captures one square diagonally ahead. If a pawn of the other side has just moved two squares and passed a square that your pawn attacks, your pawn may capture it there. A pawn that reaches the last rank becomes a queen, rook, bishop or knight.")
            .say("Once in a game the king may castle with a rook: neither has moved, nothing is between them, and the king is not in check and passes no attacked square. The king goes to the file g or c, and the rook to the square beside it."),
        Passage::new("The end")
            .say("A king that is attacked is in check, and no move may leave it so. If it has no way out, that is mate, and its side loses. If a player has no legal move and is not in check, the game is a draw.")
            .say("It is also a draw if the same position with the same moves occurs three times, or if fifty moves of each side pass without a capture or a pawn move. It is a draw if neither side has the pieces to mate: besides the kings there is at most one knight, or there are only bishops, all on squares of one colour. And it is a draw after 200 moves of each side, because every page reads all of them from its link."),
        Passage::new("Type a move")
            .say("Type a move as you write it: e4, Nf3, exd5, O-O or e8=Q, the two squares (e2e4), or words: knight takes d5. If a pawn and a bishop can both make the move, a capital B is the bishop."),
        Passage::new("Chess960")
            .show(vec![figure("Start position 100", &start::board(ANOTHER_START))])
            .say("The pieces start in one of 960 orders: the bishops on squares of different colours, and the king between the rooks. Both sides have the same order. The numbers are those of Reinhard Scharnagl, and 518 is the usual start. After castling, king and rook are where they are in usual chess. If you cannot choose the new square of the king, choose the rook.")
            .say("Each day has a start position of its own, from midnight, UTC.")
            .show(Block::Link("Play today's start with a friend".into(), TODAY.into())),
        Passage::new("How the computer decides")
            .say("On the easy level it looks at its own move and not at your answer. On the casual level it also looks at what you can take then, and on the medium level at your answer, too. It follows captures to their end. On the hard level it looks further, as long as a request may take. If you have only your king, each level looks as far as it can. It counts pieces and where they are, and it knows no openings. Among moves that are alike to it, a lot decides.")
            .say("Ask \"Why this move?\" and it says what the board shows and what it found. If it looked further than its own move, you see the line. A hint is the move that the hard level would make for you, with its line."),
        trust::open_to_all("Compare the board with the one that you sent: one move leads from it to this one."),
    ]
}
