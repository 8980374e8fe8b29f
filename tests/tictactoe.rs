//! Tic-tac-toe, played to the end in every possible way through the referee.

use parlour::chance::DealId;
use parlour::game::{Choices, Request, Row, Step};
use parlour::games;
use parlour::lines::{Field, Mark, THREE, members};
use parlour::pack::{Packer, Unpacker};
use parlour::page::{Mood, Part, Passage};
use std::collections::{BTreeMap, HashSet};

fn row() -> &'static Row {
    games::find("tictactoe").unwrap()
}

fn choices(play: &str, first: &str) -> Choices {
    let mut choices = Choices::defaults(row().ruleset);
    assert!(choices.choose(row().ruleset, "play", play));
    assert!(choices.choose(row().ruleset, "first", first));
    choices
}

fn deal(choices: &Choices) -> (Vec<u8>, Step) {
    let mut packer = Packer::new();
    let mut chance = DealId::Code(1).chance("tictactoe", b"");
    let step = (row().deal)(choices, &mut chance, &mut packer);
    (packer.finish(), step)
}

fn play(choices: &Choices, packed: &[u8], request: &Request) -> (Vec<u8>, Step) {
    let mut packer = Packer::new();
    let step = (row().play)(choices, Unpacker::new(packed), Some(request), &mut packer).unwrap();
    (packer.finish(), step)
}

fn mark(cell: i64) -> Request {
    Request::numbered("mark", cell)
}

/// The board as the page shows it.
fn field(step: &Step) -> Field {
    let cells = step.page.parts[0].cells();
    cells.iter().enumerate().fold(Field::default(), |field, (square, cell)| match &*cell.text {
        "X" => field.with(Mark::Cross, square),
        "O" => field.with(Mark::Nought, square),
        _ => field,
    })
}

fn explanation(choices: &Choices, packed: &[u8]) -> Passage {
    match &play(choices, packed, &Request::plain("why")).1.answer[..] {
        [Part::Passage(passage)] => passage.clone(),
        other => panic!("{other:?}"),
    }
}

/// Plays every game there is, and looks at every position.
fn every_game(choices: &Choices, look: &mut dyn FnMut(&[u8], &Step)) {
    let mut stack = vec![deal(choices)];
    while let Some((packed, step)) = stack.pop() {
        look(&packed, &step);
        let requests = step.page.all_offers().map(|offer| offer.request.clone());
        for request in requests.filter(|request| request.name == "mark") {
            stack.push(play(choices, &packed, &request));
        }
    }
}

/// Wins of the computer, ties, and losses, over all of the visitor's play.
fn results(choices: &Choices) -> (u32, u32, u32) {
    let mut results = (0, 0, 0);
    every_game(choices, &mut |_, step| match step.page.mood {
        Mood::Lost => results.0 += 1,
        Mood::Drawn => results.1 += 1,
        Mood::Won => results.2 += 1,
        Mood::Open => {}
    });
    results
}

#[test]
fn the_careful_computer_never_loses() {
    assert_eq!(results(&choices("careful", "visitor")), (324, 133, 0));
    assert_eq!(results(&choices("careful", "computer")), (83, 11, 0));
}

#[test]
fn the_hasty_computer_loses_35_games_of_491() {
    assert_eq!(results(&choices("hasty", "visitor")), (314, 142, 35));
    assert_eq!(results(&choices("hasty", "computer")), (85, 15, 0));
}

#[test]
fn the_game_that_the_rules_name_beats_the_hasty_computer() {
    let choices = choices("hasty", "visitor");
    let (mut packed, mut step) = deal(&choices);
    for cell in [0, 8, 6] {
        (packed, step) = play(&choices, &packed, &mark(cell));
    }
    let field = field(&step);
    let win = THREE.completing(field.crosses, field.free(&THREE));
    let (_, step) = play(&choices, &packed, &mark(win.trailing_zeros().into()));
    assert_eq!(step.page.mood, Mood::Won);
    assert_eq!(step.outcome.unwrap().ranking, [["You"], ["The computer"]]);
}

/// What perfect play comes to for the mark whose turn it is: 1 a win, 0 a tie, -1 a loss.
fn minimax(field: Field, turn: Mark, known: &mut BTreeMap<(u32, u32), i32>) -> i32 {
    if THREE.has_line(field.of(turn.other())) {
        return -1;
    }
    let key = (field.crosses, field.noughts);
    if let Some(value) = known.get(&key) {
        return *value;
    }
    let after = members(field.free(&THREE)).map(|square| field.with(turn, square));
    let value = after.map(|field| -minimax(field, turn.other(), known)).max().unwrap_or(0);
    known.insert(key, value);
    value
}

#[test]
fn the_careful_computer_is_never_worse_off_than_a_tie() {
    for first in ["visitor", "computer"] {
        let mut known = BTreeMap::new();
        every_game(&choices("careful", first), &mut |_, step| {
            let value = minimax(field(step), Mark::Cross, &mut known);
            assert!(value <= 0, "{:?}", step.page.status);
        });
    }
}

#[test]
fn every_reply_is_explained_and_five_patterns_never_come_up() {
    let mut used = BTreeMap::new();
    let careful = choices("careful", "visitor");
    every_game(&careful, &mut |packed, step| {
        let offered = step.page.offers.iter().any(|offer| offer.label == "Why this move?");
        let replied = step.page.parts[0].cells().iter().any(|cell| cell.text == "O");
        assert_eq!(offered, replied);
        if !replied {
            return;
        }
        let passage = explanation(&careful, packed);
        let before = passage.diagrams.last().unwrap();
        let place = before.cells.iter().position(|cell| cell.text == "?").unwrap();
        assert_eq!(step.page.parts[0].cells()[place].text, "O", "the ? is where the O went");
        let name = passage.heading.split([',', ':']).next().unwrap().to_owned();
        *used.entry(name).or_insert(0) += 1;
    });
    let patterns: HashSet<u32> =
        used.keys().filter_map(|name| name.strip_prefix("Pattern ")?.parse().ok()).collect();
    let never: Vec<u32> = (1..=21).filter(|pattern| !patterns.contains(pattern)).collect();
    assert_eq!(never, [6, 7, 13, 14, 19]);
    assert!(used.contains_key("No pattern"));
}

#[test]
fn an_explanation_shows_the_pattern_and_the_board_turned_until_it_fits() {
    let choices = choices("careful", "visitor");
    let (packed, _) = deal(&choices);
    let (packed, _) = play(&choices, &packed, &mark(0));
    assert_eq!(explanation(&choices, &packed).heading, "No pattern: the centre");
    // X in the top and bottom left corners: the O between them is a block, on its side.
    let (packed, step) = play(&choices, &packed, &mark(6));
    assert_eq!(step.page.parts[0].cells()[3].text, "O");
    let passage = explanation(&choices, &packed);
    assert_eq!(passage.heading, "Pattern 11, with the board turned three times: a block");
    let drawn = |at: usize| -> String {
        passage.diagrams[at].cells.iter().map(|cell| cell.text.as_ref()).collect()
    };
    assert_eq!(drawn(0), "X?X******");
    assert_eq!(drawn(1), "X?X O    ");
    assert_eq!(drawn(2), "X  ?O X  ");
}

#[test]
fn a_position_in_which_the_computer_moved_otherwise_does_not_unpack() {
    let choices = choices("careful", "visitor");
    let pack = |squares: &[u64]| {
        let mut packer = Packer::new();
        (0..9).for_each(|at| packer.put_one_of(squares.get(at).copied().unwrap_or(9), 10));
        packer.finish()
    };
    let opens = |squares: &[u64]| {
        let packed = pack(squares);
        (row().play)(&choices, Unpacker::new(&packed), None, &mut Packer::new()).is_ok()
    };
    assert!(opens(&[]) && opens(&[0, 4]) && opens(&[0, 4, 6, 3]));
    assert!(!opens(&[0]), "it would be the computer's turn");
    assert!(!opens(&[0, 8]), "the computer takes the centre");
    assert!(!opens(&[0, 0]) && !opens(&[9, 0]));
}

#[test]
fn the_end_is_told_and_nothing_can_be_marked_after_it() {
    let choices = choices("careful", "visitor");
    every_game(&choices, &mut |packed, step| {
        if step.page.mood == Mood::Open {
            return;
        }
        let fault = play(&choices, packed, &mark(0)).1.fault.unwrap();
        assert_eq!(fault.name, "game_over");
        assert!(step.messages.is_empty() || step.messages.last().unwrap().name == "game_over");
        let settled = step.page.parts[0].cells().iter().filter(|cell| cell.marks.settled).count();
        assert!(if step.page.mood == Mood::Drawn { settled == 0 } else { settled >= 3 });
    });
}
