//! Each name in a query acts on the page that it leads to, or that page says that it does not.

use crate::follow::{body, json, links, opened};
use crate::situations;
use parlour::game::chance::Chance;
use parlour::game::ruleset::PLAYERS;
use parlour::game::sample;
use parlour::games::{GAMES, PARLOUR};
use parlour::query::NAMES;
use serde_json::{Value, json};
use support::services::{ask, browse};

/// One query in this many is in the sample.
const SAMPLED_ONE_IN: u32 = 12;

/// A query to every route.
fn routes() -> Vec<String> {
    let mut routes: Vec<String> =
        ["", "puzzles", "league", "g=maze&day=2026-11-20&solution", "g=eights&people=2&name=Ann"]
            .map(str::to_owned)
            .into();
    for game in GAMES {
        let key = game.ruleset.key;
        let position = json(&format!("g={key}&seed=unread&as=json"))["links"]["position"].take();
        let position = position.as_str().expect("a link").trim_start_matches('?');
        let position = position.replace("&as=json", "");
        routes.extend(
            ["", "&rules", "&rules=api", "&rules=new", "&people=2"]
                .map(|on| format!("g={key}{on}")),
        );
        routes.extend(
            ["", "&words", "&rules", "&rules=new", "&rules=link"]
                .map(|on| format!("{position}{on}")),
        );
    }
    routes
}

/// The sentences about names that a page makes nothing of, with this name.
fn told(page: &str, name: &str) -> usize {
    page.matches(&format!("\u{201c}{name}\u{201d}")).count()
}

/// Checks that every page of this query says once that it makes nothing of this name.
fn check_told(query: &str, name: &str) {
    let page = browse(query).body;
    // The position to which a new game leads refuses what is nearly a request.
    let is_refused = page.contains("This game has no such request. Do you mean");
    assert_eq!(told(&page, name), usize::from(!is_refused), "{query}: {page}");
    assert_eq!(told(&body(&format!("{query}&as=text")), name), 1, "{query} as text");
    let ignored = json(&format!("{query}&as=json"))["ignored"].take();
    let is_listed = ignored.as_array().is_some_and(|names| names.iter().any(|other| other == name));
    assert!(is_listed, "{query}: {ignored}");
}

/// Returns true if a page says that it makes nothing of the value of this name.
fn with_notice(query: &str, name: &str) -> bool {
    browse(query).body.contains(&format!("nothing of the value of \u{201c}{name}\u{201d}"))
}

/// Every name with two letters that have changed places, and with one more.
fn misspelt() -> Vec<String> {
    let requests = GAMES.iter().flat_map(|game| game.ruleset.requests).map(|spec| spec.name);
    let options = GAMES.iter().flat_map(|game| game.ruleset.options).map(|option| option.name());
    let known: Vec<&str> = NAMES.iter().copied().chain(requests).chain(options).collect();
    let swapped = |name: &&str| {
        let mut letters = name.as_bytes().to_vec();
        if letters.len() > 3 {
            letters.swap(1, 2);
        }
        String::from_utf8(letters).expect("ASCII")
    };
    let longer = known.iter().map(|name| format!("{name}x"));
    let all = known.iter().map(swapped).chain(longer);
    let is_new = |name: &String| !known.contains(&name.as_str()) && !PARLOUR.uses(name);
    // A name that ends so may be one that an advertiser adds. No page tells such names.
    all.filter(is_new).filter(|name| !name.ends_with("id")).collect()
}

#[test]
fn a_misspelt_name_is_told_on_every_page() {
    let routes = routes();
    let cases =
        routes.iter().flat_map(|route| misspelt().into_iter().map(move |name| (route, name)));
    for (route, name) in sample::one_in(10 * SAMPLED_ONE_IN, cases) {
        let query = format!("{route}&{name}=1");
        let query = query.trim_start_matches('&');
        // A request that is nearly one of the game is the referee's to refuse.
        let page = json(&format!("{query}&as=json"));
        if page["fault"].is_null() && page["problem"].is_null() {
            check_told(query, &name);
        }
    }
}

/// Everything that the pages of a query say, without what they say about names.
fn said(query: &str) -> [String; 2] {
    let mut page = json(&format!("{query}&as=json"));
    page.as_object_mut().expect("an object").remove("ignored");
    let is_notice = |line: &&str| line.contains("role=status>");
    let plain = |text: &str| text.lines().filter(|l| !is_notice(l)).collect::<String>();
    [page.to_string(), plain(&browse(query).body)]
}

/// A name that changes a page has acted, and every other one is told.
#[test]
fn what_acts_is_never_ignored_and_the_rest_is_told() {
    // These have an effect that this page need not show: on the next page, or by being right.
    let silent = [
        "g", "as", "c", "at", "seed", "style", "use", "numbered", "table", "rules", "links",
        "turned", "sure", // The feed has no place for sentences about its address.
        "feed",
    ];
    let values = ["", "1", "nonsense", "2026-11-20"];
    let requests = GAMES.iter().flat_map(|game| game.ruleset.requests).map(|spec| spec.name);
    let options = GAMES.iter().flat_map(|game| game.ruleset.options).map(|option| option.name());
    let names: Vec<&str> = NAMES.iter().copied().chain(requests).chain(options).collect();
    let routes = routes();
    let cases = routes.iter().flat_map(|route| {
        names.iter().flat_map(move |name| values.map(|value| (route, *name, value)))
    });
    for (route, name, value) in sample::one_in(30 * SAMPLED_ONE_IN, cases) {
        let is_there = route.split('&').any(|pair| pair.split('=').next() == Some(name));
        // One person plays anyway, and a game may have the value of its option anyway.
        let options = || GAMES.iter().flat_map(|game| game.ruleset.options);
        let is_usual = (name, value) == ("people", "1")
            || options().any(|option| {
                option.name() == name && option.values().any(|usual| usual.value == value)
            });
        if is_there || silent.contains(&name) || is_usual {
            continue;
        }
        let query = format!("{route}&{name}={value}");
        let query = query.trim_start_matches('&');
        let page = json(&format!("{query}&as=json"));
        if !page["problem"].is_null() || !page["fault"].is_null() {
            continue;
        }
        // A page may open by a name, and say that its value means nothing.
        if with_notice(query, name) {
            check_told(query, name);
            continue;
        }
        // Another name of which nothing comes, so that both are sent on alike.
        let without = said(format!("{route}&nothing=1").trim_start_matches('&'));
        let with = said(query);
        let is_ignored =
            page["ignored"].as_array().expect("names").iter().any(|other| other == name);
        // The referee refuses it.
        let is_refused = with[1].contains("This game has no such request. Choose");
        if is_refused || value.is_empty() && with == without {
            continue;
        }
        let differ = |(one, other): (&String, &String)| {
            let at = one.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
            let part = |text: &String| {
                text.chars().skip(at.saturating_sub(100)).take(200).collect::<String>()
            };
            format!("{} | {}", part(one), part(other))
        };
        let differences: Vec<String> = with.iter().zip(&without).map(differ).collect();
        assert_eq!(is_ignored, with == without, "{query}: {differences:#?}");
        if is_ignored {
            check_told(query, name);
        }
    }
}

#[test]
fn a_redirect_loses_no_name() {
    for (query, name, meant) in [
        ("g=rps&choose_hnd=rock", "choose_hnd", ""),
        ("g=mastermind&beat=nonsense", "beat", ""),
        ("g=mines&board=16", "board", "size"),
        ("g=noughts&board=4x4", "board", "size"),
        ("g=eights&people=3&patiense=1d", "patiense", "Do you mean \u{201c}patience\u{201d}?"),
        ("g=eights&people=3&name=Ann&patiense=1d", "patiense", "patience"),
        ("g=eights&people=3&name=Ann&patience=2d", "patience", ""),
        ("g=rps&people=2&nmae=Ann", "nmae", "Do you mean \u{201c}name\u{201d}?"),
        ("puzzles=2026-13-01", "puzzles", "value"),
        ("league=xx", "league", "value"),
        ("g=chess&day=today", "day", ""),
        ("g=eights&people=3&seed=abcd", "seed", ""),
        ("g=eights&people=3&seed=abcd&name=Ann", "seed", ""),
        ("g=concentration&people=2&seed=7qk3-m9xa", "seed", ""),
        ("g=chess&levl=9", "levl", "Do you mean \u{201c}level\u{201d}?"),
    ] {
        let page = browse(query).body;
        assert!(page.contains(meant), "{query}: {page}");
        assert_eq!(told(&page, name), 1, "{query}: {page}");
        let listed = json(&format!("{query}&as=json"))["ignored"].take();
        assert_eq!(listed, json!([name]), "{query}");
    }
    // Only a name that is none may be another one.
    for query in ["puzzles", "league", "g=eights&people=3&name=Ann"] {
        let known = NAMES.iter().filter(|name| !query.contains(*name));
        let all: String = known.map(|name| format!("&{name}=1")).collect();
        let page = body(&format!("{query}{all}"));
        assert!(!page.contains("Do you mean"), "{query}: {page}");
    }
    // Nor does it keep one that has acted.
    for acted in ["choose_hand=rock", "move=rock", "patience=1d", "best_of=3&choose_hand=paper"] {
        let query = format!("g=rps&people=2&name=Ann&{acted}");
        let page = browse(&query).body;
        assert!(page.contains("Keep your password"), "{query}: {page}");
        assert!(!page.contains("role=status") && !page.contains("Refused"), "{query}: {page}");
        assert_eq!(json(&format!("{query}&as=json"))["ignored"], json!([]), "{query}");
    }
    for of_others in ["utm_source=x", "fbclid=3", "gclid=4", "ref=mail"] {
        let page = browse(format!("g=chess&{of_others}")).body;
        assert!(!page.contains("role=status"), "{of_others}: {page}");
    }
}

/// The page of a wrong value has a way to the game that was asked for with each value that there is.
#[test]
fn a_wrong_value_loses_no_other() {
    for ruleset in GAMES.iter().map(|game| game.ruleset) {
        let table = if ruleset.has_tables() { "&people=2&name=Ann&patience=1d" } else { "" };
        for wrong in ruleset.options {
            let is_other = |name| name != wrong.name() && name != PLAYERS;
            let unusual = ruleset.options.iter().filter(|option| is_other(option.name()));
            let unusual = unusual.filter_map(|option| {
                let usual = option.values().next()?.value.to_owned();
                let value = option.values().last().filter(|value| value.value != usual)?;
                Some(format!("&{}={}", option.name(), value.value))
            });
            let others = format!("&seed=7qk3-m9xa{table}{}", unusual.collect::<String>());
            let page =
                json(&format!("g={}{others}&{}=nonsense&as=json", ruleset.key, wrong.name()));
            assert_eq!(page["problem"], "no_such_value", "{others}: {page}");
            let ways = page["ways_on"].as_array().expect("ways").iter();
            let links = ways.map(|way| way["link"].as_str().expect("a link"));
            let links: Vec<&str> = links.filter(|link| !link.contains("parlour")).collect();
            let chosen = format!("&{}=", wrong.name());
            assert!(links.iter().any(|link| link.contains(&chosen)), "{links:?}");
            for link in links {
                let pairs: Vec<&str> = link.trim_start_matches('?').split('&').collect();
                let lost = others.split('&').find(|pair| !pair.is_empty() && !pairs.contains(pair));
                assert_eq!(lost, None, "{link}");
            }
        }
    }
}

/// A request to a table changes its page, or the page refuses it.
#[test]
fn a_table_hears_every_request() {
    let requests =
        ["again", "begin", "choose&with=1", "password", "leave", "handover", "&name=Zed"];
    let requests = requests.map(|request| format!("&sit={request}"));
    let all = requests.iter().map(String::as_str).chain(["&answers=nothing"]).cycle();
    let mut all = all.step_by(7);
    situations::of_every_table(&mut |query| {
        if ["&sit", "&answers", "&move", "t9-"].iter().any(|asked| query.contains(asked)) {
            return;
        }
        let shown = json(&format!("{query}&as=json"));
        if !shown["problem"].is_null() {
            return;
        }
        for request in all.by_ref().take(2) {
            let page = json(&format!("{query}{request}&as=json"));
            let is_heard = page != shown || !page["fault"].is_null();
            assert!(is_heard, "{query}{request}: {page}");
        }
    });
}

#[test]
fn a_game_by_its_other_name_is_meant() {
    for (written, title) in [
        ("minesweeper", "Minesweeper"),
        ("tic-tac-toe", "Tic-tac-toe"),
        ("Crazy+Eights", "Crazy Eights"),
        ("ches", "Chess"),
        ("noughtsandcrosses", "Noughts"),
    ] {
        let page = ask(format!("g={written}")).body;
        assert!(page.contains(&format!("Do you mean {title}")), "{page}");
        assert!(page.contains(&format!("New game of {title}")), "{page}");
    }
    assert!(!ask("g=bridge").body.contains("Do you mean"));
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
