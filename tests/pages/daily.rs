//! The puzzles of the days: streaks from one to the next, solutions of days that are past, and the
//! links between them. It is 2026-11-21 in these tests, or another day where they say so.

use crate::follow::links;
use parlour::game::audit::covering;
use parlour::game::options::Choices;
use parlour::games::GAMES;
use parlour::gateway::http::{Method, Status};
use serde_json::Value;
use std::collections::BTreeSet;
use support::services::{Randomness, ask, ask_on, ask_then, ring};
use support::stranger::{list, text};

/// Noon of a day of November 2026, in seconds since 1970.
fn noon(day: u64) -> u64 {
    1_795_262_400 + day * 86_400 - 21 * 86_400
}

/// The page for programs behind a link, at noon of a day.
#[track_caller]
fn open_on(day: u64, link: &str) -> Value {
    let response = ask_on(Some(noon(day)), link.trim_start_matches('?'));
    assert_eq!(response.status, Status::Ok, "{link}: {}", response.body);
    serde_json::from_str(&response.body).expect("a page for programs")
}

#[track_caller]
fn open(link: &str) -> Value {
    open_on(21, link)
}

/// The link of the first request of this name.
#[track_caller]
fn request<'a>(page: &'a Value, name: &str) -> &'a str {
    let found = list(page, "/requests").iter().find(|request| request["name"] == name);
    text(found.unwrap_or_else(|| panic!("no {name}: {page:#}")), "/link")
}

/// The end of a maze, won without help. The tiles are turned until they look like the solution.
/// Another deal of the same day shows the solution once that day is past.
fn won(mut page: Value) -> Value {
    let again = text(&page, "/links/restart").split("&seed=").next().expect("a link").to_owned();
    let name = text(&page, "/deal/name");
    let solved = if name.starts_with("2026") {
        let options = ["size", "level"].map(|name| format!("&{name}={}", page["options"][name]));
        let options = options.concat().replace('"', "");
        open_on(30, &format!("?g=maze{options}&day={name}&solution&as=json"))["answer"].clone()
    } else {
        open(request(&open(&format!("{again}&seed={name}&as=json")), "solve"))
    };
    let mut at = 0;
    while page["end"].is_null() {
        assert!(at < list(&page, "/parts/0/cells").len(), "no way: {page:#}");
        let turn = list(&page, "/requests").iter().find(|request| {
            request["name"] == "turn" && request["arguments"]["tile"].as_u64() == Some(at as u64)
        });
        match turn.filter(|_| shape(&page, at) != shape(&solved, at)) {
            Some(turn) => page = open(text(turn, "/link")),
            None => at += 1,
        }
    }
    assert_eq!(page["mood"], "won");
    page
}

/// The ends of a tile: `east to west`.
fn shape(page: &Value, at: usize) -> &str {
    let label = text(page, &format!("/parts/0/cells/{at}/label"));
    label.split(',').next().unwrap_or_default()
}

/// The page for people at the same position.
fn for_people(page: &Value) -> String {
    let link = text(page, "/links/position").replace("&as=json", "");
    ask(link.trim_start_matches('?')).body
}

fn streak(page: &Value) -> &Value {
    &page["deal"]["streak"]
}

#[test]
fn a_streak_grows_daily_and_is_told() {
    let mut page = open("?g=maze&size=8x6&level=hard&day=2026-11-18&as=json");
    for (days, day) in (1..).zip(18..=21) {
        assert_eq!(page["deal"]["name"], format!("2026-11-{day}"));
        assert_eq!(streak(&page), days - 1);
        assert_eq!(
            (&page["options"]["size"], &page["options"]["level"]),
            (&"8x6".into(), &"hard".into())
        );
        assert!(page["links"]["solution_before"].is_string());
        let end = won(page);
        assert_eq!(end["end"]["streak"], days);
        let shared = text(&end, "/end/share");
        assert_eq!(shared.contains(&format!(" Streak: {days} days. ")), days > 1, "{shared}");
        let html = for_people(&end);
        assert!(html.contains(&format!("Streak: {days} day")), "{html}");
        assert!(html.contains("<a href=\"?puzzles#streaks\">What a streak proves</a>"), "{html}");
        let hint =
            "Bookmark the next puzzle to keep it going: it opens at midnight UTC, in 12 hours.";
        assert_eq!(html.contains(hint), day == 21, "{html}");
        let next = text(&end, "/end/next_day");
        assert!(html.contains(&format!("&day=2026-11-{}\"", day + 1)), "{html}");
        if day == 21 {
            let early = ask(next.trim_start_matches('?'));
            assert_eq!(early.status, Status::BadRequest, "{}", early.body);
            let wait =
                "It opens at midnight UTC, in 12 hours. Your streak is 4 days: keep this link.";
            assert!(early.body.contains(wait), "{}", early.body);
            assert_eq!(streak(&open_on(22, next)), 4);
            return;
        }
        page = open(next);
    }
}

#[test]
fn without_yesterdays_win_a_streak_begins_anew() {
    let of_day = |page: &Value, day: u64| {
        let position = text(page, "/links/position");
        streak(&open(&format!("{position}&day=2026-11-{day}"))).as_u64()
    };
    let dealt = open("?g=maze&day=2026-11-18&as=json");
    assert_eq!(of_day(&dealt, 19), Some(0), "it was not played to its end");
    let lost = open(request(&dealt, "solve"));
    assert_eq!((&lost["mood"], of_day(&lost, 19)), (&"lost".into(), Some(0)));
    assert!(lost["end"]["streak"].is_null());
    // The next day is offered after a loss, too, but without the token.
    assert_eq!(text(&lost, "/end/next_day"), "?g=maze&day=2026-11-19&as=json");
    let end = won(dealt);
    assert_eq!([17, 18, 19, 20].map(|day| of_day(&end, day)), [Some(0), Some(0), Some(1), Some(0)]);
    let fresh = won(open("?g=maze&seed=x&as=json"));
    assert_eq!(of_day(&fresh, 19), Some(0), "a deal of a seed is that of no day");
    assert!(fresh["end"]["next_day"].is_null());
}

/// The sentence about help on a page for people.
fn about_help(page: &Value) -> Option<&'static str> {
    let html = for_people(page);
    let sentences = [
        "You took a hint, so this puzzle does not count for a streak.",
        "With a hint, this puzzle does not count for a streak.",
        "A hint ends your streak on this link.",
    ];
    let plain = text(page, "/links/position").replace("json", "text");
    let plain = ask(plain.trim_start_matches('?')).body;
    let found = sentences.into_iter().find(|sentence| html.contains(sentence));
    found.inspect(|sentence| assert!(plain.contains(sentence), "{sentence}: {plain}"))
}

#[test]
fn a_page_warns_that_hints_end_the_streak() {
    let first = open("?g=maze&day=2026-11-19&as=json");
    assert!(about_help(&first).is_some_and(|sentence| sentence.starts_with("With a hint")));
    let second = open(text(&won(first), "/end/next_day"));
    assert!(about_help(&second).is_some_and(|sentence| sentence.starts_with("A hint ends")));
    let mut hinted = open(request(&second, "hint"));
    assert!(about_help(&hinted).is_some_and(|sentence| sentence.starts_with("You took")));
    assert_eq!(streak(&open(text(&hinted, "/links/restart"))), 0);
    hinted = open(&format!("{}&turn=0", text(&hinted, "/links/position")));
    while hinted["end"].is_null() {
        hinted = after_a_hint(&hinted);
    }
    assert_eq!((&hinted["mood"], hinted["end"]["streak"].is_null()), (&"won".into(), true));
    let position = text(&hinted, "/links/position");
    assert_eq!(streak(&open(&format!("{position}&day=2026-11-21"))), 0);
    // A refused hint is no help, and a deal of a seed has no streak to lose.
    let end = won(second);
    let refused = open(&format!("{}&hint", text(&end, "/links/position")));
    assert_eq!((&refused["fault"]["code"], &refused["end"]["streak"]), (&611.into(), &2.into()));
    assert_eq!(about_help(&open("?g=maze&seed=x&as=json")), None);
}

/// The page after the move that a hint advises.
fn after_a_hint(page: &Value) -> Value {
    let hinted = open(request(page, "hint"));
    open(text(&hinted, "/answer/take/link"))
}

/// A result with hints is passed on as such, and sets no mark to beat.
#[test]
fn a_result_with_hints_asks_for_one_without() {
    for game in ["mastermind", "maze"] {
        let mut page = open(&format!("?g={game}&seed=helped&as=json"));
        while page["end"].is_null() {
            page = after_a_hint(&page);
        }
        let shared = text(&page, "/end/share");
        assert!(shared.contains("with hints. Can you do it without hints?"), "{shared}");
        assert!(!shared.contains("&beat="), "{shared}");
    }
}

#[test]
fn the_solution_of_today_is_not_given() {
    let offered =
        |page: &Value| list(page, "/requests").iter().any(|request| request["name"] == "solve");
    for kind in ["", "&kind=full"] {
        let past = open(&format!("?g=maze{kind}&day=2026-11-20&as=json"));
        let today = open(&format!("?g=maze{kind}&day=2026-11-21&as=json"));
        assert_eq!((offered(&past), offered(&today)), (true, false));
        assert!(!for_people(&today).contains("Show the solution"));
        let position = text(&today, "/links/position");
        let refused = open(&format!("{position}&solve"));
        assert_eq!((&refused["fault"]["code"], &refused["parts"]), (&610.into(), &today["parts"]));
        assert!(offered(&open_on(22, position)), "the day after it is");
    }
}

#[test]
fn to_begin_a_day_again_keeps_its_streak() {
    let second = open(text(&won(open("?g=maze&day=2026-11-19&as=json")), "/end/next_day"));
    let turned = open(request(&second, "turn"));
    let again = open(text(&turned, "/links/restart"));
    assert_eq!((streak(&again), &again["parts"]), (&1.into(), &second["parts"]));
    let html = for_people(&turned);
    assert!(html.contains("Puzzle of 20 November 2026, after a streak of 1 day."));
}

/// Each link of the board makes its move in the puzzle of the day, and names no position, so the page is
/// the same for everybody.
#[test]
fn the_start_page_has_a_board_to_play() {
    let mut played = BTreeSet::new();
    for day in [21, 22] {
        let [page, other] = [1, 2].map(|seed| {
            let (randomness, keys) = (Randomness::from(seed), ring());
            ask_then(&randomness, Some(&keys), noon(day), Method::Get, "").body
        });
        assert!(page == other, "the page is the same for everybody");
        let (_, board) = page.split_once("<table class=board").expect("a board");
        let moves = links(board.split("</table>").next().unwrap_or_default());
        assert!(moves.len() > 1, "{page}");
        for link in moves {
            let (deal, asked) = link.rsplit_once('&').expect("a request");
            assert!(deal.ends_with(&format!("&day=2026-11-{day}")), "{link}");
            let begun = open_on(day, &format!("{deal}&as=json"));
            let begun = text(&begun, "/links/position");
            let at_once = open_on(day, &format!("{deal}&{asked}&as=json"));
            let later = open_on(day, &format!("{begun}&{asked}"));
            assert_eq!(at_once["parts"], later["parts"], "{link}");
            assert_eq!(at_once["status"], later["status"], "{link}");
            assert!(
                at_once["fault"].is_null() && at_once["deal"]["name"] == format!("2026-11-{day}")
            );
            played.insert(text(&at_once, "/game").to_owned());
        }
    }
    assert!(played.len() > 1, "the puzzles take turns: {played:?}");
}

#[test]
fn a_page_has_fourteen_days_of_puzzles() {
    let index = ask("").body;
    assert!(index.contains("21 November, 12 hours left"), "{index}");
    assert!(index.contains("href=\"?puzzles\"") && index.contains("?g=maze&day=2026-11-21"));
    let page = ask("puzzles").body;
    let links: Vec<String> =
        links(&page).into_iter().filter(|link| link.contains("day=")).collect();
    let games = GAMES.iter().filter(|game| game.ruleset.daily).count();
    assert_eq!(links.len(), 14 * games, "{page}");
    assert!(links.contains(&"g=mines&day=2026-11-08".to_owned()), "{page}");
    // A browser marks opened pages by their address, so the page is no redirect.
    for link in links {
        assert_eq!(ask(&link).status, Status::Ok, "{link}");
    }
    for format in ["puzzles", "puzzles&as=text"] {
        let page = ask(format).body;
        assert!(page.contains("The next puzzles come at midnight UTC, in 12 hours."), "{page}");
        assert!(page.contains("What a streak proves"), "{page}");
    }
    let without_clock = ask_on(None, "puzzles").body;
    assert!(!without_clock.contains("midnight UTC") && without_clock.contains("What a streak"));
}

#[test]
fn a_future_puzzle_says_when_it_opens() {
    for (now, day, wait) in [
        (noon(21), 22, "in 12 hours"),
        (noon(21) + 1, 22, "in 11 hours"),
        (noon(21) + 3_600, 22, "in 11 hours"),
        (noon(21), 23, "in 36 hours"),
        (noon(21), 30, "in 8 days"),
    ] {
        let page = ask_on(Some(now), &format!("g=maze&day=2026-11-{day}")).body;
        let told = format!("It opens at midnight UTC, {wait}. Today&#39;s is ready.");
        assert!(page.contains(&told), "{day}: {page}");
        assert!(page.contains("&day=today\">Today&#39;s puzzle</a>"), "{page}");
    }
    // At the end of today's puzzle, the page says when the next one opens.
    let lost = open(request(&open("?g=maze&day=2026-11-20&as=json"), "solve"));
    let on_that_day = text(&lost, "/links/position").replace("&as=json", "");
    let html = ask_on(Some(noon(20)), on_that_day.trim_start_matches('?')).body;
    assert!(html.contains("The next puzzle opens at midnight UTC, in 12 hours."), "{html}");
}

/// The clocks of two servers may be two hours apart, so the next day has begun for both then.
#[test]
fn a_day_begins_two_hours_early_not_earlier() {
    let midnight = noon(22) - 12 * 3_600;
    for (before, status) in [(7_201, Status::BadRequest), (7_200, Status::Ok), (0, Status::Ok)] {
        let response = ask_on(Some(midnight - before), "g=maze&day=2026-11-22");
        assert_eq!(response.status, status, "{before} seconds before");
    }
}

#[test]
fn a_bookmark_for_today_gets_its_date() {
    let end = won(open("?g=maze&day=2026-11-20&as=json"));
    let position = text(&end, "/links/position").replace("&as=json", "");
    let sent_on = ask(format!("{}&day=today", position.trim_start_matches('?')));
    assert_eq!(sent_on.status, Status::SeeOther);
    assert_eq!(sent_on.location, Some(format!("{position}&day=2026-11-21")));
}

#[test]
fn a_broken_link_gets_an_error_without_streak() {
    assert_eq!(ask("s=AAAA&g=maze&day=2026-11-21").status, Status::BadRequest);
    let page = open("?g=maze&day=2026-11-20&as=json");
    let position = text(&page, "/links/position");
    assert_eq!(ask(format!("{}&day=nonsense", &position[1..])).status, Status::BadRequest);
}

#[test]
fn a_larger_puzzle_has_the_same_day() {
    let end = won(open("?g=maze&day=2026-11-20&as=json"));
    let larger = list(&end, "/end/next_games").iter();
    let larger = larger.map(|next| text(next, "/link")).find(|link| link.contains("size=8x6"));
    assert_eq!(larger, Some("?g=maze&size=8x6&day=2026-11-20&as=json"));
    assert!(text(&end, "/links/again").ends_with("?g=maze&as=json"));
}

#[test]
fn each_daily_game_leads_to_the_day_before() {
    for game in GAMES.iter().filter(|game| game.ruleset.daily) {
        let key = game.ruleset.key;
        let page = open(&format!("?g={key}&day=2026-11-20&as=json"));
        let html = ask(format!("g={key}&day=2026-11-20")).body;
        assert!(html.contains(&format!("href=\"?g={key}&day=2026-11-19\"")), "{key}");
        let choices = game.ruleset.choices_of_day(Choices::defaults(game.ruleset.options));
        let has_solution = (game.has_solution)(&choices);
        let solution = format!("?g={key}&day=2026-11-19&solution");
        assert_eq!(html.contains(&format!("href=\"{solution}\"")), has_solution, "{key}");
        assert_eq!(page["links"]["solution_before"].is_string(), has_solution, "{key}");
        let rules = ask(format!("g={key}&rules")).body;
        assert!(rules.contains("A puzzle a day"), "{key}");
    }
}

#[test]
fn only_a_past_day_shows_its_solution() {
    let mut shown = 0;
    for game in GAMES {
        let key = game.ruleset.key;
        for choices in covering(game.ruleset.options) {
            let chosen = choices.chosen().map(|(o, v, _)| format!("&{}={}", o.name(), v.value));
            let options: String = chosen.collect();
            let ask_for = |day: &str, now| ask_on(now, &format!("g={key}{options}{day}&solution"));
            let status = |day: &str, now| ask_for(day, now).status;
            let past = status("&day=2026-11-20", Some(noon(21)));
            let of_day = game.ruleset.choices_of_day(choices.clone());
            if !(game.has_solution)(&of_day) || choices.people() > 1 {
                assert_eq!(past, Status::NotFound, "{key}{options}");
                continue;
            }
            assert_eq!(past, Status::Ok, "{key}{options}");
            shown += 1;
            let midnight = noon(21) - 12 * 60 * 60;
            assert_eq!(status("&day=2026-11-20", Some(midnight)), Status::Ok);
            for (day, now) in [
                ("&day=2026-11-21", Some(noon(21))),
                ("&day=today", Some(noon(21))),
                ("&day=2026-11-20", Some(midnight - 1)),
                // Two clocks may differ: such a day may be dealt already, but not solved.
                ("&day=2026-11-21", Some(midnight - 1)),
                ("&day=2026-11-22", Some(noon(21))),
                ("&day=2026-11-20", None),
            ] {
                assert_eq!(status(day, now), Status::BadRequest, "{key}{options}{day} {now:?}");
            }
            for no_day in ["", "&seed=x"] {
                assert_eq!(status(no_day, Some(noon(21))), Status::NotFound, "{key}{options}");
            }
        }
    }
    assert!(shown > 10, "{shown}");
}

/// The texts of the squares of the first board.
fn squares(page: &Value, parts: &str) -> Vec<String> {
    let cells = list(page, &format!("{parts}/0/cells")).iter();
    cells.map(|cell| text(cell, "/text").to_owned()).collect()
}

#[test]
fn a_maze_solution_matches_what_solving_shows() {
    for options in ["", "&size=8x6&level=hard", "&size=12x9", "&kind=wrap-walls"] {
        let solution = open(&format!("?g=maze{options}&day=2026-11-20&solution&as=json"));
        let dealt = open(&format!("?g=maze{options}&day=2026-11-20&as=json"));
        let solved = open(request(&dealt, "solve"));
        assert_eq!(squares(&solution, "/answer/parts"), squares(&solved, "/parts"));
        assert_eq!(solution["parts"], dealt["parts"], "and the puzzle itself lies under it");
        let html = ask(format!("g=maze{options}&day=2026-11-20&solution")).body;
        assert!(html.contains(">Play this puzzle</a>"), "{html}");
        assert!(!html.contains("turn="), "nothing can be turned there");
    }
}

/// The squares of a fair field get their numbers during play, so no puzzle of a day is fair.
#[test]
fn everybody_gets_the_same_field_each_day() {
    for query in ["", "&mines=fair", "&mines=classic", "&size=12x12"] {
        let page = open(&format!("?g=mines{query}&day=2026-11-20&as=json"));
        assert_eq!(page["options"]["mines"], "classic", "{query}");
        let html = for_people(&page);
        assert!(html.contains("20 November 2026. It is always classic"), "{query}: {html}");
    }
    let sent_on = ask("g=mines&mines=fair&day=today");
    assert_eq!(sent_on.location, Some("?g=mines&day=2026-11-21".to_owned()));
    assert!(ask("g=mines&rules").body.contains("It is always classic"));
}

#[test]
fn the_solution_of_a_classic_field_clears_it() {
    let query = "?g=mines&day=2026-11-20";
    let solution = open(&format!("{query}&solution&as=json"));
    let mines = squares(&solution, "/answer/parts");
    assert_eq!(mines.iter().filter(|square| *square == "@").count(), 10);
    let mut page = open(&format!("{query}&as=json"));
    while page["end"].is_null() {
        let safe = list(&page, "/requests").iter().find(|request| {
            let square = request["arguments"]["square"].as_u64();
            let is_safe = square.is_some_and(|square| mines[square as usize] != "@");
            request["name"] == "open" && is_safe
        });
        page = open(text(safe.expect("a safe square"), "/link"));
    }
    assert_eq!(page["mood"], "won");
}

#[test]
fn the_solution_of_a_sealed_code_breaks_it() {
    let solution = open("?g=mastermind&day=2026-11-20&solution&as=json");
    let mut page = open("?g=mastermind&day=2026-11-20&as=json");
    for peg in squares(&solution, "/answer/parts").iter().take(4) {
        let put = list(&page, "/requests").iter().find(|put| put["arguments"]["peg"] == **peg);
        page = open(text(put.expect("the peg"), "/link"));
    }
    assert_eq!(page["mood"], "won");
}

#[test]
fn todays_puzzle_leads_to_yesterdays_solution() {
    for game in GAMES.iter().filter(|game| game.ruleset.daily) {
        let key = game.ruleset.key;
        let choices = game.ruleset.choices_of_day(Choices::defaults(game.ruleset.options));
        let is_there = (game.has_solution)(&choices);
        let today = format!("g={key}&day=2026-11-21");
        let (html, plain) = (ask(&today).body, ask(format!("{today}&as=text")).body);
        let link = format!("?g={key}&day=2026-11-20&solution");
        assert_eq!(html.contains(&format!("href=\"{link}\"")), is_there, "{key}");
        assert_eq!(plain.contains(&format!("{link}&as=text")), is_there, "{key}");
    }
    let today = "g=maze&day=2026-11-21";
    assert!(ask(today).body.contains("&solution"));
    assert!(!ask_on(None, today).body.contains("&solution"), "without a clock nothing is past");
}
