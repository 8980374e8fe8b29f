//! The answer to "Why this move?": what the computer made of every free square, written into it.

use super::choose::{self, Candidate, Choice, Outlook, Reason, RowOfFours, Turn};
use super::score::{Worth, line_scores};
use super::terms::{LEVEL, Level, RULE, Rule};
use crate::games::shared::grid::{GridGame, Position, picture, with_meanings};
use crate::games::shared::lines::{Grid, Mark, ends};
use crate::prelude::*;

/// The reason for a move of the computer.
pub fn why(game: &GridGame, square: usize) -> Page {
    let (level, rule) = (game.choices.of(&LEVEL), game.choices.of(&RULE));
    let before = &game.position;
    let question = format!("Why {}?", before.grid.place(square));
    let Some(choice) = choose::explained(Turn::of(game), level, square) else {
        return Page::answering(question, "The board is full.");
    };
    let shown = |candidate: &Candidate| match choice.reason {
        Reason::Outlook => outlook(candidate, before.grid),
        _ => comparison(candidate, &choice, before.grid),
    };
    let decision = decision(rule, before, &choice);
    let (lines, told) = Lines::told(rule, before, &choice);
    let (status, how_it_compares) = match (told, choice.reason) {
        (None, _) => (decision, None),
        (Some(told), Reason::Score) => (told, Some(decision)),
        (Some(told), _) => (format!("{told} {decision}"), None),
    };
    Page::answering(question, status)
        .with(with_meanings(
            with_mark(board(before, &choice, shown)).struck(lines.own).closing(lines.closed),
        ))
        .with_any(threats(before, &choice))
        .with(how_it_chose(level, before.grid, &choice, how_it_compares))
        .with(scores_of_all(before, &choice))
        .with(how_scores_are_made(choice.reason, rule, before.grid))
}

/// The rows of fours that it saw. `None` if it did not look for them.
fn threats(before: &Position, choice: &Choice) -> Option<Passage> {
    let who = [("It can force", "X", "O"), ("With another mark you could force", "O", "X")];
    let told = |(row, (side, mark, other)): (&RowOfFours, (&str, &str, &str))| {
        let row = in_turn(before, row.as_ref()?, mark, other);
        Some(format!("{side} five in a row: {row}."))
    };
    let mut rows: Vec<String> = choice.forced.as_ref()?.iter().zip(who).filter_map(told).collect();
    if rows.is_empty() {
        rows.push(
            "It saw no way for either side to force five in a row by fours alone.".to_owned(),
        );
    }
    Some(rows.into_iter().fold(Passage::new("The threats that it saw"), Passage::say))
}

/// A row of fours in words: marks and answers in turn, and the square that makes the line.
fn in_turn(before: &Position, row: &[usize], mark: &str, other: &str) -> String {
    let place = |square: &usize| before.grid.place(*square);
    // A row of one mark and answer after the other ends with one square, or with two of which one
    // cannot be stopped.
    let ends = if row.len().is_multiple_of(2) { 2 } else { 1 };
    let (marks, last) = row.split_at(row.len().saturating_sub(ends));
    let pair = |pair: &[usize]| match pair {
        [one, answer] => format!("{mark} in {}, {other} in {}", place(one), place(answer)),
        [one] => format!("{mark} in {}", place(one)),
        _ => String::new(),
    };
    let last = last.iter().map(place).collect::<Vec<_>>().join(" or ");
    let told = marks.chunks(2).map(pair).chain([format!("and the line in {last}")]);
    told.collect::<Vec<_>>().join("; ")
}

/// The reason for the choice, in a sentence.
fn decision(rule: Rule, before: &Position, choice: &Choice) -> String {
    let run = before.grid.run_name();
    match choice.reason {
        Reason::Line => format!("It makes {run}, and that wins."),
        Reason::Forced => format!("Every square makes {run}, so it did not matter."),
        Reason::Lot(count) => {
            let overlooked =
                if you_could_win(rule, before) { " It did not see your line." } else { "" };
            format!("At random, among the {count} squares that look best.{overlooked}")
        }
        Reason::Score => by_score(rule, before, choice),
        Reason::Outlook => {
            let best = kind(best_outlook(choice));
            let leads_to = OUTLOOKS[best].2;
            let equals = choice.considered.iter().filter(|other| kind(other.outlook) == best);
            match equals.count() {
                _ if choice.considered.len() == 1 => "It is the only free square.".to_owned(),
                1 if choice.considered.iter().all(is_settled) => {
                    format!("Only this {leads_to}.")
                }
                _ => format!("It is among the best: it {leads_to}."),
            }
        }
    }
}

/// Returns true if you can complete a line on your next move and win by it.
fn you_could_win(rule: Rule, before: &Position) -> bool {
    let makes = before.grid.completing(before.field.of(before.person), before.free());
    rule == Rule::Normal && makes != 0
}

/// A comparison of its square with the others, by the scores.
fn by_score(rule: Rule, before: &Position, choice: &Choice) -> String {
    let best = choice.most();
    let (equals, others): (Vec<&Candidate>, Vec<&Candidate>) =
        choice.considered.iter().partition(|other| Some(other.worth) == best);
    let lets_win = rule == Rule::Normal && before.is_only_stop(choice.square);
    let threat = if lets_win { "Every other square lets you win at once. " } else { "" };
    match (&*equals, best, others.first().map(|next| next.worth)) {
        ([_, other], Some(Worth::Scores(best)), _) => format!(
            "This one and {} score {best}, the most, so the computer took the first.",
            before.grid.place(other.square)
        ),
        ([_, _, ..], Some(Worth::Scores(best)), _) => {
            format!(
                "{} squares score {best}, the most, so the computer took the first.",
                equals.len()
            )
        }
        (_, _, None) => "It is the only free square.".to_owned(),
        (_, Some(Worth::Scores(best)), Some(Worth::Scores(next))) => {
            format!("{threat}This one scores {best}, the next best {next}; higher is better.")
        }
        _ => "Every other square loses at once.".to_owned(),
    }
}

fn best_outlook(choice: &Choice) -> Outlook {
    choice.taken().map_or(Outlook::default(), |candidate| candidate.outlook)
}

/// Lines that a sentence speaks of: the computer's own, and yours that it closes.
#[derive(Default)]
struct Lines {
    own: Vec<[usize; 2]>,
    closed: Vec<[usize; 2]>,
}

impl Lines {
    /// The lines that the mark makes, threatens or closes. A sentence tells of them if the computer chose
    /// by looking ahead. If a line loses, it tells nothing.
    fn told(rule: Rule, before: &Position, choice: &Choice) -> (Self, Option<String>) {
        let [makes, _] = before.lines_completed(choice.square);
        match choice.reason {
            Reason::Line => (Lines { own: makes, ..Lines::default() }, None),
            Reason::Score if rule == Rule::Normal => {
                let at_once = Lines::at_once(before, choice);
                let (lines, told) = at_once.unwrap_or_else(|| Lines::counted(before, choice));
                (lines, Some(told))
            }
            // The squares have words in them, so no line goes through them.
            Reason::Outlook if rule == Rule::Normal => {
                (Lines::default(), Lines::at_once(before, choice).map(|(_, told)| told))
            }
            _ => (Lines::default(), None),
        }
    }

    /// The lines that the mark makes, stops or threatens at once, if there are any.
    fn at_once(before: &Position, choice: &Choice) -> Option<(Self, String)> {
        let [makes, closed] = before.lines_completed(choice.square);
        if !makes.is_empty() {
            let lines = Lines { own: makes, ..Lines::default() };
            return Some((lines, format!("It makes {}.", before.grid.run_name())));
        }
        let own: Vec<_> = before.lines_threatened(choice.square).iter().map(ends).collect();
        let is_any = !own.is_empty() || !closed.is_empty();
        is_any.then(|| (Lines { own, closed }, before.told_at_once(choice.square)))
    }

    /// The number of lines that are open to the mark, and of those it closes. The board shows them if
    /// they are few.
    fn counted(before: &Position, choice: &Choice) -> (Self, String) {
        let lines = before.lines_through(choice.square);
        let [open, shut] = [&lines[0], &lines[1]].map(Vec::len);
        let closes = match shut {
            0 => String::new(),
            _ => format!(" and closes {} of yours", count(shut, "line")),
        };
        let told = format!("There the computer has {}{closes}.", count(open, "open line"));
        let are_few = before.grid.run == before.grid.side;
        let [own, closed] = lines.map(|lines| {
            let shown = if are_few { &lines[..] } else { &[] };
            shown.iter().map(ends).collect()
        });
        (Lines { own, closed }, told)
    }
}

/// The board with the picture of the X where it went.
fn with_mark(mut board: Board) -> Board {
    for cell in board.cells.iter_mut().filter(|cell| cell.marks.reached) {
        cell.picture = Some(picture(Mark::Cross));
    }
    board
}

/// The way to its choice, and the meaning of the words on the board.
fn how_it_chose(level: Level, grid: &Grid, choice: &Choice, compared: Option<String>) -> Passage {
    let tried = match choice.reason {
        Reason::Outlook => {
            "A square shows the result of an X there under perfect play, if the computer could prove it. Among the best squares that it found in time it took the one with the highest score, so that you have the most to look out for."
        }
        Reason::Lot(_) => {
            "It put an X into every free square and did not ask what you would answer."
        }
        _ if level.draws_lots() => {
            "An X in every free square, with your best answer to each, leads to this square. The computer looked so far, or took the square at a glance."
        }
        _ => {
            "It tried an X in every free square, with your best answer to each, and looked no further."
        }
    };
    let passage = compared.into_iter().fold(Passage::new("How it chose").say(tried), Passage::say);
    match choice.reason {
        Reason::Outlook if choice.forced.is_some() => {
            let found = found(grid, choice).into_iter();
            let passage = passage.say("On 9 by 9 it looks for threats and does not see everything, so it can be beaten. On the board, + wins and - loses.");
            found.fold(passage, Passage::say)
        }
        Reason::Outlook if choice.considered.iter().any(|c| !is_settled(c)) => {
            passage.say("draws+ is a draw at least: whether it wins was not settled. A ? was not settled at all.")
        }
        _ if level.draws_lots() => passage.say("On this level chance decides whether the computer looks ahead or only takes a glance. It was drawn before the game began."),
        _ => passage,
    }
}

/// The squares of each result on nine by nine, in words: `Loses: row 3, column 4.`
fn found(grid: &Grid, choice: &Choice) -> Vec<String> {
    let told = |(at, (_, label, _)): (usize, &(&str, &str, &str))| {
        let squares: Vec<String> = choice
            .considered
            .iter()
            .filter(|candidate| kind(candidate.outlook) == at)
            .map(|candidate| grid.place(candidate.square))
            .collect();
        let squares = match squares.len() {
            0 => return None,
            1..=LISTED => squares.join("; "),
            many => format!("{many} squares"),
        };
        Some(format!("{}: {squares}.", capitalised(label)))
    };
    OUTLOOKS.iter().enumerate().filter_map(told).collect()
}

/// The most squares that a list names.
const LISTED: usize = 10;

/// The scores, because the board has words. On nine by nine they would be too small to read, so a
/// list has the best.
fn scores_of_all(before: &Position, choice: &Choice) -> Passage {
    let caption = "Higher is better for the computer";
    let passage = Passage::new("The scores").folded();
    if is_fine(before.grid) {
        let best = choice.considered.iter().take(LISTED);
        let rows = best.map(|best| [before.grid.place(best.square).into(), worth(best).0]);
        return passage.say(format!("{caption}.")).show(Block::table(["Square", "Score"], rows));
    }
    let board = Board { caption: caption.into(), ..board(before, choice, worth) };
    passage.show(vec![board])
}

/// Returns true if the squares have no room for words.
fn is_fine(grid: &Grid) -> bool {
    grid.side == 9
}

/// The way scores are made.
fn how_scores_are_made(reason: Reason, rule: Rule, grid: &Grid) -> Passage {
    let tried = match reason {
        Reason::Lot(_) => {
            "The computer puts an X into the square and does not ask what you would answer."
        }
        _ => {
            "The computer puts an X into the square, tries every O that you might answer with, and keeps the lowest total."
        }
    };
    let scores = line_scores(grid);
    let both = format!(
        "A line with both marks counts {}, an empty one {}. There are {} lines.",
        scores.mixed,
        scores.empty,
        grid.lines().len()
    );
    let passage = Passage::new("How scores are made")
        .folded()
        .say(format!("{tried} Every line of the board counts:"))
        .show(Block::Table(score_table(grid)))
        .say(both);
    match rule {
        Rule::Normal => passage,
        Rule::Misere => passage.say("Since a line loses in this game, all signs are turned round."),
    }
}

/// The scores of a line by the marks in it.
fn score_table(grid: &Grid) -> Vec<Vec<Text>> {
    const NUMBERS: [&str; 5] = ["one", "two", "three", "four", "five"];
    let scores = line_scores(grid);
    let row = |(lacking, (ours, theirs)): (usize, (&i32, &i32))| {
        let marks = NUMBERS[(grid.run - lacking).saturating_sub(1) % NUMBERS.len()];
        let words = match lacking {
            0 => marks.to_owned(),
            _ => format!("{marks}, {} empty", NUMBERS[(lacking - 1) % NUMBERS.len()]),
        };
        vec![words.into(), ours.to_string().into(), theirs.to_string().into()]
    };
    let rows = scores.ours.iter().zip(scores.theirs).enumerate().map(row);
    let head = ["Marks in a line", "the computer's", "yours"].map(Text::from).into();
    [head].into_iter().chain(rows).collect()
}

/// The possible results of a mark: the word in the square, for screen readers, and in a sentence.
const OUTLOOKS: [(&str, &str, &str); 5] = [
    ("wins", "wins", "wins"),
    ("draws", "draws", "leads to a draw"),
    ("draws+", "draws at least", "leads to a draw at least"),
    ("loses", "loses", "loses, as all do"),
    ("?", "not settled", "does not lose, as far as the computer looked"),
];
const DRAWS_AT_LEAST: usize = 2;
const UNSETTLED: usize = 4;

/// Returns true if the computer proved the result of a candidate.
fn is_settled(candidate: &Candidate) -> bool {
    !matches!(kind(candidate.outlook), DRAWS_AT_LEAST | UNSETTLED)
}

/// The place of an outlook in the table.
fn kind(outlook: Outlook) -> usize {
    match (outlook.holds, outlook.wins) {
        (_, Some(true)) => 0,
        (Some(true), Some(false)) => 1,
        (Some(true), None) => DRAWS_AT_LEAST,
        (Some(false), _) => 3,
        (None, _) => UNSETTLED,
    }
}

/// The result of a candidate: in the square, and in words. On nine by nine a sign takes the place of a
/// word, and squares that are not settled stay empty.
fn outlook(candidate: &Candidate, grid: &Grid) -> (Text, Text) {
    let (word, label, _) = OUTLOOKS[kind(candidate.outlook)];
    let word = match word.chars().next() {
        _ if !is_fine(grid) => word,
        Some('w') => "+",
        Some('l') => "-",
        Some('d') => "=",
        _ => "",
    };
    (word.into(), label.into())
}

/// A comparison of a candidate's score with the scores of the taken square and of the best square.
/// It is a sign for the square, and words.
fn comparison(candidate: &Candidate, choice: &Choice, grid: &Grid) -> (Text, Text) {
    let is_taken = candidate.square == choice.square;
    // The computer did not compare scores before it made a line.
    if !is_taken && choice.reason == Reason::Line {
        return (".".into(), worth(candidate).1);
    }
    let (Worth::Scores(_), Some(Worth::Scores(_))) = (candidate.worth, choice.most()) else {
        return worth(candidate);
    };
    let has_most = |one: &Candidate| Some(one.worth) == choice.most();
    let (text, label) = match (is_taken, has_most(candidate)) {
        (true, true) => ("here", "scores most"),
        (true, false) => ("here", "scores less"),
        (false, false) => (".", "scores less"),
        (false, true) if is_fine(grid) => ("=", "scores most"),
        (false, true) if choice.taken().is_some_and(has_most) => ("equal", "scores the same"),
        (false, true) => ("best", "scores most"),
    };
    (text.into(), label.into())
}

/// The worth of a candidate: in the square, and in words.
fn worth(candidate: &Candidate) -> (Text, Text) {
    match candidate.worth {
        Worth::Wins => ("win".into(), "wins at once".into()),
        Worth::Loses => ("loss".into(), "loses at once".into()),
        Worth::Scores(score) => (score.to_string().into(), format!("score {score}").into()),
    }
}

/// The board before the move, with the text of a candidate in every free square.
fn board(before: &Position, choice: &Choice, shown: impl Fn(&Candidate) -> (Text, Text)) -> Board {
    before.explained(|square| {
        let found = choice.considered.iter().find(|candidate| candidate.square == square);
        let (text, label) = found.map_or((".".into(), "empty".into()), &shown);
        let is_taken = square == choice.square;
        let text = if is_taken && text == "." { "here".into() } else { text };
        let label = if is_taken { format!("{label}, taken").into() } else { label };
        let marks = Marks { reached: is_taken, ..Marks::default() };
        let cell = if text == "." { Cell::free() } else { Cell::new(text) };
        cell.labelled(label).marked(marks)
    })
}
