//! `parlour doctor URL`: a visit to a web server, to see whether it hands on what is asked and what
//! Parlour answers, and nothing that it should keep.

use super::http::{Place, Reply};
use crate::clients::html::LINKS;
use crate::deal::DealId;
use crate::doctor::checkup::Finding;
use crate::doctor::pass;
use crate::seal::keys::KeyRing;
use std::io;
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

/// What the index of a Parlour says, and a Parlour without keys.
const INDEX: &str = "<title>Parlour</title>";
const NOT_SET_UP: &str = "The parlour is not set up yet";
/// A seed with everything in it that is written with percent signs, and how a browser sends it.
const ODD_SEED: &str = "a+b&c=d é%41";
const ODD_SEED_SENT: &str = "a%2Bb%26c%3Dd+%C3%A9%2541";
/// Bytes of a query as long as any that Parlour reads, and of one as long as any server takes.
const LONG_BYTES: usize = 1900;
const ENDLESS_BYTES: usize = 7800;
/// What people call copies of a program, behind its own name, and key files beside it.
const COPY_ENDINGS: [&str; 5] = ["~", ".bak", ".old", ".orig", ".save"];
const KEY_NAMES: [&str; 5] = ["key", "keys", "ring", "parlour.key", "parlour"];

/// What was seen on this machine before the visit.
#[derive(Default)]
pub struct Known {
    /// The keys of the program that is to be there.
    pub ring: Option<KeyRing>,
    /// Files with keys, seen from the document root or from the directory of the program.
    pub copies: Vec<PathBuf>,
}

/// Visits the program at this address.
pub fn examine(url: &str, known: &Known) -> Vec<Finding> {
    let place = match Place::parse(url) {
        Ok(place) => place,
        Err(error) => return vec![Finding::wrong(format!("{url} cannot be asked: {error}"))],
    };
    let index = match place.ask("GET", &format!("{}?parlour", place.path)) {
        Ok(reply) => reply,
        Err(error) => {
            return vec![Finding::wrong(format!(
                "nobody answers at {} ({error}); is the web server running, and does it listen there?",
                place.host
            ))];
        }
    };
    if let Some(finding) = what_else(&index) {
        return vec![finding];
    }
    let visit = Visit { place };
    let mut findings = vec![Finding::ok(format!("the web server at {url} runs Parlour"))];
    for look in
        [Visit::statuses, Visit::head, Visit::whole_query, Visit::commands, Visit::handed_out]
    {
        // A server that falls silent is a finding like any other.
        findings.extend(look(&visit, known).unwrap_or_else(|error| {
            vec![Finding::wrong(format!("the web server breaks off in the middle ({error})"))]
        }));
    }
    findings.extend(missing_headers(&index));
    findings.extend(visit.keys(known));
    findings
}

/// What there is at the address, if it is not a Parlour that works.
fn what_else(reply: &Reply) -> Option<Finding> {
    let cure = match reply.status {
        _ if is_program(reply) => {
            "the server hands out the program with the keys in it instead of running it; take it away from there, let the server run it (each recipe in deploy/ says how), and `install --new-key`"
        }
        _ if reply.body.starts_with(b"#!") => {
            "the server hands out the script instead of running it; let it run programs there (each recipe in deploy/ says how)"
        }
        200 if reply.says(INDEX) => return None,
        503 if reply.says(NOT_SET_UP) => {
            "Parlour runs there, but has no key; `parlour install` gives it one, and the server's error log says more"
        }
        200 => "something answers there that is not Parlour; is the address right?",
        301..=308 => {
            let to = reply.header("Location").unwrap_or("another address");
            return Some(Finding::wrong(format!(
                "the server sends visitors on to {to}; ask there, or if that is HTTPS, on the machine itself"
            )));
        }
        401 | 403 => {
            "the server refuses (403): it may not run programs there (in Apache, `Options +ExecCGI`), or may not enter the directory or run the file (`parlour doctor FILE` tells)"
        }
        404 => {
            "the server knows nothing at this address; is it right, and does the server look for programs there (`ScriptAlias`, `cgi.assign`)?"
        }
        500..=599 => {
            "the server cannot run the program; its error log says why: mostly the mode of the file, a file system mounted noexec, or a program built for another system (`cargo static` makes one that runs anywhere)"
        }
        _ => "the server answers as no web server should; is the address right?",
    };
    Some(Finding::wrong(format!("asked for Parlour, it answers {}: {cure}", reply.status)))
}

fn is_program(reply: &Reply) -> bool {
    reply.body.starts_with(b"\x7fELF")
}

/// Headers that a proxy or a server took away, of those that guard a page.
fn missing_headers(reply: &Reply) -> Option<Finding> {
    let guards = ["Content-Security-Policy", "Referrer-Policy", "X-Robots-Tag", "Cache-Control"];
    let missing: Vec<&str> =
        guards.into_iter().filter(|name| reply.header(name).is_none()).collect();
    (!missing.is_empty()).then(|| {
        Finding::note(format!(
            "headers of the program do not arrive ({}); have the server, or the proxy before it, hand them on",
            missing.join(", ")
        ))
    })
}

/// A visit to a server that runs Parlour.
struct Visit {
    place: Place,
}

/// What is found out, unless the server breaks off.
type Look = io::Result<Vec<Finding>>;

impl Visit {
    fn get(&self, query: &str) -> io::Result<Reply> {
        self.place.ask("GET", &format!("{}?{query}", self.place.path))
    }

    fn statuses(&self, _: &Known) -> Look {
        let too_long = format!("x={}", "y".repeat(LONG_BYTES + 200));
        let mut wrong = Vec::new();
        for (query, what, status) in [
            ("g=no-such-game", "a game that is not there", 404),
            ("s=A&g=concentration", "a link that is cut short", 400),
            (&too_long, "a link that is too long", 414),
        ] {
            let came = self.get(query)?.status;
            if came != status {
                wrong.push(format!("{what} should be {status} and comes as {came}"));
            }
        }
        let mut findings = vec![match wrong.is_empty() {
            true => Finding::ok("the status of an answer arrives (404, 400, 414)"),
            false => Finding::wrong(format!(
                "the status of an answer does not arrive, so caches and robots take a problem for a page: {}; have the server honour the `Status` header of programs",
                wrong.join(", ")
            )),
        }];
        findings.push(match self.place.ask("POST", &self.place.path) {
            Ok(reply) if reply.status == 405 => Finding::ok("a POST is refused (405)"),
            Ok(reply) => Finding::wrong(format!(
                "a POST should be refused with 405 and comes back as {}; have the server honour the `Status` header of programs",
                reply.status
            )),
            Err(error) => Finding::note(format!(
                "a POST gets no answer ({error}); no link of Parlour sends one, so nothing need be done"
            )),
        });
        Ok(findings)
    }

    fn head(&self, _: &Known) -> Look {
        let reply = self.place.ask("HEAD", &format!("{}?parlour", self.place.path))?;
        Ok(vec![match (reply.status, reply.body.len()) {
            (200, 0) => Finding::ok("a HEAD is answered without a body"),
            (200, length) => Finding::wrong(format!(
                "a HEAD is answered with a body of {length} bytes; the server must not add one"
            )),
            (status, _) => Finding::wrong(format!(
                "a HEAD should be answered with 200 and comes back as {status}; let the server hand it to the program"
            )),
        }])
    }

    fn whole_query(&self, _: &Known) -> Look {
        let deals = |query: &str, seed: &str| {
            let (_, code) = DealId::from_seed_text(seed).to_query();
            let reply = self.get(&format!("{query}&as=json"))?;
            io::Result::Ok(reply.status == 200 && reply.says(&format!("\"{code}\"")))
        };
        let odd = format!("g=%63oncentration&seed={ODD_SEED_SENT}");
        let long = format!("x={}&g=concentration&seed=whole", "y".repeat(LONG_BYTES));
        let endless = self.get(&format!("x={}", "y".repeat(ENDLESS_BYTES)))?;
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
            match endless.says("This link is too long") {
                true => Finding::ok(format!("a query of {ENDLESS_BYTES} bytes arrives")),
                false => Finding::note(format!(
                    "the server itself answers a query of {ENDLESS_BYTES} bytes ({}); no link of Parlour is so long, so nothing need be done",
                    endless.status
                )),
            },
        ])
    }

    /// Words in an address that are commands in a terminal, in the way in which servers hand them
    /// over as arguments.
    fn commands(&self, _: &Known) -> Look {
        for query in ["version", "keygen", "--help", "doctor+/nowhere", "install+/nowhere/parlour"]
        {
            let reply = self.get(query)?;
            if reply.status != 200 || !reply.says(INDEX) {
                return Ok(vec![Finding::wrong(format!(
                    "asked for `?{query}`, the server answers {} and not with Parlour's first page; a wrapper must not hand on its arguments",
                    reply.status
                ))]);
            }
        }
        Ok(vec![Finding::ok("a visitor's words are never taken for a command")])
    }

    fn handed_out(&self, known: &Known) -> Look {
        let path = &self.place.path;
        let directory = path.rsplit_once('/').map_or("", |(directory, _)| directory);
        let endings = COPY_ENDINGS.iter().map(|ending| format!("{path}{ending}"));
        let names = KEY_NAMES.iter().map(|name| format!("{directory}/{name}"));
        // Only files with keys, which no server runs: what else lies there may do anything.
        let copies = known.copies.iter().filter_map(|path| path.to_str());
        let copies = copies.filter(|name| name.bytes().all(|byte| byte.is_ascii_graphic()));
        let copies = copies.map(|name| name.replace('%', "%25"));
        let copies = copies.flat_map(|name| [format!("{directory}/{name}"), format!("/{name}")]);
        let mut findings = Vec::new();
        for target in endings.chain(names).chain(copies) {
            let reply = self.place.ask("GET", &target)?;
            let text = std::str::from_utf8(&reply.body).unwrap_or_default();
            if is_program(&reply) || KeyRing::parse(text).is_ok() {
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

    /// Whether the program there has the keys of the one here. The pass opens the doctor's page.
    fn keys(&self, known: &Known) -> Option<Finding> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).ok()?.as_secs();
        let pass = pass::make(known.ring.as_ref()?, now).ok()?;
        let link = LINKS.doctor(&pass);
        Some(match self.get(link.trim_start_matches('?')) {
            Ok(reply) if reply.status == 200 => {
                Finding::ok("the program there has these keys; `doctor --page` opens what it sees")
            }
            _ => Finding::wrong(
                "the program there has other keys than the one here, or another clock; is it the same program?",
            ),
        })
    }
}
