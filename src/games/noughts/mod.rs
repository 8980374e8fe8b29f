//! Noughts and crosses, after the PHP program of 2008 (001_4079070a696d063a.txt).
//!
//! Rules as played:
//! - The visitor is O and begins, unless the computer, which is X, is asked to. They mark squares
//!   in turn. Three in a row win on three by three, four in a row on four by four and on five by
//!   five, five in a row on nine by nine. A full board without a line is a draw. In the misère game whoever makes a line loses.
//! - Two people may play instead: O begins, and whoever has the link moves for whoever is on turn.
//! - On the easy level the computer wins if it can, sees two threats of three, and else takes by
//!   lot one of the three squares that look best. The lots are dealt before the game begins.
//! - On the classic level, that of the source, every X is tried with every O in answer; the lines
//!   are scored, and a square is worth its worst answer. The best is taken, the first among
//!   equals. A win is taken at once; the source could pass over one.
//! - On the perfect level it proves what a square leads to ([`perfect`]). On three by three and four by
//!   four it is never wrong. On larger boards it looks at so many positions and no more. On nine by
//!   nine it looks for threats; it is good there, not perfect.
//! - The classic level is the default: it is the game of the source, it never makes a move that
//!   looks foolish, and careful play is rewarded with a draw, as everyone expects of this game.

mod choice;
mod choose;
mod counted;
mod denial;
mod explain;
mod perfect;
mod position;
mod rules;
mod score;
mod search;
mod terms;
#[cfg(test)]
mod tests;

use crate::game::prelude::*;
use crate::games::shared::grid_game::{
    self, Event, GAME_IS_OVER, GAME_OVER, GridGame, MARKED, NO_SUCH_SQUARE, TAKEN,
};
use crate::games::shared::lines::{FIVE, FOUR, NINE};
use crate::games::shared::opponent::{FIRST, NEXT_GAMES, NO_MOVE_YET, WHY, other_first};
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
.taking(&[ArgumentSpec::number("cell", 0, 80, NO_SUCH_SQUARE)])
.refused_with(&[TAKEN, GAME_OVER]);

impl Game for Noughts {
    type Position = Position;
    type Event = Event;

    const RULESET: Ruleset = RULESET;
    const HIDDEN: Hidden<Position> =
        Hidden::dealt_anew(|position, _, chance| position.with_other_lots(chance));

    fn seats(choices: &Choices) -> Vec<Text> {
        GridGame::seats(COMPUTER.other(), choices)
    }

    fn deals(choices: &Choices) -> Deals {
        if choices.people() == 1 && choices.of(&LEVEL) == Level::Easy {
            Deals::Open
        } else {
            Deals::Alike
        }
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
            return Ok(Ruling::Answer(Box::new(explain::last_move(position).ok_or(NO_MOVE_YET)?)));
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
        let game = &position.game;
        let aim = match position.rule {
            Rule::Normal => format!("{} wins.", capitalised(game.grid.run_name())),
            Rule::Misere => format!("{} loses.", capitalised(game.grid.run_name())),
        };
        Page::new(game.state(), game.status(&aim, position.winner()))
            .with(game.board(&MARK).explained(legend(position)))
            .with_facts(facts(position))
            .with_any(game.log())
            .changed(game.last().map(At::first_board))
            .offering(game.why_offer())
            .ending(end(position))
    }

    fn tell(event: &Event, _who: &Perspective) -> Option<Message> {
        Some(grid_game::tell(event))
    }

    fn requests_max(choices: &Choices) -> u32 {
        let squares = choices.of(&BOARD).size();
        if choices.people() == 1 { squares.div_ceil(2) as u32 } else { squares as u32 }
    }
}

/// How the computer plays, where a sentence can say it.
fn legend(position: &Position) -> &'static str {
    match position.level {
        _ if position.game.is_for_two() => "",
        Level::Easy => "The computer looks at lines, not ahead: you can win.",
        Level::Classic => "The computer counts lines and looks one move ahead.",
        Level::Perfect => "",
    }
}

fn facts(position: &Position) -> Vec<Fact> {
    let run = position.game.grid.run_name();
    let aim = match position.rule {
        Rule::Normal => run.to_owned(),
        Rule::Misere => format!("no {run}"),
    };
    let goal = Fact::new("Goal", aim);
    match position.game.is_for_two() {
        true => vec![goal],
        false => vec![Fact::new("You", "O"), Fact::new("Level", level_in_words(position)), goal],
    }
}

/// `classic, looks one move ahead`.
fn level_in_words(position: &Position) -> String {
    let grid = position.game.grid;
    let name = position.level.name(grid);
    // What stands below the board says it already.
    if !legend(position).is_empty() {
        return name.to_owned();
    }
    let value = LEVEL.value_meaning(&position.level);
    // On nine by nine the best level looks as far as it can, and is called so.
    let value = value.filter(|_| name != Level::Perfect.name(&NINE));
    value.map_or(name.to_owned(), |value| value.in_words())
}

fn end(position: &Position) -> Option<End> {
    let game = &position.game;
    let is_for_two = game.is_for_two();
    let has_lost = position.winner() == Some(COMPUTER);
    let next_level = match (position.level, has_lost) {
        _ if is_for_two => None,
        (Level::Perfect, true) | (Level::Easy, false) => Some(Level::Classic),
        (Level::Classic, true) => Some(Level::Easy),
        (Level::Classic, false) => Some(Level::Perfect),
        (Level::Easy, true) | (Level::Perfect, false) => None,
    };
    let next_level = next_level.map(|level| {
        NextGame::with(format!("Try the {} level", level.name(game.grid)), &LEVEL, level)
    });
    let larger = match game.grid.side {
        3 => Some(NextGame::with("Larger: 4 by 4", &BOARD, &FOUR)),
        4 => Some(NextGame::with("Larger: 5 by 5", &BOARD, &FIVE)),
        5 => Some(NextGame::with("Larger: 9 by 9", &BOARD, &NINE)),
        _ => None,
    };
    let other_first = (!is_for_two).then(|| other_first(game.first()));
    let next_games: Vec<NextGame> =
        next_level.into_iter().chain(larger).chain(other_first).take(NEXT_GAMES).collect();
    let board = match game.grid.side {
        3 => String::new(),
        side => format!(" {side}x{side}"),
    };
    let misere = if position.rule == Rule::Misere { ", misère" } else { "" };
    let name = format!("Noughts and crosses{board}, {}{misere}", position.level.name(game.grid));
    game.end(position.winner(), name, next_games)
}

const RULESET: Ruleset = Ruleset {
    key: "noughts",
    uri: "urn:uuid:bb6f1f53-c40a-4416-bcb3-d726bda8839f",
    title: "Noughts and crosses",
    blurb: "Boards up to 9 by 9, at three levels. Or try to avoid a line.",
    picture: "noughts",
    people: (1, 2),
    options: &[&LEVEL, &BOARD, &FIRST, &RULE],
    presets: &[
        Preset { label: "Easy level", query: "level=easy" },
        Preset { label: "4 by 4, four in a row", query: "board=4x4" },
        Preset { label: "9 by 9, five in a row", query: "level=perfect&board=9x9" },
    ],
    requests: &[&MARK, &WHY],
    messages: &[&MARKED, &GAME_IS_OVER],
    steps: &[
        "You are O. Choose an empty square.",
        "The computer answers with an X.",
        "Three in a row win, on larger boards four or five: across, down or diagonally.",
    ],
    rules: rules::rules,
    sealed: "on the easy level, the lots by which the computer will choose its squares",
    ..Ruleset::USUAL
};
