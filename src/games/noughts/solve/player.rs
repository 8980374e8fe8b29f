//! One player's marks, and the lines they can still make.

use super::paths::{Lines, Paths, Squares, members};

/// A player's marks and open lines: those without a mark of the opponent.
#[derive(Clone, Copy)]
pub struct Player {
    /// The squares with the player's mark.
    pub marks: Squares,
    /// The open lines, by how many marks the player lacks in them.
    pub lacking: [Lines; MOST_LACKING + 1],
}

/// The length of the longest lines on any grid: an empty line lacks so many marks.
pub const MOST_LACKING: usize = 4;

impl Player {
    /// A player on an empty board.
    pub fn new(grid: &Paths) -> Self {
        let mut lacking = [0; MOST_LACKING + 1];
        lacking[grid.run] = grid.all_lines();
        Player { marks: 0, lacking }
    }

    /// The player after marking a square.
    pub fn with(mut self, grid: &Paths, square: usize) -> Self {
        self.marks |= 1 << square;
        self.advance(grid.through(square));
        self
    }

    /// The player after the opponent has marked a square.
    pub fn without(mut self, grid: &Paths, square: usize) -> Self {
        self.abandon(grid.through(square));
        self
    }

    /// Counts one mark more in each of the lines.
    pub fn advance(&mut self, lines: Lines) {
        for lacks in 1..=MOST_LACKING {
            let advanced = self.lacking[lacks] & lines;
            self.lacking[lacks] ^= advanced;
            self.lacking[lacks - 1] |= advanced;
        }
    }

    /// Closes the lines.
    pub fn abandon(&mut self, lines: Lines) {
        self.lacking.iter_mut().for_each(|open| *open &= !lines);
    }

    /// The player without the lines that lack more marks than there are moves left.
    pub fn within(mut self, moves: usize) -> Self {
        self.lacking.iter_mut().skip(moves + 1).for_each(|open| *open = 0);
        self
    }

    /// Every open line.
    pub fn open(&self) -> Lines {
        self.lacking.iter().fold(0, |all, lines| all | lines)
    }

    /// The free squares each of which makes a line.
    pub fn making(&self, grid: &Paths, free: Squares) -> Squares {
        grid.squares_of(self.lacking[1]) & free
    }

    /// The forks, free squares that make two threats at once, each with the free squares on which
    /// the opponent can prevent it.
    pub fn forks(&self, grid: &Paths, free: Squares) -> impl Iterator<Item = (Squares, Squares)> {
        let lines = self.lacking[2];
        let (mut once, mut twice) = (0, 0);
        for line in members(lines) {
            let squares = grid.lines()[line];
            twice |= once & squares;
            once |= squares;
        }
        members(twice & free).filter_map(move |square| {
            let fork = 1 << square;
            let ends = grid.squares_of(lines & grid.through(square)) & free & !fork;
            // A mark on an end stops one threat. Of three threats, two are left.
            let stops = if ends.count_ones() == 2 { fork | ends } else { fork };
            (!ends.is_power_of_two()).then_some((fork, stops))
        })
    }
}
