//! The lines of a small grid as the search reads them: squares and lines as the bits of a machine
//! word, and tables of what crosses what.

use crate::games::shared::lines::{self, Grid};

/// A set of squares: bit 0 is the top left one.
pub type Squares = u32;

/// A set of the lines of a grid: bit 0 is the first of [`Grid::lines`].
pub type Lines = u32;

/// The lines of a grid of five by five squares at most.
pub struct Paths {
    /// How many equal marks make a line.
    pub run: usize,
    size: usize,
    lines: [Squares; MOST_LINES],
    count: usize,
    through: [Lines; MOST_SQUARES],
    lines_through: [u8; MOST_SQUARES],
    beside: [Lines; MOST_LINES],
}

/// As many lines and squares as four in a row on five by five has.
pub const MOST_LINES: usize = 28;
/// As many squares as a small grid has.
pub const MOST_SQUARES: usize = 25;

static THREE: Paths = Paths::of(&lines::THREE);
static FOUR: Paths = Paths::of(&lines::FOUR);
static FIVE: Paths = Paths::of(&lines::FIVE);

impl Paths {
    /// The lines of a grid; those of five by five of any that is too large.
    pub fn on(grid: &Grid) -> &'static Paths {
        match grid.side {
            3 => &THREE,
            4 => &FOUR,
            _ => &FIVE,
        }
    }

    const fn of(grid: &Grid) -> Self {
        let (mut lines, mut through) = ([0; MOST_LINES], [0; MOST_SQUARES]);
        let mut lines_through = [0; MOST_SQUARES];
        let mut at = 0;
        while at < grid.count() {
            lines[at] = grid.line(at) as Squares;
            let mut square = 0;
            while square < grid.size() {
                if lines[at] >> square & 1 == 1 {
                    through[square] |= 1 << at;
                    lines_through[square] += 1;
                }
                square += 1;
            }
            at += 1;
        }
        let beside = overlaps(&lines, grid.count());
        let (run, size, count) = (grid.run, grid.size(), grid.count());
        Paths { run, size, lines, count, through, lines_through, beside }
    }

    /// The lines that end the game.
    pub fn lines(&self) -> &[Squares] {
        &self.lines[..self.count]
    }

    /// Every line.
    pub const fn all_lines(&self) -> Lines {
        (1 << self.count) - 1
    }

    /// The lines through a square.
    pub const fn through(&self, square: usize) -> Lines {
        self.through[square]
    }

    /// How many lines pass through a square. To count them anew takes long on a processor without
    /// an instruction for it.
    pub const fn lines_through(&self, square: usize) -> u8 {
        self.lines_through[square]
    }

    /// The lines that share more than one square with a line: in the same row, column or diagonal.
    pub const fn beside(&self, line: usize) -> Lines {
        self.beside[line]
    }

    /// The squares of lines.
    pub fn squares_of(&self, lines: Lines) -> Squares {
        members(lines).fold(0, |squares, line| squares | self.lines[line])
    }

    /// How many squares there are.
    pub const fn size(&self) -> usize {
        self.size
    }

    /// Every square.
    pub const fn all(&self) -> Squares {
        (1 << self.size) - 1
    }
}

const fn overlaps(lines: &[Squares; MOST_LINES], count: usize) -> [Lines; MOST_LINES] {
    let mut beside = [0; MOST_LINES];
    let mut pair = 0;
    while pair < count * count {
        let (one, other) = (pair / count, pair % count);
        if one != other && (lines[one] & lines[other]).count_ones() > 1 {
            beside[one] |= 1 << other;
        }
        pair += 1;
    }
    beside
}

/// The squares of a set, or the lines, in order.
pub fn members(mut set: Squares) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(first)
    })
}
