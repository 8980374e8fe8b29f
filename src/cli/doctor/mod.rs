//! `parlour doctor`: runs a file as a web server would, and compares the answers of a web server with
//! those of this program. Each line of the report is a finding, the gravest first: `WRONG` only for
//! what was seen to go wrong.

mod address;
mod client;
mod compare;
mod file;
mod finding;
mod logs;
mod server;
pub(crate) mod url;

use super::commands::DoctorOptions;
use super::exposure;
use super::program_file;
use super::terminal::{Failure, say};
use crate::os::own::ME;
use crate::program::Program;
use crate::seal::keys::Key;
use address::{Visited, in_hexadecimal};
use finding::{Finding, Verdict, note, wrong};
use logs::Logs;
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::process::ExitCode;

/// Examines what the options name: a file, a web server, or both; without them, this program.
///
/// # Errors
///
/// A sentence if the system hides this program, or gives no randomness.
pub fn examine(program: &'static Program, options: &DoctorOptions) -> Result<ExitCode, Failure> {
    let logs = Logs::now(&options.logs);
    let mut findings = find(program, options)?;
    // The sort is stable: findings of one verdict keep their order.
    findings.sort_by_key(|finding| Reverse(finding.verdict));
    let is_sound = !findings.iter().any(Finding::is_wrong);
    for finding in &findings {
        say(&format!("{finding}\n"));
    }
    if options.url.is_some() {
        let lines = logs.new_lines();
        let own = format!("{ME}: ");
        for line in lines.iter().filter(|line| !is_sound || line.contains(&own)) {
            say(&format!("log   {line}\n"));
        }
        if !is_sound && lines.is_empty() {
            say(
                "note  no log of errors that the doctor finds has a new line; nginx's recipe logs alerts only (deploy/README.md, Logs), and `--log FILE` adds a log\n",
            );
        }
    }
    Ok(if is_sound { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn find(program: &'static Program, options: &DoctorOptions) -> Result<Vec<Finding>, Failure> {
    let file = match (&options.file, &options.url) {
        (None, None) => Some(program_file::own_path()?),
        (file, _) => file.as_deref().map(program_file::named),
    };
    let examined = file.as_deref().map(|file| file::examine(program, file)).unwrap_or_default();
    let mut visited = match &options.url {
        Some(url) => address::visit(program, url.clone(), Key::draw()?),
        None => Visited::default(),
    };
    let is_answered = !visited.versions.is_empty();
    let is_run_well = is_answered && !visited.findings.iter().any(Finding::is_wrong);
    let mut findings = examined.findings;
    findings.extend(exposure::faults(file.as_deref()).into_iter().map(|fault| wrong!("{fault}")));
    findings.extend(examined.failure.map(|failure| {
        if is_run_well {
            note!("{failure}; but the web server runs it well")
        } else {
            wrong!("{failure}")
        }
    }));
    if !is_answered && findings.iter().any(Finding::is_wrong) {
        // No page arrives because of the file.
        for finding in &mut visited.findings {
            finding.verdict = finding.verdict.min(Verdict::Note);
        }
    }
    findings.append(&mut visited.findings);
    if let Some(id) = examined.key_id.filter(|id| is_foreign(id, &visited.key_ids)) {
        findings.push(note!("the program there seals with another key ({}) than this file ({id:02x}): it is another program, it has not been restarted, or the server sets PARLOUR_KEY",
            in_hexadecimal(&visited.key_ids)));
    }
    if examined.version.is_some_and(|version| is_foreign(&version, &visited.versions)) {
        findings.push(note!(
            "the program there has another version than this file; if it keeps running, restart it"
        ));
    }
    Ok(findings)
}

/// Returns true if others are known there, and not this one.
fn is_foreign<T: Ord>(own: &T, there: &BTreeSet<T>) -> bool {
    !there.is_empty() && !there.contains(own)
}
