//! Pages without a process: the same random bytes every time, and a fixed date.

use parlour::game::chance::Chance;
use parlour::gateway::http::{HttpRequest, Method, Response, Status};
use parlour::gateway::protocol::Protocol;
use parlour::respond::{Services, respond};
use parlour::seal::{Key, KeyRing};
use parlour::settings::{DEFAULT, Settings};
use std::cell::RefCell;

/// 2026-11-21T12:00:00Z, in seconds since 1970.
pub const NOW: u64 = 1_795_262_400;

/// A key that no text gives: it is refused wherever keys are read.
pub fn ring() -> KeyRing {
    KeyRing::of(Key::from_bytes([42; 32]))
}

/// Random bytes of the tests: the same each time, or different ones in a fixed order.
// There is one for each test, so its size does not matter.
#[allow(clippy::large_enum_variant)]
pub enum Randomness {
    /// Every byte is a 7.
    Constant,
    /// The bytes that were drawn so far.
    Varying(Box<RefCell<Chance>>),
}

impl Randomness {
    /// Bytes that differ, always the same for the same number.
    pub fn from(number: u64) -> Self {
        let mut seed = [0; 32];
        seed[..8].copy_from_slice(&number.to_le_bytes());
        Randomness::Varying(Box::new(RefCell::new(Chance::from_seed(seed))))
    }

    /// Draws bytes.
    pub fn fill(&self, bytes: &mut [u8]) {
        match self {
            Randomness::Constant => bytes.fill(7),
            Randomness::Varying(chance) => chance.borrow_mut().fill(bytes),
        }
    }
}

/// The surroundings of a request.
struct Asked<'a> {
    randomness: &'a Randomness,
    keys: Option<&'a KeyRing>,
    now: Option<u64>,
    method: Method,
    protocol: Protocol,
    settings: &'a Settings,
}

impl Asked<'_> {
    fn answer(self, query: impl AsRef<[u8]>) -> Response {
        let Asked { randomness, keys, now, method, protocol, settings } = self;
        let services = Services {
            keys,
            preview: false,
            settings,
            entropy: &|bytes| {
                randomness.fill(bytes);
                true
            },
            now: &|| now,
            address: &|| Some("https://games.example/parlour".to_owned()),
        };
        let query = query.as_ref().to_vec();
        let request = HttpRequest { method, query, protocol, ..HttpRequest::default() };
        let response = respond(&services, &request);
        for (name, value) in response.headers() {
            let is_one_line = value.bytes().all(|byte| (b' '..=b'~').contains(&byte));
            assert!(is_one_line, "{name}: {value:?}");
        }
        response
    }
}

/// Asks for a page, with these random bytes and keys.
pub fn ask_with(
    randomness: &Randomness,
    keys: Option<&KeyRing>,
    method: Method,
    query: impl AsRef<[u8]>,
) -> Response {
    ask_then(randomness, keys, NOW, method, query)
}

/// The same at a time in seconds since 1970.
pub fn ask_then(
    randomness: &Randomness,
    keys: Option<&KeyRing>,
    now: u64,
    method: Method,
    query: impl AsRef<[u8]>,
) -> Response {
    let (now, protocol) = (Some(now), Protocol::Http);
    let settings = &DEFAULT;
    Asked { randomness, keys, now, method, protocol, settings }.answer(query)
}

/// Asks for a page with the usual key, at a time in seconds since 1970, or without a clock.
fn ask_at(now: Option<u64>, protocol: Protocol, query: impl AsRef<[u8]>) -> Response {
    let (randomness, keys) = (&Randomness::Constant, ring());
    let (method, settings) = (Method::Get, &DEFAULT);
    Asked { randomness, keys: Some(&keys), now, method, protocol, settings }.answer(query)
}

/// Asks an operator with these settings for a page by a protocol.
pub fn ask_site(settings: &Settings, protocol: Protocol, query: &str) -> Response {
    let (randomness, keys, method) = (&Randomness::Constant, ring(), Method::Get);
    let (keys, now) = (Some(&keys), Some(NOW));
    Asked { randomness, keys, now, method, protocol, settings }.answer(query)
}

/// Asks for a page at another time.
pub fn ask_on(now: Option<u64>, query: &str) -> Response {
    ask_at(now, Protocol::Http, query)
}

/// Asks for a page by a protocol.
pub fn ask_by(protocol: Protocol, query: impl AsRef<[u8]>) -> Response {
    ask_at(Some(NOW), protocol, query)
}

/// Asks for a page, with these keys.
pub fn ask_as(keys: Option<&KeyRing>, method: Method, query: impl AsRef<[u8]>) -> Response {
    ask_with(&Randomness::Constant, keys, method, query)
}

/// Asks for a page, with the usual key.
pub fn ask(query: impl AsRef<[u8]>) -> Response {
    ask_as(Some(&ring()), Method::Get, query)
}

/// Asks for a page as a browser does: with the usual key, and again at the address to which the
/// first response sends it.
pub fn browse(query: impl AsRef<[u8]>) -> Response {
    browse_with(&Randomness::Constant, query)
}

/// Asks for a page as a browser does, with these random bytes.
pub fn browse_with(randomness: &Randomness, query: impl AsRef<[u8]>) -> Response {
    let keys = ring();
    let ask = |query: &[u8]| ask_with(randomness, Some(&keys), Method::Get, query);
    let response = ask(query.as_ref());
    match (response.status, &response.location) {
        (Status::SeeOther, Some(link)) => ask(link.trim_start_matches('?').as_bytes()),
        _ => response,
    }
}
