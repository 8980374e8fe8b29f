//! Firefox without a window and without JavaScript.

use super::view::{Browser, Link, POSITION, View};
use std::path::Path;
use support::marionette::Marionette;
use support::process::{PATIENCE, wait_until};
use support::reader::Page;
use support::reader::memory::{Table, Tiles};

/// The settings before its start.
const PREFERENCES: &str = "user_pref(\"javascript.enabled\", false);";

/// A running Firefox.
pub struct Firefox {
    browser: Marionette,
}

impl Firefox {
    /// Opens a page. The directory is for its own use.
    pub fn open(url: &str, directory: &Path) -> Self {
        let mut browser = Marionette::firefox(directory, PREFERENCES);
        browser.open(url);
        Firefox { browser }
    }

    /// The page as Firefox holds it.
    pub fn page(&mut self) -> Page {
        Page { html: self.browser.source() }
    }

    /// Does what leads to another page, and waits for it: no two pages are alike.
    #[track_caller]
    fn leave(&mut self, act: impl FnOnce(&mut Marionette)) {
        let before = self.page();
        act(&mut self.browser);
        let left = wait_until(PATIENCE, || self.page() != before);
        assert!(left, "nothing came after\n{}", before.html);
    }
}

impl Browser for Firefox {
    fn look(&mut self) -> View {
        View::of_page(&self.page())
    }

    fn follow(&mut self, link: &Link) {
        if link.label == POSITION {
            let panels = "document.querySelectorAll('nav details')";
            self.browser.run(&format!("{panels}.forEach((panel) => panel.open = true)"));
        }
        self.leave(|browser| browser.click("a", link.place));
    }

    fn visit(&mut self, url: &str) {
        self.leave(|browser| browser.open(url));
    }

    fn lengthen_address(&mut self, more: &str) {
        let url = self.browser.url();
        self.visit(&format!("{url}{more}"));
    }

    fn back(&mut self) {
        self.leave(Marionette::back);
    }
}

impl Table for Firefox {
    fn tiles(&mut self) -> Tiles {
        self.page().tiles()
    }

    fn turn(&mut self, tile: usize) {
        self.leave(|browser| browser.click(&format!(".board a[href$='turn={}#now']", tile + 1), 0));
    }
}
