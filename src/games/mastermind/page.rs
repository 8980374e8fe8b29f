//! What a viewer sees: the guesses with their answers, the pegs to put, and why the computer did what
//! it did.

use super::code::{ANSWERS, Answer, Code, PEGS as HOLES, parts};
use super::computer::{GUESSES_OF_COMPUTER, evasive_answer, fitting};
use super::position::{BREAKER, GUESSES, Kind, MAKER, Position};
use super::ruleset::{ANSWER, KIND, PEG_PICTURES, PEGS, PUT, WHY};
use crate::game::prelude::*;
use std::cmp::Reverse;

/// `ABCD`.
pub fn letters(code: Code) -> String {
    code.pegs().into_iter().map(|peg| PEGS[peg].0).collect()
}

/// `2 black and 1 white`.
pub fn in_words(answer: Answer) -> String {
    match answer {
        Answer::FOUND => "4 black".to_owned(),
        Answer { black, white } => format!("{black} black and {white} white"),
    }
}

/// `2-1`: black, then white.
fn in_digits(answer: Answer) -> String {
    format!("{}-{}", answer.black, answer.white)
}

/// `2 black, 1 white`, for a button or a table.
fn in_short(answer: Answer) -> String {
    in_words(answer).replace(" and", ",")
}

pub fn page(position: &Position, who: &Perspective) -> Page {
    let is_theirs = position.turn().is_some_and(|seat| who.sees(seat));
    Page::new(state(position, who), status(position, who))
        .with(board(position, who))
        .with_any((is_theirs && position.takes_pegs()).then(pegs))
        .typed_as(typed_pegs(position))
        .with_any((!position.is_over()).then(|| Part::facts(facts(position))))
        .changed(changed(position))
        .offering(if is_theirs { answers(position) } else { Vec::new() })
        .offering(why_what(position).map(|_| why_offer(position.kind)))
        .with_any(position.is_over().then(|| course(position)))
        .ending(position.is_over().then(|| end(position, who)))
}

/// How many codes every guess left, up to the one after which there was only one.
fn course(position: &Position) -> Passage {
    let mut left = fitting(&[]);
    let head: Vec<Text> = vec!["Guess".into(), "Answer".into(), "Codes left".into()];
    let mut rows = vec![head];
    for (guess, answer) in &position.guesses {
        if left.len() == 1 {
            break;
        }
        left.retain(|code| guess.answer(*code) == *answer);
        rows.push(vec![
            letters(*guess).into(),
            in_short(*answer).into(),
            left.len().to_string().into(),
        ]);
    }
    let is_cut = rows.len() <= position.guesses.len();
    let passage = Passage::new("What each guess left").show(Block::Table(rows));
    if is_cut { passage.say("After that only one code fitted all answers.") } else { passage }
}

/// Pegs as somebody may type them, as many as holes are left.
fn typed_pegs(position: &Position) -> Option<&'static str> {
    if position.takes_pegs() { "AABC".get(position.row.len()..) } else { None }
}

/// What there is to ask about what the computer did: below the answers, if it guesses.
fn why_offer(kind: Kind) -> Offer {
    match kind {
        Kind::Evasive => Offer::new("Why this answer?", &WHY, []).quiet(),
        _ => Offer::new("Why this guess?", &WHY, []).quiet().starting_line(true),
    }
}

fn state(position: &Position, who: &Perspective) -> String {
    match position.turn() {
        Some(seat) if position.kind == Kind::People && !who.is_you(seat) => {
            format!("{} turn", who.whose(seat))
        }
        _ => match position.open {
            Some(_) => "Answer the guess".to_owned(),
            None if position.is_making() => "Make the code".to_owned(),
            None => format!("Guess {}", (position.guesses.len() + 1).min(GUESSES)),
        },
    }
}

fn status(position: &Position, who: &Perspective) -> String {
    let last = position.guesses.last().map(|(_, answer)| format!("{}.", in_words(*answer)));
    let last = last.unwrap_or_default();
    let maker_sees = who.sees(MAKER);
    let words = match (position.kind, position.open) {
        _ if position.is_over() => match (position.guesses.last(), position.code) {
            (Some((guess, Answer::FOUND)), _) => {
                let whose = if position.kind == Kind::Yours { "your" } else { "the" };
                format!("4 black: {whose} code is {}.", letters(*guess))
            }
            (_, Some(code)) if position.kind == Kind::People => {
                format!("The code held: it was {}.", letters(code))
            }
            (_, Some(code)) => format!("Not found: the code was {}.", letters(code)),
            (_, None) => last,
        },
        (Kind::Yours, Some(guess)) if position.guesses.is_empty() => {
            let guess = letters(guess);
            format!("Think of a code: four pegs from A to F. Answer the guess {guess}.")
        }
        (Kind::Yours, Some(guess)) => {
            format!("The computer guesses {}: answer it.", letters(guess))
        }
        (Kind::People, Some(guess)) if maker_sees => {
            format!("{} guessed {}. Give the answer.", who.name(BREAKER), letters(guess))
        }
        (Kind::People, Some(guess)) => {
            let guessed = format!("{} guessed {}.", who.name(BREAKER), letters(guess));
            format!("{guessed} {} answers.", who.name(MAKER))
        }
        (Kind::People, None) if position.is_making() && maker_sees => {
            "Make the code: choose a colour for place 1 of 4. Nobody else sees it.".to_owned()
        }
        (Kind::People, None) if position.is_making() => {
            format!("{} makes the code.", who.name(MAKER))
        }
        (Kind::People, None) if !who.sees(BREAKER) && position.guesses.is_empty() => {
            let made = who.says(MAKER, "have made", "has made");
            format!("{made} the code. {} is next.", who.name(BREAKER))
        }
        (Kind::People, None) if !who.sees(BREAKER) => {
            format!("{last} {} is next.", who.name(BREAKER))
        }
        _ if !position.row.is_empty() => {
            let place = position.row.len() + 1;
            let last = match (place == HOLES, position.is_making()) {
                (false, _) => "",
                (true, true) => " It makes the code.",
                (true, false) => " It makes the guess.",
            };
            format!("Choose a colour for place {place}.{last} Back takes a peg out.")
        }
        (Kind::Evasive, _) if position.guesses.is_empty() => {
            "Choose a colour for place 1 of 4. The computer dodges as long as it can.".to_owned()
        }
        _ if position.guesses.is_empty() => {
            let whose = match position.kind {
                Kind::People => who.whose(MAKER),
                _ => "the".to_owned(),
            };
            format!("Guess {whose} code: choose a colour for place 1 of 4. Any may repeat.")
        }
        _ => format!("{last} Guess again: choose a colour for place 1."),
    };
    words.trim_start().to_owned()
}

/// All rows, so that the board keeps its place: guesses with their answers, the row that is being
/// filled, empty ones, and at last the code, covered.
fn board(position: &Position, who: &Perspective) -> Board {
    let mut cells: Vec<Cell> =
        (0..guesses_max(position.kind)).flat_map(|at| row(position, at)).collect();
    match position.code {
        Some(code) if is_code_seen(position, who) => {
            let settled = Marks { settled: true, ..Marks::default() };
            let shown = |kind| {
                let cell = peg(kind).marked(settled);
                Cell { label: format!("the code: {}", cell.label).into(), ..cell }
            };
            cells.extend(code.pegs().map(shown));
            cells.extend([gap(), gap()]);
        }
        _ if position.is_making() && who.sees(MAKER) => {
            let open = || hole().marked(Marks { reached: true, ..Marks::default() });
            let code = (0..HOLES).map(|at| position.row.get(at).map_or_else(open, |at| peg(*at)));
            cells.extend(code);
            cells.extend([gap(), gap()]);
        }
        _ if position.is_making() => {
            cells.extend((0..HOLES).map(|_| hole()));
            cells.extend([gap(), gap()]);
        }
        _ if matches!(position.kind, Kind::Sealed | Kind::People) => {
            let covered = || Cell::new("**").labelled("the code, covered");
            let back = Marks { back: true, ..Marks::default() };
            cells.extend((0..HOLES).map(|_| covered().marked(back)));
            cells.extend([gap(), gap()]);
        }
        _ => {}
    }
    let legend = match position.is_making() {
        true => "",
        false => "Black (first): right peg, right place. White (second): right peg, wrong place.",
    };
    Board::new("The guesses", COLUMNS, cells)
        .named(SquareNames::Unnamed)
        .looking(Look::Guesses)
        .explained(legend)
}

/// How many guesses may be made.
fn guesses_max(kind: Kind) -> usize {
    if kind == Kind::Yours { GUESSES_OF_COMPUTER } else { GUESSES }
}

/// A row of the board, from 0.
fn row(position: &Position, at: usize) -> Vec<Cell> {
    let made = position.guesses.len();
    let last = Marks { last: true, ..Marks::default() };
    let none = Marks::default();
    let (pegs, answer): (Vec<Cell>, _) = match position.guesses.get(at) {
        Some((guess, answer)) => (guess.pegs().map(peg).into(), Some(*answer)),
        None if at > made => (Vec::new(), None),
        None => match position.open {
            Some(guess) => (guess.pegs().map(|kind| peg(kind).marked(last)).into(), None),
            None if position.is_making() => (Vec::new(), None),
            None => (position.row.iter().map(|kind| peg(*kind)).collect(), None),
        },
    };
    let marks = if at + 1 == made && position.open.is_none() { last } else { none };
    let is_next = at == made && position.open.is_none() && !position.is_making();
    let open = Marks { reached: is_next && !position.is_over(), ..none };
    let empty = (pegs.len()..HOLES).map(|_| hole().marked(open)).collect::<Vec<_>>();
    let counts = match answer {
        Some(Answer { black, white }) => {
            [count_cell(black, "black", marks), count_cell(white, "white", marks)]
        }
        None => [gap(), gap()],
    };
    pegs.into_iter().chain(empty).chain(counts).collect()
}

/// Four pegs, and the two numbers of the answer.
const COLUMNS: usize = HOLES + 2;

fn is_code_seen(position: &Position, who: &Perspective) -> bool {
    position.is_over() || position.kind == Kind::People && who.sees(MAKER)
}

fn peg(kind: usize) -> Cell {
    let (letter, colour) = PEGS[kind];
    Cell::new(letter).labelled(colour).pictured(Picture::upright(PEG_PICTURES[kind]))
}

fn hole() -> Cell {
    Cell::new(".")
}

/// Where no answer stands yet.
fn gap() -> Cell {
    Cell::new("").labelled("no answer")
}

fn count_cell(number: u8, name: &'static str, marks: Marks) -> Cell {
    Cell::new(number.to_string()).labelled(format!("{number} {name}")).marked(marks)
}

fn changed(position: &Position) -> Option<At> {
    let rows = position.guesses.len() + usize::from(position.open.is_some());
    let cell = match position.row.len() {
        0 => rows.checked_sub(1)? * COLUMNS,
        pegs if position.is_making() => GUESSES * COLUMNS + pegs - 1,
        pegs => rows * COLUMNS + pegs - 1,
    };
    Some(At::first_board(cell))
}

/// The pegs to put.
fn pegs() -> Row {
    let cell = |((letter, colour), picture): ((&'static str, &'static str), _)| {
        let put = Offer::new(format!("Put {letter} {colour}"), &PUT, [letter.into()]);
        Cell::new("")
            .captioned(format!("{letter} {colour}"))
            .labelled(format!("{letter} {colour}"))
            .pictured(Picture::upright(picture))
            .offering([put])
    };
    let cells = PEGS.into_iter().zip(PEG_PICTURES).map(cell);
    Row::tiled("Put a peg into the next hole", cells.collect())
}

/// The answers that may be given, a line for each number of black pegs.
fn answers(position: &Position) -> Vec<Offer> {
    let possible = position.possible_answers();
    let is_only = possible.len() == 1;
    let mut black = possible.first().map(|answer| answer.black);
    let offer = |answer: Answer| {
        let is_further = black.replace(answer.black) != Some(answer.black);
        let numbers = [usize::from(answer.black).into(), usize::from(answer.white).into()];
        let offer = match answer {
            Answer::FOUND => Offer::new("4 black: my code", &ANSWER, numbers),
            Answer { black, white } => Offer::new(in_short(answer), &ANSWER, numbers)
                .shown_as(format!("●\u{2009}{black} ○\u{2009}{white}")),
        };
        if is_only { offer.primary() } else { offer.starting_line(is_further) }
    };
    possible.into_iter().map(offer).collect()
}

fn facts(position: &Position) -> Vec<Fact> {
    let made = position.guesses.len() + usize::from(position.open.is_some());
    let evasive = (position.kind == Kind::Evasive).then(|| Fact::new("Code", "evasive"));
    let guesses = Fact::new("Guesses", format!("{made} of {}", guesses_max(position.kind)));
    [guesses].into_iter().chain(evasive).collect()
}

/// How it ended, and what to play next.
fn end(position: &Position, who: &Perspective) -> End {
    let guesses = count_guesses(position.guesses.len());
    let is_broken = position.is_broken();
    let others = KIND.values.iter().filter(|(_, kind)| *kind != position.kind);
    let others = others.map(|(_, kind)| {
        let label = match kind {
            Kind::Sealed => "Guess a sealed code",
            Kind::Evasive => "Guess a code that dodges",
            _ => "You make the code",
        };
        NextGame::with(label, &KIND, *kind)
    });
    let broken = || format!("broken in {guesses} ({})", trail(position));
    let (game, result) = match (position.kind, is_broken) {
        (Kind::Sealed, true) => ("Mastermind", broken()),
        (Kind::Evasive, true) => ("Mastermind, evasive", broken()),
        (Kind::Sealed | Kind::Evasive, false) => ("Mastermind", "not broken".to_owned()),
        (Kind::Yours, _) => ("Mastermind", format!("my code was broken in {guesses}")),
        (Kind::People, _) => {
            let detail = match is_broken {
                true => format!(
                    "{} in {guesses}.",
                    who.says(BREAKER, "broke the code", "broke the code")
                ),
                false => format!("The code held for {guesses}."),
            };
            return End::new(detail);
        }
    };
    let detail = match (position.kind, is_broken) {
        (Kind::Sealed, true) => {
            format!("You broke it in {guesses}. The best play needs 4.34 on average.")
        }
        (Kind::Evasive, true) => format!("You cornered it in {guesses}. The best play needs 5."),
        (Kind::Sealed | Kind::Evasive, false) => format!("Not broken in {guesses}."),
        _ => format!("The computer needed {guesses}."),
    };
    let headline = if position.kind == Kind::Yours { "Your code is broken" } else { "" };
    let challenge = match position.kind {
        Kind::Yours => "Can it break yours?",
        _ => "Can you break it?",
    };
    let share = Share { game: game.into(), result: result.into(), challenge: challenge.into() };
    End::new(detail).headed(headline).shared(share).followed_by(others)
}

/// The answers on the way, black before white: `0-2, 1-1, 4-0`.
fn trail(position: &Position) -> String {
    let answers = position.guesses.iter().map(|(_, answer)| in_digits(*answer));
    answers.collect::<Vec<_>>().join(", ")
}

/// `1 guess`, `5 guesses`.
pub fn count_guesses(number: usize) -> String {
    if number == 1 { "1 guess".to_owned() } else { format!("{number} guesses") }
}

/// What there is to explain: the computer's last guess, or its last evasive answer.
fn why_what(position: &Position) -> Option<String> {
    match (position.kind, position.open, position.guesses.last()) {
        (Kind::Yours, Some(guess), _) => Some(format!("Why {}?", letters(guess))),
        (Kind::Evasive, _, Some((_, answer))) => Some(format!("Why {}?", in_short(*answer))),
        _ => None,
    }
}

/// Why the computer guessed or answered as it did; none if it did neither.
pub fn why(position: &Position) -> Option<Page> {
    let what = why_what(position)?;
    let all = position.guesses.as_slice();
    let (guess, before) = match (position.open, all) {
        (Some(guess), before) => (guess, before),
        (None, [before @ .., (guess, _)]) => (*guess, before),
        (None, []) => return None,
    };
    let codes = fitting(before);
    let parts = parts(guess, &codes);
    let kinds = parts.iter().filter(|part| **part > 0).count();
    let most = parts.iter().max().copied().unwrap_or(0);
    let left = codes.len();
    let fitted = match before.len() {
        0 => "Before the first guess there are 1,296 codes.".to_owned(),
        _ if left == 1 => "Only one code fitted the answers before.".to_owned(),
        _ => format!("{left} codes fitted the answers before."),
    };
    let status = match position.kind {
        Kind::Yours if before.is_empty() => "The computer always opens with it.".to_owned(),
        Kind::Yours if left <= 2 => "It is the first code that still fits.".to_owned(),
        Kind::Yours => "No guess can get more different answers.".to_owned(),
        _ => format!("Of all answers it leaves the most codes: {most}."),
    };
    let words = match position.kind {
        Kind::Yours if before.is_empty() => format!(
            "{fitted} It opens with {}, which can get {kinds} different answers; at worst {most} codes are left.",
            letters(guess)
        ),
        Kind::Yours if left <= 2 => format!("{fitted} It guessed the first that is left."),
        Kind::Yours => format!(
            "{fitted} Its guess can get {kinds} different answers, and no guess can get more; at worst {most} codes are left. Among guesses that are equal in this it prefers one that may be your code."
        ),
        _ => {
            let answer = evasive_answer(before, guess);
            let kept = parts[answer.place()];
            format!(
                "{fitted} To {} it answered {}, which leaves the most of them: {kept}.",
                letters(guess),
                in_words(answer)
            )
        }
    };
    let given = all.get(before.len()).map(|(_, answer)| *answer);
    let mut places: Vec<usize> = (0..ANSWERS).filter(|place| parts[*place] > 0).collect();
    places.sort_by_key(|place| Reverse(parts[*place]));
    let rows = places.into_iter().filter_map(|place| {
        let answer = Answer::at(place)?;
        let mark = if given == Some(answer) { " (given)" } else { "" };
        Some(vec![format!("{}{mark}", in_short(answer)).into(), parts[place].to_string().into()])
    });
    let head: Vec<Text> = vec!["Answer".into(), "Codes that fit it".into()];
    let table = [head].into_iter().chain(rows).collect();
    let asked = board(position, &nobody());
    let passage =
        Passage::new("How many codes each answer leaves").say(words).show(Block::Table(table));
    Some(Page::new(what, status).with(asked).with(passage))
}

/// The sealed code.
pub fn solution(position: &Position) -> Page {
    let codes: Vec<(Code, Answer)> =
        position.code.map(|code| (code, Answer::FOUND)).into_iter().collect();
    let code = position.code.map(letters).unwrap_or_default();
    Page::new("Solution", format!("The code was {code}.")).with(figure("The code", &codes))
}

/// Whoever looks at a board on which nothing is hidden.
fn nobody() -> Perspective {
    Perspective { viewer: Viewer::Everybody, names: Vec::new(), you: None }
}

/// A guess and its answer to look at, as rows of a board.
pub fn figure(caption: &'static str, guesses: &[(Code, Answer)]) -> Board {
    let rows = guesses.iter().flat_map(|(guess, answer)| {
        let counts = [(answer.black, "black"), (answer.white, "white")];
        let counts = counts.map(|(number, name)| count_cell(number, name, Marks::default()));
        guess.pegs().map(peg).into_iter().chain(counts)
    });
    Board::new(caption, COLUMNS, rows.collect()).looking(Look::Guesses)
}
