//! Compares an answer of a web server with that of this program. The program is its own list of what
//! is right.
//!
//! Tokens differ, because this program has another key, and so do the settings of an operator: the
//! title, the link home, the games of the first page, and the style sheet. None of them counts.

use super::client::Response;
use super::finding::{Finding, note, wrong};
use super::server::{Kind, Server, not_parlour};
use super::url::HttpUrl;
use crate::gateway::http::{HttpRequest, Response as OwnResponse};
use crate::gateway::site::PREVIEW_ELSEWHERE;
use crate::os::own::{ME, TITLE};
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
/// Headers that differ with the settings of an operator: the tag of a page depends on its title and links.
/// A server that changes or drops a tag costs its visitors bytes, and no page.
const VARIES: [&str; 2] = ["Location", "ETag"];
/// Elements that no page of this program has.
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

/// The version of the program in the start of an answer to `as=json`. `None` if it is none of Parlour's. A
/// parser of JSON would bring code into the program that asks the processor what it can do.
pub fn version(page: &str) -> Option<&str> {
    let head = page.strip_prefix("{\"parlour\":")?;
    let version = head.split_once("\"version\":\"").and_then(|(_, rest)| rest.split_once('"'));
    Some(version.map_or("an older one", |(version, _)| version))
}

/// Returns true if this is the first page of Parlour.
pub fn is_first_page(response: &Response) -> bool {
    is_page(response) && response.contains("class=jump")
}

/// The finding that Parlour answers without a key.
fn no_key(came: &Response) -> Option<Finding> {
    let heading = Problem::NotSetUp.heading();
    let is_own = is_page(came) || version(&came.text()).is_some();
    let is_so = is_own && decode(&came.text()).contains(heading);
    is_so.then(|| wrong!("{TITLE} runs there, but has no key that it can use; `{ME} install` makes a copy with a key, on each machine that answers there; if the server sets PARLOUR_KEY or PARLOUR_KEY_FILE, its error log says why that is refused, in a line with `{ME}:`"))
}

/// The fault of a first answer, if it is no first page.
pub fn fault_of_arrival(came: &Response) -> Option<Finding> {
    let status = came.status;
    if status == 421 && came.contains(PREVIEW_ELSEWHERE) {
        return Some(wrong!(
            "a preview of `{ME} serve` answers (421), and only at its own address: give it a key with `--key-file`, or name this host in `--listen HOST:PORT`"
        ));
    }
    no_key(came).or_else(|| match is_page(came) {
        false => Some(not_parlour(None, came)),
        true if status >= 400 => Some(wrong!("{TITLE} itself answers with {status}, because it has another path there: ask at its own path; `{ME} serve` has that of PARLOUR_URL, or else /cgi-bin/{ME}, and a proxy before it keeps the path")),
        true => None,
    })
}

/// The ids of the keys that sealed the links of a page.
pub fn key_ids(page: &str) -> impl Iterator<Item = u8> {
    page.split("s=AQ").skip(1).filter_map(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_');
        let token = Token::read(&format!("AQ{}", &rest[..end.unwrap_or(rest.len())]))?;
        Some(token.header()[3])
    })
}

/// The answer to a request for `what`, beside that of this program.
pub struct Exchange<'a> {
    pub what: &'a str,
    /// The address of the program there.
    pub here: &'a HttpUrl,
    pub came: &'a Response,
    pub own: &'a OwnResponse,
    /// True if the words of pages count: the program there has the same version.
    pub is_same_version: bool,
}

impl Exchange<'_> {
    /// The first difference of the page, and all of its headers.
    pub fn differences(&self) -> Vec<Finding> {
        let of_page = no_key(self.came)
            .or_else(|| self.of_kind())
            .or_else(|| self.of_status())
            .or_else(|| self.of_redirect())
            .or_else(|| self.of_page());
        let of_headers = if self.is_like() { self.of_headers() } else { Vec::new() };
        of_page.into_iter().chain(of_headers).collect()
    }

    /// A fault, and the cure for its kind.
    fn wrong(&self, kind: Kind, seen: &str) -> Option<Finding> {
        Some(wrong!("{seen}; {}", Server::of(self.came).cure(kind)))
    }

    /// Returns true if the answer is what this program's is: a redirect, a page, a page for programs, or a style
    /// sheet.
    fn is_like(&self) -> bool {
        match self.own.body.as_bytes().first() {
            _ if self.own.location.is_some() && self.came.header("Location").is_some() => true,
            Some(b'<') => is_page(self.came),
            Some(b'{') => version(&self.came.text()).is_some(),
            _ => self.came.status == self.own.status.code(),
        }
    }

    /// Another page answers.
    fn of_kind(&self) -> Option<Finding> {
        let (what, status) = (self.what, self.own.status.code());
        if is_first_page(self.came) {
            let seen = format!(
                "asked for {what}, {TITLE} shows its first page: the query, or a part of it, does not arrive"
            );
            return self.wrong(Kind::Query, &seen);
        }
        if self.is_like() {
            return None;
        }
        // A page of errors that is missing gets 404. Visitors still see that something is wrong.
        if status >= 400 && [status, 404].contains(&self.came.status) {
            return Some(note!(
                "the server shows a page of its own in place of {TITLE}'s for {what} ({status}), so visitors lose the way on; {}",
                Server::of(self.came).cure(Kind::Status)
            ));
        }
        Some(not_parlour(Some(what), self.came))
    }

    /// The status differs, of the same page or of another one.
    fn of_status(&self) -> Option<Finding> {
        let (what, status, came) = (self.what, self.own.status.code(), self.came.status);
        let is_redirect = self.own.location.is_some();
        if came == status || is_redirect && (301..=308).contains(&came) {
            None
        } else if self.missing_words().is_none() {
            self.wrong(Kind::Status, &format!("the page for {what} comes with the status {came} and not {status}, so browsers, caches and robots take it for another kind of page"))
        } else if is_redirect && came == 200 {
            self.wrong(Kind::Redirect, &format!("a proxy follows the redirect to {what} itself, so that the address in the browser is not that of the game"))
        } else {
            self.wrong(Kind::Query, &format!("asked for {what}, {TITLE} gives another page ({came}): a part of the query does not arrive as it was sent"))
        }
    }

    /// A redirect leads to another address, or to none.
    fn of_redirect(&self) -> Option<Finding> {
        self.own.location.as_ref()?;
        let (what, here) = (self.what, self.here);
        let Some(location) = self.came.header("Location") else {
            return self
                .wrong(Kind::Header, &format!("a redirect to {what} comes without `Location`"));
        };
        let is_here = |(to, query): (HttpUrl, String)| to.is_at(here) && !query.is_empty();
        if here.follow(location).is_some_and(is_here) {
            return None;
        }
        self.wrong(Kind::Redirect, &format!("{what} is sent to `{location}` instead of {here}"))
    }

    /// A page has lost something on its way, or something was added.
    fn of_page(&self) -> Option<Finding> {
        if !self.own.body.starts_with('<') || self.own.location.is_some() {
            return None;
        }
        let text = without_comments(&self.came.text());
        let end = text.trim_end().rsplit_once("</html>").filter(|_| !self.came.is_cut);
        let Some((_, behind)) = end else {
            return self.wrong(
                Kind::Page,
                &format!(
                    "the pages of {TITLE} are cut short, or their `Content-Length` is too long"
                ),
            );
        };
        let behind = behind.split_whitespace().take(WORDS_QUOTED).collect::<Vec<_>>().join(" ");
        let mut added = FOREIGN_TAGS.into_iter().filter(|tag| text.contains(tag));
        if let Some(added) = added.next().or(Some(&*behind).filter(|words| !words.is_empty())) {
            return self.wrong(
                Kind::Page,
                &format!("something is added to the pages of {TITLE} (`{added}`)"),
            );
        }
        if !self.is_same_version {
            return None;
        }
        let links = links(&text);
        let link = self::links(self.counted()).into_iter().find(|link| !links.contains(link));
        let link = link.map(|link| format!("the link `?{link}`"));
        let words = || Some(format!("the words “{}”", self.missing_words()?));
        let (what, lost) = (self.what, link.or_else(words)?);
        self.wrong(
            Kind::Query,
            &format!("the page for {what} lacks {lost}: it is changed on the way, or the query is"),
        )
    }

    /// The part of this program's page that counts. That of a problem ends with the games that the operator shows.
    fn counted(&self) -> &str {
        let page = &self.own.body;
        if self.own.status.code() >= 400 { before_first_link(page) } else { page }
    }

    fn missing_words(&self) -> Option<String> {
        missing(&words(&self.came.text()), &words(self.counted()))
    }

    /// The differences of the headers. A harmful one is a fault. Of a file that is no page, only the type counts.
    fn of_headers(&self) -> Vec<Finding> {
        let cure = Server::of(self.came).cure(Kind::Header);
        let is_page = self.own.body.starts_with('<');
        let counts = |name: &str| !VARIES.contains(&name) && (is_page || name == "Content-Type");
        let mut findings = Vec::new();
        for (name, value) in self.own.headers().filter(|(name, _)| counts(name)) {
            let values: Vec<&str> = self.came.headers(name).collect();
            let arrives = match values.join(", ") {
                nothing if nothing.is_empty() => format!("pages come without `{name}: {value}`"),
                joined => format!("pages come with `{name}: {joined}` and not `{value}`"),
            };
            findings.extend(match effect(name, value, &values) {
                Effect::Same => None,
                Effect::Other => Some(note!("{arrives}; {cure}")),
                Effect::Harm(harm) => self.wrong(Kind::Header, &format!("{arrives}, so {harm}")),
            });
        }
        findings.extend(self.came.header("Set-Cookie").map(|cookie| {
            let name = cookie.split('=').next().unwrap_or_default();
            note!("the server gives visitors a cookie, `{name}`, which {TITLE} never does")
        }));
        findings
    }
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
    let is_other_file = !own.starts_with("text/html");
    match name {
        _ if !values.is_empty() && values.iter().all(|value| simple(value) == own_value) => {
            Effect::Same
        }
        // The charset of other files does not count.
        "Content-Type"
            if is_other_file && joined.split(';').next() == own_value.split(';').next() =>
        {
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

/// The addresses of the links in a text.
fn addresses(text: &str) -> impl Iterator<Item = String> {
    text.split("href=").skip(1).filter_map(|rest| {
        let rest = rest.trim_start_matches(['"', '\'']);
        Some(decode(rest.split(['"', '\'', '>', ' ']).next()?))
    })
}

/// The queries of the links of a page.
pub fn queries(page: &str) -> impl Iterator<Item = String> {
    addresses(page).filter_map(|address| {
        let (_, query) = address.split_once('?')?;
        Some(query.split('#').next()?.to_owned())
    })
}

/// The addresses of the style sheets of a page.
pub fn style_sheets(page: &str) -> impl Iterator<Item = String> {
    let links = page.split("<link").skip(1).filter_map(|rest| rest.split('>').next());
    links.filter(|link| link.contains("stylesheet")).flat_map(addresses)
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
