//! A public page of a table has two readers. The player who has just moved lands at the change and
//! has the link to send. The player who was sent that link has a password to type. Each finds the
//! next step in the one filled button.

use crate::collect::pages;
use crate::folder::Folder;
use serde_json::json;
use support::trials::Trial;
use support::webdriver::WebDriver;

/// The words on the filled buttons of a page.
const FILLED: &str = "
    const clear = 'rgba(0, 0, 0, 0)';
    const isFilled = (one) => getComputedStyle(one).backgroundColor !== clear;
    const buttons = [...document.querySelectorAll('.go, .button, button')];
    const seen = buttons.filter((one) => one.offsetParent && isFilled(one));
    return seen.map((one) => one.textContent).join();";

/// A script that returns true if the page shows the link to send.
const HAS_LINK: &str = "return document.querySelector('#send .copy').getClientRects().length > 0;";

/// The cases of this file.
pub fn cases() -> Vec<Trial> {
    let needs = ["chromium", "chromedriver"];
    let name = "landing::last_and_next_player_find_what_to_do";
    vec![Trial::new(name, &needs, each_finds_what_to_do)]
}

fn each_finds_what_to_do() {
    let folder = Folder::with_pages();
    let browser = WebDriver::chromium(folder.path(), &json!({}));
    let public = pages().iter().filter(|page| page.name.ends_with("table-1-public"));
    let public: Vec<String> = public.map(|page| folder.url(page)).collect();
    assert!(public.len() >= 2, "only {} tables", public.len());
    for url in public {
        // The player who has moved copies the link, which is no button.
        for (landing, words, has_link) in [("", "Open your page", false), ("#now", "", true)] {
            browser.open(&format!("{url}{landing}"));
            assert_eq!(browser.run(FILLED), words, "{url}{landing}");
            assert_eq!(browser.run(HAS_LINK), has_link, "{url}{landing}");
        }
        // A link may have a fragment, because another player landed there. Then the next player is
        // one link away.
        let links = browser.find(".ask a");
        browser.click(links.first().expect("a link"));
        assert_eq!(browser.run(FILLED), "Open your page", "{url}");
        // On paper nothing can be unfolded.
        for (medium, has_link) in [("screen", false), ("print", true)] {
            browser.open(&url);
            browser.devtools("Emulation.setEmulatedMedia", json!({ "media": medium }));
            assert_eq!(browser.run(HAS_LINK), has_link, "{url} on {medium}");
        }
        browser.devtools("Emulation.setEmulatedMedia", json!({ "media": "" }));
    }
}
