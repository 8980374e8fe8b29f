//! Leagues that take as many results as fit a query, under a published key.

use parlour::game::options::Choices;
use parlour::game::outcome::Outcome;
use parlour::game::pack::Packer;
use parlour::games::find;
use parlour::query::QUERY_BYTES_MAX;
use parlour::respond::binding;
use parlour::seal::{KeyRing, NONCE_BYTES, Purpose, seal};
use parlour::table::game_number::GameNumber;
use parlour::table::league::{League, NAMES_MAX};
use parlour::table::name::Name;
use parlour::table::result::GameResult;
use parlour::table::turn_code::TurnCode;
use support::click::KEY;

/// The results that are pasted in one go.
const RESULTS: u64 = 10;

/// Queries that paste results into a league, each with the number of results that count. They paste
/// ten into a new league, some into one that is nearly full, and texts that only look like results.
pub fn queries() -> [(String, usize); 3] {
    let tokens = (1..=RESULTS).map(|number| sealed_result(&result(number, 0)));
    let tokens: Vec<String> = tokens.collect();
    let mut league = League::default();
    (0..22).for_each(|number| drop(league.add(&result(100 + number, number as usize))));
    assert_eq!(league.people.len(), NAMES_MAX);
    let full = format!("s={}&g=eights", sealed(Purpose::League, league.pack()));
    let fits = |query: &str, text: &[String]| {
        let query = format!("{query}&results={}", text.join("%0A"));
        assert!(query.len() <= QUERY_BYTES_MAX, "{} bytes", query.len());
        query
    };
    let broken = (0..24).map(|number| format!("{}{number:02}{}", &tokens[0][..8], "x".repeat(52)));
    [
        (fits("league", &tokens), 10),
        (fits(&full, &tokens[..7]), 22 + 7),
        (fits("league", &broken.collect::<Vec<_>>()), 0),
    ]
}

/// A game of two of the eight people.
fn result(number: u64, first: usize) -> GameResult {
    let options = find("eights").expect("a game").ruleset.options;
    let name = |place: usize| {
        let letter = char::from(b'a' + (place % NAMES_MAX) as u8);
        Name::read(&letter.to_string().repeat(16), []).expect("a name")
    };
    GameResult {
        has_replaced: false,
        choices: Choices::defaults(options).with_people(2),
        number: GameNumber(number),
        table_code: 1,
        turn_code: TurnCode { number: 30, code: 2 },
        ended_at: None,
        people: [first, first + 1].map(|place| (name(place), true)).into(),
        outcome: Outcome::by_points(&[number as usize, 5]),
        secret: Some("0f".repeat(16)),
    }
}

fn sealed_result(result: &GameResult) -> String {
    sealed(Purpose::Result, result.pack())
}

fn sealed(purpose: Purpose, packer: Packer) -> String {
    let ring = KeyRing::parse(KEY).expect("the published key");
    let ruleset = find("eights").expect("a game").ruleset;
    seal(&ring, binding(ruleset, purpose), &[7; NONCE_BYTES], &packer.finish())
}
