//! The pages for programs beside their description, static/parlour.schema.json: every kind of page,
//! and those of a stranger who plays every game. The checker is Debian's python3-jsonschema.

use parlour::game::chance::Chance;
use parlour::games::GAMES;
use parlour::gateway::http::Method;
use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::fmt;
use std::fs;
use std::path::PathBuf;
use std::process::Stdio;
use std::slice;
use support::folder::Folder;
use support::friends::Friends;
use support::services::{ask, ask_as};
use support::stranger::{self, LINKS_TO_PROBLEMS};
use support::trials::Trial;
use support::{process, repository};

/// The checker.
const CHECKER: &str = "jsonschema";
/// One page in this many is checked, too, if it has the shape of an earlier one. It takes the
/// checker a hundredth of a second.
const CHECKED_ONE_IN: usize = 100;

/// The trials of this file.
pub fn cases() -> Vec<Trial> {
    vec![
        Trial::new("schema::pages_are_as_described", &[CHECKER], pages_are_as_described),
        Trial::new("schema::it_describes_something", &[CHECKER], it_describes_something),
        Trial::new("schema::no_name_may_come_twice", &[], no_name_may_come_twice),
    ]
}

/// Pages to check.
#[derive(Default)]
struct Pages {
    kept: Vec<Value>,
    shapes: BTreeSet<String>,
    opened: usize,
}

impl Pages {
    fn open(&mut self, link: &str) -> Value {
        let query = link.strip_prefix('?').expect("a link is a query");
        let page = read(&ask(query).body).expect("a page for programs");
        self.keep(&page);
        page
    }

    fn keep(&mut self, page: &Value) {
        self.opened += 1;
        if self.shapes.insert(shape(page).to_string()) || self.opened.is_multiple_of(CHECKED_ONE_IN)
        {
            self.kept.push(page.clone());
        }
    }
}

/// JSON in which no object has a name twice. (Most parsers take the last value without a word.)
struct Strict(Value);

impl<'de> Deserialize<'de> for Strict {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(StrictVisitor).map(Strict)
    }
}

struct StrictVisitor;

impl<'de> Visitor<'de> for StrictVisitor {
    type Value = Value;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(Strict(value)) = list.next_element()? {
            values.push(value);
        }
        Ok(values.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut pairs: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some((name, Strict(value))) = pairs.next_entry::<String, Strict>()? {
            if object.contains_key(&name) {
                return Err(de::Error::custom(format_args!("{name} twice")));
            }
            object.insert(name, value);
        }
        Ok(object.into())
    }
}

fn read(text: &str) -> serde_json::Result<Value> {
    serde_json::from_str(text).map(|Strict(value)| value)
}

/// The shape of a page, without its words. Each kind of thing in a list counts once.
fn shape(value: &Value) -> Value {
    match value {
        Value::Object(pairs) => pairs
            .iter()
            .map(|(name, value)| match name.as_str() {
                "kind" | "look" | "mood" | "page" | "problem" | "verdict" => {
                    (name.clone(), value.clone())
                }
                _ => (name.clone(), shape(value)),
            })
            .collect(),
        Value::Array(values) => {
            let shapes: BTreeSet<String> = values.iter().map(|v| shape(v).to_string()).collect();
            shapes.into_iter().collect::<Vec<_>>().into()
        }
        Value::String(text) if text.is_empty() => "nothing".into(),
        Value::String(_) => "text".into(),
        Value::Number(_) => 1.into(),
        plain => plain.clone(),
    }
}

/// The published description, without properties that it does not name.
fn description() -> Value {
    let text = fs::read_to_string(repository::file("static/parlour.schema.json"));
    let published = serde_json::from_str(&text.expect("a description"));
    closed(&published.expect("a description in JSON"))
}

/// The description, closed to every property that it does not name. (As published, it lets a later version
/// add properties.)
fn closed(description: &Value) -> Value {
    let mut closed = nested_closed(description);
    closed["unevaluatedProperties"] = false.into();
    closed
}

fn nested_closed(value: &Value) -> Value {
    match value {
        Value::Object(pairs) => {
            let nested = pairs.iter().map(|(name, value)| (name.clone(), nested_closed(value)));
            let mut object: Map<String, Value> = nested.collect();
            let is_plain =
                !object.contains_key("oneOf") && object.get("type") == Some(&"object".into());
            if is_plain && object.contains_key("properties") {
                object.insert("additionalProperties".to_owned(), false.into());
            }
            object.into()
        }
        Value::Array(values) => values.iter().map(nested_closed).collect(),
        plain => plain.clone(),
    }
}

/// The output of the checker for the pages, and true if it found no fault.
fn check(pages: &[Value], description: &Value) -> (String, bool) {
    let folder = Folder::create();
    let description = folder.write("schema.json", description.to_string(), 0o644);
    let mut command = process::command(CHECKER);
    command.args(["--error-format", "{error.path}: {error.message:.300}\n"]);
    for (number, page) in pages.iter().enumerate() {
        let file: PathBuf = folder.write(format!("{number}.json"), page.to_string(), 0o644);
        command.arg("--instance").arg(file);
    }
    command.arg(description);
    let output = command.stdout(Stdio::piped()).stderr(Stdio::piped()).output();
    let output = output.unwrap_or_else(|error| panic!("{CHECKER}: {error}"));
    let said = [output.stdout, output.stderr].concat();
    (String::from_utf8_lossy(&said).chars().take(3000).collect(), output.status.success())
}

fn pages_are_as_described() {
    let mut pages = Pages::default();
    stranger::links_to_every_kind().iter().for_each(|link| drop(pages.open(link)));
    LINKS_TO_PROBLEMS.iter().for_each(|(link, ..)| drop(pages.open(link)));
    for method in [Method::Other, Method::Get] {
        let body = ask_as(None, method, "as=json").body;
        pages.keep(&read(&body).expect("a page for programs"));
    }
    for game in GAMES {
        let page = pages.open(&format!("?g={}&seed=x&as=json", game.ruleset.key));
        let position = page["links"]["position"].as_str().expect("a link");
        pages.open(&format!("{position}&rules=link"));
    }
    let mut open = |link: &str| pages.open(link);
    stranger::play_every_game(&mut open);
    for game in GAMES {
        stranger::play_wrongly(&mut open, game.ruleset, &mut |_| ());
    }
    tables().iter().for_each(|page| pages.keep(page));
    println!("  {} pages of {} shapes", pages.kept.len(), pages.shapes.len());
    let (found, is_content) = check(&pages.kept, &description());
    assert!(is_content, "{found}");
}

/// The pages of a table from its invitation to its end without a result.
fn tables() -> Vec<Value> {
    let mut friends = Friends::open("eights", 3, "", 1);
    ["Bob", "bob"].into_iter().for_each(|name| friends.answer(name));
    let answer = friends.answers[0].split_once('?').map_or("", |(_, query)| query).to_owned();
    let mut pages = vec![
        friends.public_page(),
        friends.page_of(0),
        friends.page(&format!("?{answer}&c={}&as=json", friends.passwords[1])),
        friends.page(&format!("?{answer}&as=json")),
        friends.paste(&friends.answers.join(" ")),
        friends.paste(&friends.answers[0]),
        friends.paste("nothing"),
    ];
    let mut friends = Friends::at_full_table("eights", 3, "", 2);
    let mut chance = Chance::from_seed([2; 32]);
    while friends.turn().is_some() {
        let seats = 0..3;
        pages.extend(seats.map(|seat| friends.page_of(seat)));
        let leave = friends.turn().map(|turn| friends.page_of(turn)["table"]["leave"].clone());
        friends.play_one_turn(&mut chance);
        if let Some(Value::String(link)) = leave.filter(|_| pages.len() > 20) {
            pages.push(friends.page(&link));
            friends.take_link(&pages[pages.len() - 1].clone());
        }
    }
    pages.push(friends.public_page());
    pages
}

fn no_name_may_come_twice() {
    let page = read(r#"{"a":[{"b":1},{"b":null}],"c":"d"}"#).expect("JSON");
    assert_eq!(page, json!({ "a": [{ "b": 1 }, { "b": null }], "c": "d" }));
    assert!(read(r#"{"a":[{"b":1,"b":2}]}"#).is_err());
}

fn it_describes_something() {
    let good: Value =
        serde_json::from_str(&ask("g=concentration&seed=x&as=json").body).expect("a page");
    let description = description();
    let is_as_described = |page: &Value| check(slice::from_ref(page), &description).1;
    assert!(is_as_described(&good));
    let with = |name: &str, value: Value| {
        let mut page = good.clone();
        page[name] = value;
        page
    };
    for wrong in [
        json!({}),
        json!({ "parlour": 1, "preview": false, "page": "game" }),
        json!([]),
        Value::Null,
        with("mood", "grumpy".into()),
        with("parlour", 2.into()),
        with("new", true.into()),
        with("ruleset", json!({ "uri": "urn:x", "version": 1, "new": true })),
        with("requests", json!([{ "name": "turn" }])),
        with("messages", json!([{ "name": "won", "arguments": [null], "sentence": "x" }])),
    ] {
        assert!(!is_as_described(&wrong), "{wrong}");
    }
}
