//! A puzzle that was opened has a tick beside its link, in two browsers. A page cannot ask which links
//! were opened, so this test compares pictures.

use crate::folder::STYLE;
use serde_json::json;
use support::folder::Folder;
use support::marionette::Marionette;
use support::process::{PATIENCE, wait_until};
use support::reader::with_style_at;
use support::services::ask;
use support::trials::Trial;
use support::webdriver::WebDriver;

/// The links to puzzles.
const PUZZLES: &str = ".days [rel]";
/// Returns true if the tick of a link that was not opened has the colour of its ground. Browsers say of
/// every link that it was not.
const IS_UNSEEN: &str = "
    const link = document.querySelector('.days [rel]');
    const { backgroundColor } = getComputedStyle(link);
    return getComputedStyle(link, '::after').color === backgroundColor;";

/// The cases of this file.
pub fn cases() -> Vec<Trial> {
    let needs = ["chromium", "chromedriver"];
    vec![
        Trial::new("visited::chromium_ticks_what_was_opened", &needs, in_chromium),
        Trial::new("visited::firefox_ticks_what_was_opened", &["firefox-esr"], in_firefox),
    ]
}

/// A folder with the page of the puzzles, and the address of the page. The other pages are not needed.
fn page() -> (Folder, String) {
    let folder = Folder::create();
    folder.write(STYLE, &ask("style").body, 0o644);
    let page = with_style_at(&ask("puzzles").body, STYLE);
    let file = folder.write("puzzles.html", page, 0o644);
    let url = format!("file://{}", file.display());
    (folder, url)
}

/// Checks pictures of the links to the first two puzzles, before and after the first was opened.
fn check(before: &[String; 2], after: &[String; 2]) {
    assert!(before.iter().all(|picture| picture.len() > 100), "no pictures");
    assert!(before[0] != after[0], "the puzzle that was opened has no tick");
    assert!(before[1] == after[1], "the other puzzle looks different");
}

fn in_chromium() {
    let (folder, url) = page();
    let browser = WebDriver::chromium(folder.path(), &json!({}));
    let still = json!({ "features": [{ "name": "prefers-reduced-motion", "value": "reduce" }] });
    browser.devtools("Emulation.setEmulatedMedia", still);
    let picture = |place: usize| {
        let clip = browser.run(&format!(
            "const link = document.querySelectorAll('{PUZZLES}')[{place}];
            const {{ x, y, width, height }} = link.getBoundingClientRect();
            return {{ x, y, width, height, scale: 1 }};"
        ));
        let picture = json!({ "format": "png", "clip": clip });
        let reply = browser.devtools("Page.captureScreenshot", picture);
        reply["data"].as_str().unwrap_or_default().to_owned()
    };
    browser.open(&url);
    let before = [0, 1].map(picture);
    assert_eq!(browser.run(IS_UNSEEN), true);
    browser.click(browser.find(PUZZLES).first().expect("a puzzle"));
    browser.open(&url);
    check(&before, &[0, 1].map(picture));
}

fn in_firefox() {
    let (folder, url) = page();
    let still = "user_pref(\"ui.prefersReducedMotion\", 1);";
    let mut browser = Marionette::firefox(folder.path(), still);
    let picture = |browser: &mut Marionette, place: usize| {
        browser.picture(&format!(".shelf li:nth-child({}) a", place + 1))
    };
    browser.open(&url);
    let before = [0, 1].map(|place| picture(&mut browser, place));
    assert_eq!(browser.run(IS_UNSEEN), true);
    browser.click(PUZZLES, 0);
    // Firefox takes note of an address a moment after it opens.
    wait_until(PATIENCE, || {
        browser.open(&url);
        picture(&mut browser, 0) != before[0]
    });
    let after = [0, 1].map(|place| picture(&mut browser, place));
    check(&before, &after);
}
