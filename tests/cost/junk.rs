//! Sums: the dearest page of every game, with junk around its link, with a day, or with typed nonsense.

use crate::long_chess::LongGame;
use crate::program::{Program, requests_in};
use crate::walks::Ask;
use crate::{INSTRUCTIONS_OF_A_SEARCH_MAX, hold, typed};
use parlour::game::any::AnyGame;
use parlour::game::chance::Chance;
use parlour::games::{GAMES, find};
use parlour::seal::KeyRing;
use support::click::KEY;
use support::friends::{self, Friends};
use support::junk;
use support::repository::is_full;

/// Deals with the requests that follow. The last is among the dearest of its game.
const DEAREST: [(&str, &[&str]); 11] = [
    ("g=noughts&level=perfect&size=5x5&first=computer", &["why"]),
    ("g=noughts&level=perfect&size=5x5&rule=misere", &["mark=16", "mark=17", "why"]),
    ("g=noughts&level=perfect&size=5x5", &["mark=1", "why"]),
    ("g=chess&level=9&seed=a", &["play=e2e4"]),
    ("g=maze&kind=wrap-walls&size=12x9&level=hard&seed=a", &["solve"]),
    ("g=mines&size=16x16-51&seed=s849469", &["open=84", "hint"]),
    ("g=mines&size=16x16-51&seed=s813486", &["open=132", "open=224"]),
    ("g=eights&level=counting&lead=lot&players=2&aces=reverse&day=2021-03-17", &[]),
    ("g=eights&level=counting&players=5&queens=skip&draw=one&seed=a", &["hint"]),
    ("g=mastermind&code=yours", &["why"]),
    ("g=concentration&size=8x8&seed=a", &["turn=1"]),
];

/// The share of reading, opening and understanding, in instructions.
const READING_MAX: u64 = 3_000_000;
/// The page of a league has no other work, and asks of each token if it is a game or a league.
const READING_OF_A_LEAGUE_MAX: u64 = 5_000_000;

/// The number of requests that are made up.
const SUMS: u64 = 1_000;
const SUMS_IN_FULL: u64 = 40_000;
/// The most moves before one of them.
const MOVES_MAX: usize = 8;

/// Dearest pages with junk of every kind.
pub fn around_links(program: &Program) {
    let most = |queries| program.most_instructions(queries);
    for (deal, requests) in DEAREST {
        let query = program.last_of(&program.first_page(deal), requests);
        // The text of a league beside a deal makes it the page of a league.
        let is_deal = !query.starts_with("s=");
        let reading = if is_deal { READING_OF_A_LEAGUE_MAX } else { READING_MAX };
        hold_with_junk(&most, &format!("{deal} {}", requests.join(" ")), &query, reading);
    }
    hold_with_junk(&most, "a league", "league", READING_OF_A_LEAGUE_MAX);
    let mut game = LongGame::start();
    game.play_to(120);
    let query = format!("{}&play={}", game.query_against_computer(), game.last_move());
    let most = |queries| program.most_instructions_under_key(queries);
    hold_with_junk(&most, "long chess", &query, READING_MAX);
}

/// `most` counts the most instructions of any of some requests.
fn hold_with_junk(most: &dyn Fn(Vec<String>) -> u64, about: &str, query: &str, reading: u64) {
    let alone = most(vec![query.to_owned()]);
    let with_junk = junk::around(query).iter().map(|junk| junk.around(query)).collect();
    let max = INSTRUCTIONS_OF_A_SEARCH_MAX.min(alone + reading);
    hold(&format!("instructions of {about} with junk"), most(with_junk), max);
    let other_day = most(vec![format!("{query}&day=2026-11-27")]);
    hold(&format!("instructions of {about} with a day"), other_day, INSTRUCTIONS_OF_A_SEARCH_MAX);
}

/// Typed nonsense on the pages that have the dearest requests.
pub fn in_typed_texts(program: &Program) {
    for (deal, requests) in DEAREST {
        let before = requests.split_last().map_or(requests, |(_, before)| before);
        let query = program.last_of(&program.first_page(deal), before);
        let texts = typed::texts("Choose");
        let position = program.sealed_in(&query);
        let queries = texts.iter().map(|text| typed::query(&position, text));
        let what = format!("instructions of a text typed at {deal} {}", before.join(" "));
        hold(&what, program.most_instructions(queries), INSTRUCTIONS_OF_A_SEARCH_MAX);
    }
}

/// Requests from walks through all games with options at random, with junk, a day or typed nonsense, under
/// a published key. With `PARLOUR_FULL=1` it makes up more of them.
pub fn any_sum(program: &Program) {
    let ask = Ask::new();
    let sums = if is_full() { SUMS_IN_FULL } else { SUMS };
    let timed = (0..sums).map(|number| {
        let mut chance = Chance::from_seed(seed(number));
        let asked = match chance.index(4) {
            0 => asked_at_a_table(number, &mut chance),
            _ => asked_alone(&ask, &mut chance),
        };
        let query = with_junk(asked, &mut chance);
        (ask.time(&query).0, query)
    });
    let longest = ask.longest_of(timed.collect());
    let most = longest.map(|query| (program.instructions_under_key(&query), query)).max();
    let (most, query) = most.expect("some requests");
    println!("  the dearest of {sums}: {query}");
    hold("instructions of a request that is made up", most, INSTRUCTIONS_OF_A_SEARCH_MAX);
}

fn seed(number: u64) -> [u8; 32] {
    let mut seed = [68; 32];
    seed[..8].copy_from_slice(&number.to_le_bytes());
    seed
}

/// A position of a game, and a request there.
struct AskedThere {
    position: String,
    query: String,
}

/// A request from some place in a game for one.
fn asked_alone(ask: &Ask, chance: &mut Chance) -> AskedThere {
    let game = chance.pick(GAMES).expect("a game");
    let seed = chance.index(1_000_000);
    let mut query = format!("g={}&seed={seed}{}", game.ruleset.key, options(game, chance, ""));
    let mut page = ask.answer(&query);
    if let Some(location) = &page.location {
        query = location.trim_start_matches('?').split('#').next().unwrap_or_default().to_owned();
        page = ask.answer(&query);
    }
    let mut position = query.clone();
    for _ in 0..chance.index(MOVES_MAX) {
        let links: Vec<&str> = requests_in(&page.body).collect();
        let Some(link) = chance.pick(&links) else { break };
        query = format!("s={link}");
        position = query.split('&').take(2).collect::<Vec<_>>().join("&");
        page = ask.answer(&query);
    }
    AskedThere { position, query }
}

/// A request of the player on turn at a table of people and computers.
fn asked_at_a_table(number: u64, chance: &mut Chance) -> AskedThere {
    let game = chance.pick(&["eights", "eights", "rps"]).expect("a game");
    let people = if *game == "rps" { 2 } else { 2 + chance.index(4) };
    let game = find(game).expect("the game");
    let options = match game.ruleset.key {
        "eights" => {
            let players = people + chance.index(6 - people);
            format!("{}&players={players}", options(game, chance, "players"))
        }
        _ => options(game, chance, ""),
    };
    let keys = KeyRing::parse(KEY).expect("the published key");
    let host = friends::NAMES[0];
    let mut friends = Friends::open_under(keys, host, game.ruleset.key, people, &options, number);
    friends.fill(people);
    for _ in 0..chance.index(4 * MOVES_MAX) {
        friends.play_one_turn(chance);
    }
    let password = chance.pick(&friends.passwords).expect("a password");
    let position = format!("{}&c={password}", friends.bare_link().trim_start_matches('?'));
    let page = friends.page(&format!("{position}&as=json")).to_string();
    let links = page
        .split('"')
        .filter_map(|text| text.strip_prefix('?'))
        .filter(|link| link.contains("s="));
    let links: Vec<String> = links.map(|link| link.replace("&as=json", "")).collect();
    let query = chance.pick(&links).unwrap_or(&position).clone();
    AskedThere { position, query }
}

/// Values of some options but this one, as pairs of a query.
fn options(game: &AnyGame, chance: &mut Chance, left_out: &str) -> String {
    let mut text = String::new();
    for option in game.ruleset.options {
        let values: Vec<_> = option.values().collect();
        let value = chance.pick(&values).expect("a value").value;
        if chance.index(2) == 0 && option.name() != left_out {
            text.push_str(&format!("&{}={value}", option.name()));
        }
    }
    text
}

/// The request or another one there, with a day, typed nonsense, or junk.
fn with_junk(AskedThere { position, query }: AskedThere, chance: &mut Chance) -> String {
    let asked = match chance.index(4) {
        0 => return format!("{query}&day=2026-11-27"),
        1 => {
            let texts = typed::texts("Choose");
            let text = chance.pick(&texts).expect("a text");
            let text: String = text.chars().take(100).collect();
            typed::query(&position, &text)
        }
        _ => query,
    };
    chance.pick(&junk::around(&asked)).expect("a kind of junk").around(&asked)
}
