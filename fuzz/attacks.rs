//! What is done with hostile bytes, for the fuzzer and for the test that replays what it found:
//! each function takes any bytes, and panics only if the program breaks a promise.

use parlour::cgi::{Method, Request, Status};
use parlour::date::Day;
use parlour::game::{Argument, ArgumentKind, Choices, Request as GameRequest, Row, Ruleset};
use parlour::games::GAMES;
use parlour::keys::{Key, KeyRing};
use parlour::pack::{Packer, Unpacker};
use parlour::parlour::{House, respond};
use parlour::query::Query;
use parlour::seal::{self, Binding};

/// Requests that are put to one position, one after the other.
const REQUESTS_MAX: usize = 24;

fn ring() -> KeyRing {
    KeyRing::of(Key::from_bytes([42; 32]))
}

fn binding(ruleset: &Ruleset) -> Binding<'_> {
    Binding { purpose: "pos", game: ruleset.key, ruleset_version: ruleset.version }
}

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
    let requests = vocabulary(row.ruleset);
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
    let keys = ring();
    let house = House {
        keys: Some(&keys),
        preview: false,
        entropy: &|bytes| {
            bytes.fill(7);
            true
        },
        today: &|| Day::parse("2026-11-21"),
    };
    let response = respond(&house, &Request { method: Method::Get, query, has_path: false });
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
    request: Option<&GameRequest>,
) -> Option<(Vec<u8>, bool)> {
    let mut packer = Packer::new();
    let step = (row.play)(choices, Unpacker::new(packed), request, &mut packer).ok()?;
    Some((packer.finish(), step.fault.is_some()))
}

/// Every request with arguments of its kind.
fn vocabulary(ruleset: &Ruleset) -> Vec<GameRequest> {
    let arguments = |kind: &ArgumentKind| -> Vec<Argument> {
        match kind {
            ArgumentKind::Number { from, to } => (*from..=*to).map(Argument::Number).collect(),
            ArgumentKind::Word(words) => {
                words.iter().map(|word| Argument::Word((*word).to_owned())).collect()
            }
        }
    };
    let mut requests = Vec::new();
    for spec in ruleset.requests {
        let mut made = vec![GameRequest::plain(spec.name)];
        for argument in spec.arguments {
            let longer = |request: &GameRequest| -> Vec<GameRequest> {
                let with = |value: Argument| {
                    let mut request = request.clone();
                    request.arguments.push(value);
                    request
                };
                arguments(&argument.kind).into_iter().map(with).collect()
            };
            made = made.iter().flat_map(longer).collect();
        }
        requests.extend(made);
    }
    requests
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
