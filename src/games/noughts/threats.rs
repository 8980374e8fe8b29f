//! The far-sighted computer on nine by nine, where five in a row win: it looks for threats.
//!
//! A four that can be completed must be answered at once. So a player may win by one four after the
//! other, each of which leaves one answer, until two are open at the same time; such a row is searched
//! to its end, for both sides. If there is none, the computer looks for a mark that threatens one so
//! that no single answer stops it, and keeps the visitor from the same. What is left is a look at the
//! best-looking squares and their best-looking answers, by the marks in the lines.
//!
//! The search counts the boards that it looks at and gives up at a limit, so its cost depends on no
//! clock. It is good, and not perfect.

use super::choice::{Candidate, Choice, Outlook, Reason, Turn, Verdict};
use super::score::Worth;
use crate::games::shared::lines::{Field, Grid, MOST_LINES, Mark, Squares, members};
use std::cmp::Reverse;

/// How many boards one choice looks at for rows of fours. A reply stays below the 20 million
/// instructions that `cargo test --test cost` allows.
const BOARDS_MAX: u32 = 2_000;
/// How many fours a row has at most.
const FOURS_MAX: u32 = 7;
/// How many squares are looked at closely, and how many answers to each.
const SQUARES_MAX: usize = 14;
const ANSWERS_MAX: usize = 8;
/// How many of the visitor's best-looking squares are tried for a threat that no answer stops.
const STRIKES_MAX: usize = 8;

/// What a line is worth to a square on it, by the marks of one side in a line that the other side can
/// no longer make: to whoever goes on with it, and to whoever stops it.
const TO_GO_ON: [i32; 5] = [1, 10, 80, 600, 100_000];
const TO_STOP: [i32; 5] = [1, 8, 60, 450, 50_000];
/// What such a line counts for its side.
const STANDING: [i32; 6] = [0, 2, 16, 120, 2_000, 100_000];
/// What counts more than any lines.
const DECISIVE: i32 = 500_000;

/// The computer's choice; none if no square is free.
pub fn choose(turn: Turn) -> Option<Choice> {
    let mut search = Search::of(turn);
    let (own, other) = (turn.mark, turn.mark.other());
    let best = search.promising(own);
    let first = *best.first()?;
    let told = |square, worth| Candidate { square, worth, outlook: Outlook::default() };
    if let Some(square) = members(search.completing(own)).next() {
        return Some(Choice::new(square, Reason::Line, vec![told(square, Worth::Wins)]));
    }
    let stops = search.completing(other);
    let forced = [search.force(own), search.force(other)];
    let decided = |square, verdict, considered| {
        let choice = Choice::new(square, Reason::Threats(verdict), considered);
        Some(Choice { forced: forced.clone(), ..choice })
    };
    if stops != 0 {
        let square = best.iter().copied().find(|square| stops >> square & 1 == 1).unwrap_or(first);
        return decided(square, Verdict::Stops, vec![told(square, Worth::Scores(0))]);
    }
    if let Some(square) = forced[0].as_ref().and_then(|row| row.first()) {
        return decided(*square, Verdict::Forces, vec![told(*square, Worth::Wins)]);
    }
    let near: Vec<usize> = match &forced[1] {
        None => best.iter().copied().take(SQUARES_MAX).collect(),
        Some(row) => search
            .answers_to(row, own)
            .into_iter()
            .chain(best.iter().copied().take(SQUARES_MAX))
            .collect(),
    };
    let mut tried: Squares = 0;
    let mut considered = Vec::new();
    for square in near {
        if tried >> square & 1 == 1 {
            continue;
        }
        tried |= 1 << square;
        if search.after(own, square, |search| search.force(other).is_some()) {
            considered.push(told(square, Worth::Loses));
        } else if search.strikes(own, square) {
            considered.insert(0, told(square, Worth::Wins));
            return decided(square, Verdict::Strikes, considered);
        } else {
            let score = search.after(own, square, |search| search.look(own));
            considered.push(told(square, Worth::Scores(score)));
        }
    }
    considered.sort_by_key(|candidate| Reverse(candidate.worth));
    let best = considered.first()?;
    let verdict = match (best.worth, &forced[1]) {
        (Worth::Loses, _) => Verdict::Lost,
        (_, Some(_)) => Verdict::Defends,
        (_, None) => Verdict::Looks,
    };
    decided(best.square, verdict, considered)
}

/// A board, the marks in each of its lines, and what is left of the limit.
struct Search {
    grid: &'static Grid,
    field: Field,
    counts: [[u8; MOST_LINES]; 2],
    left: u32,
}

impl Search {
    fn of(turn: Turn) -> Self {
        let counts = [[0; MOST_LINES]; 2];
        let field = Field::default();
        let mut search = Search { grid: turn.grid, field, counts, left: BOARDS_MAX };
        for mark in [Mark::Cross, Mark::Nought] {
            members(turn.field.of(mark)).for_each(|square| search.put(mark, square));
        }
        search
    }

    fn put(&mut self, mark: Mark, square: usize) {
        self.field = self.field.with(mark, square);
        for line in self.grid.through(square) {
            self.counts[mark as usize][usize::from(*line)] += 1;
        }
    }

    fn take(&mut self, mark: Mark, square: usize) {
        let set = !(1 << square);
        let Field { crosses, noughts } = self.field;
        self.field = Field { crosses: crosses & set, noughts: noughts & set };
        for line in self.grid.through(square) {
            self.counts[mark as usize][usize::from(*line)] -= 1;
        }
    }

    /// What is found on the board after a mark.
    fn after<T>(&mut self, mark: Mark, square: usize, find: impl FnOnce(&mut Self) -> T) -> T {
        self.put(mark, square);
        let found = find(self);
        self.take(mark, square);
        found
    }

    /// The free squares of the lines in which one side lacks so many marks and the other has none.
    fn lacking(&self, mark: Mark, marks: usize) -> impl Iterator<Item = Squares> {
        let [own, other] = [mark, mark.other()].map(|mark| &self.counts[mark as usize]);
        let has = (self.grid.run - marks) as u8;
        let lines =
            (0..self.grid.count()).filter(move |line| own[*line] == has && other[*line] == 0);
        let free = self.field.free(self.grid);
        lines.map(move |line| self.grid.line(line) & free)
    }

    /// The free squares each of which makes a line.
    fn completing(&self, mark: Mark) -> Squares {
        self.lacking(mark, 1).fold(0, |all, square| all | square)
    }

    /// The free squares each of which makes a four that can be completed.
    fn fours(&self, mark: Mark) -> Squares {
        self.lacking(mark, 2).fold(0, |all, squares| all | squares)
    }

    /// A row of fours by which the side to move forces a line: its marks and their answers in turn, and
    /// at last the squares of which one cannot be stopped. None if there is none, or the limit is
    /// reached.
    fn force(&mut self, mark: Mark) -> Option<Vec<usize>> {
        self.force_within(mark, FOURS_MAX)
    }

    fn force_within(&mut self, mark: Mark, fours: u32) -> Option<Vec<usize>> {
        self.left = self.left.checked_sub(1)?;
        let wins = self.completing(mark);
        if wins != 0 {
            return Some(members(wins).take(2).collect());
        }
        let stops = self.completing(mark.other());
        let makes = self.fours(mark);
        let makes = if stops == 0 { makes } else { makes & stops };
        // Of two lines of the other side one is left.
        if fours == 0 || stops.count_ones() > 1 {
            return None;
        }
        members(makes).find_map(|square| {
            self.after(mark, square, |search| search.go_on_after_four(mark, square, fours))
        })
    }

    fn go_on_after_four(&mut self, mark: Mark, square: usize, fours: u32) -> Option<Vec<usize>> {
        let open = self.completing(mark);
        if open.count_ones() > 1 {
            return Some([square].into_iter().chain(members(open).take(2)).collect());
        }
        let answer = members(open).next()?;
        let row = self.after(mark.other(), answer, |search| search.force_within(mark, fours - 1));
        Some([square, answer].into_iter().chain(row?).collect())
    }

    /// The squares that may stop a row of fours: its own, and those on which the side that stops it
    /// makes a four itself.
    fn answers_to(&self, row: &[usize], mark: Mark) -> Vec<usize> {
        row.iter().copied().chain(members(self.fours(mark))).collect()
    }

    /// Whether a mark threatens a row of fours that no answer stops.
    fn strikes(&mut self, mark: Mark, square: usize) -> bool {
        self.after(mark, square, |search| {
            let other = mark.other();
            let Some(row) = search.force(mark) else { return false };
            if search.force(other).is_some() {
                return false;
            }
            let answers = search.answers_to(&row, other);
            answers
                .into_iter()
                .all(|answer| search.after(other, answer, |search| search.force(mark).is_some()))
        })
    }

    /// How the board looks to a side whose opponent is to move: after the best-looking answer, and
    /// decided where an answer threatens more than can be stopped.
    fn look(&mut self, mark: Mark) -> i32 {
        let other = mark.other();
        let answers = self.promising(other);
        let is_struck = answers.iter().take(STRIKES_MAX).any(|answer| self.strikes(other, *answer));
        let worst = answers
            .iter()
            .take(ANSWERS_MAX)
            .map(|answer| self.after(other, *answer, |search| search.standing(mark)));
        let worst = worst.min().unwrap_or_default();
        if is_struck { worst - DECISIVE } else { worst }
    }

    /// How the lines stand for a side.
    fn standing(&self, mark: Mark) -> i32 {
        let [own, other] = [mark, mark.other()].map(|mark| &self.counts[mark as usize]);
        let line = |line| match (own[line], other[line]) {
            (marks, 0) => STANDING[usize::from(marks)],
            (0, marks) => -STANDING[usize::from(marks)],
            _ => 0,
        };
        (0..self.grid.count()).map(line).sum()
    }

    /// The free squares, those that promise a side the most first.
    fn promising(&self, mark: Mark) -> Vec<usize> {
        let [own, other] = [mark, mark.other()].map(|mark| &self.counts[mark as usize]);
        let promise = |square: &usize| -> i32 {
            let lines = self.grid.through(*square).iter().map(|line| usize::from(*line));
            let worth = |line: usize| match (own[line], other[line]) {
                (marks, 0) => TO_GO_ON[usize::from(marks)],
                (0, marks) => TO_STOP[usize::from(marks)],
                _ => 0,
            };
            lines.map(worth).sum()
        };
        let mut squares: Vec<usize> = members(self.field.free(self.grid)).collect();
        squares.sort_by_cached_key(|square| Reverse(promise(square)));
        squares
    }
}
