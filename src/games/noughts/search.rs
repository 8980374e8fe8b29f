//! A search with yes-or-no questions: does one side, the attacker, win against any defence?
//!
//! The attacker wins if one of their moves wins, and the defender is lost if all of theirs lose.
//! Four things keep the search short. Lines and forks leave few moves to try ([`Moves`]). If the
//! defender has a plain strategy, the search can stop ([`is_safe`]). The squares on the best lines
//! come first. And the answer of a position is remembered until it comes again.
//!
//! On nine by nine the attacker tries threats only: marks that threaten a line, and a limited
//! number of others that may lead to a fork. There a yes is proved, but a no only means that no
//! such attack was seen.
//!
//! A meter counts the lines it looks at, and the search gives up when the meter runs out. So its cost
//! depends on no clock, and the same position always has the same answer.

use super::choice::RowOfFours;
use super::counted::Counted;
use super::denial::is_safe;
use super::terms::Rule;
use crate::games::shared::lines::{Field, Grid, Mark, Squares, members};
use crate::prelude::*;

/// A search with its limit, and the answers found so far.
pub struct Search {
    rule: Rule,
    /// The work that it may still do.
    pub meter: Meter,
    /// True if it tries every move, so that a no is proved as well.
    pub is_exact: bool,
    known: Vec<Known>,
}

/// A question about a board. All questions to one search are about play from one board on which the
/// same side moves first. So the marks decide the side to move, and it is no part of the question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Question {
    /// The side that wants to win.
    pub attacker: Mark,
    /// The most marks of an attack that threaten no line at once, if the search does not try every move.
    pub quiet: u8,
}

/// A place of the transposition table: a new answer overwrites an old one.
#[derive(Clone, Copy)]
struct Known {
    field: Field,
    question: Question,
    answer: bool,
}

/// The size of the transposition table, a power of two.
const PLACES: usize = 1 << 13;

/// The moves that the rule leaves to a side.
enum Moves {
    /// One of them wins.
    Win,
    /// The other side is about to make a line: all others lose.
    Stop(Squares),
    /// The other side is about to threaten two lines at once: all others lose.
    Prevent(Squares),
    /// Nothing is urgent.
    Any(Squares),
}

impl Moves {
    /// The moves of a side. There is no line yet, and a square is free.
    fn of(board: &Counted, rule: Rule, mover: Mark, meter: &mut Meter) -> Result<Self, Stopped> {
        let lines = board.grid.count();
        meter.spend(MARKED + lines)?;
        let (free, own) = (board.free(), board.threats(mover));
        if rule == Rule::Misere {
            return Ok(Moves::Any(free & !own.lines));
        }
        if own.lines != 0 {
            return Ok(Moves::Win);
        }
        meter.spend(lines)?;
        let other = board.threats(mover.other());
        if other.lines != 0 {
            // One mark cannot stop two lines.
            return Ok(Moves::Stop(if other.lines.is_power_of_two() { other.lines } else { 0 }));
        }
        let crossings = own.crossings.count_ones() + other.crossings.count_ones();
        meter.spend(lines * crossings as usize)?;
        if board.forks(mover, own).next().is_some() {
            return Ok(Moves::Win);
        }
        let stops = board.forks(mover.other(), other).fold(free, |all, (_, stops)| all & stops);
        // A fork can also be answered by a threat.
        Ok(if stops == free { Moves::Any(free) } else { Moves::Prevent(stops | own.nearly) })
    }
}

impl Search {
    /// A search that does no more than the work of this meter, over all its questions.
    pub fn new(grid: &Grid, rule: Rule, meter: Meter) -> Self {
        // No board has both marks in a square.
        let none = Field { crosses: 1, noughts: 1 };
        let question = Question { attacker: Mark::Cross, quiet: 0 };
        Search {
            rule,
            meter,
            is_exact: grid.side < 9 || rule == Rule::Misere,
            known: vec![Known { field: none, question, answer: false }; PLACES],
        }
    }

    /// The answer of [`Search::wins`], for at most this many units of the meter.
    pub fn wins_within(
        &mut self,
        units: usize,
        board: &Counted,
        mover: Mark,
        question: Question,
    ) -> Option<bool> {
        let lent = self.meter.lend(units);
        let kept = std::mem::replace(&mut self.meter, lent);
        let answer = self.wins(board, mover, question);
        self.meter.take_back(kept);
        answer
    }

    /// Returns true if the attacker wins. `None` if the meter ran out.
    pub fn wins(&mut self, board: &Counted, mover: Mark, mut question: Question) -> Option<bool> {
        if board.free() == 0 {
            return Some(false);
        }
        let is_attacking = mover == question.attacker;
        let moves = match Moves::of(board, self.rule, mover, &mut self.meter).ok()? {
            Moves::Win => return Some(is_attacking),
            Moves::Stop(squares) => squares,
            Moves::Prevent(squares) | Moves::Any(squares) if self.is_exact => squares,
            Moves::Prevent(squares) if is_attacking => squares,
            Moves::Any(_) if is_attacking => threatening(board, mover, question.quiet),
            // The attacker's last mark threatened no line.
            Moves::Prevent(squares) if question.quiet > 0 => {
                question.quiet -= 1;
                squares
            }
            Moves::Prevent(_) | Moves::Any(_) => return Some(false),
        };
        match moves.count_ones() {
            0 => Some(!is_attacking),
            1 => self.wins(
                &board.with(mover, moves.trailing_zeros() as usize),
                mover.other(),
                question,
            ),
            _ => self.look_up(board, mover, moves, question),
        }
    }

    /// A row of fours of the side to move. `None` if there is none, or the meter ran
    /// out.
    pub fn row_of_fours(&mut self, board: &Counted, mover: Mark) -> RowOfFours {
        let threats = board.threats(mover);
        if threats.lines != 0 {
            return Some(members(threats.lines).take(2).collect());
        }
        let (other, question) = (mover.other(), Question { attacker: mover, quiet: 0 });
        let four = members(threats.nearly)
            .find(|square| self.wins(&board.with(mover, *square), other, question) == Some(true))?;
        let next = board.with(mover, four);
        let ends: Vec<usize> = members(next.threats(mover).lines).take(2).collect();
        let rest = match ends[..] {
            [answer] => self.row_of_fours(&next.with(other, answer), mover)?,
            _ => Vec::new(),
        };
        Some([vec![four], ends, rest].concat())
    }

    fn look_up(
        &mut self,
        board: &Counted,
        mover: Mark,
        moves: Squares,
        question: Question,
    ) -> Option<bool> {
        let place = place(board.field, question);
        let known = self.known[place];
        if known.field == board.field && known.question == question {
            return Some(known.answer);
        }
        let defender = question.attacker.other();
        let is_safe =
            self.is_exact && is_safe(board, self.rule, defender, mover, &mut self.meter).ok()?;
        let answer = !is_safe && self.try_moves(board, mover, moves, question)?;
        self.known[place] = Known { field: board.field, question, answer };
        Some(answer)
    }

    fn try_moves(
        &mut self,
        board: &Counted,
        mover: Mark,
        moves: Squares,
        question: Question,
    ) -> Option<bool> {
        let is_attacking = mover == question.attacker;
        let count = moves.count_ones() as usize;
        let lines: usize = members(moves).map(|square| board.grid.through(square).len()).sum();
        self.meter.spend(board.grid.count() + GAINED * lines / 2 + count).ok()?;
        // In misère nearly every square is tried, and the order takes most of the work.
        let chosen = if self.rule == Rule::Misere { CHOSEN * count } else { count };
        for square in board.ordered(self.rule, moves, mover) {
            self.meter.spend(chosen).ok()?;
            if self.wins(&board.with(mover, square), mover.other(), question)? == is_attacking {
                return Some(is_attacking);
            }
        }
        Some(!is_attacking)
    }
}

/// The work to make a mark and to ask for a position, to add two lines to the gain of a square, and in misère
/// to choose among squares, for each, in units of a meter. To look at a line is one.
pub const MARKED: usize = 50;
const CHOSEN: usize = 5;
const GAINED: usize = 5;

/// The squares on which an attack goes on: those that threaten a line. A quiet attack may also take
/// squares on lines with two marks less.
fn threatening(board: &Counted, mover: Mark, quiet: u8) -> Squares {
    let lacks = if quiet > 0 { 2..=3 } else { 2..=2 };
    lacks.flat_map(|lacks| board.lacking(mover, lacks)).fold(0, |all, line| all | line)
}

/// Multiplicative hashing (Knuth, The Art of Computer Programming, volume 3, section 6.4): the
/// factor is 2 to the power of 64, divided by the golden ratio.
#[expect(clippy::cast_possible_truncation, reason = "both halves of a word, and its highest bits")]
fn place(field: Field, question: Question) -> usize {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let words = [field.crosses, field.noughts].map(|set| set as u64 ^ (set >> 64) as u64);
    let asked = u64::from(question.quiet) << 1 | question.attacker as u64;
    let mixed =
        [words[1], asked].into_iter().fold(words[0], |key, word| key.wrapping_mul(FACTOR) ^ word);
    (mixed.wrapping_mul(FACTOR) >> (u64::BITS - PLACES.ilog2())) as usize
}
