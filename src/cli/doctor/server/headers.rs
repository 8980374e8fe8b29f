//! Checks if the headers that protect a page arrive with their values. A server may replace them
//! with its own.

use crate::cli::doctor::http::Response as Received;
use crate::doctor::checkup::Finding;
use crate::gateway::http::HttpRequest;
use crate::respond::{Services, respond};
use crate::seal::keys::{Key, KeyRing};

/// The header with the parts that a page may load.
const POLICY: &str = "Content-Security-Policy";
/// The beginning of its value in every version of Parlour.
const POLICY_START: &str = "default-src 'none'; style-src '";
/// The header that makes an answer a page.
const TYPE: &str = "Content-Type";

/// Compares the headers of the first page and of a game's page with those of this program.
pub fn check(index: &Received, dealt: &Received) -> Vec<Finding> {
    let Ok(key) = Key::draw() else { return Vec::new() };
    let ring = KeyRing::of(key);
    let mut findings = Vec::new();
    let (mut missing, mut changed) = (Vec::new(), Vec::new());
    for (query, received) in [("", index), ("g=concentration&seed=headers", dealt)] {
        for (name, value) in sent(&ring, query) {
            let came: Vec<&str> = received.headers(name).collect();
            match &came[..] {
                [] => missing.push(name),
                [one] if *one == value => {}
                [one] if name == POLICY && one.starts_with(POLICY_START) => {}
                _ if changed.contains(&name) => {}
                _ => {
                    changed.push(name);
                    findings.push(differs(name, &value, &came));
                }
            }
        }
    }
    missing.sort_unstable();
    missing.dedup();
    if !missing.is_empty() {
        findings.push(Finding::note(format!(
            "headers of the program do not arrive ({}); have the server, or the proxy before it, pass them on",
            missing.join(", ")
        )));
    }
    if index.header("Set-Cookie").is_some() {
        findings.push(Finding::note(
            "the server gives visitors a cookie, which Parlour never does; some will want to know why",
        ));
    }
    if findings.is_empty() {
        findings.push(Finding::ok("the headers of pages arrive as they were sent"));
    }
    findings
}

/// The headers that this program sends with a page.
fn sent(ring: &KeyRing, query: &str) -> Vec<(&'static str, String)> {
    let services = Services {
        keys: Some(ring),
        preview: false,
        entropy: &|bytes| {
            bytes.fill(1);
            true
        },
        now: &|| None,
        address: &|| None,
        examine: &|_| None,
    };
    let query = query.as_bytes().to_vec();
    let response = respond(&services, &HttpRequest { query, ..HttpRequest::default() });
    response.headers().map(|(name, value)| (name, value.to_owned())).collect()
}

/// The finding about a header that came with another value, or more than once.
fn differs(name: &str, value: &str, came: &[&str]) -> Finding {
    let foreign = |value: &&&str| name != POLICY || !value.starts_with(POLICY_START);
    let came = came.iter().filter(foreign).copied().collect::<Vec<_>>().join("` and `");
    match name {
        POLICY => Finding::wrong(format!(
            "the server sends a {name} of its own, `{came}`, which takes styles and pictures away from the pages; have it send none at this address (in Apache, `Header always setifempty` in place of `set`)"
        )),
        TYPE => Finding::wrong(format!(
            "pages come with `{name}: {came}` and not `{value}`; have the server leave the header as the program sends it"
        )),
        _ => Finding::note(format!(
            "{name} comes as `{came}` and was sent as `{value}`; have the server leave it as it is"
        )),
    }
}
