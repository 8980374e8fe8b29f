//! Compares an answer of a web server with that of this program. The program is its own list of what
//! is right.
//!
//! Tokens differ, because this program has another key, and so do the settings of an operator: the
//! title, the link home, the games of the first page, and the style sheet. None of them counts.

use super::client::Response;
use crate::gateway::http::{HttpRequest, Response as OwnResponse};
use crate::os::random;
use crate::problem::Problem;
use crate::respond::{Services, respond};
use crate::seal::keys::KeyRing;
use crate::settings;

/// The header with the parts that a page may load.
const POLICY: &str = "Content-Security-Policy";
/// Elements that no page of Parlour has.
const FOREIGN_TAGS: [&str; 4] = ["<script", "<iframe", "<object", "<embed"];
/// The most words to quote of a page.
const WORDS_QUOTED: usize = 6;

/// The first difference between an answer and that of this program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// It is no page of Parlour.
    Foreign,
    /// Parlour answers that it has no key.
    NoKey,
    /// It is Parlour's first page, so the query is lost.
    FirstPage,
    /// The page has another status; the second one is right.
    Status(u16, u16),
    /// Parlour answers another page, with this status.
    OtherPage(u16),
    /// The end of the page is missing.
    CutShort,
    /// Something is in the page, or behind its end.
    Added(String),
    /// This link of the page is missing.
    Link(String),
    /// These words of the page are missing.
    Words(String),
}

/// A difference of one header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeaderDifference {
    pub name: &'static str,
    pub value: String,
    /// The values that came, joined as one list.
    pub came: Option<String>,
    /// True if pages suffer from it.
    pub is_harmful: bool,
}

/// The answer of this program to a query.
pub fn own_answer(ring: &KeyRing, query: &str) -> OwnResponse {
    let services = Services {
        keys: Some(ring),
        preview: false,
        settings: &settings::DEFAULT,
        entropy: &|bytes| random::fill(bytes).is_ok(),
        now: &|| None,
        address: &|| None,
    };
    let query = query.as_bytes().to_vec();
    respond(&services, &HttpRequest { query, ..HttpRequest::default() })
}

/// Returns true if this is a page of Parlour: every page names its style sheet.
pub fn is_page(response: &Response) -> bool {
    response.contains("?style=") && response.contains("stylesheet")
}

/// A page of Parlour for programs, as far as the doctor reads it.
pub struct ForPrograms {
    /// The version of the program that answered.
    pub version: String,
    /// True if the links end with the program.
    pub is_preview: bool,
}

impl ForPrograms {
    /// Reads the start of an answer to `as=json`. `None` if it is none of Parlour's. A parser of JSON
    /// would bring code into the program that asks the processor what it can do.
    pub fn read(page: &str) -> Option<Self> {
        let head = page.strip_prefix("{\"parlour\":")?;
        let version = head.split_once("\"version\":\"").and_then(|(_, rest)| rest.split_once('"'));
        Some(ForPrograms {
            version: version.map_or("an older one", |(version, _)| version).to_owned(),
            is_preview: head.contains("\"preview\":true"),
        })
    }
}

/// Returns true if this is the first page of Parlour.
pub fn is_first_page(response: &Response) -> bool {
    is_page(response) && response.contains("class=jump")
}

/// Returns true if Parlour answers that it has no key.
pub fn has_no_key(response: &Response) -> bool {
    let heading = Problem::NotSetUp.heading();
    is_page(response) && words(&response.text()).join(" ").contains(heading)
}

/// The first difference of a page. If the program there has another version, its words do not count.
pub fn difference(came: &Response, own: &OwnResponse, is_same_version: bool) -> Option<Difference> {
    if !is_page(came) {
        return Some(Difference::Foreign);
    }
    if has_no_key(came) {
        return Some(Difference::NoKey);
    }
    let status = own.status.code();
    let (text, own_text) = (came.text(), &own.body);
    // The page of a problem ends with the games that the operator shows.
    let counted = if status >= 400 { before_first_link(own_text) } else { own_text };
    let (found, expected) = (words(&text), words(counted));
    let is_same_text = missing(&found, &expected).is_none();
    if is_first_page(came) {
        return Some(Difference::FirstPage);
    }
    if came.status != status {
        let difference =
            if is_same_text { Difference::Status } else { |came, _| Difference::OtherPage(came) };
        return Some(difference(came.status, status));
    }
    if let Some(tag) = FOREIGN_TAGS.into_iter().find(|tag| text.contains(tag)) {
        return Some(Difference::Added(tag.to_owned()));
    }
    let text = without_comments(&text);
    match text.trim_end().rsplit_once("</html>") {
        None => return Some(Difference::CutShort),
        Some((_, "")) => {}
        Some((_, behind)) => return Some(Difference::Added(start_of(behind.trim()))),
    }
    if !is_same_version {
        return None;
    }
    let links = links(&text);
    if let Some(link) = self::links(counted).into_iter().find(|link| !links.contains(link)) {
        return Some(Difference::Link(link));
    }
    missing(&found, &expected).map(Difference::Words)
}

/// The differences of the headers that arrive with a page.
pub fn header_differences(came: &Response, own: &OwnResponse) -> Vec<HeaderDifference> {
    let mut differences = Vec::new();
    for (name, value) in own.headers().filter(|(name, _)| *name != "Location") {
        let values: Vec<&str> = came.headers(name).collect();
        let joined = (!values.is_empty()).then(|| values.join(", "));
        let simple = |text: &str| text.to_ascii_lowercase().replace([' ', '"'], "");
        if values.iter().any(|one| simple(one) == simple(value))
            && name != POLICY
            && name != "Cache-Control"
        {
            continue;
        }
        if joined.as_deref().map(simple) == Some(simple(value)) {
            continue;
        }
        let is_harmful = match name {
            "Content-Type" => true,
            "Cache-Control" if value == "no-store" => {
                !joined.as_deref().is_some_and(|came| simple(came).contains("no-store"))
            }
            // Browsers apply every policy that arrives.
            POLICY => values.iter().any(|came| !allows(came, value)),
            _ => false,
        };
        // A stricter cache is no difference that matters.
        if !is_harmful && name == "Cache-Control" {
            continue;
        }
        differences.push(HeaderDifference {
            name,
            value: value.to_owned(),
            came: joined,
            is_harmful,
        });
    }
    differences
}

/// Returns true if a policy allows the styles, pictures and forms that Parlour's own policy allows.
fn allows(policy: &str, own: &str) -> bool {
    let sources = |policy: &str, name: &str| -> Option<String> {
        let parts = policy.split([';', ',']).map(str::trim);
        let mut found = parts.filter_map(|part| Some(part.strip_prefix(name)?.trim().to_owned()));
        found.next()
    };
    for name in ["style-src", "img-src", "form-action"] {
        let Some(needed) = sources(own, name) else { continue };
        let fallback = if name == "form-action" { None } else { sources(policy, "default-src") };
        let Some(given) = sources(policy, name).or(fallback) else { continue };
        let is_given = |source: &str| {
            given.split(' ').any(|it| it == source || it == "*" && source == "'self'")
        };
        if !needed.split(' ').all(is_given) {
            return false;
        }
    }
    true
}

/// The part of a page before its first link or form.
fn before_first_link(page: &str) -> &str {
    let (start, main) = page.split_at(page.find("<main").unwrap_or_default());
    let end = ["<a ", "<form", "<ul"].into_iter().filter_map(|tag| main.find(tag)).min();
    &page[..start.len() + end.unwrap_or(main.len())]
}

/// A text without the comments of HTML, which caches and minifiers add and remove.
fn without_comments(text: &str) -> String {
    let mut parts = text.split("<!--");
    let mut rest = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        rest += part.split_once("-->").map_or("", |(_, rest)| rest);
    }
    rest
}

/// The words of the main part of a page, without its markup.
fn words(page: &str) -> Vec<String> {
    let main = page.split_once("<main").map_or(page, |(_, rest)| rest);
    let main = main.split_once("</main>").map_or(main, |(main, _)| main);
    let mut text = String::new();
    for piece in without_comments(main).split('<') {
        text += piece.split_once('>').map_or("", |(_, text)| text);
        text.push(' ');
    }
    let decoded = decode(&text);
    decoded.split_whitespace().map(str::to_owned).collect()
}

/// A text with the characters that entities stand for. Minifiers write them in other ways.
fn decode(text: &str) -> String {
    let mut decoded = text.to_owned();
    for (entities, character) in [
        (&["&#38;", "&amp;"][..], "&"),
        (&["&#39;", "&apos;", "&#x27;"], "'"),
        (&["&#34;", "&quot;"], "\""),
        (&["&#60;", "&lt;"], "<"),
        (&["&#62;", "&gt;"], ">"),
        (&["&nbsp;", "&#160;"], " "),
    ] {
        for entity in entities {
            decoded = decoded.replace(entity, character);
        }
    }
    decoded
}

/// The first words that are missing, in their order. The page may have more words than these.
fn missing(found: &[String], expected: &[String]) -> Option<String> {
    let mut found = found.iter();
    for (place, word) in expected.iter().enumerate() {
        if !found.any(|it| it == word) {
            let end = expected.len().min(place + WORDS_QUOTED);
            return Some(expected[place..end].join(" "));
        }
    }
    None
}

/// The queries of the links of a page, without their tokens.
fn links(page: &str) -> Vec<String> {
    let mut links = Vec::new();
    for rest in page.split("href=").skip(1) {
        let rest = rest.trim_start_matches(['"', '\'']);
        let link = rest.split(['"', '\'', '>', ' ']).next().unwrap_or_default();
        let Some((_, query)) = link.split_once('?') else { continue };
        if !query.starts_with("style=") {
            links.push(without_token(&decode(query)));
        }
    }
    links
}

/// A query without the value of its token.
fn without_token(query: &str) -> String {
    let kept = query.split('&').map(|pair| if pair.starts_with("s=") { "s" } else { pair });
    kept.collect::<Vec<_>>().join("&")
}

fn start_of(text: &str) -> String {
    text.split_whitespace().take(WORDS_QUOTED).collect::<Vec<_>>().join(" ")
}
