//! Noughts and crosses, after the PHP program of 2008 (001_4079070a696d063a.txt).
//!
//! Rules as played:
//! - The visitor is O and begins, unless the computer, which is X, is asked to. They mark squares
//!   in turn. Three in line win on three by three; four in line win on four by four and on five by
//!   five. A full board without a line is a draw. In the misère game whoever makes a line loses.
//! - On the easy level the computer wins if it can, sees two threats of three, and else takes by
//!   lot one of the three squares that look best. The lots are dealt before the game begins.
//! - On the classic level, that of the source, every X is tried with every O in answer; the lines
//!   are scored, and a square is worth its worst answer. The best is taken, the first among
//!   equals. A win is taken at once; the source could pass over one.
//! - On the perfect level it proves what a square leads to. On the small boards it is never wrong;
//!   on five by five it looks at so many positions and no more.
//! - The classic level is the default: it is the game of the source, it never makes a move that
//!   looks foolish, and careful play is rewarded with a draw, as everyone expects of this game.

mod choose;
mod explain;
mod score;
mod solve;

use crate::game::chance::Chance;
use crate::game::contract::{
    ArgumentKind, ArgumentSpec, Choices, Fault, Game, Message, OptionSpec, OptionValue, Outcome,
    Request, RequestSpec, Ruleset, Ruling, Section,
};
use crate::game::pack::{Packer, Unpackable, Unpacker};
use crate::game::page::{At, Fact, Facts, Page, Part, Text};
use crate::games::shared::lines::{FIVE, FOUR, Grid, Mark, THREE};
use crate::games::shared::sheet::{self, Ending, Sheet};
use choose::{LOTS, Turn};

/// Noughts and crosses.
pub struct Noughts;

/// The visitor's mark.
const VISITOR: Mark = Mark::Nought;
/// The computer's mark.
const COMPUTER: Mark = VISITOR.other();

/// The places of the options in the ruleset.
const LEVEL: usize = 0;
const BOARD: usize = 1;
const FIRST: usize = 2;
const RULE: usize = 3;

/// How well the computer plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// It looks at the board as it is, and not always well.
    Easy,
    /// It looks at every answer to every move, as the source does.
    Classic,
    /// It proves what a move leads to.
    Perfect,
}

/// What a line is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Making one wins.
    Normal,
    /// Making one loses.
    Misere,
}

/// A position.
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    level: Level,
    rule: Rule,
    sheet: Sheet,
    /// On the easy level the lots of the computer's moves, in order; else none.
    lots: Vec<u8>,
}

impl Position {
    fn new(choices: &Choices) -> Self {
        let level = match choices.place(LEVEL) {
            0 => Level::Classic,
            1 => Level::Easy,
            _ => Level::Perfect,
        };
        let grid = grid(choices);
        let lots = if level == Level::Easy { most_moves(grid) } else { 0 };
        Position {
            level,
            rule: if choices.place(RULE) == 0 { Rule::Normal } else { Rule::Misere },
            sheet: Sheet::new(grid, if choices.place(FIRST) == 0 { VISITOR } else { COMPUTER }),
            lots: vec![0; lots],
        }
    }

    /// The computer's turn on a sheet of this game, and the lot that goes with it.
    fn turn(&self, sheet: &Sheet) -> (Turn, u8) {
        let lot = self.lots.get(sheet.count(COMPUTER)).copied().unwrap_or(0);
        let turn = Turn { grid: sheet.grid, rule: self.rule, field: sheet.field(), mark: COMPUTER };
        (turn, lot)
    }

    /// The position after the computer's move, if it is the computer's turn.
    fn replied(mut self) -> Self {
        if self.sheet.ending().is_none() && self.sheet.turn() == COMPUTER {
            let (turn, lot) = self.turn(&self.sheet);
            if let Some(choice) = choose::choose(turn, self.level, lot) {
                self.sheet = self.sheet.with(choice.square);
            }
        }
        self
    }

    /// Who has won, if anybody has.
    fn winner(&self) -> Option<Mark> {
        match (self.sheet.ending(), self.rule) {
            (Some(Ending::Line(mark)), Rule::Normal) => Some(mark),
            (Some(Ending::Line(mark)), Rule::Misere) => Some(mark.other()),
            _ => None,
        }
    }
}

fn grid(choices: &Choices) -> &'static Grid {
    match choices.place(BOARD) {
        0 => &THREE,
        1 => &FOUR,
        _ => &FIVE,
    }
}

/// The most marks that one player can make.
fn most_moves(grid: &Grid) -> usize {
    grid.size().div_ceil(2)
}

impl Game for Noughts {
    type Position = Position;

    const RULESET: Ruleset = RULESET;

    fn deal(choices: &Choices, chance: &mut Chance) -> Position {
        let mut start = Position::new(choices);
        start.lots.fill_with(|| chance.below(LOTS as u32) as u8);
        start.replied()
    }

    fn pack(position: &Position, packer: &mut Packer) {
        position.sheet.pack(packer);
        position.lots.iter().for_each(|lot| packer.put_one_of(u64::from(*lot), LOTS));
    }

    fn unpack(choices: &Choices, packed: &mut Unpacker<'_>) -> Result<Position, Unpackable> {
        let mut position = Position::new(choices);
        let begins = position.sheet.turn();
        position.sheet = Sheet::unpack(position.sheet.grid, begins, VISITOR, packed)?;
        for lot in &mut position.lots {
            *lot = packed.take_one_of(LOTS)? as u8;
        }
        Ok(position)
    }

    fn referee(position: &Position, request: &Request) -> Result<Ruling<Position>, Fault> {
        if request.name == sheet::WHY.name {
            let answer = explain::last_move(position);
            let refused = || RULESET.fault(sheet::NO_MOVE_YET);
            return answer.map(Ruling::Answer).ok_or_else(refused);
        }
        let square = position.sheet.marked(&RULESET, request)?;
        let marked = Position { sheet: position.sheet.with(square), ..position.clone() };
        let next = marked.replied();
        let messages = next.sheet.messages_since(&position.sheet, next.winner());
        Ok(Ruling::Next(next, messages))
    }

    fn outcome(position: &Position) -> Option<Outcome> {
        position.sheet.outcome(position.winner(), VISITOR)
    }

    fn page(position: &Position, _messages: &[Message]) -> Page {
        Page {
            state: state(position),
            status: status(position),
            mood: position.sheet.mood(position.winner(), VISITOR),
            parts: vec![Part::Board(position.sheet.board(VISITOR)), Facts::part(facts(position))],
            changed: position.sheet.last().map(At::first_board),
            offers: position.sheet.why_offer(VISITOR).into_iter().collect(),
        }
    }

    /// The lots of moves that are still to come show nowhere.
    fn reimagine(position: &Position, chance: &mut Chance) -> Position {
        let mut other = position.clone();
        let to_come = other.lots.iter_mut().skip(position.sheet.count(COMPUTER));
        to_come.for_each(|lot| *lot = chance.below(LOTS as u32) as u8);
        other
    }

    fn longest(choices: &Choices) -> u32 {
        most_moves(grid(choices)) as u32
    }
}

fn state(position: &Position) -> Text {
    match (position.sheet.ending(), position.winner()) {
        (None, _) => "Your turn".into(),
        (_, None) => "A draw".into(),
        (_, Some(VISITOR)) => "You win".into(),
        (_, Some(_)) => "I win".into(),
    }
}

fn status(position: &Position) -> Text {
    let grid = position.sheet.grid;
    let run = grid.run_name();
    let last = position.sheet.last().map(|square| grid.place(square)).unwrap_or_default();
    let aim = match position.rule {
        Rule::Normal => format!("The first with {run} wins."),
        Rule::Misere => format!("Whoever makes {run} loses."),
    };
    match (position.sheet.ending(), position.winner()) {
        (None, _) if last.is_empty() => {
            format!("You are O and begin. {aim} Click to place your O.").into()
        }
        (None, _) if position.sheet.count(VISITOR) == 0 => {
            format!("I began with an X in {last}. {aim} Click to place your O.").into()
        }
        (None, _) => format!("I put my X in {last}. Click to place your O.").into(),
        (_, Some(winner)) => end(position, winner, &last).into(),
        (_, None) => format!(
            "Looks like a draw: the board is full and nobody has {run}. Play again, or ask about my last move."
        )
        .into(),
    }
}

/// What is said when somebody has won.
fn end(position: &Position, winner: Mark, last: &str) -> String {
    let run = position.sheet.grid.run_name();
    match (winner, position.rule) {
        (VISITOR, Rule::Normal) => {
            format!("You win! You have {run}. {}", challenge(position.level))
        }
        (VISITOR, Rule::Misere) => {
            format!(
                "You win! My X in {last} makes {run}, and that loses. {}",
                challenge(position.level)
            )
        }
        (_, Rule::Normal) => {
            format!("I win! My X in {last} makes {run}. Play again, or ask me why I moved there.")
        }
        (_, Rule::Misere) => {
            format!(
                "I win! Your O in {last} makes {run}, and that loses. Play again, or ask about my last move."
            )
        }
    }
}

fn challenge(level: Level) -> &'static str {
    match level {
        Level::Easy => "Play again, or try the classic level.",
        Level::Classic => "Play again, or try the perfect level.",
        Level::Perfect => "Play again?",
    }
}

fn facts(position: &Position) -> Vec<Fact> {
    let level = match position.level {
        Level::Easy => "easy",
        Level::Classic => "classic",
        Level::Perfect => "perfect",
    };
    let aim = match position.rule {
        Rule::Normal => format!("make {}", position.sheet.grid.run_name()),
        Rule::Misere => format!("do not make {}", position.sheet.grid.run_name()),
    };
    vec![Fact::new("Level", level), Fact::new("Aim", aim)]
}

const RULESET: Ruleset = Ruleset {
    key: "noughts",
    uri: "urn:uuid:bb6f1f53-c40a-4416-bcb3-d726bda8839f",
    title: "Noughts and crosses",
    blurb: "Be the first with a line of O, on three boards and three levels; or play misère and make none.",
    picture: "noughts",
    version: 1,
    seats: (1, 1),
    secret_deal: false,
    daily: false,
    options: &[
        OptionSpec {
            name: "level",
            label: "Level",
            values: &[
                OptionValue { value: "classic", label: "classic: it looks at every answer" },
                OptionValue { value: "easy", label: "easy: you can win" },
                OptionValue { value: "perfect", label: "perfect: it makes no mistake" },
            ],
        },
        OptionSpec {
            name: "board",
            label: "Board",
            values: &[
                OptionValue { value: "3x3", label: "3 by 3, three in line" },
                OptionValue { value: "4x4", label: "4 by 4, four in line" },
                OptionValue { value: "5x5", label: "5 by 5, four in line" },
            ],
        },
        sheet::FIRST,
        OptionSpec {
            name: "rule",
            label: "A line",
            values: &[
                OptionValue { value: "normal", label: "wins" },
                OptionValue { value: "misere", label: "loses (misère)" },
            ],
        },
    ],
    requests: &[
        RequestSpec {
            name: "mark",
            label: "mark it",
            about: "Puts your O into an empty square. Squares are numbered from 0 at the top left, row by row.",
            arguments: &[ArgumentSpec {
                name: "cell",
                kind: ArgumentKind::Number { from: 0, to: 24 },
            }],
            faults: sheet::MARK_FAULTS,
            only_asks: false,
        },
        sheet::WHY,
    ],
    messages: sheet::MESSAGES,
    faults: sheet::FAULTS,
    rules: &[
        Section {
            heading: "How to play",
            paragraphs: &[
                "You are O and the computer is X. You mark empty squares in turn, and you begin unless you choose otherwise.",
                "On the board of 3 by 3, three of your marks in line win: across, down or slantwise. On 4 by 4 and on 5 by 5 it takes four in line. If the board is full and nobody has a line, it looks like a draw.",
                "In the misère game it is the other way about: whoever makes a line loses.",
                "After every move of the computer you may ask \"Why this move?\". The answer shows how it saw the board.",
            ],
        },
        Section {
            heading: "The classic level",
            paragraphs: &[
                "The computer tries every X, and after it every O that you might answer with, and scores the lines of the board it would come to. A square is worth what its worst answer leaves. The computer takes the square that is worth most, the first one among equals. If it can make its line at once, it does.",
                "A full line of its own scores 2500, one that lacks a mark 400, one that lacks two 100. A full line of yours scores -2500, one that lacks a mark -600, one that lacks two -100. A line with both marks scores 50 and an empty one 0. Where it takes four in line, a line that lacks three marks scores 25 or -25, and a full one 25,000 or -25,000, so that it outweighs all others. In the misère game all signs are turned round.",
                "On 3 by 3 there are 457 games you can play against it when you begin: it wins 334, 123 are draws, and it loses none. If it begins there are 76: it wins 71, and 5 are draws. At misère it can be caught: it loses 2 of the 857 games that you begin and 52 of the 352 that it begins itself.",
            ],
        },
        Section {
            heading: "The easy level",
            paragraphs: &[
                "The computer makes its line if it can. If you are about to make one, it sees that two times out of three. Otherwise it takes one of the three squares that look best at a glance, without a thought of your answer. Which of them, and when it looks away, was drawn by lot before the game began: going back and trying again changes nothing. At misère it makes no line as long as it can avoid one.",
            ],
        },
        Section {
            heading: "The perfect level",
            paragraphs: &[
                "The computer finds out what every square leads to if nobody makes a mistake afterwards, and takes one with the best result; among equals, the one that the classic level likes best. On 3 by 3 and on 4 by 4 it is always right, whoever begins, in the normal game and in misère: all these games are draws, so a draw is the best you can do.",
                "On 5 by 5 it looks at 30,000 positions for each move and no more. The normal game is a draw here too, and so many are enough to find a move that keeps the draw; but at its second move it may overlook that you have left it a win, on about one board in forty. At misère it goes by the scores at first, and sees everything once a dozen squares are left. So there it can be beaten, by a long plan.",
                "A hint for misère: on a board with a centre, the first player can take it and then answer every mark on the opposite side. Whoever does so need not lose.",
            ],
        },
    ],
};
