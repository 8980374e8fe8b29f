//! axe-core checks the accessibility of each page in Chromium, with day and night colours.

use crate::collect::{Shown, sampled};
use crate::folder::Folder;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use support::process;
use support::trials::Trial;
use support::webdriver::WebDriver;

const CHECKER: &str = "tests/looks/node_modules/axe-core/axe.min.js";
const NEEDS: [&str; 3] = ["chromium", "chromedriver", CHECKER];

/// All rules of axe-core, except those only for level AAA of WCAG.
const ALL_RULES: &str = "{ rules: { 'target-size': { enabled: true } }, \
    resultTypes: ['violations'] }";
/// The rules that depend on the colours.
const COLOUR_RULES: &str = "{ runOnly: ['color-contrast'], resultTypes: ['violations'] }";

/// The cases of this file.
pub fn cases() -> Vec<Trial> {
    vec![Trial::new("axe::nothing_is_violated_by_day_or_night", &NEEDS, nothing_is_violated)]
}

fn nothing_is_violated() {
    let folder = Folder::with_pages();
    let browser = WebDriver::chromium(folder.path(), &json!({}));
    let axe = process::find(CHECKER).and_then(|file| fs::read_to_string(file).ok());
    let axe = json!({ "source": axe.expect("axe-core") });
    browser.devtools("Page.addScriptToEvaluateOnNewDocument", axe);
    let mut told = Vec::new();
    for page in distinct(sampled()) {
        browser.open(&folder.url(page));
        for (scheme, rules) in [("light", ALL_RULES), ("dark", COLOUR_RULES)] {
            let scheme = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
            browser.devtools("Emulation.setEmulatedMedia", json!({ "features": scheme }));
            let report = browser.run(&format!("return axe.run(document, {rules})"));
            assert!(list(&report["passes"]).count() > 0, "{}: nothing was looked at", page.name);
            told.extend(list(&report["violations"]).map(|violation| tell(&page.name, violation)));
        }
    }
    assert!(told.is_empty(), "{} violations\n{}", told.len(), told.join("\n"));
}

/// Of these pages, those of different kinds. Among pages that differ only in the size of a board or a hand, only the largest.
pub fn distinct(
    pages: impl IntoIterator<Item = &'static Shown>,
) -> impl Iterator<Item = &'static Shown> {
    let kind = |page: &Shown| {
        let size = page.name.rfind("div.n").or(page.name.rfind("div.m"));
        size.map_or(page.name.clone(), |at| page.name[..at].to_owned())
    };
    let largest: BTreeMap<String, &Shown> =
        pages.into_iter().map(|page| (kind(page), page)).collect();
    largest.into_values()
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

/// A violation: the page, the fault, and up to three places.
fn tell(page: &str, violation: &Value) -> String {
    let places = list(&violation["nodes"]).take(3);
    let places = places.map(|node| format!("\n    {} {}", node["html"], node["failureSummary"]));
    format!("{page}: {} {}{}", violation["id"], violation["help"], places.collect::<String>())
}
