//! `parlour doctor`: whether a program is installed as it should be, and whether a web server
//! passes on what it answers, in lines that say what to do. What has to be corrected comes first.

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
use crate::doctor::checkup::{Finding, Verdict};
use http::Resolve;
use server::{Known, Reached};

/// Examines what the options name: this program or a file, a web server, or both.
pub fn examine(options: &DoctorOptions) -> Vec<Finding> {
    let mut findings = try_to_examine(options);
    // Of two that are equally serious the first stays first.
    findings.sort_by_key(|finding| match finding.verdict {
        Verdict::Wrong => 0,
        Verdict::Note => 1,
        Verdict::Ok => 2,
    });
    findings
}

fn try_to_examine(options: &DoctorOptions) -> Vec<Finding> {
    let resolve = match options.resolve.as_deref().map(|text| Resolve::parse(text).ok_or(text)) {
        None => None,
        Some(Ok(resolve)) => Some(resolve),
        Some(Err(text)) => {
            return vec![Finding::wrong(format!(
                "`{text}` does not say where a host is; write it like games.example:443:127.0.0.1"
            ))];
        }
    };
    let mut report = program::Report::default();
    if options.file.is_some() || options.url.is_none() {
        let root = options.document_root.as_deref();
        report = match program::examine(options.file.as_deref(), root) {
            Ok(report) => report,
            // A server that cannot run it either has nothing to say to that.
            Err(finding) => return finding,
        };
    }
    let Some(url) = &options.url else { return report.into_findings() };
    let known =
        Known { resolve: resolve.as_ref(), ring: report.ring.as_ref(), copies: &report.copies };
    let visit = server::examine(url, known);
    let is_broken = report.findings.iter().any(Finding::is_wrong);
    match visit.reached {
        // Where the file is broken the server's answer follows from that.
        Reached::Nothing if is_broken => {
            let follows = |finding: Finding| match finding.verdict {
                Verdict::Wrong => {
                    Finding::note(format!("{}; mend the rest first", finding.sentence))
                }
                _ => finding,
            };
            let visit = visit.findings.into_iter().map(follows);
            report.into_findings().into_iter().chain(visit).collect()
        }
        // What a server sets, the terminal does not know.
        Reached::Game | Reached::NoKey => {
            let is_dealt = visit.reached == Reached::Game;
            let mut findings = report.findings;
            findings.extend(report.keys.into_iter().filter_map(|finding| match finding.verdict {
                Verdict::Wrong if is_dealt => Some(Finding::note(
                    "the program has no key in this terminal, and the web server gives it one: a game is dealt there",
                )),
                Verdict::Wrong => None,
                _ => Some(finding),
            }));
            findings.into_iter().chain(visit.findings).collect()
        }
        _ => report.into_findings().into_iter().chain(visit.findings).collect(),
    }
}
