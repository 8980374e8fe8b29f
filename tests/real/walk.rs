//! A game of chess of 40 moves, walked to its start and forward again by keys.

use crate::browsers::chromium::Chromium;
use crate::browsers::lynx::Lynx;
use crate::browsers::terminal::{Terminal, W3M_NUMBERED};
use crate::browsers::view::{Browser, Writer};
use crate::start;
use serde_json::Value;
use support::server::{KINDS, Server};
use support::trials::Trial;

/// The moves of D. Byrne and R. J. Fischer, New York 1956.
const MOVES: [&str; 40] = [
    "Nf3", "Nf6", "c4", "g6", "Nc3", "Bg7", "d4", "O-O", "Bf4", "d5", "Qb3", "dxc4", "Qxc4", "c6",
    "e4", "Nbd7", "Rd1", "Nb6", "Qc5", "Bg4", "Bg5", "Na4", "Qa3", "Nxc3", "bxc3", "Nxe4", "Bxe7",
    "Qb6", "Bc4", "Nxc3", "Bc5", "Rfe8", "Kf1", "Be6", "Bxb6", "Bxc4", "Kg1", "Ne2", "Kf1", "Nxd4",
];
/// The most keys to a link of the walk.
const TABS_MAX: usize = 200;

/// The cases of this file.
pub fn cases() -> Vec<Trial> {
    let kind = &KINDS[0];
    let case = |name: &str, programs: &[&'static str], walk: fn(&Server, &str)| {
        let needs = [kind.programs, programs].concat();
        let name = format!("{}::walk_through_chess_in_{name}", kind.name);
        Trial::new(name, &needs, move || {
            let server = start(kind);
            walk(&server, &server.url(&played(&server)));
        })
    };
    vec![
        case("lynx", &["lynx"], |server, url| {
            walk(&mut Lynx::open_numbered(url, server.open_directory()));
        }),
        case("w3m", &["w3m", "tmux"], |server, url| {
            walk(&mut Terminal::open(&W3M_NUMBERED, url, &server.open_directory()));
        }),
        case("chromium", &["chromium", "chromedriver"], |server, url| {
            walk(&mut Chromium::open(url, &server.open_directory()));
        }),
    ]
}

/// The query of the game after all moves.
fn played(server: &Server) -> String {
    let position = |query: &str| {
        let page = server.get(&format!("{query}&as=json")).text();
        let page: Value = serde_json::from_str(&page).unwrap_or_else(|_| panic!("{page}"));
        assert!(page["fault"].is_null(), "{query}: {page}");
        let link = page.pointer("/links/position").and_then(Value::as_str);
        let link = link.unwrap_or_else(|| panic!("{query}: {page}"));
        link.trim_start_matches('?').replace("&as=json", "")
    };
    let start = position("g=chess&people=2");
    MOVES.iter().fold(start, |query, chosen| position(&format!("{query}&move={chosen}")))
}

/// A browser that is used by its keys.
trait Keys {
    /// Follows the link that begins with these words.
    fn follow_by_keys(&mut self, words: &str);
    /// Waits until the page shows these words.
    fn await_words(&mut self, words: &str);
}

impl Keys for Lynx {
    fn follow_by_keys(&mut self, words: &str) {
        self.follow_words(words);
    }

    fn await_words(&mut self, words: &str) {
        let page = self.look().words;
        assert!(page.contains(words), "no {words} in\n{page}");
    }
}

impl Keys for Terminal {
    fn follow_by_keys(&mut self, words: &str) {
        self.follow_words(words);
    }

    fn await_words(&mut self, words: &str) {
        self.wait(words, |screen| screen.contains(words));
    }
}

impl Keys for Chromium {
    fn follow_by_keys(&mut self, words: &str) {
        let found = (0..TABS_MAX).any(|_| {
            self.press_tab();
            self.focused_label() == words
        });
        assert!(found, "no key leads to {words}");
        self.press_enter();
    }

    fn await_words(&mut self, words: &str) {
        let page = self.words("body");
        assert!(page.contains(words), "no {words} in\n{page}");
    }
}

fn walk(browser: &mut impl Keys) {
    let last = MOVES.len();
    let step = |moment: usize| match moment {
        0 => "The start".to_owned(),
        _ => format!("Step {moment} of {last}"),
    };
    // Two links lead from the board to the start.
    browser.await_words("Walk through the game");
    browser.follow_by_keys("Walk through the game");
    browser.await_words(&step(last));
    browser.follow_by_keys("First");
    browser.await_words(&step(0));
    for moment in 1..=last {
        browser.follow_by_keys("Forward");
        browser.await_words(&step(moment));
    }
    for moment in (0..last).rev() {
        browser.follow_by_keys("Back");
        browser.await_words(&step(moment));
    }
}
