//! The page: the guesses with their answers, the pegs to put, and the end.

use super::code::{Answer, Code, PEGS as HOLES};
use super::computer::{GUESSES_OF_COMPUTER, fitting};
use super::position::{BREAKER, GUESSES, Kind, MAKER, Position, Task};
use super::ruleset::{ANSWER, KIND, PEGS, PUT};
use super::{Mastermind, why};
use crate::game::prelude::*;
use std::iter::repeat_with;

pub fn page(position: &Position, who: &Perspective) -> Page {
    let is_over = position.is_over();
    let is_code_seen = is_over || position.kind == Kind::People && who.sees(MAKER);
    let is_theirs = Mastermind::turn(position).is_some_and(|seat| who.sees(seat));
    let takes_pegs = position.takes_pegs();
    Page::new(state(position, who), status(position, who))
        .with(board(position, is_code_seen))
        .with_any((is_theirs && takes_pegs).then(pegs))
        .typed_as(if takes_pegs { "AABC".get(position.row.len()..) } else { None })
        .with_any((!is_over).then(|| Part::facts(facts(position))))
        .changed(changed(position))
        .offering(if is_theirs { answers(position) } else { Vec::new() })
        .offering(why::offer(position))
        .with_any(is_over.then(|| course(position)))
        .ending(is_over.then(|| end(position, who)))
}

fn state(position: &Position, who: &Perspective) -> String {
    match (Mastermind::turn(position), position.task()) {
        (Some(seat), _) if position.kind == Kind::People && !who.is_you(seat) => {
            format!("{} turn", who.whose(seat))
        }
        (_, Task::Answer(_)) => "Answer the guess".to_owned(),
        (_, Task::MakeCode) => "Make the code".to_owned(),
        (_, Task::Guess | Task::Nothing) => format!("Guess {}", position.guesses.len() + 1),
    }
}

/// What happened last, and what to do now.
fn status(position: &Position, who: &Perspective) -> String {
    match position.task() {
        Task::MakeCode => making(position, who),
        Task::Guess => guessing(position, who),
        Task::Answer(guess) => answering(position, guess, who),
        Task::Nothing => result(position),
    }
}

fn making(position: &Position, who: &Perspective) -> String {
    if !who.sees(MAKER) {
        format!("{} makes the code.", who.name(MAKER))
    } else if position.row.is_empty() {
        "Make the code: choose a colour for place 1 of 4. Nobody else sees it.".to_owned()
    } else {
        next_place(position, "code")
    }
}

fn guessing(position: &Position, who: &Perspective) -> String {
    let last = position.guesses.last().map(|(_, answer)| answer);
    if position.kind == Kind::People && !who.sees(BREAKER) {
        let made = || who.says(MAKER, "have made the code", "has made the code");
        let before = last.map_or_else(made, Answer::to_string);
        return format!("{before}. {} is next.", who.name(BREAKER));
    }
    match (last, position.kind) {
        _ if !position.row.is_empty() => next_place(position, "guess"),
        (Some(answer), _) => format!("{answer}. Guess again: choose a colour for place 1."),
        (None, Kind::Evasive) => {
            "Choose a colour for place 1 of 4. The computer dodges as long as it can.".to_owned()
        }
        (None, kind) => {
            let whose = if kind == Kind::People { who.whose(MAKER) } else { "the".to_owned() };
            format!("Guess {whose} code: choose a colour for place 1 of 4. Any may repeat.")
        }
    }
}

/// How to go on in a row that becomes a guess or a code.
fn next_place(position: &Position, becomes: &str) -> String {
    let place = position.row.len() + 1;
    let last = if place == HOLES { format!(" It makes the {becomes}.") } else { String::new() };
    format!("Choose a colour for place {place}.{last} Back takes a peg out.")
}

fn answering(position: &Position, guess: Code, who: &Perspective) -> String {
    match position.kind {
        Kind::People if who.sees(MAKER) => {
            format!("{} guessed {guess}. Give the answer.", who.name(BREAKER))
        }
        Kind::People => {
            format!("{} guessed {guess}. {} answers.", who.name(BREAKER), who.name(MAKER))
        }
        _ if position.guesses.is_empty() => {
            format!("Think of a code: four pegs from A to F. Answer the guess {guess}.")
        }
        _ => format!("The computer guesses {guess}: answer it."),
    }
}

fn result(position: &Position) -> String {
    match (position.guesses.last(), position.code) {
        (Some((code, Answer::FOUND)), _) => {
            let whose = if position.kind == Kind::Yours { "your" } else { "the" };
            format!("4 black: {whose} code is {code}.")
        }
        (_, Some(code)) => format!("Not found: the code was {code}."),
        (last, None) => last.map_or_else(String::new, |(_, answer)| format!("{answer}.")),
    }
}

/// Four pegs, and the two numbers of the answer.
const COLUMNS: usize = HOLES + 2;

/// The board. It has a row for each guess from the start, so that it keeps its place.
pub fn board(position: &Position, is_code_seen: bool) -> Board {
    let rows = (0..guesses_max(position.kind)).flat_map(|at| guess_row(position, at));
    let cells = rows.chain(code_row(position, is_code_seen)).collect();
    Board::new("The guesses", COLUMNS, cells)
        .named(SquareNames::Unnamed)
        .looking(Look::Guesses)
        .explained("Black (first): right peg, right place. White (second): right peg, wrong place.")
}

/// Guesses to look at, with their answers.
pub fn figure(caption: &'static str, guesses: &[(Code, Answer)]) -> Board {
    let rows =
        guesses.iter().flat_map(|(guess, answer)| row(guess.pegs().map(peg), counts(*answer)));
    Board::new(caption, COLUMNS, rows.collect()).looking(Look::Guesses)
}

fn guesses_max(kind: Kind) -> usize {
    if kind == Kind::Yours { GUESSES_OF_COMPUTER } else { GUESSES }
}

/// The row of a guess, from 0.
fn guess_row(position: &Position, at: usize) -> Vec<Cell> {
    let made = position.guesses.len();
    match (position.guesses.get(at), position.task()) {
        (Some((guess, answer)), _) => {
            let is_last = at + 1 == made && position.open.is_none();
            let counts = counts(*answer);
            row(guess.pegs().map(peg), if is_last { counts.map(Cell::last) } else { counts })
        }
        (None, Task::Answer(guess)) if at == made => {
            row(guess.pegs().map(peg).map(Cell::last), gaps())
        }
        (None, Task::Guess) if at == made => row(filling(position), gaps()),
        (None, _) => row([], gaps()),
    }
}

/// The row of the code, below the guesses. There is none if the code is in nobody's hand.
fn code_row(position: &Position, is_seen: bool) -> Vec<Cell> {
    let of_code = |kind: usize| peg(kind).labelled(format!("the code: {}", PEGS[kind].1)).settled();
    let covered = || {
        let back = Marks { back: true, ..Marks::default() };
        Cell::new("**").labelled("the code, covered").marked(back)
    };
    match (position.code, position.task()) {
        (Some(code), _) if is_seen => row(code.pegs().map(of_code), gaps()),
        (Some(_), _) => row(repeat_with(covered), gaps()),
        (None, Task::MakeCode) if is_seen => row(filling(position), gaps()),
        (None, Task::MakeCode) => row([], gaps()),
        (None, _) => Vec::new(),
    }
}

/// The pegs of a row and the two cells behind them.
fn row(pegs: impl IntoIterator<Item = Cell>, counts: [Cell; 2]) -> Vec<Cell> {
    pegs.into_iter().chain(repeat_with(hole)).take(HOLES).chain(counts).collect()
}

/// The pegs of the row that is being filled, and its empty holes.
fn filling(position: &Position) -> impl Iterator<Item = Cell> {
    position.row.iter().map(|kind| peg(*kind)).chain(repeat_with(|| hole().reached()))
}

fn peg(kind: usize) -> Cell {
    let (letter, colour, picture) = PEGS[kind];
    Cell::new(letter).labelled(colour).pictured(Picture::upright(picture))
}

fn hole() -> Cell {
    Cell::new(".")
}

fn gaps() -> [Cell; 2] {
    [(); 2].map(|()| Cell::new("").labelled("no answer"))
}

fn counts(answer: Answer) -> [Cell; 2] {
    [(answer.black, "black"), (answer.white, "white")]
        .map(|(number, name)| Cell::new(number.to_string()).labelled(format!("{number} {name}")))
}

fn changed(position: &Position) -> Option<At> {
    let rows = position.guesses.len() + usize::from(position.open.is_some());
    let cell = match (position.row.len(), position.task()) {
        (0, _) => rows.checked_sub(1)? * COLUMNS,
        (pegs, Task::MakeCode) => GUESSES * COLUMNS + pegs - 1,
        (pegs, _) => rows * COLUMNS + pegs - 1,
    };
    Some(At::first_board(cell))
}

/// The pegs to put.
fn pegs() -> Row {
    let cells = PEGS.map(|(letter, colour, picture)| {
        let name = format!("{letter} {colour}");
        Cell::new("")
            .captioned(name.clone())
            .pictured(Picture::upright(picture))
            .offering([Offer::new(format!("Put {name}"), &PUT, [letter.into()])])
            .labelled(name)
    });
    Row::tiled("Put a peg into the next hole", cells.into())
}

/// The answers that may be given, a line for each number of black pegs.
fn answers(position: &Position) -> Vec<Offer> {
    let offer = |answer: Answer| {
        let Answer { black, white } = answer;
        let numbers = [black, white].map(|pegs| usize::from(pegs).into());
        if answer == Answer::FOUND {
            return Offer::new("4 black: my code", &ANSWER, numbers);
        }
        let sign = format!("●\u{2009}{black} ○\u{2009}{white}");
        Offer::new(answer.to_string(), &ANSWER, numbers).shown_as(sign)
    };
    let possible = position.possible_answers();
    if let [only] = possible[..] {
        return vec![offer(only).primary()];
    }
    let starts_line = |at: usize| at > 0 && possible[at].black > possible[at - 1].black;
    let offers = possible.iter().enumerate();
    offers.map(|(at, answer)| offer(*answer).starting_line(starts_line(at))).collect()
}

fn facts(position: &Position) -> Vec<Fact> {
    let made = position.guesses.len() + usize::from(position.open.is_some());
    let guesses = Fact::new("Guesses", format!("{made} of {}", guesses_max(position.kind)));
    let evasive = (position.kind == Kind::Evasive).then(|| Fact::new("Code", "evasive"));
    [guesses].into_iter().chain(evasive).collect()
}

/// The number of codes that each guess left, up to the guess that left only one.
fn course(position: &Position) -> Passage {
    let (mut codes, mut rows) = (fitting(&[]), Vec::new());
    for (guess, answer) in &position.guesses {
        if codes.len() == 1 {
            break;
        }
        codes.retain(|code| guess.answer(*code) == *answer);
        rows.push([guess.to_string(), answer.to_string(), codes.len().to_string()]);
    }
    let is_cut = rows.len() < position.guesses.len();
    let table = Block::table(["Guess", "Answer", "Codes left"], rows);
    let passage = Passage::new("What each guess left").show(table);
    if is_cut { passage.say("After that only one code fitted all answers.") } else { passage }
}

fn end(position: &Position, who: &Perspective) -> End {
    let guesses = count(position.guesses.len(), "guess");
    let (detail, result) = if position.is_broken() {
        let best = match position.kind {
            Kind::Sealed => " The best play needs 4.34 on average.",
            Kind::Evasive => " The best play needs 5.",
            Kind::Yours | Kind::People => "",
        };
        let breaker = who.name(position.kind.breaker());
        let answers =
            position.guesses.iter().map(|(_, Answer { black, white })| format!("{black}-{white}"));
        let trail = answers.collect::<Vec<_>>().join(", ");
        (
            format!("{breaker} broke the code in {guesses}.{best}"),
            format!("broken in {guesses} ({trail})"),
        )
    } else {
        (format!("The code held for {guesses}."), "not broken".to_owned())
    };
    let (game, challenge) = match position.kind {
        Kind::Sealed => ("Mastermind", "Can you break it?"),
        Kind::Evasive => ("Mastermind, evasive", "Can you break it?"),
        Kind::Yours => ("Mastermind, my own code", "Can it break yours?"),
        Kind::People => return End::new(detail),
    };
    let share = Share { game: game.into(), result: result.into(), challenge: challenge.into() };
    let others = KIND.values.iter().filter(|(_, kind)| *kind != position.kind);
    let others =
        others.map(|(value, kind)| NextGame::with(format!("Play {}", value.label), &KIND, *kind));
    End::new(detail).shared(share).followed_by(others)
}

/// The sealed code.
pub fn solution(position: &Position) -> Page {
    let status = position.code.map_or_else(String::new, |code| format!("The code was {code}."));
    let found = position.code.map(|code| (code, Answer::FOUND));
    Page::new("Solution", status).with(figure("The code", found.as_slice()))
}
