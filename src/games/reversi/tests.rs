use super::discs::{CORNERS, size};
use super::reasons::{Reason, reasons};
use super::search::{EXACT, search};
use super::*;
use crate::budget::{SEARCH, spent};
use crate::game::contract::Game as _;
use crate::game::duel::Act;
use crate::game::sample;
use crate::games::shared::ladder::{Player, at_level, opening, share};
use std::collections::{BTreeSet, HashMap};

/// The discs that a disc on a square turns, from a walk in each direction: without bits across the edges.
fn walked(own: Squares, other: Squares, square: Squares) -> Squares {
    let at = place(square) as i32;
    if (own | other) & square != 0 {
        return 0;
    }
    let steps = (-1..=1).flat_map(|right| (-1..=1).map(move |down| (right, down)));
    let row = |(right, down): (i32, i32)| {
        let (mut column, mut row, mut passed) = (at % 8 + right, at / 8 + down, 0);
        while (0..8).contains(&column) && (0..8).contains(&row) {
            let square: Squares = 1 << (row * 8 + column);
            match () {
                () if own & square != 0 => return passed,
                () if other & square != 0 => passed |= square,
                () => return 0,
            }
            (column, row) = (column + right, row + down);
        }
        0
    };
    steps.filter(|step| *step != (0, 0)).map(row).fold(0, |all, row| all | row)
}

/// The squares to which a player can go.
fn legal(own: Squares, other: Squares) -> Vec<Squares> {
    (0..64).map(|at| 1 << at).filter(|square| walked(own, other, *square) != 0).collect()
}

#[test]
fn moves_and_turned_discs_are_those_of_a_walk() {
    for number in 0..if sample::is_full() { 2_000 } else { 60 } {
        let mut game = opening::<Reversi>(number as usize % 50, number);
        for _ in 0..6 {
            let (position, seat) = (game.position, game.next_seat());
            let [own, other] = [position.discs.0[seat], position.discs.0[1 - seat]];
            let moves = legal(own, other);
            assert_eq!(position.moves(&game.choices), moves, "{game:?}");
            let Some(chosen) = game.lot().pick(&moves).copied() else {
                assert!(legal(other, own).is_empty(), "{game:?}");
                break;
            };
            let turned = walked(own, other, chosen);
            game = game.with::<Reversi>(Act::Move(chosen));
            let after = game.position;
            assert_eq!((after.placed, after.turned), (chosen, turned));
            assert_eq!(after.discs.0[seat], own | turned | chosen);
            assert_eq!(after.discs.0[1 - seat], other & !turned);
            let [own, other] = [after.discs.0[seat], after.discs.0[1 - seat]];
            let passes = legal(other, own).is_empty() && !legal(own, other).is_empty();
            assert_eq!(after.passes(), passes.then_some(1 - seat), "{game:?}");
        }
    }
}

/// The number of games of so many moves. A pass counts as a move.
fn games(discs: Discs, seat: Seat, moves: usize) -> usize {
    if moves == 0 {
        return 1;
    }
    let squares = discs.moves(seat);
    match () {
        () if squares != 0 => {
            each(squares).map(|square| games(discs.with(seat, square), 1 - seat, moves - 1)).sum()
        }
        () if discs.moves(1 - seat) != 0 => games(discs, 1 - seat, moves - 1),
        () => 1,
    }
}

/// The numbers are those of Paul Byrne's "Perft for Othello".
#[test]
fn first_moves_are_as_many_as_published() {
    let published = [4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216];
    let moves = if sample::is_full() { 8 } else { 6 };
    for (number, games_of) in published.into_iter().zip(1..=moves) {
        assert_eq!(games(Discs::start(PERSON), PERSON, games_of), number, "{games_of} moves");
    }
}

/// A plain solver: the difference of the discs at the end for the player to move.
fn solve(own: Squares, other: Squares, known: &mut HashMap<[Squares; 2], i32>) -> i32 {
    if let Some(result) = known.get(&[own, other]) {
        return *result;
    }
    let moves = legal(own, other);
    let after = |square: &Squares| {
        let turned = walked(own, other, *square);
        [other & !turned, own | turned | square]
    };
    let result = match () {
        () if !moves.is_empty() => {
            let of = |[own, other]: [Squares; 2]| -solve(own, other, known);
            moves.iter().map(after).map(of).max().expect("a move")
        }
        () if legal(other, own).is_empty() => size(own) as i32 - size(other) as i32,
        () => -solve(other, own, known),
    };
    known.insert([own, other], result);
    result
}

fn result_for(discs: &Discs, seat: Seat, known: &mut HashMap<[Squares; 2], i32>) -> i32 {
    solve(discs.0[seat], discs.0[1 - seat], known)
}

/// Games of two experts that make every fourth move at random, with so many free squares.
fn late(free: usize, count: u64) -> impl Iterator<Item = Game> {
    (0..count).filter_map(move |number| {
        let mut game = opening::<Reversi>(8 + number as usize % 9, number);
        while size(game.position.discs.free()) > free {
            let squares = game.position.squares();
            if squares == 0 {
                return None;
            }
            let any = game.lot().pick(&game.position.moves(&game.choices)).copied();
            let seen =
                search(game.position.discs, game.next_seat(), squares, 3, 0, Meter::of_search());
            let best = seen.lines.first().map(|line| line.square);
            let next = if game.lot().below(4) == 0 { any } else { best };
            game = game.with::<Reversi>(Act::Move(next.expect("a move")));
        }
        Reversi::turn(&game).is_some().then_some(game)
    })
}

#[test]
fn the_expert_gives_no_ending_away() {
    let mut known = HashMap::new();
    let (count, most) = if sample::is_full() { (60, EXACT) } else { (2, 7) };
    let (mut judged, mut stopped, mut results) = (0, 0, BTreeSet::new());
    for free in 1..=most {
        for game in late(free, count) {
            let (discs, seat) = (game.position.discs, game.next_seat());
            let meter = computer::share(&game);
            let seen = search(discs, seat, discs.moves(seat), 60, 0, meter);
            let best = &seen.lines[0];
            let result = result_for(&discs, seat, &mut known);
            if !seen.is_exact {
                // The computer has moved again and again in one request.
                stopped += 1;
                continue;
            }
            assert_eq!(best.score, result * 1_000, "{game:?} {seen:?}");
            let after = discs.with(seat, best.square);
            assert_eq!(-result_for(&after, 1 - seat, &mut known), result, "{game:?} {seen:?}");
            judged += 1;
            results.insert(result.signum());
        }
    }
    println!("{judged} endings, {stopped} too long to see the end");
    assert!(100 * stopped <= judged, "{stopped} of {judged}");
    assert!(!sample::is_full() || results.len() == 3 && judged > 400, "{judged}, {results:?}");
}

#[test]
fn the_expert_nearly_always_looks_five_moves_ahead() {
    let (mut shallow, mut open, mut seen_count) = (0, 0, 0);
    let games = if sample::is_full() { 100 } else { 2 };
    let mut expert = at_level::<Reversi>("expert");
    for number in 0..games {
        let mut game = opening::<Reversi>(number as usize % 8, number);
        while Reversi::turn(&game).is_some() {
            let (discs, seat) = (game.position.discs, game.next_seat());
            let meter = computer::share(&game);
            let seen = search(discs, seat, game.position.squares(), 60, 2, meter);
            let left = size(discs.free());
            shallow += usize::from(seen.depth < left.min(5));
            open += usize::from(left <= EXACT && !seen.is_exact);
            seen_count += 1;
            if !sample::is_full() && left < 52 {
                break;
            }
            let next = Player::<Reversi>::play(&mut expert, &game);
            game = game.with::<Reversi>(Act::Move(next));
        }
    }
    println!(
        "{shallow} of {seen_count} searches looked fewer than five moves ahead; {open} missed an ending"
    );
    assert!(100 * shallow <= seen_count && 200 * open <= seen_count);
}

/// A child takes a corner, or turns as many discs as it can.
fn child(game: &Game) -> Squares {
    let (seat, discs) = (game.next_seat(), game.position.discs);
    let moves = game.position.moves(&game.choices);
    let worth = |square: Squares| match square & CORNERS {
        0 => size(discs.turned(seat, square)),
        _ => SQUARES,
    };
    let most = moves.iter().map(|square| worth(*square)).max();
    let best: Vec<Squares> =
        moves.into_iter().filter(|square| Some(worth(*square)) == most).collect();
    *game.lot().pick(&best).expect("a move")
}

#[test]
fn each_level_beats_the_one_below() {
    let games = if sample::is_full() { 200 } else { 1 };
    let openings = || (0..games).map(|number| opening::<Reversi>(4, number));
    let mut levels = Level::ALL.map(|level| {
        at_level::<Reversi>(LEVEL.value_meaning(&level).expect("a value of the option").value)
    });
    let beaten = share::<Reversi>(&mut child, &mut levels[0], openings());
    println!("a child against easy: {beaten:.0} %");
    assert!(games == 1 || beaten >= 60.0);
    for at in 1..levels.len() {
        let (below, above) = levels.split_at_mut(at);
        let won = share::<Reversi>(&mut above[0], &mut below[at - 1], openings());
        println!("{:?} against {:?}: {won:.0} %", Level::ALL[at], Level::ALL[at - 1]);
        assert!(games == 1 || (65.0..=85.0).contains(&won));
    }
}

/// Judges a reason by walks over the board alone.
fn is_true(
    reason: &Reason,
    discs: &Discs,
    seat: Seat,
    square: Squares,
    known: &mut HashMap<[Squares; 2], i32>,
) -> bool {
    let [own, other] = [discs.0[seat], discs.0[1 - seat]];
    let after = |square: Squares| {
        let turned = walked(own, other, square);
        [own | turned | square, other & !turned]
    };
    let [own_after, other_after] = after(square);
    let answers = legal(other_after, own_after);
    let corners = [1, 1 << 7, 1 << 56, 1 << 63];
    match *reason {
        Reason::Ends(counts) => {
            answers.is_empty()
                && legal(own_after, other_after).is_empty()
                && counts == [own_after, other_after].map(size)
        }
        Reason::Only => legal(own, other) == [square],
        Reason::Proved(more) => {
            let few = (own | other).count_zeros() <= 7;
            !few || more == -solve(other_after, own_after, known)
        }
        Reason::Corner(corner) => corner == square && corners.contains(&corner),
        Reason::Passes => answers.is_empty() && !legal(own_after, other_after).is_empty(),
        Reason::Denies(corner) => {
            corners.contains(&corner)
                && corner != square
                && legal(other, own).contains(&corner)
                && !answers.contains(&corner)
        }
        Reason::Shuns(shunned, corner) => {
            let [own_then, other_then] = after(shunned);
            corners.contains(&corner)
                && legal(own, other).contains(&shunned)
                && legal(other_then, own_then).contains(&corner)
                && !legal(other, own).contains(&corner)
                && !answers.contains(&corner)
        }
        Reason::Leaves(turned, left) => {
            turned == size(walked(own, other, square)) && left == answers.len()
        }
    }
}

#[test]
fn every_reason_is_true_on_the_board() {
    let (mut told, mut known) = (BTreeSet::new(), HashMap::new());
    for number in 0..if sample::is_full() { 2_000 } else { 120 } {
        let game = opening::<Reversi>(number as usize * 7 % 60, number);
        let (discs, seat) = (game.position.discs, game.next_seat());
        for square in each(game.position.squares()).take(3) {
            let seen = search(discs, seat, square, 9, 0, Meter::holding(60_000));
            for reason in reasons(&discs, seat, &seen) {
                let is_true = is_true(&reason, &discs, seat, square, &mut known);
                assert!(is_true, "{reason:?} of {seen:?}: {game:?}");
                let name = format!("{reason:?}");
                told.insert(name.split('(').next().unwrap_or_default().to_owned());
            }
        }
    }
    assert!(told.len() >= if sample::is_full() { 8 } else { 6 }, "{told:?}");
}

/// Games in which a person passes.
fn with_passes(count: usize) -> impl Iterator<Item = Game> {
    let passes = |game: &Game| game.position.passes().is_some();
    (0..)
        .map(|number| opening::<Reversi>(20 + number as usize % 38, number))
        .filter(passes)
        .take(count)
}

#[test]
fn a_player_who_cannot_move_passes() {
    for game in with_passes(20) {
        let (mover, _) = game.moves().next_back().expect("a move");
        assert_eq!(game.next_seat(), mover, "{game:?}");
        assert_eq!(game.position.passes(), Some(1 - mover));
        let news = Reversi::news(&game);
        assert_eq!(news.is_empty(), mover == COMPUTER, "{news}");
    }
}

#[test]
fn moves_of_a_turn_share_its_work() {
    let (mut longest, mut most) = (0, 0);
    let can_go_on = |game: &Game| {
        let mut after = game.position.moves(&game.choices).into_iter();
        game.next_seat() == COMPUTER
            && after.any(|square| game.position.after(COMPUTER, square).passes().is_some())
    };
    let games = (0..).map(|number| opening::<Reversi>(13 + number as usize % 46, number));
    for mut game in games.filter(can_go_on).take(if sample::is_full() { 1_000 } else { 30 }) {
        game.choices = at_level::<Reversi>("expert");
        let ((_, events), units) = spent::on(|| Reversi::settle(game));
        longest = longest.max(events.len());
        most = most.max(units);
    }
    println!("up to {longest} moves in a turn, and {most} units");
    assert!(longest > 1 && most <= SEARCH, "{longest} moves, {most} units");
}

#[test]
fn a_square_is_typed_by_its_name() {
    for text in ["d3", "D3", "place d3", "Place a disc at d3", "on d3"] {
        let expected = Named::OneOf(vec![Reversi::request(square("d3").expect("a square"))]);
        assert_eq!(page::read(text), expected, "{text}");
    }
    for text in ["", "d", "3", "d9", "i1", "d3 d4", "2,3"] {
        assert_eq!(page::read(text), Named::Nothing, "{text}");
    }
}

#[test]
fn the_computer_varies_its_first_moves() {
    for level in Level::ALL {
        let level = LEVEL.value_meaning(&level).expect("a value of the option").value;
        let mut computer = at_level::<Reversi>(level);
        let replies: BTreeSet<Squares> = (0..20)
            .map(|number| opening::<Reversi>(1, number))
            .map(|game| Player::<Reversi>::play(&mut computer, &game))
            .collect();
        assert!(replies.len() > 1, "{level}: {replies:?}");
    }
}
