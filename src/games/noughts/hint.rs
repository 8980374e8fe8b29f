//! Hints for three, four or five in a row: the choice of the perfect level for the person to move.

use super::choose::{Choice, Reason, Turn, choose};
use super::terms::{Level, Rule};
use crate::games::shared::grid::{GridGame, Position};
use crate::prelude::Text;

/// The best square for the person to move, and why.
pub fn advice(game: &GridGame, rule: Rule) -> Option<(usize, Text)> {
    let Position { grid, person, field } = game.position;
    let choice = choose(Turn { grid, rule, field, mark: person }, Level::Perfect, 0)?;
    // After a line nothing is left to stop or to threaten.
    let at_once = match (rule, choice.reason) {
        (Rule::Misere, _) | (_, Reason::Line) => String::new(),
        (Rule::Normal, _) => at_once(&game.position, choice.square),
    };
    Some((choice.square, (at_once + &outlook(&choice, grid.run_name())).into()))
}

/// The lines that the mark stops and threatens at once: `It stops the computer's three in a row. `
fn at_once(position: &Position, square: usize) -> String {
    // A reason speaks of the marks of the computer, so the sides change places.
    let turned = Position { person: position.person.other(), ..*position };
    let [_, stopped] = turned.lines_completed(square);
    let run = position.grid.run_name();
    match (stopped.is_empty(), turned.lines_threatened(square).is_empty()) {
        (true, true) => String::new(),
        (true, false) => format!("It threatens {run}. "),
        (false, true) => format!("It stops the computer's {run}. "),
        (false, false) => format!("It stops the computer's {run} and threatens one of yours. "),
    }
}

/// The result that the mark leads to, if it is proved.
fn outlook(choice: &Choice, run: &str) -> String {
    let outlook = choice.taken().map(|candidate| candidate.outlook).unwrap_or_default();
    match (choice.reason, outlook.holds, outlook.wins) {
        (Reason::Line, ..) => format!("It makes {run}, and that wins."),
        (Reason::Forced, ..) => format!("Every square makes {run}, and that loses."),
        (_, _, Some(true)) => "From there you can win against every answer.".to_owned(),
        (_, Some(true), Some(false)) => {
            "It keeps the draw, and nobody can force more than a draw now.".to_owned()
        }
        (_, Some(true), None) => "From there you need not lose.".to_owned(),
        (_, Some(false), _) => {
            "Every square loses against good play. This one leaves the most to look out for."
                .to_owned()
        }
        _ => "The result is not proved here: its lines look best.".to_owned(),
    }
}
