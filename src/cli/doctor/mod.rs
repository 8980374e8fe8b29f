//! `parlour doctor`: examines the installation of a program, and a web server in front of it. Each
//! line of the report says what to do, and faults come first.

mod cgi;
mod curl;
mod error_log;
mod exchange;
mod http;
mod program;
mod server;
mod wrapper;

pub use cgi::ask_as;

use super::arguments::DoctorOptions;
use crate::doctor::checkup::Finding;
use http::Resolve;
use program::Report;
use server::{Known, Reached, Visit};
use std::cmp::Reverse;

/// Examines what the options name: this program or a file, a web server, or both.
pub fn examine(options: &DoctorOptions) -> Vec<Finding> {
    let mut findings = try_to_examine(options).unwrap_or_else(|findings| findings);
    // The sort is stable: findings of one verdict keep their order.
    findings.sort_by_key(|finding| Reverse(finding.verdict));
    findings
}

/// Examines the program first and then the web server. The error has the findings that leave nothing
/// more to examine.
fn try_to_examine(options: &DoctorOptions) -> Result<Vec<Finding>, Vec<Finding>> {
    let resolve = options.resolve.as_deref().map(read_resolve).transpose()?;
    let report = if options.file.is_some() || options.url.is_none() {
        program::examine(options.file.as_deref(), options.document_root.as_deref())?
    } else {
        Report::default()
    };
    let Some(url) = &options.url else { return Ok(report.into_findings()) };
    let known =
        Known { resolve: resolve.as_ref(), ring: report.ring.as_ref(), copies: &report.copies };
    let visit = server::examine(url, known);
    Ok(joined(report, visit))
}

fn read_resolve(text: &str) -> Result<Resolve, Vec<Finding>> {
    Resolve::parse(text).ok_or_else(|| {
        vec![Finding::wrong(format!(
            "`{text}` does not say where a host is; write it like games.example:443:127.0.0.1"
        ))]
    })
}

/// The findings about a program and its web server, without those that follow from others.
fn joined(report: Report, visit: Visit) -> Vec<Finding> {
    let is_broken = report.findings.iter().any(Finding::is_wrong);
    let (mut findings, mut keys, mut found) = (report.findings, report.keys, visit.findings);
    match visit.reached {
        // The server's answer follows from the faults of the file.
        Reached::Nothing if is_broken => {
            for finding in found.iter_mut().filter(|finding| finding.is_wrong()) {
                *finding = Finding::note(format!("{}; mend the rest first", finding.sentence));
            }
        }
        // A server may set a key that this terminal does not know.
        Reached::Game => {
            for finding in keys.iter_mut().filter(|finding| finding.is_wrong()) {
                *finding = Finding::note(
                    "the program has no key in this terminal, and the web server gives it one: a game is dealt there",
                );
            }
        }
        Reached::NoKey => keys.retain(|finding| !finding.is_wrong()),
        _ => {}
    }
    findings.extend(keys);
    findings.extend(found);
    findings
}
