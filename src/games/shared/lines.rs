//! Lines of equal marks on a square grid: the rule that tic-tac-toe and noughts and crosses share.
//!
//! Squares are numbered from 0 at the top left, row by row. A set of squares is the bits of a
//! number, so a line is one number. One comparison tells if a player has the line.

use crate::prelude::*;

/// A set of squares: bit 0 is the top left one.
pub type Squares = u128;

/// The two marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// X.
    Cross,
    /// O.
    Nought,
}

impl Mark {
    /// The mark of the opponent.
    pub const fn other(self) -> Self {
        match self {
            Mark::Cross => Mark::Nought,
            Mark::Nought => Mark::Cross,
        }
    }

    /// The letter of the mark.
    pub const fn letter(self) -> &'static str {
        match self {
            Mark::Cross => "X",
            Mark::Nought => "O",
        }
    }
}

/// A square grid, and the lines on it that end the game.
#[derive(Debug, PartialEq, Eq)]
pub struct Grid {
    /// The number of squares of a side.
    pub side: usize,
    /// The number of equal marks that make a line.
    pub run: usize,
    lines: [Squares; MOST_LINES],
    count: usize,
    /// The lines through each square, and the number of them.
    through: [[u8; MOST_THROUGH]; MOST_SQUARES],
    lines_through: [u8; MOST_SQUARES],
}

/// The number of lines of the largest grid: five in a row on nine by nine.
pub const MOST_LINES: usize = 140;

/// The number of squares of the largest grid.
pub const MOST_SQUARES: usize = 81;

/// The greatest number of lines through a square: five each way through the centre of the largest
/// grid.
pub const MOST_THROUGH: usize = 20;

/// Three in a row on three by three.
pub static THREE: Grid = Grid::new(3, 3);
/// Four in a row on four by four.
pub static FOUR: Grid = Grid::new(4, 4);
/// Four in a row on five by five.
pub static FIVE: Grid = Grid::new(5, 4);
/// Five in a row on nine by nine.
pub static NINE: Grid = Grid::new(9, 5);

impl Grid {
    #[expect(clippy::cast_possible_truncation, reason = "MOST_LINES is below 256")]
    const fn new(side: usize, run: usize) -> Self {
        // A line is a start and a step: across, down, and along both diagonals.
        let steps = [1, side, side + 1, side - 1];
        let room = side - run + 1;
        let (mut lines, mut count) = ([0; MOST_LINES], 0);
        let mut through = [[0; MOST_THROUGH]; MOST_SQUARES];
        let mut lines_through = [0; MOST_SQUARES];
        let mut way = 0;
        while way < steps.len() {
            let rows = if way == 0 { side } else { room };
            let columns = if way == 1 { side } else { room };
            let first_column = if way == 3 { run - 1 } else { 0 };
            let mut start = 0;
            while start < rows * columns {
                let square = start / columns * side + first_column + start % columns;
                lines[count] = run_of(square, steps[way], run);
                let mut at = 0;
                while at < run {
                    let marked = square + at * steps[way];
                    through[marked][lines_through[marked] as usize] = count as u8;
                    lines_through[marked] += 1;
                    at += 1;
                }
                count += 1;
                start += 1;
            }
            way += 1;
        }
        Grid { side, run, lines, count, through, lines_through }
    }

    /// The lines that end the game.
    pub fn lines(&self) -> &[Squares] {
        &self.lines[..self.count]
    }

    /// The lines through a square, by their places in [`Grid::lines`].
    pub fn through(&self, square: usize) -> &[u8] {
        &self.through[square][..usize::from(self.lines_through[square])]
    }

    /// A line, by its place.
    pub const fn line(&self, place: usize) -> Squares {
        self.lines[place]
    }

    /// The number of lines.
    pub const fn count(&self) -> usize {
        self.count
    }

    /// The number of squares.
    pub const fn size(&self) -> usize {
        self.side * self.side
    }

    /// Every square.
    pub const fn all(&self) -> Squares {
        (1 << self.size()) - 1
    }

    /// The squares of all lines that are wholly in the set.
    pub fn lines_in(&self, set: Squares) -> Squares {
        self.lines().iter().filter(|line| **line & set == **line).fold(0, |all, line| all | line)
    }

    /// The lines that are wholly in the set, each as its first and its last square.
    pub fn strokes_in(&self, set: Squares) -> Vec<[usize; 2]> {
        self.lines().iter().filter(|line| **line & set == **line).map(ends).collect()
    }

    /// Returns true if a line is wholly in the set.
    pub fn has_line(&self, set: Squares) -> bool {
        self.lines().iter().any(|line| line & set == *line)
    }

    /// The free squares that complete a line of the set.
    pub fn completing(&self, set: Squares, free: Squares) -> Squares {
        let missing = self.lines().iter().map(|line| line & !set);
        missing.filter(|rest| rest.is_power_of_two() && rest & free != 0).fold(0, |all, s| all | s)
    }

    /// The name of a square, counted from 1: `row 1, column 3`.
    pub fn place(&self, square: usize) -> String {
        place_name(square, self.side)
    }

    /// The name of a line: `three in a row`.
    pub fn run_name(&self) -> &'static str {
        match self.run {
            3 => "three in a row",
            4 => "four in a row",
            _ => "five in a row",
        }
    }
}

/// The first and the last square of a line.
pub fn ends(line: &Squares) -> [usize; 2] {
    [line.trailing_zeros(), line.ilog2()].map(|end| end as usize)
}

const fn run_of(first: usize, step: usize, run: usize) -> Squares {
    let (mut line, mut at) = (0, 0);
    while at < run {
        line |= 1 << (first + at * step);
        at += 1;
    }
    line
}

/// The squares of a set, in order.
pub fn members(mut set: Squares) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(first)
    })
}

/// The squares of the marks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Field {
    /// The squares with an X.
    pub crosses: Squares,
    /// The squares with an O.
    pub noughts: Squares,
}

impl Field {
    /// The squares with this mark.
    pub const fn of(self, mark: Mark) -> Squares {
        match mark {
            Mark::Cross => self.crosses,
            Mark::Nought => self.noughts,
        }
    }

    /// The squares with either mark.
    pub const fn taken(self) -> Squares {
        self.crosses | self.noughts
    }

    /// The squares without a mark.
    pub const fn free(self, grid: &Grid) -> Squares {
        grid.all() & !self.taken()
    }

    /// The field with one mark more.
    pub const fn with(self, mark: Mark, square: usize) -> Self {
        let set = 1 << square;
        match mark {
            Mark::Cross => Field { crosses: self.crosses | set, ..self },
            Mark::Nought => Field { noughts: self.noughts | set, ..self },
        }
    }

    /// The mark on a square, if there is one.
    pub const fn mark(self, square: usize) -> Option<Mark> {
        match (self.crosses >> square & 1, self.noughts >> square & 1) {
            (1, _) => Some(Mark::Cross),
            (_, 1) => Some(Mark::Nought),
            _ => None,
        }
    }
}

/// Well-known numbers about tic-tac-toe.
#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeSet, HashSet};

    fn is_over(grid: &Grid, field: Field) -> bool {
        grid.has_line(field.crosses) || grid.has_line(field.noughts) || field.free(grid) == 0
    }

    #[test]
    fn all_games_of_three_by_three_are_counted() {
        let (mut crosses, mut noughts, mut draws) = (0, 0, 0);
        let mut stack = vec![(Field::default(), Mark::Cross)];
        while let Some((field, mark)) = stack.pop() {
            if is_over(&THREE, field) {
                match (THREE.has_line(field.crosses), THREE.has_line(field.noughts)) {
                    (true, _) => crosses += 1,
                    (_, true) => noughts += 1,
                    _ => draws += 1,
                }
                continue;
            }
            stack.extend(members(field.free(&THREE)).map(|s| (field.with(mark, s), mark.other())));
        }
        assert_eq!((crosses, noughts, draws), (131_184, 77_904, 46_080));
        assert_eq!(crosses + noughts + draws, 255_168);
    }

    #[test]
    fn all_positions_of_three_by_three_are_counted() {
        let mut seen = HashSet::new();
        let mut stack = vec![(Field::default(), Mark::Cross)];
        while let Some((field, mark)) = stack.pop() {
            if seen.insert(field) && !is_over(&THREE, field) {
                stack.extend(
                    members(field.free(&THREE)).map(|s| (field.with(mark, s), mark.other())),
                );
            }
        }
        assert_eq!(seen.len(), 5_478);
        let classes: HashSet<Field> = seen.into_iter().map(|field| first_image(field, 8)).collect();
        assert_eq!(classes.len(), 765);
        let by_rotation: HashSet<Field> = classes
            .iter()
            .flat_map(|f| [*f, flip(*f)])
            .map(|field| first_image(field, 4))
            .collect();
        assert_eq!(by_rotation.len(), 1_383);
    }

    /// Mirrored at the diagonal.
    fn flip(field: Field) -> Field {
        moved(field, |square| square % 3 * 3 + square / 3)
    }

    fn moved(field: Field, to: impl Fn(usize) -> usize) -> Field {
        let set = |squares| members(squares).fold(0, |set, square| set | 1 << to(square));
        Field { crosses: set(field.crosses), noughts: set(field.noughts) }
    }

    /// The least of the images under the quarter turns, and with 8 also under mirroring.
    fn first_image(field: Field, images: usize) -> Field {
        let mut image = field;
        let mut found = BTreeSet::new();
        for turn in 0..images {
            found.insert((image.crosses, image.noughts));
            image = moved(image, |square| (2 - square % 3) * 3 + square / 3);
            if turn == 3 {
                image = flip(image);
            }
        }
        let (crosses, noughts) = found.pop_first().unwrap();
        Field { crosses, noughts }
    }

    #[test]
    fn lines_are_straight_runs_and_all_of_them() {
        for (grid, count) in [(&THREE, 8), (&FOUR, 10), (&FIVE, 28), (&NINE, 140)] {
            let lines: HashSet<Squares> = grid.lines().iter().copied().collect();
            assert_eq!(lines.len(), count);
            assert_eq!(lines, straight_runs(grid), "{} by {}", grid.side, grid.side);
            for square in 0..grid.size() {
                let through: Vec<usize> =
                    grid.through(square).iter().map(|line| usize::from(*line)).collect();
                let passes = |line: &usize| grid.line(*line) >> square & 1 == 1;
                assert!(through.iter().copied().eq((0..count).filter(passes)), "{square}");
            }
        }
    }

    fn straight_runs(grid: &Grid) -> HashSet<Squares> {
        let side = grid.side as i32;
        let mut runs = HashSet::new();
        for (row, column) in (0..side).flat_map(|row| (0..side).map(move |column| (row, column))) {
            for (down, across) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let at = |step: i32| (row + step * down, column + step * across);
                let inside =
                    |(row, column)| (0..side).contains(&row) && (0..side).contains(&column);
                let run: Vec<(i32, i32)> = (0..grid.run as i32).map(at).collect();
                if run.iter().copied().all(inside) {
                    runs.insert(
                        run.iter().fold(0, |set, (row, column)| set | 1 << (row * side + column)),
                    );
                }
            }
        }
        runs
    }

    #[test]
    fn a_set_tells_lines_and_what_completes_them() {
        assert_eq!(THREE.lines_in(0b000_000_111), 0b111);
        assert_eq!(THREE.lines_in(0b100_011_111), 0b100_010_111, "a row and a diagonal");
        assert_eq!(THREE.lines_in(0b011), 0);
        assert_eq!(THREE.strokes_in(0b100_011_111), [[0, 2], [0, 8]]);
        assert_eq!(THREE.strokes_in(0b001_010_100), [[2, 6]], "the other diagonal");
        assert_eq!(THREE.completing(0b000_010_001, THREE.all()), 0b100_000_000);
        assert_eq!(THREE.completing(0b000_010_001, 0b011_101_110), 0, "the square is taken");
        assert_eq!(members(0b1_0010_0100).collect::<Vec<_>>(), [2, 5, 8]);
    }
}
