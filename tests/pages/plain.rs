//! Pages without markup: plain text, Gemini and Gopher. The tests read each by its protocol, and
//! play each game to its end with its links and fields.

use crate::follow::body;
use parlour::game::chance::Chance;
use parlour::games::GAMES;
use parlour::gateway::protocol::{Capsule, GopherServer, Protocol, gemini_query};
use support::friends::Friends;
use support::golden::{self, Golden, without_token};
use support::services::{ask, ask_by};

/// The words on the link that takes the move of a hint.
const TAKE: &str = "Take it";
/// Moves within which a game has ended.
const MOVES_MAX: usize = 3_000;

/// The longest request of Gemini, in bytes.
const GEMINI_BYTES_MAX: usize = 1_024;

/// The place of the program on a Gemini server, which begins its addresses.
const CAPSULE: &str = "gemini://games.example/cgi-bin/parlour";

fn capsule(is_typed: bool) -> Protocol {
    Protocol::Gemini(Capsule { name: Some("parlour".to_owned()), is_typed })
}

/// The answer of a Gemini server to an address: the status line, and the page.
fn gemini(address: &str) -> (String, String) {
    assert!(address.len() <= GEMINI_BYTES_MAX, "{} bytes: {address}", address.len());
    let rest = address.strip_prefix(CAPSULE).unwrap_or_else(|| panic!("not ours: {address}"));
    let (path, typed) = rest.split_once('?').unwrap_or((rest, ""));
    let (query, is_typed) = gemini_query(path.as_bytes(), typed.into()).expect("a path of ours");
    let response = ask_by(capsule(is_typed), query).body;
    let (head, page) = response.split_once("\r\n").expect("a line of status");
    (head.to_owned(), page.to_owned())
}

/// The target of a link on the page of another address (the parts of RFC 3986, section 5.2, that
/// our links need).
fn resolved(base: &str, link: &str) -> String {
    let path = base.split('?').next().unwrap_or(base);
    if link.starts_with('?') {
        return format!("{path}{link}");
    }
    let mut folder: Vec<&str> = path.split('/').collect();
    folder.pop();
    let mut link = link;
    while let Some(rest) = link.strip_prefix("../") {
        folder.pop();
        link = rest;
    }
    format!("{}/{link}", folder.join("/"))
}

/// The page behind an address and its redirects, and the address of that page.
fn follow(address: &str) -> (String, String) {
    let mut address = address.to_owned();
    for _ in 0..3 {
        let (head, page) = gemini(&address);
        match head.strip_prefix("30 ") {
            Some(link) => address = resolved(&address, link),
            None => {
                assert_eq!(head, "20 text/gemini; charset=utf-8", "{address}");
                return (address, page);
            }
        }
    }
    panic!("sent on and on: {address}");
}

/// The links of a page, each with its words. Every line is one of text/gemini.
fn gemini_links(page: &str) -> Vec<(String, String)> {
    let mut links = Vec::new();
    let mut is_drawing = false;
    for line in page.lines() {
        if line.starts_with("```") {
            is_drawing = !is_drawing;
        } else if let Some(link) = line.strip_prefix("=> ").filter(|_| !is_drawing) {
            let (link, label) = link.split_once(' ').unwrap_or((link, ""));
            assert!(!label.is_empty(), "{line}");
            links.push((link.to_owned(), label.to_owned()));
        }
    }
    assert!(!is_drawing, "a drawing has no end: {page}");
    links
}

/// The moves that have numbers on a page.
fn gemini_moves(page: &str) -> Vec<(String, String)> {
    let is_move = |(link, label): &(String, String)| {
        let number = label.split(". ").next().unwrap_or_default();
        number.parse::<usize>().is_ok() || link.ends_with("&show")
    };
    gemini_links(page).into_iter().filter(is_move).collect()
}

/// Links to options lead to pages of options, and every field can be filled in.
#[test]
fn every_link_of_the_options_opens_in_gemini() {
    let mut fields = 0;
    for game in GAMES {
        let start = format!("{CAPSULE}?g={}&rules=new", game.ruleset.key);
        let is_of_people = |(_, label): &(String, String)| label.ends_with(" people, by links");
        let (base, page) = follow(&start);
        let by_people = gemini_links(&page).into_iter().filter(is_of_people);
        let pages = by_people.map(|(link, _)| resolved(&base, &link)).chain([start]);
        for address in pages {
            let (base, page) = follow(&address);
            for (link, label) in gemini_links(&page) {
                let (head, _) = gemini(&resolved(&base, &link));
                fields += u32::from(head.starts_with("10 "));
                assert!(["10 ", "20 ", "30 "].contains(&&head[..3]), "{label}: {link}: {head}");
            }
        }
    }
    assert!(fields > 3, "{fields} fields");
}

/// Each patience leads to every other, in the format without forms, too.
#[test]
fn a_new_table_tells_how_long_it_waits() {
    let all = [("10m", "10 minutes", 600), ("1h", "1 hour", 3_600), ("1d", "1 day", 86_400)];
    for (value, words, seconds) in all {
        let query = format!("g=eights&people=3&draw=one&patience={value}");
        let told = ask(format!("{query}&as=json")).body;
        assert!(told.contains(&format!("\"patience\":{seconds}")), "{told}");
        let (base, page) = follow(&format!("{CAPSULE}?{query}"));
        assert!(page.contains(&format!("{words} (chosen)")), "{page}");
        for (_, other, _) in all.into_iter().filter(|(other, ..)| *other != value) {
            let way = gemini_links(&page).into_iter().find(|(_, label)| label == other);
            let (link, _) = way.unwrap_or_else(|| panic!("no {other}: {page}"));
            let (_, next) = follow(&resolved(&base, &link));
            assert!(next.contains(&format!("{other} (chosen)")), "{link}: {next}");
            assert!(link.contains("draw=one"), "{link}");
        }
    }
}

#[test]
fn every_game_is_finished_in_gemini() {
    for (number, game) in GAMES.iter().enumerate() {
        let mut chance = Chance::from_seed([number as u8; 32]);
        let key = game.ruleset.key;
        let (mut address, mut page) = follow(&format!("{CAPSULE}?g={key}&seed=gemini"));
        let mut has_typed = false;
        for turn in 0.. {
            assert!(turn < MOVES_MAX, "{key} has no end: {page}");
            let links = gemini_links(&page);
            if links.iter().any(|(_, label)| label == "Play again") {
                break;
            }
            let takes_hint = chance.below(2) == 0;
            let hint = links.iter().find(|(_, label)| takes_hint && label == "Hint");
            let every = links.iter().find(|(_, label)| label == "Every move with its link");
            // The page itself has the links if there are few.
            let (list, all) = match every {
                Some((link, _)) => follow(&resolved(&address, link)),
                None => (address.clone(), page.clone()),
            };
            let is_loud = |(_, label): &(String, String)| !label.contains("(if you want to)");
            let moves: Vec<(String, String)> =
                gemini_moves(&all).into_iter().filter(is_loud).collect();
            let (link, label) = chance.pick(&moves).unwrap_or_else(|| panic!("no move: {all}"));
            // A move by its link, or by its number if the page prints it.
            let next = match (hint, turn % 2) {
                (Some((hint, _)), _) => resolved(&address, hint),
                (None, 0) => resolved(&address, link),
                (None, _) => {
                    let links = gemini_links(&all);
                    let ask = links.iter().find(|(link, _)| link.contains("/move/"));
                    let asked = resolved(&list, &ask.expect("a place to type").0);
                    assert!(gemini(&asked).0.starts_with("10 "), "{asked}");
                    has_typed = true;
                    format!("{asked}?{}", label.split('.').next().unwrap_or_default())
                }
            };
            (address, page) = follow(&next);
            assert!(!page.contains("(Fault "), "{next}: {page}");
            if page.contains("Back to the game") {
                let links = gemini_links(&page);
                let way = |words: &str| links.iter().find(|(_, label)| label.contains(words));
                let way = way(TAKE).or_else(|| way("Back to the game"));
                (address, page) = follow(&resolved(&address, &way.expect("a way on").0));
            }
        }
        assert!(has_typed || key == "rps", "{key}: nothing was typed");
    }
}

#[test]
fn one_plays_in_gemini_beside_other_clients() {
    for (number, key) in ["rps", "eights"].into_iter().enumerate() {
        let mut chance = Chance::from_seed([number as u8; 32]);
        let mut friends = Friends::at_full_table(key, 2, "", 40 + number as u64);
        let (mut in_gemini, mut elsewhere) = (0, 0);
        while let Some(seat) = friends.turn() {
            assert!(in_gemini + elsewhere < MOVES_MAX, "{key} has no end");
            if seat == 0 {
                elsewhere += 1;
                assert!(friends.play_one_turn(&mut chance));
                continue;
            }
            in_gemini += 1;
            let password = &friends.passwords[seat];
            let (mut address, page) =
                follow(&format!("{CAPSULE}{}&c={password}", friends.bare_link()));
            let mut moves = gemini_moves(&page);
            // After an eight a suit is named.
            while let Some((link, _)) = chance.pick(&moves) {
                let page;
                (address, page) = follow(&resolved(&address, link));
                assert!(!page.contains("(Fault "), "{page}");
                moves = gemini_moves(&page);
            }
            let (_, query) = address.split_once('?').expect("a link to send");
            assert!(!query.contains("&c="), "what is sent on has no password: {address}");
            friends.public = format!("?{query}&as=json");
        }
        assert!(in_gemini > 0 && elsewhere > 0, "{key}");
        let page = friends.public_page();
        assert!(page["ranking"].is_array(), "{key}: {page}");
    }
}

#[test]
fn a_gemini_problem_is_one_line_with_status() {
    for (query, status) in [("?g=bridge", "51 "), ("?g=maze&s=x", "59 "), ("?g=maze&g=nim", "59 ")]
    {
        let (head, page) = gemini(&format!("{CAPSULE}{query}"));
        assert!(head.starts_with(status) && page.is_empty(), "{query}: {head}");
    }
    assert!(
        gemini(&format!("{CAPSULE}/c/s=A&g=eights")).0.starts_with("11 "),
        "a password is secret"
    );
    assert!(gemini(&format!("{CAPSULE}/xyz/s=A&g=eights")).0.starts_with("51 "));
}

/// The lines of a menu, each with its type, its words and its selector.
fn menu(text: &str) -> Vec<(char, String, String)> {
    let lines =
        text.strip_suffix(".\r\n").expect("a menu ends with a point").split_terminator("\r\n");
    let line = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        let [words, selector, host, port] = fields[..] else { panic!("{line}") };
        let kind = words.chars().next().expect("a type");
        assert!("i17h".contains(kind), "{line}");
        // The line of a page elsewhere, as clients know it: its selector is the address.
        assert_eq!(kind == 'h', selector.starts_with("URL:https://"), "{line}");
        if kind != 'i' {
            assert_eq!((host, port), ("games.example", "7070"), "{line}");
            assert!(line.len() < 1_024, "{line}");
        }
        (kind, words[1..].to_owned(), selector.to_owned())
    };
    lines.map(line).collect()
}

fn gopher(selector: &str, typed: &str) -> Vec<(char, String, String)> {
    let server = GopherServer {
        selector: "/cgi-bin/parlour".to_owned(),
        host: "games.example".to_owned(),
        port: 7070,
    };
    let query = selector.strip_prefix("/cgi-bin/parlour?").expect("a selector of ours");
    let typed = Some(typed.to_owned().into_bytes()).filter(|typed| !typed.is_empty());
    let query = parlour::gateway::protocol::gopher_query(query.into(), typed);
    menu(&ask_by(Protocol::Gopher(server), query).body)
}

#[test]
fn every_game_is_finished_in_gopher() {
    for (number, game) in GAMES.iter().enumerate() {
        let mut chance = Chance::from_seed([number as u8; 32]);
        let key = game.ruleset.key;
        let mut lines = gopher(&format!("/cgi-bin/parlour?g={key}&seed=gopher"), "");
        for turn in 0.. {
            assert!(turn < MOVES_MAX, "{key} has no end: {lines:?}");
            let way = |label: &str| lines.iter().find(|(_, words, _)| words == label);
            if way("Play again").is_some() {
                break;
            }
            if let Some((_, _, back)) = way("Back to the game") {
                let take = lines.iter().find(|(_, words, _)| words.contains(TAKE));
                lines = gopher(take.map_or(back, |(_, _, take)| take), "");
                continue;
            }
            if let Some((_, _, hint)) = way("Hint").filter(|_| chance.below(2) == 0) {
                lines = gopher(hint, "");
                continue;
            }
            // The page itself has the links if there are few.
            let all = match way("Every move with its link") {
                Some((_, _, every)) => gopher(every, ""),
                None => lines.clone(),
            };
            let numbered = |(kind, words, selector): (char, String, String)| {
                let number = words.split(". ").next()?.parse::<usize>().ok()?;
                let is_loud = kind == '1' && !words.contains("(if you want to)");
                is_loud.then_some((number, selector))
            };
            let moves: Vec<(usize, String)> = all.into_iter().filter_map(numbered).collect();
            let (number, selector) = chance.pick(&moves).expect("a move");
            lines = match turn % 2 {
                0 => gopher(selector, ""),
                _ => {
                    let ask = lines.iter().find(|(kind, ..)| *kind == '7').expect("a search");
                    gopher(&ask.2, &number.to_string())
                }
            };
        }
    }
}

#[test]
fn a_text_is_as_its_golden_file() {
    let page = body("g=maze&seed=golden&as=text");
    let token = page.split("?s=").nth(1).and_then(|rest| rest.split('&').next());
    let token = token.map(str::to_owned);
    let words = body(&format!("s={}&g=maze&words&as=text", token.clone().unwrap_or_default()));
    let files = vec![
        ("maze-start".to_owned(), without_token(&page, token.as_deref())),
        ("maze-words".to_owned(), without_token(&words, token.as_deref())),
        ("parlour".to_owned(), body("as=text")),
    ];
    golden::check(&[(Golden { folder: "plain", ending: ".txt" }, files)]);
}

#[test]
fn every_page_is_there_in_plain_text() {
    for game in GAMES {
        let key = game.ruleset.key;
        for about in ["rules", "rules=api", "rules=new"] {
            let page = body(&format!("g={key}&{about}&as=text"));
            assert!(page.contains(game.ruleset.title) && page.contains("All games"), "{page}");
        }
        let start = body(&format!("g={key}&seed=x&as=text"));
        for link in start.lines().filter_map(|line| line.trim().strip_prefix('?')) {
            let page = ask(link);
            assert_eq!(page.content_type, "text/plain; charset=utf-8", "{link}");
            assert_eq!(page.status.code(), 200, "{link}: {}", page.body);
        }
        let is_address = |line: &str| line.starts_with('?') || line.starts_with("https://");
        let wide: Vec<&str> = start
            .lines()
            .filter(|line| line.len() > 80 && !is_address(line.trim_start()))
            .collect();
        assert!(wide.is_empty(), "{key}: {wide:?}");
    }
    let problem = ask("g=bridge&as=text");
    assert_eq!(problem.status.code(), 404);
    assert!(problem.body.contains("?parlour&as=text"), "{}", problem.body);
}
