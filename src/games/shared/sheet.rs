//! A game of X and O on paper, one player at the screen and the other the program: the marks in
//! the order in which they were made, and what tic-tac-toe and noughts and crosses have in common
//! to ask, refuse, tell and show.

use crate::game::contract::{
    Argument, Fault, FaultSpec, Message, MessageSpec, OptionSpec, OptionValue, Outcome, Request,
    RequestSpec, Ruleset,
};
use crate::game::pack::{Packer, Unpackable, Unpacker};
use crate::game::page::{Board, Cell, Look, Marks, Mood, Naming, Offer, Picture};
use crate::games::shared::lines::{Field, Grid, Mark, Squares};

/// The marks of a game in the order in which they were made.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// What they stand on.
    pub grid: &'static Grid,
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

impl Sheet {
    /// An empty sheet, on which `begins` is the first mark.
    pub fn new(grid: &'static Grid, begins: Mark) -> Self {
        Sheet { grid, begins, moves: Vec::new() }
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

    /// The mark that is made next.
    pub fn turn(&self) -> Mark {
        if self.moves.len().is_multiple_of(2) { self.begins } else { self.begins.other() }
    }

    /// How many marks of this kind there are.
    pub fn count(&self, mark: Mark) -> usize {
        self.field().of(mark).count_ones() as usize
    }

    /// The sheet with one mark more.
    pub fn with(&self, square: usize) -> Self {
        let mut next = self.clone();
        next.moves.push(square);
        next
    }

    /// The square of the last mark.
    pub fn last(&self) -> Option<usize> {
        self.moves.last().copied()
    }

    /// The squares that got this mark, in order, each with the sheet as it was just before.
    pub fn moves_of(&self, mark: Mark) -> impl DoubleEndedIterator<Item = (Sheet, usize)> {
        let before = |at| Sheet { moves: self.moves.iter().take(at).copied().collect(), ..*self };
        let of_mark = move |(_, (made, _)): &(usize, (Mark, usize))| *made == mark;
        self.marks().enumerate().filter(of_mark).map(move |(at, (_, square))| (before(at), square))
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

    /// Appends the sheet to a packed position: a place for every move that the grid has room for.
    pub fn pack(&self, packer: &mut Packer) {
        let size = self.grid.size();
        for at in 0..size {
            let square = self.moves.get(at).copied().unwrap_or(size);
            packer.put_one_of(square as u64, size as u64 + 1);
        }
    }

    /// Reads what [`Sheet::pack`] wrote: a game up to some point, on which it is the visitor's
    /// turn unless it is over.
    pub fn unpack(
        grid: &'static Grid,
        begins: Mark,
        visitor: Mark,
        packed: &mut Unpacker<'_>,
    ) -> Result<Self, Unpackable> {
        let size = grid.size();
        let mut sheet = Sheet::new(grid, begins);
        let mut has_ended = false;
        for _ in 0..size {
            let square = packed.take_one_of(size as u64 + 1)? as usize;
            has_ended |= square == size;
            if square == size {
                continue;
            }
            if has_ended || sheet.ending().is_some() || sheet.field().mark(square).is_some() {
                return Err(Unpackable::Impossible);
            }
            sheet.moves.push(square);
        }
        let waits = sheet.ending().is_some() || sheet.turn() == visitor;
        if waits { Ok(sheet) } else { Err(Unpackable::Impossible) }
    }

    /// The square that a request asks to mark, if it may be marked.
    pub fn marked(&self, ruleset: &Ruleset, request: &Request) -> Result<usize, Fault> {
        let square = usize::try_from(request.number(0)).ok().filter(|at| *at < self.grid.size());
        let square = square.ok_or_else(|| ruleset.fault(NO_SUCH_SQUARE));
        match square {
            _ if self.ending().is_some() => Err(ruleset.fault(GAME_OVER)),
            Ok(square) if self.field().mark(square).is_some() => Err(ruleset.fault(TAKEN)),
            square => square,
        }
    }

    /// What happened since `before`: each mark that was made, and the end.
    pub fn messages_since(&self, before: &Sheet, winner: Option<Mark>) -> Vec<Message> {
        let told = |(mark, square): (Mark, usize)| Message {
            name: "marked",
            arguments: vec![Argument::Word(mark.letter().into()), Argument::Number(square as i64)],
            sentence: format!("{} in {}.", mark.letter(), self.grid.place(square)).into(),
        };
        let mut messages: Vec<Message> = self.marks().skip(before.moves.len()).map(told).collect();
        if self.ending().is_some() {
            let (word, sentence) = match winner {
                Some(mark) => (mark.letter(), format!("{} wins.", mark.letter())),
                None => ("draw", "Nobody wins.".to_owned()),
            };
            messages.push(Message {
                name: "game_over",
                arguments: vec![Argument::Word(word.into())],
                sentence: sentence.into(),
            });
        }
        messages
    }

    /// The sheet for the visitor's eyes. While the game goes on every free square can be marked.
    pub fn board(&self, visitor: Mark) -> Board {
        let field = self.field();
        let winning = [Mark::Cross, Mark::Nought]
            .iter()
            .fold(0, |squares, mark| squares | self.grid.lines_in(field.of(*mark)));
        let is_over = self.ending().is_some();
        let cell = |square| match field.mark(square) {
            Some(mark) => self.marked_cell(visitor, mark, winning, square),
            None => self.free_cell(visitor, is_over, square),
        };
        Board {
            caption: format!(
                "You are {}, the computer is {}",
                visitor.letter(),
                visitor.other().letter()
            )
            .into(),
            naming: Naming::Plain,
            look: Look::Lines,
            columns: self.grid.side,
            cells: (0..self.grid.size()).map(cell).collect(),
        }
    }

    fn free_cell(&self, visitor: Mark, is_over: bool, square: usize) -> Cell {
        let offer = || Offer {
            request: Request::numbered("mark", square as i64),
            label: match visitor {
                Mark::Cross => "Click to place your X in".into(),
                Mark::Nought => "Click to place your O in".into(),
            },
        };
        Cell {
            text: ".".into(),
            picture: Some(Picture::upright("blank")),
            offers: (!is_over).then(offer).into_iter().collect(),
            ..Cell::default()
        }
    }

    fn marked_cell(&self, visitor: Mark, mark: Mark, winning: Squares, square: usize) -> Cell {
        let settled = winning >> square & 1 == 1;
        let whose = if mark == visitor { "your" } else { "the computer's" };
        let in_line = if settled { ", in the line" } else { "" };
        Cell {
            text: mark.letter().into(),
            label: format!("{whose} {}{in_line}", mark.letter()).into(),
            picture: Some(picture(mark)),
            marks: Marks { settled, last: self.last() == Some(square), ..Marks::default() },
            offers: Vec::new(),
        }
    }

    /// How it stands for the visitor, if this is who has won when the game is over.
    pub fn mood(&self, winner: Option<Mark>, visitor: Mark) -> Mood {
        match winner {
            _ if self.ending().is_none() => Mood::Open,
            Some(mark) if mark == visitor => Mood::Won,
            Some(_) => Mood::Lost,
            None => Mood::Drawn,
        }
    }

    /// The places, if the game is over.
    pub fn outcome(&self, winner: Option<Mark>, visitor: Mark) -> Option<Outcome> {
        let (you, computer) = ("You".into(), "Computer".into());
        let ranking = match self.mood(winner, visitor) {
            Mood::Open => return None,
            Mood::Won => vec![vec![you], vec![computer]],
            Mood::Lost => vec![vec![computer], vec![you]],
            Mood::Drawn => vec![vec![you, computer]],
        };
        Some(Outcome { ranking })
    }

    /// Asks for the reason of the computer's last move, if it has made one.
    pub fn why_offer(&self, visitor: Mark) -> Option<Offer> {
        self.moves_of(visitor.other()).next()?;
        Some(Offer { request: Request::plain("why"), label: "Why this move?".into() })
    }
}

/// The picture of a mark.
pub const fn picture(mark: Mark) -> Picture {
    Picture::upright(match mark {
        Mark::Cross => "cross",
        Mark::Nought => "nought",
    })
}

const NO_SUCH_SQUARE: u16 = 901;
const TAKEN: u16 = 902;
const GAME_OVER: u16 = 903;
/// There is no move of the computer to explain.
pub const NO_MOVE_YET: u16 = 904;

/// The codes of the faults that `mark` may meet.
pub const MARK_FAULTS: &[u16] = &[NO_SUCH_SQUARE, TAKEN, GAME_OVER];

/// The option that decides who makes the first mark: the first value is the visitor.
pub const FIRST: OptionSpec = OptionSpec {
    name: "first",
    label: "Who begins",
    values: &[
        OptionValue { value: "visitor", label: "you begin" },
        OptionValue { value: "computer", label: "the computer begins" },
    ],
};

/// The request that asks for the reason of the computer's last move.
pub const WHY: RequestSpec = RequestSpec {
    name: "why",
    label: "explain the last move",
    about: "Asks why the computer made its last move. The answer shows what it saw and how it decided; the position stays as it is.",
    arguments: &[],
    faults: &[NO_MOVE_YET],
    only_asks: true,
};

/// The messages of both games.
pub const MESSAGES: &[MessageSpec] = &[
    MessageSpec {
        name: "marked",
        arguments: &["mark", "cell"],
        private: false,
        about: "This mark, X or O, was put into this square.",
    },
    MessageSpec {
        name: "game_over",
        arguments: &["result"],
        private: false,
        about: "The game is over: X or O has won, or it is a draw.",
    },
];

/// The faults of both games.
pub const FAULTS: &[FaultSpec] = &[
    FaultSpec {
        code: NO_SUCH_SQUARE,
        name: "no_such_square",
        sentence: "There is no square of that number on this board.",
    },
    FaultSpec {
        code: TAKEN,
        name: "square_taken",
        sentence: "That square is taken. Choose an empty one.",
    },
    FaultSpec { code: GAME_OVER, name: "game_over", sentence: "The game is over." },
    FaultSpec {
        code: NO_MOVE_YET,
        name: "no_move_yet",
        sentence: "The computer has not moved yet, so there is nothing to explain.",
    },
];
