use super::code::{STANDARD, Shape, parts};
use super::computer::{
    GUESSES_OF_COMPUTER, advice, best_guess, evasive_answer, fitting, next_guess,
};
use super::*;
use crate::budget::{SEARCH, spent};
use crate::game::request::Argument;
use std::collections::BTreeMap;

/// The answer as a person counts it: first the pegs in their places, then the pegs of each kind
/// that both rows have.
fn counted(guess: Code, code: Code) -> (usize, usize) {
    let [guess, code] = [guess, code].map(|code| code.pegs().collect::<Vec<_>>());
    let black = (0..guess.len()).filter(|at| guess[*at] == code[*at]).count();
    let of_kind = |pegs: &[usize], kind| pegs.iter().filter(|peg| **peg == kind).count();
    let both = (0..8).map(|kind| of_kind(&guess, kind).min(of_kind(&code, kind)));
    (black, both.sum::<usize>() - black)
}

/// The codes are counted one by one, by the answers that a person would give.
#[test]
fn a_walk_tells_the_codes_left_at_each_row() {
    let mut chance = Chance::from_seed([95; 32]);
    for shape in [STANDARD, Shape { repeats: false, ..STANDARD }, five(false)] {
        for kind in [Kind::Sealed, Kind::Friend] {
            let codes: Vec<Code> = shape.codes().collect();
            let mut draw = || codes[chance.place(codes.len())];
            let code = draw();
            let rows: Vec<(Code, Answer)> =
                (0..4).map(|_| draw()).map(|guess| (guess, guess.answer(code))).collect();
            let position =
                Position { guesses: rows.clone(), ..Position::new(kind, shape, Some(code)) };
            for moment in 0..=rows.len() {
                let is_left = |code: &&Code| {
                    let answered = |(guess, answer): &(Code, Answer)| {
                        counted(*guess, **code) == (answer.black, answer.white)
                    };
                    rows[..moment].iter().all(answered)
                };
                let left = codes.iter().filter(is_left).count();
                let remarks = Mastermind::remarks(&position, moment);
                assert_eq!(remarks.notes.len(), rows.len());
                let told = format!("{:?}", remarks.passage.expect("a passage"));
                let number = if left == 1 { "One code".to_owned() } else { left.to_string() };
                assert!(
                    told.contains(&format!("{number} code")) || told.contains(&number),
                    "{told}"
                );
                if moment > 0 {
                    let note = format!("{} left", crate::game::text::count(left, "code"));
                    assert_eq!(remarks.notes[moment - 1].as_deref(), Some(&*note));
                }
            }
        }
    }
}

/// The same guess again and again leaves the most codes to look at.
#[test]
fn a_walk_takes_one_search_at_most() {
    let shape = five(true);
    let (guess, code) = (shape.of([0; 5]), shape.of([1; 5]));
    let guesses = vec![(guess, guess.answer(code)); 9];
    let position = Position { guesses, ..Position::new(Kind::Sealed, shape, Some(code)) };
    let (remarks, units) = spent::on(|| Mastermind::remarks(&position, 9));
    assert!(units <= SEARCH && remarks.notes.iter().all(Option::is_some), "{units}");
}

#[test]
fn every_answer_is_counted_right() {
    for guess in STANDARD.codes() {
        for code in STANDARD.codes() {
            let answer = guess.answer(code);
            assert_eq!((answer.black, answer.white), counted(guess, code));
            assert_eq!(Answer::at(answer.place()), Some(answer));
        }
    }
}

/// Five pegs of eight kinds, with repeats or without.
fn five(repeats: bool) -> Shape {
    Shape { pegs: 5, kinds: 8, repeats }
}

#[test]
fn answers_to_larger_codes_are_counted_right() {
    for guess in five(true).codes().step_by(997) {
        for code in five(true).codes().step_by(61) {
            let answer = guess.answer(code);
            assert_eq!((answer.black, answer.white), counted(guess, code));
            assert_eq!(Answer::at(answer.place()), Some(answer));
            assert_eq!(five(true).at(code.place()), Some(code));
        }
    }
    let single = |shape: Shape| Shape { repeats: false, ..shape };
    let shapes = [STANDARD, single(STANDARD), five(true), five(false)];
    assert_eq!(shapes.map(|shape| shape.codes().count()), [1296, 360, 32_768, 6720]);
}

#[test]
fn codes_without_repeats_are_drawn_and_made_so() {
    let mut chance = Chance::from_seed([3; 32]);
    for shape in [five(true), five(false), Shape { repeats: false, ..STANDARD }] {
        let mut choices = Choices::defaults(RULESET.options);
        assert!(choices.choose("size", if shape.pegs == 5 { "5x8" } else { "4x6" }));
        assert!(choices.choose("repeats", if shape.repeats { "yes" } else { "no" }));
        let mut code = || Mastermind::deal(&choices, &mut chance).code.expect("a code");
        let codes: Vec<Code> = (0..100).map(|_| code()).collect();
        assert!(codes.iter().all(|code| shape.has(*code) && code.pegs().count() == shape.pegs));
        let firsts: BTreeMap<_, _> = codes.iter().map(|code| (code.pegs().next(), ())).collect();
        assert_eq!(firsts.len(), shape.kinds, "every kind is drawn");
    }
    let put = |position: &Position, letter: &'static str| {
        Mastermind::referee(position, &Request::with(&ruleset::PUT, letter))
    };
    let making = Position::new(Kind::Friend, five(false), None).with_peg(7);
    assert_eq!(put(&making, "H").unwrap_err().fault, UNKNOWN_PEG);
    assert!(put(&making, "A").is_ok());
    // A guess may repeat, and a game of six kinds has no seventh.
    assert!(put(&Position { code: Some(five(false).of(0..5)), ..making }, "H").is_ok());
    let six = Position::new(Kind::Friend, STANDARD, None);
    assert_eq!(put(&six, "G").unwrap_err().fault, UNKNOWN_PEG);
}

#[test]
fn a_peg_can_be_taken_out() {
    let start = Position::new(Kind::Evasive, STANDARD, None);
    let take_out = |position: &Position| {
        Mastermind::referee(position, &Request::plain(&TAKE_OUT)).map(|ruling| match ruling {
            Ruling::Next(next, _) => next,
            Ruling::Answer(_) => panic!("it changes the row"),
        })
    };
    let one = start.clone().with_peg(2);
    assert_eq!(take_out(&one.clone().with_peg(5)).as_ref(), Ok(&one));
    assert_eq!(take_out(&one).as_ref(), Ok(&start));
    assert_eq!(take_out(&start).unwrap_err().fault, NO_PEG_NOW);
}

#[test]
fn a_refused_answer_names_the_one_it_contradicts() {
    let answered = |answers: &[(usize, usize)]| {
        let start = Mastermind::settle(Position::new(Kind::Yours, STANDARD, None)).0;
        let answer = |position: Position, (black, white): &(usize, usize)| {
            let answer = Answer { black: *black, white: *white };
            Mastermind::settle(position.answered(answer)).0
        };
        answers.iter().fold(start, answer)
    };
    let refusal = |answers: &[(usize, usize)], black: usize, white: usize| {
        let request =
            Request { spec: &ANSWER, arguments: vec![Argument::Number(black), white.into()] };
        Mastermind::referee(&answered(answers), &request).unwrap_err().sentence.to_string()
    };
    assert_eq!(refusal(&[], 3, 1), "No code gets 3 black, 1 white for AABB. Give another.");
    let told = "Your answer to guess 1 rules out 4 black, 0 white. Give another.";
    assert_eq!(refusal(&[(2, 2)], 4, 0), told);
    let why = |position: &Position| format!("{:?}", why::page(position).map(|page| page.parts));
    assert!(why(&answered(&[(2, 2)])).contains("Your answer to guess 1 rules out"));
}

#[test]
fn codes_are_read_as_they_are_written() {
    for code in STANDARD.codes() {
        assert_eq!(STANDARD.of(code.pegs()), code);
    }
    assert_eq!(STANDARD.of([0, 1, 2, 5]).to_string(), "ABCF");
}

/// Counts, for every code that fits these guesses, how many guesses the computer needs for it.
fn break_all(guesses: &mut Vec<(Code, Answer)>, needed: &mut BTreeMap<usize, u32>) {
    let codes = fitting(guesses);
    let guess = next_guess(guesses).expect("a code fits");
    for (answer, _) in parts(guess, &codes) {
        guesses.push((guess, answer));
        match answer {
            found if found == STANDARD.found() => *needed.entry(guesses.len()).or_default() += 1,
            _ => break_all(guesses, needed),
        }
        guesses.pop();
    }
}

/// The rules page says: at most 5 guesses, 4.43 on average.
#[test]
fn the_computer_breaks_every_code_in_five_guesses() {
    let mut needed = BTreeMap::new();
    break_all(&mut Vec::new(), &mut needed);
    assert_eq!(needed.values().sum::<u32>(), 1296);
    assert_eq!(needed, BTreeMap::from([(1, 1), (2, 7), (3, 61), (4, 595), (5, 632)]));
    assert_eq!(needed.keys().max(), Some(&GUESSES_OF_COMPUTER));
    let sum: usize = needed.iter().map(|(guesses, codes)| guesses * *codes as usize).sum();
    assert_eq!(format!("{:.4}", sum as f64 / 1296.0), "4.4275");
}

#[test]
fn the_second_guess_is_the_best_one() {
    let first = next_guess(&[]).unwrap();
    for answer in (0..ANSWERS).filter_map(Answer::at) {
        let codes = fitting(&[(first, answer)]);
        if !codes.is_empty() && answer != STANDARD.found() {
            assert_eq!(
                next_guess(&[(first, answer)]),
                best_guess(&codes, STANDARD.codes(), &mut Meter::of_search()),
                "{answer:?}"
            );
        }
    }
}

fn after_guesses(guesses: &[&str]) -> Position {
    let pegs = |word: &str| -> Vec<usize> {
        word.bytes().map(|letter| usize::from(letter - b'A')).collect()
    };
    let start = Position::new(Kind::Evasive, STANDARD, None);
    let put = |position: Position, peg| Mastermind::settle(position.with_peg(peg)).0;
    guesses.iter().flat_map(|word| pegs(word)).fold(start, put)
}

fn you() -> Perspective {
    Perspective { viewer: Viewer::Seat(0), names: vec!["You".into()], you: Some(0), site: None }
}

/// The end of a game and the rules page say this. Going back does not help, because the same guesses
/// always get the same answers.
#[test]
fn the_evasive_computer_survives_four_guesses() {
    let won = after_guesses(&["ABCD", "DEBE", "BDFF", "ECCA", "BAAB"]);
    assert!(won.is_broken());
    assert_eq!(won.guesses.len(), 5);
    let share = page::page(&won, &you()).end.and_then(|end| end.share).expect("an end to tell");
    assert_eq!(
        (share.game, share.result),
        ("Mastermind, evasive".into(), "⚪⚪ ⚪ ⚫ ⚪ ⚫⚫⚫⚫ broken in 5 guesses".into())
    );
    // Up to the names of the pegs and the order of the holes there are five first guesses. After
    // any first and second guess, more codes are left than there are answers. So some answer to the
    // third guess leaves two codes or more, and the computer has another code after the fourth.
    let firsts = [[0, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1, 1], [0, 0, 1, 2], [0, 1, 2, 3]];
    for first in firsts.map(|pegs| STANDARD.of(pegs)) {
        let guessed = (first, evasive_answer(&[], first));
        let codes = fitting(&[guessed]);
        for second in STANDARD.codes() {
            let kept = parts(second, &codes).into_iter().map(|(_, codes)| codes).max().unwrap();
            assert!(kept > 14, "{first:?} {second:?}: {kept}");
        }
    }
}

#[test]
fn the_end_counts_the_codes_each_guess_left() {
    let position = after_guesses(&["ABCD", "DEBE", "BDFF", "ECCA", "BAAB"]);
    let page = page::page(&position, &you());
    let told = page.parts.iter().find_map(|part| match part {
        Part::Passage(Passage { blocks, .. }) => match &blocks[..] {
            [Block::Table(rows), Block::Words(_)] => Some(rows),
            _ => None,
        },
        _ => None,
    });
    let left = |at: usize| {
        let fits = |code: &Code| {
            position.guesses[..=at]
                .iter()
                .all(|(guess, answer)| counted(*guess, *code) == (answer.black, answer.white))
        };
        STANDARD.codes().filter(fits).count().to_string()
    };
    let told: Vec<&str> = told.expect("a table")[1..].iter().map(|row| row[2].as_ref()).collect();
    let first = (0..5).find(|at| left(*at) == "1").expect("a guess that left one code");
    assert!(first < 4, "some guess comes after it");
    assert_eq!(told, (0..=first).map(left).collect::<Vec<_>>());
    let before = page::page(&after_guesses(&["ABCD"]), &you());
    assert!(
        !before.parts.iter().any(|part| matches!(part, Part::Passage(_))),
        "no help in between"
    );
}

#[test]
fn the_evasive_computer_keeps_the_most_codes() {
    let position = after_guesses(&["AABB", "CCDD"]);
    for at in 0..2 {
        let (guess, answer) = position.guesses[at];
        let before = fitting(&position.guesses[..at]);
        let kept = fitting(&position.guesses[..=at]).len();
        for other in (0..ANSWERS).filter_map(Answer::at) {
            let fits = before.iter().filter(|code| guess.answer(**code) == other).count();
            assert!(fits < kept || fits == kept && answer.place() <= other.place());
        }
        let asked = after_guesses(&["AABB", "CCDD"][..=at]);
        let told = why::page(&asked).map(|page| page.status.to_string());
        assert_eq!(told, Some(format!("Of all answers it leaves the most codes: {kept}.")));
    }
}

#[test]
fn an_answer_that_no_code_fits_is_refused() {
    let dealt = Mastermind::settle(Position::new(Kind::Yours, STANDARD, None)).0;
    let answer = |position: &Position, black: usize, white: usize| {
        let request =
            Request { spec: &ANSWER, arguments: vec![Argument::Number(black), white.into()] };
        Mastermind::referee(position, &request)
    };
    // No peg of AABB is right, and then one of them is in its place.
    let Ok(Ruling::Next(next, _)) = answer(&dealt, 0, 0) else { panic!("0 and 0 is possible") };
    let next = Mastermind::settle(next).0;
    assert_eq!(answer(&next, 4, 1).unwrap_err().fault, WRONG_ANSWER);
    assert_eq!(answer(&next, 3, 1).unwrap_err().fault, WRONG_ANSWER);
    let offered = next.possible_answers().len();
    let granted = (0..=4).flat_map(|black| (0..=4).map(move |white| (black, white)));
    let granted = granted.filter(|(black, white)| answer(&next, *black, *white).is_ok()).count();
    assert_eq!(offered, granted);
}

/// A challenge with this code, as its maker makes it.
fn challenge(code: &str) -> Position {
    let pegs = code.bytes().map(|letter| usize::from(letter - b'A'));
    pegs.fold(Position::new(Kind::Friend, STANDARD, None), |position, peg| {
        Mastermind::settle(position.with_peg(peg)).0
    })
}

#[test]
fn a_friend_breaks_a_challenge_code_alone() {
    let start = Position::new(Kind::Friend, STANDARD, None);
    assert_eq!((start.task(), Mastermind::turn(&start)), (Task::MakeCode, Some(0)));
    let made = challenge("ABCD");
    assert_eq!((made.task(), made.code), (Task::Guess, Some(STANDARD.of([0, 1, 2, 3]))));
    assert_eq!(Mastermind::turn(&made), Some(0));
    let guessed = [0, 1, 3, 2]
        .into_iter()
        .fold(made, |position, peg| Mastermind::settle(position.with_peg(peg)).0);
    assert_eq!(guessed.guesses, [(STANDARD.of([0, 1, 3, 2]), Answer { black: 2, white: 2 })]);
    assert_eq!(Mastermind::outcome(&guessed), None);
}

#[test]
fn a_finished_challenge_has_a_result_to_send() {
    let ended = |guesses: usize, last: Option<Code>| {
        let code = STANDARD.of([0, 1, 2, 3]);
        let wrong = STANDARD.of([4, 4, 5, 5]);
        let all = vec![wrong; guesses].into_iter().chain(last);
        let guesses = all.map(|guess| (guess, guess.answer(code))).collect();
        Position { guesses, ..Position::new(Kind::Friend, STANDARD, Some(code)) }
    };
    let seats = |position: &Position| {
        Mastermind::outcome(position).map(|outcome| outcome.ranking[0].clone())
    };
    let broken = ended(2, Some(STANDARD.of([0, 1, 2, 3])));
    let held = ended(GUESSES, None);
    assert_eq!((seats(&broken), seats(&held)), (Some(vec![0]), Some(vec![1])));
    let end = page::page(&broken, &you()).end.expect("it is over");
    assert_eq!(end.detail, "You broke the code in 3 guesses. Send the result back.");
    let share = end.share.expect("something to send");
    assert_eq!(share.result, "➖ ➖ ⚫⚫⚫⚫ broken in 3 guesses");
    let end = page::page(&held, &you()).end.expect("it is over");
    assert_eq!(end.detail, "The code held for 10 guesses. Send the result back.");
}

/// The pages of the two are one and the same, so the page has nothing of the code.
#[test]
fn a_challenge_says_who_chose_and_what_next() {
    let [one, other] = ["ABCD", "FFEE"].map(|code| page::page(&challenge(code), &you()));
    assert_eq!(one, other);
    assert!(one.status.starts_with("Somebody chose a code for you."), "{}", one.status);
    assert_eq!(one.sending.map(|sending| sending.to), Some("your friend"));
    let maker = page::page(&Position::new(Kind::Friend, STANDARD, None), &you());
    assert!(maker.status.contains("You get one link to send."), "{}", maker.status);
    assert_eq!(maker.sending, None);
}

#[test]
fn the_hints_break_every_code_soon() {
    for code in STANDARD.codes().step_by(7) {
        let mut guesses = Vec::new();
        while guesses.last().is_none_or(|(_, answer)| *answer != STANDARD.found()) {
            let guess = advice(STANDARD, &guesses, &[]).expect("a guess");
            guesses.push((guess, guess.answer(code)));
        }
        assert!(guesses.len() <= 7, "{code}: {guesses:?}");
    }
}

/// No other answer to one guess fits more codes.
#[test]
fn a_hint_looks_at_every_code_that_fits() {
    let guess = STANDARD.of([0, 0, 0, 0]);
    let guesses = [(guess, guess.answer(STANDARD.of([1, 1, 1, 1])))];
    assert_eq!(fitting(&guesses).len(), 625);
    let (_, units) = spent::on(|| advice(STANDARD, &guesses, &[]));
    assert!(units < SEARCH, "{units}");
}

/// A hint goes on from the pegs that are put, if they can be the code's.
#[test]
fn a_hint_goes_on_from_the_rows_pegs() {
    let (first, blue) = (STANDARD.of([0, 0, 1, 1]), [0]);
    let guesses = [(first, first.answer(STANDARD.of([0, 2, 3, 4])))];
    let guess = advice(STANDARD, &guesses, &blue).expect("a guess");
    assert!(guess.pegs().next() == Some(0) && fitting(&guesses).contains(&guess));
    let none_of_them = [(first, first.answer(STANDARD.of([2, 2, 3, 3])))];
    assert_eq!(advice(STANDARD, &none_of_them, &blue), None);
}
