//! Browsers that can only be looked at and clicked. Each plays a game in a window on an invisible
//! screen.
//!
//! A link shows by its colour, and the first one on the page of a game is the first free square. The
//! end shows in the title of the window.

use crate::browsers::screen::Screen;
use crate::start;
use std::time::Duration;
use support::process::{self, Process, wait_until};
use support::server::{KINDS, Server};
use support::trials::Trial;

/// A browser, the program's name and the server on which it is tried.
const BROWSERS: [(&str, &str, &str); 2] =
    [("dillo", "dillo", "busybox"), ("netsurf", "netsurf-gtk", "caddy")];
/// The time for which a test waits for the start of a browser, and for a page.
const START_TIME_MAX: Duration = Duration::from_secs(20);
const PAGE_TIME_MAX: Duration = Duration::from_secs(5);
/// More clicks than the longest game has.
const CLICKS_MAX: usize = 12;
/// The title of a window while the game goes on.
const OPEN: &str = "Your turn, Tic-tac-toe, Parlour";
const GAME: &str = ", Tic-tac-toe, Parlour";

/// The cases of this file.
pub fn cases() -> Vec<Trial> {
    let mut cases = Vec::new();
    for (name, program, server) in BROWSERS {
        for kind in KINDS.iter().filter(|kind| kind.name == server) {
            let needs: Vec<&str> =
                kind.programs.iter().copied().chain([program, "Xvfb", "xdotool"]).collect();
            let name = format!("{}::tictactoe_by_{name}", kind.name);
            cases.push(Trial::new(name, &needs, move || play(&start(kind), program)));
        }
    }
    cases
}

fn play(server: &Server, program: &str) {
    let directory = server.open_directory();
    let screen = Screen::open(&directory);
    let mut command = process::command(program);
    command.arg(server.url("g=tictactoe&seed=windows"));
    command.env("DISPLAY", screen.display()).env("HOME", &directory).env("LANG", "C.UTF-8");
    let _browser = Process::start(&mut command);
    let is_there = wait_until(START_TIME_MAX, || {
        screen.title().contains(OPEN) && screen.first_link().is_some()
    });
    assert!(is_there, "{program} shows no game, but `{}`", screen.title());
    let mut clicks = 0;
    while screen.title().contains(OPEN) {
        assert!(clicks < CLICKS_MAX, "no end after {clicks} clicks");
        // One that comes too early, or twice, does no harm: a link leads to one page, whenever.
        let mut links = Vec::new();
        wait_until(PAGE_TIME_MAX, || {
            // The page may have come up at the move.
            screen.press("Home");
            links = screen.links();
            !links.is_empty()
        });
        screen.click(*links.first().unwrap_or_else(|| panic!("no link is left")));
        wait_until(PAGE_TIME_MAX, || screen.links() != links || !screen.title().contains(OPEN));
        clicks += 1;
    }
    let title = screen.title();
    assert!(title.contains(GAME) && !title.contains("Refused"), "{title}");
    assert!(clicks >= 3, "over after {clicks} clicks: {title}");
    // The first link of a game that is over walks through it.
    let walks = wait_until(START_TIME_MAX, || {
        screen.first_link().into_iter().for_each(|place| screen.click(place));
        wait_until(PAGE_TIME_MAX, || screen.title().contains("Step "))
    });
    assert!(walks, "no walk: {}", screen.title());
}
