//! The pages, through the mid-end and without a process: every kind of page against a golden copy,
//! and every answer that is no page of a game with its status and its way on.
//!
//! Golden copies lie in tests/golden, their style left out. After a wanted change of looks, run the
//! tests once with `GOLDEN=write`, and read the difference before it is kept.

mod house;
#[expect(dead_code, reason = "other tests use the rest")]
mod reader;

use house::{ask, ask_as, ring};
use parlour::game::chance::Chance;
use parlour::games::GAMES;
use parlour::gateway::http::{Keep, Method, Request, Status};
use parlour::respond::{House, respond, respond_to_bug};
use parlour::seal::keys::{Key, KeyRing};
use reader::without_landing;
use std::path::Path;

fn body(query: &str) -> String {
    let response = ask(query);
    assert_eq!(response.status, Status::Ok, "{query}: {}", response.body);
    response.body
}

/// The queries of a page's links, in order.
fn links(page: &str) -> Vec<String> {
    let link = |part: &str| {
        let href = part.split('"').next()?.replace("&amp;", "&");
        href.split('#').next().map(str::to_owned)
    };
    page.split("href=\"?").skip(1).filter_map(link).collect()
}

/// The first link with this text in it.
fn link(page: &str, part: &str) -> String {
    let found = links(page).into_iter().find(|link| link.contains(part));
    found.unwrap_or_else(|| panic!("no link with {part} in {page}"))
}

/// Follows, from the page of a query, the first links that hold these texts one after the other.
fn follow(query: &str, parts: &[&str]) -> String {
    parts.iter().fold(body(query), |page, part| body(&link(&page, part)))
}

fn without_style(page: &str) -> String {
    let mut parts = page.split("<style>");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |before, rest| {
        let (_, after) = rest.split_once("</style>").expect("the style's end");
        format!("{before}<style></style>{after}")
    })
}

fn check_golden(name: &str, page: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    let page = without_style(page);
    if std::env::var_os("GOLDEN").is_some_and(|value| value == "write") {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a golden folder");
        std::fs::write(&path, page).expect("a golden copy");
        return;
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        golden == page,
        "{name} is not its golden copy (see the head of tests/pages.rs); it is:\n{page}"
    );
}

#[test]
fn golden_pages() {
    check_golden("parlour.html", &body(""));
    for row in GAMES {
        let key = row.ruleset.key;
        check_golden(&format!("{key}-rules.html"), &body(&format!("g={key}&rules")));
        check_golden(&format!("{key}-start.html"), &body(&format!("g={key}&seed=golden")));
    }
    let deal = "g=concentration&seed=golden";
    check_golden("concentration-one-up.html", &follow(deal, &["turn=6"]));
    let two = follow(deal, &["turn=6", "turn=11"]);
    check_golden("concentration-two-up.html", &two);
    let refused = link(&two, "turn=1").replace("turn=1", "turn=11");
    check_golden("concentration-fault.html", &body(&refused));
    check_golden("damaged.html", &ask("s=AAAA&g=concentration").body);
}

#[test]
fn a_game_is_won_by_following_links() {
    let mut page = body("g=concentration&seed=golden&size=4x3");
    let mut chance = Chance::from_seed([1; 32]);
    let mut looks = 0;
    while !page.contains("You Win!") {
        let turns: Vec<String> =
            links(&page).into_iter().filter(|link| link.contains("turn=")).collect();
        page = body(chance.pick(&turns).expect("a tile to turn"));
        looks += 1;
        assert!(looks < 5_000, "never won");
    }
    assert!(page.contains("If you want to play again, click"));
    assert!(!page.contains("turn="));
    check_golden("concentration-won.html", &page);
    assert_eq!(link(&page, "g=concentration&size=4x3"), "g=concentration&size=4x3");
}

#[test]
fn every_problem_has_its_status_and_a_way_on() {
    let good = link(&body("g=concentration&seed=golden"), "turn=5");
    let token = good.split(['=', '&']).nth(1).unwrap().to_owned();
    let long = format!("g=concentration&x={}", "x".repeat(3_000));
    let cut = &token[..token.len() - 1];
    let table = [
        (Status::NotFound, "g=chess".to_owned()),
        (Status::NotFound, "g=".to_owned()),
        (Status::NotFound, format!("s={token}&g=chess")),
        (Status::UriTooLong, long),
        (Status::BadRequest, "g=concentration&g=concentration".to_owned()),
        (Status::BadRequest, format!("{good}&turn=6")),
        (Status::BadRequest, format!("s={cut}&g=concentration")),
        (Status::BadRequest, format!("s={token}{token}&g=concentration")),
        (Status::BadRequest, "s=&g=concentration".to_owned()),
        (Status::BadRequest, format!("s={token}")),
        (Status::BadRequest, "g=concentration&size=7x7".to_owned()),
        (Status::BadRequest, "g=concentration&size=".to_owned()),
        (Status::BadRequest, "g=concentration&day=2026-02-30".to_owned()),
    ];
    for (status, query) in table {
        let response = ask(&query);
        assert_eq!(response.status, status, "{query}");
        assert_eq!(response.keep, Keep::No, "{query}");
        assert!(!links(&response.body).is_empty(), "{query}: a way on");
    }
    let foreign = KeyRing::of(Key::from_bytes([43; 32]));
    assert_eq!(ask_as(Some(&foreign), Method::Get, &good).status, Status::BadRequest);
    let retired = KeyRing::new(Key::from_bytes([43; 32]), vec![], vec![Key::from_bytes([42; 32])]);
    assert_eq!(ask_as(Some(&retired), Method::Get, &good).status, Status::Gone);
    let none = ask_as(None, Method::Get, "");
    assert_eq!(none.status, Status::ServiceUnavailable);
    assert!(none.body.contains("not set up yet"));
    assert_eq!(ask_as(Some(&ring()), Method::Other, &good).status, Status::MethodNotAllowed);
    assert_eq!(respond_to_bug().status, Status::InternalServerError);
    let path = Request { method: Method::Get, query: Vec::new(), has_path: true };
    let keys = ring();
    let house = House {
        keys: Some(&keys),
        preview: true,
        entropy: &|_| false,
        today: &|| None,
        examine: &|_| None,
    };
    assert_eq!(respond(&house, &path).status, Status::NotFound);
    let deal = Request { query: b"g=concentration".to_vec(), has_path: false, ..path };
    let dry = respond(&house, &deal);
    assert_eq!(dry.status, Status::ServiceUnavailable);
    assert!(dry.body.contains("This is a preview"));
}

#[test]
fn a_refused_request_leaves_the_same_page() {
    let shown = follow("g=concentration&seed=golden", &["turn=6", "turn=11"]);
    let position = link(&shown, "turn=1").replace("&turn=1", "");
    let plain = body(&position);
    // A refused request lands at the fault, not at what was changed before.
    let landed = without_landing(&plain);
    for (request, code) in [
        ("turn=6", 903),
        ("turn=0", 901),
        ("turn=17", 901),
        ("turn=-1", 901),
        ("turn=1e9", 605),
        ("turn=", 605),
        ("turn", 605),
        ("turn=1,2", 604),
        ("turn=%ff", 605),
        ("fly=1", 603),
        ("%ff", 603),
        ("turn=99999999999999999999", 605),
    ] {
        let page = body(&format!("{position}&{request}"));
        let (before, rest) = page.split_once("<p class=\"fault\"").expect("a fault");
        let (fault, after) = rest.split_once("</p>\n").expect("its end");
        assert!(fault.contains(&format!("(Fault {code})")), "{request}: {fault}");
        let (start, rest) = before.split_once("<style>.fault{").expect("the style of a fault");
        let (_, rest) = rest.split_once("</style>\n").expect("its end");
        let before = [start, rest].concat().replacen("<title>Refused: ", "<title>", 1);
        assert_eq!(format!("{before}{after}"), landed, "{request}");
    }
    assert_eq!(body(&format!("{position}&fbclid=xyz&utm_source=mail")), plain);
}

#[test]
fn seeds_days_and_options() {
    let board = |query: &str| link(&body(query), "seed=");
    assert_eq!(board("g=concentration&seed=rainy+day"), "g=concentration&seed=4g7n-er6j");
    assert_eq!(body("g=concentration&seed=rainy+day"), body("g=concentration&seed=4G7N-ER6J"));
    assert_eq!(body("g=concentration&day=today"), body("g=concentration&day=2026-11-21"));
    assert_ne!(body("g=concentration&day=today"), body("g=concentration&day=2026-11-22"));
    assert_eq!(ask("g=concentration&seed=x").keep, Keep::No);
    let again = body("g=concentration&size=6x4&players=3&seed=x");
    assert!(
        links(&again).iter().any(|l| l.starts_with("g=concentration&size=6x4&players=3&seed="))
    );
    let sealed = link(&again, "turn=2");
    assert_eq!(ask(&sealed).keep, Keep::TenMinutes);
    assert!(body(&sealed).contains("Player 1: Turn the tile"));
}

#[test]
fn links_stay_short() {
    let longest = |query: &str| links(&body(query)).iter().map(|l| l.len() + 1).max().unwrap();
    assert!(longest("g=concentration&seed=x") <= 160);
    assert!(longest("g=concentration&seed=x&size=8x8&players=4") <= 400);
    for row in GAMES {
        for option in row.ruleset.options {
            for value in option.values {
                let query = format!("g={}&seed=x&{}={}", row.ruleset.key, option.name, value.value);
                assert!(longest(&query) <= 900, "{query}");
            }
        }
    }
}

#[test]
fn a_request_lands_at_what_came_of_it() {
    let page = body("g=concentration&seed=golden");
    let requests = page.split("turn=").skip(1);
    assert_eq!(
        requests.filter(|rest| rest.split('"').next().is_some_and(|r| r.ends_with("#now"))).count(),
        16
    );
    let landings = |page: &str| {
        ["<div id=\"now\">", "<mark id=now "].map(|landing| page.matches(landing).count())
    };
    assert_eq!(landings(&page), [1, 0], "nothing is changed yet");
    let link = |turn: &str| {
        let ends = |link: &&String| link.contains(turn);
        links(&page).iter().find(ends).unwrap().replace("#now", "")
    };
    let turned = body(&link("turn=6"));
    assert_eq!(landings(&turned), [0, 1]);
    let square = turned.split("<mark id=now ").nth(1).unwrap();
    let label = square.split("aria-label=\"").nth(1).unwrap();
    assert!(label.split('"').next().unwrap().ends_with("tile 6, row 2 column 2"), "{label}");
    assert!(square.contains("aria-describedby=Now") && turned.contains("<div id=\"Now\">"));
    let refused = body(&link("turn=6").replace("turn=6", "turn=99"));
    assert_eq!(landings(&refused), [1, 0], "nothing is changed by a fault");
}

#[test]
fn a_link_never_ends_with_its_token() {
    for row in GAMES {
        let page = body(&format!("g={}&seed=x", row.ruleset.key));
        for link in links(&page).iter().filter(|link| link.starts_with("s=")) {
            let (_, rest) = link.split_once('&').expect("more than a token");
            assert!(rest.starts_with("g="), "{link}");
        }
    }
}

#[test]
fn only_pictures_that_are_to_be_seen_are_in_the_page() {
    let start = body("g=concentration&seed=golden");
    assert!(!start.contains("<symbol"), "nothing is face up");
    let one = follow("g=concentration&seed=golden", &["turn=6"]);
    assert_eq!(one.matches("<symbol").count(), 1);
}

#[test]
fn nothing_in_a_page_names_its_host_or_loads_anything() {
    let mut pages = vec![body(""), ask("g=chess").body];
    for row in GAMES {
        pages.push(body(&format!("g={}&rules", row.ruleset.key)));
        pages.push(body(&format!("g={}&seed=x", row.ruleset.key)));
    }
    for page in pages {
        let page = without_style(&page);
        for part in ["src=", "<script", "style=\"", "href=\"http", "href=\"/", "action=", "url("] {
            assert!(!page.contains(part), "{part} in {page}");
        }
        for attribute in page.split("href=\"").skip(1) {
            assert!(
                attribute.starts_with(['?', '#']) || attribute.starts_with("data:,"),
                "{attribute}"
            );
        }
    }
}
