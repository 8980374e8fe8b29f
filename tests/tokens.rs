//! Bookmarks are promises: links made by earlier versions still open, or say that their rules are
//! of former days.
//!
//! For each game tests/golden/tokens holds links with the sentence that their pages say, made when
//! the version of the ruleset named in the first line was current. A change of packing breaks
//! them, and must raise the ruleset's version: then they must be answered with 410, and a new file
//! is written beside the old one. `GOLDEN=write` writes the files that are missing; in those that
//! are there it renews the sentences, and never a link.

mod house;

use house::ask;
use parlour::cgi::Status;
use parlour::chance::Chance;
use parlour::game::{Choices, Row};
use parlour::games::GAMES;
use serde_json::Value;
use std::fmt::Write;
use std::path::PathBuf;

/// Links kept for each set of options.
const LINKS_KEPT: usize = 4;
/// Requests between two of them.
const STRIDE: usize = 3;

fn file(row: &Row, version: u16) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden/tokens");
    folder.join(format!("{}-{version}.txt", row.ruleset.key))
}

fn json(query: &str) -> Value {
    let response = ask(format!("{query}&as=json"));
    assert_eq!(response.status, Status::Ok, "{query}: {}", response.body);
    serde_json::from_str(&response.body).expect("a page in JSON")
}

fn text<'a>(page: &'a Value, pointer: &str) -> &'a str {
    page.pointer(pointer).and_then(Value::as_str).expect("a text")
}

/// Links of a game under every set of options, a line each: the query and what its page says.
fn write_links(row: &Row) -> String {
    let mut chance = Chance::from_seed([9; 32]);
    let mut lines = String::new();
    for choices in Choices::all(row.ruleset) {
        let mut query = format!("g={}&seed=bookmark", row.ruleset.key);
        for (option, value) in choices.chosen(row.ruleset) {
            let _ = write!(query, "&{}={}", option.name, value.value);
        }
        let mut page = json(&query);
        for step in 0..LINKS_KEPT * STRIDE {
            if step % STRIDE == 0 {
                let link = text(&page, "/links/position").trim_start_matches('?');
                let link = link.replace("&as=json", "");
                let _ = writeln!(lines, "{link}\t{}", text(&json(&link), "/status"));
            }
            let requests = page["requests"].as_array().expect("requests").clone();
            let moves: Vec<&Value> = requests.iter().filter(|r| r["only_asks"] == false).collect();
            let Some(request) = chance.pick(&moves) else { break };
            let link = text(request, "/link").trim_start_matches('?');
            page = json(&link.replace("&as=json", ""));
        }
    }
    lines
}

/// The same links with what their pages say now.
fn renew_sentences(links: &str) -> String {
    let renew = |line: &str| {
        let query = line.split('\t').next().unwrap_or_default();
        format!("{query}\t{}\n", text(&json(query), "/status"))
    };
    links.lines().map(renew).collect()
}

#[test]
fn links_of_this_version_still_open() {
    for row in GAMES {
        let path = file(row, row.ruleset.version);
        if std::env::var_os("GOLDEN").is_some_and(|value| value == "write") {
            let links = std::fs::read_to_string(&path).unwrap_or_else(|_| write_links(row));
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("the folder");
            std::fs::write(&path, renew_sentences(&links)).expect("the links");
        }
        let links = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            !links.is_empty(),
            "{}: no links (see the head of tests/tokens.rs)",
            row.ruleset.key
        );
        for line in links.lines() {
            let (query, status) = line.split_once('\t').expect("a link and a sentence");
            assert_eq!(text(&json(query), "/status"), status, "{query}");
        }
    }
}

#[test]
fn links_of_former_versions_say_that_they_are_old() {
    for row in GAMES {
        for version in 1..row.ruleset.version {
            let links = std::fs::read_to_string(file(row, version)).unwrap_or_default();
            for line in links.lines() {
                let (query, _) = line.split_once('\t').expect("a link and a sentence");
                assert_eq!(ask(query).status, Status::Gone, "{query}");
            }
        }
    }
}
