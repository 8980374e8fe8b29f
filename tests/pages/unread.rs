//! A page says which names in a query it makes nothing of.

use crate::follow::{body, json, links, opened};
use parlour::game::chance::Chance;
use parlour::games::GAMES;
use serde_json::{Value, json};

#[test]
fn an_option_of_another_game_is_told_once() {
    for game in GAMES {
        let (key, own) = (game.ruleset.key, game.ruleset.options);
        let others = GAMES.iter().flat_map(|game| game.ruleset.options);
        let others = others.map(|option| option.name());
        for name in others.filter(|name| !own.iter().any(|option| option.is_named(name))) {
            let query = format!("g={key}&{name}=3");
            assert_eq!(json(&format!("{query}&as=json"))["ignored"], json!([name]), "{query}");
            let told = format!("This game has no option \u{201c}{name}\u{201d}");
            for ending in ["", "&as=text", "&rules=new"] {
                let page = body(&format!("{query}{ending}"));
                // The referee refuses a name that is also a request of another game.
                let is_refused = page.contains("This game has no such request");
                let is_told = page.matches(&told).count() == 1;
                assert!(is_refused != is_told, "{query}{ending}: {page}");
            }
        }
    }
}

#[test]
fn a_misspelt_name_gets_the_right_one() {
    let page = body("g=chess&levl=hard&as=text");
    assert!(page.contains("Do you mean \u{201c}level\u{201d}?"), "{page}");
    let table = json("g=rps&as=json");
    let link = table["links"]["position"].as_str().expect("a link");
    let refused = json(&format!("{link}&choose_hnd=rock"));
    assert_eq!(refused["fault"]["code"], 603, "{refused}");
    assert!(refused["fault"]["sentence"].to_string().contains("choose_hand"), "{refused}");
    for of_others in ["utm_source=x", "fbclid=3", "gclid=4", "ref=mail"] {
        assert!(
            !body(&format!("g=chess&as=text&{of_others}")).contains("This game has no"),
            "{of_others}"
        );
    }
}

#[test]
fn a_value_without_meaning_is_told() {
    for (query, name) in [
        ("g=maze&beat=most", "beat"),
        ("g=maze&rules=all", "rules"),
        ("g=eights&sit=there", "sit"),
        ("g=maze&at=noon", "at"),
        ("g=chess&day=today", "day"),
        ("g=eights&patience=1d", "patience"),
        ("g=maze&name=Ann", "name"),
    ] {
        assert_eq!(json(&format!("{query}&as=json"))["ignored"], json!([name]), "{query}");
        let page = body(&format!("{query}&as=text"));
        assert!(page.contains(&format!("\u{201c}{name}\u{201d}")), "{query}: {page}");
    }
}

/// The forms and links of Parlour say nothing that their pages do not understand.
#[test]
fn no_page_ignores_what_a_page_offers() {
    let mut chance = Chance::from_seed([76; 32]);
    for game in GAMES {
        let key = game.ruleset.key;
        let mut page = json(&format!("g={key}&seed=unread&as=json"));
        let mut pages = vec![body(&format!("g={key}&rules=new")), body(&format!("g={key}&rules"))];
        for _ in 0..4 {
            let here = page["links"]["position"]
                .as_str()
                .expect("a link")
                .trim_start_matches('?')
                .to_owned();
            pages.push(body(&here.replace("&as=json", "")));
            let Some(offer) = chance.pick(page["requests"].as_array().expect("requests")) else {
                break;
            };
            let next = json(offer["link"].as_str().expect("a link"));
            assert_eq!(next["ignored"], json!([]), "{offer}");
            page = opened(next);
        }
        let offered = pages.iter().flat_map(|page| links(page));
        for link in offered.filter(|link| !link.contains("as=") && !link.contains("style=")) {
            let found: Value = json(&format!("{link}&as=json"));
            assert_eq!(found["ignored"], json!([]), "{link}");
        }
    }
}
