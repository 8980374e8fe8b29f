//! A board with the marks in its lines counted: what each side threatens, and which squares matter.

use super::terms::Rule;
use crate::games::shared::lines::{Field, Grid, MOST_LINES, MOST_SQUARES, Mark, Squares, members};

/// A board, and for each of its lines the marks in it.
#[derive(Clone, Copy)]
pub struct Counted {
    /// The squares and lines.
    pub grid: &'static Grid,
    /// The squares with marks.
    pub field: Field,
    marks: [Marks; MOST_LINES],
}

/// The marks in a line: three bits for the number of X, above them as many for O.
type Marks = u8;

/// A line with this number of marks of one kind and none of the other.
fn only(mark: Mark, count: usize) -> Marks {
    let count = Marks::try_from(count).expect("a line has at most 7 squares");
    count << (3 * mark as u8)
}

/// The number of marks of a kind.
fn count(marks: Marks, mark: Mark) -> usize {
    usize::from(marks >> (3 * mark as usize) & 7)
}

/// The threats of a side.
#[derive(Clone, Copy, Default)]
pub struct Threats {
    /// The squares each of which makes a line.
    pub lines: Squares,
    /// The free squares of the lines that lack two marks: a mark in one threatens a line.
    pub nearly: Squares,
    /// Those on two such lines or more: a mark in one may threaten two lines at once.
    pub crossings: Squares,
}

/// A square that makes two threats at once, and the squares on which the other side can prevent it.
type Fork = (Squares, Squares);

impl Counted {
    /// A board with its marks counted.
    pub fn new(grid: &'static Grid, field: Field) -> Self {
        let marks = [0; MOST_LINES];
        let empty = Counted { grid, field: Field::default(), marks };
        [Mark::Cross, Mark::Nought].into_iter().fold(empty, |board, mark| {
            members(field.of(mark)).fold(board, |board, square| board.with(mark, square))
        })
    }

    /// The board with one mark more.
    pub fn with(mut self, mark: Mark, square: usize) -> Self {
        self.field = self.field.with(mark, square);
        for line in self.grid.through(square) {
            self.marks[usize::from(*line)] += only(mark, 1);
        }
        self
    }

    /// The squares without a mark.
    pub fn free(&self) -> Squares {
        self.field.free(self.grid)
    }

    /// Every line with its marks.
    fn lines(&self) -> impl Iterator<Item = (&Marks, &Squares)> {
        self.marks.iter().zip(self.grid.lines())
    }

    /// The free squares of each line in which a side lacks this number of marks and the other side
    /// has none.
    pub fn lacking(&self, mark: Mark, lacks: usize) -> impl Iterator<Item = Squares> {
        let (wanted, free) = (only(mark, self.grid.run - lacks), self.free());
        self.lines().filter(move |(marks, _)| **marks == wanted).map(move |(_, line)| line & free)
    }

    /// The lines that a player can still make within this number of moves: the number of marks that
    /// each lacks, and its free squares.
    #[expect(clippy::cast_possible_truncation, reason = "a board that is counted has 25 squares")]
    pub fn open(&self, player: Mark, moves: u32) -> impl Iterator<Item = (u32, u32)> {
        let free = self.free();
        self.lines().filter_map(move |(marks, line)| {
            let lacks = (self.grid.run - count(*marks, player)) as u32;
            let is_open = count(*marks, player.other()) == 0 && lacks <= moves;
            is_open.then_some((lacks, (line & free) as u32))
        })
    }

    /// The threats of a side.
    pub fn threats(&self, mark: Mark) -> Threats {
        let one = only(mark, self.grid.run - 1);
        let two = only(mark, self.grid.run - 2);
        let mut threats = Threats::default();
        for (marks, line) in self.lines() {
            if *marks == one {
                threats.lines |= line;
            } else if *marks == two {
                threats.crossings |= threats.nearly & line;
                threats.nearly |= line;
            }
        }
        let free = self.free();
        Threats {
            lines: threats.lines & free,
            nearly: threats.nearly & free,
            crossings: threats.crossings & free,
        }
    }

    /// The squares on which a side threatens two lines at once.
    pub fn forks(&self, mark: Mark, threats: Threats) -> impl Iterator<Item = Fork> {
        members(threats.crossings).filter_map(move |square| {
            let fork = 1 << square;
            let through = self.lacking(mark, 2).filter(|line| line & fork != 0);
            let ends = through.fold(0, |all, line| all | line) & !fork;
            let but_one = ends & ends.wrapping_sub(1);
            // A mark on an end stops only one threat, so it is no use against three.
            let stops = if but_one.is_power_of_two() { fork | ends } else { fork };
            (but_one != 0).then_some((fork, stops))
        })
    }

    /// Some of the free squares. Squares on many advanced lines come first, and in misère last. In
    /// a normal game all squares on no open line are alike, and the list ends with one.
    pub fn ordered(
        &self,
        rule: Rule,
        squares: Squares,
        mover: Mark,
    ) -> impl Iterator<Item = usize> {
        let gains = self.gains(rule, squares, mover);
        let mut left = squares;
        std::iter::from_fn(move || {
            let best = members(left).min_by_key(|square| -gains[*square])?;
            left &= !(1 << best);
            if rule == Rule::Normal && gains[best] == 0 {
                left = 0;
            }
            Some(best)
        })
    }

    /// The gain of each square by its lines.
    fn gains(&self, rule: Rule, squares: Squares, mover: Mark) -> [i16; MOST_SQUARES] {
        let run = self.grid.run;
        let sign = if rule == Rule::Misere { -1 } else { 1 };
        let mut gains = [0; MOST_SQUARES];
        for (marks, line) in self.lines() {
            let gain = match (count(*marks, mover), count(*marks, mover.other())) {
                (0, 0) => OWN[run] + OTHER[run],
                (own, 0) => OWN[run - own],
                (0, other) => OTHER[run - other],
                _ => continue,
            };
            members(line & squares).for_each(|square| gains[square] += sign * gain);
        }
        gains
    }
}

/// The gain of a square by an open line of the side to move, and by one of the other side. The index is
/// the number of marks that the line lacks. The order changes no answer. The gains were found by trial:
/// the test `proofs_stay_short` fails if they get worse.
const OWN: [i16; 6] = [0, 8, 16, 4, 1, 1];
const OTHER: [i16; 6] = [0, 8, 5, 3, 1, 1];
