//! The way to Parlour: its first page is at the address, perhaps after a redirect. If it is not,
//! this module explains the likely reason.

use super::host::{Reached, Server};
use crate::cli::doctor::error_log;
use crate::cli::doctor::exchange::NoResponse;
use crate::cli::doctor::http::{HttpUrl, Response};
use crate::doctor::checkup::Finding;
use crate::os::elf;
use crate::problem::Problem;

/// A text on the first page of every Parlour.
const INDEX: &str = "<meta property=\"og:title\" content=\"Parlour\">";
/// The end of every page.
const PAGE_END: &str = "</html>";
/// The query of the first request. It may be any text, but it must not get lost on the way.
const QUERY: &str = "parlour";
/// The most redirects.
const REDIRECTS_MAX: usize = 5;

/// The place of Parlour.
#[derive(Debug)]
pub struct Arrived {
    /// The server, with the address that answers.
    pub server: Server,
    /// Its first page.
    pub index: Response,
    /// The findings on the way.
    pub findings: Vec<Finding>,
}

/// Returns true if this is the first page of Parlour.
pub fn is_index(response: &Response) -> bool {
    response.contains(INDEX)
}

/// Returns true if this is the executable itself.
pub fn is_program(response: &Response) -> bool {
    response.body.starts_with(elf::MAGIC)
}

/// Asks for the first page.
///
/// # Errors
///
/// The progress and the findings, if no Parlour answers.
pub fn arrive(mut server: Server) -> Result<Arrived, (Reached, Vec<Finding>)> {
    let mut findings = Vec::new();
    match follow(&mut server, &mut findings) {
        Ok(index) => Ok(Arrived { server, index, findings }),
        Err((reached, finding)) => {
            findings.push(finding);
            Err((reached, findings))
        }
    }
}

/// Follows redirects to the first page.
fn follow(
    server: &mut Server,
    findings: &mut Vec<Finding>,
) -> Result<Response, (Reached, Finding)> {
    let nothing = |finding| (Reached::Nothing, finding);
    for _ in 0..=REDIRECTS_MAX {
        match server.get(QUERY) {
            Ok(response) if matches!(response.status, 301 | 302 | 303 | 307 | 308) => {
                let (url, finding) = send_on(&server.url, &response).map_err(nothing)?;
                findings.extend(finding);
                server.url = url;
            }
            Ok(response) => return check(&server.url, &response).map_or(Ok(response), Err),
            Err(NoResponse::NotTrusted(complaint)) if !server.url.trusts_any => {
                findings.push(Finding::wrong(format!(
                    "browsers warn of the certificate of {} ({complaint}); have it made for this name by an authority that they trust, and send the certificates in between",
                    server.url.authority
                )));
                server.url.trusts_any = true;
            }
            Err(error) => return Err(nothing(unanswered(&server.url, &error))),
        }
    }
    Err(nothing(Finding::wrong(format!(
        "the server sends visitors in a circle, at last to {}; look at its rules for redirects",
        server.url
    ))))
}

/// The target of a redirect, if it keeps the query.
fn send_on(url: &HttpUrl, response: &Response) -> Result<(HttpUrl, Option<Finding>), Finding> {
    let link = response.header("Location").unwrap_or_default();
    let followed = url.follow(link);
    let Some((to, query)) = followed else {
        return Err(Finding::wrong(format!(
            "the server sends visitors on to `{link}`, which is no address"
        )));
    };
    if query != QUERY {
        return Err(Finding::wrong(format!(
            "the server sends visitors on to {to} and loses the query on the way, which is the game; have the redirect keep what follows the `?` (in nginx, `$request_uri`)"
        )));
    }
    let is_upgrade = to.is_secure && !url.is_secure && to.path == url.path;
    let sentence = format!("the server sends visitors on from {url} to {to}");
    Ok((to, Some(if is_upgrade { Finding::ok(sentence) } else { Finding::note(sentence) })))
}

fn unanswered(url: &HttpUrl, error: &NoResponse) -> Finding {
    let at = &url.authority;
    Finding::wrong(match error {
        NoResponse::NoCurl => format!(
            "{url} cannot be examined: {error}; install curl, or ask the server by HTTP on its own machine"
        ),
        _ if url.is_secure => format!(
            "nobody answers at {at} by HTTPS ({error}); is the web server running, and does it listen there?"
        ),
        _ => format!(
            "nobody answers at {at} ({error}); is the web server running, and does it listen there?"
        ),
    })
}

/// The fault of a page that is not the first page of Parlour, and the progress of the visit.
fn check(url: &HttpUrl, response: &Response) -> Option<(Reached, Finding)> {
    let advice = match response.status {
        _ if is_program(response) => {
            "the server hands out the program with the keys in it instead of running it; take it away from there, let the server run it (each recipe in deploy/ says how), and `parlour install --new-key DEST`"
        }
        _ if response.body.starts_with(b"#!") => {
            "the server hands out the script instead of running it; let it run programs there (each recipe in deploy/ says how)"
        }
        200 if is_index(response) => return check_whole(response),
        _ if response.contains(Problem::NotSetUp.heading()) => {
            let advice = "Parlour runs there, but has no key that it can use; `parlour install` gives it one, and if the server sets PARLOUR_KEY or PARLOUR_KEY_FILE, that is refused: its error log says why, in a line with `parlour:`";
            return Some((Reached::NoKey, accuse(url, response, advice)));
        }
        _ => advice(response),
    };
    Some((Reached::Nothing, accuse(url, response, advice)))
}

fn accuse(url: &HttpUrl, response: &Response, advice: &str) -> Finding {
    let log = error_log::last_line_about(&url.path).filter(|_| response.status >= 400);
    let log = log.map_or_else(String::new, |line| format!(" (its log: `{line}`)"));
    Finding::wrong(format!("asked for Parlour, it answers {}: {advice}{log}", response.status))
}

/// A reason why another program answers, the likeliest one.
fn advice(response: &Response) -> &'static str {
    match response.status {
        200 if response.body.starts_with(b"Status: ") => {
            "the server shows the headers of the program as text; have it run the program as a CGI, and not as one that writes its own headers (`nph-`)"
        }
        200 if response.body.is_empty() => {
            "the page is empty; the program was started and printed nothing, as one that is built for another system does, or a script with a wrong path in it (`parlour doctor FILE` says more)"
        }
        200 => "something answers there that is not Parlour; is the address right?",
        400 if response.contains("HTTPS") || response.contains("SSL") => {
            "the server speaks HTTPS at this port; ask with https://"
        }
        401 => {
            "the server asks for a password, which the doctor has not; ask on the machine itself, or without it for as long"
        }
        403 => {
            "the server refuses: it may not run programs there (in Apache, `Options +ExecCGI`), or may not enter the directory or run the file (`parlour doctor FILE` says more); a server that reads what it runs takes no copy of mode 0711, but deploy/wrapper.sh in its place"
        }
        404 => {
            "the server knows nothing at this address; is it right, and does the server look for programs there (`ScriptAlias`, `cgi.assign`)? A server that reads what it runs (althttpd, H2O) does not find a copy of mode 0711, but deploy/wrapper.sh in its place"
        }
        405 | 501 => {
            "the server runs no program at this address; each recipe in deploy/ says how it does"
        }
        429 => {
            "the server answers only so many requests in so much time; ask later, or let this machine ask more"
        }
        502 | 504 => {
            "what is to run the program does not answer the server: is fcgiwrap (or what stands in its place) running, may the server open its socket, and is the program there?"
        }
        503 => {
            "the server does not get at its programs; Apache does so after `a2enmod cgid` until it is restarted (a reload is not enough)"
        }
        500..=599 => {
            "the server cannot run the program; its error log says why: usually the mode of the file, a file system mounted noexec, a program built for another system (`cargo static` makes one that runs anywhere), or, if it is a script, line ends of Windows or a wrong path in it (`parlour doctor FILE` says which)"
        }
        _ => "the server answers as no web server should; is the address right?",
    }
}

/// The fault of a first page that is not complete or has additions.
fn check_whole(response: &Response) -> Option<(Reached, Finding)> {
    let text = response.text();
    let sentence = match text.trim_end().rsplit_once(PAGE_END) {
        Some((_, "")) => return None,
        Some(_) => {
            "something is added to the pages of Parlour behind their end, such as an advertisement of the host or a script of a proxy; have it leave them alone"
        }
        None => {
            "the pages of Parlour are cut short; is the disk full on which the server or a proxy keeps them, or a limit of size set?"
        }
    };
    Some((Reached::Parlour, Finding::wrong(sentence)))
}
