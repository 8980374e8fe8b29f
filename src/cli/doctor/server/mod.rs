//! Examines a web server: whether it passes on the requests and the responses of Parlour unchanged,
//! whether a game can be played there, and whether it hands out keys.
//!
//! One cause gets one sentence. So what everything else depends on is looked at first: is it Parlour
//! at all, do queries arrive, is every visit answered anew, does a click get through. Where one of
//! these fails, nothing more is asked, because all that follows would be accused as well.

mod answers;
mod arrival;
mod handed_out;
mod headers;
mod host;
mod keys;
mod play;
mod style;
mod table;

pub use host::Reached;

use super::http::{HttpUrl, Resolve};
use crate::doctor::checkup::Finding;
use crate::seal::keys::KeyRing;
use host::{Server, breaks_off};
use std::path::PathBuf;

/// What is known before the visit.
#[derive(Clone, Copy, Debug, Default)]
pub struct Known<'a> {
    /// Where the host is, if its name does not say.
    pub resolve: Option<&'a Resolve>,
    /// The keys of the program on this machine.
    pub ring: Option<&'a KeyRing>,
    /// The files with keys near it, relative to the document root or to the program's directory.
    pub copies: &'a [PathBuf],
}

/// What was found at a web server.
#[derive(Debug)]
pub struct Visit {
    /// How far it came.
    pub reached: Reached,
    /// What was found.
    pub findings: Vec<Finding>,
}

/// Examines the web server at a URL.
pub fn examine(url: &str, known: Known<'_>) -> Visit {
    let server = match HttpUrl::parse(url) {
        Ok(url) => Server { url: HttpUrl { resolve: known.resolve.cloned(), ..url } },
        Err(error) => {
            let finding = Finding::wrong(format!("{url} cannot be examined: {error}"));
            return Visit { reached: Reached::Nothing, findings: vec![finding] };
        }
    };
    let arrived = match arrival::arrive(server) {
        Ok(arrived) => arrived,
        Err((reached, findings)) => return Visit { reached, findings },
    };
    let arrival::Arrived { server, index, mut findings } = arrived;
    findings.push(Finding::ok(format!("the web server at {} runs Parlour", server.url)));
    let dealt = match play::play(&server) {
        Ok((dealt, found)) => {
            findings.extend(found);
            dealt
        }
        Err(found) => {
            findings.extend(found);
            return Visit { reached: Reached::Parlour, findings };
        }
    };
    findings.extend(headers::check(&index, &dealt));
    for checked in [
        style::check(&server, &index),
        answers::check(&server),
        table::check(&server),
        handed_out::check(&server, known.copies),
    ] {
        findings.extend(checked.unwrap_or_else(breaks_off));
    }
    findings.extend(known.ring.map(|ring| keys::check(&dealt, ring)));
    Visit { reached: Reached::Game, findings }
}
