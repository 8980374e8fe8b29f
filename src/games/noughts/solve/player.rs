//! What one player has on the board and can still make.

use crate::games::shared::lines::{Grid, Lines, Squares, members};

/// A player's marks and prospects.
#[derive(Clone, Copy)]
pub struct Player {
    /// The squares with the player's mark.
    pub marks: Squares,
    /// The lines without a mark of the opponent, by how many marks the player lacks in them.
    pub lacking: [Lines; MOST_LACKING + 1],
}

/// As many marks as an empty line lacks, on the grids where lines are longest.
pub const MOST_LACKING: usize = 4;

impl Player {
    /// A player on an empty board.
    pub fn new(grid: &Grid) -> Self {
        let mut lacking = [0; MOST_LACKING + 1];
        lacking[grid.run] = grid.all_lines();
        Player { marks: 0, lacking }
    }

    /// The player after marking a square.
    pub fn with(mut self, grid: &Grid, square: usize) -> Self {
        self.marks |= 1 << square;
        self.advance(grid.through(square));
        self
    }

    /// The player after the opponent has marked a square.
    pub fn without(mut self, grid: &Grid, square: usize) -> Self {
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

    /// Gives the lines up.
    pub fn abandon(&mut self, lines: Lines) {
        self.lacking.iter_mut().for_each(|open| *open &= !lines);
    }

    /// The player without the lines that lack more marks than there are moves left.
    pub fn within(mut self, moves: usize) -> Self {
        self.lacking.iter_mut().skip(moves + 1).for_each(|open| *open = 0);
        self
    }

    /// Every line that the player can still make.
    pub fn open(&self) -> Lines {
        self.lacking.iter().fold(0, |all, lines| all | lines)
    }

    /// The free squares each of which makes a line.
    pub fn making(&self, grid: &Grid, free: Squares) -> Squares {
        grid.squares_of(self.lacking[1]) & free
    }

    /// The free squares each of which would make two threats at once, with the free squares where
    /// the opponent could stop it beforehand.
    pub fn forks(&self, grid: &Grid, free: Squares) -> impl Iterator<Item = (Squares, Squares)> {
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
            // One mark cannot stop three threats, but for the one that makes them.
            let stops = if ends.count_ones() == 2 { fork | ends } else { fork };
            (!ends.is_power_of_two()).then_some((fork, stops))
        })
    }
}
