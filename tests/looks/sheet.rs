//! The style sheet beside the pages: every selector in it finds something on one of them. A rule that
//! finds nothing is left over, or the page that it was written for has changed without it.

use crate::collect::pages;
use crate::folder::Folder;
use serde_json::json;
use support::services::ask;
use support::trials::Trial;
use support::webdriver::WebDriver;

/// The selectors of a sheet, those in a list each for itself, without what no page shows at rest.
const SELECTORS: &str = r"
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    const inner = (rule) => [...(rule.cssRules ?? [])].flatMap(inner).concat(rule.selectorText ?? []);
    const states = /:not\(:(?:focus-within|hover)\)|:hover|:visited|:focus-visible|:focus-within|::[a-z-]+/g;
    const lists = [...sheet.cssRules].flatMap(inner);
    // A comma within brackets parts no selectors.
    const parted = lists.flatMap((list) => list.split(/,\s*(?![^(]*\))/));
    const opened = parted.map((one) => one.replace(states, '').replace('[open]', 'details'));
    const atRest = opened.map((one) => one.replace(/(^|[ >~+])$/, '$1*'));
    return JSON.stringify([...new Set(atRest)]);";

/// Those of the selectors that find nothing on a page.
const UNUSED: &str = "
    const isUnused = (selector) => {
        try { return !document.querySelector(selector); } catch { return true; }
    };
    return JSON.stringify(selectors.filter(isUnused));";

/// Selectors for pages that are too rare to be collected: a link with a request taken apart, the
/// mine that was hit last, a hint for the square that changed last, and the reasons for a move on a
/// board of more than sixty squares.
const RARE: [&str; 4] = [".r", ".back.set mark > *", ".tip mark > *", ".table .fine.decided span"];

/// Returns true for a number of columns or rows. A game that is made elsewhere may have a board of any size.
fn is_size(selector: &str) -> bool {
    let number = selector.strip_prefix(".n").or_else(|| selector.strip_prefix(".m"));
    number.is_some_and(|number| number.parse::<usize>().is_ok())
}

/// The cases of this file.
pub fn cases() -> Vec<Trial> {
    let needs = ["chromium", "chromedriver"];
    vec![Trial::new("sheet::every_rule_finds_something", &needs, every_rule_finds_something)]
}

fn every_rule_finds_something() {
    let folder = Folder::with_pages();
    let browser = WebDriver::chromium(folder.path(), &json!({}));
    let run = |script: String| browser.run(&script).as_str().unwrap_or_default().to_owned();
    let mut left = String::new();
    for page in pages() {
        browser.open(&folder.url(page));
        if left.is_empty() {
            let text = json!(ask("style").body);
            left = run(format!("const text = {text};{SELECTORS}"));
            assert!(left.len() > 1_000, "there is no sheet: {left}");
        }
        left = run(format!("const selectors = {left};{UNUSED}"));
    }
    let left: Vec<String> = serde_json::from_str(&left).expect("a list");
    let is_needed = |one: &&String| !RARE.contains(&one.as_str()) && !is_size(one);
    let left: Vec<&String> = left.iter().filter(is_needed).collect();
    assert!(left.is_empty(), "{left:?}");
}
