//! The Nu HTML checker checks pages, style sheets and pictures.

use crate::collect::pages;
use crate::folder::{Folder, STYLE};
use serde_json::Value;
use std::path::PathBuf;
use std::process::Stdio;
use support::process;
use support::reader::Page;
use support::services::ask;
use support::trials::Trial;

const CHECKER: &str = "tests/looks/node_modules/vnu-jar/build/dist/vnu.jar";

/// The cases of this file.
pub fn cases() -> Vec<Trial> {
    vec![
        Trial::new("nu::the_pages_are_valid", &["java", CHECKER], the_pages_are_valid),
        Trial::new("nu::the_style_is_valid", &["java", CHECKER], the_style_is_valid),
        Trial::new("nu::the_pictures_are_valid", &["java", CHECKER], the_pictures_are_valid),
    ]
}

fn the_pages_are_valid() {
    let folder = Folder::with_pages();
    check(&[], pages().iter().map(|page| folder.file(page)).collect());
}

fn the_style_is_valid() {
    let folder = Folder::with_pages();
    check(&["--css"], vec![folder.path().join(STYLE)]);
}

/// The picture of every position that there is a page of, and of a page that is no position.
fn the_pictures_are_valid() {
    let folder = support::folder::Folder::create();
    let shown = pages().iter().filter(|page| page.html.contains("&as=svg"));
    let linked = shown.map(|page| {
        let href = Page { html: page.html.clone() }.link_with("as=svg").href;
        (page.name.clone(), href.trim_start_matches('?').to_owned())
    });
    let others = ["parlour", "g=nim&rules", "g=nowhere"];
    let others = others.map(|query| (query.replace(['=', '&'], "-"), format!("{query}&as=svg")));
    let pictures: Vec<PathBuf> = linked
        .chain(others)
        .map(|(name, query)| folder.write(format!("{name}.svg"), ask(&query).body, 0o644))
        .collect();
    assert!(pictures.len() > 50, "only {} pictures", pictures.len());
    check(&["--svg"], pictures);
}

fn check(options: &[&str], files: Vec<PathBuf>) {
    let mut command = process::command("java");
    command.arg("-jar").args(process::find(CHECKER)).args(["--stdout", "--exit-zero-always"]);
    command.args(["--format", "json"]).args(options).args(files);
    let output = command.stdout(Stdio::piped()).output();
    let output = output.unwrap_or_else(|error| panic!("java: {error}"));
    assert!(output.status.success(), "the checker: {}", output.status);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
    let messages = report["messages"].as_array().expect("a report of the checker");
    let told: Vec<String> = messages.iter().filter(|m| !is_too_new(m)).map(tell).collect();
    assert!(told.is_empty(), "{} messages\n{}", told.len(), told.join("\n"));
}

/// Returns true for messages that are no fault. The checker does not know view transitions (CSS
/// View Transitions Module Level 2) and the attr() with a type (CSS Values Level 5). It takes the
/// value of a custom property for one of its own kinds (CSS Custom Properties Level 1 allows any).
/// And it remarks that the last row of a hand is shorter.
fn is_too_new(message: &Value) -> bool {
    let part = |name: &str| message[name].as_str().unwrap_or_default();
    let says = |word: &str| part("message").contains(word) || part("extract").contains(word);
    let is_short_row = part("type") == "info" && part("message").starts_with("A table row was ");
    is_short_row
        || part("message").starts_with("CSS: ")
            && ["view-transition", "nsition", "attr(", "\u{201c}--"].iter().any(|word| says(word))
}

/// A message in two lines: the page and the fault, and the place.
fn tell(message: &Value) -> String {
    let part = |name: &str| message[name].as_str().unwrap_or_default().to_owned();
    let file = part("url");
    let page = file.rsplit('/').next().unwrap_or_default();
    format!("{page}: {}: {}\n    {}", part("type"), part("message"), part("extract"))
}
