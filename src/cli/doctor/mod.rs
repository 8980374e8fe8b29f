//! `parlour doctor`: whether a program is installed as it should be, and whether a web server
//! passes on what it answers, in lines that say what to do.

mod cgi;
mod http;
mod program;
mod server;

pub use cgi::ask_as;

use super::arguments::DoctorOptions;
use crate::doctor::checkup::Finding;

/// Examines what the options name: this program or a file, a web server, or both.
pub fn examine(options: &DoctorOptions) -> Vec<Finding> {
    let mut report = program::Report::default();
    if options.file.is_some() || options.url.is_none() {
        report = match program::examine(options.file.as_deref(), options.document_root.as_deref()) {
            Ok(report) => report,
            Err(finding) => return vec![finding],
        };
    }
    let mut findings = report.findings;
    if let Some(url) = &options.url {
        findings.extend(server::examine(url, report.ring.as_ref(), &report.copies));
    }
    findings
}
