//! JSON has a field for each fact of a position's page, in every situation: it has every link of the page,
//! every number, name, code and time in its sentences, and fields that differ if the sentences do.

use crate::follow::links;
use crate::sentences::{SENTENCE_MIN, sentences};
use crate::situations;
use parlour::date::Today;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use support::friends::NAMES;
use support::reader::markup::{Piece, attribute, pieces};
use support::services::ask;

/// Names of a query that only change the form of a page, or ask once more before a request.
const FORMS: [&str; 6] = ["as", "words", "links", "use", "turned", "sure"];
/// The questions of pages for people, and the requests that programs make at once.
const QUESTIONS: [[&str; 2]; 2] = [["sit=go", "sit=leave"], ["sit=absent", "sit=handover"]];
/// Properties with everything that the game says itself.
const OF_THE_GAME: [&str; 7] =
    ["parts", "requests", "messages", "records", "changed", "state", "status"];
/// Numbers in words, as sentences have them.
const NUMBERS: [&str; 6] = ["no", "one", "two", "three", "four", "five"];

/// The names and values of a link that say where it leads.
type Pairs = BTreeSet<String>;

/// A page in the two formats.
struct Seen {
    html: String,
    json: Value,
}

impl Seen {
    /// The page of a query. `None` if it is an error page.
    fn of(query: &str) -> Option<Self> {
        let json: Value =
            serde_json::from_str(&ask(format!("{query}&as=json")).body).expect("JSON");
        (json["page"] == "game").then(|| Seen { html: ask(query).body, json })
    }

    /// Each value of the page for programs with the name beside it.
    fn values(&self) -> Vec<(&str, &Value)> {
        let mut found = Vec::new();
        let mut rest = vec![("", &self.json)];
        while let Some((name, value)) = rest.pop() {
            match value {
                Value::Array(inner) => rest.extend(inner.iter().map(|value| (name, value))),
                Value::Object(inner) => {
                    rest.extend(inner.iter().map(|(name, value)| (&**name, value)));
                }
                _ => {}
            }
            found.push((name, value));
        }
        found
    }

    /// The links of the page for people that the one for programs does not have. A field of either may add
    /// a pair.
    fn missing_links(&self) -> Vec<String> {
        let values = self.values();
        let is_link =
            |text: &str| text.starts_with('?') || text.starts_with("https://games.example");
        let texts = values.iter().filter_map(|(_, value)| value.as_str());
        let known: BTreeSet<Pairs> = texts.filter(|text| is_link(text)).map(pairs).collect();
        let fields = values.iter().filter_map(|(_, value)| {
            Some((pairs(value.get("link")?.as_str()?), value.get("name")?.as_str()?))
        });
        let fields: Vec<(Pairs, &str)> = fields.collect();
        let is_known = |link: &Pairs| {
            let is_field = |(before, name): &(Pairs, &str)| {
                let is_typed = |pair: &&String| pair.starts_with(&format!("{name}="));
                link.iter().filter(|pair| !is_typed(pair)).eq(before)
            };
            known.contains(link) || fields.iter().any(is_field)
        };
        let links = links(&self.html).into_iter().chain(forms(&self.html));
        links.filter(|link| !is_known(&pairs(link))).collect()
    }

    /// The words of all values of the page for programs, besides those of the game: texts, numbers, times, and
    /// the lengths of lists.
    fn words(&self) -> BTreeSet<String> {
        let page = self.json.as_object().expect("an object");
        let is_own = |(name, _): &(&String, &Value)| !OF_THE_GAME.contains(&&***name);
        let mut values: Vec<&Value> = page.iter().filter(is_own).map(|(_, value)| value).collect();
        let now = self.json["table"]["now"].as_u64();
        let mut words = BTreeSet::new();
        while let Some(value) = values.pop() {
            match value {
                Value::Array(inner) => {
                    words.insert(inner.len().to_string());
                    values.extend(inner);
                }
                Value::Object(inner) => values.extend(inner.values()),
                Value::String(text) => words.extend(words_of(text).map(str::to_owned)),
                Value::Number(number) => {
                    let number = number.as_u64().expect("no fraction");
                    words.insert(number.to_string());
                    words.extend(in_words(number, now));
                }
                _ => {}
            }
        }
        words
    }

    /// The sentences of the page for people, without those that the page for programs has itself.
    fn sentences(&self) -> Vec<String> {
        let values = self.values();
        let texts: Vec<&str> = values.iter().filter_map(|(_, value)| value.as_str()).collect();
        let mut sentences = sentences(&self.html);
        sentences.retain(|sentence| !texts.iter().any(|text| text.contains(sentence.as_str())));
        sentences
    }

    /// The form of the page for programs: its values without those of the game, each as text or number unless it
    /// is one of a fixed list.
    fn shape(&self) -> String {
        let table = &self.json["table"];
        let turn = self.json["turn"].as_u64();
        let next = turn.map_or(&Value::Null, |seat| &table["people"][seat as usize]["name"]);
        let is_alike = [self.json["turn"] == table["seat"], table["next_sender"] == *next];
        let is_bare = self.json["parts"].as_array().is_none_or(Vec::is_empty);
        let game = &self.json["game"];
        format!("{game} {is_alike:?} {is_bare} {}", shape("", &self.json))
    }
}

/// The pairs of a link that say where it leads.
fn pairs(link: &str) -> Pairs {
    let query = link.split_once('?').map_or(link, |(_, query)| query);
    let query = query.split('#').next().unwrap_or_default();
    let name = |pair: &str| pair.split('=').next().unwrap_or_default().to_owned();
    let all = query.split('&').filter(|pair| !FORMS.contains(&&*name(pair)));
    let asked =
        |pair: &str| QUESTIONS.iter().find(|[question, _]| *question == pair).map(|it| it[1]);
    let mut pairs: Pairs = all.map(|pair| asked(pair).unwrap_or(pair).to_owned()).collect();
    // A page about a game has a way back to the position.
    if pairs.iter().any(|pair| name(pair) == "rules") {
        pairs.retain(|pair| !["s", "c", "after", "made"].contains(&&*name(pair)));
    }
    pairs
}

/// The links that the forms of a page lead to, without the text of their fields.
fn forms(html: &str) -> Vec<String> {
    let mut forms: Vec<String> = Vec::new();
    for (_, piece) in pieces(html) {
        let Piece::Open { name, attributes, .. } = piece else { continue };
        let value = |wanted| attribute(attributes, wanted).unwrap_or_default();
        match (name, forms.last_mut()) {
            ("form", _) => forms.push("?".to_owned()),
            ("input", Some(form)) if value("type") == "hidden" => {
                let pair = match value("value") {
                    empty if empty.is_empty() => value("name"),
                    some => format!("{}={some}", value("name")),
                };
                *form = format!("{form}&{pair}");
            }
            _ => {}
        }
    }
    forms.into_iter().map(|form| form.replace("?&", "?")).collect()
}

/// The words of a text, and the numbers in them: those of `t12-K4QT` are `t12`, `12` and `K4QT`.
fn words_of(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    let words = words.flat_map(|word| [word, word.trim_start_matches('t')]);
    words.filter(|word| !word.is_empty())
}

/// The words for a time in seconds since 1970, or for a length of time in seconds.
fn in_words(seconds: u64, now: Option<u64>) -> Vec<String> {
    let since = now.map_or(0, |now| now.saturating_sub(seconds));
    let lengths = [60, 3_600, 86_400].map(|unit| [seconds / unit, since / unit]);
    let mut words: Vec<String> = lengths.concat().iter().map(ToString::to_string).collect();
    if let (Some(today), true) = (Today::of_second(seconds), seconds > 1_000_000_000) {
        words.extend(words_of(&today.day.in_its_year()).map(str::to_owned));
        words.extend([seconds / 3_600 % 24, seconds / 60 % 60].map(|part| format!("{part:02}")));
    }
    words
}

/// A sentence with its values taken out, and the values.
fn template(sentence: &str) -> (String, Vec<String>) {
    // Any unit of time may come with a number.
    let sentence = sentence.replace("just now", "0 days ago");
    let units = [" hours", " hour", " minutes", " minute", " days"];
    let sentence = units.iter().fold(sentence, |told, unit| told.replace(unit, " day"));
    let names = NAMES.iter().chain(&["Zoe", "you", "You"]);
    let names: BTreeSet<&str> = names.copied().collect();
    let mut values = Vec::new();
    let words = sentence.split_inclusive(|c: char| !c.is_alphanumeric()).map(|word| {
        let bare = word.trim_end_matches(|c: char| !c.is_alphanumeric());
        let number = NUMBERS.iter().position(|number| bare.eq_ignore_ascii_case(number));
        let is_code = bare.len() == 4 && !bare.contains(|c: char| c.is_lowercase());
        let has_digit = bare.contains(|c: char| c.is_ascii_digit());
        let is_value = number.is_some() || names.contains(bare) || is_code || has_digit;
        if !is_value {
            return word.to_owned();
        }
        values.push(number.map_or_else(|| bare.to_owned(), |number| number.to_string()));
        format!("_{}", &word[bare.len()..])
    });
    let template: String = words.collect();
    // A list of names may be of any length.
    (template.replace("_, _", "_").replace("_ and _", "_"), values)
}

/// The form of a value: the names in it, and which words of a fixed list it has.
fn shape(name: &str, value: &Value) -> String {
    match value {
        Value::Object(inner) => {
            let inner = inner.iter().filter(|(name, _)| !OF_THE_GAME.contains(&&***name));
            let inner: Vec<String> =
                inner.map(|(name, value)| format!("{name}:{}", shape(name, value))).collect();
            format!("{{{}}}", inner.join(","))
        }
        Value::Array(inner) => {
            let mut inner: Vec<String> = inner.iter().map(|value| shape(name, value)).collect();
            if !["people", "computers"].contains(&name) {
                inner.dedup();
            }
            format!("[{}]", inner.join(","))
        }
        Value::String(text) if text.is_empty() => "empty".to_owned(),
        Value::String(text) if text.bytes().all(|c| c.is_ascii_lowercase() || c == b'_') => {
            text.clone()
        }
        Value::String(_) => "text".to_owned(),
        Value::Number(_) => "number".to_owned(),
        other => other.to_string(),
    }
}

#[test]
fn json_has_a_field_for_each_fact() {
    let mut faults = BTreeMap::<String, String>::new();
    let mut told = BTreeMap::<String, Vec<(Vec<String>, Rc<BTreeSet<String>>, String)>>::new();
    let mut alike = BTreeMap::<String, (BTreeSet<String>, String)>::new();
    let mut look = |query: &str| {
        let Some(seen) = Seen::of(query) else { return };
        for link in seen.missing_links() {
            let names: Vec<&str> =
                link.split('&').map(|pair| pair.split('=').next().unwrap()).collect();
            faults
                .entry(format!("no link like {}", names.join("&")))
                .or_insert(format!("{link} on {query}"));
        }
        let words = Rc::new(seen.words());
        let mut templates = BTreeSet::new();
        for sentence in seen.sentences() {
            let (template, values) = template(&sentence);
            // The length of a name decides whether so short a text counts as a sentence.
            if template.len() < SENTENCE_MIN {
                continue;
            }
            templates.insert(template.clone());
            told.entry(template).or_default().push((values, Rc::clone(&words), query.to_owned()));
        }
        let shape = seen.shape();
        let (before, other) = alike.entry(shape).or_insert((templates.clone(), query.to_owned()));
        for template in before.symmetric_difference(&templates) {
            faults
                .entry(format!("only on one of two: {template}"))
                .or_insert(format!("{other} and {query}"));
        }
    };
    situations::of_every_table(&mut look);
    situations::of_every_game(&mut look);
    for (template, told) in &told {
        let all: BTreeSet<&[String]> = told.iter().map(|(values, ..)| &**values).collect();
        let is_fixed = |value: &String| all.iter().all(|values| values.contains(value));
        for (values, words, query) in told {
            let is_there =
                |value: &&String| value.eq_ignore_ascii_case("you") || words.contains(*value);
            // A sentence that always has it names no fact.
            if let Some(value) = values.iter().find(|value| !is_there(value) && !is_fixed(value)) {
                faults.entry(format!("no {value} of: {template}")).or_insert(query.clone());
            }
        }
    }
    let faults: Vec<String> =
        faults.iter().map(|(fault, at)| format!("{fault}\n    {at}")).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
