//! Examines a web server: whether it passes on the requests and the responses of Parlour unchanged,
//! and hands out no keys.

use super::http::{HttpUrl, Response};
use crate::deal::Deal;
use crate::doctor::checkup::Finding;
use crate::games::GAMES;
use crate::os::elf;
use crate::problem::Problem;
use crate::respond::{POSITION, binding};
use crate::seal;
use crate::seal::keys::KeyRing;
use std::io;
use std::path::PathBuf;

/// What the index of a Parlour contains.
const INDEX: &str = "<meta property=\"og:title\" content=\"Parlour\">";
/// A seed with every kind of character that is percent-encoded, and how a browser sends it.
const ODD_SEED: &str = "a+b&c=d é%41";
const ODD_SEED_SENT: &str = "a%2Bb%26c%3Dd+%C3%A9%2541";
/// Bytes of a query nearly as long as Parlour accepts, and nearly as long as any server accepts.
const LONG_BYTES: usize = 1900;
const LONGEST_BYTES: usize = 7800;
/// What people append to the name of a program to keep a copy, and usual names of key files.
const COPY_ENDINGS: [&str; 5] = ["~", ".bak", ".old", ".orig", ".save"];
const KEY_NAMES: [&str; 5] = ["key", "keys", "ring", "parlour.key", "parlour"];

/// Examines the web server at a URL. If the program behind it is on this machine, `ring` are its
/// keys and `copies` the files with keys near it.
pub fn examine(url: &str, ring: Option<&KeyRing>, copies: &[PathBuf]) -> Vec<Finding> {
    let server = match HttpUrl::parse(url) {
        Ok(url) => Server { url, copies },
        Err(error) => return vec![Finding::wrong(format!("{url} cannot be examined: {error}"))],
    };
    let index = match server.get("parlour") {
        Ok(response) => response,
        Err(error) => {
            return vec![Finding::wrong(format!(
                "nobody answers at {} ({error}); is the web server running, and does it listen there?",
                server.url.authority
            ))];
        }
    };
    if let Some(finding) = check_index(&index) {
        return vec![finding];
    }
    let mut findings = vec![Finding::ok(format!("the web server at {url} runs Parlour"))];
    let checks = [
        Server::check_statuses,
        Server::check_head,
        Server::check_queries,
        Server::check_commands,
        Server::check_handed_out,
    ];
    for check in checks {
        findings.extend(check(&server).unwrap_or_else(breaks_off));
    }
    findings.extend(check_headers(&index));
    if let Some(ring) = ring {
        findings.extend(server.check_keys(ring).unwrap_or_else(breaks_off));
    }
    findings
}

fn breaks_off(error: io::Error) -> Vec<Finding> {
    vec![Finding::wrong(format!("the web server breaks off in the middle ({error})"))]
}

/// What is wrong if the response to a request for the index is not the index.
fn check_index(response: &Response) -> Option<Finding> {
    let advice = match response.status {
        _ if is_program(response) => {
            "the server hands out the program with the keys in it instead of running it; take it away from there, let the server run it (each recipe in deploy/ says how), and `install --new-key`"
        }
        _ if response.body.starts_with(b"#!") => {
            "the server hands out the script instead of running it; let it run programs there (each recipe in deploy/ says how)"
        }
        200 if response.contains(INDEX) => return None,
        503 if response.contains(Problem::NotSetUp.heading()) => {
            "Parlour runs there, but has no key; `parlour install` gives it one, and the server's error log says more"
        }
        200 => "something answers there that is not Parlour; is the address right?",
        301..=308 => {
            let to = response.header("Location").unwrap_or("another address");
            return Some(Finding::wrong(format!(
                "the server sends visitors on to {to}; ask there, or if that is HTTPS, on the machine itself"
            )));
        }
        401 | 403 => {
            "the server refuses: it may not run programs there (in Apache, `Options +ExecCGI`), or may not enter the directory or run the file (`parlour doctor FILE` says more)"
        }
        404 => {
            "the server knows nothing at this address; is it right, and does the server look for programs there (`ScriptAlias`, `cgi.assign`)?"
        }
        500..=599 => {
            "the server cannot run the program; its error log says why: usually the mode of the file, a file system mounted noexec, or a program built for another system (`cargo static` makes one that runs anywhere)"
        }
        _ => "the server answers as no web server should; is the address right?",
    };
    Some(Finding::wrong(format!("asked for Parlour, it answers {}: {advice}", response.status)))
}

fn is_program(response: &Response) -> bool {
    response.body.starts_with(elf::MAGIC)
}

/// Whether the headers that protect a page arrive.
fn check_headers(response: &Response) -> Option<Finding> {
    let headers = ["Content-Security-Policy", "Referrer-Policy", "Cache-Control"];
    let missing: Vec<&str> =
        headers.into_iter().filter(|name| response.header(name).is_none()).collect();
    (!missing.is_empty()).then(|| {
        Finding::note(format!(
            "headers of the program do not arrive ({}); have the server, or the proxy before it, pass them on",
            missing.join(", ")
        ))
    })
}

/// A web server that runs Parlour.
struct Server<'a> {
    url: HttpUrl,
    /// Files with keys on this machine, relative to the document root or to the program's
    /// directory.
    copies: &'a [PathBuf],
}

impl Server<'_> {
    fn get(&self, query: &str) -> io::Result<Response> {
        self.url.request("GET", &format!("{}?{query}", self.url.path))
    }

    fn check_statuses(&self) -> io::Result<Vec<Finding>> {
        let too_long = format!("x={}", "y".repeat(LONG_BYTES + 200));
        let mut wrong = Vec::new();
        for (query, what, status) in [
            ("g=no-such-game", "a game that does not exist", 404),
            ("s=A&g=concentration", "a link that is cut short", 400),
            (&too_long, "a link that is too long", 414),
        ] {
            let came = self.get(query)?.status;
            if came != status {
                wrong.push(format!("{what} should be {status} and comes as {came}"));
            }
        }
        let statuses = match wrong.is_empty() {
            true => Finding::ok("the status of an answer arrives (404, 400, 414)"),
            false => Finding::wrong(format!(
                "the status of an answer does not arrive, so caches and robots take a problem for a page: {}; have the server honour the `Status` header of programs",
                wrong.join(", ")
            )),
        };
        let post = match self.url.request("POST", &self.url.path) {
            Ok(response) if response.status == 405 => Finding::ok("a POST is refused (405)"),
            Ok(response) => Finding::wrong(format!(
                "a POST should be refused with 405 and comes back as {}; have the server honour the `Status` header of programs",
                response.status
            )),
            Err(error) => Finding::note(format!(
                "a POST gets no answer ({error}); no link of Parlour sends one, so there is nothing to do"
            )),
        };
        Ok(vec![statuses, post])
    }

    fn check_head(&self) -> io::Result<Vec<Finding>> {
        let response = self.url.request("HEAD", &format!("{}?parlour", self.url.path))?;
        Ok(vec![match (response.status, response.body.len()) {
            (200, 0) => Finding::ok("a HEAD is answered without a body"),
            (200, length) => Finding::wrong(format!(
                "a HEAD is answered with a body of {length} bytes; the server must not add one"
            )),
            (status, _) => Finding::wrong(format!(
                "a HEAD should be answered with 200 and comes back as {status}; let the server pass it to the program"
            )),
        }])
    }

    fn check_queries(&self) -> io::Result<Vec<Finding>> {
        let deals = |query: &str, seed: &str| {
            let code = Deal::from_seed_text(seed, false).to_query().unwrap_or_default().1;
            let response = self.get(&format!("{query}&as=json"))?;
            io::Result::Ok(response.status == 200 && response.contains(&format!("\"{code}\"")))
        };
        let odd = format!("g=%63oncentration&seed={ODD_SEED_SENT}");
        let long = format!("x={}&g=concentration&seed=whole", "y".repeat(LONG_BYTES));
        let longest = self.get(&format!("x={}", "y".repeat(LONGEST_BYTES)))?;
        Ok(vec![
            match deals(&odd, ODD_SEED)? {
                true => Finding::ok("a query with percent signs arrives as it was sent"),
                false => Finding::wrong(
                    "a query with percent signs does not arrive as it was sent; have no rewriting rule or proxy decode it",
                ),
            },
            match deals(&long, "whole")? {
                true => Finding::ok(format!("a query of {LONG_BYTES} bytes arrives whole")),
                false => Finding::wrong(format!(
                    "a query of {LONG_BYTES} bytes does not arrive whole; links of Parlour may have 900, so raise the server's limit"
                )),
            },
            match longest.contains(Problem::TooLong.heading()) {
                true => Finding::ok(format!("a query of {LONGEST_BYTES} bytes arrives")),
                false => Finding::note(format!(
                    "the server itself answers a query of {LONGEST_BYTES} bytes ({}); no link of Parlour is so long, so there is nothing to do",
                    longest.status
                )),
            },
        ])
    }

    /// Queries that are commands in a terminal, as servers pass them on as arguments.
    fn check_commands(&self) -> io::Result<Vec<Finding>> {
        for query in ["version", "keygen", "--help", "doctor+/nowhere", "install+/nowhere/parlour"]
        {
            let response = self.get(query)?;
            if response.status != 200 || !response.contains(INDEX) {
                return Ok(vec![Finding::wrong(format!(
                    "asked for `?{query}`, the server answers {} and not with Parlour's first page; a wrapper must not pass on its arguments",
                    response.status
                ))]);
            }
        }
        Ok(vec![Finding::ok("a visitor's words are never taken for a command")])
    }

    fn check_handed_out(&self) -> io::Result<Vec<Finding>> {
        let path = &self.url.path;
        let directory = path.rsplit_once('/').map_or("", |(directory, _)| directory);
        let endings = COPY_ENDINGS.iter().map(|ending| format!("{path}{ending}"));
        let names = KEY_NAMES.iter().map(|name| format!("{directory}/{name}"));
        // Only files with keys, which no server runs; to ask for other programs might do something.
        let copies = self.copies.iter().filter_map(|path| path.to_str());
        let copies = copies.filter(|name| name.bytes().all(|byte| byte.is_ascii_graphic()));
        let copies = copies.map(|name| name.replace('%', "%25"));
        let copies = copies.flat_map(|name| [format!("{directory}/{name}"), format!("/{name}")]);
        let mut findings = Vec::new();
        for target in endings.chain(names).chain(copies) {
            let response = self.url.request("GET", &target)?;
            let text = std::str::from_utf8(&response.body).unwrap_or_default();
            if is_program(&response) || KeyRing::parse(text).is_ok() {
                findings.push(Finding::wrong(format!(
                    "the server hands out {target}, with keys in it; move it elsewhere, and `install --new-key`"
                )));
            }
        }
        if findings.is_empty() {
            findings.push(Finding::ok("no copy of the program and no key file was handed out"));
        }
        Ok(findings)
    }

    /// Whether the program there has the keys of the one here: they open a link of a game that it
    /// dealt. Nothing that only a holder of the keys can make is sent, for the server may be anybody's.
    fn check_keys(&self, ring: &KeyRing) -> io::Result<Vec<Finding>> {
        let ruleset = GAMES[0].ruleset;
        let response = self.get(&format!("g={}&seed=keys", ruleset.key))?;
        let page = String::from_utf8_lossy(&response.body);
        let tokens = page.split("?s=").skip(1);
        let tokens = tokens.map(|rest| rest.split(['&', '"', '#']).next().unwrap_or_default());
        let opens = |token: &str| {
            seal::open(ring, binding(ruleset, POSITION), ruleset.version, token).is_ok()
        };
        Ok(vec![match tokens.take(1).any(opens) {
            true => {
                Finding::ok("the program there has these keys; `doctor --page` shows what it sees")
            }
            false => Finding::wrong(
                "the program there has other keys than the one here; is it the same program?",
            ),
        }])
    }
}
