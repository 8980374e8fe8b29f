//! Every format of words says the same: each sentence of a browser's page is on the page of text, in words,
//! of Gemini and of Gopher, once and in the same order.

use crate::situations;
use parlour::game::sample;
use parlour::gateway::protocol::{Capsule, GopherServer, Protocol};
use serde_json::Value;
use std::collections::BTreeSet;
use support::reader::markup::{Piece, element, pieces, plain, text_of};
use support::services::{ask, ask_by};

/// The shortest text that counts as a sentence, in characters.
pub const SENTENCE_MIN: usize = 12;
/// One page in this many is compared in all formats.
const SAMPLED_ONE_IN: u32 = 4;
/// Within these, a page draws or lists instead of telling.
const DRAWN: [&str; 7] = ["table", "svg", "figure", "select", "nav", "ol", "pre"];
/// These go on with the sentence around them.
const INLINE: [&str; 8] = ["a", "b", "span", "bdi", "small", "code", "mark", "br"];

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
pub fn sentences(html: &str) -> Vec<String> {
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
                    // Labels are no sentences.
                    let is_told =
                        ["facts", "tools"].iter().all(|class| !attributes.contains(class));
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
    let page: Value = serde_json::from_str(&ask(format!("{query}&as=json")).body).expect("JSON");
    let mut said = Vec::new();
    let mut values: Vec<&Value> =
        ["parts", "end", "state", "status", "answer"].map(|key| &page[key]).into();
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

/// Compares the formats of the page of a query. Returns the sentences that differ.
fn differences(query: &str) -> Vec<String> {
    let html = ask(query).body;
    let game = said_by_game(query);
    let mut sentences = sentences(&html);
    sentences.retain(|sentence| !game.contains(sentence.as_str()));
    let gemini = Protocol::Gemini(Capsule { name: Some("parlour".to_owned()), is_typed: false });
    let formats = [
        ("text", Protocol::Http, format!("{query}&as=text")),
        ("words", Protocol::Http, format!("{query}&words&as=text")),
        ("gemini", gemini, query.to_owned()),
        ("gopher", Protocol::Gopher(GopherServer::default()), query.to_owned()),
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
        faults.insert(0, format!("?{query}"));
    }
    faults
}

fn report(mut faults: Vec<String>) {
    let mut seen = BTreeSet::new();
    faults.retain(|fault| fault.starts_with('?') || seen.insert(fault.clone()));
    assert!(seen.is_empty(), "{}", faults.join("\n"));
}

/// The false sentences on a page of a table, by the facts of the same page.
fn untrue(query: &str) -> Vec<String> {
    let page: Value = serde_json::from_str(&ask(format!("{query}&as=json")).body).expect("JSON");
    let html = ask(query).body;
    let words = text_of(element(&html, "main").expect("a page"));
    let people = page["table"]["people"].as_array().into_iter().flatten();
    let away = people.filter(|person| person["absent"] == true);
    let away: Vec<&str> = away.filter_map(|person| person["name"].as_str()).collect();
    let left_at = |name: &&str| {
        let (left, at) = (format!("{name} left "), format!("{name} left at turn"));
        words.matches(&left).count() > words.matches(&at).count()
    };
    let says = |sentence: &str| words.contains(sentence);
    let begins_again = html.contains("sit=again\"");
    let asks_for_password = html.contains("name=sit value=\"again\"");
    let is_over = page["turn"].is_null() && page["table"]["sit"].is_null();
    let faults = [
        ("shared", query.contains("&c=") && says("you may share this page")),
        ("waits", away.iter().any(|name| says(&format!("{name} then waits for")))),
        // The time may be that of the turn before.
        ("left", away.iter().any(left_at)),
        ("plays", is_over && says("A computer plays for you")),
        ("again", says("Play again below") && !begins_again && !asks_for_password),
        ("all", asks_for_password && !away.is_empty()),
    ];
    let found = faults.iter().filter(|(_, is_untrue)| *is_untrue);
    found.map(|(fault, _)| format!("?{query}: {fault}: {words}")).collect()
}

#[test]
fn every_page_of_a_table_is_true() {
    let mut faults = Vec::new();
    situations::of_every_table(&mut |query| faults.extend(untrue(query)));
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_format_says_the_same_at_tables() {
    let mut faults = Vec::new();
    situations::of_every_table(&mut |query| faults.extend(differences(query)));
    report(faults);
}

#[test]
fn every_format_says_the_same_of_every_game() {
    let mut queries = Vec::new();
    situations::of_every_game(&mut |query| queries.push(query.to_owned()));
    let sampled = sample::one_in(SAMPLED_ONE_IN, queries);
    report(sampled.iter().flat_map(|query| differences(query)).collect());
}
