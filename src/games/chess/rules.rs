//! The rules of chess at length.

use super::board::{Board as ChessBoard, Move, Square};
use super::fen;
use super::notation::square_of;
use super::page::{WHOLE, figure};
use super::start;
use crate::prelude::*;

/// A number that shows how different the starts of Chess960 are.
const ANOTHER_START: usize = 100;

/// The link to a game of two from the start position of the day.
const TODAY: &str = "?g=chess&people=2&start=960&day=today";

/// A position of the rules.
fn position(text: &str) -> ChessBoard {
    fen::parse(text).expect("the rules have legal positions").board
}

fn square(name: &str) -> Square {
    square_of(name).expect("the rules name squares")
}

/// A picture of the moves of the piece on a square.
fn moves(caption: &'static str, text: &str, corners: [&str; 2], chosen: &str) -> Board {
    figure(caption, &position(text), corners.map(square), Some(square(chosen)))
}

/// A picture of the moves of a piece in the middle.
fn piece(caption: &'static str, text: &str, chosen: &str) -> Board {
    moves(caption, text, ["b1", "f5"], chosen)
}

/// A picture of the board after a move.
fn after(caption: &'static str, text: &str, chosen: Move, corners: [&str; 2]) -> Board {
    figure(caption, &position(text).after(chosen), corners.map(square), None)
}

const BEFORE_CASTLING: &str = "4k3/8/8/8/8/8/8/R3K2R w KQ";
const PASSED: &str = "4k3/8/8/3pP3/8/8/8/4K3 w - d6";

/// The passages of the rules page.
pub fn rules() -> Vec<Passage> {
    let castling = Move { castles: true, ..Move::plain(square("e1"), square("h1")) };
    let passing = Move::plain(square("e5"), square("d6"));
    vec![
        Passage::new("The pieces")
            .show(vec![figure("The start", &start::board(start::USUAL), WHOLE, None)])
            .say("White begins, and then you take turns. A piece moves to a free square, or to the square of a piece of the other side, which it captures: that piece leaves the board. Each picture marks the squares to which the piece in the middle can move.")
            .show(vec![
                piece("A rook moves along its rank and its file. It captures the black pawn. Its own pawn is in its way.", "k7/8/8/3P4/8/3R1p2/8/7K w", "d3"),
                piece("A bishop moves along its diagonals.", "k7/8/8/1p3P2/8/3B4/8/7K w", "d3"),
                piece("A queen moves like a rook or like a bishop.", "k7/8/8/1p1P4/8/3Q4/8/7K w", "d3"),
            ])
            .show(vec![
                piece("A king moves one square.", "k7/8/8/8/8/3K4/8/8 w", "d3"),
                piece("A knight goes two squares ahead and one aside. It jumps over other pieces.", "k7/8/8/8/3P4/2PNP3/3P4/7K w", "d3"),
                piece("A pawn moves one square ahead, or two from where it starts. It captures diagonally.", "k7/8/8/8/8/2p1n3/3P4/7K w", "d2"),
            ]),
        Passage::new("Three special moves")
            .say("Castling: once in a game your king moves two squares towards a rook, and the rook jumps over it. Neither of them may have moved before, and nothing may be between them. The king may not be in check, and may not pass an attacked square.")
            .show(vec![
                moves("The king can castle to c1 and g1.", BEFORE_CASTLING, ["a1", "h2"], "e1"),
                after("The king has castled to g1.", BEFORE_CASTLING, castling, ["a1", "h2"]),
            ])
            .say("En passant: a pawn that has just moved two squares can be captured as if it had moved one. Only a pawn can do that, and only at once.")
            .show(vec![
                moves("The black pawn came from d7. The white pawn can capture it on d6.", PASSED, ["b4", "f7"], "e5"),
                after("The black pawn is captured.", PASSED, passing, ["b4", "f7"]),
            ])
            .say("Promotion: a pawn that reaches the last rank becomes a queen, rook, bishop or knight. You choose which.")
            .show(vec![moves("The pawn can promote on f8, or capture the knight and promote.", "4n3/5P2/8/8/8/k7/8/4K3 w", ["c6", "g8"], "f7")]),
        Passage::new("The end")
            .say("A king that is attacked is in check, and no move may leave it so. If it has no way out, that is mate, and its side loses. If a player has no legal move and is not in check, the game is a draw.")
            .say("It is also a draw if the same position with the same moves occurs three times, or if fifty moves of each side pass without a capture or a pawn move. It is a draw if neither side can ever mate. The computer finds that in two cases: besides the kings there is at most one knight, or there are only bishops, all on squares of one colour; or there are only kings and pawns, no pawn can move, and no king can get to a pawn of the other side. And it is a draw after 200 moves of each side, or after 100 from a position that a person set up, because every page reads all of them from its link."),
        Passage::new("Resign or draw")
            .say("Two people who play each other can also resign, or offer a draw with a move. The other player accepts it, or declines it by a move."),
        Passage::new("Type a move")
            .say("Type a move as you write it: e4, Nf3, exd5, O-O or e8=Q, the two squares (e2e4), or words: knight takes d5. If a pawn and a bishop can both make the move, a capital B is the bishop."),
        Passage::new("Chess960")
            .show(vec![figure("Start position 100", &start::board(ANOTHER_START), WHOLE, None)])
            .say("The pieces start in one of 960 orders: the bishops on squares of different colours, and the king between the rooks. Both sides have the same order. The numbers are those of Reinhard Scharnagl, and 518 is the usual start. After castling, king and rook are where they are in usual chess. On their ways to these squares, and on the squares themselves, there may be no other piece. Choose the king, and then its new square or its rook.")
            .say("Under Options you can type such a number, or any position in FEN. The page says that a person set it up. The program refuses a position if it sees that no game leads to it, for example because a king is missing.")
            .say("Each day has a start position of its own, from midnight, UTC.")
            .show(Block::Link("Play today's start with a friend".into(), TODAY.into())),
        Passage::new("How the computer decides")
            .say("At level 1 it looks at its own move and not at your answer. From level 2 to level 7 it looks more and more often at your answer, and at the captures after it. For each move it decides at random whether it looks so far. At level 8 it looks as far as a request may take in half of its moves, and at level 9 in all of them. If you have only your king, each level looks as far as it can.")
            .say("It counts pieces and where they are, and it knows no openings. For its first move each level looks three half-moves ahead, and picks at random one of the good moves that make room for its pieces. If it rates several moves the same later on, it picks one at random.")
            .say("In tests, each level got 75 to 85 of 100 points against the level below it.")
            .say("Ask \"Why this move?\" and it says what the board shows, what it found, and how far it looked. If it looked further than its own move, you see the line. A hint is the move that level 9 would make for you, with its line."),
        trust::open_to_all("Compare the board with the one that you sent: one move leads from it to this one."),
    ]
}
