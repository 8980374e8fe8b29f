//! Replays what the fuzzer found, every input of fuzz/corpus once more, and searches a little on its
//! own: hostile bytes as the fuzzer would try them, with the same promises.

#[path = "../fuzz/attacks.rs"]
#[expect(dead_code, reason = "another test uses the rest")]
mod attacks;

use proptest::prelude::*;
use std::fs;
use std::path::Path;

/// The fuzzer measures what the program does; on builds for tests that would say little.
mod watch {
    /// Does the work.
    pub fn watched<T>(work: impl Fn() -> T) -> T {
        work()
    }
}

/// Runs an attack over its corpus, and over the first half of each input.
fn replay(name: &str, attack: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(name);
    let mut tried = 0;
    for entry in fs::read_dir(&folder).expect("a corpus") {
        let bytes = fs::read(entry.expect("an entry").path()).expect("an input");
        attack(&bytes);
        attack(&bytes[..bytes.len() / 2]);
        tried += 1;
    }
    assert!(tried > 10, "{name}: only {tried} inputs");
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
    replay("position", attacks::position);
}

#[test]
fn requests() {
    replay("request", attacks::request);
}

/// What can stand in a query: pieces of links, and bytes that do not belong there.
fn pieces() -> impl Strategy<Value = Vec<u8>> {
    let words = "g=|s=|as=|use=|seed=|day=|rules|&|=|,|%|+|turn|mark|json|maze|concentration|rps";
    let word = prop::sample::select(words.split('|').collect::<Vec<_>>());
    let piece = prop_oneof![
        word.prop_map(|word| word.as_bytes().to_vec()),
        any::<[u8; 1]>().prop_map(Vec::from)
    ];
    prop::collection::vec(piece, 0..20).prop_map(|pieces| pieces.concat())
}

/// A position that was dealt, with few of its bytes changed, and requests to it: the head that
/// [`attacks::position`] reads, the picks, and what is laid over the deal.
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
        attacks::query(&bytes);
    }

    #[test]
    fn no_token_is_forged(bytes: Vec<u8>) {
        attacks::token(&bytes);
    }

    #[test]
    fn a_forged_position_is_refused_or_played(bytes in forged()) {
        attacks::position(&bytes);
    }

    #[test]
    fn any_request_is_answered(kind: u8, bytes in pieces()) {
        attacks::request(&[&[kind & !1], &bytes[..]].concat());
    }

    #[test]
    fn any_sealed_request_is_answered(bytes: Vec<u8>, follows in 0..8u8) {
        attacks::request(&[&[2 * follows + 1], &bytes[..]].concat());
    }
}
