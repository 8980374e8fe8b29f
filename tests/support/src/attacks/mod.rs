//! Attacks with hostile bytes, for the fuzzer and for the test that replays its inputs. Each
//! function takes any bytes, and panics only if the program breaks a promise.
//!
//! The program's work goes through a [`Watch`], with which the fuzzer measures it.

mod games;
mod page;
mod watch;

pub mod forgery;

pub use watch::{Watch, unwatched};

use crate::friends::percent_encoded;
use crate::reader::Page;
use crate::services::{browse, ring};
use crate::vocabulary::{listed, vocabulary};
use forgery::Forgery;
use parlour::deal::{Deal, DealId};
use parlour::game::any::{AnyGame, Asker};
use parlour::game::audit::covering;
use parlour::game::chance::Chance;
use parlour::game::options::Choices;
use parlour::game::seat::Viewer;
use parlour::games::GAMES;
use parlour::games::PARLOUR;
use parlour::gateway::http::{Response, Status};
use parlour::query::{QUERY_BYTES_MAX, Query};
use parlour::respond::binding;
use parlour::seal::{self, Key, KeyRing, Purpose};
use watch::watched;

/// Requests that are put to one position, one after the other.
const REQUESTS_MAX: usize = 24;
/// The page of one request in this many is looked at, because that takes longer than playing it.
const LOOK_EVERY: u8 = 4;
/// Links that are followed from one page to the next.
const LINKS_MAX: usize = 4;
/// The one link that is there to be refused: on the page that takes a link apart.
const FLIPPED: &str = "one letter changed";
/// The bytes as a query string. If a link can be made of its request, the link reads as the same
/// request.
pub fn query(watch: Watch, bytes: &[u8]) {
    let Ok(query) = watched(watch, || Query::parse(bytes, &PARLOUR)) else { return };
    let pair = |(name, value): &(String, String)| format!("{name}={}", percent_encoded(value));
    let pairs = query.rest.iter().map(pair);
    let again = pairs.collect::<Vec<_>>().join("&");
    // A percent sign in a value may have been encoded once more, so it reads as another character.
    if again.len() <= QUERY_BYTES_MAX && !again.contains("%25") {
        assert_eq!(
            Query::parse(again.as_bytes(), &PARLOUR).expect("its own link").rest,
            query.rest,
            "{again}"
        );
    }
}

/// The bytes as a token, and laid over a true one: none opens but the true one itself.
pub fn token(watch: Watch, bytes: &[u8]) {
    let keys = [1, 2, 3].map(|number| Key::from_bytes([number; 32]));
    let [first, second, retired] = keys;
    let ring = KeyRing::new(first, vec![second.clone()], vec![retired]);
    let opens = |text: &str| {
        let open = |game: &AnyGame| {
            seal::open(&ring, binding(game.ruleset, Purpose::Position), text).is_ok()
        };
        watched(watch, || GAMES.iter().filter(|game| open(game)).count())
    };
    let text = String::from_utf8_lossy(bytes);
    assert_eq!(opens(&text), 0, "forged: {text}");
    let Some((head, rest)) = bytes.split_first_chunk::<2>() else { return };
    let nonce = [head[0]; seal::NONCE_BYTES];
    let bound_to = binding(games::chosen_by(head[0]).ruleset, Purpose::Position);
    let truth = seal::seal(&KeyRing::of(second), bound_to, &nonce, b"a position");
    let mut changed = truth.clone().into_bytes();
    let start = usize::from(head[1]) % changed.len();
    let end = changed.len().min(start + rest.len());
    changed.splice(start..end, rest.iter().copied());
    let changed = String::from_utf8_lossy(&changed);
    assert_eq!(opens(&changed), usize::from(changed == truth), "changed: {changed}");
}

/// The bytes as a position that passed the seal, as if the key had leaked, or laid over one that
/// was dealt; and requests to it. Returns the game whose position opened.
pub fn position(watch: Watch, bytes: &[u8]) -> Option<&'static str> {
    let (head, rest) = bytes.split_first_chunk::<4>()?;
    let game = games::chosen_by(head[0]);
    let all = covering(game.ruleset.options);
    let choices = &all[usize::from(head[1]) % all.len()];
    let (picks, rest) = rest.split_at(rest.len().min(usize::from(head[3]) % REQUESTS_MAX));
    let packed = match head[2] {
        0 => rest.to_vec(),
        deal => changed_deal(game, choices, deal.into(), rest),
    };
    let chance = Chance::from_seed([head[3]; 32]);
    let mut forgery = Forgery::open(watch, game, choices, packed, chance)?;
    let words = vocabulary(game.ruleset, listed);
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
    Some(game.ruleset.key)
}

/// A deal with the bytes laid over it; zeros change nothing.
fn changed_deal(game: &AnyGame, choices: &Choices, deal: u64, bytes: &[u8]) -> Vec<u8> {
    let mut chance = Deal::of(DealId::Code(deal)).chance(game.ruleset.key, b"");
    let dealt = (game.deal)(choices, &mut chance, Asker::nameless(Viewer::Seat(0)));
    let mut packed = dealt.packed();
    packed.iter_mut().zip(bytes).for_each(|(byte, change)| *byte ^= change);
    packed
}

/// The bytes as a whole request: a query as it is, or behind a position sealed with the key; and
/// links of the page that it leads to. Returns the game whose sealed position opened.
pub fn request(watch: Watch, bytes: &[u8]) -> Option<&'static str> {
    let (kind, rest) = bytes.split_first()?;
    let (game, query) = match kind % 2 {
        0 => (None, rest.to_vec()),
        _ => sealed_query(rest)?,
    };
    let mut response = answer(watch, &query);
    let believed = game.filter(|_| response.status == Status::Ok);
    let picks = rest.iter().rev().take(usize::from(kind / 2) % (LINKS_MAX + 1));
    for pick in picks {
        if response.status != Status::Ok || !response.content_type.contains("html") {
            break;
        }
        let links = Page { html: response.body }.links();
        let link = &links[usize::from(*pick) * links.len() / 256];
        if link.label == FLIPPED {
            break;
        }
        response = answer(watch, link.query().as_bytes());
        let is_page = matches!(response.status, Status::Ok | Status::SeeOther);
        // The rules lead back to the position without a look into it, and a made-up one may be none.
        let tokens = |query: &[u8]| {
            Query::parse(query, &PARLOUR).map(|query| query.tokens).unwrap_or_default()
        };
        let own = tokens(link.query().as_bytes());
        let leads_back = tokens(&query).iter().any(|token| own.contains(token));
        assert!(is_page || leads_back, "{}: {:?}", link.href, response.status);
    }
    believed
}

/// Deals with the largest boards, in an order that inputs rely on.
const BOARDS: [&str; 12] = [
    "g=mines&size=16x16",
    "g=maze&size=12x9&kind=full",
    "g=maze&size=12x9&kind=way",
    "g=noughts&size=9x9",
    "g=noughts",
    "g=tictactoe",
    "g=concentration&size=8x8",
    "g=nim&heaps=34567",
    "g=mastermind&code=yours",
    "g=mastermind&code=evasive",
    "g=rps",
    "g=eights",
];
/// The formats in which a move may be typed.
const TYPED_IN: [&str; 3] = ["", "&as=json", "&as=text"];

/// The bytes as texts that are typed as moves, one after the other, from a true position on.
pub fn typed(watch: Watch, bytes: &[u8]) {
    let Some((head, texts)) = bytes.split_first_chunk::<2>() else { return };
    let board = BOARDS[usize::from(head[0]) % BOARDS.len()];
    let format = TYPED_IN[usize::from(head[1]) % TYPED_IN.len()];
    let mut page = answer(watch, format!("{board}&seed={}&as=json", head[1] / 3).as_bytes());
    for text in texts.split(|byte| *byte == b'\n').take(LINKS_MAX) {
        let told: serde_json::Value = serde_json::from_str(&page.body).unwrap_or_default();
        let Some(link) = told["ask"]["link"].as_str() else { return };
        let position = link.trim_start_matches('?').replace("&as=json", "");
        let text: String = text.iter().map(|byte| format!("%{byte:02X}")).collect();
        answer(watch, format!("{position}{format}&move={text}").as_bytes());
        page = answer(watch, format!("{position}&as=json&move={text}").as_bytes());
    }
}

/// The response to a query, which is always a whole page.
fn answer(watch: Watch, query: &[u8]) -> Response {
    let response = watched(watch, || browse(query));
    assert_ne!(response.status, Status::InternalServerError);
    assert!(response.body.len() < 1 << 20);
    page::check(response.content_type, &response.body);
    response
}

/// A link whose position is some of the bytes, and whose request is the rest. Also its game.
fn sealed_query(bytes: &[u8]) -> Option<(Option<&'static str>, Vec<u8>)> {
    let (head, rest) = bytes.split_first_chunk::<2>()?;
    let ruleset = games::chosen_by(head[0]).ruleset;
    let (position, request) = rest.split_at(rest.len().min(usize::from(head[1])));
    let token =
        seal::seal(&ring(), binding(ruleset, Purpose::Position), &[7; seal::NONCE_BYTES], position);
    let mut query = format!("s={token}&g={}&", ruleset.key).into_bytes();
    query.extend_from_slice(request);
    Some((Some(ruleset.key), query))
}
