//! The page: the sentence above the board, the pegs to put, and the end.

use super::board::{board, columns, figure, guesses_max};
use super::code::{Answer, Code, STANDARD};
use super::position::{GUESSES, Kind, Position, Task};
use super::ruleset::{ANSWER, KIND, PEGS, PUT, TAKE_OUT};
use super::why;
use crate::games::shared::challenge;
use crate::prelude::*;

pub fn page(position: &Position, who: &Perspective) -> Page {
    let is_over = position.is_over();
    let takes_pegs = position.takes_pegs();
    Page::new(state(position), status(position))
        .with(board(position))
        .with_any(takes_pegs.then(|| pegs(position)))
        .typed_as(takes_pegs.then(|| example(position)))
        .with_any((!is_over).then(|| Part::facts(facts(position))))
        .changed(changed(position))
        .offering(answers(position))
        // The label names no letter: one alone is a peg.
        .offering(position.row.last().map(|_| Offer::new("Take the last one out", &TAKE_OUT, [])))
        .offering(why::offer(position))
        .with_any(is_over.then(|| course(position)))
        .sent(sending(position))
        .ending(is_over.then(|| end(position, who)))
}

/// The link of a code for a friend, and that of its end.
fn sending(position: &Position) -> Option<Sending> {
    let is_end = position.kind == Kind::Friend && position.is_over();
    let end = || challenge::returning("code", &score(position));
    position.is_new_challenge().then(|| challenge::sending("code")).or(is_end.then(end))
}

/// The rest of a row, as a player may type it. It has a peg twice if the code may.
fn example(position: &Position) -> String {
    let kinds = PEGS.iter().enumerate().filter(|(kind, _)| position.takes(*kind));
    let letters = kinds.map(|(_, (letter, ..))| *letter);
    let twice = position.shape.repeats.then_some(PEGS[0].0);
    let left = position.shape.pegs - position.row.len();
    twice.into_iter().chain(letters).take(left).collect()
}

fn state(position: &Position) -> String {
    match position.task() {
        Task::Answer(_) => "Answer the guess".to_owned(),
        Task::MakeCode => "Make the code".to_owned(),
        Task::Guess | Task::Nothing => format!("Guess {}", position.guesses.len() + 1),
    }
}

/// The latest event and the next thing to do.
fn status(position: &Position) -> String {
    match position.task() {
        Task::MakeCode if position.row.is_empty() => {
            let pegs = position.shape.pegs;
            format!(
                "Make a code for a friend: choose a colour for place 1 of {pegs}. You get one link to send."
            )
        }
        Task::MakeCode => next_place(position, "code"),
        Task::Guess => guessing(position),
        Task::Answer(guess) => answering(position, guess),
        Task::Nothing => result(position),
    }
}

fn guessing(position: &Position) -> String {
    let pegs = position.shape.pegs;
    let last = position.guesses.last().map(|(_, answer)| answer);
    match (last, position.kind) {
        _ if !position.row.is_empty() => next_place(position, "guess"),
        (Some(answer), _) => format!("{answer}. Guess again: choose a colour for place 1."),
        (None, Kind::Friend) => {
            format!(
                "Somebody chose a code for you. Guess it: choose a colour for place 1 of {pegs}."
            )
        }
        (None, kind) => {
            let hint = match (kind, position.shape.repeats) {
                (Kind::Evasive, _) => "It dodges.",
                (_, true) => "Any may repeat.",
                (_, false) => "It has no colour twice.",
            };
            format!("Guess the code: choose a colour for place 1 of {pegs}. {hint}")
        }
    }
}

/// The sentence for the next peg of a row that becomes a guess or a code.
fn next_place(position: &Position, becomes: &str) -> String {
    let place = position.row.len() + 1;
    let is_last = place == position.shape.pegs;
    let last = if is_last { format!(" It makes the {becomes}.") } else { String::new() };
    format!("Choose a colour for place {place}.{last}")
}

fn answering(position: &Position, guess: Code) -> String {
    if position.guesses.is_empty() {
        return format!("Think of a code: four pegs from A to F. Answer the guess {guess}.");
    }
    format!(
        "The computer guesses {guess}: answer it. If yours is missing, ask \"Why this guess?\"."
    )
}

fn result(position: &Position) -> String {
    match (position.guesses.last(), position.code) {
        (Some((code, answer)), _) if *answer == position.shape.found() => {
            let whose = if position.kind == Kind::Yours { "your" } else { "the" };
            format!("{} black: {whose} code is {code}.", answer.black)
        }
        (_, Some(code)) => format!("Not found: the code was {code}."),
        (_, None) => "The code was not found.".to_owned(),
    }
}

fn changed(position: &Position) -> Option<At> {
    let rows = position.guesses.len() + usize::from(position.open.is_some());
    let columns = columns(position.shape.pegs);
    let cell = match (position.row.len(), position.task()) {
        (0, _) => rows.checked_sub(1)? * columns,
        (pegs, Task::MakeCode) => GUESSES * columns + pegs - 1,
        (pegs, _) => rows * columns + pegs - 1,
    };
    Some(At::first_board(cell))
}

/// The pegs to put.
fn pegs(position: &Position) -> Row {
    let kinds = PEGS.iter().take(position.shape.kinds).enumerate();
    let cells = kinds.map(|(kind, (letter, colour, picture))| {
        let name = format!("{letter} {colour}");
        let put = || Offer::new(format!("Put {name}"), &PUT, [(*letter).into()]);
        Cell::new("")
            .captioned(name.clone())
            .pictured(Picture::upright(picture))
            .offering(position.takes(kind).then(put))
            .labelled(name)
    });
    Row::new(Spread::Tiled, "Put a peg into the next hole", cells.collect())
}

/// The answers that may be given, a line for each number of black pegs.
fn answers(position: &Position) -> Vec<Offer> {
    let offer = |answer: Answer| {
        let Answer { black, white } = answer;
        let numbers = [black, white].map(|pegs| pegs.into());
        if answer == STANDARD.found() {
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
    let single = (!position.shape.repeats).then(|| Fact::new("Code", "no colour twice"));
    [guesses].into_iter().chain(evasive).chain(single).collect()
}

/// The number of codes that each guess left, up to the guess that left only one.
fn course(position: &Position) -> Passage {
    let (mut codes, mut rows): (Vec<Code>, _) = (position.shape.codes().collect(), Vec::new());
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
    let (detail, result) = result_told(position, who);
    let (game, challenge) = match position.kind {
        Kind::Sealed => ("Mastermind", "Can you do it?"),
        Kind::Evasive => ("Mastermind, evasive", "Can you do it?"),
        Kind::Yours => ("Mastermind, my own code", "Can it break yours?"),
        Kind::Friend => ("Mastermind, your code for me", "Choose a code for somebody:"),
    };
    let share = Share { game: game.into(), result: result.into(), challenge: challenge.into() };
    let others = KIND.values.iter().filter(|(_, kind)| *kind != position.kind);
    let others =
        others.map(|(value, kind)| NextGame::with(format!("Play {}", value.label), &KIND, *kind));
    let is_measured = position.kind == Kind::Sealed && position.is_broken();
    End::new(detail)
        .shared(share)
        .measured(is_measured.then_some(position.guesses.len()))
        .followed_by(others.take(NEXT_GAMES))
}

/// The result for the player, and as they tell it to others.
fn result_told(position: &Position, who: &Perspective) -> (String, String) {
    let breaker = position.kind.breaker();
    let (guesses, result) = (count(position.guesses.len(), "guess"), score(position));
    let also = match position.kind {
        Kind::Friend if who.is_you(breaker) => challenge::SEND_BACK,
        Kind::Sealed if position.shape == STANDARD => "The best play needs 4.34 on average.",
        Kind::Evasive => "The best play needs 5.",
        Kind::Friend | Kind::Sealed | Kind::Yours => "",
    };
    if !position.is_broken() {
        let also = if position.kind == Kind::Friend { also } else { "" };
        let told = format!("The code held for {guesses}. {also}");
        return (told.trim_end().to_owned(), result);
    }
    let answers: String = position.guesses.iter().map(|(_, answer)| circles(*answer)).collect();
    (
        format!("{} broke the code in {guesses}. {also}", who.name(breaker)).trim_end().to_owned(),
        answers + &result,
    )
}

/// `broken in 4 guesses`.
fn score(position: &Position) -> String {
    let not = if position.is_broken() { "" } else { "not " };
    format!("{not}broken in {}", count(position.guesses.len(), "guess"))
}

/// An answer as a line to pass on has it: a circle for each peg, or a bar.
fn circles(answer: Answer) -> String {
    let circles = "\u{26ab}".repeat(answer.black) + &"\u{26aa}".repeat(answer.white);
    if circles.is_empty() { "\u{2796} ".to_owned() } else { circles + " " }
}

/// The sealed code.
pub fn solution(position: &Position) -> Page {
    let status = position.code.map_or_else(String::new, |code| format!("The code was {code}."));
    let found = position.code.map(|code| (code, position.shape.found()));
    Page::new("Solution", status).with(figure("The code", found.as_slice()))
}
