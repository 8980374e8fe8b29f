//! Checks if the program's answers and the visitors' queries arrive unchanged: statuses, methods,
//! long and odd queries, and words that are commands in a terminal.

use super::arrival::is_index;
use super::host::{Checked, Server};
use crate::cli::doctor::exchange::NoResponse;
use crate::cli::doctor::http::Response;
use crate::deal::Deal;
use crate::doctor::checkup::Finding;
use crate::problem::Problem;

/// A seed with every kind of character that needs an encoding, and the form in which a browser
/// sends it.
const ODD_SEED: &str = "a+b&c=d é%41";
const ODD_SEED_SENT: &str = "a%2Bb%26c%3Dd+%C3%A9%2541";
/// The length of a query near Parlour's limit, and of one near every server's limit.
const LONG_BYTES: usize = 1900;
const LONGEST_BYTES: usize = 7800;
/// Queries that are commands in a terminal. Some servers pass them on as arguments.
const COMMANDS: [&str; 5] =
    ["version", "keygen", "--help", "doctor+/nowhere", "install+/nowhere/parlour"];

/// Sends unusual requests.
pub fn check(server: &Server) -> Checked {
    let long = arrives_whole(server)?;
    let mut findings = check_statuses(server, long)?;
    findings.extend(check_head(server)?);
    findings.extend(check_queries(server, long)?);
    findings.push(check_commands(server)?);
    Ok(findings)
}

/// Returns true if the program answers a query with the deal of this seed.
fn deals(server: &Server, query: &str, seed: &str) -> Result<bool, NoResponse> {
    let code = Deal::from_seed_text(seed, false).to_query().unwrap_or_default().1;
    let response = server.get(&format!("{query}&as=json"))?;
    Ok(response.status == 200 && response.contains(&format!("\"{code}\"")))
}

/// Returns true if a query near Parlour's limit arrives.
fn arrives_whole(server: &Server) -> Result<bool, NoResponse> {
    let long = format!("x={}&g=concentration&seed=whole", "y".repeat(LONG_BYTES));
    deals(server, &long, "whole")
}

fn check_statuses(server: &Server, long: bool) -> Checked {
    let too_long = format!("x={}", "y".repeat(LONG_BYTES + 200));
    let asked: [(&str, &str, Problem); 3] = [
        (
            "g=no-such-game",
            "a game that does not exist",
            Problem::NoSuchGame("no-such-game".to_owned()),
        ),
        ("s=A&g=concentration", "a link that is cut short", Problem::Damaged(None)),
        (&too_long, "a link that is too long", Problem::TooLong),
    ];
    let (mut wrong, mut is_replaced) = (Vec::new(), false);
    // Another check reports that a long query does not arrive whole.
    for (query, what, problem) in asked.into_iter().take(if long { 3 } else { 2 }) {
        let (response, status) = (server.get(query)?, problem.status().code());
        let is_replaced_here = !response.contains(problem.heading());
        // No link is this long, so the server may refuse it in its own words.
        let is_limit = matches!(problem, Problem::TooLong)
            && is_replaced_here
            && (400..500).contains(&response.status);
        if response.status != status && !is_limit {
            wrong.push(format!("{what} should be {status} and comes as {}", response.status));
        }
        is_replaced |= is_replaced_here && !is_limit;
    }
    if !wrong.is_empty() {
        return Ok(vec![Finding::wrong(format!(
            "the status of an answer does not arrive, so caches and robots take a problem for a page: {}; have the server honour the `Status` header of programs",
            wrong.join(", ")
        ))]);
    }
    let mut findings = vec![Finding::ok("the status of an answer arrives (404, 400, 414)")];
    if is_replaced {
        findings.push(Finding::note(
            "the server shows pages of its own where Parlour has a problem to tell, so visitors lose the way on; have it pass on the pages of programs whatever their status (in nginx, `fastcgi_intercept_errors off`)",
        ));
    }
    findings.push(check_post(server));
    Ok(findings)
}

fn check_post(server: &Server) -> Finding {
    match server.url.request("POST", &server.url.path) {
        Ok(response) if response.status == 405 => Finding::ok("a POST is refused (405)"),
        Ok(Response { status: status @ 400..=599, .. }) => Finding::note(format!(
            "a POST is answered by the server itself ({status}); no link of Parlour sends one, so there is nothing to do"
        )),
        Ok(response) => Finding::wrong(format!(
            "a POST should be refused with 405 and comes back as {}; have the server honour the `Status` header of programs",
            response.status
        )),
        Err(error) => Finding::note(format!(
            "a POST gets no answer ({error}); no link of Parlour sends one, so there is nothing to do"
        )),
    }
}

fn check_head(server: &Server) -> Checked {
    let response = server.url.request("HEAD", &format!("{}?parlour", server.url.path))?;
    Ok(vec![match (response.status, response.body.len()) {
        (200, 0) => Finding::ok("a HEAD is answered without a body"),
        (200, length) => Finding::wrong(format!(
            "a HEAD is answered with a body of {length} bytes; the server must not add one"
        )),
        (status @ (405 | 501), _) => Finding::note(format!(
            "the server itself answers a HEAD ({status}); browsers send none, so there is nothing to do"
        )),
        (status, _) => Finding::wrong(format!(
            "a HEAD should be answered with 200 and comes back as {status}; let the server pass it to the program"
        )),
    }])
}

fn check_queries(server: &Server, long: bool) -> Checked {
    let odd = format!("g=%63oncentration&seed={ODD_SEED_SENT}");
    let mut findings = vec![if deals(server, &odd, ODD_SEED)? {
        Finding::ok("a query with percent signs arrives as it was sent")
    } else {
        Finding::wrong(
            "a query with percent signs does not arrive as it was sent; have no rewriting rule or proxy decode it",
        )
    }];
    if !long {
        findings.push(Finding::wrong(format!(
            "a query of {LONG_BYTES} bytes does not arrive whole; links of Parlour may have 900, so raise the server's limit"
        )));
        return Ok(findings);
    }
    findings.push(Finding::ok(format!("a query of {LONG_BYTES} bytes arrives whole")));
    let longest = server.get(&format!("x={}", "y".repeat(LONGEST_BYTES)));
    findings.push(match longest {
        Ok(response) if response.contains(Problem::TooLong.heading()) => {
            Finding::ok(format!("a query of {LONGEST_BYTES} bytes arrives"))
        }
        Ok(response) => Finding::note(format!(
            "the server itself answers a query of {LONGEST_BYTES} bytes ({}); no link of Parlour is so long, so there is nothing to do",
            response.status
        )),
        Err(error) => Finding::note(format!(
            "a query of {LONGEST_BYTES} bytes gets no answer ({error}); no link of Parlour is so long, so there is nothing to do"
        )),
    });
    Ok(findings)
}

fn check_commands(server: &Server) -> Result<Finding, NoResponse> {
    let mut refused = None;
    for query in COMMANDS {
        let response = server.get(query)?;
        match response.status {
            200 if is_index(&response) => {}
            400..=499 => refused = Some((query, response.status)),
            status => {
                return Ok(Finding::wrong(format!(
                    "asked for `?{query}`, the server answers {status} and not with Parlour's first page; a wrapper must not pass on its arguments (no `\"$@\"`)"
                )));
            }
        }
    }
    Ok(match refused {
        None => Finding::ok("a visitor's words are never taken for a command"),
        Some((query, status)) => Finding::note(format!(
            "the server itself refuses `?{query}` ({status}); no link of Parlour is like that, so there is nothing to do"
        )),
    })
}
