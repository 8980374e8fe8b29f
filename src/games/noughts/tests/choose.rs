//! The computer's choices against minimax, which looks at everything.

use crate::budget::{Meter, spent};
use crate::game::chance::Chance;
use crate::game::sample;
use crate::games::noughts::choose::*;
use crate::games::noughts::counted::*;
use crate::games::noughts::perfect::*;
use crate::games::noughts::score::*;
use crate::games::noughts::search::*;
use crate::games::noughts::terms::*;
use crate::games::shared::lines::*;
use std::collections::{HashMap, HashSet};

/// The choice of the perfect level, with everything looked at that the limit allows.
pub fn at_length(turn: Turn) -> Choice {
    perfect(turn, classic(turn).unwrap(), true).unwrap()
}

const RULES: [Rule; 2] = [Rule::Normal, Rule::Misere];

/// The result of a position for the mark on turn, 1, 0 or -1, by a full search. It shares nothing
/// with the search but the lines.
struct Minimax {
    grid: &'static Grid,
    rule: Rule,
    known: HashMap<(Field, Mark), i8>,
}

impl Minimax {
    fn new(grid: &'static Grid, rule: Rule) -> Self {
        Minimax { grid, rule, known: HashMap::new() }
    }

    fn value(&mut self, field: Field, turn: Mark) -> i8 {
        if self.grid.has_line(field.of(turn.other())) {
            return if self.rule == Rule::Normal { -1 } else { 1 };
        }
        if let Some(value) = self.known.get(&(field, turn)) {
            return *value;
        }
        let mut best = if field.free(self.grid) == 0 { 0 } else { -1 };
        for square in members(field.free(self.grid)) {
            best = best.max(-self.value(field.with(turn, square), turn.other()));
            if best == 1 {
                break;
            }
        }
        self.known.insert((field, turn), best);
        best
    }
}

fn turn(grid: &'static Grid, rule: Rule, field: Field) -> Turn {
    Turn { grid, rule, field, mark: Mark::Cross }
}

/// Plays one level against every play of O. Returns the number of boards that it met and of games
/// that it lost. A board to which several ways lead is counted once.
fn face_everything(grid: &'static Grid, rule: Rule, first: Mark, level: Level) -> (usize, usize) {
    let mut seen = HashSet::new();
    let mut lost = 0;
    let mut stack = match first {
        Mark::Cross => vec![Field::default()],
        Mark::Nought => after_replies(grid, Field::default()),
    };
    while let Some(field) = stack.pop() {
        if !seen.insert(field) {
            continue;
        }
        let choice = choose(turn(grid, rule, field), level, 0).unwrap();
        let after = field.with(Mark::Cross, choice.square);
        let has_line = grid.has_line(after.crosses);
        let is_threatened = grid.completing(after.noughts, after.free(grid)) != 0;
        match rule {
            Rule::Normal => lost += usize::from(!has_line && is_threatened),
            Rule::Misere => lost += usize::from(has_line),
        }
        if !has_line {
            stack.extend(after_replies(grid, after));
        }
    }
    (seen.len(), lost)
}

/// The boards after every move of O on which the game goes on.
fn after_replies(grid: &'static Grid, field: Field) -> Vec<Field> {
    let replies = members(field.free(grid)).map(|square| field.with(Mark::Nought, square));
    replies.filter(|field| !grid.has_line(field.noughts) && field.free(grid) != 0).collect()
}

/// A board after this number of random marks, X to move, without a line.
fn random_board(grid: &Grid, marks: usize, chance: &mut Chance) -> Field {
    loop {
        let mut squares: Vec<usize> = (0..grid.size()).collect();
        chance.shuffle(&mut squares);
        let field =
            squares.iter().take(marks).enumerate().fold(Field::default(), |field, (at, s)| {
                field.with(
                    if (marks - at).is_multiple_of(2) { Mark::Cross } else { Mark::Nought },
                    *s,
                )
            });
        if !grid.has_line(field.crosses) && !grid.has_line(field.noughts) {
            return field;
        }
    }
}

fn outlook_value(outlook: Outlook) -> Option<i8> {
    match (outlook.holds, outlook.wins) {
        (_, Some(true)) => Some(1),
        (Some(true), Some(false)) => Some(0),
        (Some(false), _) => Some(-1),
        _ => None,
    }
}

/// Holds that a perfect choice keeps what minimax says can be had, and that everything it says of
/// the other squares is true and settled.
fn check_perfect(minimax: &mut Minimax, field: Field) {
    let turn = turn(minimax.grid, minimax.rule, field);
    let value = minimax.value(field, Mark::Cross);
    let quick = choose(turn, Level::Perfect, 0).unwrap();
    let kept = -minimax.value(field.with(Mark::Cross, quick.square), Mark::Nought);
    assert_eq!(kept, value, "{field:?} {quick:?}");
    let long = at_length(turn);
    assert_eq!(long.square, quick.square, "the explanation is of the same move");
    if long.reason == Reason::Outlook {
        for candidate in &long.considered {
            let after = field.with(Mark::Cross, candidate.square);
            let told = outlook_value(candidate.outlook);
            assert_eq!(told, Some(-minimax.value(after, Mark::Nought)), "{field:?} {candidate:?}");
        }
    }
}

#[test]
fn perfect_is_perfect_on_every_three_by_three() {
    for rule in RULES {
        let mut minimax = Minimax::new(&THREE, rule);
        assert_eq!(minimax.value(Field::default(), Mark::Cross), 0, "both games are draws");
        let mut count = 0;
        for (crosses, noughts) in (0..512u128).flat_map(|x| (0..512u128).map(move |o| (x, o))) {
            let field = Field { crosses, noughts };
            let ahead = noughts.count_ones().wrapping_sub(crosses.count_ones());
            let over = THREE.has_line(crosses) || THREE.has_line(noughts);
            if crosses & noughts == 0 && ahead <= 1 && !over && field.free(&THREE) != 0 {
                check_perfect(&mut minimax, field);
                count += 1;
            }
        }
        assert_eq!(count, 4_520, "all boards on which X may be to move");
    }
}

#[test]
fn perfect_is_perfect_on_random_four_by_four() {
    let mut chance = Chance::from_seed([4; 32]);
    for rule in RULES {
        let mut minimax = Minimax::new(&FOUR, rule);
        for marks in sample::one_in(5, (5..16).flat_map(|marks| [marks; 20])) {
            check_perfect(&mut minimax, random_board(&FOUR, marks, &mut chance));
        }
    }
}

#[test]
fn classic_and_perfect_lose_no_small_normal_game() {
    let all = [
        (&THREE, Level::Classic, Mark::Cross, 95),
        (&THREE, Level::Classic, Mark::Nought, 290),
        (&THREE, Level::Perfect, Mark::Cross, 95),
        (&THREE, Level::Perfect, Mark::Nought, 294),
        (&FOUR, Level::Classic, Mark::Cross, 67_241),
        (&FOUR, Level::Classic, Mark::Nought, 187_419),
        (&FOUR, Level::Perfect, Mark::Cross, 67_394),
        (&FOUR, Level::Perfect, Mark::Nought, 188_147),
    ];
    for (grid, level, first, met) in sample::one_in(4, all) {
        let faced = face_everything(grid, Rule::Normal, first, level);
        assert_eq!(faced, (met, 0), "{} {level:?} {first:?}", grid.side);
    }
}

#[test]
fn perfect_loses_no_misere_game_on_small_boards() {
    let all = [
        (&THREE, Mark::Cross, 177),
        (&FOUR, Mark::Cross, 88_136),
        (&THREE, Mark::Nought, 309),
        (&FOUR, Mark::Nought, 210_928),
    ];
    for (grid, first, met) in sample::one_in(2, all) {
        let faced = face_everything(grid, Rule::Misere, first, Level::Perfect);
        assert_eq!(faced, (met, 0), "{} {first:?}", grid.side);
    }
}

/// The boards have enough marks for minimax to look at everything.
#[test]
fn perfect_is_perfect_late_on_larger_boards() {
    let mut chance = Chance::from_seed([5; 32]);
    let rules = [(&FIVE, Rule::Normal), (&FIVE, Rule::Misere), (&NINE, Rule::Misere)];
    for ((grid, rule), first) in rules.into_iter().zip([14, 14, 73]) {
        let mut minimax = Minimax::new(grid, rule);
        for marks in (first..grid.size()).flat_map(|marks| [marks; 20]) {
            check_perfect(&mut minimax, random_board(grid, marks, &mut chance));
        }
    }
}

fn proved(grid: &'static Grid, rule: Rule, field: Field, attacker: Mark, mover: Mark) -> bool {
    let question = Question { attacker, quiet: 0 };
    let mut search = Search::new(grid, rule, Meter::endless());
    let answer = search.wins(&Counted::new(grid, field), mover, question);
    answer.expect("the meter never runs out")
}

#[test]
fn normal_play_on_five_by_five_is_drawn() {
    for attacker in [Mark::Cross, Mark::Nought] {
        let wins = proved(&FIVE, Rule::Normal, Field::default(), attacker, Mark::Cross);
        assert!(!wins, "{attacker:?}");
    }
}

/// A worse order of moves, or a strategy that is no longer seen, makes a proof longer.
#[test]
fn proofs_stay_short() {
    for (attacker, most) in [(Mark::Cross, 3_600_000), (Mark::Nought, 112_000)] {
        let proof = || proved(&FIVE, Rule::Normal, Field::default(), attacker, Mark::Cross);
        let (_, units) = spent::on(proof);
        println!("{units} units");
        assert!(units <= most, "{attacker:?}: {units}");
    }
}

/// Longer searches prove all that the computer tells of the opening.
#[test]
fn searches_prove_the_opening_of_five_by_five() {
    for rule in RULES {
        let choice = at_length(turn(&FIVE, rule, Field::default()));
        assert_eq!(choice.considered.len(), 25);
        for Candidate { square, outlook, .. } in choice.considered {
            let field = Field::default().with(Mark::Cross, square);
            let wins = |attacker| proved(&FIVE, rule, field, attacker, Mark::Nought);
            if outlook.holds.is_some() {
                assert_eq!(outlook.holds, Some(!wins(Mark::Nought)), "{rule:?} {square}");
            }
            if outlook.wins.is_some() {
                assert_eq!(outlook.wins, Some(wins(Mark::Cross)), "{rule:?} {square}");
            }
        }
        assert_eq!(choice.square, 12, "{rule:?}");
    }
}

/// The limit is enough to prove of every early reply that it holds, and that no win was missed.
#[test]
fn perfect_secures_early_draws_on_five_by_five() {
    let is_won = |field: Field| proved(&FIVE, Rule::Normal, field, Mark::Cross, Mark::Cross);
    for first in [Mark::Cross, Mark::Nought] {
        let mut boards = match first {
            Mark::Cross => vec![Field::default()],
            Mark::Nought => after_replies(&FIVE, Field::default()),
        };
        for _ in 0..2 {
            let mut next = HashSet::new();
            for field in boards {
                let choice = choose(turn(&FIVE, Rule::Normal, field), Level::Perfect, 0).unwrap();
                let chosen = choice.taken().unwrap();
                assert_eq!(chosen.outlook.holds, Some(true), "{field:?}");
                assert!(chosen.outlook.wins == Some(true) || !is_won(field), "{field:?}");
                next.extend(after_replies(&FIVE, field.with(Mark::Cross, choice.square)));
            }
            boards = next.into_iter().collect();
        }
    }
}

/// The computer takes the centre and can then answer across it to the end.
#[test]
fn perfect_begins_and_holds_misere_five_by_five() {
    let mut chance = Chance::from_seed([6; 32]);
    for _ in 0..60 {
        let mut field = Field::default();
        loop {
            let turn = turn(&FIVE, Rule::Misere, field);
            let choice = choose(turn, Level::Perfect, 0).unwrap();
            let chosen = choice.taken().unwrap();
            assert_ne!(chosen.worth, Worth::Loses);
            assert_eq!(chosen.outlook.holds, Some(true), "{field:?}");
            field = field.with(Mark::Cross, choice.square);
            let free: Vec<usize> = members(field.free(&FIVE)).collect();
            let Some(square) = chance.pick(&free) else { break };
            field = field.with(Mark::Nought, *square);
            if FIVE.has_line(field.noughts) {
                break;
            }
        }
    }
}

#[test]
fn classic_wins_at_once_or_blocks_the_threat() {
    let mut chance = Chance::from_seed([7; 32]);
    for grid in [&THREE, &FOUR, &FIVE] {
        for marks in (3..grid.size()).flat_map(|marks| [marks; 100]) {
            let field = random_board(grid, marks.min(grid.size() - 1), &mut chance);
            let free = field.free(grid);
            let choice = choose(turn(grid, Rule::Normal, field), Level::Classic, 0).unwrap();
            let wins = grid.completing(field.crosses, free);
            let threats = grid.completing(field.noughts, free);
            if wins != 0 {
                assert_eq!(choice.square, wins.trailing_zeros() as usize, "{field:?}");
            } else if threats.is_power_of_two() {
                assert_eq!(1 << choice.square, threats, "{field:?} {choice:?}");
            }
            let forced = choose(turn(grid, Rule::Misere, field), Level::Classic, 0).unwrap();
            let loses = wins >> forced.square & 1 == 1;
            assert!(!loses || wins == free, "in misère it makes no line that it need not make");
        }
    }
}

#[test]
fn easy_wins_when_possible_and_sometimes_looks_away() {
    let field = [(Mark::Nought, 0), (Mark::Cross, 8), (Mark::Nought, 1)]
        .iter()
        .fold(Field::default(), |field, (mark, square)| field.with(*mark, *square));
    for level in [Level::Easy, Level::Casual, Level::Medium] {
        let choices = (0..LOTS).map(|lot| choose(turn(&THREE, Rule::Normal, field), level, lot));
        let (stops, lots): (Vec<Choice>, Vec<Choice>) =
            choices.flatten().partition(|choice| choice.reason == Reason::Score);
        assert!(stops.iter().all(|choice| choice.square == 2) && !stops.is_empty());
        assert!(lots.iter().all(|choice| choice.reason == Reason::Lot(3)) && !lots.is_empty());
    }
    let winning = field.with(Mark::Cross, 7).with(Mark::Nought, 3);
    for lot in 0..LOTS {
        let choice = choose(turn(&THREE, Rule::Normal, winning), Level::Easy, lot).unwrap();
        assert_eq!((choice.square, choice.reason), (6, Reason::Line));
        let other = choose(turn(&THREE, Rule::Misere, winning), Level::Easy, lot).unwrap();
        assert_ne!(other.square, 6);
    }
}
