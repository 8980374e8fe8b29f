//! The JSON client against its description, static/parlour.schema.json: every kind of page, and a
//! player who knows nothing else and plays every game to its end.

mod house;

use house::{ask, ask_as, ring};
use jsonschema::Validator;
use parlour::game::chance::Chance;
use parlour::game::contract::{Choices, PLATFORM_FAULTS, Ruleset};
use parlour::games::GAMES;
use parlour::gateway::http::Method;
use serde_json::Value;

fn schema() -> Validator {
    let schema: Value =
        serde_json::from_str(include_str!("../static/parlour.schema.json")).unwrap();
    jsonschema::draft202012::options().should_validate_formats(true).build(&schema).unwrap()
}

/// The page behind a link, held against the description.
fn open(schema: &Validator, link: &str) -> Value {
    let query = link.strip_prefix('?').expect("a link is a query");
    let response = ask(query);
    assert_eq!(response.content_type, "application/json");
    check(schema, link, &response.body)
}

fn check(schema: &Validator, link: &str, body: &str) -> Value {
    let page: Value = serde_json::from_str(body).unwrap_or_else(|e| panic!("{link}: {e}: {body}"));
    let errors: Vec<String> =
        schema.iter_errors(&page).map(|e| format!("{}: {e}", e.instance_path())).collect();
    assert!(errors.is_empty(), "{link}: {errors:#?}\n{page:#}");
    page
}

fn text<'a>(page: &'a Value, pointer: &str) -> &'a str {
    page.pointer(pointer)
        .and_then(Value::as_str)
        .unwrap_or_else(|| panic!("no {pointer}: {page:#}"))
}

#[test]
fn the_description_describes_something() {
    let schema = schema();
    for wrong in [r#"{}"#, r#"{"parlour":1,"preview":false,"page":"table"}"#, "[]", "null"] {
        assert!(!schema.is_valid(&serde_json::from_str(wrong).unwrap()), "{wrong}");
    }
    let mut page = open(&schema, "?g=concentration&seed=x&as=json");
    page["mood"] = "grumpy".into();
    assert!(!schema.is_valid(&page));
}

#[test]
fn every_kind_of_page_is_as_described() {
    let schema = schema();
    assert_eq!(open(&schema, "?as=json")["games"].as_array().unwrap().len(), GAMES.len());
    for row in GAMES {
        let rules = open(&schema, &format!("?g={}&rules&as=json", row.ruleset.key));
        assert_eq!(text(&rules, "/ruleset/uri"), row.ruleset.uri);
    }
    for (query, status) in [
        ("g=chess&as=json", 404),
        ("g=concentration&s=x&as=json", 400),
        ("g=concentration&size=x&as=json", 400),
        ("g=concentration&day=x&as=json", 400),
    ] {
        let page = check(&schema, query, &ask(query).body);
        assert_eq!(page["status"], status, "{query}");
    }
    for method in [Method::Other, Method::Get] {
        check(&schema, "?as=json", &ask_as(None, method, "as=json").body);
    }
    assert_eq!(ask("as=xml").status.code(), 400);
    assert_eq!(ask("as=html").content_type, "text/html; charset=utf-8");
}

/// Plays as a stranger would: opens the parlour, deals, and follows what is offered.
#[test]
fn a_stranger_plays_every_game_to_its_end() {
    let schema = schema();
    let mut chance = Chance::from_seed([3; 32]);
    let parlour = open(&schema, "?as=json");
    for entry in parlour["games"].as_array().unwrap() {
        for code in 0..3 {
            let deal = format!("{}&seed={code}", text(entry, "/links/deal"));
            play(&schema, &deal, &mut chance);
        }
    }
}

fn play(schema: &Validator, deal: &str, chance: &mut Chance) {
    let mut page = open(schema, deal);
    for _ in 0..20_000 {
        if !page["ranking"].is_null() {
            assert_ne!(text(&page, "/mood"), "open");
            let again = text(&page, "/links/again").to_owned();
            assert!(open(schema, &again)["ranking"].is_null());
            return;
        }
        assert_eq!(text(&page, "/mood"), "open");
        let requests = page["requests"].as_array().unwrap();
        let moves: Vec<&Value> = requests.iter().filter(|r| r["only_asks"] == false).collect();
        let request =
            chance.pick(&moves).unwrap_or_else(|| panic!("{deal}: nothing to do: {page:#}"));
        page = open(schema, text(request, "/link"));
        assert!(page["fault"].is_null(), "{deal}: {page:#}");
    }
    panic!("{deal}: no end");
}

/// What is public about a game is public in the ruleset: whatever play produces is listed there.
#[test]
fn every_fault_and_message_of_play_is_listed() {
    let schema = schema();
    let mut chance = Chance::from_seed([4; 32]);
    for row in GAMES {
        let rules = open(&schema, &format!("?g={}&rules&as=json", row.ruleset.key));
        let listed = |list: &str, key: &str| -> Vec<Value> {
            let items = rules["ruleset"][list].as_array().unwrap().iter();
            items.map(|item| item[key].clone()).collect()
        };
        let (names, mut codes) = (listed("messages", "name"), listed("faults", "code"));
        codes.extend(PLATFORM_FAULTS.iter().map(|fault| Value::from(fault.code)));
        let mut page = open(&schema, &format!("?g={}&seed=listed&as=json", row.ruleset.key));
        for _ in 0..30 {
            for request in wrong_requests(row.ruleset) {
                let link = format!("{}&{request}", text(&page, "/links/position"));
                let refused = open(&schema, &link);
                if let Some(code) = refused.pointer("/fault/code") {
                    assert!(codes.contains(code), "{link}: fault {code}");
                }
            }
            for message in page["messages"].as_array().unwrap() {
                assert!(names.contains(&message["name"]), "{message}");
            }
            let requests = page["requests"].as_array().unwrap().clone();
            let Some(request) = chance.pick(&requests) else { break };
            page = open(&schema, text(request, "/link"));
        }
    }
}

/// Requests that are mostly wrong: each name with nothing, too much, and nonsense.
fn wrong_requests(ruleset: &Ruleset) -> Vec<String> {
    let names = ruleset.requests.iter().map(|spec| spec.name);
    names
        .flat_map(|name| ["", "=", "=1,2,3", "=x", "=-1", "=999"].map(|a| format!("{name}{a}")))
        .collect()
}

#[test]
fn options_are_told_as_chosen() {
    let schema = schema();
    for row in GAMES {
        for option in row.ruleset.options {
            for value in option.values {
                let link = format!(
                    "?g={}&seed=x&{}={}&as=json",
                    row.ruleset.key, option.name, value.value
                );
                assert_eq!(open(&schema, &link)["options"][option.name], value.value, "{link}");
            }
        }
        let defaults = Choices::defaults(row.ruleset);
        let page = open(&schema, &format!("?g={}&seed=x&as=json", row.ruleset.key));
        for (option, value) in defaults.chosen(row.ruleset) {
            assert_eq!(page["options"][option.name], value.value);
        }
    }
}

/// The keys alone may differ: what the links carry is sealed anew for every page.
#[test]
fn the_same_link_gives_the_same_page() {
    let keys = ring();
    let ask = |query: &str| ask_as(Some(&keys), Method::Get, query).body;
    for row in GAMES {
        let query = format!("g={}&seed=same&as=json", row.ruleset.key);
        assert_eq!(ask(&query), ask(&query));
    }
}
