//! Junk around a link changes no move, no hint and no card.

use crate::follow::opened;
use parlour::game::chance::Chance;
use parlour::games::GAMES;
use serde_json::Value;
use support::junk;
use support::services::{ask, browse};

/// The number of moves that are made in each game.
const MOVES: usize = 6;

/// A page, without the unknown names of its query.
fn json(query: &str) -> Value {
    let body = ask(query).body;
    let mut page: Value =
        serde_json::from_str(&body).unwrap_or_else(|error| panic!("{error}: {query}: {body}"));
    page["ignored"] = Value::Null;
    page
}

#[test]
fn junk_around_a_link_changes_nothing() {
    let mut chance = Chance::from_seed([68; 32]);
    for game in GAMES {
        let deal = format!("g={}&seed=junk&as=json", game.ruleset.key);
        let mut page: Value = serde_json::from_str(&browse(&deal).body).expect("a page");
        for _ in 0..MOVES {
            let offers = page["requests"].as_array().expect("requests");
            let Some(offer) = chance.pick(offers) else { break };
            let link = offer["link"].as_str().expect("a link").trim_start_matches('?').to_owned();
            let next = json(&link);
            for junk in junk::around(&link) {
                let query = junk.around(&link);
                assert_eq!(json(&query), next, "{}: {query}", junk.name);
            }
            page = opened(next);
        }
    }
}
