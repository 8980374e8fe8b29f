//! Bookmarks are promises: links made by earlier versions still open, or say that their rules are
//! of former days.
//!
//! For each game tests/golden/tokens holds a file of links under every set of options, from the deal
//! to the end, made when the version of the ruleset in the file's name was current. Its first line
//! has the key; each other line a link, what the page says, and what it shows. A change of packing
//! breaks the links, and must raise the ruleset's version: then they must be answered with 410, and
//! a new file is written beside the old one. `GOLDEN=write` writes the links that are missing; of
//! those that are there it renews the words, and never a link.

#[expect(dead_code, reason = "other tests use the rest")]
mod house;
#[expect(dead_code, reason = "other tests use the rest")]
mod reader;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use house::ask_as;
use parlour::game::chance::Chance;
use parlour::game::contract::{Choices, Row};
use parlour::games::GAMES;
use parlour::gateway::http::{Method, Status};
use parlour::seal::keys::{Key, KeyRing};
use reader::Page;
use serde_json::Value;
use std::fmt::Write;
use std::path::PathBuf;

/// Requests after which a link is kept, for each set of options; and the last one of the game is.
const STAGES: [usize; 5] = [0, 1, 3, 6, 9];
/// Requests within which a game ends in which every other one is a hint, where there are hints.
const REQUESTS_MAX: usize = 10_000;
/// What the first line starts with.
const KEY: &str = "key\t";
/// The key of new files.
const NEW_KEY: [u8; 32] = [42; 32];

/// The links of a game under one version of its ruleset.
struct Links {
    path: PathBuf,
    key: Key,
    /// Links, with what is written beside each.
    lines: Vec<(String, String)>,
}

impl Links {
    /// Those on file; none if there is no file.
    fn of(row: &Row, version: u16) -> Self {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden/tokens");
        let path = folder.join(format!("{}-{version}.txt", row.ruleset.key));
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let (mut key, mut lines) = (NEW_KEY, Vec::new());
        for line in text.lines() {
            if let Some(text) = line.strip_prefix(KEY) {
                let bytes = URL_SAFE_NO_PAD.decode(text).expect("a key in base64url");
                key = bytes.try_into().expect("a key of 32 bytes");
            } else {
                let (link, words) = line.split_once('\t').expect("a link and words");
                lines.push((link.to_owned(), words.to_owned()));
            }
        }
        Links { path, key: Key::from_bytes(key), lines }
    }

    fn ask(&self, query: &str) -> (Status, String) {
        let response = ask_as(Some(&KeyRing::of(self.key.clone())), Method::Get, query);
        (response.status, response.body)
    }

    /// The page behind a link, for programs.
    fn json(&self, query: &str) -> Value {
        let (status, body) = self.ask(&format!("{query}&as=json"));
        assert_eq!(status, Status::Ok, "{query} (see the head of tests/tokens.rs): {body}");
        serde_json::from_str(&body).expect("a page in JSON")
    }

    /// What the page behind a link says and shows.
    fn words(&self, query: &str) -> String {
        let page = self.json(query);
        let mut words = text(&page, "/status").to_owned();
        for part in page["parts"].as_array().expect("parts") {
            let _ = write!(words, "\t{}", shown(part));
        }
        words
    }

    fn write(&self) {
        let mut text = format!("{KEY}{}\n", URL_SAFE_NO_PAD.encode(self.key.bytes()));
        for (link, _) in &self.lines {
            let _ = writeln!(text, "{link}\t{}", self.words(link));
        }
        std::fs::create_dir_all(self.path.parent().expect("a folder")).expect("the folder");
        std::fs::write(&self.path, text).expect("the links");
    }

    /// How many links there are of games with these options, and whether one is at an end.
    fn count(&self, row: &Row, choices: &Choices) -> (usize, bool) {
        let is_chosen = |page: &Value| {
            let mut chosen = choices.chosen(row.ruleset);
            chosen.all(|(option, value)| page["options"][option.name] == value.value)
        };
        let pages = self.lines.iter().map(|(link, _)| self.json(link));
        let pages: Vec<Value> = pages.filter(is_chosen).collect();
        (pages.len(), pages.iter().any(is_over))
    }

    /// Adds what is missing of games with these options.
    fn add(&mut self, row: &Row, choices: &Choices) {
        let (count, has_end) = self.count(row, choices);
        let mut query = format!("g={}&seed=bookmark", row.ruleset.key);
        for (option, value) in choices.chosen(row.ruleset) {
            let _ = write!(query, "&{}={}", option.name, value.value);
        }
        let mut chance = Chance::from_seed([9; 32]);
        let mut page = self.json(&query);
        for step in 0..REQUESTS_MAX {
            let is_kept = count == 0 && STAGES.contains(&step) || count == 1 && step == 1;
            if is_kept || (is_over(&page) && !has_end) {
                self.lines.push((query_of(text(&page, "/links/position")), String::new()));
            }
            if is_over(&page) || has_end {
                return;
            }
            let requests = page["requests"].as_array().expect("requests");
            let moves: Vec<&Value> = requests.iter().filter(|r| r["only_asks"] == false).collect();
            let hint = moves.iter().find(|request| request["name"] == "hint" && step % 2 == 1);
            let request = hint.or_else(|| chance.pick(&moves)).expect("a way on");
            page = self.json(&query_of(text(request, "/link")));
        }
    }
}

fn text<'a>(page: &'a Value, pointer: &str) -> &'a str {
    page.pointer(pointer).and_then(Value::as_str).expect("a text")
}

fn is_over(page: &Value) -> bool {
    !page["ranking"].is_null()
}

/// The query of a link for programs, for everybody.
fn query_of(link: &str) -> String {
    link.trim_start_matches('?').replace("&as=json", "")
}

/// A part of a page in one line: facts, or the squares of a board or a row.
fn shown(part: &Value) -> String {
    let list = |name: &str| part[name].as_array().map_or(&[][..], |list| list);
    let facts = list("facts").iter();
    let facts = facts.map(|fact| format!("{}: {}", text(fact, "/name"), text(fact, "/value")));
    let columns = part["columns"].as_u64().map_or(usize::MAX, |columns| columns as usize);
    let rows = list("cells")
        .chunks(columns)
        .map(|cells| cells.iter().map(|cell| text(cell, "/text")).collect::<Vec<_>>().join(" "));
    facts.chain(rows).collect::<Vec<_>>().join(" / ")
}

#[test]
fn links_of_this_version_still_open() {
    let writes = std::env::var_os("GOLDEN").is_some_and(|value| value == "write");
    for row in GAMES {
        let mut links = Links::of(row, row.ruleset.version);
        if writes {
            Choices::all(row.ruleset).iter().for_each(|choices| links.add(row, choices));
            links.write();
            links = Links::of(row, row.ruleset.version);
        }
        for (link, words) in &links.lines {
            assert_eq!(links.words(link), *words, "{link}");
            let (_, html) = links.ask(link);
            let page = Page::new(&html);
            let status = words.split('\t').next().unwrap_or_default();
            assert!(page.words("main").is_some_and(|words| words.contains(status)), "{link}");
        }
        for choices in Choices::all(row.ruleset) {
            let (count, has_end) = links.count(row, &choices);
            assert!(count > 1 && has_end, "{} {choices:?}: {count} links", row.ruleset.key);
        }
    }
}

#[test]
fn links_of_former_versions_say_that_they_are_old() {
    for row in GAMES {
        for version in 1..row.ruleset.version {
            let links = Links::of(row, version);
            assert!(!links.lines.is_empty(), "{} {version}: no links", row.ruleset.key);
            for (link, _) in &links.lines {
                assert_eq!(links.ask(link).0, Status::Gone, "{link}");
            }
        }
    }
}
