//! Pages found by following links, as their queries.

use parlour::game::chance::Chance;
use parlour::gateway::http::Status;
use serde_json::Value;
use support::friends::link_to_send;
use support::reader::with_style_at;
use support::services::{ask, browse};

/// The page of a query that is answered well, or of the one that it is sent on to.
#[track_caller]
pub fn body(query: &str) -> String {
    let response = browse(query);
    assert_eq!(response.status, Status::Ok, "{query}: {}", response.body);
    response.body
}

/// The page of a link for programs.
#[track_caller]
pub fn json(link: &str) -> Value {
    let response = ask(link.trim_start_matches('?'));
    serde_json::from_str(&response.body).unwrap_or_else(|error| panic!("{link}: {error}"))
}

/// The page as the player on turn opens it, if a player has just moved at an open game.
#[track_caller]
pub fn opened(page: Value) -> Value {
    let has_passed = page["panel"]["stage"] == "turn" && page["table"].is_null();
    if has_passed { json(&link_to_send(&page)) } else { page }
}

/// The queries of a page's links, in order, behind its head.
pub fn links(page: &str) -> Vec<String> {
    let page = page.split_once("</head>").map_or(page, |(_, content)| content);
    let link = |part: &str| {
        let href = part.split('"').next()?.replace("&amp;", "&");
        href.split('#').next().map(str::to_owned)
    };
    page.split("href=\"?").skip(1).filter_map(link).collect()
}

/// The first link with this text in it.
#[track_caller]
pub fn link(page: &str, part: &str) -> String {
    let found = links(page).into_iter().find(|link| link.contains(part));
    found.unwrap_or_else(|| panic!("no link with {part} in {page}"))
}

/// Follows, from the page of a query, the first links that hold these texts one after the other.
#[track_caller]
pub fn follow(query: &str, parts: &[&str]) -> String {
    parts.iter().fold(body(query), |page, part| body(&link(&page, part)))
}

/// The last page of a game of Concentration, played at random.
pub fn won() -> String {
    let mut page = body("g=concentration&seed=golden&size=4x3");
    let mut chance = Chance::from_seed([1; 32]);
    for _ in 0..5_000 {
        if page.contains(">You win.</b>") {
            return page;
        }
        let turns: Vec<String> =
            links(&page).into_iter().filter(|link| link.contains("turn=")).collect();
        page = body(chance.pick(&turns).expect("a tile to turn"));
    }
    panic!("never won");
}

/// The page without the version of its style sheet.
pub fn without_style(page: &str) -> String {
    with_style_at(page, "?style=VERSION")
}
