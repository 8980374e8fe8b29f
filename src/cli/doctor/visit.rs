//! A visit to a web server. It must pass on the requests and the responses of Parlour unchanged, and
//! must not hand out keys.
//!
//! The visit goes through the checks in their order. One cause gets one sentence, so the first checks
//! are those on which all others depend: if one of them fails, the visit ends. It also ends at the
//! first response that keeps all others from coming.

use super::client::{self, NoResponse, Response};
use super::findings as say;
use super::logs::Ends;
use super::symptoms;
use super::url::HttpUrl;
use crate::doctor::checkup::Finding;
use crate::os::own::log;
use crate::problem::Problem;
use crate::seal::Token;
use crate::seal::keys::KeyRing;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The query of the first request. It may be any text, but it must not get lost on the way.
const QUERY: &str = "parlour";
/// The most redirects.
const REDIRECTS_MAX: usize = 5;
/// Every page of Parlour has the first text, its first page has the second one, too.
const OWN: &str = "<link rel=stylesheet href=\"?style=";
const INDEX: &str = "<nav class=jump";
/// The end of every page.
const PAGE_END: &str = "</html>";
/// The time after which the visit reports its progress.
const QUIET_TIME_MAX: Duration = Duration::from_secs(5);
/// The time for which a server writes its log after a response.
const LOG_TIME: Duration = Duration::from_millis(200);
/// The most time that a response should take.
const SLOW: Duration = Duration::from_secs(2);
/// The requests that a lively player makes at once, and the pause that makes two in a second.
const BURST: usize = 20;
const PAUSE: Duration = Duration::from_millis(500);

/// The progress of a visit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reached {
    /// No Parlour answers.
    Nothing,
    /// Parlour answers that it has no key.
    NoKey,
    /// Parlour answers, but deals no game.
    Parlour,
    /// Parlour deals a game, so it has a key.
    Game,
}

/// The facts before the visit.
#[derive(Clone, Copy, Debug, Default)]
pub struct Known<'a> {
    /// The keys of the program on this machine.
    pub ring: Option<&'a KeyRing>,
    /// True if they are in its own key file, so that the server cannot give it others.
    pub has_key_file: bool,
    /// The files with keys near it, relative to the document root or to the program's directory.
    pub copies: &'a [PathBuf],
}

/// A visit, and what the checks so far have found out.
#[derive(Debug)]
pub struct Visit<'a> {
    /// The address of the program.
    pub url: HttpUrl,
    /// The facts before the visit.
    pub known: Known<'a>,
    /// Its progress.
    pub reached: Reached,
    /// The first page, and the page of a new game.
    pub index: Response,
    /// See `index`.
    pub dealt: Response,
    /// The query that the next check follows.
    pub link: String,
    /// The address of a table that players send each other, and its path and query.
    pub invitation: Option<(HttpUrl, String)>,
    /// The findings.
    pub findings: Vec<Finding>,
    key_ids: BTreeSet<u8>,
    clock: Clock,
}

/// Judges a response beside those before it. Returns its findings, or a fault that ends the visit.
pub type Judge = fn(&mut Visit<'_>, &Response, &[Response]) -> Result<Vec<Finding>, Finding>;

/// A check.
pub struct Check {
    /// The requests, each an address and a target. They depend on what earlier checks have found
    /// out. A check without a request is left out.
    pub asks: fn(&Visit<'_>) -> Vec<(HttpUrl, String)>,
    /// The findings about the responses, the first of which comes once more before them. The error is
    /// a fault that all further checks would report again.
    pub judge: Judge,
}

/// The time that the responses took.
#[derive(Debug)]
struct Clock {
    asked: usize,
    waited: Duration,
    told: Instant,
    /// The pause before each request, once the server has refused one because they came too often.
    pause: Duration,
}

/// Examines the web server at a URL with these checks. Returns the progress and the findings.
pub fn examine(url: HttpUrl, known: Known<'_>, checks: &[Check]) -> (Reached, Vec<Finding>) {
    let mut visit = Visit {
        url,
        known,
        reached: Reached::Nothing,
        index: Response::default(),
        dealt: Response::default(),
        link: String::new(),
        invitation: None,
        findings: Vec::new(),
        key_ids: BTreeSet::new(),
        clock: Clock {
            asked: 0,
            waited: Duration::ZERO,
            told: Instant::now(),
            pause: Duration::ZERO,
        },
    };
    let end = visit.run(checks);
    visit.findings.extend(end.err());
    (visit.reached, visit.findings)
}

impl Visit<'_> {
    /// The error is the fault that ends the visit.
    fn run(&mut self, checks: &[Check]) -> Result<(), Finding> {
        self.arrive()?;
        self.findings.push(say::arrived(&self.url));
        for check in checks {
            let requests = (check.asks)(self);
            let responses: Result<Vec<Response>, Finding> =
                requests.iter().map(|(url, target)| self.ask(url, target)).collect();
            let responses = responses?;
            if let Some(first) = responses.first() {
                let found = (check.judge)(self, first, &responses)?;
                self.findings.extend(found);
            }
        }
        self.findings.extend(self.clock.judge());
        Ok(())
    }

    /// Follows redirects to the first page.
    fn arrive(&mut self) -> Result<(), Finding> {
        let mut sent_on = Vec::new();
        for _ in 0..=REDIRECTS_MAX {
            let ends = Ends::now();
            match self.send(&self.url.clone(), &format!("{}?{QUERY}", self.url.path)) {
                Ok(response) if matches!(response.status, 301 | 302 | 303 | 307 | 308) => {
                    sent_on.push(self.follow(&response)?);
                }
                Ok(response) => {
                    self.findings.append(&mut sent_on);
                    self.refuse_foreign(&response, ends)?;
                    self.reached = Reached::Parlour;
                    check_whole(&response)?;
                    self.index = response;
                    return Ok(());
                }
                Err(NoResponse::NotTrusted(complaint)) if !self.url.trusts_any => {
                    self.findings.push(say::untrusted(&self.url.authority, complaint));
                    self.url.trusts_any = true;
                }
                Err(error @ NoResponse::NoCurl) => return Err(say::no_curl(&self.url, error)),
                Err(error) => {
                    let by = if self.url.is_secure { " by HTTPS" } else { "" };
                    return Err(say::unanswered(&self.url.authority, by, error));
                }
            }
        }
        Err(say::circle(&self.url))
    }

    /// Goes to the target of a redirect, if it keeps the query.
    fn follow(&mut self, response: &Response) -> Result<Finding, Finding> {
        let link = response.header("Location").unwrap_or_default();
        let (to, query) = self.url.follow(link).ok_or_else(|| say::no_target(link))?;
        if query != QUERY {
            return Err(say::query_lost(to));
        }
        let from = std::mem::replace(&mut self.url, to);
        let is_upgrade = self.url.is_secure && !from.is_secure && from.path == self.url.path;
        let say = if is_upgrade { say::upgraded } else { say::sent_on };
        Ok(say(from, &self.url))
    }

    /// Requests for the pages of queries. An empty query is none.
    pub fn get<'q>(&self, queries: impl IntoIterator<Item = &'q str>) -> Vec<(HttpUrl, String)> {
        let queries = queries.into_iter().filter(|query| !query.is_empty());
        queries.map(|query| (self.url.clone(), format!("{}?{query}", self.url.path))).collect()
    }

    /// The response to a check's request. The error is a fault that keeps all others from coming.
    fn ask(&mut self, url: &HttpUrl, target: &str) -> Result<Response, Finding> {
        let ends = Ends::now();
        // The address of a table may lead elsewhere, which its check judges.
        let is_here = url.to_string() == self.url.to_string();
        let response = match self.send(url, target) {
            Err(_) if !is_here => Response::default(),
            response => response.map_err(say::breaks_off)?,
        };
        if !is_here {
            return Ok(response);
        }
        if is_own(&response) {
            return self.refuse_foreign(&response, ends).map(|()| response);
        }
        let (asked, status) = (self.clock.asked, response.status);
        if !self.is_limit(url, target, status) {
            return Ok(response);
        }
        if asked > BURST && self.clock.pause.is_zero() {
            self.clock.pause = PAUSE;
            self.findings.push(say::slowed_down(asked, status));
            sleep(4 * PAUSE);
            return self.ask(url, target);
        }
        sleep(LOG_TIME);
        let log = ends.new_lines(&response).into_iter().find(|line| line.contains("limiting"));
        Err(say::limited(asked, status, in_brackets(log.as_ref())))
    }

    /// Returns true if the server refuses a request because requests come too often. Then it also
    /// refuses a request that it has answered before.
    fn is_limit(&mut self, url: &HttpUrl, target: &str, status: u16) -> bool {
        let known = format!("{}?{QUERY}", url.path);
        let is_page = target.starts_with(&format!("{}?", url.path));
        match status {
            429 | 503 => true,
            400.. if is_page => !self.send(url, &known).is_ok_and(|page| is_own(&page)),
            _ => false,
        }
    }

    fn send(&mut self, url: &HttpUrl, target: &str) -> Result<Response, NoResponse> {
        if self.clock.told.elapsed() > QUIET_TIME_MAX {
            self.clock.tell(&url.authority);
        }
        sleep(self.clock.pause);
        let start = Instant::now();
        let response = client::request(url, target)?;
        self.clock.waited += start.elapsed();
        self.clock.asked += 1;
        self.key_ids.extend(key_ids(&response.text()));
        Ok(response)
    }

    /// Refuses a response that is not a page of Parlour, or says that it has no key.
    fn refuse_foreign(&mut self, response: &Response, ends: Ends) -> Result<(), Finding> {
        let is_own = is_own(response);
        if is_own && !is_page_of(response, &Problem::NotSetUp) {
            return Ok(());
        }
        sleep(LOG_TIME);
        let log = ends.new_lines(response);
        if !is_own {
            let name = self.url.path.rsplit('/').next().filter(|name| !name.is_empty());
            let is_about = |line: &&String| line.contains(name.unwrap_or("parlour"));
            let line = in_brackets(log.iter().rev().find(is_about));
            return Err(say::foreign(response.status, symptoms::meaning(response, &log), line));
        }
        let is_first = self.reached == Reached::Nothing;
        self.reached = Reached::NoKey;
        let reason = log.iter().rev().find_map(|line| line.split_once("parlour: "));
        Err(match reason {
            Some((_, reason)) => say::no_key_because(reason),
            None if is_first => say::no_key(),
            None => say::sometimes_no_key(),
        })
    }

    /// The ids of all keys that sealed a link so far, such as `2b and a6`.
    pub fn key_ids(&self) -> Vec<String> {
        self.key_ids.iter().map(|id| format!("{id:02x}")).collect()
    }
}

impl Clock {
    fn mean(&self) -> Duration {
        self.waited / u32::try_from(self.asked.max(1)).unwrap_or(u32::MAX)
    }

    fn tell(&mut self, host: &str) {
        let (asked, mean) = (self.asked, self.mean().as_secs_f32());
        log(&format_args!("{asked} answers of {host} so far, in {mean:.1} seconds each"));
        self.told = Instant::now();
    }

    fn judge(&self) -> Option<Finding> {
        let mean = self.mean();
        (mean > SLOW).then(|| say::slow(format_args!("{:.1}", mean.as_secs_f32())))
    }
}

/// Returns true if this is a page of Parlour.
pub fn is_own(response: &Response) -> bool {
    response.contains(OWN)
}

/// Returns true if this is the first page of Parlour.
pub fn is_index(response: &Response) -> bool {
    is_own(response) && response.contains(INDEX)
}

/// Returns true if this is the page of a problem. A page has no plain apostrophe.
pub fn is_page_of(response: &Response, problem: &Problem) -> bool {
    response.contains(&problem.heading().replace('\'', "&#39;"))
}

/// The ids of the keys that sealed the links of a page.
fn key_ids(page: &str) -> impl Iterator<Item = u8> {
    tokens(page).filter_map(|token| Some(Token::read(token)?.header()[3]))
}

/// The tokens in the links of a page.
pub fn tokens(page: &str) -> impl Iterator<Item = &str> {
    let starts = page.split("?s=").skip(1);
    starts.map(|rest| rest.split(['&', '"', '#']).next().unwrap_or_default())
}

/// Refuses a page that is not complete or has additions.
pub fn check_whole(response: &Response) -> Result<(), Finding> {
    let text = response.text();
    let foreign = ["<script", "<iframe", "<object"].into_iter().find(|tag| text.contains(tag));
    match (text.trim_end().rsplit_once(PAGE_END), foreign) {
        (Some((_, "")), None) => Ok(()),
        (_, Some(tag)) => Err(say::injected(tag)),
        (Some(_), None) => Err(say::appended()),
        (None, None) => Err(say::cut_short()),
    }
}

/// A line of the server's log, in brackets.
fn in_brackets(line: Option<&String>) -> String {
    line.map_or_else(String::new, |line| format!(" (its log: `{line}`)"))
}
