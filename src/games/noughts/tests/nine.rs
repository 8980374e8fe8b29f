//! The far-sighted computer on nine by nine.

use super::choose::at_length;
use crate::game::chance::Chance;
use crate::game::outcome::Mood;
use crate::game::page::{Board, Cell, Page, Part};
use crate::game::sample;
use crate::games::noughts::choose::{Choice, Outlook, Reason, Turn, choose};
use crate::games::noughts::terms::{Level, Rule};
use crate::games::played::Played;
use crate::games::shared::lines::{Field, Mark, NINE, members};

fn turn(field: Field, mark: Mark) -> Turn {
    Turn { grid: &NINE, rule: Rule::Normal, field, mark }
}

fn choice(field: Field) -> Choice {
    choose(turn(field, Mark::Cross), Level::Perfect, 0).expect("a square is free")
}

/// The outlook of the square that it takes.
fn outlook(choice: &Choice) -> Outlook {
    choice.taken().expect("a square that it looked at").outlook
}

/// A player of O.
type Player = fn(Field, &mut Chance) -> usize;

fn random(field: Field, chance: &mut Chance) -> usize {
    let free: Vec<usize> = members(field.free(&NINE)).collect();
    *chance.pick(&free).expect("a square is free")
}

/// Makes five if it can, stops five if it must, and otherwise goes on with its longest open line.
fn greedy(field: Field, chance: &mut Chance) -> usize {
    let free = field.free(&NINE);
    let own = NINE.completing(field.noughts, free);
    let stops = NINE.completing(field.crosses, free);
    if let Some(square) = members(own).chain(members(stops)).next() {
        return square;
    }
    let longest = |square: &usize| {
        let lines = NINE.through(*square).iter().map(|line| NINE.line(usize::from(*line)));
        let open = lines.filter(|line| line & field.crosses == 0);
        open.map(|line| (line & field.noughts).count_ones()).max().unwrap_or(0)
    };
    let most = members(free).map(|square| longest(&square)).max();
    let best: Vec<usize> = members(free).filter(|square| Some(longest(square)) == most).collect();
    *chance.pick(&best).expect("a square is free")
}

/// Plays a game, and looks at every choice of the computer. Returns the winner.
fn play(
    first: Mark,
    player: Player,
    chance: &mut Chance,
    look: &mut dyn FnMut(Field, &Choice),
) -> Option<Mark> {
    let (mut field, mut mark) = (Field::default(), first);
    while field.free(&NINE) != 0 {
        let square = match mark {
            Mark::Cross => {
                let choice = choice(field);
                look(field, &choice);
                choice.square
            }
            Mark::Nought => player(field, chance),
        };
        field = field.with(mark, square);
        if NINE.has_line(field.of(mark)) {
            return Some(mark);
        }
        mark = mark.other();
    }
    None
}

/// It plays 200 games against each with `PARLOUR_FULL=1`, and otherwise a few.
#[test]
fn it_always_beats_random_and_greedy_players() {
    let games = if sample::is_full() { 200 } else { 8 };
    let mut chance = Chance::from_seed([5; 32]);
    for player in [random as Player, greedy] {
        for game in 0..games {
            let first = if game % 2 == 0 { Mark::Cross } else { Mark::Nought };
            let winner = play(first, player, &mut chance, &mut |_, _| {});
            assert_eq!(winner, Some(Mark::Cross), "game {game}");
        }
    }
}

/// The two sides of a row of fours. Each mark except the last threatens one square, which the
/// answer takes. The last mark threatens two.
fn follow(mut field: Field, row: &[usize], mark: Mark) {
    let completing = |field: Field, mark: Mark| NINE.completing(field.of(mark), field.free(&NINE));
    assert_eq!(completing(field, mark), 0);
    assert!(row.len() >= 3 && row.len() % 2 == 1, "{row:?}");
    let (pairs, end) = row.split_at(row.len() - 3);
    for pair in pairs.chunks(2) {
        field = field.with(mark, pair[0]);
        assert_eq!(completing(field, mark), 1 << pair[1], "{row:?}");
        assert!(completing(field, mark.other()) == 0, "the other side is never faster: {row:?}");
        field = field.with(mark.other(), pair[1]);
    }
    field = field.with(mark, end[0]);
    let open = completing(field, mark);
    assert!(
        open >> end[1] & 1 == 1 && open >> end[2] & 1 == 1 && completing(field, mark.other()) == 0
    );
}

#[test]
fn every_row_of_fours_told_forces_a_line() {
    let mut chance = Chance::from_seed([6; 32]);
    // It wins by fours, it wins otherwise, it proves nothing; and the visitor might win by fours.
    let mut seen = [false; 4];
    for game in 0..12 {
        let first = if game % 2 == 0 { Mark::Cross } else { Mark::Nought };
        let player = if game % 4 < 2 { random as Player } else { greedy };
        play(first, player, &mut chance, &mut |field, choice| {
            if choice.reason == Reason::Line {
                return;
            }
            let stops = NINE.completing(field.noughts, field.free(&NINE));
            assert!(stops == 0 || stops >> choice.square & 1 == 1);
            let turn = turn(field, Mark::Cross);
            let long = at_length(turn);
            assert_eq!(long.square, choice.square, "the explanation is of the same move");
            let [own, others] = long.forced.expect("it looks for rows");
            own.iter().for_each(|row| follow(field, row, Mark::Cross));
            // A row of the visitor that is one mark long is stopped already.
            let others = others.filter(|_| stops == 0);
            others.iter().for_each(|row| follow(field, row, Mark::Nought));
            let wins = outlook(choice).wins == Some(true);
            assert!(wins || own.is_none(), "{field:?} {own:?}");
            let kinds = [own.is_some(), wins && own.is_none(), !wins, others.is_some()];
            seen = std::array::from_fn(|at| seen[at] || kinds[at]);
        });
    }
    assert_eq!(seen, [true; 4]);
}

/// Row by row, X and O.
fn field(rows: &str) -> Field {
    let marks = rows.bytes().filter(|sign| *sign != b' ').enumerate();
    marks.fold(Field::default(), |field, (square, sign)| match sign {
        b'X' => field.with(Mark::Cross, square),
        b'O' => field.with(Mark::Nought, square),
        _ => field,
    })
}

#[test]
fn it_keeps_the_visitor_from_open_threes() {
    let open = field(
        "......... ......... ......... ...X..... ...OOO... ......X.. ......... ......... .........",
    );
    let choice = choice(open);
    assert!([38, 42, 37, 43].contains(&choice.square), "{}", choice.square);
    assert_ne!(outlook(&choice), Outlook::LOSS);
}

#[test]
fn it_makes_five_or_stops_the_visitors_five() {
    let stops = field(
        "......... .XXX..... ......... ......... ..XOOO.O. ......... ......... ......... .........",
    );
    let found = choice(stops);
    assert_eq!((found.square, found.reason), (42, Reason::Outlook));
    let both = field(
        "......... .XXX.X... ......... ......... ..XOOO.O. ......... ......... ......... .........",
    );
    let found = choice(both);
    assert_eq!((found.square, found.reason), (13, Reason::Line));
}

#[test]
fn it_stops_two_fours_meeting_in_one_square() {
    let crossed = field(
        "X........ ....O.... .X..O.... ....O..X. ....O.... OOOO...X. ......... ......... X.X......",
    );
    let found = choice(crossed);
    assert_eq!((found.square, found.reason), (49, Reason::Outlook));
}

/// A board with this number of random marks in its middle, X to move.
fn random_middle(marks: usize, chance: &mut Chance) -> Field {
    (0..marks).rev().fold(Field::default(), |field, left| {
        let middle =
            |square: &usize| (2..7).contains(&(square / 9)) && (2..7).contains(&(square % 9));
        let free: Vec<usize> = members(field.free(&NINE)).filter(middle).collect();
        let mark = if left % 2 == 0 { Mark::Nought } else { Mark::Cross };
        field.with(mark, *chance.pick(&free).expect("a square is free"))
    })
}

/// Plays both sides to the end. Returns the winner.
fn play_on(mut field: Field, mut mark: Mark) -> Option<Mark> {
    while let Some(choice) = choose(turn(field, mark), Level::Perfect, 0) {
        field = field.with(mark, choice.square);
        if NINE.has_line(field.of(mark)) {
            return Some(mark);
        }
        mark = mark.other();
    }
    None
}

/// It takes no square that it has proved to lose while there is another. And such a square does
/// lose, and one that is proved to win does win, against its own best play.
#[test]
fn what_it_proves_is_true() {
    let mut chance = Chance::from_seed([5; 32]);
    let mut seen = [0; 2];
    for _ in 0..60 {
        let field = random_middle(12, &mut chance);
        let choice = choice(field);
        let proved = |wanted| choice.considered.iter().filter(move |it| it.outlook == wanted);
        let all_lose = proved(Outlook::LOSS).count() == choice.considered.len();
        assert_eq!(outlook(&choice) == Outlook::LOSS, all_lose, "{field:?}");
        for (kind, (wanted, winner)) in
            [(Outlook::WIN, Mark::Cross), (Outlook::LOSS, Mark::Nought)].into_iter().enumerate()
        {
            if let Some(candidate) = proved(wanted).next() {
                let after = field.with(Mark::Cross, candidate.square);
                assert_eq!(play_on(after, Mark::Nought), Some(winner), "{field:?} {candidate:?}");
                seen[kind] += 1;
            }
        }
    }
    assert!(seen[0] > 20 && seen[1] > 5, "{seen:?}");
}

/// O has an answer to X in row 6, column 7: its forced reply makes a four.
#[test]
fn a_forced_answer_that_threatens_is_not_overlooked() {
    let rows =
        "......... ......... ..O.O.... ....XO... ....XOX.. .....X... ....X.X.. ...O...O. .........";
    let field = rows.bytes().filter(|sign| *sign != b' ').enumerate().fold(
        Field::default(),
        |field, (square, sign)| match sign {
            b'X' => field.with(Mark::Cross, square),
            b'O' => field.with(Mark::Nought, square),
            _ => field,
        },
    );
    let choice = at_length(turn(field, Mark::Cross));
    let candidate = choice.considered.iter().find(|candidate| candidate.square == 5 * 9 + 6);
    assert_ne!(candidate.expect("a free square").outlook, Outlook::WIN);
}

fn why(played: &Played) -> Page {
    *played.ask("why").step.answer.expect("an explanation")
}

fn page_board(page: &Page) -> Board {
    let board = page.parts.iter().find_map(|part| part.board().cloned());
    board.expect("a board")
}

fn words(page: &Page) -> String {
    let passages = page.parts.iter().filter_map(|part| match part {
        Part::Passage(passage) => Some(format!("{passage:?}")),
        _ => None,
    });
    passages.collect()
}

#[test]
fn why_this_move_shows_its_threats() {
    let options = [("level", "perfect"), ("size", "9x9")];
    let mut played = Played::deal("noughts", &options, 1);
    let (mut seen, mut chance) = (String::new(), Chance::from_seed([7; 32]));
    while played.step.mood == Mood::Open {
        played = played.mark(greedy(played.field(), &mut chance));
        let page = why(&played);
        assert!(page.state.starts_with("Why row "), "{}", page.state);
        seen += &words(&page);
        seen += &page.status;
    }
    assert_eq!(played.step.mood, Mood::Lost);
    let board = page_board(&why(&played));
    let is_sign = |cell: &Cell| cell.text.len() <= 1 || cell.picture.is_some();
    assert!(board.cells.iter().all(is_sign), "{board:?}");
    for sentence in [
        "Wins: row ",
        "Not settled: ",
        "It saw no way for either side",
        "It can force five in a row: X in row ",
    ] {
        assert!(seen.contains(sentence), "{sentence}: {seen}");
    }
}
