use super::discs::{Squares, bit};
use super::reasons::{Reason, reasons};
use super::search::{WINS, search};
use super::*;
use crate::game::contract::Game as _;
use crate::game::duel::Act;
use crate::game::sample;
use crate::games::shared::ladder::{Player, at_level, opening, share};
use std::collections::{BTreeSet, HashMap};

/// The discs of a text of columns from 1 to 7, as solvers write them.
fn discs(columns: &str) -> Discs {
    let columns = columns.bytes().map(|digit| usize::from(digit - b'1'));
    columns.enumerate().fold(Discs::default(), |discs, (at, column)| discs.after(at % 2, column))
}

fn squares() -> impl Iterator<Item = (usize, usize)> {
    (0..COLUMNS).flat_map(|column| (0..ROWS).map(move |row| (column, row)))
}

/// Every four of the board, from a walk in each direction: without bits across columns.
fn all_fours() -> Vec<Squares> {
    let walk = |(column, row): (usize, usize), (right, up): (i32, i32)| {
        let at = |step: i32| (column as i32 + right * step, row as i32 + up * step);
        let all: Vec<(i32, i32)> = (0..4).map(at).collect();
        let is_inside = |(column, row): &(i32, i32)| {
            (0..COLUMNS as i32).contains(column) && (0..ROWS as i32).contains(row)
        };
        let square = |(column, row): &(i32, i32)| bit(*column as usize, *row as usize);
        all.iter().all(is_inside).then(|| all.iter().map(square).sum())
    };
    let steps = [(1, 0), (0, 1), (1, 1), (1, -1)];
    squares().flat_map(|from| steps.into_iter().filter_map(move |step| walk(from, step))).collect()
}

#[test]
fn fours_are_found_as_by_a_walk() {
    let all = all_fours();
    assert_eq!(all.len(), 69);
    for game in (0..200).map(|number| opening::<Four>(number as usize % 30, number)) {
        for seat in [PERSON, COMPUTER] {
            let (own, free) = (game.position.0[seat], game.position.free());
            let threats = squares().map(|(column, row)| bit(column, row)).filter(|square| {
                let makes = |four: &&Squares| **four & square != 0 && **four & !(own | square) == 0;
                free & square != 0 && all.iter().any(|four| makes(&four))
            });
            assert_eq!(game.position.threats(seat), threats.sum::<Squares>(), "{game:?}");
        }
    }
    for four in all {
        assert_eq!(fours(four).collect::<Vec<_>>(), [four]);
        assert!(each(four).all(|square| !discs::has_four(four & !square)));
    }
}

/// A plain solver: the result for the seat to move, 1 for a win.
fn solve(discs: Discs, seat: Seat, all: &[Squares], known: &mut HashMap<[Squares; 2], i32>) -> i32 {
    if let Some(result) = known.get(&discs.0) {
        return *result;
    }
    let is_four = |set: Squares| all.iter().any(|four| four & !set == 0);
    let mut best = if is_four(discs.0[1 - seat]) { Some(-1) } else { None };
    for column in (0..COLUMNS).filter(|_| best != Some(-1)).collect::<Vec<_>>() {
        if best == Some(1) {
            break;
        }
        if let Some(square) = discs.landing(column) {
            let result = -solve(discs.with(seat, square), 1 - seat, all, known);
            best = Some(best.map_or(result, |best| best.max(result)));
        }
    }
    known.insert(discs.0, best.unwrap_or(0));
    best.unwrap_or(0)
}

/// Games that go on, with at most so many empty squares.
fn late(empty: usize, count: u64) -> impl Iterator<Item = Game> {
    let moves = COLUMNS * ROWS - empty;
    (0..count).map(move |number| opening::<Four>(moves + number as usize % 3, number))
}

#[test]
fn the_expert_gives_no_late_result_away() {
    let (all, mut known) = (all_fours(), HashMap::new());
    let games = if sample::is_full() { 400 } else { 12 };
    let mut results = BTreeSet::new();
    for game in late(14, games) {
        let seat = game.next_seat();
        let seen = search(game.position, seat, game.position.landings(), 42, 0, Meter::of_search());
        let result = solve(game.position, seat, &all, &mut known);
        let best = &seen.lines[0];
        let after = game.position.with(seat, best.squares[0]);
        assert_eq!(-solve(after, 1 - seat, &all, &mut known), result, "{game:?} {seen:?}");
        assert_eq!(best.score > WINS, result > 0, "{game:?} {seen:?}");
        assert_eq!(best.score < -WINS, result < 0, "{game:?} {seen:?}");
        results.insert(result);
    }
    assert!(!sample::is_full() || results.len() == 3, "wins, draws and losses: {results:?}");
}

#[test]
fn the_expert_nearly_always_looks_nine_moves_ahead() {
    let (mut shallow, mut seen_count) = (0, 0);
    let games = if sample::is_full() { 300 } else { 8 };
    let mut expert = at_level::<Four>("expert");
    for number in 0..games {
        let mut game = opening::<Four>(number as usize % 6, number);
        while Four::turn(&game).is_some() {
            let seen = search(
                game.position,
                game.next_seat(),
                game.position.landings(),
                42,
                2,
                Meter::of_search(),
            );
            let is_decided = seen.lines[0].score.abs() > WINS;
            let left = game.position.free().count_ones() as usize;
            shallow += usize::from(!is_decided && seen.depth < left.min(9));
            seen_count += 1;
            let next = Player::<Four>::play(&mut expert, &game);
            game = game.with::<Four>(Act::Move(next));
            if !sample::is_full() && game.position.count() > 6 {
                break;
            }
        }
    }
    println!("{shallow} of {seen_count} searches looked fewer than nine moves ahead");
    assert!(200 * shallow <= seen_count, "{shallow} of {seen_count}");
}

/// A child takes a four and stops one, and else drops a disc anywhere.
fn child(game: &Game) -> usize {
    let (own, discs) = (game.next_seat(), game.position);
    let at_once = |seat: Seat| each(discs.threats(seat) & discs.landings()).next().map(column_of);
    let any = || game.lot().pick(&discs.moves(&game.choices)).copied().expect("a move");
    at_once(own).or_else(|| at_once(1 - own)).unwrap_or_else(any)
}

#[test]
fn each_level_beats_the_one_below() {
    let games = if sample::is_full() { 250 } else { 1 };
    let openings = || (0..games).map(|number| opening::<Four>(2, number));
    let mut levels = Level::ALL.map(|level| {
        at_level::<Four>(LEVEL.value_meaning(&level).expect("a value of the option").value)
    });
    let beaten = share::<Four>(&mut child, &mut levels[0], openings());
    println!("a child against easy: {beaten:.0} %");
    assert!(games == 1 || beaten >= 60.0);
    for at in 1..levels.len() {
        let (below, above) = levels.split_at_mut(at);
        let won = share::<Four>(&mut above[0], &mut below[at - 1], openings());
        println!("{:?} against {:?}: {won:.0} %", Level::ALL[at], Level::ALL[at - 1]);
        assert!(games == 1 || (65.0..=85.0).contains(&won));
    }
}

/// Returns true if the seat to move has a win with at most so many discs of its own.
fn can_win(discs: Discs, seat: Seat, own: usize, all: &[Squares]) -> bool {
    let makes = |set: Squares, square: Squares| {
        all.iter().any(|four| four & square != 0 && four & !(set | square) == 0)
    };
    let landings: Vec<Squares> = (0..COLUMNS).filter_map(|column| discs.landing(column)).collect();
    landings.iter().any(|square| makes(discs.0[seat], *square))
        || own > 1
            && landings.iter().any(|square| {
                let after = discs.with(seat, *square);
                let mut answers =
                    (0..COLUMNS).filter_map(|column| after.landing(column)).peekable();
                answers.peek().is_some()
                    && answers.all(|answer| {
                        let is_lost = makes(after.0[1 - seat], answer);
                        !is_lost && can_win(after.with(1 - seat, answer), seat, own - 1, all)
                    })
            })
}

/// The most discs of a win that the judge of reasons proves.
const PROVED_MAX: usize = 3;

/// Judges a reason by the list of all fours alone.
fn is_true(reason: &Reason, discs: &Discs, seat: Seat, square: Squares, all: &[Squares]) -> bool {
    let after = discs.with(seat, square);
    let other = 1 - seat;
    let makes = |set: Squares, square: Squares| {
        all.iter().any(|four| four & square != 0 && four & !(set | square) == 0)
    };
    let falls = |discs: &Discs, square: Squares| {
        (0..COLUMNS).any(|column| discs.landing(column) == Some(square))
    };
    match *reason {
        Reason::Makes(four) => {
            all.contains(&four) && four & !after.0[seat] == 0 && four & square != 0
        }
        Reason::Blocks(four) => {
            all.contains(&four) && four & square != 0 && four & !(discs.0[other] | square) == 0
        }
        Reason::Only => (0..COLUMNS).filter(|column| discs.landing(*column).is_some()).count() == 1,
        Reason::Fork(squares) => {
            squares.count_ones() > 1
                && each(squares).all(|square| makes(after.0[seat], square) && falls(&after, square))
                && !can_win(after, other, 1, all)
        }
        Reason::Threatens(square) => makes(after.0[seat], square) && falls(&after, square),
        Reason::Waits(square) => {
            makes(after.0[seat], square) && !makes(discs.0[seat], square) && !falls(&after, square)
        }
        Reason::Shuns(column) => {
            let below = discs.landing(column).expect("a free column");
            let above = discs.with(seat, below).landing(column).expect("a square above");
            below != square && makes(discs.0[other], above)
        }
        Reason::WinsWithin(own) => {
            let answers = (0..COLUMNS).filter_map(|column| after.landing(column));
            let goes_on = |answer: Squares| {
                !makes(after.0[other], answer)
                    && can_win(after.with(other, answer), seat, own - 1, all)
            };
            own > PROVED_MAX || { answers }.all(goes_on)
        }
        Reason::LosesWithin(discs) => discs > PROVED_MAX || can_win(after, other, discs, all),
        Reason::Counts(own, closed) => {
            let through = |without: Squares| {
                all.iter().filter(|four| *four & square != 0 && *four & without == 0).count()
            };
            own == through(discs.0[other]) && closed == through(discs.0[seat])
        }
    }
}

#[test]
fn every_reason_is_true_on_the_board() {
    let all = all_fours();
    let mut told = BTreeSet::new();
    for number in 0..if sample::is_full() { 2_000 } else { 60 } {
        let game = opening::<Four>(number as usize * 7 % 39, number);
        let (discs, seat) = (game.position, game.next_seat());
        for line in
            search(discs, seat, discs.landings(), 6, 2, Meter::holding(75_000)).lines.iter().take(3)
        {
            for reason in reasons(&discs, seat, line) {
                let is_true = is_true(&reason, &discs, seat, line.squares[0], &all);
                assert!(is_true, "{reason:?} of {line:?}: {game:?}");
                let name = format!("{reason:?}");
                told.insert(name.split('(').next().unwrap_or_default().to_owned());
            }
        }
    }
    assert!(told.len() >= if sample::is_full() { 9 } else { 6 }, "{told:?}");
}

#[test]
fn a_column_is_chosen_by_letter_number_or_square() {
    let empty = Discs::default();
    for text in
        ["d", "D", "4", "column 4", "d1", "D1", "drop 4", "Drop a disc at d1", "in the column d"]
    {
        assert_eq!(page::read(&empty, text), Named::OneOf(vec![Four::request(3)]), "{text}");
    }
    for text in ["h", "8", "0", "-1", "d7", "d0", "x"] {
        assert!(matches!(page::read(&empty, text), Named::Refused(_)), "{text}");
    }
    for text in ["", "a b", "4 5", "4,1", "r3c1"] {
        assert_eq!(page::read(&empty, text), Named::Nothing, "{text}");
    }
}

#[test]
fn a_square_names_the_disc_that_falls_to_it() {
    for number in 0..30 {
        let discs = opening::<Four>(number, number as u64).position;
        for square in each(discs.free()) {
            let read = page::read(&discs, &name(square));
            let lands = square & discs.landings() != 0;
            assert_eq!(read == Named::OneOf(vec![Four::request(column_of(square))]), lands);
            assert_eq!(matches!(read, Named::Refused(_)), !lands);
        }
    }
}

#[test]
fn the_computer_varies_its_first_moves() {
    for level in Level::ALL {
        let level = LEVEL.value_meaning(&level).expect("a value of the option").value;
        let mut computer = at_level::<Four>(level);
        let replies: BTreeSet<usize> = (0..20)
            .map(|number| opening::<Four>(1, number))
            .map(|game| Player::<Four>::play(&mut computer, &game))
            .collect();
        assert!(replies.len() > 1, "{level}: {replies:?}");
    }
}

/// Positions of Pascal Pons's "Solving Connect 4", with the results of his solver.
#[test]
fn known_positions_have_their_known_results() {
    for (columns, result) in [
        ("2252576253462244111563365343671351441", -1),
        ("7422341735647741166133573473242566", 1),
        ("23163416124767223154467471272416755633", 0),
    ] {
        let discs = discs(columns);
        let seen = search(discs, discs.count() % 2, discs.landings(), 42, 0, Meter::of_search());
        let best = seen.lines[0].score;
        assert_eq!(i32::from(best > WINS) - i32::from(best < -WINS), result, "{columns}: {seen:?}");
    }
}
