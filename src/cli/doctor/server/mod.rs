//! Examines a web server. It must pass on the requests and the responses of Parlour unchanged, and
//! must not hand out keys.
//!
//! One cause gets one sentence, so the first checks are those on which all others depend. Parlour
//! must be there, queries must arrive, every visit must get a new answer, and a click must get
//! through. If one of these checks fails, the doctor stops, because the others would report the
//! same fault again.

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

/// The facts before the visit.
#[derive(Clone, Copy, Debug, Default)]
pub struct Known<'a> {
    /// The address of the host, if its name does not say it.
    pub resolve: Option<&'a Resolve>,
    /// The keys of the program on this machine.
    pub ring: Option<&'a KeyRing>,
    /// The files with keys near it, relative to the document root or to the program's directory.
    pub copies: &'a [PathBuf],
}

/// The result of a visit to a web server.
#[derive(Debug)]
pub struct Visit {
    /// Its progress.
    pub reached: Reached,
    /// The findings.
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
