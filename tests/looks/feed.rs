//! The feed of the daily puzzles as a reader of feeds understands it: feedparser, which many are made
//! with.

use serde_json::Value;
use std::collections::BTreeSet;
use std::process::Stdio;
use support::folder::Folder;
use support::process;
use support::services::ask;
use support::trials::Trial;

/// The language of the reader, and the reader.
const PYTHON: &str = "/usr/bin/python3";
const READER: &str = "/usr/lib/python3/dist-packages/feedparser/__init__.py";
/// A Python program that prints the kind of a feed, true if it is malformed, and its entries.
const TELL: &str = r#"
import feedparser, json, sys
feed = feedparser.parse(open(sys.argv[1], "rb").read())
entry = lambda e: [e.id, e.title, e.link, e.summary, list(e.updated_parsed)]
print(json.dumps({"version": feed.version, "is_broken": bool(feed.bozo),
    "title": feed.feed.title, "id": feed.feed.id, "entries": [entry(e) for e in feed.entries]}))
"#;

/// The trials of this file.
pub fn cases() -> Vec<Trial> {
    vec![Trial::new("feed::a_reader_understands_it", &[PYTHON, READER], a_reader_understands_it)]
}

fn a_reader_understands_it() {
    let folder = Folder::create();
    let file = folder.write("feed.xml", ask("feed").body, 0o644);
    let mut reader = process::command(PYTHON);
    reader.args(["-c", TELL]).arg(file).stdout(Stdio::piped()).stderr(Stdio::piped());
    let output = reader.output().unwrap_or_else(|error| panic!("{PYTHON}: {error}"));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let feed: Value = serde_json::from_slice(&output.stdout).expect("what it tells");
    assert_eq!((&feed["version"], &feed["is_broken"]), (&"atom10".into(), &false.into()), "{feed}");
    let entries = feed["entries"].as_array().expect("entries");
    assert!(entries.len() > 7, "a puzzle a day and more: {feed}");
    let ids: BTreeSet<&str> = entries.iter().filter_map(|entry| entry[0].as_str()).collect();
    assert_eq!(ids.len(), entries.len(), "an id means one puzzle");
    for entry in entries {
        let link = entry[2].as_str().unwrap_or_default();
        assert!(link.contains("&day=20"), "an entry leads to its puzzle: {entry}");
        assert!(entry[3].as_str().is_some_and(|summary| !summary.is_empty()), "{entry}");
    }
}
