//! What the program sees of its server, its files and its rights while it answers a click.

use super::copies::{self, Search};
use super::permissions;
use crate::date::Day;
use crate::doctor::checkup::{Checkup, Finding};
use crate::game::page::Fact;
use crate::os::access::Access;
use crate::os::env::Environment;
use crate::seal::keys::KeyRing;
use crate::seal::source::KeySource;
use std::fs::File;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

/// How far two clocks may be apart before it is worth a word, in seconds.
const CLOCKS_APART_MAX: u64 = 120;
/// The most characters of what the server or a visitor says that are shown.
const VALUE_CHARS_MAX: usize = 200;

/// All that the page shows, of a program with these keys, for a pass that was `made` then.
pub fn checkup(
    environment: Environment<'_>,
    ring: &KeyRing,
    source: &KeySource,
    made: u64,
    now: u64,
) -> Checkup {
    let sight = Sight::new(environment);
    let mut findings = look_at_server(&sight);
    findings.extend(look_at_user(&sight));
    findings.extend(look_at_program(&sight, *source == KeySource::Installed));
    findings.extend(look_at_key_file(source));
    findings.extend(look_for_copies(&sight));
    findings.push(look_at_clock(made, now));
    Checkup { facts: facts(&sight, ring, source, now), findings }
}

struct Sight<'a> {
    environment: Environment<'a>,
    /// User and group that the program runs as.
    user: Option<(u32, u32)>,
    program: Option<PathBuf>,
    access: Option<Access>,
    /// How many words the server handed over as arguments.
    words: usize,
}

impl<'a> Sight<'a> {
    fn new(environment: Environment<'a>) -> Self {
        let program = std::env::current_exe().ok();
        let access = program.as_deref().and_then(access_of);
        let words = std::env::args_os().skip(1).count();
        Sight { environment, user: own_user(), program, access, words }
    }

    /// What a variable says, as far as it can be shown.
    fn says(&self, name: &str) -> Option<String> {
        let value = (self.environment)(name).filter(|value| !value.is_empty())?;
        let value = value.to_string_lossy();
        let shown = value.chars().map(|c| if c.is_control() { '?' } else { c });
        Some(shown.take(VALUE_CHARS_MAX).collect())
    }

    fn path(&self, name: &str) -> Option<PathBuf> {
        (self.environment)(name).map(PathBuf::from).filter(|path| path.is_absolute())
    }

    /// Who says that the visitor came by HTTPS.
    fn https(&self) -> Option<&'static str> {
        let says = |name: &str, value: &str| {
            self.says(name).is_some_and(|said| said.eq_ignore_ascii_case(value))
        };
        if says("HTTPS", "on") || says("HTTPS", "1") || says("REQUEST_SCHEME", "https") {
            Some("HTTPS")
        } else if says("HTTP_X_FORWARDED_PROTO", "https") {
            Some("HTTPS, as a proxy says")
        } else {
            None
        }
    }
}

fn access_of(path: &Path) -> Option<Access> {
    Some(Access::of(&path.metadata().ok()?))
}

/// User and group of this process: those of a pipe that it makes. (/proc may not be there.)
fn own_user() -> Option<(u32, u32)> {
    let (pipe, _) = std::io::pipe().ok()?;
    let access = Access::of(&File::from(OwnedFd::from(pipe)).metadata().ok()?);
    Some((access.owner(), access.group()))
}

fn facts(sight: &Sight<'_>, ring: &KeyRing, source: &KeySource, now: u64) -> Vec<Fact> {
    let variable = |name: &'static str| {
        Fact::new(name, sight.says(name).unwrap_or_else(|| "not set".to_owned()))
    };
    let program = match (&sight.program, sight.access) {
        (Some(path), Some(access)) => format!("{} ({access})", path.display()),
        (Some(path), None) => path.display().to_string(),
        (None, _) => "the system does not tell".to_owned(),
    };
    let user = match sight.user {
        Some((user, group)) => format!("user {user}, group {group}"),
        None => "the system does not tell".to_owned(),
    };
    let mut facts = vec![
        Fact::new("Version", concat!("Parlour ", env!("CARGO_PKG_VERSION"))),
        Fact::new("Keys", format!("from {source}: {}", ring.describe())),
        Fact::new("Program", program),
        Fact::new("Runs as", user),
        Fact::new("Arguments", sight.words.to_string()),
        Fact::new("Visitor came by", sight.https().unwrap_or("plain HTTP")),
        Fact::new("Clock", time_of(now)),
    ];
    facts.extend(
        [
            "SERVER_SOFTWARE",
            "GATEWAY_INTERFACE",
            "SERVER_PROTOCOL",
            "REQUEST_METHOD",
            "SERVER_NAME",
            "SERVER_PORT",
            "SCRIPT_NAME",
            "SCRIPT_FILENAME",
            "DOCUMENT_ROOT",
        ]
        .map(variable),
    );
    facts
}

fn time_of(now: u64) -> String {
    let day =
        Day::of_second(now).map_or_else(|| "out of the calendar".to_owned(), |d| d.to_string());
    let second = now % 86_400;
    format!("{day} {:02}:{:02}:{:02} UTC", second / 3600, second / 60 % 60, second % 60)
}

fn look_at_server(sight: &Sight<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    findings.push(match sight.says("GATEWAY_INTERFACE") {
        Some(version) if version.starts_with("CGI/1.") => {
            Finding::ok("the web server runs the program as a CGI, and this link arrived whole")
        }
        _ => Finding::note(
            "the server does not say that it speaks CGI/1.1; pages come, so nothing need be done",
        ),
    });
    if sight.words > 0 {
        findings.push(Finding::note(
            "words came as arguments of the program; Parlour never reads them under a web server, but another program there might obey what a visitor writes into an address",
        ));
    }
    findings.push(match sight.https() {
        Some(_) => Finding::ok("the visitor came by HTTPS, so nobody on the way reads his links"),
        None => Finding::note(
            "the visitor came by plain HTTP; whoever listens on the way can play on from his links, so on an open network have the server speak HTTPS",
        ),
    });
    if sight.says("PARLOUR_PREVIEW").is_some() {
        findings.push(Finding::note("this is a preview; its key dies with it"));
    }
    findings
}

fn look_at_user(sight: &Sight<'_>) -> Vec<Finding> {
    let Some((user, _)) = sight.user else { return Vec::new() };
    let owner = sight.access.map(Access::owner);
    vec![match user {
        0 => Finding::wrong(
            "the web server runs the program as root, whose rights it does not need; have it serve as a user of its own, such as www-data",
        ),
        _ if owner == Some(user) => Finding::note(
            "the program runs as its owner, as on hosts with suexec; so may other programs of that user, and they can read its keys",
        ),
        _ => Finding::ok("the program runs as a user who does not own it"),
    }]
}

fn look_at_program(sight: &Sight<'_>, has_keys: bool) -> Vec<Finding> {
    let (Some(program), Some(access)) = (&sight.program, sight.access) else {
        return vec![Finding::note(
            "the system does not tell where the program lies, so its mode is not looked at; is /proc there?",
        )];
    };
    let mut findings = permissions::of_program(program, access, has_keys);
    findings.extend(permissions::of_directories(program));
    findings
}

/// One that is open to others, or where it may be handed out, gives no keys, and no page.
fn look_at_key_file(source: &KeySource) -> Option<Finding> {
    let KeySource::File(path) = source else { return None };
    let access = access_of(path)?;
    Some(Finding::ok(format!("the key file is closed to others ({access})")))
}

fn look_for_copies(sight: &Sight<'_>) -> Vec<Finding> {
    let program = sight.program.as_deref().unwrap_or(Path::new(""));
    let told = sight.path("DOCUMENT_ROOT").filter(|root| root.is_dir());
    let what = if told.is_some() { "the document root " } else { "" };
    let root = told.or_else(|| copies::likely_root(program).map(PathBuf::from));
    // The program that the server knows may be a script that runs this one.
    let script = sight.path("SCRIPT_FILENAME");
    let mut places: Vec<(&Path, bool)> = root.iter().map(|root| (&**root, true)).collect();
    for known in [Some(program), script.as_deref()].into_iter().flatten() {
        let Some(directory) = known.parent().filter(|directory| directory.is_absolute()) else {
            continue;
        };
        let is_covered = places.iter().any(|(place, is_deep)| {
            *place == directory || (*is_deep && copies::lies_below(directory, place))
        });
        if !is_covered {
            places.push((directory, false));
        }
    }
    let search = |(directory, is_deep)| copies::find(Search { directory, is_deep, program });
    let found = places.into_iter().flat_map(search);
    let mut findings: Vec<Finding> = found.map(|found| found.finding).collect();
    if findings.is_empty() {
        findings
            .push(Finding::ok("no other keys were found where the web server may hand them out"));
    }
    if let Some(root) = root.filter(|root| copies::lies_below(program, root)) {
        let root = root.display();
        findings.push(Finding::note(format!(
            "the program lies below {what}{root}; should a server hand it out one day instead of running it, only its mode keeps the keys"
        )));
    }
    findings
}

fn look_at_clock(made: u64, now: u64) -> Finding {
    let apart = made.saturating_sub(now);
    if apart > CLOCKS_APART_MAX {
        return Finding::wrong(format!(
            "the clock of this machine is {} minutes behind that of the machine on which the link to this page was made, so the puzzle of the day changes late on one of them; set the clock",
            apart / 60
        ));
    }
    Finding::ok("the clock agrees with the link to this page")
}
