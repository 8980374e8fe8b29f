//! The pages for programs. A player who knows only these pages plays every game to its end, and the
//! ruleset lists every fault and message of play. (`cargo test --test looks schema` compares the
//! pages with their description, static/parlour.schema.json.)

use crate::follow::opened;
use parlour::game::audit::covering;
use parlour::game::chance::Chance;
use parlour::game::options::Choices;
use parlour::game::request::PLATFORM_FAULTS;
use parlour::game::sample;
use parlour::games::GAMES;
use parlour::gateway::http::Method;
use parlour::links as to;
use parlour::seal::{SHORTEST_TOKEN_CHARS, is_token_start};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use support::services::{Randomness, ask, ask_as, ask_with, ring};
use support::stranger::{self, LINKS_TO_PROBLEMS, list, text};

/// The moves of each game that are made twice.
const MOVES_REPEATED: usize = 25;

/// The deals of each game at which every request is tried, each alone and for two, and the moves of each.
const DEALS_TRIED: usize = 3;
const MOVES_TRIED: usize = 12;

/// The page behind a link.
fn open(link: &str) -> Value {
    let query = link.strip_prefix('?').expect("a link is a query");
    let response = ask(query);
    assert_eq!(response.content_type, "application/json");
    let page: Value = serde_json::from_str(&response.body)
        .unwrap_or_else(|error| panic!("{link}: {error}: {}", response.body));
    assert_eq!((page["parlour"].as_u64(), page["preview"].as_bool()), (Some(1), Some(false)));
    page
}

#[test]
fn a_stranger_plays_every_game_to_its_end() {
    stranger::play_every_game(&mut open);
}

/// A request is said to end the game if it does so at every position, and no other request is.
#[test]
fn what_ends_a_game_is_told_beforehand() {
    let mut chance = Chance::from_seed([3; 32]);
    for game in GAMES {
        let ruleset = game.ruleset;
        let mut ended = BTreeMap::new();
        let mut deals = covering(ruleset.options);
        chance.shuffle(&mut deals);
        for choices in deals.into_iter().take(DEALS_TRIED) {
            for people in 1..=2 {
                let choices = choices.clone().with_people(people);
                if people <= ruleset.people.1 && !ruleset.is_closed(&choices) {
                    try_requests(
                        to::deal(ruleset, &choices, None).as_str(),
                        &mut chance,
                        &mut ended,
                    );
                }
            }
        }
        for ((name, told), ended) in ended {
            let ends = ended.iter().all(|is_over| *is_over);
            assert_eq!(told, ends, "{}: {name} ended {ended:?}", ruleset.key);
        }
    }
}

/// Notes for a request of each name at each position of a game, played at random, whether it is said to end
/// the game, and whether it does.
fn try_requests(deal: &str, chance: &mut Chance, ended: &mut BTreeMap<(String, bool), Vec<bool>>) {
    let mut page = open(&format!("{deal}&as=json"));
    for _ in 0..MOVES_TRIED {
        let mut requests = list(&page, "/requests").to_vec();
        requests.retain(|request| request["read_only"] == false);
        chance.shuffle(&mut requests);
        let mut names = BTreeSet::new();
        requests.retain(|request| names.insert(text(request, "/name").to_owned()));
        let mut next = None;
        for request in &requests {
            let after = opened(open(text(request, "/link")));
            let is_over = !after["ranking"].is_null();
            let told = request["ends"].as_bool().expect("a truth value");
            ended.entry((text(request, "/name").to_owned(), told)).or_default().push(is_over);
            next = next.or(Some(after).filter(|_| !is_over));
        }
        match next {
            Some(next) => page = next,
            None => return,
        }
    }
}

#[test]
fn every_kind_of_page_is_there_for_programs() {
    for link in stranger::links_to_every_kind() {
        assert_ne!(open(&link)["page"], "problem", "{link}");
    }
    assert_eq!(list(&open("?as=json"), "/games").len(), GAMES.len());
    for game in GAMES {
        let ruleset = &open(&format!("?g={}&rules&as=json", game.ruleset.key))["ruleset"];
        let (least, most) = game.ruleset.people;
        assert_eq!(ruleset["uri"], game.ruleset.uri);
        assert_eq!(ruleset["people"], Value::from(vec![least, most]));
        // A name that no other ruleset has: where it is from, and what.
        let is_uri = text(ruleset, "/uri").split_once(":").is_some_and(|(scheme, rest)| {
            scheme.bytes().all(|c| c.is_ascii_lowercase()) && rest.is_ascii() && !rest.contains(' ')
        });
        assert!(is_uri, "{ruleset}");
    }
    for (link, status, name) in LINKS_TO_PROBLEMS {
        let page = open(link);
        let told = (&page["page"], page["status"].as_u64(), &page["problem"]);
        assert_eq!(told, (&"problem".into(), Some(status.into()), &name.into()), "{link}");
    }
    for method in [Method::Other, Method::Get] {
        let problem: Value = serde_json::from_str(&ask_as(None, method, "as=json").body).unwrap();
        assert_eq!(problem["page"], "problem");
    }
    assert_eq!(ask("as=xml").status.code(), 400);
    assert_eq!(ask("as=html").content_type, "text/html; charset=utf-8");
}

#[test]
fn a_deal_tells_the_computers_first_move() {
    for deal in [
        "nim&first=computer",
        "tictactoe&first=computer",
        "noughts&first=computer",
        "chess&colour=black",
    ] {
        let page = open(&format!("?g={deal}&as=json"));
        let sentence = text(&page, "/messages/0/sentence");
        assert!(sentence.starts_with("The computer "), "{deal}: {sentence}");
        assert!(text(&page, "/status").starts_with(sentence), "{deal}: {}", page["status"]);
    }
}

/// A program that applies messages counts nothing twice.
#[test]
fn a_refusal_tells_nothing_again() {
    let page = open("?g=mastermind&code=yours&as=json");
    assert_eq!(text(&page, "/messages/0/sentence"), "The computer guessed AABB.");
    let position = text(&page, "/links/position");
    for (request, fault) in [("turn=1", 603), ("answer=1", 604), ("answer=3,1", 903)] {
        let refused = open(&format!("{position}&{request}"));
        assert_eq!(refused["fault"]["code"], fault);
        assert!(list(&refused, "/messages").is_empty(), "{refused}");
    }
}

/// The ruleset is complete: it lists every fault and message of play.
#[test]
fn every_fault_and_message_of_play_is_listed() {
    for game in sample::one_in(5, GAMES) {
        let rules = open(&format!("?g={}&rules&as=json", game.ruleset.key));
        let listed = |name: &str, key: &str| -> Vec<Value> {
            let items = list(&rules, &format!("/ruleset/{name}")).iter();
            items.map(|item| item[key].clone()).collect()
        };
        let (names, mut codes) = (listed("messages", "name"), listed("faults", "code"));
        let platform_codes = listed("platform_faults", "code");
        let expected = PLATFORM_FAULTS.map(|fault| Value::from(fault.code));
        assert_eq!(platform_codes, expected, "{}", game.ruleset.key);
        codes.extend(platform_codes);
        let mut faults = 0;
        stranger::play_wrongly(&mut open, game.ruleset, &mut |page| {
            if let Some(code) = page.pointer("/fault/code") {
                assert!(codes.contains(code), "fault {code}: {page:#}");
                faults += 1;
            }
            for message in list(page, "/messages") {
                assert!(names.contains(&message["name"]), "{message}");
            }
        });
        assert!(faults > 0, "{}: nothing was refused", game.ruleset.key);
    }
}

#[test]
fn options_are_told_as_chosen() {
    for game in GAMES {
        let (key, options) = (game.ruleset.key, game.ruleset.options);
        for option in options {
            for value in option.values() {
                let (name, value) = (option.name(), value.value);
                let link = format!("?g={key}&seed=x&{name}={value}&as=json");
                assert_eq!(open(&link)["options"][name], value, "{link}");
            }
        }
        let page = open(&format!("?g={key}&seed=x&as=json"));
        for (option, value, _) in Choices::defaults(options).chosen() {
            assert_eq!(page["options"][option.name()], value.value);
        }
    }
}

/// A page without its tokens, which are sealed anew each time.
fn unsealed(page: &str) -> String {
    let is_of_token = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
    let is_token = |word: &str| word.len() >= SHORTEST_TOKEN_CHARS && is_token_start(word);
    let words = page.split_inclusive(|c| !is_of_token(c));
    words.map(|word| if is_token(word) { "TOKEN" } else { word }).collect()
}

/// Chance is settled at the deal, so a player who goes back and plays again draws nothing else.
#[test]
fn a_link_opened_again_draws_nothing_anew() {
    let (keys, mut draws) = (ring(), 0);
    let mut draw = |query: &str| {
        draws += 1;
        ask_with(&Randomness::from(draws), Some(&keys), Method::Get, query).body
    };
    for game in GAMES {
        let mut page = draw(&format!("g={}&as=json", game.ruleset.key));
        for step in 0..MOVES_REPEATED {
            let told: Value = serde_json::from_str(&page).expect("a page");
            let requests = list(&told, "/requests").iter();
            let links: Vec<&str> = requests.map(|request| text(request, "/link")).collect();
            let Some(link) = links.get(7 * step % links.len().max(1)) else { break };
            page = draw(&link[1..]);
            assert_eq!(unsealed(&page), unsealed(&draw(&link[1..])), "{link}");
        }
    }
}

/// A browser asks so before a program on another site sends headers of its own.
#[test]
fn programs_on_other_sites_may_send_own_headers() {
    let response = ask_as(Some(&ring()), Method::Options, "g=nim&as=json");
    assert_eq!((response.status.code(), response.length()), (204, None));
    let headers: Vec<_> = response.headers().collect();
    assert!(headers.contains(&("Access-Control-Allow-Headers", "*")), "{headers:?}");
    assert!(headers.contains(&("Access-Control-Allow-Origin", "*")), "{headers:?}");
    assert!(headers.iter().all(|(_, value)| !value.is_empty()), "{headers:?}");
}
