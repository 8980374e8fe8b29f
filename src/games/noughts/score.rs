//! Line scores: how good a board looks, and the look-ahead of the source
//! (001_4079070a696d063a.txt), which scores every move by its worst reply.

use super::terms::Rule;
use crate::games::shared::lines::{Field, Grid, Mark, members};

/// What a line counts for, by how many marks it lacks: first the full line.
#[derive(Debug)]
pub struct LineScores {
    /// A line of the computer's.
    pub ours: &'static [i32],
    /// A line of the visitor's.
    pub theirs: &'static [i32],
    /// A line that holds both marks, however many.
    pub mixed: i32,
    /// A line without a mark.
    pub empty: i32,
}

/// The scores of the source. A full line is to mask everything else.
const THREE_IN_LINE: LineScores =
    LineScores { ours: &[2500, 400, 100], theirs: &[-2500, -600, -100], mixed: 50, empty: 0 };

/// The same for lines of four. A lonely mark, which lacks three, counts a quarter of two; and
/// among as many as 28 lines a full one must count more to mask the others.
const FOUR_IN_LINE: LineScores = LineScores {
    ours: &[25_000, 400, 100, 25],
    theirs: &[-25_000, -600, -100, -25],
    ..THREE_IN_LINE
};

/// What lines count for on a board.
pub fn line_scores(grid: &Grid) -> &'static LineScores {
    if grid.run == 3 { &THREE_IN_LINE } else { &FOUR_IN_LINE }
}

/// How a move looks, from the worst to the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Worth {
    /// It ends the game with a loss.
    Loses,
    /// The game goes on, and the board scores so much.
    Scores(i32),
    /// It ends the game with a win.
    Wins,
}

/// How a board looks to the player with the mark `own`.
fn score(grid: &Grid, rule: Rule, field: Field, own: Mark) -> i32 {
    let scores = line_scores(grid);
    let (ours, theirs) = (field.of(own), field.of(own.other()));
    let value = |scores: &[i32], marks: u32| {
        scores.get(grid.run - marks as usize).copied().unwrap_or_default()
    };
    let line = |line: &u32| match ((line & ours).count_ones(), (line & theirs).count_ones()) {
        (0, 0) => scores.empty,
        (marks, 0) => value(scores.ours, marks),
        (0, marks) => value(scores.theirs, marks),
        _ => scores.mixed,
    };
    let sum: i32 = grid.lines().iter().map(line).sum();
    match rule {
        Rule::Normal => sum,
        Rule::Misere => -sum,
    }
}

/// What a move ends the game with, if it makes a line.
fn finish(grid: &Grid, rule: Rule, after: Field, mark: Mark) -> Option<Worth> {
    grid.has_line(after.of(mark)).then_some(match rule {
        Rule::Normal => Worth::Wins,
        Rule::Misere => Worth::Loses,
    })
}

/// A move as it looks at once, without any thought of the reply.
pub fn glance(grid: &Grid, rule: Rule, field: Field, mark: Mark, square: usize) -> Worth {
    let after = field.with(mark, square);
    let scores = || Worth::Scores(score(grid, rule, after, mark));
    finish(grid, rule, after, mark).unwrap_or_else(scores)
}

/// A move as its worst reply leaves it. A finished game gets no reply: the source imagined one
/// even to a won board, and so could pass over a win.
pub fn look_ahead(grid: &Grid, rule: Rule, field: Field, mark: Mark, square: usize) -> Worth {
    let after = field.with(mark, square);
    let scores = || {
        let replies = members(after.free(grid)).map(|reply| after.with(mark.other(), reply));
        let worst = replies.map(|field| score(grid, rule, field, mark)).min();
        Worth::Scores(worst.unwrap_or_else(|| score(grid, rule, after, mark)))
    };
    finish(grid, rule, after, mark).unwrap_or_else(scores)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::shared::lines::{FIVE, FOUR, THREE};

    fn field(text: &str) -> Field {
        let marks = text.bytes().filter(|c| *c != b' ').enumerate();
        marks.fold(Field::default(), |field, (square, letter)| match letter {
            b'X' => field.with(Mark::Cross, square),
            b'O' => field.with(Mark::Nought, square),
            _ => field,
        })
    }

    /// The switch of the source: the same line of the board in all its fillings, E for empty.
    #[test]
    fn lines_of_three_score_as_in_the_source() {
        let table = [
            (-2500, "OOO"),
            (-600, "OOE OEO EOO"),
            (-100, "OEE EOE EEO"),
            (0, "EEE"),
            (2500, "XXX"),
            (400, "XXE XEX EXX"),
            (100, "XEE EXE EEX"),
            (50, "XOO OXO OOX XXO XOX OXX XEO XOE OXE EXO EOX OEX"),
        ];
        for (value, rows) in table {
            for row in rows.split(' ') {
                // Below it the other two rows and all columns and diagonals but one corner are
                // blocked or empty, so only differences count.
                let with = score(&THREE, Rule::Normal, field(row), Mark::Cross);
                let crossing: i32 = row
                    .bytes()
                    .zip([2, 1, 2])
                    .map(|(letter, lines)| match letter {
                        b'X' => 100 * lines,
                        b'O' => -100 * lines,
                        _ => 0,
                    })
                    .sum();
                assert_eq!(with - crossing, value, "{row}");
                assert_eq!(score(&THREE, Rule::Misere, field(row), Mark::Cross), -with);
            }
        }
    }

    #[test]
    fn lines_of_four_count_by_what_they_lack() {
        let alone = |marks: &str| score(&FOUR, Rule::Normal, field(marks), Mark::Cross);
        // Square 1 lies in a row and a column, square 0 also in a diagonal.
        assert_eq!(alone("EXEE"), 50);
        assert_eq!(alone("XEEE"), 75);
        assert_eq!(alone("XXEE"), 100 + 75 - 25 + 50 - 25);
        assert_eq!(alone("OOOE"), -600 - 25 * 4);
        assert_eq!(score(&FIVE, Rule::Normal, Field::default(), Mark::Cross), 0);
    }

    #[test]
    fn a_finished_game_gets_no_reply() {
        let won = field("XXE OOE EEE");
        assert_eq!(look_ahead(&THREE, Rule::Normal, won, Mark::Cross, 2), Worth::Wins);
        assert_eq!(look_ahead(&THREE, Rule::Misere, won, Mark::Cross, 2), Worth::Loses);
        assert!(matches!(
            look_ahead(&THREE, Rule::Normal, won, Mark::Cross, 8),
            Worth::Scores(score) if score < -1000
        ));
        // The last square of all has no reply either.
        let last = field("XOX XOO OXE");
        assert_eq!(
            look_ahead(&THREE, Rule::Normal, last, Mark::Cross, 8),
            glance(&THREE, Rule::Normal, last, Mark::Cross, 8)
        );
    }
}
