//! Concentration's rules, played move by move, and its numbers, computed anew.

use super::page::{PICTURES, status};
use super::position::{COMPUTER, LEVELS, LOOKS_MAX};
use super::*;
use crate::deal::Deal;
use crate::game::any::{pack, unpack};
use crate::game::verification::to_hex;

/// The board the source shows as typical, tiles 1 to 16.
const SOURCE_BOARD: [usize; 16] = [1, 4, 5, 8, 7, 2, 1, 6, 7, 4, 6, 3, 2, 8, 3, 5];

const EVERYBODY: Perspective =
    Perspective { viewer: Viewer::Everybody, names: Vec::new(), you: None, site: None };

fn options(size: &str, people: usize) -> Choices {
    let mut choices = Choices::defaults(RULESET.options);
    assert!(choices.choose("size", size));
    choices.with_people(people)
}

/// The end, as everybody sees it.
fn end(position: &Position) -> End {
    let names = Concentration::seats(&position.choices);
    let everybody = Perspective { viewer: Viewer::Everybody, names, you: None, site: None };
    Concentration::page(position, &everybody, &[]).end.expect("the game is over")
}

#[test]
fn the_opening_tells_every_value_in_discovery_order() {
    for (size, tiles) in [("4x4", 16), ("8x8", 64)] {
        let seed = Deal::from_seed_text("x", true).seed(RULESET.key, b"key");
        let choices = options(size, 1);
        let dealt = Concentration::deal(&choices, &mut Chance::from_seed(seed));
        let told: Vec<String> = dealt.stock.iter().map(|value| (value + 1).to_string()).collect();
        assert_eq!(values(&to_hex(&seed), &[tiles]), Some(vec![told.join(" ")]));
    }
    assert_eq!(values("00", &[16]), None);
    assert_eq!(values(&"00".repeat(32), &[15]), None);
}

/// A deal whose k-th new tile shows the k-th value of the source's board.
fn source_deal(people: usize) -> Position {
    let mut position = Position::face_down(&options("4x4", people));
    position.stock = SOURCE_BOARD.iter().map(|value| value - 1).collect();
    position
}

fn turn(position: &Position, tile: usize) -> Position {
    match Concentration::referee(position, &Request::with(&TURN, tile)) {
        Ok(Ruling::Next(next, _)) => next,
        other => panic!("turn {tile}: {other:?}"),
    }
}

fn refused(position: &Position, tile: usize) -> Fault {
    Concentration::referee(position, &Request::with(&TURN, tile)).unwrap_err().fault
}

/// The text of the board, as a text browser shows it.
fn text(position: &Position) -> String {
    let page = Concentration::page(position, &EVERYBODY, &[]);
    let Some(Part::Board(board)) = page.parts.first() else { panic!("no board") };
    let cells: Vec<_> = board.cells.iter().map(|cell| cell.text.to_string()).collect();
    cells.chunks(board.columns).map(|row| row.join(" ")).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_source_s_own_example() {
    let start = source_deal(1);
    assert_eq!(text(&start), "** ** ** **\n** ** ** **\n** ** ** **\n** ** ** **");
    // Turned in order, the tiles show the source's board.
    let mut all = start.clone();
    for tile in 1..=16 {
        all = turn(&all, tile);
        assert_eq!(all.value(tile - 1), Some(SOURCE_BOARD[tile - 1] - 1));
    }
    // "The user has to choose 2 and 10 to find a match for the value 4."
    let two = turn(&all, 2);
    assert_eq!(text(&two), "** 04 ** **\n** ** ** **\n** ** ** **\n** ** ** **");
    let matched = turn(&two, 10);
    assert_eq!(text(&matched), "** 04 ** **\n** ** ** **\n** 04 ** **\n** ** ** **");
    assert_eq!(refused(&matched, 2), ALREADY_MATCHED);
    assert_eq!(refused(&matched, 10), ALREADY_MATCHED);
    // Tiles 1 and 7 hold the value 1; tiles 1 and 4 differ and close at the next look.
    let miss = turn(&turn(&matched, 1), 4);
    assert_eq!(text(&miss), "01 04 ** 08\n** ** ** **\n** 04 ** **\n** ** ** **");
    let next = turn(&miss, 7);
    assert_eq!(text(&next), "** 04 ** **\n** ** 01 **\n** 04 ** **\n** ** ** **");
    assert!(turn(&next, 1).is_matched(6));
}

#[test]
fn no_tile_matches_itself_or_has_number_zero() {
    let one = turn(&source_deal(1), 5);
    assert_eq!(refused(&one, 5), ALREADY_UP);
    for tile in [0, 17, usize::MAX] {
        assert_eq!(refused(&one, tile), NO_SUCH_TILE, "{tile}");
    }
}

#[test]
fn the_game_ends_with_the_last_pair() {
    let mut position = source_deal(1);
    for tile in 1..=16 {
        position = turn(&position, tile);
    }
    let mut turns = 8;
    for value in 1..=8 {
        let tiles: Vec<usize> = (1..=16).filter(|tile| SOURCE_BOARD[*tile - 1] == value).collect();
        assert_eq!(Concentration::outcome(&position), None);
        position = turn(&turn(&position, tiles[0]), tiles[1]);
        turns += 1;
    }
    assert_eq!(position.turns(), turns);
    assert_eq!(position.looks, 2 * turns);
    assert_eq!(refused(&position, 1), GAME_OVER);
    let outcome = Concentration::outcome(&position).unwrap();
    assert_eq!(outcome.ranking, [[0]]);
    let end = end(&position);
    assert_eq!(end.headline, "You win");
    assert!(end.detail.starts_with("All 8 pairs in 16 turns."), "{}", end.detail);
    assert_eq!(end.share.expect("a result").result, "8 pairs in 16 turns");
    let lucky = Position { looks: 24, ..position };
    let share = self::end(&lucky).share.expect("a result");
    assert_eq!(share.result, "\u{2b50} 8 pairs in 12 turns");
}

#[test]
fn a_match_keeps_the_turn_and_misses_pass() {
    // Values in order of discovery: 1 4 5 8 7 2 1 6 …
    let mut position = source_deal(3);
    let told = |position: &Position| status(position, &EVERYBODY);
    position = turn(&turn(&position, 1), 2);
    assert_eq!(position.player, 1);
    assert!(told(&position).starts_with("No pair: the "), "{}", told(&position));
    position = turn(&turn(&position, 3), 4);
    assert_eq!(position.player, 2);
    position = turn(&turn(&position, 5), 6);
    assert_eq!(position.player, 0);
    position = turn(&turn(&position, 7), 1);
    assert_eq!(position.scores(), [1, 0, 0]);
    assert_eq!(position.player, 0);
    assert!(told(&position).starts_with("A pair: both show the "), "{}", told(&position));
    position = turn(&turn(&position, 8), 9);
    assert_eq!(position.player, 1);
}

#[test]
fn most_pairs_win_and_equals_share_a_place() {
    let mut position = source_deal(4);
    position.found = (0..16).collect();
    position.looks = 40;
    position.owner = [0, 1, 1, 2, 2, 3, 3, 3].map(Some).to_vec();
    position.up = vec![0, 6];
    assert!(Concentration::is_possible(&position));
    let ranking = Concentration::outcome(&position).unwrap().ranking;
    assert_eq!(ranking, [vec![3], vec![1, 2], vec![0]]);
    assert_eq!(end(&position).detail, "3, 2, 2 and 1 pairs.");
    position.owner = [0, 0, 1, 1, 2, 2, 3, 3].map(Some).to_vec();
    let ranking = Concentration::outcome(&position).unwrap().ranking;
    assert_eq!(ranking, [[0, 1, 2, 3]]);
    assert_eq!(end(&position).detail, "2, 2, 2 and 2 pairs.");
}

#[test]
fn peeking_shows_nothing_new() {
    let start = source_deal(1);
    let first_seen: Vec<_> = (1..=16).map(|tile| turn(&start, tile).value(tile - 1)).collect();
    assert!(first_seen.iter().all(|value| *value == first_seen[0]));
}

fn against(memory: &str, size: &str, code: u8) -> Position {
    let mut choices = options(size, 1);
    assert!(choices.choose("opponent", memory));
    Concentration::deal(&choices, &mut Chance::from_seed([code; 32]))
}

/// A person who forgets nothing.
fn play_perfectly(start: &Position) -> Position {
    let mut position = start.clone();
    while !position.is_over() {
        let eyes = Position { kind: Kind::Computer(Memory::All), ..position.clone() };
        let next = turn(&position, memory::choose(&eyes).unwrap() + 1);
        position = Concentration::settle(next).0;
    }
    position
}

#[test]
fn more_memory_means_fewer_turns_and_more_pairs() {
    let deals: Vec<Position> = (0..200).map(|code| against("perfect", "6x4", code as u8)).collect();
    let turns = LEVELS.map(|memory| {
        let all = deals.iter().map(|deal| memory::turns_alone(deal, memory));
        f64::from(all.sum::<u32>()) / deals.len() as f64
    });
    // A perfect player needs 18.85.
    assert!(turns[2] > 18.5 && turns[2] < 21.0, "{turns:?}");
    assert!(turns[0] > turns[1] + 3.0 && turns[1] > turns[2] + 2.0, "{turns:?}");
    let pairs = ["forgetful", "medium", "perfect"].map(|memory| {
        let games = (0..100).map(|code| play_perfectly(&against(memory, "4x4", code)));
        games.map(|end| end.scores()[COMPUTER]).sum::<usize>()
    });
    assert!(pairs[0] < pairs[1] && pairs[1] < pairs[2], "{pairs:?} of 800");
}

#[test]
fn the_computer_remembers_only_the_last_tiles() {
    for (name, tiles) in [("forgetful", 6), ("medium", 12), ("perfect", 24)] {
        let mut position = against(name, "6x4", 1);
        let mut log: Vec<usize> = Vec::new();
        let mut chance = Chance::from_seed([5; 32]);
        while !position.is_over() {
            let tile = if position.waits_for_computer() {
                memory::choose(&position).unwrap()
            } else {
                chance.below(24) as usize
            };
            if position.is_matched(tile) || position.up == [tile] {
                continue;
            }
            let remembers = |other: &usize| {
                memory::remembers(&position, *other) && !position.is_matched(*other)
            };
            let all = (0..24).filter(remembers).collect::<Vec<_>>();
            let last: Vec<usize> = log.iter().rev().fold(Vec::new(), |mut last, tile| {
                if last.len() < tiles && !last.contains(tile) {
                    last.push(*tile);
                }
                last
            });
            assert!(all.iter().all(|tile| last.contains(tile)), "{name}: {all:?} of {last:?}");
            let is_pair = |a: &usize, b: &usize| a < b && position.value(*a) == position.value(*b);
            let has_pair = all.iter().any(|a| all.iter().any(|b| is_pair(a, b)));
            if position.waits_for_computer() && position.up.len() == 2 && has_pair {
                assert!(all.contains(&tile), "{name} takes the pair that it remembers");
            }
            log.push(tile);
            position.turn_up(tile);
        }
    }
}

/// Both players' last tiles stay up until the next is turned, which may be one of them.
#[test]
fn what_both_have_shown_is_up() {
    let mut position = against("forgetful", "4x4", 1);
    position.stock = SOURCE_BOARD.iter().map(|value| value - 1).collect();
    let (after, events) = Concentration::settle(turn(&turn(&position, 1), 2));
    let turned = |event: &&Event| matches!(event, Event::Turned { seat: COMPUTER, .. });
    assert_eq!(events.iter().filter(turned).count(), 2);
    assert_eq!((&after.shown[..], after.recent.len()), (&[0, 1][..], 4));
    let count_up = |position: &Position| {
        (0..16).filter(|tile| matches!(position.tile(*tile), Tile::FaceUp(_))).count()
    };
    assert_eq!(count_up(&after), 4);
    let next = turn(&after, 1);
    assert_eq!(count_up(&next), 1);
    assert_eq!(refused(&next, 1), ALREADY_UP);
}

#[test]
fn a_game_against_the_computer_packs_and_unpacks() {
    for memory in ["forgetful", "medium", "perfect"] {
        let mut choices = options("4x3", 1);
        assert!(choices.choose("opponent", memory));
        let mut position = Concentration::deal(&choices, &mut Chance::from_seed([3; 32]));
        let mut chance = Chance::from_seed([4; 32]);
        while !position.is_over() {
            let tile = chance.below(12) as usize + 1;
            if let Ok(Ruling::Next(next, _)) =
                Concentration::referee(&position, &Request::with(&TURN, tile))
            {
                position = Concentration::settle(next).0;
            }
            let mut packer = Packer::new();
            pack::<Concentration>(&mut position.clone(), &mut packer);
            let again = unpack::<Concentration>(&choices, Unpacker::new(&packer.finish()));
            assert_eq!(again, Ok(position.clone()));
        }
    }
}

#[test]
fn looks_are_counted_up_to_a_limit() {
    let mut position = turn(&source_deal(1), 1);
    position.looks = LOOKS_MAX;
    assert_eq!(turn(&position, 2).looks, LOOKS_MAX);
}

/// Worked out apart from this program, from the descriptions of SHA-256 and ChaCha12.
#[test]
fn deals_are_pinned_for_ever() {
    let deal = |text: &str, size: &str| {
        let mut chance = Deal::from_seed_text(text, false).chance(RULESET.key, b"");
        Concentration::deal(&options(size, 1), &mut chance).stock
    };
    assert_eq!(deal("rainy day", "4x4"), [7, 5, 2, 0, 1, 6, 3, 1, 7, 0, 2, 5, 3, 6, 4, 4]);
    assert_eq!(deal("rainy day", "4x3"), [5, 4, 3, 5, 0, 1, 4, 1, 0, 2, 3, 2]);
    assert_eq!(
        deal("snow", "6x4"),
        [7, 3, 9, 8, 5, 1, 2, 11, 6, 4, 3, 9, 0, 10, 4, 11, 1, 6, 8, 0, 7, 10, 2, 5]
    );
}

#[test]
fn the_numbers_of_pictures_and_sizes_agree() {
    for (value, size) in SIZE.values {
        assert_eq!(format!("{}x{}", size.columns, size.rows), value.value);
        assert!(size.pairs() <= PICTURES.split(' ').count());
        assert_eq!(format!("{:.1}", perfect_turns(size.pairs())), size.perfect_turns);
    }
    let mut names: Vec<&str> = PICTURES.split(' ').collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), 32);
}

/// The turns that a perfect memory needs on average: the best choice at every point, worked out
/// from the end backwards. `unseen` tiles were never turned, and `singles` of them match a tile
/// that was seen once. A new tile is turned first. If no known tile matches it, the second tile is
/// new as well, or an old one, to learn nothing.
fn perfect_turns(pairs: usize) -> f64 {
    let mut table = vec![vec![0.0; 2 * pairs + 3]; 2 * pairs + 1];
    for unseen in 1..=2 * pairs {
        for singles in (0..=unseen).filter(|singles| (unseen - singles) % 2 == 0) {
            let (u, s) = (unseen as f64, singles as f64);
            let known = match singles {
                0 => 0.0,
                _ => s / u * (1.0 + table[unseen - 1][singles - 1]),
            };
            let fresh = if unseen == singles {
                0.0
            } else {
                let mate = (1.0 + table[unseen - 2][singles]) / (u - 1.0);
                let old_mate = s * (2.0 + table[unseen - 2][singles]) / (u - 1.0);
                let other = match unseen - singles {
                    2 => 0.0,
                    _ => (u - 2.0 - s) * (1.0 + table[unseen - 2][singles + 2]) / (u - 1.0),
                };
                let learn = mate + old_mate + other;
                let wait = if singles == 0 { learn } else { 1.0 + table[unseen - 1][singles + 1] };
                learn.min(wait) * (u - s) / u
            };
            table[unseen][singles] = known + fresh;
        }
    }
    table[2 * pairs][0]
}
