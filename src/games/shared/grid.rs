//! The parts that tic-tac-toe and noughts and crosses share: the position, the moves, and the board
//! with its lines in words and pictures.

use super::duel::{COMPUTER, Match, PERSON};
use super::lines::{Field, Grid, Mark, Squares, members};
use crate::game::playable::Playable;
use crate::prelude::*;

/// A grid with its marks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Position {
    pub grid: &'static Grid,
    /// The mark of the first seat.
    pub person: Mark,
    /// The squares with marks.
    pub field: Field,
}

/// A game in progress. A move is the number of a square.
pub type GridGame = Match<Position, usize>;

impl Playable for Position {
    type Move = usize;

    /// Every free square. None once there is a line.
    fn moves(&self, _: &Choices) -> Vec<usize> {
        let free = if self.in_line().is_some() { 0 } else { self.free() };
        members(free).collect()
    }

    fn after(&self, seat: Seat, square: usize) -> Self {
        Position { field: self.field.with(self.mark_of(seat), square), ..*self }
    }

    fn refusal(&self, _: &Choices, request: &Request) -> Refusal {
        let square = request.number(0);
        if square >= self.grid.size() {
            return NO_SUCH_SQUARE.into();
        }
        let mark = self.field.mark(square).map_or("mark", Mark::letter);
        let place = capitalised(&self.grid.place(square));
        TAKEN.saying(format!("{place} already has an {mark}. Choose a free square."))
    }

    fn named(&self, square: usize) -> String {
        self.grid.place(square)
    }
}

impl Position {
    /// An empty grid. The first seat has this mark.
    pub fn empty(grid: &'static Grid, person: Mark) -> Self {
        Position { grid, person, field: Field::default() }
    }

    /// The mark of a seat.
    pub fn mark_of(&self, seat: Seat) -> Mark {
        if seat == PERSON { self.person } else { self.person.other() }
    }

    /// The mark that has a line.
    pub fn in_line(&self) -> Option<Mark> {
        let has_line = |mark: &Mark| self.grid.has_line(self.field.of(*mark));
        [Mark::Cross, Mark::Nought].into_iter().find(has_line)
    }

    /// The squares without a mark.
    pub fn free(&self) -> Squares {
        self.field.free(self.grid)
    }

    /// The lines through a square that are open to the computer, and those with your marks alone. A
    /// mark of the computer closes them.
    pub fn lines_through(&self, square: usize) -> [Vec<Squares>; 2] {
        let [own, other] = [COMPUTER, PERSON].map(|seat| self.field.of(self.mark_of(seat)));
        let through = self.grid.through(square).iter();
        let lines = through.map(|line| self.grid.line(usize::from(*line)));
        let (open, mixed): (Vec<_>, Vec<_>) = lines.partition(|line| line & other == 0);
        [open, mixed.into_iter().filter(|line| line & own == 0).collect()]
    }

    /// The lines that a mark in this square completes: of the computer, and of yours if you had the
    /// move.
    pub fn lines_completed(&self, square: usize) -> [Vec<[usize; 2]>; 2] {
        let completed =
            |seat| self.grid.strokes_in(self.field.of(self.mark_of(seat)) | 1 << square);
        [COMPUTER, PERSON].map(completed)
    }

    /// The lines that lack one mark once the computer has marked this square.
    pub fn lines_threatened(&self, square: usize) -> Vec<Squares> {
        let left = self.free() & !(1 << square);
        let [mut open, _] = self.lines_through(square);
        open.retain(|line| (line & left).is_power_of_two());
        open
    }

    /// The effect of the computer's mark here at once: `It stops your three in a row and threatens
    /// row 1, column 3.`
    pub fn told_at_once(&self, square: usize) -> String {
        let run = self.grid.run_name();
        let [_, stopped] = self.lines_completed(square);
        let threatened = self.lines_threatened(square).into_iter().fold(0, |all, line| all | line);
        let missing = threatened & self.free() & !(1 << square);
        let (at, squares) = match missing.count_ones() {
            0 => return format!("It stops your {run}."),
            1 => ("at", self.grid.place(missing.trailing_zeros() as usize)),
            _ => ("in", "two squares at once".to_owned()),
        };
        if stopped.is_empty() {
            format!("It threatens {run} {at} {squares}.")
        } else {
            format!("It stops your {run} and threatens {squares}.")
        }
    }

    /// Returns true if this is the one square in which you could make a line.
    pub fn is_only_stop(&self, square: usize) -> bool {
        self.grid.completing(self.field.of(self.person), self.free()) == 1 << square
    }

    /// The grid without offers. `explain` shows each free square.
    pub fn explained(&self, explain: impl Fn(usize) -> Cell) -> Board {
        let cell = |square| match self.field.mark(square) {
            Some(mark) => {
                let whose = if mark == self.person { "your" } else { "the computer's" };
                marked(mark).labelled(format!("{whose} {}", mark.letter()))
            }
            None => explain(square),
        };
        let cells = (0..self.grid.size()).map(cell).collect();
        Board::new("The board before the move", self.grid.side, cells).looking(Look::Lines)
    }
}

/// The board. Each free square offers the request, while the game goes on.
pub fn board(game: &GridGame, request: fn(usize) -> Request, is_over: bool) -> Board {
    let Position { grid, person, field } = game.position;
    let lines = [Mark::Cross, Mark::Nought].map(|mark| field.of(mark));
    let in_line = lines.map(|marks| grid.lines_in(marks)).iter().fold(0, |all, line| all | line);
    let last = game.moves().next_back().map(|(_, square)| square);
    let cell = |square| {
        let Some(mark) = field.mark(square) else {
            let offer = Offer::asking("Choose", request(square));
            return Cell::free().offering((!is_over).then_some(offer));
        };
        let whose = match mark {
            _ if !game.has_computer() => "",
            mark if mark == person => "your ",
            _ => "the computer's ",
        };
        let [is_last, settled] = [last == Some(square), in_line >> square & 1 == 1];
        let just_placed = if is_last { ", just placed" } else { "" };
        let in_the_line = if settled { ", in the line" } else { "" };
        marked(mark)
            .labelled(format!("{whose}{}{just_placed}{in_the_line}", mark.letter()))
            .marked(Marks { last: is_last, settled, ..Marks::default() })
    };
    let cells = (0..grid.size()).map(cell).collect();
    let strokes = lines.map(|marks| grid.strokes_in(marks)).concat();
    Board::new("The board", grid.side, cells).looking(Look::Lines).struck(strokes)
}

/// The sentence about the last mark. `loses` is true if a line loses.
pub fn finish(game: &GridGame, seat: Seat, square: usize, loses: bool) -> String {
    let Position { grid, .. } = game.position;
    let (run, letter) = (grid.run_name(), game.position.mark_of(seat).letter());
    if game.position.in_line().is_none() {
        return format!("The board is full, and nobody has {run}.");
    }
    let whose = match seat {
        _ if !game.has_computer() => "",
        PERSON => "Your ",
        _ => "The computer's ",
    };
    let loses = if loses { ", and that loses" } else { "" };
    format!("{whose}{letter} in {} makes {run}{loses}.", grid.place(square))
}

/// A square with a mark.
fn marked(mark: Mark) -> Cell {
    Cell::new(mark.letter()).pictured(picture(mark))
}

/// The picture of a mark.
pub const fn picture(mark: Mark) -> Picture {
    Picture::upright(match mark {
        Mark::Cross => "cross",
        Mark::Nought => "nought",
    })
}

/// The board of an explanation, with the meaning of its lines and of the rings around words.
pub fn with_meanings(board: Board) -> Board {
    let is_ring = |cell: &Cell| {
        let is_free = !cell.marks.reached && cell.picture.is_none();
        is_free && cell.text.contains(|c: char| c.is_ascii_alphanumeric())
    };
    let [is_struck, is_closed] = [&board.strokes, &board.closed].map(|lines| !lines.is_empty());
    let has_rings = (is_struck || is_closed) && board.cells.iter().any(is_ring);
    let meanings = [
        (is_struck, "Solid: the computer's line."),
        (is_closed, "Dashed: your line, blocked."),
        (has_rings, "Ring: same score."),
    ];
    let shown = meanings.iter().filter(|(is_shown, _)| *is_shown);
    let shown: Vec<&str> = shown.map(|(_, meaning)| *meaning).collect();
    board.outlined(shown.join(" "))
}

/// A board of these signs, row by row: X, O, or anything else for an empty square.
pub fn drawn(caption: &'static str, side: usize, marks: &str, strokes: &[[usize; 2]]) -> Board {
    let cell = |sign| match sign {
        'X' => marked(Mark::Cross).labelled("X"),
        'O' => marked(Mark::Nought).labelled("O"),
        _ => Cell::new(""),
    };
    let cells = marks.chars().map(cell).collect();
    Board::new(caption, side, cells).looking(Look::Lines).struck(strokes.to_vec())
}

/// The board has no such square.
pub const NO_SUCH_SQUARE: Fault =
    Fault::new(901, "no_such_square", "No such square. A square is a row and a column, as in 2,3.");
/// The square has a mark.
pub const TAKEN: Fault =
    Fault::new(902, "square_taken", "That square is taken. Choose an empty one.");

/// A player marked a square.
pub static MARKED: MessageSpec =
    MessageSpec::new("marked", &["player", "cell"], "A player put a mark into this square.");
