//! The tree that Chromium passes on to a screen reader. A board must stay a table with its headers
//! under any style, each of its squares has a name, and a hand of cards must be no table. After a request, the sentence with its
//! result is read out.

use crate::collect::{Shown, pages, sampled};
use crate::folder::Folder;
use serde_json::{Value, json};
use support::process::{PATIENCE, wait_until};
use support::reader::Page;
use support::reader::markup::{self, Piece};
use support::trials::Trial;
use support::webdriver::WebDriver;

/// The roles that are counted.
const ROLES: [&str; 5] = ["table", "columnheader", "rowheader", "image", "link"];

/// The cases of this file.
pub fn cases() -> Vec<Trial> {
    let name = "tree::boards_are_tables_and_hands_are_not".to_owned();
    let landing = "tree::a_landing_says_what_came_of_the_request".to_owned();
    vec![
        Trial::new(name, &["chromium", "chromedriver"], boards_are_tables),
        Trial::new(landing, &["chromium", "chromedriver"], landings_say_what_happened),
    ]
}

fn boards_are_tables() {
    let folder = Folder::with_pages();
    let browser = WebDriver::chromium(folder.path(), &json!({}));
    browser.devtools("Accessibility.enable", json!({}));
    for page in sampled().into_iter().filter(|page| page.game.is_some()) {
        browser.open(&folder.url(page));
        let tree = browser.devtools("Accessibility.getFullAXTree", json!({}));
        let count = |role: &str| nodes(&tree).filter(|node| node["role"]["value"] == role).count();
        assert_eq!(ROLES.map(count), expected(page), "{}: {ROLES:?}", page.name);
        // Nothing is in the corner above the numbers of the rows.
        let corners = page.html.matches("<td></td>").count();
        assert_eq!(nameless_squares(&tree), corners, "{}: a square has no name", page.name);
    }
}

/// The square that a request changed has the focus, and the sentence for its description.
fn landings_say_what_happened() {
    let folder = Folder::with_pages();
    let browser = WebDriver::chromium(folder.path(), &json!({}));
    browser.devtools("Accessibility.enable", json!({}));
    // One page of each game is enough.
    let middle = pages().iter().filter(|page| page.name.ends_with("-middle"));
    let changed: Vec<&Shown> = middle.filter(|page| page.html.contains("<mark id=now ")).collect();
    assert!(changed.len() >= 4, "only {} games have changed something", changed.len());
    for page in changed {
        browser.open(&format!("{}#now", folder.url(page)));
        // A page is shown before its tree is whole.
        let mut mark = None;
        let is_marked = wait_until(PATIENCE, || {
            let tree = browser.devtools("Accessibility.getFullAXTree", json!({}));
            mark = nodes(&tree).find(|node| node["role"]["value"] == "mark").cloned();
            mark.is_some()
        });
        assert!(is_marked, "{}: nothing is marked", page.name);
        let mark = mark.unwrap_or_default();
        let properties = mark["properties"].as_array().into_iter().flatten();
        let has_focus = properties.into_iter().any(|property| property["name"] == "focused");
        assert!(has_focus, "{}: {mark}", page.name);
        let sentence = Page { html: page.html.clone() }.words("status").unwrap_or_default();
        assert_eq!(mark["description"]["value"], sentence, "{}", page.name);
    }
}

/// The number of squares that are read out as nothing.
fn nameless_squares(tree: &Value) -> usize {
    let squares = tree["nodes"].as_array().into_iter().flatten();
    let squares = squares.filter(|node| node["role"]["value"] == "cell");
    squares.filter(|square| square["name"]["value"].as_str().is_none_or(str::is_empty)).count()
}

/// The nodes of the tree that have a name to be read out.
fn nodes(tree: &Value) -> impl Iterator<Item = &Value> {
    let has_name = |node: &&Value| node["name"]["value"].as_str().is_some_and(|n| !n.is_empty());
    tree["nodes"].as_array().into_iter().flatten().filter(has_name)
}

/// The number of elements of each role in the markup of a page, without folded ones.
fn expected(page: &Shown) -> [usize; ROLES.len()] {
    let mut counts = [0; ROLES.len()];
    let mut is_folded = false;
    for (_, piece) in markup::pieces(&page.html) {
        match piece {
            Piece::Open { name: "details", .. } => is_folded = true,
            Piece::Close("details") => is_folded = false,
            _ => {}
        }
        let Piece::Open { name, attributes, .. } = piece else { continue };
        if is_folded {
            continue;
        }
        let has = |part: &str| attributes.contains(part);
        let place = match name {
            "table" if has("aria-label") => 0,
            "th" if has("scope=col") => 1,
            "th" => 2,
            "b" | "i" if has("role=img") => 3,
            "a" => 4,
            _ => continue,
        };
        counts[place] += 1;
    }
    counts
}
