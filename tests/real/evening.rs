//! An evening among four people, each with another browser: a telephone, a desk, Lynx and w3m. They
//! write into the forms of their pages, and send each other only the text that a page says to send.

use crate::browsers::chromium::Chromium;
use crate::browsers::lynx::Lynx;
use crate::browsers::terminal::{Terminal, W3M_NUMBERED};
use crate::browsers::view::{View, Writer};
use crate::chat::{self, Sent};
use crate::start;
use std::fs;
use support::server::{KINDS, Server};
use support::trials::Trial;

/// The browsers and what starts them.
const PROGRAMS: [&str; 5] = ["chromium", "chromedriver", "lynx", "w3m", "tmux"];
/// The code that somebody chooses for a friend, and a guess that is wrong.
const CODE: &str = "ABCD";
const WRONG: &str = "BBBB";
/// The link on the last page of a game at a table.
const OPEN_LEAGUE: &str = "Add this game to a league";
/// The words before the link of a league.
const KEEP_LEAGUE: &str = "Keep this link, or send it to ";

/// The case of this file.
pub fn cases() -> Vec<Trial> {
    let needs = [KINDS[0].programs, &PROGRAMS].concat();
    vec![Trial::new("an_evening_in_browsers", &needs, || spend_an_evening(&start(&KINDS[0])))]
}

/// A person with a browser.
struct Person {
    name: &'static str,
    browser: Box<dyn Writer>,
}

impl Person {
    /// Opens a link.
    fn open(&mut self, link: &str) -> View {
        self.browser.visit(link);
        self.browser.look()
    }

    /// Fills in the form of the page at hand, which leads to another.
    fn fill_in(&mut self, fields: &[(&str, &str)], button: &str) -> View {
        self.browser.fill_in(fields, button);
        self.browser.look()
    }

    /// Sits down and throws, and gives back the page that says so.
    fn throw(&mut self, link: &str, hand: &str, button: &str) -> View {
        self.open(link);
        self.fill_in(&[("Your name", self.name), (hand, "")], button)
    }
}

fn spend_an_evening(server: &Server) {
    let parlour = server.url("");
    let directory = |name: &str| {
        let directory = server.open_directory().join(name);
        fs::create_dir(&directory).unwrap_or_else(|error| panic!("{name}: {error}"));
        directory
    };
    let person = |name, browser| Person { name, browser };
    let mut ann = person("Ann", Box::new(Chromium::open_on_telephone(&parlour, &directory("ann"))));
    let mut ben = person("Ben", Box::new(Lynx::open_numbered(&parlour, directory("ben"))));
    let mut cat = person("Cat", Box::new(Chromium::open(&parlour, &directory("cat"))));
    let mut dan =
        person("Dan", Box::new(Terminal::open(&W3M_NUMBERED, &parlour, &directory("dan"))));
    let first = throw_once(server, &mut ann, &mut ben);
    let second = throw_once(server, &mut dan, &mut cat);
    add_up(&mut cat, &first, &second, &mut dan);
    challenge(server, &mut cat, &mut ben);
    challenge(server, &mut ben, &mut cat);
    challenge(server, &mut ann, &mut dan);
    agree_on_a_draw(server, &mut dan, &mut ann);
    agree_on_a_draw(server, &mut cat, &mut ben);
}

/// Rock, Paper, Scissors for one throw, in three messages. Gives back the last one.
fn throw_once(server: &Server, host: &mut Person, guest: &mut Person) -> Sent {
    let opened = host.throw(&server.url("g=rps&people=2"), "paper", "Open the table");
    let password = chat::password(&opened);
    let invitation = Sent::behind(&opened, chat::INVITE);
    let seated = guest.throw(&invitation.link, "rock", "Sit down");
    let answer = Sent::behind(&seated, chat::SEND);
    assert_eq!(answer.to, host.name);
    host.open(&answer.link);
    let both = host.fill_in(&[("Type your password", &password)], "Open your page");
    assert!(both.words.contains("You win"), "{}", both.words);
    let show = both.moves.iter().find(|link| link.label.contains("Show both the result"));
    host.browser.follow(show.unwrap_or_else(|| panic!("no result:\n{}", both.words)));
    let end = host.browser.look();
    let result = Sent::behind(&end, chat::SEND_RESULT);
    assert_eq!(result.to, guest.name);
    let told = guest.open(&result.link);
    assert!(told.words.contains(&format!("{} wins", host.name)), "{}", told.words);
    result
}

/// Somebody puts two games into a league, and sends it to another.
fn add_up(adds: &mut Person, first: &Sent, second: &Sent, reads: &mut Person) {
    adds.open(&first.link);
    adds.browser.follow_words(OPEN_LEAGUE);
    adds.browser.look();
    let both = adds.fill_in(&[("The links of the last pages", &second.link)], "Go");
    let league = Sent::behind(&both, KEEP_LEAGUE);
    let standings = reads.open(&league.link);
    for line in ["Ann: 1 win in 1 game", "Ben: 0 wins in 1 game", "Cat: 0 wins", "Dan: 1 win"] {
        assert!(standings.words.contains(line), "no {line}:\n{}", standings.words);
    }
}

/// White offers a draw with the first move, and Black accepts it.
fn agree_on_a_draw(server: &Server, white: &mut Person, black: &mut Person) {
    white.open(&server.url("g=chess&people=2"));
    white.browser.follow_words("Offer a draw");
    white.browser.look();
    let offered = white.fill_in(&[("Type a move", "e4")], "Go");
    let sent = Sent::behind(&offered, chat::SEND);
    assert_eq!(sent.to, "Black");
    black.open(&sent.link);
    black.browser.follow_words("Accept the draw");
    // The page asks once more.
    black.browser.look();
    black.browser.follow_words("Accept the draw");
    let result = Sent::behind(&black.browser.look(), chat::SEND_RESULT);
    let told = white.open(&result.link);
    assert!(told.words.contains("accepted the draw"), "{}", told.words);
}

/// One chooses a code, the other breaks it, and sends the result back.
fn challenge(server: &Server, maker: &mut Person, breaker: &mut Person) {
    maker.open(&server.url("g=mastermind&code=friend"));
    let sealed = maker.fill_in(&[("Type a move", CODE)], "Go");
    let sent = Sent::behind(&sealed, chat::SEND);
    breaker.open(&sent.link);
    for (guess, told) in [(WRONG, "1 black"), (CODE, "broken in 2 guesses")] {
        let page = breaker.fill_in(&[("Type a move", guess)], "Go");
        assert!(page.words.contains(told), "{}", page.words);
    }
}
