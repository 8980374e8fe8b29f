//! Pages that pass into each other. Moving pictures catch no click, even an early one.

use crate::start;
use serde_json::{Value, json};
use support::process::{PATIENCE, wait_until};
use support::server::{KINDS, Server};
use support::trials::Trial;
use support::webdriver::WebDriver;

/// Games whose moves follow each other fast, and the first thing to click on.
const MOVES: [(&str, &str); 3] = [
    ("g=mastermind&seed=haste", ".field a"),
    ("g=concentration&seed=haste", ".board a"),
    ("g=eights&seed=haste", "td[id] a"),
];

/// Holds a transition as soon as it runs, waits until the page has arrived, and counts the links
/// that a click at their left edge would miss. The left edge of a card in a hand is always in sight.
const COUNT_COVERED: &str = "addEventListener('pagereveal', async ({ viewTransition }) => {
    if (!viewTransition) return;
    await viewTransition.ready;
    document.getAnimations().forEach((animation) => animation.pause());
    while (document.readyState === 'loading') await new Promise((done) => setTimeout(done, 10));
    const isCovered = (link) => {
        const { left, top, height } = link.getBoundingClientRect();
        return !link.contains(document.elementFromPoint(left + 8, top + height / 2));
    };
    const links = [...document.querySelectorAll('.table .field a')];
    globalThis.counted = { links: links.length, covered: links.filter(isCovered).length };
});";

/// The cases of this file.
pub fn cases() -> Vec<Trial> {
    let needs = [KINDS[0].programs, &["chromium", "chromedriver"]].concat();
    let case = || takes_clicks_at_once(&start(&KINDS[0]));
    vec![Trial::new("transitions_take_no_click_away".to_owned(), &needs, case)]
}

/// A window in which every link of these games is in sight.
fn window() -> Value {
    json!({ "width": 1280, "height": 1000, "deviceScaleFactor": 1, "mobile": false })
}

fn takes_clicks_at_once(server: &Server) {
    let browser = WebDriver::chromium(&server.open_directory(), &json!({}));
    browser.devtools("Emulation.setDeviceMetricsOverride", window());
    browser.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": COUNT_COVERED }));
    for (game, first) in MOVES {
        browser.open(&server.url(game));
        let found = browser.find(first);
        browser.click(found.first().unwrap_or_else(|| panic!("{game}: there is no {first}")));
        let mut counted = Value::Null;
        wait_until(PATIENCE, || {
            counted = browser.run("return globalThis.counted ?? null;");
            !counted.is_null()
        });
        assert!(counted["links"].as_u64() > Some(0), "{game}: no transition ran: {counted}");
        assert_eq!(counted["covered"], 0, "{game}: {counted}");
    }
}
