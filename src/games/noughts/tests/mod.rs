//! Noughts and crosses, played through the referee.

mod choose;
mod nine;

use super::*;
use crate::budget::{SEARCH, spent};
use crate::game::chance::Chance;
use crate::game::duel::Act;
use crate::game::outcome::Mood;
use crate::game::page::{Board, Cell, Page, Part};
use crate::games::played::Played;
use crate::games::shared::lines::{FIVE, FOUR, Field, Grid, Mark, THREE, members};
use crate::games::tests::turned;
use crate::games::tictactoe::TicTacToe;
use std::collections::HashMap;

fn deal(level: &str, board: &str, first: &str, rule: &str) -> Played {
    deal_with(1, level, board, first, rule)
}

/// A deal in which the computer draws its lots from a seed.
fn deal_with(seed: u64, level: &str, board: &str, first: &str, rule: &str) -> Played {
    let options = [("level", level), ("size", board), ("first", first), ("rule", rule)];
    Played::deal("noughts", &options, seed)
}

/// Wins of the computer, draws and wins of the visitor over all of the visitor's play.
#[test]
fn results_over_all_play_on_three_by_three() {
    let results = |level, rule, first| deal(level, "3x3", first, rule).results();
    assert_eq!(results("classic", "normal", "visitor"), (334, 123, 0));
    assert_eq!(results("classic", "normal", "computer"), (71, 5, 0));
    assert_eq!(results("classic", "misere", "visitor"), (855, 0, 2));
    assert_eq!(results("classic", "misere", "computer"), (288, 12, 52));
    assert_eq!(results("perfect", "normal", "visitor"), (338, 119, 0));
    assert_eq!(results("perfect", "normal", "computer"), (71, 5, 0));
    assert_eq!(results("perfect", "misere", "visitor"), (852, 1, 0));
    assert_eq!(results("perfect", "misere", "computer"), (208, 152, 0));
}

/// The result of perfect play for the mark on turn: 1 a win, 0 a draw, -1 a loss.
fn minimax(field: Field, turn: Mark, misere: bool, known: &mut HashMap<Field, i32>) -> i32 {
    if THREE.has_line(field.of(turn.other())) {
        return if misere { 1 } else { -1 };
    }
    if let Some(value) = known.get(&field) {
        return *value;
    }
    let after = members(field.free(&THREE)).map(|square| field.with(turn, square));
    let values = after.map(|field| -minimax(field, turn.other(), misere, known));
    let value = values.max().unwrap_or(0);
    known.insert(field, value);
    value
}

/// The result of perfect play on three by three.
fn solved(
    position: &Position,
    next: Seat,
    misere: bool,
    known: &mut HashMap<Field, i32>,
) -> Proved {
    match minimax(position.field, position.mark_of(next), misere, known) {
        0 => None,
        1 => Some(next),
        _ => Some(1 - next),
    }
}

#[test]
fn a_walk_tells_each_move_that_gave_something_away() {
    let known = &mut HashMap::new();
    let turned = turned::compare::<TicTacToe>(
        &Choices::defaults(TicTacToe::FACE.options).with_people(2),
        60,
        |position, next| Some(solved(position, next, false, known)),
    );
    assert!(turned > 60, "{turned}");
    for rule in ["normal", "misere"] {
        let mut choices = Choices::defaults(RULESET.options).with_people(2);
        assert!(choices.choose("rule", rule) && choices.choose("size", "3x3"));
        let known = &mut HashMap::new();
        let turned = turned::compare::<Noughts>(&choices, 60, |position, next| {
            Some(solved(position, next, rule == "misere", known))
        });
        assert!(turned > 60, "{rule}: {turned}");
    }
}

/// All moves are tried, without the search. `None` if too many squares are free for that.
fn tried(position: &Position, next: Seat, misere: bool) -> Option<Proved> {
    let free: Vec<usize> = members(position.free()).collect();
    if let Some(mark) = position.in_line() {
        let owner = if mark == position.mark_of(next) { next } else { 1 - next };
        return Some(Some(if misere { 1 - owner } else { owner }));
    }
    let mut best = if free.is_empty() { None } else { Some(1 - next) };
    for square in free.iter().filter(|_| free.len() <= 7) {
        match tried(&position.after(next, *square), 1 - next, misere)? {
            Some(winner) if winner == next => return Some(Some(next)),
            None => best = None,
            Some(_) => {}
        }
    }
    (free.len() <= 7).then_some(best)
}

#[test]
fn a_walk_tells_so_on_larger_boards_too() {
    for (size, rule) in
        ["4x4", "5x5", "9x9"].iter().flat_map(|size| [(size, "normal"), (size, "misere")])
    {
        let mut choices = Choices::defaults(RULESET.options).with_people(2);
        assert!(choices.choose("rule", rule) && choices.choose("size", size));
        // On nine by nine the search does not try every move, unless a line loses.
        if *size == "9x9" {
            let game = GridGame::start::<Noughts>(&choices);
            assert_eq!(Noughts::judge(&choices, Meter::of_search()).is_some(), rule == "misere");
            assert!(Noughts::remarks(&game, 0).notes.is_empty());
            continue;
        }
        turned::compare::<Noughts>(&choices, 1, |position, next| {
            tried(position, next, rule == "misere")
        });
    }
}

/// The share of the list and that of the moment on view are together that of one search.
#[test]
fn a_walk_takes_one_search_at_most() {
    for (size, rule) in ["5x5", "9x9"].iter().flat_map(|size| [(size, "normal"), (size, "misere")])
    {
        let mut choices = Choices::defaults(RULESET.options).with_people(2);
        assert!(choices.choose("rule", rule) && choices.choose("size", size));
        let mut game = GridGame::start::<Noughts>(&choices);
        for square in [0, 6, 2, 8, 9, 1] {
            game = game.with::<Noughts>(Act::Move(square));
        }
        let (_, units) = spent::on(|| Noughts::remarks(&game, 6));
        // A step that finds the meter empty is counted, and not made.
        assert!(units < SEARCH + 10_000, "{size}, {rule}: {units}");
    }
}

#[test]
fn perfect_replies_never_give_a_result_away() {
    for (rule, first) in
        ["normal", "misere"].iter().flat_map(|rule| [(rule, "visitor"), (rule, "computer")])
    {
        let mut known = HashMap::new();
        deal("perfect", "3x3", first, rule).every_game(&mut |played| {
            for square in played.squares() {
                let marked = played.field().with(Mark::Nought, square);
                let after = played.mark(square);
                if after.field() == marked {
                    continue; // The game ended with it.
                }
                let had = minimax(marked, Mark::Cross, *rule == "misere", &mut known);
                let kept = -minimax(after.field(), Mark::Nought, *rule == "misere", &mut known);
                assert_eq!(kept, had, "{marked:?}");
            }
        });
    }
}

/// The hints of both games on three by three keep the result and name it.
#[test]
fn hints_keep_the_result_and_claim_the_truth() {
    for (key, option, mark) in [
        ("noughts", ("rule", "normal"), Mark::Nought),
        ("noughts", ("rule", "misere"), Mark::Nought),
        ("tictactoe", ("play", "easy"), Mark::Cross),
    ] {
        let mut known = HashMap::new();
        let mut value = |field, turn| minimax(field, turn, option.1 == "misere", &mut known);
        let size = ("size", "3x3");
        let options = if key == "noughts" { vec![option, size] } else { vec![option] };
        Played::deal(key, &options, 1).every_game(&mut |played| {
            if played.squares().is_empty() {
                return;
            }
            let answer = played.ask("hint").step.answer.expect("a hint");
            let square = answer.offers[0].request.number(0);
            let best = value(played.field(), mark);
            let kept = -value(played.field().with(mark, square), mark.other());
            assert_eq!(kept, best, "{key}: {square} on {:?}", played.field());
            let Some(Part::Passage(passage)) = answer.parts.last() else { panic!("no reason") };
            let said = format!("{:?}", passage.blocks);
            let claims = [
                ("Every square loses", -1),
                ("Every square makes", -1),
                ("keeps the draw", 0),
                ("you can win", 1),
                ("that wins", 1),
            ];
            let claim = claims.into_iter().find(|(words, _)| said.contains(words));
            assert_eq!(claim.map(|(_, value)| value), Some(best), "{said}");
        });
    }
}

/// A child wins when it sees a win, blocks when it sees a threat, and otherwise marks anything.
fn childs_play(grid: &Grid, played: &Played, chance: &mut Chance) -> usize {
    let field = played.field();
    let free = field.free(grid);
    let wins = grid.completing(field.of(Mark::Nought), free);
    let threats = grid.completing(field.of(Mark::Cross), free);
    let seen = members(wins).chain(members(threats)).next();
    seen.unwrap_or_else(|| *chance.pick(&played.squares()).unwrap())
}

#[test]
fn a_child_can_beat_only_the_easy_level() {
    let mut chance = Chance::from_seed([3; 32]);
    let boards = [(&THREE, "3x3", 80), (&FOUR, "4x4", 8), (&FIVE, "5x5", 20)];
    for (grid, board, wins_at_least) in boards {
        let mut wins = |level: &str, games: u64| {
            let mut wins = 0;
            for code in 0..games {
                let mut played =
                    Played::deal("noughts", &[("level", level), ("size", board)], code);
                while played.step.ranking.is_none() {
                    played = played.mark(childs_play(grid, &played, &mut chance));
                }
                wins += u32::from(played.step.mood == Mood::Won);
            }
            wins
        };
        let won = wins("easy", 200);
        assert!(won >= wins_at_least && won < 120, "{board}: {won}");
        assert_eq!(wins("perfect", 10), 0);
    }
}

#[test]
fn lots_are_drawn_only_at_the_deal() {
    let play = |code| {
        let played = Played::deal("noughts", &[("level", "easy"), ("size", "4x4")], code);
        [5, 6, 9].iter().fold(played, |played, square| {
            let open = played.squares();
            played.mark(if open.contains(square) { *square } else { open[0] })
        })
    };
    assert_eq!(play(1).packed, play(1).packed);
    let fields: std::collections::HashSet<Field> = (0..20).map(|code| play(code).field()).collect();
    assert!(fields.len() > 5, "the lots matter");
    let classic = |code| {
        let played = Played::deal("noughts", &[("level", "classic"), ("size", "4x4")], code);
        played.mark(5).field()
    };
    assert_eq!(classic(1), classic(2), "on other levels there are none");
}

#[test]
fn the_end_and_the_next_move_are_told() {
    let start = deal("easy", "3x3", "visitor", "normal");
    let first = start.step.page.parts[0].spots().next().unwrap();
    let label = first.offer_label(&first.cell.offers[0]).to_string();
    assert_eq!(label, "Choose row 1, column 1");
    let mut seen = [false; 3];
    start.every_game(&mut |played| {
        let page = &played.step.page;
        let headline = page.end.as_ref().map_or("", |end| &*end.headline);
        match played.step.mood {
            Mood::Won => seen[0] |= headline == "You win",
            Mood::Lost => seen[1] |= headline == "The computer wins",
            Mood::Drawn => seen[2] |= headline == "A draw",
            Mood::Open => assert!(page.status.to_lowercase().ends_with("choose a square.")),
        }
    });
    assert_eq!(seen, [true; 3]);
}

#[test]
fn in_misere_whoever_makes_a_line_loses() {
    deal("easy", "3x3", "visitor", "misere").every_game(&mut |played| {
        let field = played.field();
        let mood = match (THREE.has_line(field.noughts), THREE.has_line(field.crosses)) {
            (true, _) => Mood::Lost,
            (_, true) => Mood::Won,
            _ if field.free(&THREE) == 0 => Mood::Drawn,
            _ => Mood::Open,
        };
        assert_eq!(played.step.mood, mood);
        assert_eq!(played.step.ranking.is_some(), mood != Mood::Open);
    });
}

/// The board before the computer's mark in this square.
fn without(field: &Field, square: usize) -> Field {
    Field { crosses: field.crosses & !(1 << square), ..*field }
}

fn explanation(played: &Played) -> Page {
    *played.ask("why").step.answer.expect("an explanation")
}

/// The board of an explanation, and those in its words.
fn boards(page: &Page) -> Vec<&Board> {
    let in_parts = page.parts.iter().flat_map(|part| match part {
        Part::Board(board) => vec![board],
        Part::Passage(passage) => passage.boards().collect(),
        _ => Vec::new(),
    });
    in_parts.collect()
}

/// Every explanation is of the move that was made, and one of its boards says something of every free
/// square.
#[test]
fn every_reply_is_explained() {
    // From one seed the easy level sees every line of yours, from the other it overlooks some.
    for (seed, level) in [(1, "easy"), (3, "easy"), (1, "classic"), (1, "perfect")] {
        for rule in ["normal", "misere"] {
            deal_with(seed, level, "3x3", "computer", rule).every_game(&mut |played| {
                let page = explanation(played);
                let is_whole = |diagram: &&Board| {
                    let taken = diagram.cells.iter().position(|cell| cell.marks.reached).unwrap();
                    assert_eq!(played.field().mark(taken), Some(Mark::Cross));
                    assert_eq!(page.state, format!("Why {}?", THREE.place(taken)));
                    let is_written =
                        |square: usize| !["X", "O", "."].contains(&&*diagram.cells[square].text);
                    assert!(is_written(taken));
                    played.squares().into_iter().all(is_written)
                };
                assert!(boards(&page).iter().filter(|board| is_whole(board)).count() > 0);
                let taken = boards(&page)[0].cells.iter().position(|cell| cell.marks.reached);
                let taken = taken.expect("the move");
                let before = without(&played.field(), taken);
                let lines = THREE.completing(before.noughts, before.free(&THREE));
                let is_open = lines & !(1 << taken) != 0 || THREE.has_line(before.noughts);
                let is_missed = rule == "normal" && is_open;
                let is_told = page.status.contains("It did not see your line.");
                assert_eq!(
                    is_told,
                    is_missed && page.status.contains("At random"),
                    "{}",
                    page.status
                );
            });
        }
    }
}

/// The numbers of lines in a sentence of an explanation: the computer's lines, and the person's
/// lines that it stops or closes.
fn lines_told(status: &str) -> [usize; 2] {
    let number = |of: &dyn Fn(usize) -> String| (2..=4).find(|n| status.contains(&of(*n)));
    let open = match status {
        status if status.contains("It makes three in a row") => 1,
        status if status.contains("two squares at once") => 2,
        status if status.contains("threatens") || status.contains(" 1 open line") => 1,
        _ => number(&|n| format!(" {n} open lines")).unwrap_or(0),
    };
    let closed = match status {
        status if status.contains("stops your three in a row") => 1,
        status if status.contains("closes 1 line of yours") => 1,
        _ => number(&|n| format!("closes {n} lines")).unwrap_or(0),
    };
    [open, closed]
}

#[test]
fn an_explanation_draws_the_lines_of_its_sentence() {
    let (mut drawn, mut seen) = ([0; 2], [false; 4]);
    let mut check = |played: &Played| {
        if played.field().crosses == 0 {
            return;
        }
        let page = explanation(played);
        let board = boards(&page)[0];
        let lines = [&board.strokes, &board.closed];
        if board.cells.iter().any(|cell| cell.text.ends_with('s')) {
            // Squares with words in them are not struck through.
            assert_eq!(lines.map(Vec::len), [0, 0], "{}", page.status);
            return;
        }
        assert_eq!(lines_told(&page.status), lines.map(Vec::len), "{}", page.status);
        let taken = board.cells.iter().position(|cell| cell.marks.reached).unwrap();
        let through = |[first, last]: &[usize; 2]| {
            let line = THREE.lines().iter().find(|line| *line >> first & *line >> last & 1 == 1);
            *line.filter(|line| *line >> taken & 1 == 1).expect("a line through the square")
        };
        let marks = |text: &str| -> u128 {
            let of = |at: &usize| board.cells[*at].text == text;
            (0..THREE.size()).filter(of).map(|at| 1 << at).sum()
        };
        let [own, closed] = lines.map(|lines| lines.iter().map(through).collect::<Vec<u128>>());
        assert!(own.iter().all(|line| line & marks("O") == 0), "{}", page.status);
        assert!(closed.iter().all(|line| line & marks("X") == 0), "{}", page.status);
        // A stopped line lacked this square alone, and a threatened line lacks the named square.
        if page.status.contains("stops") {
            assert!(closed.iter().all(|line| line & !marks("O") == 1 << taken));
        }
        if let Some((_, place)) = page.status.split_once("threatens ") {
            let left = own.iter().map(|line| line & !marks("X") & !(1 << taken));
            for square in left {
                assert!(square.is_power_of_two(), "{place}");
                let name = THREE.place(square.trailing_zeros() as usize);
                assert!(place.contains(&name) || own.len() > 1, "{place}: {name}");
            }
        }
        drawn = [drawn[0] + own.len(), drawn[1] + closed.len()];
        let kinds = ["open line", "threatens", "stops", "two squares at once"];
        seen = std::array::from_fn(|at| seen[at] || page.status.contains(kinds[at]));
    };
    for level in ["classic", "perfect"] {
        deal(level, "3x3", "visitor", "normal").every_game(&mut check);
    }
    assert!(drawn.iter().all(|count| *count > 0) && seen == [true; 4], "{drawn:?} {seen:?}");
}

#[test]
fn shown_scores_make_squares_equal_or_best() {
    let mut seen = [false; 2];
    for level in ["easy", "classic"] {
        deal(level, "3x3", "visitor", "normal").every_game(&mut |played| {
            if played.field().crosses == 0 {
                return;
            }
            let page = explanation(played);
            let [drawn, scores] = boards(&page)[..] else { panic!("two boards") };
            let score = |at: usize| scores.cells[at].text.parse::<i32>().ok();
            let taken = drawn.cells.iter().position(|cell| cell.marks.reached).unwrap();
            let most = (0..THREE.size()).filter_map(score).max();
            // On a board with lines, rings replace words. A ring means the same score.
            if !drawn.strokes.is_empty() || !drawn.closed.is_empty() {
                let others = drawn.cells.iter().filter(|cell| !cell.marks.reached);
                let is_meant = |cell: &Cell| ["X", "O", ".", "equal"].contains(&&*cell.text);
                assert!(others.into_iter().all(is_meant), "{}", page.status);
            }
            for (at, cell) in drawn.cells.iter().enumerate() {
                match &*cell.text {
                    "equal" => assert!(score(at) == most && score(taken) == most),
                    "best" => assert!(score(at) == most && score(taken) < most),
                    _ => continue,
                }
                // A ring or a word.
                assert!(cell.text == "equal" || drawn.closed.is_empty(), "{}", page.status);
                seen[usize::from(cell.text == "best")] = true;
            }
        });
    }
    assert_eq!(seen, [true; 2]);
}

#[test]
fn an_explanation_compares_the_scores_that_it_shows() {
    let (mut told, mut lets_win) = ([0; 3], 0);
    let mut compare = |played: &Played| {
        if played.field().crosses == 0 {
            return;
        }
        let page = explanation(played);
        let taken = boards(&page)[0].cells.iter().position(|cell| cell.marks.reached).unwrap();
        let boards = boards(&page);
        let scores = boards.last().expect("the scores").cells.iter().enumerate();
        let score = |(at, cell): (usize, &Cell)| Some((at, cell.text.parse::<i32>().ok()?));
        let (own, others): (Vec<_>, Vec<_>) =
            scores.filter_map(score).partition(|(at, _)| *at == taken);
        // A square that wins has no score.
        let Some((_, own)) = own.first() else { return };
        let words = format!("{:?}", page.parts);
        let best = others.iter().map(|(_, score)| *score).max();
        let equals = others.iter().filter(|(_, score)| score == own).count();
        let sentence = match best {
            None => "It is the only free square.".to_owned(),
            Some(best) if best < *own => format!("This one scores {own}, the next best {best};"),
            Some(_) if equals == 1 => {
                format!(" score {own}, the most, so the computer took the first.")
            }
            Some(_) => format!("{} squares score {own}, the most, so", equals + 1),
        };
        told[usize::from(best.is_some()) + usize::from(equals > 0)] += 1;
        assert!(words.contains(&sentence), "{sentence}: {words}");
        // If the sentence says that the person wins elsewhere, they win with the next mark.
        if words.contains("Every other square lets you win at once.") {
            let before = without(&played.field(), taken);
            assert!(others.iter().all(|(at, _)| {
                let after = before.with(Mark::Cross, *at);
                THREE.completing(after.noughts, after.free(&THREE)) != 0
            }));
            lets_win += 1;
        }
    };
    for first in ["visitor", "computer"] {
        deal("classic", "3x3", first, "normal").every_game(&mut compare);
    }
    assert!(lets_win > 0 && told.iter().all(|count| *count > 0), "{told:?} {lets_win}");
}

#[test]
fn an_explanation_tells_what_each_square_leads_to() {
    // O in a corner: only the centre draws.
    let played = deal("perfect", "3x3", "visitor", "normal").mark(0);
    assert_eq!(played.field().mark(4), Some(Mark::Cross));
    let page = explanation(&played);
    let boards = boards(&page);
    let drawn = |at: usize| -> Vec<&str> {
        boards[at].cells.iter().map(|cell| cell.text.as_ref()).collect()
    };
    let leads_to = ["O", "loses", "loses", "loses", "draws", "loses", "loses", "loses", "loses"];
    assert_eq!(drawn(0), leads_to);
    assert_eq!(page.status, "Only this leads to a draw.");
    assert!(drawn(1)[4].parse::<i32>().is_ok(), "{:?}", drawn(1));
}

#[test]
fn links_stay_short() {
    for (board, bytes) in [("3x3", 10), ("4x4", 13), ("5x5", 18), ("9x9", 50)] {
        let packed = deal("easy", board, "visitor", "normal").packed;
        assert!(packed.len() <= bytes, "{board}: {}", packed.len());
    }
}
