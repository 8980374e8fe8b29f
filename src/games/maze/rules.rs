//! The rules of the maze at length, with a board before and after.

use super::page;
use super::position::Position;
use super::ruleset::{Level, OPTIONS, SIZE};
use super::tile::{Kind, Piece, Tile};
use super::tiling::{BoardSize, Tiling};
use crate::prelude::*;
use std::ops::RangeInclusive;

/// The passages of the rules page.
pub fn rules() -> Vec<Passage> {
    vec![
        Passage::new("Before and after").show(vec![
            example("way", [1, 0, 0, 5], "The arrow flies east, but the corner beside it is closed there."),
            example("way", [1, 0, 2, 5], "After two turns of that corner the way runs to the heart."),
        ]),
        Passage::new("What counts").say("Your quarter turns count, in either direction. Next to them you see the fewest turns that solve this board. There is always a way, and on some boards there are several. The arrow and the heart never turn."),
        Passage::new("The full board")
            .show(vec![
                example("full", [9, 12, 11, 7], "The arrow reaches one tile of five."),
                example("full", [6, 10, 12, 8], "All tiles are in one net."),
            ])
            .say("Choose it under Options. Every tile belongs to one net: dead ends, corners, straights, branches and crossings. Turn them until the arrow reaches them all. Then no end is left open, and nothing runs in a circle. There is exactly one solution, and you can find it by thinking alone.")
            .say("There may be walls, which open to no side; then nothing may open to them either. The edges may be joined: what leaves the board at the right comes in at the left, and the same from bottom to top. Crossings never turn."),
        Passage::new("The levels")
            .folded()
            .say("A level says how many turns a board takes at least.")
            .show(levels())
            .say("A mixed board may take any number of turns."),
        Passage::new("Turning back and locking")
            .folded()
            .say("Under the board you choose what happens to a tile: it turns clockwise, turns back, or is locked. A locked tile cannot be turned by mistake. Choose it again to unlock it."),
        Passage::new("Hints and the solution")
            .folded()
            .say("A hint looks for the way that costs you the fewest turns from where you are, and advises a turn of the first wrong tile on it, seen from the arrow. It leaves locked tiles alone if any way to the heart does. If none does, it unlocks the tile in the way.")
            .say("On a full board a hint advises a turn of the first wrong tile from the arrow along the net, and a locked one only if no other is wrong.")
            .say("A turn that you take from a hint is a turn of yours. Enough hints solve any maze.")
            .say("\"Show the solution\" turns the whole way at once. That loses the game; Back takes it back."),
        Passage::new("The board in letters")
            .folded()
            .say("Lines show where a tile opens: --- is open to the east and west, | to the north and south. The corners are ,- (south and east), -. (south and west), `- (north and east) and -' (north and west). The arrow is >-> and the heart is <3.")
            .say("On a full board a dead end is o- (east), -o (west), o. (south) or o' (north). If three sides open, -.- and -'- branch off to the south and north, -| and |- to the west and east. A crossing is -+- and a wall %%%.")
            .say("If the arrow reaches a dead end there, it has a large O. A branch is =:= or =\"= then, and a crossing =X=.")
            .say("The lines are doubled where the arrow flies: === and #, ,= and so on.")
            .say("Brackets tell more: (-) was turned last, *-* stops the arrow, [-] is locked, and a hint advises !-!."),
    ]
}

/// The fewest turns of each level on each board.
fn levels() -> Block {
    type Range = fn(Level, BoardSize) -> RangeInclusive<usize>;
    let row = |size: BoardSize, full: &str, range: Range| {
        let [easy, medium, hard] = Level::ALL.map(|level| {
            let range = range(level, size);
            format!("{} to {}", range.start(), range.end())
        });
        [format!("{} by {}{full}", size.columns, size.rows), easy, medium, hard]
    };
    let rows = SIZE.values.iter().flat_map(|(_, size)| {
        [row(*size, "", Level::fewest), row(*size, ", full", Level::fewest_of_full)]
    });
    Block::table(["Board", "easy", "medium", "hard"], rows)
}

/// A board of 3 by 2 tiles, the arrow in the lower row and the heart in the upper one. The other
/// tiles are given by their places in [`Piece::all`].
fn example(kind: &str, pieces: [usize; 4], caption: &'static str) -> Board {
    let mut choices = Choices::defaults(OPTIONS);
    choices.choose("kind", kind);
    let mut pieces = pieces.into_iter().filter_map(|at| Piece::all(&Kind::ALL).nth(at));
    let piece = |_| pieces.next().map_or(Tile::Wall, Tile::Piece);
    let board = Tiling::covered(BoardSize { columns: 3, rows: 2 }, [1, 0], false, piece);
    page::figure(caption, &Position::new(&choices, board, 1))
}
