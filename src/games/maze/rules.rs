//! The rules of the maze at length, with a board before and after.

use super::page::figure;
use super::ruleset::{Level, SIZE as SIZES};
use super::tile::Piece;
use super::tiling::{BoardSize, Tiling};
use crate::game::prelude::*;

/// The passages of the rules page.
pub fn rules() -> Vec<Passage> {
    vec![
        Passage::new("Before and after").show(vec![
            figure("The arrow flies east, but the corner beside it is closed there.", &before()),
            figure("After two turns of that corner the way runs to the heart.", &after()),
        ]),
        Passage::new("What counts").say("Your quarter turns, whichever way round. Beside them stands the fewest with which this board can be solved. There is always a way, and on some boards there are several. The arrow and the heart never turn."),
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
            .say("Hints are counted for themselves, and the turns they make are not yours. Enough of them solve any maze.")
            .say("\"Show the solution\" turns the whole way at once. That loses the game; Back takes it back."),
        Passage::new("The board in letters")
            .folded()
            .say("Lines show where a tile opens: --- is open to the east and west, | to the north and south. The corners are ,- (south and east), -. (south and west), `- (north and east) and -' (north and west). The arrow is >-> and the heart is <3.")
            .say("Where the arrow flies the lines are doubled: === and #, ,= and so on.")
            .say("Brackets tell more: (-) was turned last, *-* stops the arrow, [-] is locked, and {-} was settled by a hint."),
    ]
}

/// The fewest turns of each level on each board.
fn levels() -> Vec<Vec<Text>> {
    let head = ["Board", "easy", "fair", "hard"].map(Text::from).into();
    let row = |size: &BoardSize| {
        let turns = [Level::Easy, Level::Fair, Level::Hard].map(|level| {
            let range = level.fewest(*size);
            Text::from(format!("{} to {}", range.start(), range.end()))
        });
        let name = format!("{} by {}", size.columns, size.rows).into();
        [name].into_iter().chain(turns).collect()
    };
    [head].into_iter().chain(SIZES.values.iter().map(|(_, size)| row(size))).collect()
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
