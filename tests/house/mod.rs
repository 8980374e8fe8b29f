//! A house without a process, for tests: its dice always fall alike and its calendar stands still.

use parlour::game::date::Day;
use parlour::gateway::http::{Method, Request, Response};
use parlour::respond::{House, respond};
use parlour::seal::keys::{Key, KeyRing};

/// A key that no text gives: it is refused wherever keys are read.
pub fn ring() -> KeyRing {
    KeyRing::of(Key::from_bytes([42; 32]))
}

/// Asks a house with these keys.
pub fn ask_as(keys: Option<&KeyRing>, method: Method, query: impl AsRef<[u8]>) -> Response {
    let house = House {
        keys,
        preview: false,
        entropy: &|bytes| {
            bytes.fill(7);
            true
        },
        today: &|| Day::parse("2026-11-21"),
        examine: &|_| None,
    };
    respond(&house, &Request { method, query: query.as_ref().to_vec(), has_path: false })
}

/// Asks a house with the usual key.
pub fn ask(query: impl AsRef<[u8]>) -> Response {
    ask_as(Some(&ring()), Method::Get, query)
}
