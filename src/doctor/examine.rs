//! The checkup on the doctor's page. It covers the server, the files and the rights of the program
//! while it answers a request.

use super::checkup::{Checkup, Finding};
use super::findings as say;
use super::permissions::{self, Kept};
use super::{copies, pass};
use crate::date::Day;
use crate::game::page::Fact;
use crate::os::access::Access;
use crate::os::elf::Linking;
use crate::os::env::Environment;
use crate::os::own::printable;
use crate::os::{clock, paths};
use crate::seal::key_file;
use crate::seal::keys::KeyRing;
use crate::seal::source::{KEY_VARIABLE, KeySource};
use crate::settings::{self, Settings};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The most seconds by which two clocks may differ without a finding.
const CLOCK_DIFFERENCE_MAX: u64 = 120;
/// The time to search for other keys: half of the processor time of a request.
const SEARCH_TIME_MAX: Duration = Duration::from_secs(1);
/// The most characters that the page shows of an environment variable.
const VALUE_CHARS_MAX: usize = 200;

/// The variables of the server that the page shows.
const SHOWN: [&str; 9] = [
    "SERVER_SOFTWARE",
    "GATEWAY_INTERFACE",
    "SERVER_PROTOCOL",
    "REQUEST_METHOD",
    "SERVER_NAME",
    "SERVER_PORT",
    "SCRIPT_NAME",
    "SCRIPT_FILENAME",
    "DOCUMENT_ROOT",
];

/// Examines the running program, for a visitor with a valid doctor link.
pub fn examine(
    environment: Environment<'_>,
    ring: &KeyRing,
    source: &KeySource,
    settings: &Settings,
    pass: &str,
) -> Option<Checkup> {
    let now = clock::seconds_since_1970()?;
    let made = pass::open(ring, pass, now)?;
    let process = Process::new(environment);
    let mut findings = check_server(&process);
    findings.push(check_user(&process));
    findings.extend(check_program(&process, source));
    findings.extend(check_key_file(&process, source));
    findings.extend(check_copies(&process));
    findings.extend(settings.faults.iter().map(|fault| Finding::wrong(fault.to_string())));
    findings.push(check_clock(made, now));
    Some(Checkup { facts: facts(&process, ring, source, now), findings })
}

/// The running process, as the server started it.
struct Process<'a> {
    environment: Environment<'a>,
    /// The ids of its user and its group.
    user: (u32, u32),
    /// Its executable, if the system knows its path.
    program: Option<PathBuf>,
    access: Option<Access>,
    /// The number of its arguments.
    arguments: usize,
}

impl<'a> Process<'a> {
    fn new(environment: Environment<'a>) -> Self {
        let program = std::env::current_exe().ok();
        let access = program.as_deref().and_then(|program| Access::at(program).ok());
        let user = (rustix::process::geteuid().as_raw(), rustix::process::getegid().as_raw());
        let arguments = std::env::args_os().skip(1).count();
        Process { environment, user, program, access, arguments }
    }

    /// The value of a variable that is not empty, cut to the length that the page shows.
    fn variable(&self, name: &str) -> Option<String> {
        let value = (self.environment)(name).filter(|value| !value.is_empty())?;
        Some(printable(&value.to_string_lossy()).chars().take(VALUE_CHARS_MAX).collect())
    }

    fn path(&self, name: &str) -> Option<PathBuf> {
        (self.environment)(name).map(PathBuf::from).filter(|path| path.is_absolute())
    }

    /// The visitor's kind of HTTPS, if a variable shows it.
    fn https(&self) -> Option<&'static str> {
        let is = |name: &str, value: &str| {
            self.variable(name).is_some_and(|found| found.eq_ignore_ascii_case(value))
        };
        if is("HTTPS", "on") || is("HTTPS", "1") || is("REQUEST_SCHEME", "https") {
            Some("HTTPS")
        } else if is("HTTP_X_FORWARDED_PROTO", "https") {
            Some("HTTPS, as a proxy says")
        } else {
            None
        }
    }
}

fn facts(process: &Process<'_>, ring: &KeyRing, source: &KeySource, now: u64) -> Vec<Fact> {
    let program = match (&process.program, process.access) {
        (Some(path), Some(access)) => format!("{} ({access})", path.display()),
        (Some(path), None) => path.display().to_string(),
        (None, _) => "the system does not say".to_owned(),
    };
    let (user, group) = process.user;
    let variable =
        |name| Fact::new(name, process.variable(name).unwrap_or_else(|| "not set".to_owned()));
    [
        Fact::new("Version", concat!("Parlour ", env!("CARGO_PKG_VERSION"))),
        Fact::new("Keys", format!("from {source}: {}", ring.describe())),
        Fact::new("Program", program),
        Fact::new("Runs as", format!("user {user}, group {group}")),
        Fact::new("Arguments", process.arguments.to_string()),
        Fact::new("Visitor came by", process.https().unwrap_or("plain HTTP")),
        Fact::new("Clock", date_and_time(now)),
    ]
    .into_iter()
    .chain(SHOWN.map(variable))
    .chain(settings::VARIABLES.map(|setting| variable(setting.name)))
    .collect()
}

fn date_and_time(now: u64) -> String {
    let day = Day::of_second(now).map_or_else(|| "no valid day".to_owned(), |day| day.to_string());
    let second = now % 86_400;
    format!("{day} {:02}:{:02}:{:02} UTC", second / 3600, second / 60 % 60, second % 60)
}

fn check_server(process: &Process<'_>) -> Vec<Finding> {
    let version = process.variable("GATEWAY_INTERFACE").unwrap_or_default();
    let server = if version.starts_with("CGI/1.") { say::as_cgi() } else { say::no_cgi() };
    let arguments = (process.arguments > 0).then(say::arguments);
    let https = process.https().map_or_else(say::by_http, |_| say::by_https());
    [server].into_iter().chain(arguments).chain([https]).collect()
}

fn check_user(process: &Process<'_>) -> Finding {
    let (user, _) = process.user;
    let owner = process.access.map(|access| access.owner);
    match user {
        0 => say::as_root(),
        _ if owner == Some(user) => say::as_owner(),
        _ => say::as_other(),
    }
}

fn check_program(process: &Process<'_>, source: &KeySource) -> Vec<Finding> {
    let (Some(program), Some(access)) = (&process.program, process.access) else {
        return vec![say::no_place()];
    };
    let kept = match source {
        KeySource::Installed => Kept::Inside,
        KeySource::OwnFile(path) => Kept::in_file(path, access),
        KeySource::Environment | KeySource::File(_) => Kept::Elsewhere,
    };
    let mut findings = permissions::check_program(program, access, kept, Some(Linking::OWN));
    findings.extend(permissions::check_writable(program));
    findings
}

/// Checks a key file. A key file that is open to others gives no keys, and so no page. Only this
/// check looks at the place of the key file of an installed copy.
fn check_key_file(process: &Process<'_>, source: &KeySource) -> Vec<Finding> {
    let (KeySource::File(path) | KeySource::OwnFile(path)) = source else { return Vec::new() };
    let mut findings = Vec::new();
    if let Err(fault) = key_file::refuse_served_place(path, process.environment) {
        let file = path.display();
        findings.push(say::key_file_below_root(file, fault));
    }
    if let Ok(access) = Access::at(path) {
        findings.push(say::key_file_closed(access));
    }
    if matches!(source, KeySource::OwnFile(_)) && process.variable(KEY_VARIABLE).is_some() {
        findings.push(say::variable_ignored(KEY_VARIABLE));
    }
    findings
}

fn check_copies(process: &Process<'_>) -> Vec<Finding> {
    let program = process.program.as_deref().unwrap_or(Path::new(""));
    let told = process.path("DOCUMENT_ROOT").filter(|root| root.is_dir());
    let what = if told.is_some() { "the document root " } else { "" };
    let root = told.or_else(|| copies::likely_root(program).map(PathBuf::from));
    // The server may run a script that runs this program.
    let script = process.path("SCRIPT_FILENAME");
    let mut places: Vec<(&Path, bool)> = root.iter().map(|root| (&**root, true)).collect();
    for known in [Some(program), script.as_deref()].into_iter().flatten() {
        let Some(directory) = known.parent().filter(|directory| directory.is_absolute()) else {
            continue;
        };
        let is_covered = places.iter().any(|(place, is_deep)| {
            *place == directory || (*is_deep && paths::lies_below(directory, place))
        });
        if !is_covered {
            places.push((directory, false));
        }
    }
    let mut findings = copies::find(program, places, SEARCH_TIME_MAX).into_findings();
    if findings.is_empty() {
        findings.push(say::no_copies());
    }
    if let Some(root) = root.filter(|root| paths::lies_below(program, root)) {
        findings.push(say::below_root(what, root.display()));
    }
    findings
}

fn check_clock(made: u64, now: u64) -> Finding {
    let behind = made.saturating_sub(now);
    if behind > CLOCK_DIFFERENCE_MAX {
        return say::clock_behind(behind / 60);
    }
    say::clock_agrees()
}
