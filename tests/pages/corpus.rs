//! Replays every input of fuzz/corpus, and searches a little on its own. It tries hostile bytes
//! like the fuzzer, with the same promises.

use parlour::game::sample;
use parlour::games::GAMES;
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::fs;
use support::attacks::{self, Watch, unwatched};
use support::repository;

/// The least number of inputs of each game whose position opens, in the corpus of positions and in
/// the corpus of requests.
const BELIEVED_MIN: usize = 5;

/// The first half of one input in this many is tried, too.
const HALVED_ONE_IN: u32 = 8;

/// The inputs of a corpus.
fn inputs(name: &str) -> Vec<Vec<u8>> {
    let folder = repository::file("fuzz/corpus").join(name);
    let files = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{name}: {error}"));
    let read = |file: fs::DirEntry| fs::read(file.path()).expect("an input");
    let inputs: Vec<Vec<u8>> = files.map(|file| read(file.expect("a file"))).collect();
    assert!(inputs.len() > 10, "{name}: only {} inputs", inputs.len());
    inputs
}

/// Runs an attack over its corpus, and over the first half of some inputs.
fn replay(name: &str, attack: fn(Watch, &[u8])) {
    let inputs = inputs(name);
    inputs.iter().for_each(|bytes| attack(unwatched, bytes));
    for bytes in sample::one_in(HALVED_ONE_IN, &inputs) {
        attack(unwatched, &bytes[..bytes.len() / 2]);
    }
}

/// The same with an attack that returns the game whose position opened. An input that names another
/// game than the one that it was found for, or has an older layout, is refused at once and tests
/// nothing. So enough positions of every game must open.
fn replay_believed(name: &str, attack: fn(Watch, &[u8]) -> Option<&'static str>) {
    let mut believed: BTreeMap<&str, usize> = BTreeMap::new();
    let inputs = inputs(name);
    for game in inputs.iter().filter_map(|bytes| attack(unwatched, bytes)) {
        *believed.entry(game).or_default() += 1;
    }
    for bytes in sample::one_in(HALVED_ONE_IN, &inputs) {
        attack(unwatched, &bytes[..bytes.len() / 2]);
    }
    for game in GAMES.iter().map(|game| game.ruleset.key) {
        let count = believed.get(game).copied().unwrap_or_default();
        assert!(count >= BELIEVED_MIN, "{name}: {game}: {believed:?}");
    }
}

#[test]
fn queries() {
    replay("query", attacks::query);
}

#[test]
fn tokens() {
    replay("token", attacks::token);
}

#[test]
fn positions() {
    replay_believed("position", attacks::position);
}

#[test]
fn typed_texts() {
    replay("typed", attacks::typed);
}

#[test]
fn requests() {
    replay_believed("request", attacks::request);
}

/// Pieces of queries: pieces of links, and bytes that do not belong there.
fn pieces() -> impl Strategy<Value = Vec<u8>> {
    let words = "g=|s=|as=|use=|seed=|day=|rules|&|=|,|%|+|turn|mark|json|maze|concentration|rps";
    let word = prop::sample::select(words.split('|').collect::<Vec<_>>());
    let piece = prop_oneof![
        word.prop_map(|word| word.as_bytes().to_vec()),
        any::<[u8; 1]>().prop_map(Vec::from)
    ];
    prop::collection::vec(piece, 0..20).prop_map(|pieces| pieces.concat())
}

/// A dealt position with a few changed bytes, and requests to it: the head that
/// [`attacks::position`] reads, the picks, and the bytes that change the deal.
fn forged() -> impl Strategy<Value = Vec<u8>> {
    let picks = prop::collection::vec(any::<u8>(), 0..8);
    let change = (0..40usize, prop_oneof![Just(0), any::<u8>()]);
    let head = (any::<u8>(), any::<u8>(), 1..=u8::MAX);
    (head, picks, change).prop_map(|((game, choices, deal), picks, (at, change))| {
        let head = vec![game, choices, deal, picks.len() as u8];
        [head, picks, vec![0; at], vec![change]].concat()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_query_is_read(bytes in pieces()) {
        attacks::query(unwatched, &bytes);
    }

    #[test]
    fn no_token_is_forged(bytes: Vec<u8>) {
        attacks::token(unwatched, &bytes);
    }

    #[test]
    fn a_forged_position_is_refused_or_played(bytes in forged()) {
        attacks::position(unwatched, &bytes);
    }

    #[test]
    fn any_request_is_answered(kind: u8, bytes in pieces()) {
        attacks::request(unwatched, &[&[kind & !1], &bytes[..]].concat());
    }

    #[test]
    fn any_sealed_request_is_answered(bytes: Vec<u8>, follows in 0..8u8) {
        attacks::request(unwatched, &[&[2 * follows + 1], &bytes[..]].concat());
    }
}
