//! Mate in two: chess puzzles, one each day.
//!
//! Rules as played:
//! - The side to move mates with its second move, whatever the other side answers. Exactly one first
//!   move does that, the key. There is no mate in one.
//! - After the key, the computer answers with the move that leaves the fewest mates. Each of these is
//!   right then.
//! - After any other move, the computer shows an answer that escapes, and the position stands as before. The
//!   try counts.
//! - A puzzle that is solved in three tries is won.
//!
//! The puzzles are in static/mates.txt, the easy ones of Monday first and the hard ones of Sunday last.
//! `.ci/mates.py` and `.ci/mates.rs` made them from games of a computer against itself. The list is frozen: the place of a
//! puzzle is in links, and days name them for ever.

#[cfg(any(test, feature = "audit"))]
mod audit;
mod page;
mod solve;
#[cfg(test)]
mod tests;

use super::board::{Board, Move, Side};
use super::page::Choice;
use super::requests::{CHOOSE, NO_SUCH_PIECE, PLAY};
use super::{fen, illegal, notation, reader};
use crate::prelude::*;

/// The game of mates in two.
pub struct Mate;

/// One puzzle a line: the pieces as FEN has them, and the side to move.
static PUZZLES: &str = include_str!("../../../../static/mates.txt");
/// The number of puzzles of each day of the week.
const OF_WEEKDAY: usize = 108;
const COUNT: usize = 7 * OF_WEEKDAY;
/// The most tries of a puzzle that is won.
const TRIES_MAX: usize = 3;
/// The most wrong tries that are counted; more are shown as this many.
const WRONG_MAX: usize = (1 << WRONG_BITS) - 1;
const WRONG_BITS: u32 = 8;
/// The key, its answer, and the mate.
const MOVES: usize = 3;
/// No position has more moves: "Encyclopedia" of the Chess Programming Wiki has one with 218.
const CHOICES: usize = 256;

/// A puzzle, and the way of the player through it.
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    /// Its place in the list.
    puzzle: usize,
    /// The key, its answer and the mate, as far as they were made, each by its place among the legal moves.
    made: Vec<usize>,
    /// The tries that failed.
    wrong: usize,
    /// True if the player has seen the solution, and so has lost.
    is_shown: bool,
}

/// Something that happened.
#[derive(Clone, Debug)]
pub enum Event {
    /// The player has chosen a piece. The position is the same.
    Chosen(Request),
    /// The key and its answer, or a move that mates.
    Right(Line),
    /// A wrong move, and the answer that escapes, if it is not stalemate.
    Wrong(Line),
    /// The player was shown the solution.
    Shown,
}

/// Moves, each with the board before it.
type Line = Vec<(Board, Move)>;

/// The names of the moves of a line.
fn names(line: &Line) -> Vec<String> {
    line.iter().map(|(board, chosen)| notation::algebraic(board, *chosen)).collect()
}

impl Position {
    fn dealt(puzzle: usize) -> Self {
        Position { puzzle, made: Vec::new(), wrong: 0, is_shown: false }
    }

    /// The board of the puzzle.
    fn start(&self) -> Board {
        let line = PUZZLES.lines().nth(self.puzzle).expect("the list has every puzzle");
        fen::parse(line).expect("the tests read every puzzle").board
    }

    /// The moves that were made, each with the board before it, and the board now. `None` if one of them
    /// is not legal.
    fn replayed(&self) -> Option<(Line, Board)> {
        let start = (Vec::new(), self.start());
        self.made.iter().try_fold(start, |(mut line, board), place| {
            let chosen = *board.moves().get(*place)?;
            line.push((board, chosen));
            Some((line, board.after(chosen)))
        })
    }

    fn line(&self) -> (Line, Board) {
        self.replayed().expect("a position has legal moves")
    }

    /// The board now.
    fn board(&self) -> Board {
        self.line().1
    }

    fn is_over(&self) -> bool {
        self.made.len() == MOVES
    }

    fn tries(&self) -> usize {
        self.wrong + 1
    }

    fn is_won(&self) -> bool {
        !self.is_shown && self.tries() <= TRIES_MAX
    }

    /// The position after these moves, one after the other.
    fn after(&self, moves: &[Move]) -> Self {
        moves.iter().fold(self.clone(), |mut position, chosen| {
            let place = position.board().moves().iter().position(|other| other == chosen);
            position.made.extend(place);
            position
        })
    }

    /// The right moves from here, as many as are left.
    fn solution(&self) -> Vec<Move> {
        let mut board = self.board();
        let steps: [fn(&Board) -> Option<Move>; MOVES] =
            [solve::key, solve::defence, |last| solve::mates(last).next()];
        let step = |step: &fn(&Board) -> Option<Move>| {
            let chosen = step(&board)?;
            board = board.after(chosen);
            Some(chosen)
        };
        steps[self.made.len()..].iter().map_while(step).collect()
    }

    /// The position after a legal move of the player, and what happened.
    fn tried(&self, chosen: Move) -> (Self, Event) {
        let board = self.board();
        let after = board.after(chosen);
        let line = |answer: Option<Move>| {
            [(board, chosen)].into_iter().chain(answer.map(|answer| (after, answer))).collect()
        };
        let escape = match self.made.len() {
            0 => solve::escape(&board, chosen),
            _ => solve::escape_at_once(&after),
        };
        if let Some(escape) = escape {
            let wrong = (self.wrong + 1).min(WRONG_MAX);
            return (Position { wrong, ..self.clone() }, Event::Wrong(line(escape.answer())));
        }
        let line: Line = line(solve::defence(&after));
        let moves: Vec<Move> = line.iter().map(|(_, made)| *made).collect();
        (self.after(&moves), Event::Right(line))
    }

    /// The move of a request.
    fn asked(&self, request: &Request) -> Result<Move, Refusal> {
        let board = self.board();
        let is_it = |chosen: &Move| notation::word(*chosen) == request.word(0);
        board.moves().into_iter().find(is_it).ok_or_else(|| illegal::refusal(&board, request))
    }
}

impl Game for Mate {
    type Position = Position;
    type Event = Event;

    const RULESET: Ruleset = RULESET;

    fn seats(_choices: &Choices) -> Vec<Text> {
        vec!["You".into()]
    }

    fn blank(_choices: &Choices) -> Position {
        Position::dealt(0)
    }

    /// A week has a puzzle of each kind, from the easiest to the hardest.
    fn deal(_choices: &Choices, chance: &mut Chance) -> Position {
        Position::dealt(match chance.day() {
            Some(day) => day.weekday() * OF_WEEKDAY + day.week() % OF_WEEKDAY,
            None => chance.index(COUNT),
        })
    }

    fn fields(position: &mut Position, codec: &mut Codec<'_>) -> Coded {
        codec.below(&mut position.puzzle, COUNT)?;
        codec.list_below(&mut position.made, MOVES, CHOICES)?;
        codec.bits(&mut position.wrong, WRONG_BITS)?;
        codec.flag(&mut position.is_shown)
    }

    /// The key comes with its answer, and a game ends with a mate.
    fn is_possible(position: &Position) -> bool {
        let is_mate = |board: &Board| solve::is_mate(board);
        match (position.made.len(), position.replayed()) {
            (0, Some(_)) => !position.is_shown,
            (2, Some((line, board))) => {
                let (start, first) = line[0];
                !position.is_shown
                    && solve::escape(&start, first).is_none()
                    && solve::mates(&board).next().is_some()
            }
            (MOVES, Some((_, board))) => is_mate(&board),
            _ => false,
        }
    }

    fn turn(position: &Position) -> Option<Seat> {
        (!position.is_over()).then_some(0)
    }

    fn referee(position: &Position, request: &Request) -> Result<Ruling<Self>, Refusal> {
        if position.is_over() {
            return Err(GAME_OVER.into());
        }
        if request.is(&CHOOSE) {
            let choice = Choice::read(request, &position.board().moves());
            choice.ok_or(NO_SUCH_PIECE)?;
            return Ok(Ruling::Next(position.clone(), vec![Event::Chosen(request.clone())]));
        }
        if request.is(&SHOW) {
            return Ok(Ruling::Answer(Box::new(page::whole_hint(position).shown())));
        }
        if request.is(&SOLVE) {
            let solved = position.after(&position.solution());
            let next = Position { is_shown: true, ..solved };
            return Ok(Ruling::Next(next, vec![Event::Shown]));
        }
        let (next, event) = position.tried(position.asked(request)?);
        Ok(Ruling::Next(next, vec![event]))
    }

    fn read(position: &Position, text: &str) -> Named {
        reader::read(&position.board(), text)
    }

    fn sits_behind(position: &Position, _seat: Seat) -> bool {
        position.start().turn == Side::Black
    }

    fn outcome(position: &Position) -> Option<Outcome> {
        position.is_over().then(|| Outcome::alone(position.is_won()))
    }

    fn page(position: &Position, _who: &Perspective, events: &[Event]) -> Page {
        page::page(position, events)
    }

    fn tell(event: &Event, _who: &Perspective) -> Option<Message> {
        let (Event::Right(line) | Event::Wrong(line)) = event else {
            return matches!(event, Event::Shown).then(|| SHOWN.tell([], "The solution is shown."));
        };
        let names = names(line);
        let text = |at: usize| Value::from(names.get(at).cloned().unwrap_or_default());
        Some(match (event, &names[..]) {
            (Event::Right(_), [key, answer]) => FOUND.tell(
                [text(0), text(1)],
                format!("{key} is the key. The computer answered {answer}."),
            ),
            (Event::Right(_), _) => MATED.tell([text(0)], format!("You mated with {}.", names[0])),
            _ => REFUTED.tell([text(0), text(1)], page::refuted(&names)),
        })
    }

    fn hint(_: &Position) -> Option<fn(&Position, &Perspective) -> Advice> {
        Some(|position, _| page::hint(position))
    }

    fn solution(_choices: &Choices) -> Option<fn(&Position) -> Page> {
        Some(page::solution)
    }
}

/// Shows the whole next move, where a hint shows its piece.
static SHOW: RequestSpec = RequestSpec::new(
    "show",
    "show the move",
    "Shows the right move and the reason for it. The position stays as it is.",
)
.refused_with(&[GAME_OVER])
.read_only()
.giving(Help::Hint);

static SOLVE: RequestSpec =
    RequestSpec::new("solve", "show the solution", "Makes all right moves, and loses the game.")
        .refused_with(&[GAME_OVER])
        .giving(Help::Solution);

static FOUND: MessageSpec = MessageSpec::new(
    "key_found",
    &["move", "answer"],
    "The player found the key, and the computer answered.",
);
static REFUTED: MessageSpec = MessageSpec::new(
    "refuted",
    &["move", "answer"],
    "A move does not mate in time: this answer escapes. No answer means stalemate.",
);
static MATED: MessageSpec =
    MessageSpec::new("mated", &["move"], "The player mated with this move.");
static SHOWN: MessageSpec =
    MessageSpec::new("solution_shown", &[], "The solution is shown, and the game is lost.");

const RULESET: Ruleset = Ruleset {
    key: "mate",
    number: 13,
    uri: "urn:uuid:b2f3c1f0-7a0e-4a3f-9d53-3c5a4be7d1c6",
    title: "Mate in two",
    blurb: "A chess puzzle each day: find the move that mates with the next one.",
    group: Group::Puzzles,
    picture: "mate",
    daily: true,
    requests: &[&PLAY, &CHOOSE, &HINT, &SHOW, &SOLVE],
    messages: &[&FOUND, &REFUTED, &MATED, &SHOWN],
    steps: &[
        "Find the move after which you mate with your next one, whatever the answer is.",
        "Choose a piece, then one of the squares that light up. Or type a move: Qg7, Nf3.",
        "You have three tries.",
    ],
    rules: page::rules,
    ..Ruleset::USUAL
};
