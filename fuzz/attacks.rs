//! What is done with hostile bytes, for the fuzzer and for the test that replays what it found:
//! each function takes any bytes, and panics only if the program breaks a promise.
//!
//! Whoever uses this file has a module `watch` beside it, which the program's work goes through.

#[path = "forgery.rs"]
pub mod forgery;
#[path = "../tests/house/mod.rs"]
mod house;
#[path = "../tests/reader/mod.rs"]
#[allow(dead_code)]
mod reader;
#[path = "../tests/vocabulary/mod.rs"]
pub mod vocabulary;

use super::watch::watched;
use forgery::Forgery;
use house::ask;
use parlour::clients::json;
use parlour::game::chance::{Chance, DealId};
use parlour::game::contract::{Choices, Request, Row};
use parlour::game::pack::Packer;
use parlour::games::GAMES;
use parlour::gateway::http::{Response, Status};
use parlour::query::{QUERY_BYTES_MAX, Query};
use parlour::respond::binding;
use parlour::seal;
use parlour::seal::keys::{Key, KeyRing};
use reader::{Page, markup};
use vocabulary::{listed, vocabulary};

/// Requests that are put to one position, one after the other.
const REQUESTS_MAX: usize = 24;
/// Of so many requests, one whose page is looked at: that takes longer than to play it.
const LOOK_EVERY: u8 = 4;
/// Links that are followed from one page to the next.
const LINKS_MAX: usize = 4;

/// The bytes as a query string: what stands in one is read again from a link that says it.
pub fn query(bytes: &[u8]) {
    let Ok(query) = watched(|| Query::parse(bytes)) else { return };
    for (_, value) in query.rest {
        let link = json::LINKS.position(GAMES[0].ruleset, "token");
        let link = link.request(&Request::worded("say", value.clone()));
        let said = link.trim_start_matches('?').as_bytes();
        if said.len() <= QUERY_BYTES_MAX {
            let read = Query::parse(said).expect("its own link");
            assert_eq!(read.rest, [("say".to_owned(), value)], "{link}");
        }
    }
}

/// The bytes as a token, and laid over a true one: none opens but the true one itself.
pub fn token(bytes: &[u8]) {
    let keys = [1, 2, 3].map(|number| Key::from_bytes([number; 32]));
    let [first, second, retired] = keys;
    let ring = KeyRing::new(first, vec![second.clone()], vec![retired]);
    let opens = |text: &str| {
        let open = |row: &Row| seal::open(&ring, binding(row.ruleset), text).is_ok();
        watched(|| GAMES.iter().filter(|row| open(row)).count())
    };
    let text = String::from_utf8_lossy(bytes);
    assert_eq!(opens(&text), 0, "forged: {text}");
    let Some((head, rest)) = bytes.split_first_chunk::<2>() else { return };
    let row = &GAMES[usize::from(head[0]) % GAMES.len()];
    let nonce = [head[0]; seal::NONCE_BYTES];
    let truth = seal::seal(&KeyRing::of(second), binding(row.ruleset), &nonce, b"a position");
    let mut changed = truth.clone().into_bytes();
    let start = usize::from(head[1]) % changed.len();
    let end = changed.len().min(start + rest.len());
    changed.splice(start..end, rest.iter().copied());
    let changed = String::from_utf8_lossy(&changed);
    assert_eq!(opens(&changed), usize::from(changed == truth), "changed: {changed}");
}

/// The bytes as a position that passed the seal, as if the key had leaked, or laid over one that
/// was dealt; and requests to it.
pub fn position(bytes: &[u8]) {
    let Some((head, rest)) = bytes.split_first_chunk::<4>() else { return };
    let row = &GAMES[usize::from(head[0]) % GAMES.len()];
    let all = Choices::all(row.ruleset);
    let choices = &all[usize::from(head[1]) % all.len()];
    let (picks, rest) = rest.split_at(rest.len().min(usize::from(head[3]) % REQUESTS_MAX));
    let packed = match head[2] {
        0 => rest.to_vec(),
        deal => changed_deal(row, choices, deal.into(), rest),
    };
    let chance = Chance::from_seed([head[3]; 32]);
    let Some(mut forgery) = Forgery::open(row, choices, packed, chance) else { return };
    let words = vocabulary(row.ruleset, listed);
    for pick in picks {
        let offers = forgery.offers();
        let list = if *pick < 128 && !offers.is_empty() { &offers } else { &words };
        let request = &list[usize::from(*pick) % 128 * list.len() / 128];
        forgery.ask(request);
        if pick % LOOK_EVERY == 0 {
            forgery.look(Some(request));
        }
    }
    forgery.look(None);
}

/// A deal with the bytes laid over it; zeros change nothing.
fn changed_deal(row: &Row, choices: &Choices, deal: u64, bytes: &[u8]) -> Vec<u8> {
    let mut packer = Packer::new();
    (row.deal)(choices, &mut DealId::Code(deal).chance(row.ruleset.key, b""), &mut packer);
    let mut packed = packer.finish();
    packed.iter_mut().zip(bytes).for_each(|(byte, change)| *byte ^= change);
    packed
}

/// The bytes as a whole request: a query as it stands, or behind a position sealed with the key;
/// and links of the page that it leads to.
pub fn request(bytes: &[u8]) {
    let Some((kind, rest)) = bytes.split_first() else { return };
    let query = if kind % 2 == 0 { rest.to_vec() } else { sealed_query(rest) };
    let mut response = answer(&query);
    let picks = rest.iter().rev().take(usize::from(kind / 2) % (LINKS_MAX + 1));
    for pick in picks {
        if response.status != Status::Ok || response.content_type.contains("json") {
            return;
        }
        let links = Page { html: response.body }.links();
        let link = &links[usize::from(*pick) * links.len() / 256];
        response = answer(link.query().as_bytes());
        assert_eq!(response.status, Status::Ok, "{}", link.href);
    }
}

/// The response to a query, which is a whole page whatever was asked.
fn answer(query: &[u8]) -> Response {
    let response = watched(|| ask(query));
    assert_ne!(response.status, Status::InternalServerError);
    assert!(response.body.len() < 1 << 20);
    check(response.content_type, &response.body);
    response
}

/// Holds that a page is well formed.
fn check(content_type: &str, page: &str) {
    let fault = match content_type {
        "text/html; charset=utf-8" => markup::check(page).err(),
        _ => serde_json::from_str::<serde_json::Value>(page)
            .err()
            .map(|error| error.to_string())
            .or((!page.ends_with('\n')).then(|| "it has no line end".to_owned())),
    };
    assert_eq!(fault, None, "{page}");
}

/// A link whose position is some of the bytes, and whose request the rest.
fn sealed_query(bytes: &[u8]) -> Vec<u8> {
    let Some((head, rest)) = bytes.split_first_chunk::<2>() else { return Vec::new() };
    let ruleset = GAMES[usize::from(head[0]) % GAMES.len()].ruleset;
    let (position, request) = rest.split_at(rest.len().min(usize::from(head[1])));
    let token = seal::seal(&house::ring(), binding(ruleset), &[7; seal::NONCE_BYTES], position);
    let mut query = format!("s={token}&g={}&", ruleset.key).into_bytes();
    query.extend_from_slice(request);
    query
}
