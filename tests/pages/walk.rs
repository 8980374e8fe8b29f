//! The walk through every game that keeps its moves: each format shows an earlier moment as its page was
//! then, and offers no move there.

use parlour::game::chance::Chance;
use parlour::games::GAMES;
use parlour::gateway::protocol::{Capsule, GopherServer, Protocol};
use serde_json::Value;
use std::collections::BTreeMap;
use support::reader::markup::{element, text_of};
use support::services::{ask, ask_by};
use support::stranger::{list, text};

/// Games with all kinds of boards, beside the usual options of every game.
const OTHERS: [&str; 5] = [
    "g=chess&people=2&seed=w",
    "g=chess&start=518&seed=w",
    "g=mastermind&code=evasive&seed=w",
    "g=mastermind&code=yours&seed=w",
    "g=nim&heaps=random&rule=misere&seed=w",
];
/// The most moves of a game.
const MOVES_MAX: usize = 24;

/// The formats without pictures, each with its protocol.
fn plain() -> [(&'static str, Protocol); 5] {
    let gemini = Protocol::Gemini(Capsule { name: Some("parlour".to_owned()), is_typed: false });
    [
        ("", Protocol::Http),
        ("&as=text", Protocol::Http),
        ("&as=text&words", Protocol::Http),
        ("&words", gemini),
        ("", Protocol::Gopher(GopherServer::default())),
    ]
}

fn json(query: &str) -> Value {
    let body = ask(format!("{query}&as=json")).body;
    serde_json::from_str(&body).unwrap_or_else(|error| panic!("{query}: {error}: {body}"))
}

fn moments(page: &Value) -> usize {
    page.pointer("/walk/moments").and_then(Value::as_array).map_or(0, Vec::len)
}

/// Plays a deal at random. Returns the query of its last position, and by their moment those of the first
/// positions with so many moments.
fn played(deal: &str, chance: &mut Chance) -> (String, BTreeMap<usize, String>) {
    let query = |link: &str| link.trim_start_matches('?').replace("&as=json", "");
    let position = |page: &Value| query(text(page, "/links/position"));
    let (mut page, mut positions) = (json(deal), BTreeMap::new());
    for _ in 0..MOVES_MAX {
        positions.entry(moments(&page)).or_insert_with(|| position(&page));
        // Between people, the page after a move offers nothing to the player who moved.
        page = json(&position(&page));
        let is_move = |request: &&Value| {
            let is = |name: &str| request[name] == Value::Bool(true);
            let is_bare =
                ["hint", "offer_draw", "take_out"].iter().any(|name| request["name"] == *name);
            !(is("read_only") || is("ends") || is_bare)
        };
        let moves: Vec<&Value> = list(&page, "/requests").iter().filter(is_move).collect();
        let Some(chosen) = chance.pick(&moves) else { break };
        page = json(&query(text(chosen, "/link")));
    }
    positions.entry(moments(&page)).or_insert_with(|| position(&page));
    (position(&page), positions)
}

/// The things on a picture, in words.
fn things(query: &str) -> Vec<String> {
    let picture = ask(format!("{query}&as=svg"));
    assert_eq!(picture.content_type, "image/svg+xml", "{query}");
    let words = picture.body.split_once("<desc").and_then(|(_, rest)| rest.split_once("</desc>"));
    let words = words.unwrap_or_else(|| panic!("no words: {}", picture.body)).0;
    words.split("; ").skip(1).map(str::to_owned).collect()
}

/// Walks through a game. Returns the number of moments at which a person was on turn.
fn walk_through(deal: &str) -> usize {
    let chance = &mut Chance::from_seed([95; 32]);
    let (end, positions) = played(deal, chance);
    let last = moments(&json(&end));
    for moment in 0..=last {
        if last == 0 {
            break;
        }
        let query = format!("{end}&after={moment}");
        let page = json(&query);
        let name = format!("{deal}, moment {moment} of {last}");
        assert_eq!(
            (page["walk"]["at"].as_u64(), moments(&page)),
            (Some(moment as u64), last),
            "{name}"
        );
        let is_question = |request: &Value| request["read_only"] == Value::Bool(true);
        assert!(list(&page, "/requests").iter().all(is_question), "{name} has moves");
        let title = text_of(element(&ask(&query).body, "title").expect("a title"));
        let tells_end = ["has won", "have won", "A draw"].iter().any(|end| title.contains(end));
        assert!(!tells_end || page["ranking"].is_array(), "{name}: {title}");
        let labels: Vec<&str> =
            list(&page, "/walk/moments").iter().map(|one| text(one, "/label")).collect();
        for (format, protocol) in plain() {
            let shown = ask_by(protocol, format!("{query}{format}"));
            assert_eq!(shown.status.code(), 200, "{name}: {format}");
            // A format breaks lines and escapes characters.
            let plain = |text: &str| -> String {
                text.replace("&#38;", "&").chars().filter(|c| c.is_ascii_alphanumeric()).collect()
            };
            let told = plain(&shown.body);
            let is_told = |label: &&str| told.contains(&plain(label));
            assert!(labels.iter().all(is_told), "{name}: {format}: {}", shown.body);
            let ways = [moment.checked_sub(1), (moment < last).then_some(moment + 1)];
            for way in ways.into_iter().flatten() {
                let way = plain(&format!("after={way}"));
                assert!(
                    told.contains(&way),
                    "{name}: {format} has no way to {way}: {}",
                    shown.body
                );
            }
        }
        let Some(then) = positions.get(&moment) else { continue };
        // The records, such as the position of chess in FEN, and the picture are those of that page.
        let page_then = json(then);
        assert_eq!(page["records"], page_then["records"], "{name}");
        let (now, then) = (things(&query), things(then));
        assert!(!now.is_empty() && now.iter().all(|thing| then.contains(thing)), "{name}: {now:?}");
    }
    if last == 0 { 0 } else { positions.len() }
}

#[test]
fn every_format_shows_a_moment_as_it_was() {
    let usual = GAMES.iter().map(|game| format!("g={}&seed=w", game.ruleset.key));
    let mut walked = 0;
    for deal in usual.chain(OTHERS.map(str::to_owned)) {
        walked += usize::from(walk_through(&deal) > 2);
    }
    assert!(walked >= 11, "only {walked} games have moments");
}

#[test]
fn a_game_of_one_move_says_so() {
    let dealt = json("g=chess&people=2&as=json");
    let moved = json(&format!("{}&move=e4", text(&dealt, "/links/position")));
    let page = json(&format!("{}&after=9", text(&moved, "/links/position")));
    assert_eq!(page["fault"]["sentence"], "The game has 1 move: there is no moment 9.");
}

#[test]
fn why_at_a_moment_is_why_at_that_turn() {
    let knights = ["Nf3", "Nf6", "Ng1", "Ng8", "Nc3", "Nc6", "Nb1", "Nb8"];
    let query = |page: &Value| text(page, "/links/position").trim_start_matches('?').to_owned();
    let mut page = json("g=chess&colour=white&seed=long");
    let mut moves = knights.iter().cycle();
    for _ in 0..400 {
        let next = json(&format!("{}&move={}", query(&page), moves.next().expect("a cycle")));
        if next["fault"].is_null() {
            page = next;
        }
        if moments(&page) > 12 || !page["ranking"].is_null() {
            break;
        }
    }
    let end = query(&page);
    assert!(moments(&page) > 4, "a short game");
    for moment in 1..=moments(&page) {
        // The answer is that of a link to the moment, if the person is on turn there.
        let answered = json(&format!("{end}&after={moment}&why"));
        if moment == 1 {
            assert!(!answered["fault"].is_null(), "{answered}");
            continue;
        }
        let then = json(&format!("{end}&after={moment}&play_on"));
        if then["fault"].is_null() {
            let then = json(&format!("{}&why", query(&then)));
            assert_eq!(answered["answer"], then["answer"], "moment {moment}");
        }
        assert!(answered["answer"].is_object(), "moment {moment}: {answered}");
    }
}
