//! Every game of the house, each played to its end in a browser by somebody who knows nothing of it:
//! he follows any link of the board at random, or a hint where one is offered. On the way he writes
//! nonsense into the address, is refused, and goes back. On every server every game is played so by
//! following links; the browsers take turns with the servers.
//!
//! A new game is played here as soon as it stands in the table.

use crate::browsers::chromium::Chromium;
use crate::browsers::edbrowse::Edbrowse;
use crate::browsers::firefox::Firefox;
use crate::browsers::follower::Follower;
use crate::browsers::lynx::Lynx;
use crate::browsers::terminal::{Terminal, W3M_NUMBERED};
use crate::browsers::view::{Browser, Link, View};
use crate::drive::bench::Case;
use crate::server::{KINDS, Kind, Server};
use parlour::game::chance::Chance;
use parlour::game::contract::{Choices, Row};
use parlour::games::GAMES;

/// A browser, the programs that it takes, whether it is quick enough for the usual board, and how it
/// opens a page.
struct Reader {
    name: &'static str,
    programs: &'static [&'static str],
    is_quick: bool,
    open: fn(&Server, &str) -> Box<dyn Browser>,
}

/// The browsers in which every game is played.
const READERS: [Reader; 3] = [
    Reader {
        name: "chromium",
        programs: &["chromium", "chromedriver"],
        is_quick: true,
        open: |server, url| Box::new(Chromium::open(url, &server.open_directory())),
    },
    Reader {
        name: "w3m",
        programs: &["w3m", "tmux"],
        is_quick: false,
        open: |server, url| Box::new(Terminal::open(&W3M_NUMBERED, url, &server.open_directory())),
    },
    Reader {
        name: "lynx",
        programs: &["lynx"],
        is_quick: false,
        open: |server, url| Box::new(Lynx::open_numbered(url, server.open_directory())),
    },
];

/// The browsers in which one game is played, and that game.
const VISITORS: [(&str, Reader); 2] = [
    (
        "maze",
        Reader {
            name: "firefox",
            programs: &["firefox-esr"],
            is_quick: true,
            open: |server, url| Box::new(Firefox::open(url, &server.open_directory())),
        },
    ),
    (
        "maze",
        Reader {
            name: "edbrowse",
            programs: &["edbrowse"],
            is_quick: true,
            open: |server, url| Box::new(Edbrowse::open(url, &server.open_directory())),
        },
    ),
];

/// The game that takes a memory: on a board of the usual size, with random looks, it would be the
/// longest of all. Chromium plays it with one who has a memory.
const REMEMBERED: &str = "concentration";
/// What nobody may ask of a referee.
const NONSENSE: &str = "&unheard_of=1";
/// How many links are followed before the nonsense.
const LINKS_BEFORE_NONSENSE: u32 = 1;

/// The cases of this file.
pub fn cases() -> Vec<Case> {
    let everywhere = KINDS.iter().map(|kind| {
        let name = format!("{}::every_game_by_following_links", kind.name);
        Case::new(name, kind.programs, || follow_every_game(kind))
    });
    in_browsers().into_iter().chain(everywhere).collect()
}

fn in_browsers() -> Vec<Case> {
    let all = READERS.iter().flat_map(|reader| GAMES.iter().map(move |row| (reader, row)));
    let all = all.filter(|(reader, row)| !(reader.is_quick && row.ruleset.key == REMEMBERED));
    let some = VISITORS.iter().filter_map(|(game, reader)| {
        Some((reader, GAMES.iter().find(|row| row.ruleset.key == *game)?))
    });
    let turns = some.chain(all).zip(KINDS.iter().cycle());
    turns.map(|((reader, row), kind)| case(reader, row, kind)).collect()
}

fn case(reader: &'static Reader, row: &'static Row, kind: &'static Kind) -> Case {
    let name = format!("{}::{}_by_{}", kind.name, row.ruleset.key, reader.name);
    let needs: Vec<&str> = kind.programs.iter().chain(reader.programs).copied().collect();
    Case::new(name, &needs, move || play_on(&Server::start(kind), reader, row))
}

fn play_on(server: &Server, reader: &Reader, row: &Row) {
    let choices = match reader.is_quick {
        true => Choices::defaults(row.ruleset),
        false => shortest(row),
    };
    let mut browser = (reader.open)(server, &server.url(&deal(row, &choices)));
    play(browser.as_mut(), (row.longest)(&choices));
}

fn follow_every_game(kind: &'static Kind) {
    let server = Server::start(kind);
    for row in GAMES {
        let choices = shortest(row);
        let mut follower = Follower::open(server.host(), kind.path, &deal(row, &choices));
        play(&mut follower, (row.longest)(&choices));
    }
}

/// The query that deals the game that everybody here plays.
fn deal(row: &Row, choices: &Choices) -> String {
    let options = choices.chosen(row.ruleset);
    let options: String =
        options.map(|(o, value)| format!("&{}={}", o.name, value.value)).collect();
    format!("g={}{options}&seed=any+game", row.ruleset.key)
}

/// The choices under which a game is over soonest.
fn shortest(row: &Row) -> Choices {
    let all = Choices::all(row.ruleset).into_iter();
    all.min_by_key(|choices| (row.longest)(choices)).unwrap_or(Choices::defaults(row.ruleset))
}

/// Plays until the page says that it is over.
fn play(browser: &mut dyn Browser, links_max: u32) {
    let mut chance = Chance::from_seed([7; 32]);
    let mut view = browser.look();
    for count in 0..=links_max {
        if count == LINKS_BEFORE_NONSENSE {
            view = talk_nonsense(browser, &view);
        }
        if view.is_over() {
            assert!(count > 0, "over before it began:\n{}", view.words);
            return;
        }
        let link = choose(&view, &mut chance);
        browser.follow(&link);
        view = browser.look();
        assert!(!view.has_fault(), "{link:?} was offered and refused:\n{}", view.words);
    }
    panic!("not over after {links_max} links:\n{}", view.words);
}

fn choose(view: &View, chance: &mut Chance) -> Link {
    let hint = view.moves.iter().find(|link| link.label.starts_with("Hint"));
    let link = hint.or_else(|| chance.pick(&view.moves));
    link.unwrap_or_else(|| panic!("there is no way on:\n{}", view.words)).clone()
}

/// Asks for what nobody knows, is refused, and goes back to where he was.
fn talk_nonsense(browser: &mut dyn Browser, before: &View) -> View {
    let position = before.position.as_ref();
    let position = position.unwrap_or_else(|| panic!("no such link:\n{}", before.words));
    browser.follow(position);
    let alone = browser.look();
    assert!(!alone.has_fault(), "{}", alone.words);
    browser.lengthen_address(NONSENSE);
    let refused = browser.look();
    assert!(refused.has_fault(), "this should have been refused:\n{}", refused.words);
    browser.back();
    assert_eq!(browser.look().words, alone.words, "Back from the fault");
    browser.back();
    let after = browser.look();
    assert_eq!(after.words, before.words, "Back to the game");
    after
}
