//! People at a table, who send each other links and play at random: programs, each with a password.

use crate::services::{self, Randomness};
use parlour::game::chance::Chance;
use parlour::gateway::http::{Method, Response};
use parlour::seal::KeyRing;
use serde_json::Value;

/// The names of the friends.
pub const NAMES: [&str; 5] = ["Ann", "Bob", "Cora", "Dora", "Emil"];

/// The people at one table, and the newest link that they have.
pub struct Friends {
    randomness: Randomness,
    keys: KeyRing,
    /// The passwords, from the first seat on.
    pub passwords: Vec<String>,
    /// The names, from the first seat on.
    pub names: Vec<String>,
    /// The answers that the host has not gathered, as links.
    pub answers: Vec<String>,
    /// The link that everybody may have.
    pub public: String,
    /// The present time, in seconds since 1970.
    pub now: u64,
}

/// A text as the value in a query.
pub fn percent_encoded(text: &str) -> String {
    let encoded = |byte: u8| match byte {
        b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | b'-' | b'_' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(encoded).collect()
}

/// The link that a page says to send, as a program opens it.
pub fn link_to_send(page: &Value) -> String {
    let link = page["link_to_send"].as_str().expect("a link to send");
    let query = link.split_once('?').map_or(link, |(_, query)| query);
    format!("?{query}&as=json")
}

impl Friends {
    /// Opens a table for this number of people, at which the first of them sits. `options` are
    /// pairs of a query string. Those who begin with different numbers meet different chance.
    pub fn open(game: &str, people: usize, options: &str, number: u64) -> Self {
        Friends::open_as(NAMES[0], game, people, options, number)
    }

    /// The same for a host of this name.
    pub fn open_as(host: &str, game: &str, people: usize, options: &str, number: u64) -> Self {
        Friends::open_under(services::ring(), host, game, people, options, number)
    }

    /// The same under these keys.
    pub fn open_under(
        keys: KeyRing,
        host: &str,
        game: &str,
        people: usize,
        options: &str,
        number: u64,
    ) -> Self {
        let randomness = Randomness::from(number);
        let mut friends = Friends {
            randomness,
            keys,
            passwords: Vec::new(),
            names: Vec::new(),
            answers: Vec::new(),
            public: String::new(),
            now: services::NOW,
        };
        let start = friends.page(&format!("?g={game}&people={people}&as=json{options}"));
        let link = start["link"].as_str().expect("the link that opens a table");
        let page = friends.page(&format!("{link}&name={}", percent_encoded(host)));
        friends.take_seat(host, &page);
        friends
    }

    /// A table at which everybody sits.
    pub fn at_full_table(game: &str, people: usize, options: &str, number: u64) -> Self {
        let mut friends = Friends::open(game, people, options, number);
        friends.fill(people);
        friends
    }

    /// The friends of the host sit down.
    pub fn fill(&mut self, people: usize) {
        if people == 2 {
            return self.sit(NAMES[1]);
        }
        NAMES[1..people].iter().for_each(|name| self.answer(name));
        self.gather();
    }

    /// Somebody opens the invitation to a table of three or more, and answers it.
    pub fn answer(&mut self, name: &str) {
        let page = self.page(&self.public.clone());
        let link = page["table"]["sit"].as_str().expect("an invitation");
        let page = self.page(&format!("{link}&name={name}"));
        let text = |key: &str| page["table"][key].as_str().expect("an answer").to_owned();
        self.passwords.push(text("password"));
        self.names.push(name.to_owned());
        self.answers.push(text("answer"));
    }

    /// The page of the host after pasting a text.
    pub fn paste(&self, text: &str) -> Value {
        let link = self.page_of(0)["table"]["gather"].as_str().expect("a host").to_owned();
        self.page(&format!("{link}&answers={}", percent_encoded(text)))
    }

    /// The host gathers all answers, and the game is dealt.
    pub fn gather(&mut self) {
        let page = self.paste(&self.answers.join("\n"));
        self.take_link(&page);
        self.change_seats(&page);
    }

    /// They sit in the order of this page from now on.
    pub fn change_seats(&mut self, page: &Value) {
        let named: Vec<(String, String)> =
            self.names.drain(..).zip(self.passwords.drain(..)).collect();
        for person in page["table"]["people"].as_array().expect("people") {
            let of = |(name, _): &&(String, String)| person["name"] == **name;
            let (name, password) = named.iter().find(of).expect("somebody who has answered");
            self.names.push(name.clone());
            self.passwords.push(password.clone());
        }
    }

    /// Somebody opens the newest link and sits down.
    pub fn sit(&mut self, name: &str) {
        let page = self.page(&self.public.clone());
        let link = page["table"]["sit"].as_str().expect("a free seat");
        let page = self.page(&format!("{link}&name={}", percent_encoded(name)));
        self.take_seat(name, &page);
    }

    /// They play with other keys from now on.
    pub fn change_keys(&mut self, keys: KeyRing) {
        self.keys = keys;
    }

    fn take_seat(&mut self, name: &str, page: &Value) {
        self.names.push(name.to_owned());
        let password = page["table"]["password"].as_str().expect("a password");
        self.passwords.push(password.to_owned());
        self.take_link(page);
    }

    /// The link of this page is the newest from now on.
    pub fn take_link(&mut self, page: &Value) {
        self.public = link_to_send(page);
    }

    /// The page behind a link of theirs, whose link is the newest from now on.
    pub fn follow(&mut self, link: &str) -> Value {
        let page = self.page(link);
        assert_eq!(page["fault"], Value::Null, "{link}");
        self.take_link(&page);
        page
    }

    /// What is answered.
    pub fn ask(&self, method: Method, query: &str) -> Response {
        let query = query.split('#').next().unwrap_or_default();
        let query = query.strip_prefix('?').unwrap_or(query);
        services::ask_then(&self.randomness, Some(&self.keys), self.now, method, query)
    }

    /// A page for programs.
    pub fn page(&self, link: &str) -> Value {
        let response = self.ask(Method::Get, link);
        serde_json::from_str(&response.body).unwrap_or_else(|_| panic!("{link}: {}", response.body))
    }

    /// What everybody sees.
    pub fn public_page(&self) -> Value {
        self.page(&self.public)
    }

    /// The page for this password.
    pub fn page_with(&self, password: &str) -> Value {
        self.page(&format!("{}&c={password}", self.public))
    }

    /// The page of a seat.
    pub fn page_of(&self, seat: usize) -> Value {
        self.page_with(&self.passwords[seat])
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Option<usize> {
        self.public_page()["turn"].as_u64().map(|seat| seat as usize)
    }

    /// The player on turn does something at random and sends the new link. Returns false if no
    /// player is on turn.
    pub fn play_one_turn(&mut self, chance: &mut Chance) -> bool {
        let Some(seat) = self.turn() else { return false };
        let mut page = self.page_of(seat);
        loop {
            let requests: Vec<&str> = page["requests"]
                .as_array()
                .expect("requests")
                .iter()
                .filter(|request| request["read_only"] == false)
                .filter_map(|request| request["link"].as_str())
                .collect();
            let link = chance.pick(&requests).expect("the player on turn can do something");
            let link = (*link).to_owned();
            page = self.page(&link);
            assert_eq!(page["fault"], Value::Null, "{link}");
            self.take_link(&page);
            if page["turn"] != seat || page["table"]["password"] == Value::Null {
                return true;
            }
        }
    }

    /// The link with only the token and the game, without the turn and the format.
    pub fn bare_link(&self) -> String {
        let pairs = self.public.trim_start_matches('?').split(['&', '#']);
        let bare = pairs.filter(|pair| pair.starts_with("s=") || pair.starts_with("g="));
        format!("?{}", bare.collect::<Vec<_>>().join("&"))
    }
}
