//! A game of X and O on a square grid, a person against the computer or two people: the marks in
//! the order in which they were made, and what tic-tac-toe and noughts and crosses have in common to ask,
//! refuse, tell and show.

use super::lines::{Field, Grid, Mark, Squares};
use super::opponent::{COMPUTER, PERSON, first, why_offer};
use crate::game::prelude::*;

/// The marks of a game in the order in which they were made.
#[derive(Clone, Debug, PartialEq)]
pub struct GridGame {
    /// What they stand on.
    pub grid: &'static Grid,
    /// The mark of the person in the first seat; the other one is the computer's, or another
    /// person's.
    pub person: Mark,
    /// Whether the computer plays.
    has_computer: bool,
    begins: Mark,
    moves: Vec<usize>,
}

/// How a game came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// This mark has made a line.
    Line(Mark),
    /// The board is full and there is no line.
    Full,
}

/// Something that happened.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    /// This mark was put into this square of the grid.
    Marked(Mark, usize, &'static Grid),
    /// The game is over, and this mark has won, or neither.
    Over(Option<Mark>),
}

impl GridGame {
    /// An empty grid for as many people as were chosen, the first with this mark.
    pub fn new(grid: &'static Grid, person: Mark, choices: &Choices) -> Self {
        let begins = if first(choices) == PERSON { person } else { person.other() };
        GridGame { grid, person, has_computer: choices.people() == 1, begins, moves: Vec::new() }
    }

    /// Where the marks stand.
    pub fn field(&self) -> Field {
        self.marks().fold(Field::default(), |field, (mark, square)| field.with(mark, square))
    }

    /// Every mark with its square, the oldest first.
    fn marks(&self) -> impl DoubleEndedIterator<Item = (Mark, usize)> + ExactSizeIterator {
        let mark = |at| if at % 2 == 0 { self.begins } else { self.begins.other() };
        self.moves.iter().enumerate().map(move |(at, square)| (mark(at), *square))
    }

    /// The mark that is made next; none if the game is over.
    pub fn next_mark(&self) -> Option<Mark> {
        let next =
            if self.moves.len().is_multiple_of(2) { self.begins } else { self.begins.other() };
        self.ending().is_none().then_some(next)
    }

    /// The seat that makes the next mark.
    pub fn turn(&self) -> Option<Seat> {
        self.next_mark().map(|mark| self.seat(mark))
    }

    /// The seat that began.
    pub fn first(&self) -> Seat {
        self.seat(self.begins)
    }

    fn seat(&self, mark: Mark) -> Seat {
        if mark == self.person { PERSON } else { COMPUTER }
    }

    /// Whether the computer is to move.
    pub fn waits_for_computer(&self) -> bool {
        self.has_computer && self.turn() == Some(COMPUTER)
    }

    /// Whether two people play.
    pub fn is_for_two(&self) -> bool {
        !self.has_computer
    }

    /// How many marks of this kind there are.
    pub fn count(&self, mark: Mark) -> usize {
        self.field().of(mark).count_ones() as usize
    }

    /// The game with one mark more.
    pub fn with(&self, square: usize) -> Self {
        let mut next = self.clone();
        next.moves.push(square);
        next
    }

    /// The square of the last mark.
    pub fn last(&self) -> Option<usize> {
        self.moves.last().copied()
    }

    /// `row 1, column 3`: where the last mark is.
    pub fn last_place(&self) -> Option<String> {
        self.last().map(|square| self.grid.place(square))
    }

    /// The squares that the computer took, in order, each with the game as it was just before.
    pub fn computer_moves(&self) -> impl DoubleEndedIterator<Item = (GridGame, usize)> {
        let before = |at| GridGame { moves: self.moves[..at].to_vec(), ..*self };
        let of_computer =
            |&(_, (mark, _)): &(usize, (Mark, usize))| self.has_computer && mark != self.person;
        self.marks()
            .enumerate()
            .filter(of_computer)
            .map(move |(at, (_, square))| (before(at), square))
    }

    /// How the game ended, if it has.
    pub fn ending(&self) -> Option<Ending> {
        let field = self.field();
        let has_line = |mark: &Mark| self.grid.has_line(field.of(*mark));
        match [Mark::Cross, Mark::Nought].into_iter().find(has_line) {
            Some(mark) => Some(Ending::Line(mark)),
            None if field.free(self.grid) == 0 => Some(Ending::Full),
            None => None,
        }
    }

    /// Appends the marks to a packed position: a place for every move that the grid has room for.
    pub fn pack(&self, packer: &mut Packer) {
        let size = self.grid.size();
        for at in 0..size {
            let square = self.moves.get(at).copied().unwrap_or(size);
            packer.put_one_of(square as u64, size as u64 + 1);
        }
    }

    /// Reads what [`GridGame::pack`] wrote into a game without marks: a game up to some point, at
    /// which it is the person's turn unless it is over.
    ///
    /// # Errors
    ///
    /// If no play leads there.
    pub fn unpack(self, packed: &mut Unpacker<'_>) -> Result<Self, Unpackable> {
        let size = self.grid.size();
        let mut game = self;
        let mut has_stopped = false;
        for _ in 0..size {
            let square = packed.take_one_of(size as u64 + 1)? as usize;
            has_stopped |= square == size;
            if square == size {
                continue;
            }
            if has_stopped || game.ending().is_some() || game.field().mark(square).is_some() {
                return Err(Unpackable::Impossible);
            }
            game.moves.push(square);
        }
        if game.waits_for_computer() { Err(Unpackable::Impossible) } else { Ok(game) }
    }

    /// The square that a request asks to mark.
    ///
    /// # Errors
    ///
    /// The fault if it may not be marked.
    pub fn marked(&self, request: &Request) -> Result<usize, Fault> {
        let square = request.number(0);
        match square {
            _ if self.ending().is_some() => Err(GAME_OVER),
            _ if square >= self.grid.size() => Err(NO_SUCH_SQUARE),
            _ if self.field().mark(square).is_some() => Err(TAKEN),
            _ => Ok(square),
        }
    }

    /// What the last mark was, and the end if it ended the game.
    pub fn last_events(&self, winner: Option<Mark>) -> Vec<Event> {
        let last = self.marks().next_back();
        let marked = last.map(|(mark, square)| Event::Marked(mark, square, self.grid));
        let over = self.ending().map(|_| Event::Over(winner));
        marked.into_iter().chain(over).collect()
    }

    /// The first mark, if it is the computer's and there is no other.
    pub fn dealt(&self) -> Vec<Event> {
        let is_opening = self.moves.len() == 1 && self.begins != self.person;
        if is_opening { self.last_events(None) } else { Vec::new() }
    }

    /// The grid for the person's eyes. While the game goes on every free square offers `request`.
    pub fn board(&self, request: &'static RequestSpec) -> Board {
        let field = self.field();
        let lines = [Mark::Cross, Mark::Nought].map(|mark| self.grid.lines_in(field.of(mark)));
        let in_line = |square: usize| (lines[0] | lines[1]) >> square & 1 == 1;
        let cell = |square| match field.mark(square) {
            Some(mark) => self.marked_cell(mark, square, in_line(square)),
            None => self.free_cell(square, request),
        };
        let cells = (0..self.grid.size()).map(cell).collect();
        let strokes = lines.map(|set| self.grid.strokes_in(set)).concat();
        Board::new("The board", self.grid.side, cells).looking(Look::Lines).struck(strokes)
    }

    /// The grid without offers, every free square as it is explained.
    pub fn explained(&self, explain: impl Fn(usize) -> Cell) -> Board {
        let field = self.field();
        let cell = |square| match field.mark(square) {
            Some(mark) => {
                let cell = self.marked_cell(mark, square, false);
                Cell { marks: Marks { last: false, ..cell.marks }, ..cell }
            }
            None => explain(square),
        };
        let cells = (0..self.grid.size()).map(cell).collect();
        Board::new("The board before the move", self.grid.side, cells).looking(Look::Lines)
    }

    /// The lines through a square that are open to whoever makes the next mark, and those with a mark
    /// of the other side alone, which a mark there closes.
    pub fn lines_through(&self, square: usize) -> [Vec<Squares>; 2] {
        let (field, grid) = (self.field(), self.grid);
        let Some(mark) = self.next_mark() else { return [Vec::new(), Vec::new()] };
        let (own, other) = (field.of(mark), field.of(mark.other()));
        let through = || grid.through(square).iter().map(|&line| grid.line(usize::from(line)));
        let open = through().filter(|line| line & other == 0);
        let closed = through().filter(|line| line & other != 0 && line & own == 0);
        [open.collect(), closed.collect()]
    }

    /// The lines that the next mark completes if it goes here: of its own side, and of the other side
    /// if that had the move.
    pub fn lines_completed(&self, square: usize) -> [Vec<[usize; 2]>; 2] {
        let Some(mark) = self.next_mark() else { return [Vec::new(), Vec::new()] };
        [mark, mark.other()].map(|mark| self.grid.strokes_in(self.field().of(mark) | 1 << square))
    }

    /// The lines of which the next mark leaves one square free if it goes here, all others being of its
    /// side.
    pub fn lines_threatened(&self, square: usize) -> Vec<Squares> {
        let left = self.left_after(square);
        let [mut open, _] = self.lines_through(square);
        open.retain(|line| (line & left).is_power_of_two());
        open
    }

    /// The squares that are free once a mark is here.
    fn left_after(&self, square: usize) -> Squares {
        self.field().free(self.grid) & !(1 << square)
    }

    /// `It stops your three in a row and threatens one at row 1, column 3.`: what the next mark does
    /// here at once, where it does either.
    pub fn told_at_once(&self, square: usize) -> String {
        let run = self.grid.run_name();
        let [_, stopped] = self.lines_completed(square);
        let threatened = self.lines_threatened(square).into_iter().fold(0, |all, line| all | line);
        let missing = threatened & self.left_after(square);
        let threatens = match missing.count_ones() {
            0 => return format!("It stops your {run}."),
            1 => format!("at {}", self.grid.place(missing.trailing_zeros() as usize)),
            _ => "in two squares at once".to_owned(),
        };
        match stopped.is_empty() {
            true => format!("It threatens {run} {threatens}."),
            false => format!("It stops your {run} and threatens one {threatens}."),
        }
    }

    /// Whether the side that is not on turn can make a line with its next mark, wherever the mark
    /// before goes but here.
    pub fn wins_elsewhere(&self, square: usize) -> bool {
        let field = self.field();
        let other = self.next_mark().map_or(0, |mark| field.of(mark.other()));
        self.grid.completing(other, field.free(self.grid)) == 1 << square
    }

    fn free_cell(&self, square: usize, request: &'static RequestSpec) -> Cell {
        let offer = || Offer::new("Choose", request, [square.into()]);
        Cell::new(".").offering(self.ending().is_none().then(offer))
    }

    fn marked_cell(&self, mark: Mark, square: usize, in_line: bool) -> Cell {
        let whose = match self.is_for_two() {
            true => "",
            false if mark == self.person => "your ",
            false => "the computer's ",
        };
        let in_the_line = if in_line { ", in the line" } else { "" };
        let last = self.last() == Some(square);
        let just_placed = if last { ", just placed" } else { "" };
        Cell::new(mark.letter())
            .labelled(format!("{whose}{}{just_placed}{in_the_line}", mark.letter()))
            .pictured(picture(mark))
            .marked(Marks { settled: in_line, last, ..Marks::default() })
    }

    /// Every move of the game.
    pub fn log(&self) -> Option<Log> {
        let entry = |(mark, square): (Mark, usize)| {
            let who = match self.is_for_two() {
                true => mark.letter(),
                false if mark == self.person => "You",
                false => "The computer",
            };
            format!("{who}: {}", self.grid.place(square)).into()
        };
        let entries: Vec<Text> = self.marks().map(entry).collect();
        (!entries.is_empty()).then(|| Log { caption: "The moves".into(), entries })
    }

    /// What just happened and what to do now; `aim` says what the game is about, `winner` has won.
    pub fn status(&self, aim: &str, winner: Option<Mark>) -> String {
        let (run, person) = (self.grid.run_name(), self.person.letter());
        let place = self.last_place().unwrap_or_default();
        if let (true, Some(next)) = (self.is_for_two(), self.next_mark()) {
            let (next, other) = (next.letter(), next.other().letter());
            return match self.moves.is_empty() {
                true => format!("{next} begins. {aim} Choose a square."),
                false => format!("{other} took {place}. {next}: choose a square."),
            };
        }
        match (self.ending(), self.marks().next_back()) {
            (None, None) => format!("You are {person}. {aim} Choose a square."),
            (None, _) if self.count(self.person) == 0 => {
                format!("The computer took {place}. You are {person}: choose a square.")
            }
            (None, _) => format!("The computer took {place}. Choose a square."),
            (Some(Ending::Full), _) => format!("The board is full, and nobody has {run}."),
            (Some(Ending::Line(_)), Some((mark, _))) => {
                let whose = match self.is_for_two() {
                    true => "",
                    false if mark == self.person => "Your ",
                    false => "The computer's ",
                };
                let loses = if winner == Some(mark) { "" } else { ", and that loses" };
                format!("{whose}{} in {place} makes {run}{loses}.", mark.letter())
            }
            (Some(Ending::Line(_)), None) => String::new(),
        }
    }

    /// Whose turn it is, in a few words.
    pub fn state(&self) -> Text {
        match self.next_mark().filter(|_| self.is_for_two()) {
            Some(next) => format!("{} to move", next.letter()).into(),
            None => "Your turn".into(),
        }
    }

    /// The names of the seats: where two people play, each is called by the mark.
    pub fn seats(person: Mark, choices: &Choices) -> Vec<Text> {
        match choices.people() {
            1 => visitor_and_computer(),
            _ => [person, person.other()].map(|mark| mark.letter().into()).into(),
        }
    }

    /// How it ended, what to tell others of it, where it was played as `game`, and what to play
    /// next.
    pub fn end(
        &self,
        winner: Option<Mark>,
        game: String,
        next_games: Vec<NextGame>,
    ) -> Option<End> {
        self.ending()?;
        if self.is_for_two() {
            return Some(End::new("").followed_by(next_games));
        }
        let moves = self.count(self.person);
        let result = match winner {
            Some(mark) if mark == self.person => format!("won in {moves} moves"),
            Some(_) => "lost".to_owned(),
            None => "a draw".to_owned(),
        };
        let detail = match winner {
            Some(mark) if mark == self.person => format!("In {moves} moves."),
            _ => String::new(),
        };
        let challenge = match winner {
            Some(mark) if mark == self.person => "Can you beat the computer?".into(),
            Some(_) => "Can you do better?".into(),
            None => "Can you hold a draw, too?".into(),
        };
        let share = Share { game: game.into(), result: result.into(), challenge };
        Some(End::new(detail).shared(share).followed_by(next_games))
    }

    /// How the game ended if this mark has won, or neither; none if it goes on.
    pub fn outcome(&self, winner: Option<Mark>) -> Option<Outcome> {
        self.ending().map(|_| Outcome::between_two(winner.map(|mark| self.seat(mark))))
    }

    /// Asks for the reason of the computer's last move, if it has made one.
    pub fn why_offer(&self) -> Option<Offer> {
        let (_, square) = self.computer_moves().next_back()?;
        let is_last = self.last() == Some(square);
        let earlier = || Offer { label: "Why the computer's last move?".into(), ..why_offer() };
        Some(if is_last { why_offer() } else { earlier() })
    }
}

/// An event as everybody is told of it.
pub fn tell(event: &Event) -> Message {
    match event {
        Event::Marked(mark, square, grid) => {
            let sentence = format!("{} in {}.", mark.letter(), grid.place(*square));
            MARKED.tell([mark.letter().into(), (*square).into()], sentence)
        }
        Event::Over(Some(mark)) => {
            GAME_IS_OVER.tell([mark.letter().into()], format!("{} wins.", mark.letter()))
        }
        Event::Over(None) => GAME_IS_OVER.tell(["draw".into()], "Nobody wins."),
    }
}

/// The picture of a mark.
pub const fn picture(mark: Mark) -> Picture {
    Picture::upright(match mark {
        Mark::Cross => "cross",
        Mark::Nought => "nought",
    })
}

/// The board has no such square.
pub const NO_SUCH_SQUARE: Fault =
    Fault::new(901, "no_such_square", "No such square. A square is a row and a column, as in 2,3.");
/// The square holds a mark.
pub const TAKEN: Fault =
    Fault::new(902, "square_taken", "That square is taken. Choose an empty one.");
/// Nothing can be marked any more.
pub const GAME_OVER: Fault = Fault::new(903, "game_over", "The game is over.");

/// A mark was made.
pub static MARKED: MessageSpec =
    MessageSpec::new("marked", &["mark", "cell"], "This mark, X or O, was put into this square.");
/// The game is over.
pub static GAME_IS_OVER: MessageSpec = MessageSpec::new(
    "game_over",
    &["result"],
    "The game is over: X or O has won, or it is a draw.",
);

/// A board as it may end, row by row: X, O, or a point for an empty square.
pub fn drawn(caption: &'static str, side: usize, marks: &str, strokes: &[[usize; 2]]) -> Board {
    let cell = |mark| match mark {
        'X' => Cell::new("X").labelled("X").pictured(picture(Mark::Cross)),
        'O' => Cell::new("O").labelled("O").pictured(picture(Mark::Nought)),
        _ => Cell::new(""),
    };
    let cells = marks.chars().map(cell).collect();
    Board::new(caption, side, cells).looking(Look::Lines).struck(strokes.to_vec())
}
