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
mod position;
mod score;
mod solve;
mod terms;
#[cfg(test)]
mod tests;

use crate::game::prelude::*;
use crate::games::shared::grid_game::{
    self, Event, GAME_IS_OVER, GAME_OVER, MARKED, NO_SUCH_SQUARE, TAKEN,
};
use crate::games::shared::opponent::{FIRST, NO_MOVE_YET, WHY};
use choose::LOTS;
use position::{COMPUTER, Position};
use terms::{BOARD, LEVEL, Level, RULE, Rule};

/// Noughts and crosses.
pub struct Noughts;

static MARK: RequestSpec = RequestSpec::new(
    "mark",
    "mark it",
    "Puts your O into an empty square. Squares are numbered from 0 at the top left, row by row.",
)
.taking(&[ArgumentSpec::number("cell", 0, 24, NO_SUCH_SQUARE)])
.refused_with(&[TAKEN, GAME_OVER]);

impl Game for Noughts {
    type Position = Position;
    type Event = Event;

    const RULESET: Ruleset = RULESET;
    const HIDDEN: Hidden<Position> =
        Hidden::dealt_anew(|position, _, chance| position.with_other_lots(chance));

    fn deals(choices: &Choices) -> Deals {
        if choices.of(&LEVEL) == Level::Easy { Deals::Open } else { Deals::Alike }
    }

    fn deal(choices: &Choices, chance: &mut Chance) -> Position {
        Position::new(choices).with_other_lots(chance)
    }

    fn dealt(position: &Position) -> Vec<Event> {
        position.game.dealt()
    }

    fn pack(position: &Position, packer: &mut Packer) {
        position.game.pack(packer);
        position.lots.iter().for_each(|lot| packer.put_one_of((*lot).into(), LOTS));
    }

    fn unpack(choices: &Choices, packed: &mut Unpacker<'_>) -> Result<Position, Unpackable> {
        let mut position = Position::new(choices);
        position.game = position.game.unpack(packed)?;
        for lot in &mut position.lots {
            *lot = packed.take_one_of(LOTS)? as u8;
        }
        Ok(position)
    }

    fn turn(position: &Position) -> Option<Seat> {
        position.game.turn()
    }

    fn referee(position: &Position, request: &Request) -> Result<Ruling<Self>, Refusal> {
        if request.is(&WHY) {
            return Ok(Ruling::Answer(explain::last_move(position).ok_or(NO_MOVE_YET)?));
        }
        let next = position.with(position.game.marked(request)?);
        let events = next.game.last_events(next.winner());
        Ok(Ruling::Next(next, events))
    }

    fn settle(position: Position) -> (Position, Vec<Event>) {
        if position.game.waits_for_computer()
            && let Some(choice) = position.choice()
        {
            let next = position.with(choice.square);
            let events = next.game.last_events(next.winner());
            return (next, events);
        }
        (position, Vec::new())
    }

    fn outcome(position: &Position) -> Option<Outcome> {
        position.game.outcome(position.winner())
    }

    fn page(position: &Position, _who: &Perspective, _events: &[Event]) -> Page {
        Page::new("Your turn", status(position))
            .with(position.game.board(&MARK))
            .with_facts(facts(position))
            .changed(position.game.last().map(At::first_board))
            .offering(position.game.why_offer())
    }

    fn tell(event: &Event, _who: &Perspective) -> Option<Message> {
        Some(grid_game::tell(event))
    }

    fn requests_max(choices: &Choices) -> u32 {
        choices.of(&BOARD).size().div_ceil(2) as u32
    }
}

fn status(position: &Position) -> String {
    let run = position.game.grid.run_name();
    let aim = match position.rule {
        Rule::Normal => format!("The first with {run} wins."),
        Rule::Misere => format!("Whoever makes {run} loses."),
    };
    let last = position.game.last_place();
    match (position.game.ending(), position.winner(), last) {
        (None, _, None) => format!("You are O and begin. {aim} Click to place your O."),
        (None, _, Some(last)) if position.game.count(COMPUTER.other()) == 0 => {
            format!("I began with an X in {last}. {aim} Click to place your O.")
        }
        (None, _, Some(last)) => format!("I put my X in {last}. Click to place your O."),
        (Some(_), None, _) => format!(
            "Looks like a draw: the board is full and nobody has {run}. Play again, or ask about my last move."
        ),
        (Some(_), Some(winner), last) => {
            end(position, winner == COMPUTER, &last.unwrap_or_default())
        }
    }
}

/// What is said when somebody has won.
fn end(position: &Position, computer_won: bool, last: &str) -> String {
    let run = position.game.grid.run_name();
    let challenge = match position.level {
        Level::Easy => "Play again, or try the classic level.",
        Level::Classic => "Play again, or try the perfect level.",
        Level::Perfect => "Play again?",
    };
    match (computer_won, position.rule) {
        (false, Rule::Normal) => format!("You win! You have {run}. {challenge}"),
        (false, Rule::Misere) => {
            format!("You win! My X in {last} makes {run}, and that loses. {challenge}")
        }
        (true, Rule::Normal) => {
            format!("I win! My X in {last} makes {run}. Play again, or ask me why I moved there.")
        }
        (true, Rule::Misere) => format!(
            "I win! Your O in {last} makes {run}, and that loses. Play again, or ask about my last move."
        ),
    }
}

fn facts(position: &Position) -> Vec<Fact> {
    let level = match position.level {
        Level::Easy => "easy",
        Level::Classic => "classic",
        Level::Perfect => "perfect",
    };
    let run = position.game.grid.run_name();
    let aim = match position.rule {
        Rule::Normal => format!("make {run}"),
        Rule::Misere => format!("do not make {run}"),
    };
    vec![Fact::new("Level", level), Fact::new("Aim", aim)]
}

const RULESET: Ruleset = Ruleset {
    key: "noughts",
    uri: "urn:uuid:bb6f1f53-c40a-4416-bcb3-d726bda8839f",
    title: "Noughts and crosses",
    blurb: "Be the first with a line of O, on three boards and three levels; or play misère and make none.",
    picture: "noughts",
    options: &[&LEVEL, &BOARD, &FIRST, &RULE],
    requests: &[&MARK, &WHY],
    messages: &[&MARKED, &GAME_IS_OVER],
    rules: &[
        Section::new(
            "How to play",
            &[
                "You are O and the computer is X. You mark empty squares in turn, and you begin unless you choose otherwise.",
                "On the board of 3 by 3, three of your marks in line win: across, down or slantwise. On 4 by 4 and on 5 by 5 it takes four in line. If the board is full and nobody has a line, it looks like a draw.",
                "In the misère game it is the other way about: whoever makes a line loses.",
                "After every move of the computer you may ask \"Why this move?\". The answer shows how it saw the board.",
            ],
        ),
        Section::new(
            "The classic level",
            &[
                "The computer tries every X, and after it every O that you might answer with, and scores the lines of the board it would come to. A square is worth what its worst answer leaves. The computer takes the square that is worth most, the first one among equals. If it can make its line at once, it does.",
                "A full line of its own scores 2500, one that lacks a mark 400, one that lacks two 100. A full line of yours scores -2500, one that lacks a mark -600, one that lacks two -100. A line with both marks scores 50 and an empty one 0. Where it takes four in line, a line that lacks three marks scores 25 or -25, and a full one 25,000 or -25,000, so that it outweighs all others. In the misère game all signs are turned round.",
                "On 3 by 3 there are 457 games you can play against it when you begin: it wins 334, 123 are draws, and it loses none. If it begins there are 76: it wins 71, and 5 are draws. At misère it can be caught: it loses 2 of the 857 games that you begin and 52 of the 352 that it begins itself.",
            ],
        ),
        Section::new(
            "The easy level",
            &[
                "The computer makes its line if it can. If you are about to make one, it sees that two times out of three. Otherwise it takes one of the three squares that look best at a glance, without a thought of your answer. Which of them, and when it looks away, was drawn by lot before the game began: going back and trying again changes nothing. At misère it makes no line as long as it can avoid one.",
            ],
        ),
        Section::new(
            "The perfect level",
            &[
                "The computer finds out what every square leads to if nobody makes a mistake afterwards, and takes one with the best result; among equals, the one that the classic level likes best. On 3 by 3 and on 4 by 4 it is always right, whoever begins, in the normal game and in misère: all these games are draws, so a draw is the best you can do.",
                "On 5 by 5 it looks at 14,000 positions for each move and no more. The normal game is a draw here too, and so many are enough to be sure of the draw and to miss no win at its first two moves. At misère it goes by the scores at first, and sees everything once eleven squares are left. So there it can be beaten, by a long plan.",
                "A hint for misère: on a board with a centre, the first player can take it and then answer every mark on the opposite side. Whoever does so need not lose.",
            ],
        ),
    ],
    ..Ruleset::USUAL
};
