//! A visit to a web server. The doctor asks for some pages, works out the same pages itself, and
//! reports the first difference. Each answer passes one gate first: is it a page of Parlour at all?

use super::client::{self, BROWSER_AGENT, NoResponse, OWN_AGENT, Response};
use super::compare::{self, ForPrograms, own_answer};
use super::finding::{Finding, Verdict};
use super::server::{self, Server};
use super::url::HttpUrl;
use crate::game::any::AnyGame;
use crate::game::secrecy::Deals;
use crate::gateway::http::Response as OwnResponse;
use crate::os::own::ME;
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
/// The most time that a response should take, on average.
const SLOW: Duration = Duration::from_secs(2);
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
        self.add(Finding::ok(format!("{} runs Parlour", self.url)));
        if !self.url.is_secure && !self.url.is_local() {
            self.add(Finding::note("visitors come by plain HTTP: anyone on the way can read their links, and play on from them; have the server use HTTPS"));
        }
        self.ask_version()?;
        let first = self.program.games[0].ruleset;
        let rules = format!("g={}&rules", first.key);
        self.compare("the rules of a game", &rules)?;
        // A wrong value of an option stands on the error page, and so does the wrong name of a game.
        let option =
            first.options.first().map(|option| format!("g={}&{}", first.key, option.name()));
        let percent = format!("{}=Ab%2BC+%C3%A9%2541", option.as_deref().unwrap_or("g"));
        self.compare("a query with percent signs", &percent)?;
        self.compare_deals()?;
        self.play()?;
        self.compare("a game that does not exist", "g=none")?;
        self.compare("a link that is cut short", &format!("s=A&g={}", first.key))?;
        self.check_style()?;
        let long = format!("x={}&{rules}", "y".repeat(LONG_BYTES));
        self.compare("a query of 1,900 bytes", &long)?;
        self.check_table()?;
        self.add(Finding::ok(
            "its pages, links, redirects and errors arrive as this program makes them",
        ));
        self.check_versions();
        Ok(())
    }

    fn add(&mut self, finding: Finding) {
        if !self.visited.findings.contains(&finding) {
            self.visited.findings.push(finding);
        }
    }

    /// Adds findings, up to the first fault, which ends the visit.
    fn take(&mut self, findings: impl IntoIterator<Item = Finding>) -> Result<(), Finding> {
        for finding in findings {
            if finding.verdict == Verdict::Wrong {
                return Err(finding);
            }
            self.add(finding);
        }
        Ok(())
    }

    /// Follows redirects to the first page.
    fn arrive(&mut self) -> Result<(), Finding> {
        for _ in 0..=REDIRECTS_MAX {
            match self.send(QUERY) {
                Ok(response) if matches!(response.status, 301 | 302 | 303 | 307 | 308) => {
                    self.follow(&response)?;
                }
                Ok(response) if compare::has_no_key(&response) => {
                    return Err(compare::no_key(false));
                }
                Ok(response) if compare::is_page(&response) => return Ok(()),
                Ok(response) if self.agent == OWN_AGENT && response.status >= 400 => {
                    self.agent = BROWSER_AGENT;
                    let again = self.send(QUERY);
                    if again.as_ref().is_ok_and(compare::is_page) {
                        self.add(Finding::note(format!(
                            "the server refuses the doctor by its name ({OWN_AGENT}) with {}, and lets browsers pass; so the doctor goes on as a browser",
                            response.status
                        )));
                        continue;
                    }
                    return Err(server::not_parlour(&response));
                }
                Ok(response) => return Err(server::not_parlour(&response)),
                Err(NoResponse::NotTrusted(complaint)) if !self.url.trusts_any => {
                    let host = &self.url.authority;
                    self.add(Finding::wrong(format!(
                        "browsers warn of the certificate of {host}: {complaint}"
                    )));
                    self.url.trusts_any = true;
                }
                Err(NoResponse::NoCurl) => {
                    return Err(Finding::note(format!(
                        "{} was not asked: {}; install curl",
                        self.url,
                        NoResponse::NoCurl
                    )));
                }
                Err(error) => {
                    return Err(Finding::wrong(format!(
                        "{} gives no answer: {error}; does a web server run there, and listen at this address and port?",
                        self.url
                    )));
                }
            }
        }
        Err(Finding::wrong(format!(
            "the server sends visitors in a circle, at last to {}; look at its rules for redirects",
            self.url
        )))
    }

    /// Goes to the target of a redirect, if it keeps the query.
    fn follow(&mut self, response: &Response) -> Result<(), Finding> {
        let link = response.header("Location").unwrap_or_default();
        let Some((to, query)) = self.url.follow(link) else {
            return Err(Finding::wrong(format!(
                "the server sends visitors on to `{link}`, which is no address"
            )));
        };
        if query != QUERY {
            let is_login = ["login", "signin", "auth", "sso", "oauth", "saml"]
                .into_iter()
                .any(|word| to.to_string().to_ascii_lowercase().contains(word));
            if is_login {
                return Err(Finding::note(format!(
                    "the server sends visitors on to {to}, to log in; ask from behind it, at an address that needs no login"
                )));
            }
            return Err(Finding::wrong(format!(
                "the server sends visitors on to {to} and loses the query on the way, which is the game; have the redirect keep what follows the `?` (in nginx, `$request_uri`)"
            )));
        }
        let from = std::mem::replace(&mut self.url, to);
        let is_upgrade = self.url.is_secure && !from.is_secure && from.path == self.url.path;
        let sentence = format!("the server sends visitors on from {from} to {}", self.url);
        self.add(if is_upgrade { Finding::ok(sentence) } else { Finding::note(sentence) });
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
        let text = response.head.clone() + &response.text();
        self.visited.key_ids.extend(compare::key_ids(&text));
        Ok(response)
    }

    /// The answer to a query. The error is a fault that keeps all others from coming.
    fn get(&mut self, query: &str) -> Result<Response, Finding> {
        let broken = |error: NoResponse| {
            Finding::wrong(format!("the server breaks off in the middle: {error}"))
        };
        let asked = self.asked.max(SLOW_ONES) as f32;
        let mean = self.waited.as_secs_f32() / asked;
        if mean > SLOW.as_secs_f32() {
            return Err(Finding::wrong(format!(
                "an answer takes {mean:.1} seconds, and Parlour needs some thousandths of one; is the server overloaded, or does it hold requests back, as `limit_req` does without `nodelay`?"
            )));
        }
        let response = self.send(query).map_err(broken)?;
        if compare::has_no_key(&response) {
            return Err(compare::no_key(true));
        }
        let is_refused = response.status >= 400 && !compare::is_page(&response);
        if !is_refused {
            return Ok(response);
        }
        // A server that limits its visitors refuses a page, too, that it has given before.
        let known = self.send(QUERY).map_err(broken)?;
        let is_limited = response.status == 429 || !self.pause.is_zero();
        if compare::is_page(&known) && !is_limited {
            return Ok(response);
        }
        let sent = self.asked - 1;
        let sentence = format!(
            "after {sent} requests {} answers in place of Parlour, as a server that limits how often a visitor may ask; allow 5 requests a second and bursts of 30",
            server::who(&response)
        );
        sleep(LONG_PAUSE);
        let again = self.send(query).map_err(broken)?;
        if again.status >= 400 && !compare::is_page(&again) {
            return Err(Finding::wrong(sentence));
        }
        if self.pause.is_zero() {
            let is_wrong = sent <= BURST;
            self.add(if is_wrong { Finding::wrong(sentence) } else { Finding::note(sentence) });
        }
        self.pause = PAUSE;
        Ok(again)
    }

    /// Asks for the version of the program. The answer shows, too, that the query arrives.
    fn ask_version(&mut self) -> Result<(), Finding> {
        let response = self.get("as=json")?;
        if compare::is_first_page(&response) {
            return Err(Finding::wrong(format!(
                "no query arrives: every address shows Parlour's first page; {}",
                Server::of(&response).keep_query()
            )));
        }
        let Some(page) = ForPrograms::read(&response.text()) else {
            return Err(server::refused("a page for programs", &response));
        };
        self.visited.versions.insert(page.version);
        if page.is_preview {
            self.add(Finding::note("this is a preview, whose links end with it"));
        }
        Ok(())
    }

    fn is_same_version(&self) -> bool {
        self.visited.versions.iter().eq([self.program.version])
    }

    fn check_versions(&mut self) {
        let versions = self.visited.versions.iter().cloned().collect::<Vec<_>>().join(" and ");
        let own = self.program.version;
        if self.visited.versions.len() > 1 {
            self.add(Finding::wrong(format!("programs of several versions answer there ({versions}), and do not open each other's links; install the same version on all machines")));
        } else if !self.is_same_version() {
            self.add(Finding::note(format!("the program there has the version {versions}, and this one {own}, so the words of pages were not compared")));
        }
    }

    /// Compares the answer to a query with that of this program, and returns both.
    fn compare(&mut self, what: &str, query: &str) -> Result<(Response, OwnResponse), Finding> {
        let came = self.get(query)?;
        let own = own_answer(self.program, &self.ring, query);
        self.judge(what, &came, &own)?;
        Ok((came, own))
    }

    /// Refuses an answer that differs from that of this program, or arrives with other headers.
    fn judge(&mut self, what: &str, came: &Response, own: &OwnResponse) -> Result<(), Finding> {
        self.take(compare::difference(what, came, own, self.is_same_version()))?;
        self.take(compare::header_differences(came, own))
    }

    /// Two new games must differ, and the redirects to them must lead here.
    fn compare_deals(&mut self) -> Result<(), Finding> {
        let is_dealt = |game: &&AnyGame| game.ruleset.deals().are_named();
        let Some(game) = self.program.games.iter().find(is_dealt) else { return Ok(()) };
        let query = format!("g={}", game.ruleset.key);
        let mut links = Vec::new();
        for _ in 0..2 {
            let response = self.get(&query)?;
            let status = response.status;
            let location = response.header("Location").unwrap_or_default().to_owned();
            if location.is_empty() {
                return Err(match status {
                    301..=308 => Finding::wrong(
                        "the header `Location` of a redirect to a new game does not arrive; have the server, or the proxy before it, pass it on",
                    ),
                    200 if response.contains("?s=AQ") => Finding::wrong(
                        "a proxy follows the redirect to a new game itself, so that the address in the browser is not that of the game; have it pass on redirects",
                    ),
                    200 if compare::is_page(&response) => Finding::wrong(format!(
                        "the redirect to a new game comes with the status 200 and not 303; {}",
                        Server::of(&response).keep_errors()
                    )),
                    _ => server::refused("a new game", &response),
                });
            }
            let to = self.url.follow(&location).map(|(to, _)| to);
            if to.as_ref().is_none_or(|to| to.to_string() != self.url.to_string()) {
                let cure = match Server::of(&response) {
                    Server::Apache => "ProxyPassReverse has it lead here",
                    Server::Nginx => "`proxy_redirect` has it lead here",
                    _ => "have every proxy leave `Location` as it is",
                };
                return Err(Finding::wrong(format!(
                    "a new game is sent to `{location}` instead of {}; {cure}",
                    self.url
                )));
            }
            links.push(location);
        }
        if links[0] == links[1] {
            return Err(Finding::wrong(
                "two visitors who ask for a new game get the same one: a cache keeps the answer although it says `Cache-Control: no-store`; have it keep nothing of this address (in nginx, no `fastcgi_ignore_headers Cache-Control`)",
            ));
        }
        Ok(())
    }

    /// Follows three offers of a game, here and there.
    fn play(&mut self) -> Result<(), Finding> {
        let Some(game) = first_shared(self.program) else { return Ok(()) };
        let deal = &first_deal(self.program);
        let (dealt, own) = self.compare("a new deal", deal)?;
        let requests = game.ruleset.requests.iter().filter(|spec| !spec.read_only && !spec.ends);
        let offers: Vec<String> = requests.map(|spec| format!("&{}", spec.name)).collect();
        let [there, here] = [&*dealt.text(), &own.body].map(|page| {
            let is_offer = |link: &String| offers.iter().any(|offer| link.contains(offer));
            compare::queries(page).filter(is_offer).take(3).collect::<Vec<_>>()
        });
        for (opened, (query, own_query)) in there.iter().zip(&here).enumerate() {
            let came = self.get(query)?;
            let own_move = own_answer(self.program, &self.ring, own_query);
            if came.status == 400 && own_move.status.code() != 400 && compare::is_page(&came) {
                return Err(self.refused_move(deal, opened, &came));
            }
            self.judge("a move", &came, &own_move)?;
            if let Ok(page) = self.get(&format!("{query}&as=json"))
                && let Some(page) = ForPrograms::read(&page.text())
            {
                self.visited.versions.insert(page.version);
            }
        }
        Ok(())
    }

    /// The finding about a move of a deal that Parlour itself refuses, after this number of others.
    fn refused_move(&mut self, deal: &str, opened: usize, refused: &Response) -> Finding {
        // Each of them may come from another machine.
        for _ in 0..MACHINES_MAX {
            if let Err(finding) = self.get(deal) {
                return finding;
            }
        }
        let ids: Vec<String> = self.visited.key_ids.iter().map(|id| format!("{id:02x}")).collect();
        if opened > 0 || ids.len() > 1 {
            return Finding::wrong(format!(
                "several programs answer there with different keys ({}), so a game of one does not open on another; give all machines the same keys: `{ME} keys --to BACKUP` on one, and `{ME} keys --add BACKUP` on the others",
                ids.join(", ")
            ));
        }
        Finding::wrong(format!(
            "the link of a move arrives damaged: Parlour itself refuses it; {}",
            Server::of(refused).keep_query()
        ))
    }

    /// Browsers ignore a style sheet of another type, because the program sends `nosniff`.
    fn check_style(&mut self) -> Result<(), Finding> {
        let sheet = self.get("style")?;
        let kind = sheet.header("Content-Type").unwrap_or("none");
        if sheet.status != 200 || !kind.starts_with("text/css") {
            return Err(Finding::wrong(format!(
                "the style sheet of the pages comes with the status {} and `Content-Type: {kind}`, so browsers show them without it; {}",
                sheet.status,
                Server::of(&sheet).keep_header()
            )));
        }
        Ok(())
    }

    /// Opens a table. Its pages have a password, and a link to send with an absolute address.
    fn check_table(&mut self) -> Result<(), Finding> {
        let seats_people =
            |game: &&AnyGame| game.ruleset.has_tables() && game.ruleset.first_request.is_none();
        let Some(game) = self.program.games.iter().find(seats_people) else { return Ok(()) };
        let new_table = format!("g={}&people=2&name=Doctor", game.ruleset.key);
        let opened = self.get(&new_table)?;
        let location = opened.header("Location").unwrap_or_default();
        let Some((_, query)) = self.url.follow(location).filter(|(_, query)| !query.is_empty())
        else {
            return Err(server::refused("a table for two", &opened));
        };
        self.take(compare::header_differences(
            &opened,
            &own_answer(self.program, &self.ring, &new_table),
        ))?;
        let page = self.get(&query)?;
        if !compare::is_page(&page) || page.status != 200 {
            return Err(server::refused(
                &format!("a player's page, a link of {} characters,", query.len()),
                &page,
            ));
        }
        let own_table = own_answer(self.program, &self.ring, &new_table);
        let own_link = own_table.location.as_deref().unwrap_or_default().trim_start_matches('?');
        let own =
            own_answer(self.program, &self.ring, own_link.split('#').next().unwrap_or_default());
        self.take(compare::header_differences(&page, &own))?;
        let finding = self.link_to_send(&page.text());
        self.take([finding])
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
            return Finding::note(format!(
                "pages do not say the whole address of the link to send; {advice}"
            ));
        };
        let Some((to, query)) = here.follow(&compare::decode(link)) else {
            return Finding::wrong(format!(
                "links to send begin with `{link}`, which is no address; {advice}"
            ));
        };
        let sentence = format!("links to send lead to {to}");
        if to.to_string() == here.to_string() {
            return Finding::ok(format!("links to send lead here, to {to}"));
        }
        if here.is_secure && !to.is_secure {
            return Finding::wrong(format!(
                "{sentence}, by plain HTTP, although visitors come by HTTPS; {advice}"
            ));
        }
        let failure = match self.send_to(&to, &query) {
            Ok(found) if found.status != 200 => format!("which answers {}", found.status),
            Ok(found) if !compare::is_page(&found) || compare::is_first_page(&found) => {
                "which answers with another page".to_owned()
            }
            Ok(_) => {
                return Finding::note(format!(
                    "{sentence}, which opens them, too; if players should come to {here}, {advice}"
                ));
            }
            Err(error) => format!("where nothing answers ({error})"),
        };
        if here.is_local() == to.is_local() {
            return Finding::wrong(format!("{sentence}, {failure}; {advice}"));
        }
        // From here, the public name may lead elsewhere than for visitors.
        Finding::note(format!(
            "{sentence}, {failure}, asked from here; if that is not the address that players use, {advice}; else ask there, with `--resolve` if the name leads elsewhere"
        ))
    }
}
