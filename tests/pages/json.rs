//! The pages for programs. A player who knows only these pages plays every game to its end, and the
//! ruleset lists every fault and message of play. (`cargo test --test looks schema` compares the
//! pages with their description, static/parlour.schema.json.)

use parlour::game::options::Choices;
use parlour::game::request::PLATFORM_FAULTS;
use parlour::games::GAMES;
use parlour::gateway::http::Method;
use serde_json::Value;
use support::services::{ask, ask_as, browse};
use support::stranger::{self, LINKS_TO_PROBLEMS, list, text};

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
fn the_sample_of_each_game_has_the_kind_of_its_board() {
    for game in GAMES {
        let key = game.ruleset.key;
        let parts = &open(&format!("?g={key}&as=json"))["parts"];
        let board = list(parts, "").iter().find(|part| part["cells"][0].is_object());
        let kind = text(board.expect("a board"), "/kind");
        let manual = browse(format!("g={key}&rules=api")).body;
        assert!(manual.contains(&format!("\"kind\": \"{kind}\"")), "{key}: {kind}");
    }
}

#[test]
fn a_deal_tells_the_move_that_the_computer_began_with() {
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
    for game in GAMES {
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

/// The nonce alone may differ: what the links carry is sealed anew for every page.
#[test]
fn the_same_link_gives_the_same_page() {
    for game in GAMES {
        let query = format!("g={}&seed=same&as=json", game.ruleset.key);
        assert_eq!(ask(&query).body, ask(&query).body);
    }
}

#[test]
fn the_sample_on_the_page_for_programs_is_what_they_get() {
    let has_keys = |sample: &Value, real: &Value| {
        let keys = sample.as_object().expect("an object").keys();
        keys.for_each(|key| assert!(real.get(key).is_some(), "{key} in {real}"));
    };
    let position = |page: &Value| text(page, "/links/position").to_owned();
    let (mut messages, mut again) = (0, 0);
    for game in GAMES {
        let key = game.ruleset.key;
        let html = browse(format!("g={key}&rules=api")).body;
        let plain =
            |html: &str| html.replace("&#34;", "\"").replace("&#39;", "'").replace("&#38;", "&");
        let blocks: Vec<(String, Value)> = html
            .split("<h4>")
            .skip(1)
            .map(|rest| {
                let (_, rest) = rest.split_once(": <code>").expect("what is asked");
                let (asked, rest) =
                    rest.split_once("</code></h4>\n<pre class=sample>").expect("a reply");
                let (reply, _) = rest.split_once("</pre>").expect("its end");
                let reply = plain(reply);
                let value = serde_json::from_str(&reply).unwrap_or_else(|e| panic!("{reply}: {e}"));
                (plain(asked), value)
            })
            .collect();
        let [(asked, deal), (granted_link, granted), (refused_link, refused), (_, over)] =
            &blocks[..]
        else {
            panic!("{blocks:?}")
        };
        let page = open(asked);
        [deal, granted, refused, over].into_iter().for_each(|reply| has_keys(reply, &page));
        let (sampled, request) = (&deal["requests"][0], &page["requests"][0]);
        has_keys(sampled, request);
        let with_cells = |part: &&Value| part.get("cells").is_some();
        let part = list(&page, "/parts").iter().find(with_cells).expect("something on the table");
        let sampled_part = &deal["parts"][0];
        has_keys(sampled_part, part);
        has_keys(&sampled_part["cells"][0], &part["cells"][0]);
        has_keys(&sampled_part["cells"][0]["marks"], &part["cells"][0]["marks"]);
        // It is a game as it is played: its words are those of the ruleset.
        let shown = list(granted, "/messages").first();
        messages += usize::from(shown.is_some());
        let reply = open(request["link"].as_str().expect("a link"));
        for told in list(&reply, "/messages").iter().filter(|_| shown.is_some()) {
            has_keys(shown.expect("a message"), told);
        }
        let name = |value: &Value| value["name"].as_str().expect("a name").to_owned();
        let is_message = |shown| game.ruleset.messages.iter().any(|spec| spec.name == name(shown));
        assert!(shown.is_none_or(is_message), "{shown:?}");
        assert!(game.ruleset.requests.iter().any(|spec| spec.name == name(sampled)), "{sampled}");
        for reply in [deal, granted] {
            assert!(reply["status"].as_str().is_some_and(|words| words.ends_with(['.', '!', '?'])));
        }
        assert_eq!([&deal["page"], &deal["fault"]], [&page["page"], &page["fault"]]);
        assert_eq!(sampled["link"], **granted_link);
        // The refusal in the sample is the true one.
        let page = open(&format!("{asked}&seed=sample"));
        let refused_again = match refused_link == granted_link {
            true => {
                again += 1;
                // An eight is an exception, because a suit comes first after it.
                let is_alike = |request: &&Value| {
                    name(request) == name(sampled) && !text(request, "/link").contains("=8")
                };
                let request = list(&page, "/requests").iter().find(is_alike).expect("the request");
                let link = request["link"].as_str().expect("a link");
                let (_, request) = link.split_once("&as=json").expect("a request");
                let then = open(link);
                open(&(position(&then) + request))
            }
            false => {
                let (_, request) = refused_link.split_once("&as=json").expect("a request");
                open(&(position(&page) + request))
            }
        };
        let of = |page: &Value| page["fault"]["code"].clone();
        assert_eq!(of(&refused_again), of(refused), "{refused_link}");
    }
    // A further peg and a further turn of a tile are granted.
    assert_eq!(again, GAMES.len() - 2);
    // The first peg of a guess is all that says nothing.
    assert_eq!(messages, GAMES.len() - 1);
}
