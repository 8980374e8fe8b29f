//! The answer to "Why this move?": what the computer made of every free square.

use super::choose::{Candidate, Choice, Outlook, Reason};
use super::position::{COMPUTER, Position};
use super::score::{Worth, line_scores};
use super::terms::{Level, Rule};
use crate::game::prelude::*;
use crate::games::shared::grid_game::GridGame;
use crate::games::shared::lines::Grid;

/// Why the computer made its last move; nothing if it has not moved yet.
pub fn last_move(position: &Position) -> Option<Vec<Part>> {
    let (before, _) = position.game.computer_moves().next_back()?;
    let choice = position.choice_at_length(&before)?;
    let mut paragraphs = vec![decision(position, &choice).into()];
    let mut diagrams = Vec::new();
    if choice.reason == Reason::Outlook {
        paragraphs.extend(outlooks(before.grid, &choice));
        diagrams.push(diagram(&before, &choice, "What each square leads to", outlook));
    }
    paragraphs.push(method(position).into());
    diagrams.push(diagram(&before, &choice, "The squares by score, 1 the best", rank));
    let heading = format!("Why {}?", before.grid.place(choice.square)).into();
    Some(vec![
        Part::Passage(Passage { heading, paragraphs, diagrams }),
        Part::Log(Log {
            caption: "The scores, best first".into(),
            entries: worths(before.grid, &choice),
        }),
    ])
}

/// What decided, in one or two sentences.
fn decision(position: &Position, choice: &Choice) -> String {
    let grid = position.game.grid;
    let (place, run) = (grid.place(choice.square), grid.run_name());
    match choice.reason {
        Reason::Line => {
            format!("An X in {place} makes {run}, and that wins. I need look no further.")
        }
        Reason::Forced => {
            format!(
                "Wherever I put my X, it makes {run}. So it did not matter, and I took {place}."
            )
        }
        Reason::Block => format!(
            "You were about to make {run} in {place}, and this time I saw it: on the easy level I do two times out of three."
        ),
        Reason::Lot(count, overlooked) => {
            let excuse = if overlooked {
                " You were about to make a line, but this time I looked away: on the easy level I do one time out of three."
            } else {
                ""
            };
            format!(
                "I took one of the squares that looked best at a glance, by lot among {count}. The lot was drawn before the game began.{excuse}"
            )
        }
        Reason::Score => format!(
            "Of all empty squares {place} has the highest score. Among equals I take the first, row by row."
        ),
        Reason::Outlook => format!(
            "I looked at what every square leads to if neither of us makes a mistake afterwards, and {place} leads to the best that I could prove. Among equals I take the one with the highest score, so that you have the most to look out for."
        ),
    }
}

/// How the scores come about.
fn method(position: &Position) -> String {
    let grid = position.game.grid;
    let tried = match position.level {
        Level::Easy => "I put an X into the square and do not ask what you would answer.",
        Level::Classic | Level::Perfect => {
            "I put an X into the square, try every O that you might answer with, and take the worst of these boards."
        }
    };
    let turned = match position.rule {
        Rule::Normal => "",
        Rule::Misere => " Since a line loses in this game, all signs are turned round.",
    };
    let scores = line_scores(grid);
    format!(
        "This is how a square gets its score. {tried} Each of the {} lines of the board counts. If only my marks are in it: {}. If only yours are: {}. If both are: {}. If it is empty: {}.{turned}",
        grid.lines().len(),
        by_lack(scores.ours),
        by_lack(scores.theirs),
        scores.mixed,
        scores.empty
    )
}

/// `2500 when full, 400 when one mark is lacking, 100 when two are`.
fn by_lack(scores: &[i32]) -> String {
    let when = ["when full", "when one mark is lacking", "when two are", "when three are"];
    let pairs = scores.iter().zip(when).map(|(score, when)| format!("{score} {when}"));
    pairs.collect::<Vec<_>>().join(", ")
}

/// `1: score 250 for row 2 column 2`, equal scores together.
fn worths(grid: &Grid, choice: &Choice) -> Vec<Text> {
    let mut entries = Vec::new();
    let mut rank = 1;
    for group in choice.considered.chunk_by(|one, next| one.worth == next.worth) {
        let worth = match group.first().map(|candidate| candidate.worth) {
            Some(Worth::Wins) => "wins at once".to_owned(),
            Some(Worth::Scores(score)) => format!("score {score}"),
            Some(Worth::Loses) | None => "loses at once".to_owned(),
        };
        entries.push(format!("{rank}: {worth}, {}", places(grid, group.iter())).into());
        rank += group.len();
    }
    entries
}

/// What squares may lead to: the sign in the diagram, of one square, and of several.
const OUTLOOKS: [(&str, &str, &str); 5] = [
    ("+", "wins", "These win (+)"),
    ("=", "draws", "These draw (=)"),
    ("=+", "draws at least", "These draw at least (=+)"),
    ("-", "loses", "These lose (-)"),
    ("?", "not settled", "These I could not settle (?)"),
];

/// The place of an outlook in the table.
fn kind(outlook: Outlook) -> usize {
    match (outlook.holds, outlook.wins) {
        (_, Some(true)) => 0,
        (Some(true), Some(false)) => 1,
        (Some(true), None) => 2,
        (Some(false), _) => 3,
        (None, _) => 4,
    }
}

/// What the squares lead to, a sentence for each kind.
fn outlooks(grid: &Grid, choice: &Choice) -> Vec<Text> {
    let sentence = |(at, (_, _, words)): (usize, (&str, &str, &str))| {
        let places = places(grid, choice.considered.iter().filter(|c| kind(c.outlook) == at));
        (!places.is_empty()).then(|| format!("{words}: {places}.").into())
    };
    OUTLOOKS.into_iter().enumerate().filter_map(sentence).collect()
}

/// `row 1 columns 2 and 3; row 4 column 1`.
fn places<'a>(grid: &Grid, candidates: impl Iterator<Item = &'a Candidate>) -> String {
    let mut squares: Vec<usize> = candidates.map(|candidate| candidate.square).collect();
    squares.sort_unstable();
    let row = |squares: &[usize]| match squares {
        [square] => grid.place(*square),
        [.., last] => {
            let column = |square: &usize| (square % grid.side + 1).to_string();
            let others = &squares[..squares.len() - 1];
            let others = others.iter().map(column).collect::<Vec<_>>().join(", ");
            format!("row {} columns {others} and {}", last / grid.side + 1, column(last))
        }
        [] => String::new(),
    };
    let rows = squares.chunk_by(|one, next| one / grid.side == next / grid.side);
    rows.map(row).collect::<Vec<_>>().join("; ")
}

/// The place of a candidate by its worth, equals sharing the first of theirs; and in words.
fn rank(choice: &Choice, candidate: &Candidate) -> (String, String) {
    let better = choice.considered.iter().take_while(|other| other.worth != candidate.worth);
    let rank = better.count() + 1;
    (rank.to_string(), format!("number {rank} by score"))
}

/// The sign of what a candidate leads to, and the same in words.
fn outlook(_choice: &Choice, candidate: &Candidate) -> (String, String) {
    let (sign, words, _) = OUTLOOKS[kind(candidate.outlook)];
    (sign.to_owned(), words.to_owned())
}

/// The board before the move, with something written into every free square.
fn diagram(
    before: &GridGame,
    choice: &Choice,
    caption: &'static str,
    written: fn(&Choice, &Candidate) -> (String, String),
) -> Board {
    let field = before.field();
    let cell = |square: usize| {
        let found = choice.considered.iter().find(|candidate| candidate.square == square);
        let (text, meaning) = match (field.mark(square), found) {
            (Some(mark), _) => {
                let whose = if mark == COMPUTER { "my" } else { "your" };
                (mark.letter().to_owned(), format!("{whose} {}", mark.letter()))
            }
            (None, Some(candidate)) => written(choice, candidate),
            (None, None) => (".".to_owned(), "empty".to_owned()),
        };
        let taken = if square == choice.square { ", taken" } else { "" };
        let marks = Marks { reached: square == choice.square, ..Marks::default() };
        Cell::new(text).labelled(format!("{meaning}{taken}")).marked(marks)
    };
    let cells = (0..before.grid.size()).map(cell).collect();
    Board::new(caption, before.grid.side, cells).looking(Look::Diagram)
}
