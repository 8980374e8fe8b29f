//! Every format of words says the same: each sentence of a browser's page is on the page of text, in words,
//! of Gemini and of Gopher, once and in the same order.

use parlour::game::chance::Chance;
use parlour::games::GAMES;
use parlour::gateway::protocol::{Capsule, GopherServer, Protocol};
use serde_json::Value;
use std::collections::BTreeSet;
use support::friends::{Friends, link_to_send};
use support::reader::markup::{Piece, element, pieces, plain};
use support::services::{NOW, ask, ask_by};

/// The shortest text that counts as a sentence, in characters.
const SENTENCE_MIN: usize = 12;
/// Within these, a page draws or lists instead of telling.
const DRAWN: [&str; 7] = ["table", "svg", "figure", "select", "nav", "ol", "pre"];
/// These go on with the sentence around them.
const INLINE: [&str; 8] = ["a", "b", "span", "bdi", "small", "code", "mark", "br"];
const MOVES_MAX: usize = 12;

/// A page by a protocol, its lines joined.
fn page(protocol: Protocol, query: &str) -> String {
    let is_gopher = matches!(protocol, Protocol::Gopher(_));
    let body = ask_by(protocol, query.trim_start_matches('?')).body;
    let line = |line: &str| match line.split_once('\t') {
        Some((words, _)) if is_gopher => words.get(1..).unwrap_or_default().to_owned(),
        _ => line.trim_start_matches(['*', '#', '>']).to_owned(),
    };
    let lines: Vec<String> = body.lines().map(line).collect();
    lines.join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The sentences of the sides of a browser's page, in order.
fn sentences(html: &str) -> Vec<String> {
    let mut found = Vec::new();
    let main = element(html, "main").unwrap_or_default();
    let [head, outcome, panel] = ["head", "outcome", "panel"].map(|class| element(main, class));
    // Beside open hands, the panel is a part of the end.
    let panel = panel.filter(|panel| outcome.is_none_or(|outcome| !outcome.contains(panel)));
    for part in [head, outcome, panel].into_iter().flatten() {
        let mut words = String::new();
        let (mut depth, mut drawn) = (0, None);
        for (_, piece) in pieces(part) {
            match piece {
                Piece::Open { name, attributes, empty } => {
                    depth += usize::from(!empty);
                    // The position has a sentence of its own in each format, and labels are none.
                    let is_told = ["status", "facts", "tools"]
                        .iter()
                        .all(|class| !attributes.contains(class));
                    if drawn.is_none() && (DRAWN.contains(&name) || !is_told) {
                        drawn = Some((name.to_owned(), depth));
                    }
                    if !INLINE.contains(&name) {
                        found.extend(split(&std::mem::take(&mut words)));
                    }
                }
                Piece::Close(name) => {
                    if !INLINE.contains(&name) {
                        found.extend(split(&std::mem::take(&mut words)));
                    }
                    if drawn.as_ref().is_some_and(|(of, at)| of == name && *at >= depth) {
                        drawn = None;
                    }
                    depth = depth.saturating_sub(1);
                }
                Piece::Text(text) if drawn.is_none() => words += &plain(text),
                Piece::Text(_) => {}
            }
        }
    }
    found
}

/// The sentences of a paragraph. A label is no sentence.
fn split(paragraph: &str) -> Vec<String> {
    let words = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
    let ends = words.match_indices(['.', '?', ':']).map(|(at, _)| at + 1);
    let ends = ends.filter(|end| *end == words.len() || words[*end..].starts_with(' '));
    let mut start = 0;
    let mut found = Vec::new();
    for end in ends {
        found.push(words[start..end].trim().to_owned());
        start = end;
    }
    found.retain(|sentence| sentence.chars().count() >= SENTENCE_MIN);
    found
}

/// All that the game says itself, in its parts and its end. It may be in another place.
fn said_by_game(query: &str) -> String {
    let page = ask(format!("{}&as=json", query.trim_start_matches('?'))).body;
    let page: Value = serde_json::from_str(&page).expect("JSON");
    let mut said = Vec::new();
    let mut values: Vec<&Value> = ["parts", "end", "state", "status"].map(|key| &page[key]).into();
    while let Some(value) = values.pop() {
        match value {
            Value::String(words) => said.push(words.as_str()),
            Value::Array(inner) => values.extend(inner),
            Value::Object(inner) => values.extend(inner.values()),
            _ => {}
        }
    }
    said.join("\n")
}

/// Compares the formats of a page. Returns the sentences that differ.
fn differences(query: &str) -> Vec<String> {
    let bare = query.replace("&as=json", "").replace("&as=html", "");
    let html = ask(bare.trim_start_matches('?')).body;
    let game = said_by_game(&bare);
    let mut sentences = sentences(&html);
    sentences.retain(|sentence| !game.contains(sentence.as_str()));
    let gemini = Protocol::Gemini(Capsule { name: Some("parlour".to_owned()), is_typed: false });
    let formats = [
        ("text", Protocol::Http, format!("{bare}&as=text")),
        ("words", Protocol::Http, format!("{bare}&words&as=text")),
        ("gemini", gemini, bare.clone()),
        ("gopher", Protocol::Gopher(GopherServer::default()), bare.clone()),
    ];
    let mut faults = Vec::new();
    for (name, protocol, query) in formats {
        let page = page(protocol, &query);
        let mut rest = &*page;
        for sentence in &sentences {
            match rest.split_once(sentence.as_str()) {
                Some((_, behind)) => rest = behind,
                None if page.contains(sentence.as_str()) => {
                    faults.push(format!("{name}: elsewhere: {sentence}"));
                }
                None => faults.push(format!("{name}: missing: {sentence}")),
            }
        }
        let told: BTreeSet<&String> = sentences.iter().collect();
        for sentence in told {
            let here = page.matches(sentence.as_str()).count();
            if here > 1
                && sentences.iter().filter(|said| said.contains(sentence.as_str())).count() < here
            {
                faults.push(format!("{name}: {here} times: {sentence}"));
            }
        }
    }
    if !faults.is_empty() {
        faults.insert(0, bare);
    }
    faults
}

/// The differences of a table for everybody and each player.
fn of_table(friends: &Friends, faults: &mut Vec<String>) {
    faults.extend(differences(&friends.public));
    for password in &friends.passwords {
        faults.extend(differences(&format!("{}&c={password}", friends.public)));
    }
}

fn report(mut faults: Vec<String>) {
    let mut seen = BTreeSet::new();
    faults.retain(|fault| fault.starts_with('?') || seen.insert(fault.clone()));
    assert!(seen.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_format_says_the_same_at_tables() {
    let mut faults = Vec::new();
    let mut chance = Chance::from_seed([17; 32]);
    for (game, people, options) in
        [("eights", 2, ""), ("eights", 3, "&players=4"), ("rps", 2, ""), ("rps", 2, "&best_of=3")]
    {
        let mut friends = Friends::open(game, people, options, 17);
        of_table(&friends, &mut faults);
        if people == 2 {
            friends.sit("Bob");
        } else {
            let sit = friends.public_page()["table"]["sit"].as_str().expect("a seat").to_owned();
            let answered = friends.page(&format!("{sit}&name=Zoe"));
            let link = link_to_send(&answered);
            let password = answered["table"]["password"].as_str().expect("a password");
            faults.extend(differences(&link));
            faults.extend(differences(&format!("{link}&c={password}")));
            ["Bob", "Cora"].iter().for_each(|name| friends.answer(name));
            let gather = friends.page_of(0)["table"]["gather"].as_str().expect("a host").to_owned();
            faults.extend(differences(&format!("{gather}&answers=none")));
            friends.gather();
        }
        for turn in 0.. {
            if turn % 8 < 2 {
                of_table(&friends, &mut faults);
            }
            if !friends.play_one_turn(&mut chance) {
                break;
            }
        }
        of_table(&friends, &mut faults);
        let public = &friends.public;
        faults.extend(differences(&format!("{public}&c=aaaaa-aaaaa")));
        faults.extend(differences(&format!("{public}&at=t9-AAAA")));
    }
    report(faults);
}

#[test]
fn every_format_says_the_same_when_somebody_goes() {
    let mut faults = Vec::new();
    for people in [2, 3] {
        let mut friends = Friends::at_full_table("eights", people, "", 18);
        // The table has waited long enough.
        friends.now = NOW - 10 * 24 * 60 * 60;
        friends.play_one_turn(&mut Chance::from_seed([18; 32]));
        let turn = friends.turn().expect("a turn");
        of_table(&friends, &mut faults);
        let asks = |seat: usize, what: &str| {
            format!("{}&c={}&sit={what}", friends.public, friends.passwords[seat])
        };
        let other = (turn + 1) % people;
        faults.extend(differences(&asks(other, "absent")));
        faults.extend(differences(&asks(other, "leaving")));
        let renewed = friends.page(&asks(turn, "password"));
        let password = renewed["table"]["password"].as_str().expect("a password").to_owned();
        faults.extend(differences(&format!("{}&c={password}", link_to_send(&renewed))));
        let left = friends.page(&asks(other, "leave"));
        friends.take_link(&left);
        of_table(&friends, &mut faults);
    }
    report(faults);
}

#[test]
fn every_format_says_the_same_of_every_game() {
    let mut faults = Vec::new();
    let mut chance = Chance::from_seed([19; 32]);
    for game in GAMES {
        for people in ["", "&people=2"] {
            let start = format!("?g={}&seed=same{people}&as=json", game.ruleset.key);
            let mut next = Some(start);
            for _ in 0..MOVES_MAX {
                let Some(link) = next else { break };
                faults.extend(differences(&link));
                let page: Value =
                    serde_json::from_str(&ask(link.trim_start_matches('?')).body).expect("JSON");
                let requests: Vec<&Value> =
                    page["requests"].as_array().into_iter().flatten().collect();
                let link = chance.pick(&requests).and_then(|request| request["link"].as_str());
                next = link.map(str::to_owned);
            }
        }
    }
    report(faults);
}
