//! Concentration's rules, played move by move, and its numbers, computed anew.

use super::*;
use crate::deal::Deal;
use crate::game::verification::to_hex;

/// The board the source shows as typical, tiles 1 to 16.
const SOURCE_BOARD: [usize; 16] = [1, 4, 5, 8, 7, 2, 1, 6, 7, 4, 6, 3, 2, 8, 3, 5];

fn options(size: &str, players: &str) -> Choices {
    let mut choices = Choices::defaults(RULESET.options);
    assert!(choices.choose("size", size) && choices.choose("players", players));
    choices
}

fn seen_by_all(players: &str) -> Perspective {
    let names = Concentration::seats(&options("4x4", players));
    Perspective { viewer: Viewer::Everybody, names, you: None }
}

#[test]
fn the_opening_of_a_deal_tells_every_value_in_the_order_of_discovery() {
    for (size, tiles) in [("4x4", 16), ("8x8", 64)] {
        let seed = Deal::from_seed_text("x", true).seed(RULESET.key, b"key");
        let choices = options(size, "1");
        let dealt = Concentration::deal(&choices, &mut Chance::from_seed(seed));
        let told: Vec<String> = dealt.stock.iter().map(|value| (value + 1).to_string()).collect();
        assert_eq!(values(&to_hex(&seed), tiles), Some(vec![told.join(" ")]));
    }
    assert_eq!(values("00", 16), None);
    assert_eq!(values(&"00".repeat(32), 15), None);
}

/// A deal whose k-th new tile shows the k-th value of the source's board.
fn source_deal(players: &str) -> Position {
    let mut position = face_down(&options("4x4", players));
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
    let cells: Vec<_> = board(position).cells.iter().map(|cell| cell.text.to_string()).collect();
    cells.chunks(position.size.columns).map(|row| row.join(" ")).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_source_s_own_example() {
    let start = source_deal("1");
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
fn a_tile_cannot_match_itself_and_numbers_begin_at_one() {
    let one = turn(&source_deal("1"), 5);
    assert_eq!(refused(&one, 5), ALREADY_UP);
    for tile in [0, 17, usize::MAX] {
        assert_eq!(refused(&one, tile), NO_SUCH_TILE, "{tile}");
    }
}

#[test]
fn the_game_ends_with_the_last_pair() {
    let mut position = source_deal("1");
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
    let page = Concentration::page(&position, &seen_by_all("1"), &[]);
    let end = page.end.unwrap();
    assert_eq!(end.headline, "You Win!");
    assert!(end.detail.starts_with("All 8 pairs in 16 turns."), "{}", end.detail);
    assert!(end.detail.contains("12.39 on average"), "{}", end.detail);
}

#[test]
fn a_match_keeps_the_turn_and_a_miss_passes_it_on() {
    // Values in order of discovery: 1 4 5 8 7 2 1 6 …
    let mut position = source_deal("3");
    position = turn(&turn(&position, 1), 2);
    assert_eq!((position.player, position.next_player()), (0, 1));
    position = turn(&turn(&position, 3), 4);
    assert_eq!((position.player, position.next_player()), (1, 2));
    position = turn(&turn(&position, 5), 6);
    assert_eq!((position.player, position.next_player()), (2, 0));
    position = turn(&turn(&position, 7), 1);
    assert_eq!(position.scores(), [1, 0, 0]);
    assert_eq!((position.player, position.next_player()), (0, 0));
    position = turn(&turn(&position, 8), 9);
    assert_eq!((position.player, position.next_player()), (0, 1));
}

#[test]
fn most_pairs_win_and_equal_numbers_share_a_place() {
    let mut position = source_deal("4");
    position.found = (0..16).map(Some).collect();
    position.looks = 40;
    position.owner = [0, 1, 1, 2, 2, 3, 3, 3].map(Some).to_vec();
    (position.first, position.second) = (Some(0), Some(6));
    assert!(is_possible(&position));
    let ranking = Concentration::outcome(&position).unwrap().ranking;
    assert_eq!(ranking, [vec![3], vec![1, 2], vec![0]]);
    assert_eq!(end(&position).detail, "1 to 2 to 2 to 3 pairs.");
    position.owner = [0, 0, 1, 1, 2, 2, 3, 3].map(Some).to_vec();
    let ranking = Concentration::outcome(&position).unwrap().ranking;
    assert_eq!(ranking, [[0, 1, 2, 3]]);
    assert_eq!(end(&position).detail, "2 to 2 to 2 to 2 pairs.");
}

#[test]
fn peeking_shows_nothing_new() {
    let start = source_deal("1");
    let first_seen: Vec<_> = (1..=16).map(|tile| turn(&start, tile).value(tile - 1)).collect();
    assert!(first_seen.iter().all(|value| *value == first_seen[0]));
}

#[test]
fn looks_are_counted_up_to_a_limit() {
    let mut position = turn(&source_deal("1"), 1);
    position.looks = LOOKS_MAX;
    assert_eq!(turn(&position, 2).looks, LOOKS_MAX);
}

/// Worked out apart from this program, from the descriptions of SHA-256 and ChaCha12.
#[test]
fn deals_are_pinned_for_ever() {
    let deal = |text: &str, size: &str| {
        let mut chance = Deal::from_seed_text(text, false).chance(RULESET.key, b"");
        Concentration::deal(&options(size, "1"), &mut chance).stock
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
        assert!(size.columns * size.rows / 2 <= PICTURES.len());
        let exact = perfect_turns(size.columns * size.rows / 2);
        assert_eq!((exact * 100.0).round() as u32, size.perfect_turns, "{}", value.value);
    }
    let mut names = PICTURES.to_vec();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), 32);
}

/// The turns that a perfect memory needs on average: the best choice at every point, worked out
/// from the end backwards. With `unseen` tiles never turned, `singles` of which match a tile seen
/// once, a new tile is turned first; if nothing known matches it, the second tile is either new as
/// well or, to learn nothing, an old one.
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
