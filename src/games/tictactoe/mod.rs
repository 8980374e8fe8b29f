//! Tic-tac-toe against 21 patterns, after the midterm of INFM 743 (003_4be121972f74c446.txt).
//!
//! Rules as played:
//! - The visitor is X and begins; the computer is O. They mark squares in turn, and three marks in
//!   line win: across, down or slantwise. A full board without a line is a tie.
//! - The computer looks at three squares only, the top left, the top middle and the centre, and
//!   turns the board by quarters, counter-clockwise, to look at the others. Patterns 1 to 7 win,
//!   8 to 14 block a win, 15 to 21 block a win in two moves. If none fits, it takes the centre,
//!   else the first free square.
//! - The document can be read in two ways, and both can be chosen: every pattern is tried in its
//!   four turns before the next one (careful, and it never loses), or all patterns are tried
//!   before the board is turned (hasty: it loses 35 of the 491 games there are).
//! - The computer may begin instead; both readings are sound then too.
//! - After every move of the computer the visitor may ask why, and is shown the pattern.

mod explain;
mod patterns;

use crate::game::chance::Chance;
use crate::game::contract::{
    ArgumentKind, ArgumentSpec, Choices, Fault, Game, Message, OptionSpec, OptionValue, Outcome,
    Request, RequestSpec, Ruleset, Ruling, Section,
};
use crate::game::pack::{Packer, Unpackable, Unpacker};
use crate::game::page::{At, Fact, Facts, Page, Part, Text};
use crate::games::shared::lines::{Mark, THREE};
use crate::games::shared::sheet::{self, Ending, Sheet};
use patterns::Reading;

/// Tic-tac-toe.
pub struct TicTacToe;

/// The visitor's mark.
const VISITOR: Mark = Mark::Cross;

/// The places of the options in the ruleset.
const PLAY: usize = 0;
const FIRST: usize = 1;

/// A position.
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    reading: Reading,
    sheet: Sheet,
}

impl Position {
    fn new(choices: &Choices) -> Self {
        Position {
            reading: if choices.place(PLAY) == 0 { Reading::Careful } else { Reading::Hasty },
            sheet: Sheet::new(
                &THREE,
                if choices.place(FIRST) == 0 { VISITOR } else { VISITOR.other() },
            ),
        }
    }

    /// The position after the computer's move, if it is the computer's turn.
    fn replied(mut self) -> Self {
        if self.sheet.ending().is_none()
            && self.sheet.turn() != VISITOR
            && let Some((square, _)) = patterns::choose(&letters(&self.sheet), self.reading)
        {
            self.sheet = self.sheet.with(square);
        }
        self
    }

    fn winner(&self) -> Option<Mark> {
        match self.sheet.ending() {
            Some(Ending::Line(mark)) => Some(mark),
            _ => None,
        }
    }
}

/// The board as the patterns read it.
fn letters(sheet: &Sheet) -> patterns::Squares {
    let field = sheet.field();
    std::array::from_fn(|square| match field.mark(square) {
        Some(Mark::Cross) => b'X',
        Some(Mark::Nought) => b'O',
        None => patterns::EMPTY,
    })
}

impl Game for TicTacToe {
    type Position = Position;

    const RULESET: Ruleset = RULESET;

    fn deal(choices: &Choices, _chance: &mut Chance) -> Position {
        Position::new(choices).replied()
    }

    fn pack(position: &Position, packer: &mut Packer) {
        position.sheet.pack(packer);
    }

    fn unpack(choices: &Choices, packed: &mut Unpacker<'_>) -> Result<Position, Unpackable> {
        let start = Position::new(choices);
        let sheet = Sheet::unpack(&THREE, start.sheet.turn(), VISITOR, packed)?;
        let reply = |sheet: &Sheet| patterns::choose(&letters(sheet), start.reading);
        let is_reply = |(before, square): (Sheet, usize)| {
            reply(&before).is_some_and(|(chosen, _)| chosen == square)
        };
        let replies_agree = sheet.moves_of(VISITOR.other()).all(is_reply);
        if replies_agree { Ok(Position { sheet, ..start }) } else { Err(Unpackable::Impossible) }
    }

    fn referee(position: &Position, request: &Request) -> Result<Ruling<Position>, Fault> {
        if request.name == sheet::WHY.name {
            let answer = explain::last_move(position);
            let refused = || RULESET.fault(sheet::NO_MOVE_YET);
            return answer.map(|answer| Ruling::Answer(vec![answer])).ok_or_else(refused);
        }
        let square = position.sheet.marked(&RULESET, request)?;
        let marked = Position { sheet: position.sheet.with(square), ..*position };
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
            parts: vec![
                Part::Board(position.sheet.board(VISITOR)),
                Facts::part(vec![Fact::new("Its play", reading_name(position.reading))]),
            ],
            changed: position.sheet.last().map(At::first_board),
            offers: position.sheet.why_offer(VISITOR).into_iter().collect(),
        }
    }

    fn longest(_choices: &Choices) -> u32 {
        THREE.size().div_ceil(2) as u32
    }
}

fn reading_name(reading: Reading) -> &'static str {
    match reading {
        Reading::Careful => "careful",
        Reading::Hasty => "hasty",
    }
}

fn state(position: &Position) -> Text {
    match position.sheet.ending() {
        None => "Your turn".into(),
        Some(Ending::Line(VISITOR)) => "You win".into(),
        Some(Ending::Line(_)) => "The computer wins".into(),
        Some(Ending::Full) => "A tie".into(),
    }
}

fn status(position: &Position) -> Text {
    let last = position.sheet.last().map(|square| THREE.place(square)).unwrap_or_default();
    match position.sheet.ending() {
        None if last.is_empty() => "You are X and begin. Choose a square to mark.".into(),
        None => format!("The computer put its O in {last}. You are X: choose an empty square.")
            .into(),
        Some(Ending::Line(VISITOR)) => "You win! You have three in line. A hasty computer can be beaten; try the careful one next.".into(),
        Some(Ending::Line(_)) => {
            format!("The computer wins: its O in {last} makes three in line. Play again, or ask why it moved there.").into()
        }
        Some(Ending::Full) => "It is a tie: the board is full, and nobody has three in line. Play again, or ask about the computer's last move.".into(),
    }
}

const RULESET: Ruleset = Ruleset {
    key: "tictactoe",
    uri: "urn:uuid:7a4e49a9-1daa-48cd-88d8-348bb77be571",
    title: "Tic-tac-toe",
    blurb: "Three in line against a computer that knows 21 patterns, and shows you the one it used.",
    picture: "tictactoe",
    version: 1,
    seats: (1, 1),
    secret_deal: false,
    daily: false,
    options: &[
        OptionSpec {
            name: "play",
            label: "The computer's play",
            values: &[
                OptionValue { value: "careful", label: "careful: it never loses" },
                OptionValue { value: "hasty", label: "hasty: it can be beaten" },
            ],
        },
        sheet::FIRST,
    ],
    requests: &[
        RequestSpec {
            name: "mark",
            label: "mark it",
            about: "Puts your X into an empty square. Squares are numbered from 0 at the top left, row by row.",
            arguments: &[ArgumentSpec {
                name: "cell",
                kind: ArgumentKind::Number { from: 0, to: 8 },
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
                "You are X and the computer is O. You mark empty squares in turn, and you begin unless you choose otherwise.",
                "Three of your marks in line win: across, down or slantwise. If the board is full and nobody has a line, it is a tie.",
                "After every move of the computer you may ask \"Why this move?\". The answer shows what it saw.",
            ],
        },
        Section {
            heading: "How the computer decides",
            paragraphs: &[
                "It follows a recipe from a programming class. It looks at three squares only: the top left, the top middle and the centre. To look at the others it turns the whole board a quarter, counter-clockwise, and looks at the same three places again; after four quarter turns the board lies as before. The corners take turns at being the top left, and the edges at being the top middle.",
                "For these three squares it has 21 patterns, little pictures of a board. An X or an O in a pattern must be on the board, a blank must be empty, and a star may be anything. The question mark must be empty, and that is where the O goes. Then the board is turned back.",
                "Patterns 1 to 7 win: two O and a free third square, with the free one in the corner (1 to 3), in the middle of an edge (4 and 5) or in the centre (6 and 7). Patterns 8 to 14 are the same seven with X: they block you when you would win on your next move. Patterns 15 to 21 look one move further and take a square from which you would threaten two lines at once.",
                "If no pattern fits in any turn, the computer takes the centre, and if that is taken the first free square, from the top left across and then down.",
            ],
        },
        Section {
            heading: "Careful or hasty",
            paragraphs: &[
                "The recipe says that the computer should never lose. Whether that is so depends on how one reads it, for it tells in two places how to go through patterns and turns.",
                "Careful: each pattern is tried on all four turns of the board before the next pattern comes up. So every win is seen before any block, and every block before anything else. You can play 457 different games against it: it wins 324 of them, 133 are ties, and it loses none.",
                "Hasty: all 21 patterns are tried before the board is turned. Now a far-sighted pattern on this side can come before an urgent block on another. Of 491 games the computer wins 314, 142 are ties, and it loses 35. Mark the top left corner, the bottom right one and the bottom left one, and see.",
                "If the computer begins, it takes the centre. Then the careful one wins 83 of 94 games and the hasty one 85 of 100; all others are ties, and neither loses one.",
                "Patterns 6, 7, 13, 14 and 19 never come up against the careful computer when you begin: by the time they could fit, the centre is taken or an earlier pattern fits as well.",
            ],
        },
    ],
};
