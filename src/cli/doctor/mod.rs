//! `parlour doctor`: examines the installation of a program, and a web server in front of it. Each
//! line of the report says what to do, and faults come first.

mod cgi;
mod checks;
mod client;
mod findings;
mod logs;
mod program;
mod symptoms;
mod url;
mod visit;
mod wrapper;

pub use cgi::ask_as;

use super::arguments::DoctorOptions;
use super::install::servers;
use crate::doctor::checkup::{Finding, Verdict};
use crate::os::groups::Group;
use checks::CHECKS;
use findings as say;
use program::Report;
use std::cmp::Reverse;
use std::io::ErrorKind;
use std::path::Path;
use url::HttpUrl;
use visit::{Known, Reached};

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
    let url = options.url.as_deref().map(|url| read_url(url, options));
    let url = url.transpose().map_err(|finding| vec![finding])?;
    let report = if options.file.is_some() || url.is_none() {
        program::examine(options.file.as_deref(), options.document_root.as_deref())?
    } else {
        Report::default()
    };
    let Some(url) = url else { return Ok(report.into_findings()) };
    let known = Known {
        ring: report.ring.as_ref(),
        has_key_file: report.key_file.is_some(),
        copies: &report.copies,
    };
    let (reached, found) = visit::examine(url, known, CHECKS);
    Ok(joined(report, reached, found))
}

fn read_url(url: &str, options: &DoctorOptions) -> Result<HttpUrl, Finding> {
    let elsewhere = options.resolve.as_deref();
    let elsewhere = elsewhere.map(|text| url::read_elsewhere(text).ok_or_else(say::no_place));
    let url = HttpUrl::parse(url).ok_or_else(say::no_url)?;
    Ok(HttpUrl { elsewhere: elsewhere.transpose()?, ..url })
}

/// The findings about a program and its web server, without those that follow from others.
fn joined(report: Report, reached: Reached, mut found: Vec<Finding>) -> Vec<Finding> {
    let Report { mut findings, mut suspects, mut keys, key_file, .. } = report;
    let is_broken = findings.iter().chain(&suspects).chain(&keys).any(Finding::is_wrong);
    match reached {
        // The server's answer follows from the faults of the file, or from what may be one.
        Reached::Nothing if is_broken || !suspects.is_empty() => {
            if !is_broken {
                suspects.iter_mut().for_each(|suspect| suspect.verdict = Verdict::Wrong);
            }
            for finding in found.iter_mut().filter(|finding| finding.is_wrong()) {
                *finding = say::mend_first(&finding.sentence);
            }
        }
        // A server may set a key that this terminal does not know.
        Reached::Game => {
            for finding in keys.iter_mut().filter(|finding| finding.is_wrong()) {
                *finding = say::key_of_server();
            }
        }
        Reached::NoKey => {
            let hidden = key_file.as_deref().filter(|_| !is_broken).and_then(hidden_from);
            match key_file {
                // The program on this machine has the fault, or its web server.
                Some(_) if is_broken || hidden.is_some() => {
                    found.retain(|finding| !finding.is_wrong());
                    found.extend(hidden);
                }
                _ => keys.retain(|finding| !finding.is_wrong()),
            }
        }
        _ => {}
    }
    findings.extend(suspects);
    findings.extend(keys);
    findings.extend(found);
    findings
}

/// The fault of a web server whose programs cannot read the key file of a copy, if root can. Only root
/// can look.
fn hidden_from(key_file: &Path) -> Option<Finding> {
    let (file, below) = (key_file.display(), key_file.strip_prefix("/").ok()?);
    servers::running().into_iter().find_map(|server| {
        let seen = server.root.join(below).metadata();
        if server.has_no_new_privileges {
            let group = Group::of_id(server.group).name;
            return Some(say::no_new_privileges(server.name, &file, group));
        }
        let is_hidden = seen.is_err_and(|error| error.kind() == ErrorKind::NotFound);
        is_hidden.then(|| say::hidden(server.name, &file))
    })
}
