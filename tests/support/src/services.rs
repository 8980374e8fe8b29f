//! Pages without a process: the same random bytes every time, and a calendar that stands still.

use parlour::gateway::http::{HttpRequest, Method, Response};
use parlour::respond::{Services, respond};
use parlour::seal::{Key, KeyRing};

/// 2026-11-21T12:00:00Z, in seconds since 1970.
const NOW: u64 = 1_795_262_400;

/// A key that no text gives: it is refused wherever keys are read.
pub fn ring() -> KeyRing {
    KeyRing::of(Key::from_bytes([42; 32]))
}

/// Asks for a page, with these keys.
pub fn ask_as(keys: Option<&KeyRing>, method: Method, query: impl AsRef<[u8]>) -> Response {
    let services = Services {
        keys,
        preview: false,
        entropy: &|bytes| {
            bytes.fill(7);
            true
        },
        now: &|| Some(NOW),
        address: &|| Some("https://games.example/parlour".to_owned()),
        examine: &|_| None,
    };
    let query = query.as_ref().to_vec();
    respond(&services, &HttpRequest { method, query, has_path: false })
}

/// Asks for a page, with the usual key.
pub fn ask(query: impl AsRef<[u8]>) -> Response {
    ask_as(Some(&ring()), Method::Get, query)
}
