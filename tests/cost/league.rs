//! Leagues that take as many games as fit a query, under a published key.

use parlour::game::outcome::Outcome;
use parlour::game::pack::Packer;
use parlour::games::find;
use parlour::query::QUERY_BYTES_MAX;
use parlour::respond::binding;
use parlour::seal::{KeyRing, NONCE_BYTES, Purpose, seal};
use parlour::table::game_number::GameNumber;
use parlour::table::league::League;
use parlour::table::name::Name;
use parlour::table::result::GameResult;
use support::click::KEY;

/// The games of one league.
const GAMES: u64 = 10;

/// Queries that paste links into a league, each with the number of games that count. They join leagues
/// with the most names, and paste texts that only look like links.
pub fn queries() -> [(String, usize); 2] {
    let leagues: Vec<String> = (0..2).map(|number| sealed(&league(number))).collect();
    let into = format!("s={}&g=eights", sealed(&league(2)));
    let fits = |query: &str, text: &[String]| {
        let query = format!("{query}&results={}", text.join("%0A"));
        assert!(query.len() <= QUERY_BYTES_MAX, "{} bytes", query.len());
        query
    };
    let broken = (0..24).map(|number| format!("{}{number:02}{}", &leagues[0][..8], "x".repeat(52)));
    [(fits(&into, &leagues), 3 * GAMES as usize), (fits("league", &broken.collect::<Vec<_>>()), 0)]
}

/// A league of games of two people each, at tables of their own.
fn league(number: u64) -> League {
    let mut league = League::default();
    let games = (0..GAMES).map(|game| result(number * GAMES + game));
    league.add(&[], &games.collect::<Vec<_>>());
    league.count_doubted();
    assert_eq!(league.counted().count() as u64, GAMES);
    league
}

/// A game of two of eight people.
fn result(number: u64) -> GameResult {
    let name = |place: u64| {
        let letter = char::from(b'a' + u8::try_from(place % 8).expect("a digit"));
        (Name::read(&letter.to_string().repeat(16), []).expect("a name"), true)
    };
    GameResult {
        number: GameNumber { table: number, games_before: 0 },
        code: 2,
        people: vec![name(number), name(number + 1)],
        has_replaced: false,
        outcome: Outcome::by_points(&[number as usize, 5]),
    }
}

fn sealed(league: &League) -> String {
    let packer: Packer = league.pack();
    let ring = KeyRing::parse(KEY).expect("the published key");
    let ruleset = find("eights").expect("a game").ruleset;
    seal(&ring, binding(ruleset, Purpose::League), &[7; NONCE_BYTES], &packer.finish())
}
