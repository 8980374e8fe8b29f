//! A round of Crazy Eights among four people, each with another browser, one of them on a telephone.
//! They read links from their pages and send them to each other. The host gathers the answers in one
//! text of a chat. One of the guests does not come back; the others finish without them, and deal them in
//! again. The machines that answer share their keys alone: now and then one of them is stopped, and in the
//! middle of the game the keys are changed.

use crate::browsers::chromium::Chromium;
use crate::browsers::firefox::Firefox;
use crate::browsers::lynx::Lynx;
use crate::browsers::terminal::{Terminal, W3M_NUMBERED};
use crate::browsers::view::Browser;
use crate::chat::{self, Sent, word_after};
use crate::fleet::{self, Fleet, NOTICE_TIME};
use parlour::game::chance::Chance;
use parlour::game::sample;
use parlour::seal::{Key, KeyRing};
use std::thread;
use std::time::Duration;
use support::friends::percent_encoded;
use support::trials::Trial;

/// The browsers and what starts them.
const PROGRAMS: [&str; 6] = ["chromium", "chromedriver", "firefox-esr", "lynx", "w3m", "tmux"];
/// The people, each with a browser.
const NAMES: [&str; 4] = ["Chrom", "Fox", "Lynx", "Dabblju"];
/// More turns than four people take for a round.
const TURNS_MAX: usize = 400;
/// More requests than one person makes in a turn.
const REQUESTS_MAX: usize = 60;
/// After so many turns a machine is stopped, for one turn.
const TURNS_BETWEEN_STOPS: usize = 6;
/// The turn after which the keys are changed.
const TURN_OF_NEW_KEYS: usize = 9;
/// The turn at which somebody does not come back.
const TURN_OF_ABSENCE: usize = 14;
/// The time that the table waits for a player, and a minute, since links keep whole minutes.
const PATIENCE: Duration = Duration::from_secs(11 * 60);
/// Turns of the next game that are played.
const TURNS_AGAIN: usize = 6;
/// The words before an answer.
const ANSWER: &str = "Send this answer to ";
/// The words before the name of the next person on the page for everybody.
const NEXT: &str = "Are you ";
/// The words on the page of a round that is over.
const THE_END: &str = "To play again";

/// The case of this file.
pub fn cases() -> Vec<Trial> {
    let needs: Vec<&str> = PROGRAMS.into_iter().chain(fleet::programs()).collect();
    vec![Trial::new("haproxy::a_table_of_four_browsers", &needs, play_a_round)]
}

/// Somebody with a browser and, once they sit, a password.
struct Person {
    name: &'static str,
    browser: Box<dyn Browser>,
    password: String,
}

impl Person {
    /// Opens a table, or answers an invitation, and gives back the link that their page says to send
    /// behind these words.
    fn sit_down(&mut self, link: &str, send: &str) -> Sent {
        self.browser.visit(&format!("{link}&sit=&name={}", self.name));
        let page = self.browser.look();
        self.password = chat::password(&page);
        Sent::behind(&page, send)
    }

    /// Asks for something with their password, and gives back the table link and the person to send it
    /// to.
    fn ask(&mut self, link: &str, what: &str) -> Sent {
        self.browser.visit(&format!("{link}&c={}&{what}", self.password));
        let page = self.browser.look();
        let sent = Sent::behind(&page, chat::SEND);
        let next = word_after(&page, NEXT).unwrap_or_default();
        Sent { to: next.trim_end_matches('?').to_owned(), ..sent }
    }

    /// Opens a link with their password and does what is offered until their turn is over. Gives back
    /// the link to send, or the link to the result if the round is over.
    fn take_turn(&mut self, link: &str, chance: &mut Chance) -> Result<Sent, Sent> {
        self.browser.visit(&format!("{link}&c={}", self.password));
        for _ in 0..REQUESTS_MAX {
            let page = self.browser.look();
            assert!(!page.has_fault(), "{} is refused:\n{}", self.name, page.words);
            if let Some(sent) = Sent::read(&page) {
                return Ok(sent);
            }
            if page.words.contains(THE_END) {
                return Err(Sent::behind(&page, chat::SEND_RESULT));
            }
            let offered = chance.pick(&page.moves).cloned();
            let offered = offered.unwrap_or_else(|| panic!("no way on:\n{}", page.words));
            self.browser.follow(&offered);
        }
        panic!("the turn of {} does not end", self.name);
    }
}

fn play_a_round() {
    let key = || Key::draw().map(KeyRing::of).map(|ring| ring.to_text());
    let [old, new] = [key(), key()].map(|key| key.unwrap_or_else(|error| panic!("{error}")));
    let mut fleet = Fleet::start(std::slice::from_ref(&old));
    let parlour = format!("http://127.0.0.1:{}{}", fleet.host().port, fleet.target(""));
    let mut people = sit_in_browsers(&fleet, &parlour);
    let mut sent = gather(&mut people, &parlour);
    let mut absent = None;
    let mut chance = Chance::from_seed([4; 32]);
    for turn in 1..=TURNS_MAX {
        if turn == TURN_OF_ABSENCE {
            absent = Some(sent.to.clone());
            sent = go_on_without(&mut people, &sent);
        }
        assert_ne!(Some(&sent.to), absent.as_ref(), "a computer plays there");
        let person = find(&mut people, &sent.to);
        let stopped = (turn % TURNS_BETWEEN_STOPS == 0).then_some(turn % fleet.machines.len());
        if let Some(stopped) = stopped {
            fleet.machines[stopped].stop();
        }
        let next = person.take_turn(&sent.link, &mut chance);
        if let Some(stopped) = stopped {
            assert!(fleet.machines[stopped].start_again(), "a machine does not start again");
            thread::sleep(NOTICE_TIME);
        }
        if turn == TURN_OF_NEW_KEYS {
            fleet.share(&[old.clone(), new.clone()]);
            fleet.share(&[new.clone(), old.clone()]);
        }
        sent = match next {
            Ok(next) => next,
            Err(result) => {
                assert!(turn > TURN_OF_ABSENCE, "over after {turn} turns");
                return play_again(&mut people, &result, absent.as_deref(), &mut chance);
            }
        };
    }
    panic!("no end after {TURNS_MAX} turns");
}

/// The player on turn leaves. With `PARLOUR_FULL=1` they stay away, and when the table has waited ten
/// minutes, the last of the others hands their seat over: the round is dealt again.
fn go_on_without(people: &mut [Person], sent: &Sent) -> Sent {
    if !sample::is_full() {
        return find(people, &sent.to).ask(&sent.link, "sit=leave");
    }
    thread::sleep(PATIENCE);
    let other = people.iter_mut().rfind(|person| person.name != sent.to);
    other.expect("there are others").ask(&sent.link, "sit=handover")
}

/// The person of this name.
fn find<'a>(people: &'a mut [Person], name: &str) -> &'a mut Person {
    let person = people.iter_mut().find(|person| person.name == name);
    person.unwrap_or_else(|| panic!("who is {name}?"))
}

/// Everybody answers one invitation, and the host pastes the chat: in another order, one answer twice,
/// and with the words of the chat around it. Gives back the table link.
fn gather(people: &mut [Person], parlour: &str) -> Sent {
    let table = format!("{parlour}g=eights&people={}&patience=10m", NAMES.len());
    let invitation = people[0].sit_down(&table, chat::INVITE);
    let answers = people[1..].iter_mut().map(|guest| {
        let sent = guest.sit_down(&invitation.link, ANSWER);
        assert_eq!(sent.to, NAMES[0]);
        format!("[12:01] {}: here, {}. See you!", guest.name, sent.link)
    });
    let mut chat: Vec<String> = answers.collect();
    chat.rotate_left(1);
    chat.push(chat[0].clone());
    let answers = percent_encoded(&chat.join("\n"));
    people[0].ask(&invitation.link, &format!("answers={answers}"))
}

/// Everybody plays again. Who was away is dealt in.
fn play_again(people: &mut [Person], sent: &Sent, absent: Option<&str>, chance: &mut Chance) {
    let asks = people.iter_mut().find(|person| Some(person.name) != absent);
    let mut sent = asks.expect("somebody has stayed").ask(&sent.link, "sit=again&with=1234");
    let mut is_back = false;
    for _ in 0..TURNS_AGAIN {
        is_back |= Some(&*sent.to) == absent;
        let person = find(people, &sent.to);
        let Ok(next) = person.take_turn(&sent.link, chance) else { return };
        sent = next;
    }
    assert!(is_back, "the seat stays with the computer");
}

/// Everybody with their browser, the list of games before them.
fn sit_in_browsers(fleet: &Fleet, parlour: &str) -> Vec<Person> {
    let directory = |machine: usize| fleet.machines[machine].open_directory();
    let browsers: [Box<dyn Browser>; 4] = [
        Box::new(Chromium::open_on_telephone(parlour, &directory(0))),
        Box::new(Firefox::open(parlour, &directory(1))),
        Box::new(Lynx::open_numbered(parlour, directory(2))),
        Box::new(Terminal::open(&W3M_NUMBERED, parlour, &directory(2))),
    ];
    let people = NAMES.into_iter().zip(browsers);
    people.map(|(name, browser)| Person { name, browser, password: String::new() }).collect()
}
