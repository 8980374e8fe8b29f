//! Bookmarks are promises: links made by earlier versions still open and show what they showed, or
//! say that their rules are of former days.
//!
//! tests/golden/tokens has a folder for each version of the token, and there a file for each game
//! and version of its ruleset: `token-2/maze-2.txt`. A file begins with its key and has links under
//! every set of options, from the deal to the end, each with the whole position that its page shows.
//! `cargo golden` adds the links that are missing for the present versions, and renews what they
//! show, but never changes a link. A link whose ruleset can no longer be read must answer 410.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use parlour::game::any::AnyGame;
use parlour::game::chance::Chance;
use parlour::game::options::Choices;
use parlour::games::GAMES;
use parlour::gateway::http::{Method, Status};
use parlour::seal::{Key, KeyRing};
use serde_json::Value;
use std::fmt::Write;
use support::friends::Friends;
use support::golden::{self, Golden, writes};
use support::reader::Page;
use support::services::ask_as;
use support::stranger::{list, text};
use support::vocabulary::pairs_of;

/// The files of each version of the token, the present one last.
const TOKENS: [Golden; 2] = [
    Golden { folder: "tokens/token-1", ending: ".txt" },
    Golden { folder: "tokens/token-2", ending: ".txt" },
];
const PRESENT: Golden = TOKENS[TOKENS.len() - 1];

/// Requests after which a link is kept, for each set of options; and the last one of the game is.
const STAGES: [usize; 5] = [0, 1, 3, 6, 9];
/// Requests within which a game ends in which every other one is a hint, where there are hints.
const REQUESTS_MAX: usize = 10_000;
/// Tables of several people with passwords, whose links are kept as well: those that anybody may have and
/// those of every seat. Their file is `token-2/eights-table-1.txt`.
const TABLES: [(&str, usize, &str); 7] = [
    ("eights", 2, ""),
    ("eights", 3, "&players=4&twos=draw&queens=skip&aces=reverse&draw=one"),
    ("eights", 5, "&match=points"),
    ("eights", 4, "&lead=lot&queens=skip&stock=pass"),
    ("eights", 3, "&lead=lot&draw=one&twos=draw"),
    ("rps", 2, "&best_of=3"),
    ("mastermind", 2, ""),
];
/// What the first line starts with.
const KEY: &str = "key\t";
/// The key of new files.
const NEW_KEY: [u8; 32] = [42; 32];
/// What every line of a link starts with.
const LINK: &str = "s=";

/// The links of a game under one version of its ruleset.
struct Links {
    name: String,
    key: Key,
    links: Vec<String>,
}

impl Links {
    /// Those on file; none if there is no file.
    fn on_file(golden: Golden, game: &AnyGame, version: u16) -> Self {
        Links::in_file(golden, format!("{}-{version}", game.ruleset.key))
    }

    /// The same of tables with passwords.
    fn of_tables_on_file(golden: Golden, game: &AnyGame, version: u16) -> Self {
        Links::in_file(golden, format!("{}-table-{version}", game.ruleset.key))
    }

    fn in_file(golden: Golden, name: String) -> Self {
        let text = std::fs::read_to_string(golden.path(&name)).unwrap_or_default();
        let key = text.lines().find_map(|line| line.strip_prefix(KEY)).map_or(NEW_KEY, |text| {
            let bytes = URL_SAFE_NO_PAD.decode(text).expect("a key in base64url");
            bytes.try_into().expect("a key of 32 bytes")
        });
        let link = |line: &str| line.split('\t').next().unwrap_or_default().to_owned();
        let links = text.lines().filter(|line| line.starts_with(LINK)).map(link).collect();
        Links { name, key: Key::from_bytes(key), links }
    }

    fn ask(&self, query: &str) -> (Status, String) {
        let response = ask_as(Some(&KeyRing::of(self.key.clone())), Method::Get, query);
        (response.status, response.body)
    }

    /// The page behind a link, for programs.
    fn json(&self, query: &str) -> Value {
        let (status, body) = self.ask(&format!("{query}&as=json"));
        assert_eq!(
            status,
            Status::Ok,
            "{}: {query} no longer opens; a new packing needs a new version of the ruleset\n{body}",
            self.name
        );
        serde_json::from_str(&body).expect("a page in JSON")
    }

    /// The text of the file: the links, and what each of them shows.
    fn file(&self) -> String {
        let mut file = format!("{KEY}{}\n", URL_SAFE_NO_PAD.encode(self.key.bytes()));
        for link in &self.links {
            let _ = writeln!(file, "\n{link}");
            let page = self.json(link);
            position(&page).into_iter().chain(self.first_move(&page)).for_each(|line| {
                let _ = writeln!(file, "  {}", line.trim_end());
            });
        }
        file
    }

    /// The first move that is offered, and what is told of it.
    fn first_move(&self, page: &Value) -> Vec<String> {
        let mut moves = list(page, "/requests").iter();
        let Some(first) = moves.find(|request| request["read_only"] == false) else {
            return Vec::new();
        };
        let after = self.json(&query_of(text(first, "/link")));
        let first = format!("{} {}", text(first, "/name"), first["arguments"]);
        std::iter::once(format!("after {first}: {}", text(&after, "/status")))
            .chain(told(&after))
            .collect()
    }

    /// How many links there are of games with these options, and whether one is at an end.
    fn count(&self, choices: &Choices) -> (usize, bool) {
        let is_chosen = |page: &Value| {
            let mut chosen = choices.chosen();
            chosen.all(|(option, value, _)| page["options"][option.name()] == value.value)
        };
        let pages = self.links.iter().map(|link| self.json(link));
        let pages: Vec<Value> = pages.filter(is_chosen).collect();
        (pages.len(), pages.iter().any(is_over))
    }

    /// Adds the links of tables of this game, if there are none.
    fn add_tables(&mut self, key: &str) {
        if !self.links.is_empty() {
            return;
        }
        for (number, (_, people, options)) in
            (1..).zip(TABLES.into_iter().filter(|(game, ..)| *game == key))
        {
            let mut friends = Friends::at_full_table(key, people, options, number);
            let mut chance = Chance::from_seed([9; 32]);
            for step in 0.. {
                let is_over = friends.turn().is_none();
                if STAGES.contains(&step) || is_over {
                    let public = query_of(&friends.public);
                    let of_seat = |password: &String| format!("{public}&c={password}");
                    self.links.extend(friends.passwords.iter().map(of_seat));
                    self.links.push(public);
                }
                if is_over {
                    break;
                }
                friends.play_one_turn(&mut chance);
            }
        }
    }

    /// Adds links of a game with these options, if there are none.
    fn add(&mut self, game: &AnyGame, choices: &Choices) {
        if self.count(choices).0 > 0 {
            return;
        }
        let query = format!("g={}&seed=bookmark{}", game.ruleset.key, pairs_of(choices));
        let mut chance = Chance::from_seed([9; 32]);
        let mut page = self.json(&query);
        for step in 0..REQUESTS_MAX {
            if STAGES.contains(&step) || is_over(&page) {
                self.links.push(query_of(text(&page, "/links/position")));
            }
            if is_over(&page) {
                return;
            }
            let requests = list(&page, "/requests").iter();
            let moves: Vec<&Value> = requests.filter(|r| r["read_only"] == false).collect();
            let hint = moves.iter().find(|request| request["name"] == "hint" && step % 2 == 1);
            let request = hint.or_else(|| chance.pick(&moves)).expect("a way on");
            page = self.json(&query_of(text(request, "/link")));
        }
    }
}

fn is_over(page: &Value) -> bool {
    !page["ranking"].is_null()
}

/// The query of a link for programs, for everybody.
fn query_of(link: &str) -> String {
    link.trim_start_matches('?').replace("&as=json", "")
}

/// A list in one line.
fn joined(items: impl IntoIterator<Item = impl AsRef<str>>, between: &str) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.as_ref().to_owned()).collect();
    items.join(between)
}

/// All that a page shows of its position, in lines.
fn position(page: &Value) -> Vec<String> {
    let options = page["options"].as_object().expect("options").iter();
    let options = options.map(|(name, value)| format!("{name}={}", value.as_str().expect("text")));
    let mut lines = vec![
        format!("options: {}", joined(options, " ")),
        deal(page),
        format!("{}, {}: {}", text(page, "/mood"), text(page, "/state"), text(page, "/status")),
    ];
    lines.extend(party(&page["table"]));
    if is_over(page) {
        let places = list(page, "/ranking").iter();
        let names = |place: &Value| {
            let names = place.as_array().expect("names").iter();
            joined(names.map(|name| name.as_str().expect("a name")), " and ")
        };
        lines.push(format!("ranking: {}", joined(places.map(names), ", ")));
        lines.extend(end(&page["end"]));
    }
    lines.extend(told(page));
    lines.extend(list(page, "/parts").iter().flat_map(part));
    lines.extend(requests(page));
    lines
}

/// The messages of a page, with their arguments.
fn told(page: &Value) -> impl Iterator<Item = String> {
    let line = |told: &Value| format!("told: {} {}", text(told, "/name"), told["arguments"]);
    list(page, "/messages").iter().map(line)
}

/// Who sits at a table, and whose turn it is.
fn party(table: &Value) -> Option<String> {
    let people = table["people"].as_array()?.iter();
    let person = |person: &Value| match person["last"].as_str() {
        Some(last) => format!("{} since {last}", text(person, "/name")),
        None => text(person, "/name").to_owned(),
    };
    let (turn, seat, mark) = (&table["turn"], &table["seat"], text(table, "/mark"));
    Some(format!("table: {}; turn {turn}, seat {seat}, {mark}", joined(people.map(person), ", ")))
}

/// How the game ended, what there is to tell others, and what to play next.
fn end(end: &Value) -> Vec<String> {
    let mut lines = vec![format!("end: {}. {}", text(end, "/headline"), text(end, "/detail"))];
    lines.extend(end["share"].as_str().map(|share| format!("share: {share}")));
    let next = list(end, "/next_games").iter().map(|next| text(next, "/label"));
    lines.push(format!("next: {}", joined(next, ", ")));
    lines
}

/// Which deal it is, if anybody can ask for it.
fn deal(page: &Value) -> String {
    match page["deal"].is_null() {
        true => "deal: none".to_owned(),
        false => format!("deal: {} {}", text(page, "/deal/kind"), text(page, "/deal/name")),
    }
}

/// A part of a page: facts, the squares of a board or a row, or words.
fn part(part: &Value) -> Vec<String> {
    match text(part, "/kind") {
        "board" => {
            let columns = part["columns"].as_u64().expect("columns") as usize;
            list(part, "/cells")
                .chunks(columns)
                .map(|row| joined(row.iter().map(cell), "|"))
                .collect()
        }
        "row" => {
            let cells = list(part, "/cells").iter().map(cell);
            vec![format!("{}: {}", text(part, "/caption"), joined(cells, "|"))]
        }
        "facts" => {
            let fact = |fact: &Value| format!("{}: {}", text(fact, "/name"), text(fact, "/value"));
            vec![joined(list(part, "/facts").iter().map(fact), " / ")]
        }
        "log" => {
            let entry = |entry: &Value| entry.as_str().expect("a sentence").to_owned();
            vec![joined(list(part, "/entries").iter().map(entry), " ")]
        }
        "seats" => {
            let seat = |seat: &Value| {
                let turn = if seat["is_on_turn"] == true { "'" } else { "" };
                format!("{}{turn}: {} {}", text(seat, "/name"), seat["count"], text(seat, "/unit"))
            };
            vec![joined(list(part, "/seats").iter().map(seat), " / ")]
        }
        _ => {
            let words = list(part, "/blocks").iter().filter_map(|block| block["content"].as_str());
            vec![format!("{}: {}", text(part, "/heading"), joined(words, " "))]
        }
    }
}

/// A square: its text, and the first letters of its marks.
fn cell(cell: &Value) -> String {
    let marks = cell["marks"].as_object().expect("marks").iter();
    let marks = marks.filter(|(_, is_marked)| **is_marked == true).map(|(name, _)| &name[..2]);
    let marks = joined(marks, "");
    format!("{:3}{}{marks}", text(cell, "/text"), if marks.is_empty() { "" } else { "'" })
}

/// What may be asked for, in one line for each name: `turn: 1, 2, 3`.
fn requests(page: &Value) -> Vec<String> {
    let mut lines: Vec<(String, Vec<String>)> = Vec::new();
    for request in list(page, "/requests") {
        let name = text(request, "/name");
        let arguments = request["arguments"].as_object().expect("arguments").values();
        let arguments =
            joined(arguments.map(|value| value.to_string().trim_matches('"').to_owned()), " ");
        match lines.iter_mut().find(|(known, _)| known == name) {
            Some((_, all)) => all.push(arguments),
            None => lines.push((name.to_owned(), vec![arguments])),
        }
    }
    let line = |(name, all): (String, Vec<String>)| format!("{name}: {}", all.join(", "));
    lines.into_iter().map(|all| line(all).trim_end_matches([' ', ':']).to_owned()).collect()
}

/// The files of one version of the token as they must be, after adding what is missing.
fn files(golden: Golden) -> Vec<(String, String)> {
    let mut files = Vec::new();
    for game in GAMES {
        for version in 1..=game.ruleset.version {
            let mut tables = Links::of_tables_on_file(golden, game, version);
            let mut links = Links::on_file(golden, game, version);
            if version < game.ruleset.oldest_version {
                let text = std::fs::read_to_string(golden.path(&links.name));
                files.extend(text.map(|text| (links.name, text)));
                continue;
            }
            if writes() && golden == PRESENT && version == game.ruleset.version {
                let all = Choices::covering(game.ruleset.options);
                all.iter().for_each(|choices| links.add(game, choices));
                tables.add_tables(game.ruleset.key);
            }
            if !tables.links.is_empty() {
                files.push((tables.name.clone(), tables.file()));
            }
            if !links.links.is_empty() {
                files.push((links.name.clone(), links.file()));
            }
        }
    }
    files
}

#[test]
fn golden_links_still_open_and_show_what_they_showed() {
    golden::check(&TOKENS.map(|golden| (golden, files(golden))));
}

#[test]
fn there_are_links_of_every_game_with_all_its_options() {
    for game in GAMES {
        let links = Links::on_file(PRESENT, game, game.ruleset.version);
        for choices in Choices::covering(game.ruleset.options) {
            let (count, has_end) = links.count(&choices);
            assert!(
                count > 1 && has_end,
                "{} lacks links of games with {choices:?}; `cargo golden` writes them",
                PRESENT.path(&links.name).display()
            );
        }
    }
}

#[test]
fn there_are_links_of_every_kind_of_table_with_passwords() {
    for game in GAMES {
        let (_, most) = game.ruleset.people;
        let is_closed =
            (game.is_closed)(&Choices::defaults(game.ruleset.options).with_people(most));
        let links = Links::of_tables_on_file(PRESENT, game, game.ruleset.version);
        let is_over = links.links.iter().any(|link| is_over(&links.json(link)));
        assert_eq!(is_over, is_closed, "{}: `cargo golden` writes them", game.ruleset.key);
    }
}

/// People see the same behind a link as programs do.
#[test]
fn links_open_for_people() {
    for (golden, game) in
        TOKENS.into_iter().flat_map(|golden| GAMES.iter().map(move |g| (golden, g)))
    {
        for version in game.ruleset.oldest_version..=game.ruleset.version {
            let links = Links::on_file(golden, game, version);
            for link in &links.links {
                let status = links.json(link);
                let page = Page::new(&links.ask(link).1);
                let words = page.words("main").unwrap_or_default();
                assert!(words.contains(text(&status, "/status")), "{link}");
            }
        }
    }
}

#[test]
fn links_of_former_rules_say_that_they_are_old() {
    for game in GAMES {
        for version in 1..game.ruleset.oldest_version {
            let old = TOKENS.map(|golden| Links::on_file(golden, game, version));
            let count: usize = old.iter().map(|links| links.links.len()).sum();
            assert!(count > 0, "{} {version}: no links are on file", game.ruleset.key);
            for links in old {
                for link in &links.links {
                    assert_eq!(links.ask(link).0, Status::Gone, "{link}");
                }
            }
        }
    }
}

/// Version 1 of the token has no new links, and must keep those that it had.
#[test]
fn no_link_of_version_1_is_lost() {
    let count = |game: &AnyGame| -> usize {
        let versions = 1..=game.ruleset.version;
        versions.map(|version| Links::on_file(TOKENS[0], game, version).links.len()).sum()
    };
    assert_eq!(GAMES.iter().map(count).sum::<usize>(), LINKS_OF_VERSION_1);
}

const LINKS_OF_VERSION_1: usize = 393;
