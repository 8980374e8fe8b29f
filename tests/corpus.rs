//! Replays what the fuzzer found: every input of fuzz/corpus once more, with the same promises.

#[path = "../fuzz/attacks.rs"]
mod attacks;

use std::fs;
use std::path::Path;

/// Runs an attack over its corpus, and over every beginning of each input.
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
