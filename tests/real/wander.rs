//! Every game, played to its end in a browser by a player who knows nothing of it. The player
//! follows random links of the board, and hints. On the way he writes nonsense into the address, is
//! refused, and goes back. On every server every game is played so by following links; the browsers
//! take turns with the servers.
//!
//! A new game is played here as soon as it is in the table of games.

use crate::browsers::chromium::{Chromium, Keyboard};
use crate::browsers::edbrowse::Edbrowse;
use crate::browsers::firefox::Firefox;
use crate::browsers::follower::Follower;
use crate::browsers::lynx::Lynx;
use crate::browsers::terminal::{Terminal, W3M_NUMBERED};
use crate::browsers::view::{Browser, View};
use crate::start;
use parlour::game::any::AnyGame;
use parlour::game::audit::covering;
use parlour::game::chance::Chance;
use parlour::game::options::Choices;
use parlour::games::{self, GAMES};
use support::proxies::PROXIES;
use support::server::{KINDS, Kind, Server};
use support::trials::Trial;

/// A browser, the programs that it needs, true if it is quick enough for the usual board, and its
/// function to open a page.
struct Reader {
    name: &'static str,
    programs: &'static [&'static str],
    is_quick: bool,
    open: fn(&Server, &str) -> Box<dyn Browser>,
}

/// The browsers in which every game is played.
const READERS: [Reader; 4] = [
    Reader {
        name: "chromium",
        programs: &["chromium", "chromedriver"],
        is_quick: true,
        open: |server, url| Box::new(Chromium::open(url, &server.open_directory())),
    },
    Reader {
        name: "keyboard",
        programs: &["chromium", "chromedriver"],
        is_quick: true,
        open: |server, url| Box::new(Keyboard(Chromium::open(url, &server.open_directory()))),
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
/// A request that no referee knows.
const NONSENSE: &str = "&take=x";
/// The number of links that are followed before the nonsense.
const LINKS_BEFORE_NONSENSE: usize = 1;
/// More questions than are asked in a game, which are not counted among the links.
const QUESTIONS_MAX: usize = 1_000;

/// The cases of this file.
pub fn cases() -> Vec<Trial> {
    let everywhere = KINDS.iter().chain(PROXIES).map(|kind| {
        let name = format!("{}::every_game_by_following_links", kind.name);
        Trial::new(name, kind.programs, || follow(kind, GAMES))
    });
    in_browsers().into_iter().chain(everywhere).collect()
}

/// One game on every server, the servers taking turns with the games: where not all is tried.
pub fn sample() -> impl Iterator<Item = Trial> {
    KINDS.iter().chain(PROXIES).zip(GAMES.chunks(1).cycle()).map(|(kind, game)| {
        let name = format!("{}::{}_by_following_links", kind.name, game[0].ruleset.key);
        Trial::new(name, kind.programs, || follow(kind, game))
    })
}

fn in_browsers() -> Vec<Trial> {
    let all = READERS.iter().flat_map(|reader| GAMES.iter().map(move |game| (reader, game)));
    let all = all.filter(|(reader, game)| !(reader.is_quick && game.ruleset.key == REMEMBERED));
    let some = VISITORS.iter().filter_map(|(key, reader)| Some((reader, games::find(key)?)));
    let turns = some.chain(all).zip(KINDS.iter().cycle());
    turns.map(|((reader, game), kind)| case(reader, game, kind)).collect()
}

fn case(reader: &'static Reader, game: &'static AnyGame, kind: &'static Kind) -> Trial {
    let name = format!("{}::{}_by_{}", kind.name, game.ruleset.key, reader.name);
    let needs: Vec<&str> = kind.programs.iter().chain(reader.programs).copied().collect();
    Trial::new(name, &needs, move || play_on(&start(kind), reader, game))
}

fn play_on(server: &Server, reader: &Reader, game: &AnyGame) {
    let choices =
        if reader.is_quick { Choices::defaults(game.ruleset.options) } else { shortest(game) };
    let mut browser = (reader.open)(server, &server.url(&deal(game, &choices)));
    play(browser.as_mut(), (games::audit(game).requests_max)(&choices));
}

fn follow(kind: &'static Kind, games: &[AnyGame]) {
    let server = start(kind);
    for game in games {
        let choices = shortest(game);
        let mut follower = Follower::open(server.host(), kind.path, &deal(game, &choices));
        play(&mut follower, (games::audit(game).requests_max)(&choices));
    }
}

/// The query that deals the game that everybody here plays.
fn deal(game: &AnyGame, choices: &Choices) -> String {
    let options = choices.chosen();
    let options: String =
        options.map(|(o, value, _)| format!("&{}={}", o.name(), value.value)).collect();
    format!("g={}{options}&seed=any+game", game.ruleset.key)
}

/// The choices under which a game is over soonest.
fn shortest(game: &AnyGame) -> Choices {
    let all = covering(game.ruleset.options).into_iter();
    all.min_by_key(|choices| (games::audit(game).requests_max)(choices))
        .unwrap_or(Choices::defaults(game.ruleset.options))
}

/// Plays until the page says that it is over.
fn play(browser: &mut dyn Browser, links_max: usize) {
    let mut chance = Chance::from_seed([7; 32]);
    let mut view = browser.look();
    let (mut count, mut questions) = (0, 0);
    while count <= links_max && questions <= QUESTIONS_MAX {
        if count + questions == LINKS_BEFORE_NONSENSE {
            view = talk_nonsense(browser, &view);
        }
        if view.is_over() {
            assert!(count > 0, "over before it began:\n{}", view.words);
            return;
        }
        let link = view.choose(&mut chance).clone();
        browser.follow(&link);
        view = browser.look();
        assert!(!view.has_fault(), "{link:?} was offered and refused:\n{}", view.words);
        if link.leads_back() || view.is_answer() { questions += 1 } else { count += 1 }
    }
    panic!("not over after {count} links and {questions} questions:\n{}", view.words);
}

/// Makes an unknown request, is refused, and goes back.
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
