//! The rules of the maze at length, with a board before and after.

use super::page::figure;
use super::position::Position;
use super::ruleset::{BoardKind, Level, SIZE as SIZES};
use super::tile::{Piece, Tile};
use super::tiling::{BoardSize, Tiling};
use crate::game::prelude::*;

/// The passages of the rules page.
pub fn rules() -> Vec<Passage> {
    vec![
        Passage::new("Before and after").show(vec![
            figure("The arrow flies east, but the corner beside it is closed there.", &way(before())),
            figure("After two turns of that corner the way runs to the heart.", &way(after())),
        ]),
        Passage::new("What counts").say("Your quarter turns count, in either direction. Next to them you see the fewest turns that solve this board. There is always a way, and on some boards there are several. The arrow and the heart never turn."),
        Passage::new("The full board")
            .show(vec![
                figure("The arrow reaches one tile of five.", &net(&NET_BEFORE)),
                figure("All tiles are in one net.", &net(&NET_AFTER)),
            ])
            .say("Choose it under Options. Every tile belongs to one net: dead ends, corners, straights, branches and crossings. Turn them until the arrow reaches them all. Then no end is left open, and nothing runs in a circle. There is exactly one solution, and you can find it by thinking alone.")
            .say("There may be walls, which open to no side; then nothing may open to them either. The edges may be joined: what leaves the board at the right comes in at the left, and the same from bottom to top. Crossings never turn."),
        Passage::new("The levels")
            .folded()
            .say("A level says how many turns a board takes at least.")
            .show(Block::Table(levels()))
            .say("A board as it comes may take any number of turns."),
        Passage::new("Turning back and locking")
            .folded()
            .say("Under the board you choose what happens to a tile: it turns clockwise, turns back, or is locked. A locked tile cannot be turned by mistake. Choose it again to unlock it."),
        Passage::new("Hints and the solution")
            .folded()
            .say("A hint looks for the way that costs you the fewest turns from where you are, and turns the first wrong tile on it, seen from the arrow. That tile is settled: it stays so for the rest of the game.")
            .say("A hint leaves locked tiles alone if any way to the heart does. If none does, it unlocks the one that stands in the way.")
            .say("On a full board a hint turns the first wrong tile that it finds from the arrow along the net, and a locked one only if no other is wrong.")
            .say("Hints are counted for themselves, and the turns they make are not yours. Enough of them solve any maze.")
            .say("\"Show the solution\" turns the whole way at once. That loses the game; Back takes it back."),
        Passage::new("The board in letters")
            .folded()
            .say("Lines show where a tile opens: --- is open to the east and west, | to the north and south. The corners are ,- (south and east), -. (south and west), `- (north and east) and -' (north and west). The arrow is >-> and the heart is <3.")
            .say("On a full board a dead end is o- (east), -o (west), o. (south) or o' (north). Where three sides open, -.- and -'- branch off to the south and north, -| and |- to the west and east. A crossing is -+- and a wall %%%.")
            .say("What the arrow reaches there is o as a large O, a branch as =:= or =\"=, and a crossing as =X=.")
            .say("Where the arrow flies the lines are doubled: === and #, ,= and so on.")
            .say("Brackets tell more: (-) was turned last, *-* stops the arrow, [-] is locked, and {-} was settled by a hint."),
    ]
}

/// The fewest turns of each level on each board.
fn levels() -> Vec<Vec<Text>> {
    let head = ["Board", "easy", "fair", "hard"].map(Text::from).into();
    type Range = fn(Level, BoardSize) -> std::ops::RangeInclusive<usize>;
    let row = |size: BoardSize, full: &str, range: Range| -> Vec<Text> {
        let turns = [Level::Easy, Level::Fair, Level::Hard].map(|level| {
            let range = range(level, size);
            Text::from(format!("{} to {}", range.start(), range.end()))
        });
        let name = format!("{} by {}{full}", size.columns, size.rows).into();
        [name].into_iter().chain(turns).collect()
    };
    let rows = SIZES.values.iter().flat_map(|(_, size)| {
        [row(*size, "", Level::fewest), row(*size, ", full", Level::fewest_of_full)]
    });
    [head].into_iter().chain(rows).collect()
}

const SIZE: BoardSize = BoardSize { columns: 3, rows: 2 };
/// The arrow in the lower row, the heart in the upper one.
const ENDS: [usize; 2] = [1, 0];
/// The pieces by their codes, in order: a corner that stays, the corner above the one to turn, and
/// a straight that stays.
const CODES: [u64; 4] = [1, 0, 0, 5];
/// The place among them of the corner to turn, and its code when it is turned.
const CORNER: (usize, u64) = (2, 2);

fn before() -> Tiling {
    let mut codes = CODES.into_iter();
    Tiling::laid(SIZE, ENDS, |_| Piece::from_code(codes.next().unwrap_or_default()))
}

fn after() -> Tiling {
    let (place, code) = CORNER;
    let mut codes = CODES;
    codes[place] = code;
    let mut codes = codes.into_iter();
    Tiling::laid(SIZE, ENDS, |_| Piece::from_code(codes.next().unwrap_or_default()))
}

fn way(board: Tiling) -> Position {
    shown(board, BoardKind::Way)
}

fn shown(board: Tiling, kind: BoardKind) -> Position {
    Position { board, kind, level: None, turns: 0, fewest: 1, is_solution_shown: false }
}

/// The pieces of a small full board by their codes, in order, and the same ones turned right: in each
/// row a dead end and a tee, beside the heart and the arrow.
const NET_BEFORE: [u64; 4] = [9, 12, 11, 7];
const NET_AFTER: [u64; 4] = [6, 10, 12, 8];

fn net(codes: &[u64]) -> Position {
    let mut codes = codes.iter();
    let piece = |_| Tile::Piece(Piece::from_full_code(*codes.next().unwrap_or(&0)));
    let board = Tiling::covered(SIZE, ENDS, false, piece);
    shown(board, BoardKind::Full { has_walls: false, wraps: false })
}
