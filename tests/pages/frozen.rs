//! Links of version 1, with their positions and pages. Every later version of the program opens them, or
//! says that they belong to older rules.
//!
//! tests/golden/frozen has ten links of each game, and one link of every kind that a table has. Each link
//! has more facts: the version of the ruleset and the opened position in hexadecimal, and what a program
//! reads on the page (no sentence: wording may change). `cargo golden` writes what a program reads anew,
//! but it never writes a link or a position again. It makes links only for a game without a file. One more
//! file lists all names that a query may have, and the names in pages for programs. It may grow.

use crate::follow::{body, json};
use parlour::game::any::AnyGame;
use parlour::game::audit::covering;
use parlour::game::chance::Chance;
use parlour::game::verification::to_hex;
use parlour::games::GAMES;
use parlour::games::PARLOUR;
use parlour::query::Query;
use parlour::respond::binding;
use parlour::seal::Token;
use serde_json::Value;
use std::fmt::Write;
use std::fs;
use support::friends::Friends;
use support::golden::{self, Golden};
use support::reader::Page;
use support::services::{ask, ring};
use support::stranger::{list, text};
use support::vocabulary::pairs_of;

const FROZEN: Golden = Golden { folder: "frozen", ending: ".txt" };
/// The name of the file with the links of tables.
const TABLES: &str = "tables";
/// The name of the file with all names.
const NAMES: &str = "names";
/// The names in a query that belong to no game.
const PARAMETERS: [&str; 25] = [
    "answers", "as", "ask", "at", "beat", "c", "day", "feed", "g", "league", "links", "move",
    "name", "people", "puzzles", "results", "rules", "s", "seed", "sit", "solution", "style",
    "table", "use", "words",
];
/// Moves before each of the ten links of a game. The last game has ended.
const MOVES: [usize; 10] = [0, 1, 2, 3, 4, 6, 8, 12, 16, 10_000];
/// Requests that no frozen game makes: one ends a game at once, and one takes back what another did.
const LEFT_OUT: [&str; 2] = ["solve", "take_out"];
/// The sentence on the page of an old link whose rules have changed.
const OLDER: &str = "The rules of this game have changed since";

/// A link with its position.
struct Frozen {
    /// The query, without the question mark.
    query: String,
    /// The version of the ruleset, and the opened position in hexadecimal.
    position: String,
}

impl Frozen {
    /// A link that the program makes today, with or without the address of the program.
    fn new(link: &str) -> Self {
        let query = link.split_once('?').map_or(link, |(_, query)| query).replace("&as=json", "");
        let (version, content) = opened(&query);
        let content = content.expect("a new link opens");
        Frozen { query, position: format!("{version} {content}") }
    }

    /// Fails if the link does not open as it did, unless the rules of its game have changed.
    fn check(&self) {
        let (version, content) = opened(&self.query);
        match self.position.split_once(' ') {
            Some((old, position)) if old == version.to_string() => {
                assert_eq!(content.as_deref(), Some(position), "{}", self.query);
            }
            _ => assert!(self.page().contains(OLDER), "{}: {}", self.query, self.page()),
        }
    }

    fn page(&self) -> String {
        ask(format!("{}&as=text", self.query)).body
    }

    /// What a program reads on the page: its kind, whose turn it is, the result, and every request.
    fn facts(&self) -> String {
        let page = json(&format!("{}&as=json", self.query));
        let facts = ["page", "game", "mood", "ranking", "fault"].map(|name| &page[name]);
        let [kind, game, mood, ranking, fault] = facts;
        let turn = &page["turn"];
        let requests = page["requests"].as_array().into_iter().flatten();
        let requests = requests.map(|request| format!(" {}", after_token(text(request, "/link"))));
        let requests: String = requests.collect();
        format!("  {kind} {game} {mood} {ranking} {fault} {turn}\n {requests}\n")
    }
}

/// The part of a request's link that does not depend on the seal.
fn after_token(link: &str) -> &str {
    link.split_once("as=json").map_or(link, |(_, rest)| rest.trim_start_matches('&'))
}

/// The version of the ruleset now, and the content of the token in hexadecimal if it opens.
fn opened(query: &str) -> (u16, Option<String>) {
    let text = query.split(['&', '=']).nth(1).unwrap_or_default();
    let token = Token::read(text).unwrap_or_else(|| panic!("no token: {query}"));
    let game = GAMES.iter().find(|game| game.ruleset.number == token.game).expect("its game");
    let binding = binding(game.ruleset, token.purpose);
    (binding.ruleset_version, token.open(&ring(), binding).ok().map(|content| to_hex(&content)))
}

/// The link of a random move after this number of moves. `None` if the page has none: the maker of a challenge does
/// not play it.
fn random_move(page: &Value, step: usize, chance: &mut Chance) -> Option<String> {
    let is_left_out = |it: &Value| LEFT_OUT.iter().any(|name| it["name"] == *name);
    let moves = list(page, "/requests").iter();
    let moves = moves.filter(|it| it["read_only"] == false && !is_left_out(it));
    let moves: Vec<&Value> = moves.collect();
    // A request without an argument leads far.
    let is_plain = |it: &&&Value| it["arguments"].as_object().is_some_and(|all| all.is_empty());
    let plain = moves.iter().find(is_plain).filter(|_| !step.is_multiple_of(4));
    plain.or(chance.pick(&moves)).map(|chosen| text(chosen, "/link").to_owned())
}

/// Ten links of a game, under different options, after different numbers of random moves.
fn links_of(game: &AnyGame) -> Vec<Frozen> {
    let (key, choices) = (game.ruleset.key, covering(game.ruleset.options));
    let link = |(number, moves): (usize, &usize)| {
        let options = pairs_of(&choices[number % choices.len()]);
        let mut chance = Chance::from_seed([number as u8; 32]);
        let mut link = format!("g={key}&seed=frozen{options}&as=json");
        for step in 0..*moves {
            let page = json(&link);
            if !page["ranking"].is_null() {
                break;
            }
            let Some(next) = random_move(&page, step, &mut chance) else { break };
            link = next;
        }
        let page = body(&link.trim_start_matches('?').replace("&as=json", ""));
        Frozen::new(&format!("s={}&g={key}", Page { html: page }.token().expect("a token")))
    };
    MOVES.iter().enumerate().map(link).collect()
}

/// Links of a table: invitations, answers, a table in the middle as all and as each player see it, its end,
/// and a league.
fn links_of_tables() -> Vec<Frozen> {
    let mut links = Vec::new();
    let mut chance = Chance::from_seed([1; 32]);
    let two = Friends::open("rps", 2, "", 1);
    links.push(Frozen::new(&two.public));
    let mut three = Friends::open("eights", 3, "", 2);
    links.push(Frozen::new(&three.public));
    ["Bob", "Cora"].iter().for_each(|name| three.answer(name));
    links.extend(three.answers.iter().map(|answer| Frozen::new(answer)));
    three.gather();
    three.play_one_turn(&mut chance);
    links.push(Frozen::new(&three.public));
    for password in &three.passwords {
        links.push(Frozen::new(&format!("{}&c={password}", three.public)));
    }
    while three.play_one_turn(&mut chance) {}
    links.push(Frozen::new(&three.public));
    let league = three.public_page()["table"]["league"].as_str().expect("a league").to_owned();
    links.push(Frozen::new(text(&json(&league), "/link_to_send")));
    links
}

/// The links in the text of a golden file.
fn read(text: &str) -> Vec<Frozen> {
    let lines: Vec<&str> = text.lines().collect();
    let frozen = |pair: &[&str]| {
        let position = pair[1].strip_prefix("  opens ")?.to_owned();
        Some(Frozen { query: pair[0].strip_prefix('?')?.to_owned(), position })
    };
    lines.windows(2).filter_map(frozen).collect()
}

/// The golden file of this name: its links, or new ones if there is none, with their pages.
fn file(name: &str, new: impl Fn() -> Vec<Frozen>) -> golden::File {
    let links = fs::read_to_string(FROZEN.path(name)).map_or_else(|_| new(), |text| read(&text));
    assert_eq!(links.len(), 10, "{name}");
    let mut text = String::new();
    for link in &links {
        link.check();
        let facts = link.facts();
        let _ = write!(text, "?{}\n  opens {}\n{facts}", link.query, link.position);
    }
    (name.to_owned(), text)
}

/// The lines with the names of a game: its options with their values, its requests, messages and faults.
fn names_of(game: &AnyGame) -> Vec<String> {
    let key = game.ruleset.key;
    let page = json(&format!("g={key}&rules&as=json"));
    let ruleset = &page["ruleset"];
    let mut lines = vec![format!("{key} ruleset {} {}", ruleset["version"], text(ruleset, "/uri"))];
    for option in list(ruleset, "/options") {
        let values = list(option, "/values").iter().map(|value| text(value, "/value"));
        let name = text(option, "/name");
        lines.extend(values.map(|value| format!("{key} option {name}={value}")));
    }
    for request in list(ruleset, "/requests") {
        let arguments = list(request, "/arguments").iter();
        let arguments = arguments.map(|it| format!(" {} {}", text(it, "/name"), it["kind"]));
        let arguments = arguments.collect::<String>();
        lines.push(format!("{key} request {}{arguments}", text(request, "/name")));
    }
    let of_faults =
        |fault: &Value| format!("{key} fault {} {}", fault["code"], text(fault, "/name"));
    lines.extend(list(ruleset, "/faults").iter().map(of_faults));
    let of_messages =
        |it: &Value| format!("{key} message {} {}", text(it, "/name"), it["arguments"]);
    lines.extend(list(ruleset, "/messages").iter().map(of_messages));
    lines
}

/// The golden file of all names. It keeps every line that it has.
fn file_of_names() -> golden::File {
    for name in PARAMETERS {
        let query = Query::parse(format!("{name}=1").as_bytes(), &PARLOUR).expect("a query");
        assert!(query.ignored.is_empty(), "{name}");
    }
    let lines = PARAMETERS.iter().map(|name| format!("parameter {name}"));
    let lines: Vec<String> = lines.chain(GAMES.iter().flat_map(names_of)).collect();
    for line in fs::read_to_string(FROZEN.path(NAMES)).unwrap_or_default().lines() {
        assert!(lines.iter().any(|known| known == line), "lost: {line}");
    }
    (NAMES.to_owned(), lines.join("\n") + "\n")
}

#[test]
fn version_1_links_open_as_in_golden_files() {
    let games = GAMES.iter().map(|game| file(game.ruleset.key, || links_of(game)));
    let files = games.chain([file(TABLES, links_of_tables), file_of_names()]).collect();
    golden::check(&[(FROZEN, files)]);
}
