//! Chromium without a window and without JavaScript.

use super::view::{Browser, Link, POSITION, View, Writer};
use serde_json::json;
use std::path::Path;
use support::process::{PATIENCE, wait_until};
use support::reader::Page;
use support::reader::memory::{Table, Tiles};
use support::webdriver::{Element, WebDriver};

/// The value of a content setting that forbids.
const FORBIDDEN: u8 = 2;

/// More keys than it takes to go through all that a page has to choose from.
const KEYS_MAX: usize = 400;

/// A running Chromium.
pub struct Chromium {
    browser: WebDriver,
}

impl Chromium {
    /// Opens a page. The directory is for its own use.
    pub fn open(url: &str, directory: &Path) -> Self {
        let forbidden = json!({ "profile.managed_default_content_settings.javascript": FORBIDDEN });
        let browser = WebDriver::chromium(directory, &forbidden);
        browser.open(url);
        Chromium { browser }
    }

    /// Opens a page on a telephone.
    pub fn open_on_telephone(url: &str, directory: &Path) -> Self {
        let chromium = Chromium::open(url, directory);
        chromium.browser.become_telephone();
        chromium
    }

    /// The page as Chromium holds it.
    pub fn page(&self) -> Page {
        Page { html: self.browser.source() }
    }

    /// The address of the page.
    pub fn address(&self) -> String {
        self.browser.url()
    }

    /// Goes back by one page.
    pub fn back(&self) {
        self.leave(|browser| browser.back());
    }

    /// Clicks on the first element that a CSS selector finds, which leads to another page.
    #[track_caller]
    pub fn click(&self, selector: &str) {
        let element = self.first(selector);
        self.leave(|browser| browser.click(&element));
    }

    /// The visible words of the first element that a CSS selector finds.
    #[track_caller]
    pub fn words(&self, selector: &str) -> String {
        self.browser.text(&self.first(selector))
    }

    /// The words that a screen reader reads out for the first element that a CSS selector finds.
    #[track_caller]
    pub fn label(&self, selector: &str) -> String {
        self.browser.label(&self.first(selector))
    }

    /// The words that a screen reader reads out for the element with the focus.
    #[track_caller]
    pub fn focused_label(&self) -> String {
        self.browser.label(&self.browser.focused())
    }

    /// Goes to the next thing that keys reach.
    #[track_caller]
    pub fn press_tab(&self) {
        self.browser.press("\u{e004}");
    }

    /// Follows the link that has the focus.
    #[track_caller]
    pub fn press_enter(&self) {
        self.leave(|browser| browser.press("\u{e007}"));
    }

    /// The number of bytes that came for the style sheet of the page. `None` if it has no sheet.
    pub fn style_bytes(&self) -> Option<u64> {
        let came = self.browser.run(
            "const sheet = document.styleSheets[0];
            const came = sheet && performance.getEntriesByName(sheet.href)[0];
            return came && sheet.cssRules.length > 5 ? came.transferSize : null;",
        );
        came.as_u64()
    }

    /// The distance that the page is scrolled, in pixels.
    pub fn scrolled(&self) -> f64 {
        let metrics = self.browser.devtools("Page.getLayoutMetrics", json!({}));
        metrics["cssVisualViewport"]["pageY"].as_f64().unwrap_or(f64::NAN)
    }

    /// Returns true if the first element that a CSS selector finds is in the window as a whole.
    pub fn has_in_sight(&self, selector: &str) -> bool {
        let is_in_sight = self.browser.run(&format!(
            "const {{ top, bottom }} = document.querySelector(`{selector}`).getBoundingClientRect();
            return top >= 0 && bottom <= innerHeight;"
        ));
        is_in_sight == true
    }

    #[track_caller]
    fn first(&self, selector: &str) -> Element {
        let found = self.browser.find(selector).into_iter().next();
        found.unwrap_or_else(|| panic!("there is no {selector} in\n{}", self.page().html))
    }

    /// The first element of these that begins with these words. A style may show capitals.
    #[track_caller]
    fn named(&self, selector: &str, words: &str) -> Element {
        let begins = |element: &Element| {
            self.browser.text(element).to_lowercase().starts_with(&words.to_lowercase())
        };
        let named = self.browser.find(selector).into_iter().find(begins);
        named.unwrap_or_else(|| panic!("there is no {words} in\n{}", self.page().html))
    }

    /// Opens the panel with the link to the position.
    fn open_panel_of(&self, link: &Link) {
        if link.label == POSITION {
            let panels = "document.querySelectorAll('nav details')";
            self.browser.run(&format!("{panels}.forEach((panel) => panel.open = true)"));
        }
    }

    /// Does what leads to another page, and waits for it: no two pages are alike.
    #[track_caller]
    fn leave(&self, act: impl FnOnce(&WebDriver)) {
        let before = self.browser.source();
        act(&self.browser);
        let left = wait_until(PATIENCE, || self.browser.source() != before);
        assert!(left, "nothing came after\n{before}");
    }
}

impl Browser for Chromium {
    fn look(&mut self) -> View {
        View::of_page(&self.page())
    }

    fn follow(&mut self, link: &Link) {
        self.open_panel_of(link);
        let links = self.browser.find("a");
        let element = links.get(link.place);
        let element = element.unwrap_or_else(|| panic!("{link:?} is not there"));
        self.leave(|browser| browser.click(element));
    }

    fn visit(&mut self, url: &str) {
        self.leave(|browser| browser.open(url));
    }

    fn lengthen_address(&mut self, more: &str) {
        let url = format!("{}{more}", self.browser.url());
        self.leave(|browser| browser.open(&url));
    }

    fn back(&mut self) {
        Chromium::back(self);
    }
}

impl Writer for Chromium {
    fn fill_in(&mut self, fields: &[(&str, &str)], button: &str) {
        for (label, text) in fields {
            self.browser.click(&self.named("label", label));
            self.browser.type_in(text);
        }
        let button = self.named("button", button);
        self.leave(|browser| browser.click(&button));
    }

    fn follow_words(&mut self, words: &str) {
        let link = self.named("a", words);
        self.leave(|browser| browser.click(&link));
    }
}

impl Table for Chromium {
    fn tiles(&mut self) -> Tiles {
        self.page().tiles()
    }

    fn turn(&mut self, tile: usize) {
        self.click(&format!(".board a[href$='turn={}#now']", tile + 1));
    }
}

/// Chromium for a player without a mouse: Tab goes to the next thing, Enter follows it.
pub struct Keyboard(pub Chromium);

impl Keyboard {
    /// Moves the focus from the place where the page has put it to this element, and follows it.
    #[track_caller]
    fn follow_to(&self, wanted: &Element, what: &str) {
        let Keyboard(chromium) = self;
        for _ in 0..KEYS_MAX {
            chromium.press_tab();
            if chromium.browser.focused() == *wanted {
                return chromium.press_enter();
            }
        }
        panic!("no key comes to {what} in\n{}", chromium.page().html);
    }
}

impl Browser for Keyboard {
    fn look(&mut self) -> View {
        self.0.look()
    }

    fn follow(&mut self, link: &Link) {
        self.0.open_panel_of(link);
        let links = self.0.browser.find("a");
        let wanted = links.get(link.place);
        let wanted = wanted.unwrap_or_else(|| panic!("{link:?} is not there"));
        self.follow_to(wanted, &link.label);
    }

    fn visit(&mut self, url: &str) {
        self.0.visit(url);
    }

    fn lengthen_address(&mut self, more: &str) {
        self.0.lengthen_address(more);
    }

    fn back(&mut self) {
        Chromium::back(&self.0);
    }
}

impl Table for Keyboard {
    fn tiles(&mut self) -> Tiles {
        self.0.tiles()
    }

    fn turn(&mut self, tile: usize) {
        let selector = format!(".board a[href$='turn={}#now']", tile + 1);
        self.follow_to(&self.0.first(&selector), &selector);
    }
}
