//! What is done with hostile bytes, for the fuzzer and for the test that replays what it found:
//! each function takes any bytes, and panics only if the program breaks a promise.

#[path = "../tests/house/mod.rs"]
mod house;
#[path = "../tests/vocabulary/mod.rs"]
mod vocabulary;

use house::{ask, ring};
use parlour::cgi::Status;
use parlour::game::{Choices, Request, Row};
use parlour::games::GAMES;
use parlour::pack::{Packer, Unpacker};
use parlour::parlour::binding;
use parlour::query::Query;
use parlour::seal;
use vocabulary::{listed, vocabulary};

/// Requests that are put to one position, one after the other.
const REQUESTS_MAX: usize = 24;

/// The bytes as a query string.
pub fn query(bytes: &[u8]) {
    let _ = Query::parse(bytes);
}

/// The bytes as a token: none opens that was not sealed.
pub fn token(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for row in GAMES {
        assert!(seal::open(&ring(), binding(row.ruleset), &text).is_err(), "forged: {text}");
    }
}

/// The bytes as a position that passed the seal, as if the key had leaked, and requests to it: a
/// position is refused or played, a refused request changes nothing, and what was played packs to
/// the same width.
pub fn position(bytes: &[u8]) {
    let Some((row, choices, rest)) = choose_game(bytes) else { return };
    let Some((count, rest)) = rest.split_first() else { return };
    let (picks, position) = rest.split_at(rest.len().min(usize::from(*count) % REQUESTS_MAX));
    let Some(mut packed) = play(row, &choices, position, None).map(|(packed, _)| packed) else {
        return;
    };
    assert_eq!(packed, position, "packing is not the identity");
    let requests = vocabulary(row.ruleset, listed);
    for pick in picks {
        let request = &requests[usize::from(*pick) * requests.len() / 256];
        let played = play(row, &choices, &packed, Some(request));
        let (next, refused) = played.expect("what the game packed, it unpacks");
        assert_eq!(next.len(), packed.len(), "the width changed");
        assert!(!refused || next == packed, "a refused request changed the position");
        packed = next;
    }
}

/// The bytes as a whole request: a query as it stands, or behind a position sealed with the key.
pub fn request(bytes: &[u8]) {
    let Some((kind, rest)) = bytes.split_first() else { return };
    let query = if kind % 2 == 0 { rest.to_vec() } else { sealed_query(rest) };
    let response = ask(query);
    assert_ne!(response.status, Status::InternalServerError);
    assert!(response.body.ends_with('\n') && response.body.len() < 1 << 20);
}

fn choose_game(bytes: &[u8]) -> Option<(&'static Row, Choices, &[u8])> {
    let (head, rest) = bytes.split_first_chunk::<2>()?;
    let row = &GAMES[usize::from(head[0]) % GAMES.len()];
    let all = Choices::all(row.ruleset);
    let choices = all.get(usize::from(head[1]) % all.len())?.clone();
    Some((row, choices, rest))
}

/// The position after a request, packed, and whether the request was refused.
fn play(
    row: &Row,
    choices: &Choices,
    packed: &[u8],
    request: Option<&Request>,
) -> Option<(Vec<u8>, bool)> {
    let mut packer = Packer::new();
    let step = (row.play)(choices, Unpacker::new(packed), request, &mut packer).ok()?;
    Some((packer.finish(), step.fault.is_some()))
}

/// A link whose position is some of the bytes, and whose request the rest.
fn sealed_query(bytes: &[u8]) -> Vec<u8> {
    let Some((head, rest)) = bytes.split_first_chunk::<2>() else { return Vec::new() };
    let ruleset = GAMES[usize::from(head[0]) % GAMES.len()].ruleset;
    let (position, request) = rest.split_at(rest.len().min(usize::from(head[1])));
    let token = seal::seal(&ring(), binding(ruleset), &[7; seal::NONCE_BYTES], position);
    let mut query = format!("s={token}&g={}&", ruleset.key).into_bytes();
    query.extend_from_slice(request);
    query
}
