//! Compares an answer of a web server with that of this program. The program is its own list of what
//! is right.
//!
//! Tokens differ, because this program has another key, and so do the settings of an operator: the
//! title, the link home, the games of the first page, and the style sheet. None of them counts.

use super::client::Response;
use super::finding::Finding;
use super::server::{self, Part, Server};
use crate::gateway::http::{HttpRequest, Response as OwnResponse};
use crate::gateway::site::PREVIEW_ELSEWHERE;
use crate::os::own::ME;
use crate::os::random;
use crate::problem::Problem;
use crate::program::Program;
use crate::respond::{Services, respond};
use crate::seal::Token;
use crate::seal::keys::KeyRing;
use crate::settings::Settings;

/// The header with the parts that a page may load.
const POLICY: &str = "Content-Security-Policy";
/// The header with the rules for caches.
const CACHE: &str = "Cache-Control";
/// Elements that no page of Parlour has.
const FOREIGN_TAGS: [&str; 5] = ["<script", "<iframe", "<object", "<embed", "<base"];
/// The most words to quote of a page.
const WORDS_QUOTED: usize = 6;

/// The answer of this program to a query.
pub fn own_answer(program: &'static Program, ring: &KeyRing, query: &str) -> OwnResponse {
    let services = Services {
        keys: Some(ring),
        preview: false,
        settings: &Settings::of(program),
        entropy: &|bytes| random::fill(bytes).is_ok(),
        now: &|| None,
        address: &|| None,
    };
    let query = query.as_bytes().to_vec();
    respond(&services, &HttpRequest { query, ..HttpRequest::default() })
}

/// Returns true if this is a page of Parlour: every page names its style sheet. The program itself has the
/// text of its pages in it.
pub fn is_page(response: &Response) -> bool {
    response.body.trim_ascii_start().starts_with(b"<")
        && response.contains("?style=")
        && response.contains("stylesheet")
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

/// The fault of a first answer, if it is no first page.
pub fn fault_of_arrival(came: &Response) -> Option<Finding> {
    if has_no_key(came) {
        return Some(no_key());
    }
    if came.status == 421 && came.contains(PREVIEW_ELSEWHERE) {
        return Some(Finding::wrong(format!(
            "a preview of `{ME} serve` answers (421), and only at its own address: give it a key with `--key-file`, or name this host in `--listen HOST:PORT`"
        )));
    }
    if is_page(came) && came.status >= 400 {
        return Some(Finding::wrong(format!(
            "Parlour itself answers with {}, because it has another path there: ask at its own path; `{ME} serve` has that of PARLOUR_URL, or else /cgi-bin/parlour, and a proxy before it keeps the path",
            came.status
        )));
    }
    (!is_page(came)).then(|| server::not_parlour(None, came))
}

fn no_key() -> Finding {
    Finding::wrong(format!(
        "Parlour runs there, but has no key that it can use; `{ME} install` makes a copy with a key, on each machine that answers there; if the server sets PARLOUR_KEY or PARLOUR_KEY_FILE, its error log says why that is refused, in a line with `{ME}:`"
    ))
}

/// The ids of the keys that sealed the links of a page.
pub fn key_ids(page: &str) -> impl Iterator<Item = u8> {
    page.split("s=AQ").skip(1).filter_map(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_');
        let token = Token::read(&format!("AQ{}", &rest[..end.unwrap_or(rest.len())]))?;
        Some(token.header()[3])
    })
}

/// The first difference of a page, as a fault or a note. If the program there has another version, its words
/// do not count.
pub fn difference(
    what: &str,
    came: &Response,
    own: &OwnResponse,
    is_same_version: bool,
) -> Option<Finding> {
    let (status, came_status, server) = (own.status.code(), came.status, Server::of(came));
    let keep_query = || server.cure(Part::Query);
    let wrong = |sentence: String| Some(Finding::wrong(sentence));
    if has_no_key(came) {
        return Some(no_key());
    }
    // A page of errors that is missing gets 404.
    if !is_page(came) && status >= 400 && (came_status == status || came_status == 404) {
        // Visitors still see that something is wrong.
        return Some(Finding::note(format!(
            "the server shows a page of its own in place of Parlour's for {what} ({status}), so visitors lose the way on; {}",
            server.cure(Part::Errors)
        )));
    }
    if !is_page(came) {
        return Some(server::not_parlour(Some(what), came));
    }
    if is_first_page(came) {
        return wrong(format!(
            "asked for {what}, Parlour shows its first page: the query, or a part of it, does not arrive; {}",
            keep_query()
        ));
    }
    let (text, own_text) = (came.text(), &own.body);
    // The page of a problem ends with the games that the operator shows.
    let counted = if status >= 400 { before_first_link(own_text) } else { own_text };
    let missing = missing(&words(&text), &words(counted));
    if came_status != status && missing.is_none() {
        return wrong(format!(
            "the page for {what} comes with the status {came_status} and not {status}, so caches and robots take it for another kind of page; {}",
            server.cure(Part::Errors)
        ));
    }
    if came_status != status {
        return wrong(format!(
            "asked for {what}, Parlour gives another page ({came_status}): a part of the query does not arrive as it was sent; {}",
            keep_query()
        ));
    }
    let text = without_comments(&text);
    let end = text.trim_end().rsplit_once("</html>").filter(|_| !came.is_cut);
    let Some((_, behind)) = end else {
        return wrong("the pages of Parlour are cut short, or their `Content-Length` is too long; is the disk full on which the server or a proxy keeps them, a limit of size set, or something taken out of them?".to_owned());
    };
    let behind = behind.split_whitespace().take(WORDS_QUOTED).collect::<Vec<_>>().join(" ");
    let mut added = FOREIGN_TAGS.into_iter().filter(|tag| text.contains(tag));
    if let Some(added) = added.next().or(Some(&*behind).filter(|words| !words.is_empty())) {
        return wrong(format!(
            "something is added to the pages of Parlour (`{added}`), such as an advertisement of the host or a script of a proxy; have it leave them alone"
        ));
    }
    if !is_same_version {
        return None;
    }
    let links = links(&text);
    let link = self::links(counted).into_iter().find(|link| !links.contains(link));
    let link = link.map(|link| format!("the link `?{link}`"));
    let lost = link.or_else(|| missing.map(|words| format!("the words “{words}”")))?;
    wrong(format!(
        "the page for {what} lacks {lost}: it is changed on the way, or the query is; {}",
        keep_query()
    ))
}

/// Headers that differ with the settings of an operator: the tag of a page depends on its title and links.
/// A server that changes or drops a tag costs its visitors bytes, and no page.
const VARIES: [&str; 2] = ["Location", "ETag"];

/// The differences of the headers that arrive with a page. A harmful one is a fault.
pub fn header_differences(came: &Response, own: &OwnResponse) -> Vec<Finding> {
    let mut findings = Vec::new();
    if !is_page(came) && came.status >= 400 {
        return findings;
    }
    let cure = Server::of(came).cure(Part::Headers);
    for (name, value) in own.headers().filter(|(name, _)| !VARIES.contains(name)) {
        let values: Vec<&str> = came.headers(name).collect();
        let joined = values.join(", ");
        let arrives = if values.is_empty() {
            format!("pages come without `{name}: {value}`")
        } else {
            format!("pages come with `{name}: {joined}` and not `{value}`")
        };
        findings.extend(match effect(name, value, &values) {
            Effect::Same => None,
            Effect::Other => Some(Finding::note(format!("{arrives}; {cure}"))),
            Effect::Harm(harm) => Some(Finding::wrong(format!("{arrives}, so {harm}; {cure}"))),
        });
    }
    if let Some(cookie) = came.header("Set-Cookie") {
        let name = cookie.split('=').next().unwrap_or_default();
        findings.push(Finding::note(format!(
            "the server gives visitors a cookie, `{name}`, which Parlour never does"
        )));
    }
    findings
}

/// The effect of the values of a header, beside that of the program's own.
enum Effect {
    Same,
    Other,
    Harm(&'static str),
}

/// Compares the values of a header that arrive as browsers and caches read them together.
fn effect(name: &str, own: &str, values: &[&str]) -> Effect {
    let simple = |text: &str| text.to_ascii_lowercase().replace([' ', '"'], "");
    let (own_value, joined) = (simple(own), simple(&values.join(",")));
    let parts: Vec<&str> = joined.split(',').collect();
    match name {
        _ if !values.is_empty() && values.iter().all(|value| simple(value) == own_value) => {
            Effect::Same
        }
        "Content-Type" => Effect::Harm("browsers show them in another way"),
        // A longer list only makes caches keep more pages apart.
        "Vary" if own_value.split(',').all(|word| parts.contains(&word)) => Effect::Same,
        // A stricter cache is no difference that matters.
        CACHE if own_value != "no-store" || parts.contains(&"no-store") => Effect::Same,
        CACHE => Effect::Harm("caches and browsers keep them"),
        // Browsers apply every policy that arrives.
        POLICY if values.iter().any(|policy| !allows(policy, own)) => {
            Effect::Harm("browsers do not load all of them")
        }
        // Of several values, browsers take the last that they know (Referrer Policy, section 8.1).
        "Referrer-Policy" => match parts.last() {
            Some(&"no-referrer") => Effect::Same,
            Some(&("unsafe-url" | "no-referrer-when-downgrade")) => Effect::Harm(
                "browsers tell other sites the links of players, which are their games and passwords",
            ),
            _ => Effect::Other,
        },
        _ => Effect::Other,
    }
}

/// The sources that a policy lists under a name.
fn sources<'a>(policy: &'a str, name: &str) -> Option<&'a str> {
    policy.split([';', ',']).find_map(|part| Some(part.trim().strip_prefix(name)?.trim()))
}

/// Returns true if a policy allows the styles, pictures and forms that Parlour's own policy allows.
fn allows(policy: &str, own: &str) -> bool {
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
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        kept += part.split_once("-->").map_or("", |(_, rest)| rest);
    }
    kept
}

/// The words of the main part of a page, without its markup.
fn words(page: &str) -> Vec<String> {
    let main = page.split_once("<main").map_or(page, |(_, rest)| rest);
    let main = main.split_once("</main>").map_or(main, |(main, _)| main);
    let mut text = String::new();
    for piece in without_comments(main).split('<') {
        text += piece.split_once('>').map_or("", |(_, behind)| behind);
        text.push(' ');
    }
    let decoded = decode(&text);
    decoded.split_whitespace().map(str::to_owned).collect()
}

/// A text with the characters that entities stand for. Minifiers write them in other ways.
pub fn decode(text: &str) -> String {
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

/// The queries of the links of a page.
pub fn queries(page: &str) -> impl Iterator<Item = String> {
    page.split("href=").skip(1).filter_map(|rest| {
        let rest = rest.trim_start_matches(['"', '\'']);
        let link = rest.split(['"', '\'', '#', '>', ' ']).next()?;
        Some(decode(link.split_once('?')?.1))
    })
}

/// The addresses of the style sheets of a page.
pub fn style_sheets(page: &str) -> Vec<String> {
    let links = page.split("<link").skip(1).filter_map(|rest| rest.split('>').next());
    let sheets = links.filter(|link| link.contains("stylesheet"));
    let address = |link: &str| {
        let rest = link.split_once("href=")?.1.trim_start_matches(['"', '\'']);
        Some(decode(rest.split(['"', '\'', ' ']).next()?))
    };
    sheets.filter_map(address).collect()
}

/// The queries of the links of a page, without their tokens.
fn links(page: &str) -> Vec<String> {
    let queries = queries(page).filter(|query| !query.starts_with("style="));
    queries.map(|query| without_token(&query)).collect()
}

/// A query without the value of its token.
fn without_token(query: &str) -> String {
    let kept = query.split('&').map(|pair| if pair.starts_with("s=") { "s" } else { pair });
    kept.collect::<Vec<_>>().join("&")
}
