//! Games against others. In Concentration no page before the end gives away the deal, and the last
//! page proves it.

use crate::follow::{body, json, links, opened};
use parlour::game::chance::Chance;
use parlour::game::verification::{fingerprint, from_hex};
use parlour::games;
use serde_json::Value;
use std::collections::BTreeSet;
use support::stranger::{list, text};

/// Games of 16 tiles against a person, three people, and the computer.
const GAMES: [&str; 3] =
    ["g=concentration&people=2", "g=concentration&people=4", "g=concentration&opponent=medium"];

/// The values of the tiles that were turned, in order of discovery, and the last page.
fn play_out(start: &str) -> (Vec<String>, Value) {
    let mut chance = Chance::from_seed([3; 32]);
    let (mut found, mut values) = (BTreeSet::new(), Vec::new());
    let mut page = json(&format!("{start}&as=json"));
    while page["ranking"].is_null() {
        assert_eq!(page["commitment"]["opening"], Value::Null, "{start}");
        let request = chance.pick(list(&page, "/requests")).expect("a tile to turn").clone();
        page = json(text(&request, "/link"));
        for message in list(&page, "/messages").iter().filter(|m| m["name"] == "tile_turned") {
            if found.insert(message["arguments"][0].to_string()) {
                values.push(message["arguments"][1].to_string());
            }
        }
        page = opened(page);
    }
    (values, page)
}

#[test]
fn no_page_against_others_names_its_deal() {
    for start in GAMES {
        let page = json(&format!("{start}&as=json"));
        assert_eq!((&page["deal"], &page["links"]["restart"]), (&Value::Null, &Value::Null));
        let page = body(start);
        assert!(!page.contains("<p>Deal "), "{page}");
        assert!(links(&page).iter().all(|link| !link.contains("seed=")), "{page}");
    }
}

/// The person who names a deal could look at it first, or open it again.
#[test]
fn nobody_chooses_the_deal_for_several_players() {
    let dealt = |name: &str| {
        let page = json(&format!("g=concentration&people=2{name}&as=json"));
        assert_eq!(page["deal"], Value::Null, "{name}");
        page["commitment"]["fingerprint"].clone()
    };
    let drawn = dealt("");
    for name in ["&seed=x", "&seed=7qk3-m9xa", "&seed=7qk3-m9xa-5p", "&day=2026-11-20"] {
        assert_eq!(dealt(name), drawn, "{name} changes the deal");
    }
}

#[test]
fn the_last_page_proves_the_deal() {
    let decided = games::find("concentration").unwrap().ruleset.verification.unwrap().decided;
    for start in GAMES {
        let first = json(&format!("{start}&as=json"));
        let (values, last) = play_out(start);
        let opening = text(&last, "/commitment/opening");
        assert_eq!(fingerprint(opening), first["commitment"]["fingerprint"], "{start}");
        assert!(from_hex::<32>(opening).is_some());
        assert_eq!(decided(opening, &[16]), Some(vec![values.join(" ")]), "{start}");
    }
}

/// Alone, the code is the deal, as it always was.
#[test]
fn alone_a_code_names_the_deal() {
    let page = json("g=concentration&seed=rainy+day&as=json");
    assert_eq!(page["deal"]["name"], "4g7n-er6j");
    assert_eq!(page["commitment"], Value::Null);
}

#[test]
fn people_are_offered_no_level_of_the_computer() {
    for game in ["noughts", "chess"] {
        let mut page = json(&format!("g={game}&people=2&as=json"));
        while page["end"].is_null() {
            let requests = list(&page, "/requests");
            let named = |name| requests.iter().find(move |request| request["name"] == name);
            let request = named("resign").unwrap_or(&requests[0]);
            page = opened(json(text(request, "/link")));
        }
        for next in list(&page, "/end/next_games") {
            assert!(!text(next, "/link").contains("level="), "{next}");
        }
    }
}
