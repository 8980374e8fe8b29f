//! Line scores: how good a board looks, and the look-ahead of the PHP program, which scores every
//! move by its worst reply.

use super::terms::Rule;
use crate::games::shared::lines::{Field, Grid, MOST_LINES, Mark, Squares, members};

/// The scores of lines, by the number of marks that they lack: first the full line.
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

/// The scores of the source. A full line must outweigh all other lines.
const THREE_IN_LINE: LineScores =
    LineScores { ours: &[2500, 400, 100], theirs: &[-2500, -600, -100], mixed: 50, empty: 0 };

/// The same for lines of four. A lonely mark, which lacks three, counts a quarter of two. A full
/// line must count more to outweigh up to 27 other lines.
const FOUR_IN_LINE: LineScores = LineScores {
    ours: &[25_000, 400, 100, 25],
    theirs: &[-25_000, -600, -100, -25],
    ..THREE_IN_LINE
};

/// The same for lines of five. A line that neither player can still make counts nothing, because
/// there are up to 140 lines.
const FIVE_IN_LINE: LineScores = LineScores {
    ours: &[2_500_000, 6_000, 400, 100, 25],
    theirs: &[-2_500_000, -9_000, -600, -100, -25],
    mixed: 0,
    empty: 0,
};

/// The scores of the lines on a board.
pub fn line_scores(grid: &Grid) -> &'static LineScores {
    match grid.run {
        3 => &THREE_IN_LINE,
        4 => &FOUR_IN_LINE,
        _ => &FIVE_IN_LINE,
    }
}

impl LineScores {
    /// The score of a line with these numbers of marks.
    fn of(&self, run: usize, ours: u8, theirs: u8) -> i32 {
        let value = |scores: &[i32], marks: u8| scores[run - usize::from(marks)];
        match (ours, theirs) {
            (0, 0) => self.empty,
            (marks, 0) => value(self.ours, marks),
            (0, marks) => value(self.theirs, marks),
            _ => self.mixed,
        }
    }
}

/// The number of squares in a set. Those of a small board fit into a machine word.
#[expect(clippy::cast_possible_truncation, reason = "a set has at most 81 squares")]
fn marks(set: Squares) -> u8 {
    match set >> 32 {
        0 => (set as u32).count_ones() as u8,
        _ => set.count_ones() as u8,
    }
}

/// The look of a move, from the worst to the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Worth {
    /// It ends the game with a loss.
    Loses,
    /// The game goes on, and the board has this score.
    Scores(i32),
    /// It ends the game with a win.
    Wins,
}

/// The score of a board for the player with the mark `own`.
fn score(grid: &Grid, rule: Rule, field: Field, own: Mark) -> i32 {
    let scores = line_scores(grid);
    let (ours, theirs) = (field.of(own), field.of(own.other()));
    let line = |line: &Squares| scores.of(grid.run, marks(line & ours), marks(line & theirs));
    let sum: i32 = grid.lines().iter().map(line).sum();
    signed(rule, sum)
}

/// In a misere game all signs are turned round.
fn signed(rule: Rule, score: i32) -> i32 {
    match rule {
        Rule::Normal => score,
        Rule::Misere => -score,
    }
}

/// The result of a move that makes a line.
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

/// The worth of a move after the best reply. A finished game gets no reply: the source tried one on a
/// won board, too, and so could miss a win.
pub fn look_ahead(grid: &Grid, rule: Rule, field: Field, mark: Mark, square: usize) -> Worth {
    let after = field.with(mark, square);
    if let Some(worth) = finish(grid, rule, after, mark) {
        return worth;
    }
    // A reply changes only the lines through its square.
    let (scores, other) = (line_scores(grid), mark.other());
    let mut changes = [0; MOST_LINES];
    for (change, line) in changes.iter_mut().zip(grid.lines()) {
        let (ours, theirs) = (marks(line & after.of(mark)), marks(line & after.of(other)));
        if usize::from(theirs) < grid.run {
            *change = scores.of(grid.run, ours, theirs + 1) - scores.of(grid.run, ours, theirs);
        }
    }
    let now = score(grid, rule, after, mark);
    let after_reply = members(after.free(grid)).map(|reply| {
        let through = grid.through(reply).iter();
        now + signed(rule, through.map(|line| changes[usize::from(*line)]).sum())
    });
    Worth::Scores(after_reply.min().unwrap_or(now))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::shared::lines::{FIVE, FOUR, NINE, THREE};

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
        // Square 1 is on a row and a column, square 0 also on a diagonal.
        assert_eq!(alone("EXEE"), 50);
        assert_eq!(alone("XEEE"), 75);
        assert_eq!(alone("XXEE"), 100 + 75 - 25 + 50 - 25);
        assert_eq!(alone("OOOE"), -600 - 25 * 4);
        assert_eq!(score(&FIVE, Rule::Normal, Field::default(), Mark::Cross), 0);
    }

    #[test]
    fn the_worst_reply_leads_to_the_worst_board() {
        let mut chance = crate::game::chance::Chance::from_seed([1; 32]);
        for grid in [&THREE, &FOUR, &FIVE, &NINE] {
            for marks in 1..grid.size() {
                let mut squares: Vec<usize> = (0..grid.size()).collect();
                chance.shuffle(&mut squares);
                let mark = |at| if at % 2 == 0 { Mark::Cross } else { Mark::Nought };
                let put = squares.iter().take(marks).enumerate();
                let field = put.fold(Field::default(), |f, (at, square)| f.with(mark(at), *square));
                let after = field.with(Mark::Cross, squares[marks]);
                if grid.has_line(after.crosses) {
                    continue;
                }
                for rule in [Rule::Normal, Rule::Misere] {
                    let replies = members(after.free(grid));
                    let score = |field| score(grid, rule, field, Mark::Cross);
                    let worst = replies.map(|reply| score(after.with(Mark::Nought, reply))).min();
                    let worth = look_ahead(grid, rule, field, Mark::Cross, squares[marks]);
                    assert_eq!(worth, Worth::Scores(worst.unwrap_or(score(after))));
                }
            }
        }
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
