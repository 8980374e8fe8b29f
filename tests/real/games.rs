//! Whole games of Concentration, each played from what one browser shows of what one server sends.

use crate::browsers::chromium::{Chromium, Keyboard};
use crate::browsers::edbrowse::Edbrowse;
use crate::browsers::firefox::Firefox;
use crate::browsers::lynx::Lynx;
use crate::browsers::terminal::{ELINKS, Habit, LINKS, Terminal, W3M};
use crate::browsers::view::Browser;
use crate::{Attempt, start};
use support::reader::Page;
use support::reader::memory::{self, Table, Tiles};
use support::server::{KINDS, Server};
use support::trials::Trial;

/// A way to play: its name, the programs that it takes, the servers on which it is tried, and how.
type Way = (&'static str, &'static [&'static str], &'static [&'static str], Attempt);

/// The ways to play, except following links, which is tried on every server.
const WAYS: [Way; 8] = [
    ("lynx", &["lynx"], &["lighttpd", "apache", "busybox"], press_keys_in_lynx),
    ("chromium", &["chromium", "chromedriver"], &["apache", "busybox"], click_in_chromium),
    ("keyboard", &["chromium", "chromedriver"], &["lighttpd"], press_keys_in_chromium),
    ("firefox", &["firefox-esr"], &["nginx"], click_in_firefox),
    ("edbrowse", &["edbrowse"], &["apache"], give_commands),
    ("w3m", &["w3m", "tmux"], &["apache_userdir"], |server| drop(press_keys(server, &W3M))),
    ("links", &["links", "tmux"], &["nginx"], |server| ask_for_nonsense(server, &LINKS)),
    ("elinks", &["elinks", "tmux"], &["caddy"], |server| ask_for_nonsense(server, &ELINKS)),
];

/// The cases of this file, the longest first.
pub fn cases() -> Vec<Trial> {
    let mut cases = Vec::new();
    for (by, browser, servers, play) in WAYS.into_iter().rev() {
        for kind in KINDS.iter().filter(|kind| servers.contains(&kind.name)) {
            let needs: Vec<&str> = kind.programs.iter().chain(browser).copied().collect();
            let name = format!("{}::pairs_found_by_{by}", kind.name);
            cases.push(Trial::new(name, &needs, move || play(&start(kind))));
        }
    }
    for kind in KINDS {
        let name = format!("{}::pairs_found_by_following_links", kind.name);
        cases.push(Trial::new(name, kind.programs, || follow_links(&start(kind))));
    }
    cases
}

/// A game of which only the page at hand is known.
struct Visit<'a> {
    server: &'a Server,
    page: Page,
}

impl Table for Visit<'_> {
    fn tiles(&mut self) -> Tiles {
        self.page.tiles()
    }

    fn turn(&mut self, tile: usize) {
        let link = self.page.link_with(&format!("turn={}", tile + 1));
        self.page = self.server.get(link.query()).page(200);
    }
}

fn follow_links(server: &Server) {
    let index = server.get("").page(200);
    let game = index.link_with("g=concentration");
    let page = server.open(game.query());
    let mut visit = Visit { server, page };
    memory::play(&mut visit);
    let status = visit.page.words("status").unwrap_or_default();
    assert!(status.contains("You win"), "{status}\n{}", visit.page.html);
}

fn press_keys_in_lynx(server: &Server) {
    let mut lynx = Lynx::open(&server.url("g=concentration"), server.open_directory());
    memory::play(&mut lynx);
    let page = lynx.page();
    assert!(page.contains("You win"), "{page}");
    // The first link after a game deals another one.
    lynx.press(&["^J"]);
    assert!(lynx.tiles().iter().all(Option::is_none), "{}", lynx.page());
    assert!(lynx.quit(), "Lynx does not quit");
}

fn press_keys(server: &Server, habit: &'static Habit) -> Terminal {
    let mut terminal =
        Terminal::open(habit, &server.url("g=concentration"), &server.open_directory());
    memory::play(&mut terminal);
    let screen = terminal.screen();
    assert!(screen.contains("You win"), "{screen}");
    terminal
}

/// Links and ELinks. After a win, the player writes an address with a tile that does not exist, is
/// refused, and goes back to the win.
fn ask_for_nonsense(server: &Server, habit: &'static Habit) {
    let terminal = press_keys(server, habit);
    let token = server.open("g=concentration").token().expect("a position");
    terminal.press(&["g"]);
    terminal.wait("a box for an address", |screen| screen.contains("URL"));
    terminal.press(&[&server.url(&format!("s={token}&g=concentration&turn=99")), "Enter"]);
    terminal.wait("a fault", |screen| screen.contains("No such tile"));
    terminal.press(&["Left"]);
    terminal.wait("Back", |screen| screen.contains("You win") && !screen.contains("Refused"));
}

fn give_commands(server: &Server) {
    let mut edbrowse = Edbrowse::open(&server.url("g=concentration"), &server.open_directory());
    memory::play(&mut edbrowse);
    let words = edbrowse.look().words;
    assert!(words.contains("You win"), "{words}");
}

fn press_keys_in_chromium(server: &Server) {
    let chromium = Chromium::open(&server.url("g=concentration"), &server.open_directory());
    let mut keyboard = Keyboard(chromium);
    memory::play(&mut keyboard);
    let status = keyboard.0.words(".status");
    assert!(status.contains("You win"), "{status}");
}

fn click_in_firefox(server: &Server) {
    let mut firefox = Firefox::open(&server.url("g=concentration"), &server.open_directory());
    memory::play(&mut firefox);
    let status = firefox.page().words("status").unwrap_or_default();
    assert!(status.contains("You win"), "{status}");
}

/// Chromium, in which the player once goes back and turns the same tile again.
struct Forgetful {
    chromium: Chromium,
    looks: usize,
}

/// The look that is taken back.
const REGRETTED: usize = 3;

impl Table for Forgetful {
    fn tiles(&mut self) -> Tiles {
        self.chromium.tiles()
    }

    fn turn(&mut self, tile: usize) {
        self.looks += 1;
        if self.looks != REGRETTED {
            return self.chromium.turn(tile);
        }
        let before = self.chromium.tiles();
        self.chromium.turn(tile);
        let after = self.chromium.tiles();
        assert_ne!(before, after);
        self.chromium.back();
        assert_eq!(self.chromium.tiles(), before, "Back is undo");
        self.chromium.turn(tile);
        assert_eq!(self.chromium.tiles(), after, "the same tile shows the same value");
    }
}

fn click_in_chromium(server: &Server) {
    let chromium = Chromium::open(&server.url(""), &server.open_directory());
    assert!(chromium.style_bytes().is_some_and(|bytes| bytes > 4_000), "the style sheet comes");
    chromium.click("a[href='?g=concentration']");
    assert_eq!(chromium.style_bytes(), Some(0), "it is kept");
    let mut forgetful = Forgetful { chromium, looks: 0 };
    memory::play(&mut forgetful);
    let Forgetful { mut chromium, .. } = forgetful;
    let status = chromium.words(".status");
    assert!(status.contains("You win"), "{status}");
    let label = chromium.label(".board b");
    assert!(label.starts_with("Matched, the "), "{label}");
    // Play again, and New game behind Rules.
    for again in ["a.go", "nav li:nth-child(2) a"] {
        chromium.click(again);
        let tiles = chromium.tiles();
        assert!(!tiles.is_empty() && tiles.iter().all(Option::is_none), "{again}: {tiles:?}");
    }
}
