//! The pages behind an address of a web server. The doctor asks for some pages, works out the same pages itself, and
//! reports the first difference. Each answer passes one gate first: is it a page of Parlour at all?

use super::client::{self, BROWSER_AGENT, NoResponse, OWN_AGENT, Response};
use super::compare::{self, Exchange, own_answer};
use super::finding::{Finding, note, ok, wrong};
use super::server::{self, Kind, Server};
use super::url::HttpUrl;
use crate::date::{Day, month_name};
use crate::game::any::AnyGame;
use crate::game::secrecy::Deals;
use crate::gateway::http::Response as OwnResponse;
use crate::gateway::site::TO_THE_GAMES;
use crate::os::clock;
use crate::os::own::{ME, TITLE};
use crate::program::Program;
use crate::seal::keys::{Key, KeyRing};
use std::collections::BTreeSet;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The query of the first request. It may be any text, but it must not get lost on the way.
const QUERY: &str = "parlour";
/// The length of a query near Parlour's limit.
const LONG_BYTES: usize = 1900;
/// The most redirects.
const REDIRECTS_MAX: usize = 5;
/// The requests after which each of several machines has probably answered one.
const MACHINES_MAX: usize = 6;
/// The requests that a lively player makes at once, and the pauses once a server has refused one.
const BURST: usize = 12;
const PAUSE: Duration = Duration::from_millis(500);
const LONG_PAUSE: Duration = Duration::from_secs(3);
/// The times that a question is asked again if its answer is wrong. Several machines take turns.
const AGAIN: usize = 4;
/// The most that the clocks there and here should differ. The puzzle of the day begins by that of the server.
const CLOCK_SECONDS_MAX: u64 = 2 * 60 * 60;
/// The seconds that a response may take on average: more is wrong, or worth a word.
const SLOW: f32 = 2.0;
const NOT_FAST: f32 = 0.8;
/// The responses over whose time a doubt about a slow server is settled.
const SLOW_ONES: usize = 5;

/// The query for a deal of the first game that every program deals alike, or else of the first game.
pub fn first_deal(program: &Program) -> String {
    let first = first_shared(program).unwrap_or(&program.games[0]).ruleset;
    let seed = if first.deals().are_named() { "&seed=doctor" } else { "" };
    format!("g={}{seed}", first.key)
}

/// The first game that begins alike here and there, whatever the keys are, and in which nothing but the
/// moves decides what follows.
fn first_shared(program: &Program) -> Option<&'static AnyGame> {
    let is_shared = |game: &&AnyGame| matches!(game.ruleset.deals(), Deals::Alike | Deals::Open);
    program.games.iter().find(is_shared)
}

/// The results of a visit.
#[derive(Debug, Default)]
pub struct Visited {
    pub findings: Vec<Finding>,
    /// The ids of the keys that sealed links there.
    pub key_ids: BTreeSet<u8>,
    /// The versions of the programs that answered.
    pub versions: BTreeSet<String>,
}

/// A visit, and its progress.
struct Visit {
    program: &'static Program,
    url: HttpUrl,
    agent: &'static str,
    ring: KeyRing,
    visited: Visited,
    asked: usize,
    waited: Duration,
    pause: Duration,
}

/// Visits the web server at a URL.
pub fn visit(program: &'static Program, url: HttpUrl, key: Key) -> Visited {
    let mut visit = Visit {
        program,
        url,
        agent: OWN_AGENT,
        ring: KeyRing::of(key),
        visited: Visited::default(),
        asked: 0,
        waited: Duration::ZERO,
        pause: Duration::ZERO,
    };
    if let Err(finding) = visit.run() {
        visit.visited.findings.push(finding);
    }
    visit.visited
}

impl Visit {
    /// The error is the finding that ends the visit.
    fn run(&mut self) -> Result<(), Finding> {
        self.arrive()?;
        self.add(ok!("{} runs {TITLE}", self.url));
        if !self.url.is_secure && !self.url.is_local() {
            self.add(note!("visitors come by plain HTTP: anyone on the way can read their links, and play on from them; have the server use HTTPS"));
        }
        self.compare("JSON", "as=json")?;
        let first = self.program.games[0].ruleset;
        let rules = format!("g={}&rules", first.key);
        let page = self.compare("the rules of a game", &rules)?;
        self.check_clock(&page);
        // A wrong value of an option stands on the error page, and so does the wrong name of a game.
        let option =
            first.options.first().map(|option| format!("g={}&{}", first.key, option.name()));
        let percent = format!("{}=Ab%2BC+%C3%A9%2541", option.as_deref().unwrap_or("g"));
        self.compare("a query with percent signs", &percent)?;
        self.compare_deals()?;
        self.play()?;
        self.compare("a game that does not exist", "g=none")?;
        self.compare("a link that is cut short", &format!("s=A&g={}", first.key))?;
        self.check_styles(&page)?;
        let long = format!("x={}&{rules}", "y".repeat(LONG_BYTES));
        self.compare("a query of 1,900 bytes", &long)?;
        self.check_table()?;
        self.add(ok!("its pages, links, redirects and errors arrive as this program makes them"));
        self.check_versions();
        if self.mean_time() > NOT_FAST {
            self.add(note!("{}", self.sentence_of_time()));
        }
        Ok(())
    }

    fn mean_time(&self) -> f32 {
        self.waited.as_secs_f32() / self.asked.max(SLOW_ONES) as f32
    }

    fn sentence_of_time(&self) -> String {
        format!(
            "an answer takes {:.1} seconds, and {TITLE} needs some thousandths of one; is the server overloaded, or does it hold requests back, as `limit_req` does without `nodelay`?",
            self.mean_time()
        )
    }

    fn add(&mut self, finding: Finding) {
        if !self.visited.findings.contains(&finding) {
            self.visited.findings.push(finding);
        }
    }

    /// Follows redirects to the first page.
    fn arrive(&mut self) -> Result<(), Finding> {
        let mut is_sent_on_by_parlour = false;
        for _ in 0..=REDIRECTS_MAX {
            let response = match self.send(QUERY) {
                Ok(response) => response,
                Err(NoResponse::NotTrusted(complaint)) if !self.url.trusts_any => {
                    let host = &self.url.authority;
                    self.add(wrong!("browsers warn of the certificate of {host}: {complaint}"));
                    self.url.trusts_any = true;
                    continue;
                }
                Err(NoResponse::NoCurl) => {
                    return Err(note!(
                        "{} was not asked: {}; install curl",
                        self.url,
                        NoResponse::NoCurl
                    ));
                }
                Err(error) => {
                    return Err(wrong!(
                        "{} gives no answer: {error}; does a web server run there, and listen at this address and port?",
                        self.url
                    ));
                }
            };
            if matches!(response.status, 301 | 302 | 303 | 307 | 308) {
                is_sent_on_by_parlour |= response.contains(TO_THE_GAMES);
                self.follow(&response)?;
                continue;
            }
            let Some(fault) = compare::fault_of_arrival(&response) else { return Ok(()) };
            return self.arrive_again(response.status, fault);
        }
        let cause = if is_sent_on_by_parlour {
            format!(
                "`{ME} serve` gets the address without its beginning, and sends visitors to its own path; have the proxy keep the path (in nginx, a `proxy_pass` without a path), as PARLOUR_URL has it"
            )
        } else {
            "look at its rules for redirects".to_owned()
        };
        Err(wrong!("the server sends visitors in a circle, at last to {}; {cause}", self.url))
    }

    /// Asks again after a fault: it may be one of the moment, or the server refuses the doctor by its name.
    fn arrive_again(&mut self, status: u16, fault: Finding) -> Result<(), Finding> {
        let mut opens = |agent| {
            self.agent = agent;
            self.send(QUERY).is_ok_and(|again| compare::fault_of_arrival(&again).is_none())
        };
        if (0..AGAIN).any(|_| opens(OWN_AGENT)) {
            return Err(now_and_then(&fault));
        }
        if status < 400 || !opens(BROWSER_AGENT) {
            return Err(fault);
        }
        self.add(note!("the server refuses the doctor by its name ({OWN_AGENT}) with {status}, and lets browsers pass; so the doctor goes on as a browser"));
        Ok(())
    }

    /// Goes to the target of a redirect, if it keeps the query.
    fn follow(&mut self, response: &Response) -> Result<(), Finding> {
        let link = response.header("Location").unwrap_or_default();
        let Some((to, query)) = self.url.follow(link) else {
            return Err(wrong!("the server sends visitors on to `{link}`, which is no address"));
        };
        if query != QUERY {
            let is_login = ["login", "signin", "auth", "sso", "oauth", "saml"]
                .into_iter()
                .any(|word| to.to_string().to_ascii_lowercase().contains(word));
            return Err(if is_login {
                note!(
                    "the server sends visitors on to {to}, to log in; ask from behind it, at an address that needs no login"
                )
            } else {
                wrong!(
                    "the server sends visitors on to {to} and loses the query on the way, which is the game; have the redirect keep what follows the `?` (in nginx, `$request_uri`)"
                )
            });
        }
        let from = std::mem::replace(&mut self.url, to);
        let is_upgrade = self.url.is_secure && !from.is_secure && from.path == self.url.path;
        let sentence = format!("the server sends visitors on from {from} to {}", self.url);
        self.add(if is_upgrade { ok!("{sentence}") } else { note!("{sentence}") });
        Ok(())
    }

    fn send(&mut self, query: &str) -> Result<Response, NoResponse> {
        let url = self.url.clone();
        self.send_to(&url, query)
    }

    fn send_to(&mut self, url: &HttpUrl, query: &str) -> Result<Response, NoResponse> {
        sleep(self.pause);
        let start = Instant::now();
        let response = client::request(url, &format!("{}?{query}", url.path), self.agent)?;
        self.waited += start.elapsed();
        self.asked += 1;
        let page = response.text();
        self.visited.key_ids.extend(compare::key_ids(&format!("{}{page}", response.head)));
        if let Some(version) = compare::version(&page) {
            self.visited.versions.insert(version.to_owned());
            if page.contains("\"preview\":true") {
                self.add(note!("this is a preview, whose links end with it"));
            }
        }
        Ok(response)
    }

    /// The answer to a query. The error is a fault that keeps all others from coming.
    fn get(&mut self, query: &str) -> Result<Response, Finding> {
        if self.mean_time() > SLOW {
            return Err(wrong!("{}", self.sentence_of_time()));
        }
        self.send(query).map_err(|error| wrong!("the server breaks off in the middle: {error}"))
    }

    fn check_versions(&mut self) {
        let versions = self.visited.versions.iter().cloned().collect::<Vec<_>>().join(" and ");
        let own = self.program.version;
        if self.visited.versions.len() > 1 {
            self.add(wrong!("programs of several versions answer there ({versions}), and do not open each other's links; install the same version on all machines"));
        } else if versions != own {
            self.add(note!("the program there has the version {versions}, and this one {own}, so the words of pages were not compared"));
        }
    }

    /// Compares the clock of the server with that of this machine.
    fn check_clock(&mut self, response: &Response) {
        let there = response.header("Date").and_then(seconds_of);
        let Some((there, here)) = there.zip(clock::seconds_since_1970()) else { return };
        let difference = there.abs_diff(here);
        if difference > CLOCK_SECONDS_MAX {
            self.add(note!("the clocks there and here differ by {} hours; if that one is wrong, visitors get the puzzle of another day, and an absent player's time is up too early or late",
                difference / 3600));
        }
    }

    /// Compares the answer to a query with that of this program.
    fn compare(&mut self, what: &str, query: &str) -> Result<Response, Finding> {
        let own = own_answer(self.program, &self.ring, query);
        self.compare_with(what, query, &own)
    }

    /// Asks until the answer is right, and tells a fault of the answer from one of the moment.
    fn compare_with(
        &mut self,
        what: &str,
        query: &str,
        own: &OwnResponse,
    ) -> Result<Response, Finding> {
        let came = self.get(query)?;
        let Some(fault) = self.fault(what, &came, own) else {
            return self.accept(what, query, came, own);
        };
        let (asked, is_paused) = (self.asked, !self.pause.is_zero());
        if came.status != 429 && !is_paused {
            for _ in 0..AGAIN {
                let again = self.get(query)?;
                if self.fault(what, &again, own).is_none() {
                    return Err(now_and_then(&fault));
                }
            }
            // A server that limits its visitors refuses a page, too, that it has given before.
            let is_refused = |it: &Response| it.status >= 400 && !compare::is_page(it);
            if !is_refused(&came) || !is_refused(&self.get(QUERY)?) {
                return Err(fault);
            }
        }
        let sentence = format!(
            "after {asked} requests {} answers in place of {TITLE}, as a server that limits how often a visitor may ask; allow 5 requests a second and bursts of 30",
            server::who(&came)
        );
        sleep(LONG_PAUSE);
        let again = self.get(query)?;
        if self.fault(what, &again, own).is_some() {
            return Err(wrong!("{sentence}"));
        }
        if !is_paused {
            let is_harm = asked <= BURST;
            self.add(if is_harm { wrong!("{sentence}") } else { note!("{sentence}") });
        }
        self.pause = PAUSE;
        self.accept(what, query, again, own)
    }

    fn differences(&self, what: &str, came: &Response, own: &OwnResponse) -> Vec<Finding> {
        if is_closed(came, own) {
            return Vec::new();
        }
        let is_same_version = self.visited.versions.iter().eq([self.program.version]);
        Exchange { what, here: &self.url, came, own, is_same_version }.differences()
    }

    /// The first harmful difference.
    fn fault(&self, what: &str, came: &Response, own: &OwnResponse) -> Option<Finding> {
        let mut findings = self.differences(what, came, own).into_iter();
        findings.find(Finding::is_wrong)
    }

    /// Takes an answer without a fault.
    fn accept(
        &mut self,
        what: &str,
        query: &str,
        came: Response,
        own: &OwnResponse,
    ) -> Result<Response, Finding> {
        if is_closed(&came, own) {
            return Err(self.closed_link(query, &came));
        }
        self.differences(what, &came, own).into_iter().for_each(|finding| self.add(finding));
        Ok(came)
    }

    /// The finding about a link that Parlour itself refuses.
    fn closed_link(&mut self, query: &str, refused: &Response) -> Finding {
        let deal = first_deal(self.program);
        // Each answer may come from another machine.
        let queries = [&*deal; MACHINES_MAX].into_iter().chain([query; 2]);
        let mut opens = false;
        for asked in queries {
            match self.get(asked) {
                Ok(again) => opens |= asked == query && again.status < 400,
                Err(finding) => return finding,
            }
        }
        if !opens && self.visited.key_ids.len() < 2 && refused.status == 400 {
            return wrong!(
                "a link arrives damaged: {TITLE} itself refuses it; {}",
                Server::of(refused).cure(Kind::Query)
            );
        }
        let fault = if refused.status == 410 {
            "one of several programs there has retired a key with which another one seals"
        } else {
            "several programs answer there with different keys"
        };
        wrong!(
            "{fault} ({}), so a game of one does not open on another; give all machines the same list, by `{ME} keys --to ring` on one, `{ME} keys --add ring` on the others, and back, and install again",
            in_hexadecimal(&self.visited.key_ids)
        )
    }

    /// The queries to which a redirect leads, there and here.
    fn redirect(&mut self, what: &str, query: &str) -> Result<[String; 2], Finding> {
        let own = own_answer(self.program, &self.ring, query);
        let came = self.compare_with(what, query, &own)?;
        Ok([came.header("Location"), own.location.as_deref()].map(|location| {
            let followed = location.and_then(|location| self.url.follow(location));
            followed.map_or_else(String::new, |(_, led)| led)
        }))
    }

    /// Two new games must differ.
    fn compare_deals(&mut self) -> Result<(), Finding> {
        let is_dealt = |game: &&AnyGame| game.ruleset.deals().are_named();
        let Some(game) = self.program.games.iter().find(is_dealt) else { return Ok(()) };
        let query = format!("g={}", game.ruleset.key);
        if self.redirect("a new game", &query)?[0] == self.redirect("a new game", &query)?[0] {
            return Err(wrong!(
                "two visitors who ask for a new game get the same one: a cache keeps the answer although it says `Cache-Control: no-store`; {}",
                server::OTHER.cure(Kind::Cache)
            ));
        }
        Ok(())
    }

    /// Follows three offers of a game, here and there.
    fn play(&mut self) -> Result<(), Finding> {
        let Some(game) = first_shared(self.program) else { return Ok(()) };
        let deal = &first_deal(self.program);
        let own = own_answer(self.program, &self.ring, deal);
        let dealt = self.compare_with("a new deal", deal, &own)?;
        let requests = game.ruleset.requests.iter().filter(|spec| !spec.read_only && !spec.ends);
        let offers: Vec<String> = requests.map(|spec| format!("&{}", spec.name)).collect();
        let [there, here] = [&*dealt.text(), &own.body].map(|page| {
            let is_offer = |link: &String| offers.iter().any(|offer| link.contains(offer));
            compare::queries(page).filter(is_offer).take(3).collect::<Vec<_>>()
        });
        for (query, own_query) in there.iter().zip(&here) {
            let own_move = own_answer(self.program, &self.ring, own_query);
            self.compare_with("a move", query, &own_move)?;
            let own_page = own_answer(self.program, &self.ring, &format!("{own_query}&as=json"));
            self.compare_with("JSON", &format!("{query}&as=json"), &own_page)?;
        }
        Ok(())
    }

    /// Asks for each style sheet of a page. Browsers ignore one of another type, because the program sends
    /// `nosniff`.
    fn check_styles(&mut self, page: &Response) -> Result<(), Finding> {
        for link in compare::style_sheets(&page.text()) {
            let Some((url, query)) = self.url.follow(&link) else { continue };
            if url == self.url {
                let own = own_answer(self.program, &self.ring, "style");
                self.compare_with("the style sheet", &query, &own)?;
            } else if let Ok(sheet) = self.send_to(&url, &query)
                && let kind = sheet.header("Content-Type").unwrap_or("none")
                && !(sheet.status == 200 && kind.starts_with("text/css"))
            {
                self.add(note!("the style sheet of PARLOUR_STYLE, {url}, comes with the status {} and `Content-Type: {kind}`, so browsers show pages without it",
                    sheet.status));
            }
        }
        Ok(())
    }

    /// Opens a table. Its pages have a password, and a link to send with an absolute address.
    fn check_table(&mut self) -> Result<(), Finding> {
        let seats_people =
            |game: &&AnyGame| game.ruleset.has_tables() && game.ruleset.first_request.is_none();
        let Some(game) = self.program.games.iter().find(seats_people) else { return Ok(()) };
        let new_table = format!("g={}&people=2&name=Doctor", game.ruleset.key);
        let [query, own_query] = self.redirect("a table for two", &new_table)?;
        // Every table has words of its own: its code, its passwords, and the time.
        let mut own = own_answer(self.program, &self.ring, &own_query);
        own.body = "<".to_owned();
        let what = format!("a player's page, a link of {} characters,", query.len());
        let page = self.compare_with(&what, &query, &own)?;
        match self.link_to_send(&page.text()) {
            fault if fault.is_wrong() => Err(fault),
            finding => {
                self.add(finding);
                Ok(())
            }
        }
    }

    /// Judges the address in the links that players send each other.
    fn link_to_send(&mut self, page: &str) -> Finding {
        let here = self.url.clone();
        let advice = if here.is_local() {
            "set PARLOUR_URL to the address that players use, where the server sets variables for programs".to_owned()
        } else {
            format!("set PARLOUR_URL={here} where the server sets variables for programs")
        };
        // The page has other lines to copy, too.
        let lines =
            page.split("<p class=copy").skip(1).filter_map(|line| Some(line.split_once('>')?.1));
        let link =
            lines.filter(|line| line.starts_with("http")).find_map(|line| line.split('<').next());
        let Some(link) = link else {
            return note!("pages do not say the whole address of the link to send; {advice}");
        };
        let Some((to, query)) = here.follow(&compare::decode(link)) else {
            return wrong!("links to send begin with `{link}`, which is no address; {advice}");
        };
        if to.is_at(&here) {
            return ok!("links to send lead here, to {to}");
        }
        let leads = format!("links to send lead to {to}");
        if here.is_secure && !to.is_secure {
            return wrong!("{leads}, by plain HTTP, although visitors come by HTTPS; {advice}");
        }
        let failure = match self.send_to(&to, &query) {
            Ok(found) if found.status != 200 => format!("which answers {}", found.status),
            Ok(found) if !compare::is_page(&found) || compare::is_first_page(&found) => {
                "which answers with another page".to_owned()
            }
            Ok(_) => {
                return note!(
                    "{leads}, which opens them, too; if players should come to {here}, {advice}"
                );
            }
            Err(error) => format!("where nothing answers ({error})"),
        };
        if here.is_local() == to.is_local() {
            return wrong!("{leads}, {failure}; {advice}");
        }
        // From here, the public name may lead elsewhere than for visitors.
        note!(
            "{leads}, {failure}, asked from here; if that is not the address that players use, {advice}; else ask there, with `--resolve` if the name leads elsewhere"
        )
    }
}

/// Returns true if Parlour refuses a link that this program opens.
fn is_closed(came: &Response, own: &OwnResponse) -> bool {
    compare::is_page(came) && [400, 410].contains(&came.status) && own.status.code() < 400
}

/// Key ids as the operator knows them.
pub fn in_hexadecimal(ids: &BTreeSet<u8>) -> String {
    ids.iter().map(|id| format!("{id:02x}")).collect::<Vec<_>>().join(", ")
}

/// The finding about a fault that does not come each time.
fn now_and_then(fault: &Finding) -> Finding {
    wrong!(
        "now and then, and not at each time: {}; one of several machines or processes fails, or the server limits how often a visitor may ask",
        fault.sentence
    )
}

/// The seconds since 1970 of a time in a header, such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section
/// 5.6.7).
fn seconds_of(text: &str) -> Option<u64> {
    let words: Vec<&str> = text.split(' ').collect();
    let [_, day, month, year, time, "GMT"] = words[..] else { return None };
    let month = (1..=12).find(|number| month_name(*number).starts_with(month))?;
    let day = Day::parse(&format!("{year}-{month:02}-{day}"))?;
    let time = time.split(':').map(|part| part.parse::<u64>().ok());
    let time = time.reduce(|sum, part| Some(sum? * 60 + part?)).flatten()?;
    Some(u64::from(day.number()) * 24 * 60 * 60 + time)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_in_a_header_is_read() {
        assert_eq!(seconds_of("Sun, 06 Nov 1994 08:49:37 GMT"), Some(784_111_777));
        for text in
            ["", "yesterday", "Sun, 06 Nox 1994 08:49:37 GMT", "Sun, 31 Feb 1994 08:49:37 GMT"]
        {
            assert_eq!(seconds_of(text), None, "{text}");
        }
    }
}
