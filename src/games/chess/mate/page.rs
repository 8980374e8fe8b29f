//! The page of a mate in two, its hints, its solution and its rules.

use super::super::board::Board as ChessBoard;
use super::super::fen;
use super::super::notation::{algebraic, square_name, word};
use super::super::page::{WHOLE, board, figure, mirrored, shown, with_moves};
use super::super::position::Position as Past;
use super::super::requests::{CHOOSE, PLAY};
use super::{Event, Line, Position, SHOW, SOLVE, TRIES_MAX, names, solve};
use crate::prelude::*;

/// The page of a position, and of the events that led there.
pub fn page(position: &Position, events: &[Event]) -> Page {
    let (line, now) = position.line();
    let is_over = position.is_over();
    let moves = if is_over { Vec::new() } else { now.moves() };
    let last = line.last().map(|(_, chosen)| *chosen);
    let offers =
        [Offer::new("Show the move", &SHOW, []), Offer::new("Show the solution", &SOLVE, [])];
    let refuted = events.iter().find_map(|event| match event {
        Event::Wrong(tried) => {
            let (before, answer) = tried.last()?;
            let board = shown(format!("After {}", names(tried).join(" ")), before, *answer);
            Some(Passage::new("Your last try").show(vec![board]))
        }
        _ => None,
    });
    let choice = events.iter().find_map(|event| match event {
        Event::Chosen(request) => Some(request),
        _ => None,
    });
    let page = Page::new("Your move", status(position, &line, events))
        .with(board(&now, &moves, last, None))
        .with_facts(facts(position))
        .with_any(refuted)
        .with_any(is_over.then(|| every_answer(&line[0].0)).flatten())
        .changed(last.map(|last| At::first_board(mirrored(last.landing()).into())))
        .offering(offers.into_iter().filter(|_| !is_over).map(Offer::quiet))
        .ending(is_over.then(|| end(position)));
    let fen = fen::fen(&Past::set_up(now, 0, now.turn as usize));
    Page { records: vec![("fen", fen)], ..with_moves(page, &now, &moves, last, choice) }
}

fn status(position: &Position, line: &Line, events: &[Event]) -> String {
    if let Some(Event::Wrong(tried)) = events.last() {
        return format!("{} Try again.", refuted(&names(tried)));
    }
    match &names(line)[..] {
        [key, answer, mate] if position.is_shown => {
            format!("The key is {key}. After {answer}, {mate} mates.")
        }
        [_, _, mate] => format!("You mated with {mate}."),
        [key, answer] => format!("{key} is the key. The answer is {answer}. Now mate."),
        _ => format!("You are {}. Mate with your second move: find the first.", side(position)),
    }
}

/// The reason why a move is wrong.
pub fn refuted(names: &[String]) -> String {
    match names {
        [tried, answer] => format!("After {tried}, {answer} escapes."),
        _ => format!("{} is stalemate.", names.concat()),
    }
}

fn side(position: &Position) -> &'static str {
    position.start().turn.name()
}

fn facts(position: &Position) -> Vec<Fact> {
    let tries = format!("{} of {TRIES_MAX}", position.tries());
    let counts = !position.is_over() && position.tries() <= TRIES_MAX;
    let wrong = (position.wrong > 0).then(|| Fact::new("Wrong tries", position.wrong.to_string()));
    let this = counts.then(|| Fact::new("Try", tries));
    [Some(Fact::new("You", side(position))), this, wrong].into_iter().flatten().collect()
}

/// The answers to the key, and the moves that mate after them.
fn every_answer(start: &ChessBoard) -> Option<Passage> {
    let key = solve::key(start)?;
    let after = start.after(key);
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for answer in after.moves() {
        let board = after.after(answer);
        let mates: Vec<String> = solve::mates(&board).map(|mate| algebraic(&board, mate)).collect();
        let (mates, answer) = (mates.join(" or "), algebraic(&after, answer));
        match groups.iter_mut().find(|(other, _)| *other == mates) {
            Some((_, answers)) => answers.push(answer),
            None => groups.push((mates, vec![answer])),
        }
    }
    let passage = Passage::new("Every answer to the key").folded();
    Some(groups.into_iter().fold(passage, |passage, (mates, answers)| {
        passage.say(format!("After {}: {mates}.", listed(answers)))
    }))
}

fn end(position: &Position) -> End {
    let tries = count(position.tries(), "try");
    if position.is_shown {
        return End::new("You asked for the solution, so this puzzle counts as lost.")
            .headed("Solved for you");
    }
    let result = match position.tries() {
        1 => "first try".to_owned(),
        2 => "second try".to_owned(),
        3 => "third try".to_owned(),
        _ => tries.clone(),
    };
    let share = Share {
        game: "Mate in two".into(),
        result: result.into(),
        challenge: "Can you find it?".into(),
    };
    let end = if position.is_won() {
        End::new(format!("You took {tries}.")).headed("Solved")
    } else {
        End::new(format!("You took {tries}. A puzzle is won in {TRIES_MAX}."))
            .headed("Solved too late")
    };
    end.shared(share)
}

/// The piece that makes the right move.
pub fn hint(position: &Position) -> Advice {
    let page = page(position, &[]);
    let Some(chosen) = position.solution().first().copied() else {
        return Advice::nothing(page, "There is no mate.");
    };
    let (board, from) = (position.board(), square_name(chosen.from));
    let kind = board.kind(chosen.from).name();
    let why = match solve::mates(&board).count() {
        0 => {
            format!("The {kind} on {from} makes the key. \"Show the move\" shows its square, too.")
        }
        _ => format!("The {kind} on {from} mates."),
    };
    Advice::new(page, Request::with(&CHOOSE, from), why)
}

/// The whole right move.
pub fn whole_hint(position: &Position) -> Advice {
    let page = page(position, &[]);
    let Some(chosen) = position.solution().first().copied() else {
        return Advice::nothing(page, "There is no mate.");
    };
    let after = position.board().after(chosen);
    let request = Request::with(&PLAY, word(chosen));
    if solve::is_mate(&after) {
        return Advice::new(page, request, "It mates.");
    }
    let threat = after.passed_on();
    let threat = (!after.is_check())
        .then(|| solve::mates(&threat).next())
        .flatten()
        .map(|mate| format!(" It threatens {}.", algebraic(&threat, mate)));
    let answers = count(after.moves().len(), "answer");
    let why = format!("The other side has {answers}, and mate follows.");
    Advice::new(page, request, why + &threat.unwrap_or_default())
}

/// The solution of a puzzle as it was dealt.
pub fn solution(position: &Position) -> Page {
    let start = position.start();
    let Some(key) = solve::key(&start) else { return Page::new("Solution", "There is no mate.") };
    Page::new("Solution", format!("The key is {}.", algebraic(&start, key)))
        .with(shown("The board after the key", &start, key))
        .with_any(every_answer(&start))
}

/// The passages of the rules page.
pub fn rules() -> Vec<Passage> {
    let example = fen::parse("7k/8/5K2/8/8/8/8/6R1 w").expect("an example").board;
    let key = solve::key(&example).expect("it has a mate in two");
    let show = |caption, board: &ChessBoard| figure(caption, board, WHOLE, None);
    vec![
        Passage::new("A puzzle").show(vec![
            show("White mates in two.", &example),
            show("The key is a quiet move of the king. Black has one answer, and the rook mates.", &example.after(key)),
        ]),
        Passage::new("Your tries").say("Exactly one first move works, the key. After any other move you see an answer that escapes, and you try again. A puzzle is won in three tries, and then it counts for your streak."),
        Passage::new("After the key").say("The computer answers with the move that leaves you the fewest mates. Any mate is right then."),
        Passage::new("The week").say("Puzzles get harder from Monday to Sunday. A puzzle is harder if more first moves fail against one answer only, and if its key neither captures nor gives check."),
        Passage::new("Hints").say("A hint names the piece. \"Show the move\" shows its square, too. A puzzle with a hint counts for no streak."),
        Passage::new("How the pieces move").say("See the rules of chess."),
    ]
}
