//! Tic-tac-toe against 21 patterns, after the midterm of INFM 743 (003_4be121972f74c446.txt).
//!
//! Rules as played:
//! - The visitor is X and begins; the computer is O. They mark squares in turn, and three marks in a
//!   row win: across, down or diagonally. A full board without a line is a draw.
//! - The computer looks at three squares only, the top left, the top middle and the centre, and
//!   turns the board by quarters, counter-clockwise, to look at the others. Patterns 1 to 7 win,
//!   8 to 14 block a win, 15 to 21 block a win in two moves. If none fits, it takes the centre,
//!   else the first free square.
//! - The document can be read in two ways, and both can be chosen: every pattern is tried in its
//!   four turns before the next one (careful, and it never loses), or all patterns are tried
//!   before the board is turned (hasty: it loses 35 of the 491 games there are).
//! - The computer may begin instead; both readings are sound then too.
//! - Two people may play instead: X begins, and whoever has the link moves for whoever is on turn.
//! - After every move of the computer the visitor may ask why, and is shown the pattern.

mod explain;
mod patterns;
mod position;
mod rules;
#[cfg(test)]
mod tests;

use crate::game::prelude::*;
use crate::games::shared::grid_game::{
    self, Event, GAME_IS_OVER, GAME_OVER, GridGame, MARKED, NO_SUCH_SQUARE, TAKEN,
};
use crate::games::shared::lines::Mark;
use crate::games::shared::opponent::{FIRST, NO_MOVE_YET, WHY, other_first};
use patterns::{PATTERNS, Reading, Reason};
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

    fn seats(choices: &Choices) -> Vec<Text> {
        GridGame::seats(Mark::Cross, choices)
    }

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
            return Ok(Ruling::Answer(Box::new(answer)));
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
        let game = &position.game;
        let facts = match game.is_for_two() {
            true => Vec::new(),
            false => vec![
                Fact::new("You", "X"),
                Fact::new("Level", position.reading.name()),
                last_pattern(position).unwrap_or_else(|| Fact::new("Goal", game.grid.run_name())),
            ],
        };
        Page::new(game.state(), game.status("Three in a row wins.", position.winner()))
            .with(game.board(&MARK).explained(legend(position)))
            .with_facts(facts)
            .with_any(game.log())
            .changed(game.last().map(At::first_board))
            .offering(game.why_offer())
            .ending(end(position))
    }

    fn tell(event: &Event, _who: &Perspective) -> Option<Message> {
        Some(grid_game::tell(event))
    }

    fn requests_max(choices: &Choices) -> u32 {
        if choices.people() == 1 { 5 } else { 9 }
    }
}

/// How the computer plays, and what that leaves to win.
fn legend(position: &Position) -> &'static str {
    match position.reading {
        _ if position.game.is_for_two() => "",
        Reading::Careful => "The computer plays by 21 patterns and never loses: aim for a draw.",
        Reading::Hasty => "The computer plays by 21 patterns, in haste: you can win.",
    }
}

/// The pattern by which the computer made its last move, if it has made one.
fn last_pattern(position: &Position) -> Option<Fact> {
    let (_, _, reason) = position.last_choice()?;
    let pattern: Text = match reason {
        Reason::Pattern { pattern, .. } => format!("{} of {}", pattern + 1, PATTERNS.len()).into(),
        Reason::Centre => "none, so the centre".into(),
        Reason::FirstFree => "none, so the first free square".into(),
    };
    Some(Fact::new("Pattern", pattern))
}

fn end(position: &Position) -> Option<End> {
    let game = &position.game;
    if game.is_for_two() {
        return game.end(position.winner(), String::new(), Vec::new());
    }
    let has_won = position.winner() == Some(game.person);
    let other_reading = match position.reading {
        Reading::Hasty if has_won => {
            Some(NextGame::with("Try the careful level", &PLAY, Reading::Careful))
        }
        Reading::Careful if !has_won => {
            Some(NextGame::with("Try the hasty level", &PLAY, Reading::Hasty))
        }
        _ => None,
    };
    let next_games = other_reading.into_iter().chain([other_first(game.first())]).collect();
    game.end(position.winner(), format!("Tic-tac-toe, {}", position.reading.name()), next_games)
}

const RULESET: Ruleset = Ruleset {
    key: "tictactoe",
    number: 2,
    uri: "urn:uuid:7a4e49a9-1daa-48cd-88d8-348bb77be571",
    title: "Tic-tac-toe",
    blurb: "Always 3 by 3. Ask why the computer made each move.",
    picture: "tictactoe",
    deals: Deals::Alike,
    people: (1, 2),
    options: &[&PLAY, &FIRST],
    presets: &[
        Preset { label: "Easy: you can win", query: "play=hasty" },
        Preset { label: "The computer begins", query: "first=computer" },
    ],
    requests: &[&MARK, &WHY],
    messages: &[&MARKED, &GAME_IS_OVER],
    steps: &[
        "You are X. Choose an empty square.",
        "The computer answers with an O.",
        "Three in a row win: across, down or diagonally.",
    ],
    rules: rules::rules,
    ..Ruleset::USUAL
};
