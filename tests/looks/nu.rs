//! Whether the pages are valid HTML and CSS: the Nu HTML checker says so.

use crate::collect::pages;
use crate::folder::Folder;
use serde_json::Value;
use std::process::Stdio;
use support::process;
use support::trials::Trial;

const CHECKER: &str = "tests/looks/node_modules/vnu-jar/build/dist/vnu.jar";

/// The cases of this file.
pub fn cases() -> Vec<Trial> {
    let name = "nu::the_pages_are_valid".to_owned();
    vec![Trial::new(name, &["java", CHECKER], the_pages_are_valid)]
}

fn the_pages_are_valid() {
    let folder = Folder::with_pages();
    let mut command = process::command("java");
    command.arg("-jar").args(process::find(CHECKER)).args(["--stdout", "--exit-zero-always"]);
    command.args(["--format", "json"]).args(pages().iter().map(|page| folder.file(page)));
    let output = command.stdout(Stdio::piped()).output();
    let output = output.unwrap_or_else(|error| panic!("java: {error}"));
    assert!(output.status.success(), "the checker: {}", output.status);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
    let messages = report["messages"].as_array().expect("a report of the checker");
    let told: Vec<String> = messages.iter().filter(|m| !is_too_new(m)).map(tell).collect();
    assert!(told.is_empty(), "{} messages\n{}", told.len(), told.join("\n"));
}

/// Whether the checker only lacks knowledge, or only remarks that the last row of a hand is shorter:
/// it knows no view transitions yet (CSS View Transitions
/// Module Level 2), nor the attr() with a type (CSS Values Level 5), and it takes the value of a
/// custom property for one of its own kinds (CSS Custom Properties Level 1 allows any).
fn is_too_new(message: &Value) -> bool {
    let part = |name: &str| message[name].as_str().unwrap_or_default();
    let says = |word: &str| part("message").contains(word) || part("extract").contains(word);
    let is_short_row = part("type") == "info" && part("message").starts_with("A table row was ");
    is_short_row
        || part("message").starts_with("CSS: ")
            && ["view-transition", "nsition", "attr(", "\u{201c}--"].iter().any(|word| says(word))
}

/// A message in two lines: the page and what is wrong, and where.
fn tell(message: &Value) -> String {
    let part = |name: &str| message[name].as_str().unwrap_or_default().to_owned();
    let file = part("url");
    let page = file.rsplit('/').next().unwrap_or_default();
    format!("{page}: {}: {}\n    {}", part("type"), part("message"), part("extract"))
}
