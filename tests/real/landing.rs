//! The landing of a request. It lands on the square that it changed, from which the next key goes
//! on. Text browsers would scroll the top of the page away, so they land at the sentence with the
//! result. On a telephone, a player at an open table sees the ways to send the link.

use crate::browsers::chromium::Chromium;
use crate::browsers::terminal::{ELINKS, Habit, LINKS, Terminal, W3M};
use crate::browsers::view::Browser;
use crate::start;
use support::server::{KINDS, Server};
use support::trials::Trial;

/// A terminal of so few rows that the lower part of a page is not on its screen.
const ROWS: &str = "14";
const LOW_W3M: Habit = Habit { rows: ROWS, ..W3M };
const LOW_LYNX: Habit = Habit { program: "lynx", ..LOW_W3M };
const LOW_LINKS: Habit = Habit { rows: ROWS, ..LINKS };
const LOW_ELINKS: Habit = Habit { rows: ROWS, ..ELINKS };
static TERMINALS: [Habit; 4] = [LOW_W3M, LOW_LYNX, LOW_LINKS, LOW_ELINKS];

/// Games that two play without passwords.
const OPEN_TABLES: [&str; 3] = ["nim", "tictactoe", "concentration"];

/// The cases of this file.
pub fn cases() -> Vec<Trial> {
    let server = || start(&KINDS[0]);
    let needs = |browser: &[&'static str]| [KINDS[0].programs, browser].concat();
    let chromium = needs(&["chromium", "chromedriver"]);
    let mut cases = vec![
        Trial::new("landing_in_chromium", &chromium, move || goes_on_from_there(&server())),
        Trial::new("landing_on_a_telephone", &chromium, move || sends_at_once(&server())),
    ];
    for habit in &TERMINALS {
        let name = format!("landing_in_{}", habit.program);
        let needs = needs(&[habit.program, "tmux"]);
        cases.push(Trial::new(name, &needs, move || sees_the_sentence(&server(), habit)));
    }
    cases
}

/// A player who turns a tile by keys is at that tile again, and still sees the whole page.
fn goes_on_from_there(server: &Server) {
    let chromium = Chromium::open(&server.url("g=maze&seed=landing"), &server.open_directory());
    chromium.click(".board a[href$='turn=7#now']");
    for _ in 0..2 {
        assert!(chromium.words(".status").contains("The arrow"));
        assert_eq!(chromium.scrolled(), 0.0, "the top of the page is out of sight");
        chromium.press_tab();
        let label = chromium.focused_label();
        assert!(label.starts_with("Turn row 2, column 2: "), "{label}");
        chromium.press_enter();
    }
    chromium.press_tab();
    chromium.press_tab();
    let label = chromium.focused_label();
    assert!(label.starts_with("Turn row 2, column 3"), "{label}");
}

/// The player opens the link, moves, and finds the link to send, all without scrolling.
fn sends_at_once(server: &Server) {
    let mut telephone = Chromium::open_on_telephone(&server.url(""), &server.open_directory());
    for game in OPEN_TABLES {
        telephone.visit(&server.url(&format!("g={game}&people=2")));
        // A turn of Concentration is two cards, and a pair gives another turn.
        while !telephone.page().html.contains("id=\"send\"") {
            telephone.click(".field a");
            assert_eq!(telephone.scrolled(), 0.0, "{game}");
        }
        assert!(telephone.has_in_sight("#send .copy"), "{game}");
    }
}

fn sees_the_sentence(server: &Server, habit: &'static Habit) {
    let dealt = server.get("g=concentration&seed=landing").page(200);
    let turn = dealt.link_with("turn=16");
    assert!(turn.href.ends_with("#now"), "{}", turn.href);
    let url = server.url(turn.href.trim_start_matches('?'));
    let terminal = Terminal::open(habit, &url, &server.open_directory());
    terminal.wait("the board", |screen| screen.contains("**"));
    let screen = terminal.screen();
    assert!(screen.contains("You found "), "{}:\n{screen}", habit.program);
}
