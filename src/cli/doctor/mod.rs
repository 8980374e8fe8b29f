//! `parlour doctor`: runs a file as a web server would, and compares the answers of a web server with
//! those of this program. Each line of the report is a finding, the gravest first: `WRONG` only for
//! what was seen to go wrong.

mod client;
mod compare;
mod file;
mod finding;
mod logs;
mod server;
pub(crate) mod url;
mod visit;

use super::commands::DoctorOptions;
use super::program_file;
use super::terminal::say;
use super::watch;
use crate::os::own::ME;
use crate::program::Program;
use crate::seal::keys::Key;
use file::Examined;
use finding::{Finding, Verdict};
use logs::Logs;
use std::cmp::Reverse;
use std::process::ExitCode;
use visit::Visited;

/// Examines what the options name: a file, a web server, or both; without them, this program.
pub fn examine(program: &'static Program, options: &DoctorOptions) -> ExitCode {
    let logs = Logs::now(&options.logs);
    let mut findings = find(program, options);
    // The sort is stable: findings of one verdict keep their order.
    findings.sort_by_key(|finding| Reverse(finding.verdict));
    let is_sound = findings.iter().all(|finding| finding.verdict != Verdict::Wrong);
    for finding in &findings {
        say(&format!("{finding}\n"));
    }
    if options.url.is_some() {
        let lines = logs.new_lines();
        let own = format!("{ME}: ");
        let is_wanted = |line: &&String| !is_sound || line.contains(&own);
        for line in lines.iter().filter(is_wanted) {
            say(&format!("log   {line}\n"));
        }
        if !is_sound && lines.is_empty() {
            say(
                "note  no log of errors that the doctor finds has a new line; nginx's recipe logs alerts only (deploy/README.md, Logs), and `--log FILE` adds a log\n",
            );
        }
    }
    if is_sound { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn find(program: &'static Program, options: &DoctorOptions) -> Vec<Finding> {
    let own = if options.url.is_none() && options.file.is_none() {
        match program_file::own_path() {
            Ok(path) => Some(path),
            Err(why) => return vec![Finding::wrong(why)],
        }
    } else {
        options.file.clone()
    };
    let mut examined = own.as_deref().map(|file| file::examine(program, file)).unwrap_or_default();
    let watched = watch::faults(own.as_deref().map(program_file::named).as_deref());
    examined.findings.extend(watched.into_iter().map(Finding::wrong));
    let failure = examined.failure.take();
    let Some(url) = &options.url else {
        examined.findings.extend(failure.map(Finding::wrong));
        return examined.findings;
    };
    let key = match Key::draw() {
        Ok(key) => key,
        Err(error) => return vec![Finding::wrong(error.to_string())],
    };
    let mut visited = visit::visit(program, url.clone(), key);
    let is_wrong = |finding: &Finding| finding.verdict == Verdict::Wrong;
    let is_sound = !visited.versions.is_empty() && !visited.findings.iter().any(is_wrong);
    examined.findings.extend(failure.map(|failure| {
        if is_sound {
            Finding::note(format!("{failure}; but the web server runs it well"))
        } else {
            Finding::wrong(failure)
        }
    }));
    if examined.findings.iter().any(is_wrong) && visited.versions.is_empty() {
        // No page arrives because of the file.
        visited.findings.iter_mut().for_each(|finding| {
            finding.verdict = finding.verdict.min(Verdict::Note);
        });
    }
    let both = compare_both(&examined, &visited);
    [examined.findings, visited.findings, both].concat()
}

/// Compares the file with the program that answers.
fn compare_both(examined: &Examined, visited: &Visited) -> Vec<Finding> {
    let mut findings = Vec::new();
    if let Some(id) = examined.key_id
        && !visited.key_ids.is_empty()
        && !visited.key_ids.contains(&id)
    {
        findings.push(Finding::note(format!(
            "the program there seals with another key ({}) than this file ({id:02x}): it is another program, it has not been restarted, or the server sets PARLOUR_KEY",
            visit::in_hexadecimal(&visited.key_ids)
        )));
    }
    if let Some(version) = &examined.version
        && !visited.versions.is_empty()
        && !visited.versions.contains(version)
    {
        findings.push(Finding::note(
            "the program there has another version than this file; if it keeps running, restart it",
        ));
    }
    findings
}
