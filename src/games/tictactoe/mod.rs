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
mod position;
#[cfg(test)]
mod tests;

use crate::game::prelude::*;
use crate::games::shared::grid_game::{
    self, Ending, Event, GAME_IS_OVER, GAME_OVER, MARKED, NO_SUCH_SQUARE, TAKEN,
};
use crate::games::shared::lines::Mark;
use crate::games::shared::opponent::{FIRST, NO_MOVE_YET, WHY};
use patterns::Reading;
use position::{PLAY, Position};

/// Tic-tac-toe.
pub struct TicTacToe;

static MARK: RequestSpec = RequestSpec::new(
    "mark",
    "mark it",
    "Puts your X into an empty square. Squares are numbered from 0 at the top left, row by row.",
)
.taking(&[ArgumentSpec::number("cell", 0, 8, NO_SUCH_SQUARE)])
.refused_with(&[TAKEN, GAME_OVER]);

impl Game for TicTacToe {
    type Position = Position;
    type Event = Event;

    const RULESET: Ruleset = RULESET;
    const HIDDEN: Hidden<Position> = Hidden::Nothing;

    fn deal(choices: &Choices, _chance: &mut Chance) -> Position {
        Position::new(choices)
    }

    fn dealt(position: &Position) -> Vec<Event> {
        position.game.dealt()
    }

    fn pack(position: &Position, packer: &mut Packer) {
        position.game.pack(packer);
    }

    fn unpack(choices: &Choices, packed: &mut Unpacker<'_>) -> Result<Position, Unpackable> {
        let start = Position::new(choices);
        let game = start.game.clone().unpack(packed)?;
        let is_reply =
            |(before, square)| start.choice(&before).is_some_and(|(chosen, _)| chosen == square);
        let replies_agree = game.computer_moves().all(is_reply);
        if replies_agree { Ok(Position { game, ..start }) } else { Err(Unpackable::Impossible) }
    }

    fn turn(position: &Position) -> Option<Seat> {
        position.game.turn()
    }

    fn referee(position: &Position, request: &Request) -> Result<Ruling<Self>, Refusal> {
        if request.is(&WHY) {
            let answer = explain::last_move(position).ok_or(NO_MOVE_YET)?;
            return Ok(Ruling::Answer(vec![answer]));
        }
        let next = position.with(position.game.marked(request)?);
        let events = next.game.last_events(next.winner());
        Ok(Ruling::Next(next, events))
    }

    fn settle(position: Position) -> (Position, Vec<Event>) {
        if position.game.waits_for_computer()
            && let Some((square, _)) = position.choice(&position.game)
        {
            let next = position.with(square);
            let events = next.game.last_events(next.winner());
            return (next, events);
        }
        (position, Vec::new())
    }

    fn outcome(position: &Position) -> Option<Outcome> {
        position.game.outcome(position.winner())
    }

    fn page(position: &Position, _who: &Perspective, _events: &[Event]) -> Page {
        let play = match position.reading {
            Reading::Careful => "careful",
            Reading::Hasty => "hasty",
        };
        Page::new("Your turn", status(position))
            .with(position.game.board(&MARK))
            .with_facts(vec![Fact::new("Its play", play)])
            .changed(position.game.last().map(At::first_board))
            .offering(position.game.why_offer())
    }

    fn tell(event: &Event, _who: &Perspective) -> Option<Message> {
        Some(grid_game::tell(event))
    }

    fn requests_max(_choices: &Choices) -> u32 {
        5
    }
}

fn status(position: &Position) -> String {
    let last = position.game.last_place();
    match (position.game.ending(), last) {
        (None, None) => "You are X and begin. Choose a square to mark.".to_owned(),
        (None, Some(last)) => {
            format!("The computer put its O in {last}. You are X: choose an empty square.")
        }
        (Some(Ending::Line(Mark::Cross)), _) => "You win! You have three in line. A hasty computer can be beaten; try the careful one next.".to_owned(),
        (Some(Ending::Line(Mark::Nought)), last) => {
            let last = last.unwrap_or_default();
            format!("The computer wins: its O in {last} makes three in line. Play again, or ask why it moved there.")
        }
        (Some(Ending::Full), _) => "It is a tie: the board is full, and nobody has three in line. Play again, or ask about the computer's last move.".to_owned(),
    }
}

const RULESET: Ruleset = Ruleset {
    key: "tictactoe",
    uri: "urn:uuid:7a4e49a9-1daa-48cd-88d8-348bb77be571",
    title: "Tic-tac-toe",
    blurb: "Three in line against a computer that knows 21 patterns, and shows you the one it used.",
    picture: "tictactoe",
    deals: Deals::Alike,
    options: &[&PLAY, &FIRST],
    requests: &[&MARK, &WHY],
    messages: &[&MARKED, &GAME_IS_OVER],
    rules: &[
        Section::new(
            "How to play",
            &[
                "You are X and the computer is O. You mark empty squares in turn, and you begin unless you choose otherwise.",
                "Three of your marks in line win: across, down or slantwise. If the board is full and nobody has a line, it is a tie.",
                "After every move of the computer you may ask \"Why this move?\". The answer shows what it saw.",
            ],
        ),
        Section::new(
            "How the computer decides",
            &[
                "It follows a recipe from a programming class. It looks at three squares only: the top left, the top middle and the centre. To look at the others it turns the whole board a quarter, counter-clockwise, and looks at the same three places again; after four quarter turns the board lies as before. The corners take turns at being the top left, and the edges at being the top middle.",
                "For these three squares it has 21 patterns, little pictures of a board. An X or an O in a pattern must be on the board, a blank must be empty, and a star may be anything. The question mark must be empty, and that is where the O goes. Then the board is turned back.",
                "Patterns 1 to 7 win: two O and a free third square, with the free one in the corner (1 to 3), in the middle of an edge (4 and 5) or in the centre (6 and 7). Patterns 8 to 14 are the same seven with X: they block you when you would win on your next move. Patterns 15 to 21 look one move further and take a square from which you would threaten two lines at once.",
                "If no pattern fits in any turn, the computer takes the centre, and if that is taken the first free square, from the top left across and then down.",
            ],
        ),
        Section::new(
            "Careful or hasty",
            &[
                "The recipe says that the computer should never lose. Whether that is so depends on how one reads it, for it tells in two places how to go through patterns and turns.",
                "Careful: each pattern is tried on all four turns of the board before the next pattern comes up. So every win is seen before any block, and every block before anything else. You can play 457 different games against it: it wins 324 of them, 133 are ties, and it loses none.",
                "Hasty: all 21 patterns are tried before the board is turned. Now a far-sighted pattern on this side can come before an urgent block on another. Of 491 games the computer wins 314, 142 are ties, and it loses 35. Mark the top left corner, the bottom right one and the bottom left one, and see.",
                "If the computer begins, it takes the centre. Then the careful one wins 83 of 94 games and the hasty one 85 of 100; all others are ties, and neither loses one.",
                "Patterns 6, 7, 13, 14 and 19 never come up against the careful computer when you begin: by the time they could fit, the centre is taken or an earlier pattern fits as well.",
            ],
        ),
    ],
    ..Ruleset::USUAL
};
