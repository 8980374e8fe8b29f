//! The operator's settings on the pages of every format.

use parlour::gateway::protocol::{Capsule, GopherServer, Protocol};
use parlour::settings::Settings;
use support::services::{ask, ask_site};

const TITLE: &str = "Ann's <Games> & more";
const HOME: &str = "https://x.example/~ann";

fn settings() -> Settings {
    Settings::read(&parlour::games::PARLOUR, &|name| {
        let value = match name {
            "PARLOUR_TITLE" => TITLE,
            "PARLOUR_HOME" => "https://x.example/~ann Ann & Ben",
            "PARLOUR_GAMES" => "mines,nim",
            "PARLOUR_STYLE" => "/ann.css",
            _ => return None,
        };
        Some(value.into())
    })
}

fn page(query: &str) -> String {
    let response = ask_site(&settings(), Protocol::Http, query);
    match response.location {
        Some(link) => page(link.trim_start_matches('?')),
        None => response.body,
    }
}

#[test]
fn every_html_page_has_title_home_and_style() {
    let title = "Ann&#39;s &#60;Games&#62; &#38; more";
    for query in ["", "g=nim", "g=nim&rules", "g=nim&rules=new", "g=chess", "puzzles"] {
        let page = page(query);
        assert!(page.contains(&format!(", {title}</title>")), "{query}: {page}");
        assert!(page.contains(&format!("<a href=\"{HOME}\">Ann &#38; Ben</a>")), "{query}");
        let (ours, theirs) = page.split_once("<link rel=stylesheet href=\"/ann.css\">").unwrap();
        assert!(ours.contains("<link rel=stylesheet href=\"?style="), "{query}");
        assert!(!theirs.contains("rel=stylesheet"));
        let plain = ask(query).body;
        assert!(!plain.contains("ann.css") && !plain.contains("x.example"), "{query}");
    }
    assert!(page("").contains(&format!("<h1>{title}</h1>")));
    for query in ["g=nim", "g=nim&rules"] {
        assert!(page(query).contains(&format!(">{title}<span> (all games)")), "{query}");
        assert!(!page(query).contains("Parlour"), "{query}");
    }
}

#[test]
fn start_page_and_feed_keep_the_operators_order() {
    let gemini = Protocol::Gemini(Capsule::default());
    let gopher = Protocol::Gopher(GopherServer::default());
    let others = [("", gemini), ("", gopher)];
    let http = ["", "as=json", "as=text", "as=svg", "feed", "feed&as=json", "puzzles", "g=bridge"];
    for (query, protocol) in http.map(|query| (query, Protocol::Http)).into_iter().chain(others) {
        let page = ask_site(&settings(), protocol.clone(), query).body;
        let place = |name: &str| page.find(name);
        let of_game = if query.contains("json") { "\"mines\"" } else { "Minesweeper" };
        assert!(place(of_game).is_some(), "{protocol:?} {query}: {page}");
        assert!(!page.contains("Mastermind") && !page.contains("mastermind"), "{query}");
        if let Some(nim) = place("Nim") {
            assert!(place(of_game) < Some(nim), "{query}");
        }
    }
}

#[test]
fn links_of_other_games_still_open() {
    let dealt = ask("g=maze").location.unwrap();
    for query in [dealt.trim_start_matches('?'), "g=maze", "g=maze&rules"] {
        assert_eq!(ask_site(&settings(), Protocol::Http, query).status, ask(query).status);
        assert!(page(query).contains("Maze"), "{query}");
    }
}

#[test]
fn formats_without_style_have_title_and_home() {
    let json: serde_json::Value = serde_json::from_str(&page("as=json")).unwrap();
    assert_eq!(json["title"], TITLE);
    assert_eq!(
        (&json["home"]["address"], &json["home"]["label"]),
        (&HOME.into(), &"Ann & Ben".into())
    );
    let text = page("as=text");
    assert!(text.starts_with(TITLE) && text.contains(HOME), "{text}");
    let feed = page("feed");
    assert!(
        feed.contains(
            "<title>Ann&#39;s &#60;Games&#62; &#38; more: the puzzles of the day</title>"
        ),
        "{feed}"
    );
    assert!(feed.contains(&format!("<uri>{HOME}</uri>")), "{feed}");
    assert!(page("as=svg").contains(&format!("<a href=\"{HOME}\">")));
    let gemini = ask_site(&settings(), Protocol::Gemini(Capsule::default()), "").body;
    assert!(gemini.contains(&format!("# {TITLE}\n")), "{gemini}");
    assert!(gemini.contains(&format!("=> {HOME} Ann & Ben\n")), "{gemini}");
    let gopher = ask_site(&settings(), Protocol::Gopher(GopherServer::default()), "").body;
    assert!(gopher.contains(&format!("i{TITLE}\t")), "{gopher}");
    assert!(gopher.contains(&format!("hAnn & Ben\tURL:{HOME}\tlocalhost\t70\r\n")), "{gopher}");
    for page in ["g=nim&as=json", "g=nim&as=text", "g=nim&as=svg"].map(page) {
        assert!(!page.contains("ann.css"), "{page}");
    }
}
