//! "Beat my result": the line to pass on carries the sender's result as a number. The receiver's
//! pages tell it from the first to the last.

use crate::follow::{body, json, link};
use parlour::game::chance::Chance;
use serde_json::Value;
use support::stranger::{list, text};

/// The last page of a game for programs, played at random without hints.
fn play_out(start: &str) -> Value {
    let mut chance = Chance::from_seed([9; 32]);
    let mut page = json(&format!("{start}&as=json"));
    while page["ranking"].is_null() {
        let requests = list(&page, "/requests").iter();
        let moves: Vec<&Value> = requests.filter(|request| request["name"] == "turn").collect();
        page = json(text(chance.pick(&moves).expect("a move"), "/link"));
    }
    page
}

/// The query of the link at the end of a line to pass on.
fn passed_on(page: &Value) -> String {
    let line = text(page, "/end/share");
    line.rsplit_once('?').expect("a link").1.to_owned()
}

fn detail(page: &Value) -> &str {
    text(page, "/end/detail")
}

#[test]
fn a_sent_result_is_compared_at_the_end() {
    let first = play_out("g=concentration&size=4x3&seed=beat");
    let query = passed_on(&first);
    let (deal, looks) = query.split_once("&beat=").expect("a result to beat");
    assert!(deal.starts_with("g=concentration&size=4x3&seed=") && !looks.is_empty(), "{query}");
    assert!(looks.len() <= 5 && looks.bytes().all(|c| c.is_ascii_digit()), "{query}");
    assert!(!detail(&first).contains("beat"), "nobody has sent this one a result");
    // The friend plays in the same way, and needs as many looks.
    let same = play_out(&query);
    let equal = format!("You needed {looks} looks, which equals the result to beat.");
    assert!(detail(&same).ends_with(&equal), "{}", detail(&same));
    let better = play_out(&format!("{deal}&beat=9999"));
    assert!(detail(&better).ends_with(": that beats 9999."), "{}", detail(&better));
    let worse = play_out(&format!("{deal}&beat=1"));
    assert!(detail(&worse).ends_with("; the result to beat is 1."), "{}", detail(&worse));
    // The line back says how the two compare.
    let lines = [&same, &better, &worse].map(|page| text(page, "/end/share"));
    let compared = [
        format!("which equals {looks}."),
        "which beats 9999.".into(),
        "which does not beat 1.".into(),
    ];
    for (line, compared) in lines.iter().zip(compared) {
        assert!(line.contains(&compared), "{line}");
    }
    assert!(!text(&first, "/end/share").contains("which"), "there is nothing to compare");
    // They pass on their own result.
    assert_eq!(passed_on(&worse), query);
}

#[test]
fn the_result_to_beat_survives_moves_and_restart() {
    for (start, goal) in [
        ("g=concentration&seed=beat", "28 looks"),
        ("g=maze&seed=beat", "28 turns"),
        ("g=mastermind&day=2026-11-20", "28 guesses"),
    ] {
        let says = |page: &str| page.contains(&format!("To beat: <b>{goal}</b>"));
        let page = body(&format!("{start}&beat=28"));
        assert!(says(&page), "{page}");
        let moved = body(&link(&page, if start.contains("master") { "put=" } else { "turn=" }));
        assert!(says(&moved), "{moved}");
        let again = link(&moved, "&beat=28");
        assert!(says(&body(&again)), "{again}");
    }
}

/// The number is not trusted, so only a number gets onto a page.
#[test]
fn only_a_number_is_a_result_to_beat() {
    let plain = body("g=concentration&seed=beat");
    // A word in its place, or a number out of its bounds.
    let notices = [
        "\u{201c}beat\u{201d} changes nothing on this page.",
        "This page makes nothing of the value of \u{201c}beat\u{201d}.",
    ]
    .map(|notice| format!("<p class=whose role=status>{notice}</p>\n"));
    for other in ["", "0", "-1", "99999", "16384", "x", "win+at+evil.example", "1e3", "2.5"] {
        let page = body(&format!("g=concentration&seed=beat&beat={other}"));
        let page = notices.iter().fold(page, |page, notice| page.replace(notice, ""));
        assert_eq!(page, plain, "{other}");
    }
    assert_ne!(body("g=concentration&seed=beat&beat=16383"), plain);
}

/// A game whose results cannot be compared has no result to beat.
#[test]
fn games_without_a_measure_have_nothing_to_beat() {
    for start in [
        "g=concentration&opponent=medium&seed=beat",
        "g=mastermind&code=evasive",
        "g=mines&seed=beat",
        "g=nim",
    ] {
        let page = body(&format!("{start}&beat=28"));
        assert!(!page.contains("To beat") && !page.contains("&beat="), "{start}: {page}");
    }
    let hinted = json("g=maze&seed=beat&beat=28&as=json");
    let solve = list(&hinted, "/requests").iter().find(|request| request["name"] == "solve");
    let solved = json(text(solve.expect("a way to give up"), "/link"));
    assert!(detail(&solved).ends_with("The result to beat is 28 turns."), "{}", detail(&solved));
}
