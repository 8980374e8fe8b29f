//! Examines a program file: its permissions, its keys, other keys that lie near it, and what it
//! answers to a request.

use super::cgi::{self, TestRequest};
use crate::cli::program_file;
use crate::doctor::checkup::Finding;
use crate::doctor::copies::{self, Found, Search};
use crate::doctor::permissions;
use crate::os::access::Access;
use crate::seal::keys::{Key, KeyRing};
use crate::seal::slot::{self, SlotError};
use crate::seal::source::{self, KEY_VARIABLE, KeySource};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// What was found out about a program.
#[derive(Debug, Default)]
pub struct Report {
    /// The results of the checks.
    pub findings: Vec<Finding>,
    /// The keys that the program uses, if they are known.
    pub ring: Option<KeyRing>,
    /// Other files with keys, relative to the document root or to the program's directory.
    pub copies: Vec<PathBuf>,
}

/// Examines the program at a path, or this program.
///
/// # Errors
///
/// A finding that says why there is nothing to examine: a file that is no Parlour is never run.
pub fn examine(path: Option<&Path>, document_root: Option<&Path>) -> Result<Report, Finding> {
    let program = path.map_or_else(Program::own, Program::at)?;
    Ok(program.examine(document_root))
}

/// The program under examination.
struct Program {
    path: PathBuf,
    access: Access,
    /// The keys in its slot; none if its file cannot be read.
    slot: Option<Result<Option<KeyRing>, SlotError>>,
}

impl Program {
    /// This program. It reads its keys from memory, as an installed copy must.
    fn own() -> Result<Self, Finding> {
        let path = program_file::own_path().map_err(|error| Finding::wrong(error.to_string()))?;
        let access = access_of(&path)?;
        Ok(Program { path, access, slot: Some(slot::read_own()) })
    }

    fn at(file: &Path) -> Result<Self, Finding> {
        // The absolute path, because a bare name would be looked up in PATH when it is run.
        let path = file.canonicalize().map_err(|error| {
            Finding::wrong(format!("{} cannot be examined ({error})", file.display()))
        })?;
        let access = access_of(&path)?;
        if !path.is_file() {
            return Err(Finding::wrong(format!("{} is not a program", path.display())));
        }
        let slot = program_file::read(&path).ok().map(|bytes| slot::read_from(&bytes));
        if slot == Some(Err(SlotError::NoSlot)) {
            return Err(Finding::wrong(format!("{} is not a Parlour", path.display())));
        }
        Ok(Program { path, access, slot })
    }

    fn has_keys(&self) -> bool {
        matches!(self.slot, Some(Ok(Some(_))))
    }

    fn examine(&self, root: Option<&Path>) -> Report {
        let about = format!("the program is {} ({})", self.path.display(), self.access);
        let mut findings = vec![Finding::ok(about)];
        findings.extend(permissions::check_program(&self.path, self.access, self.has_keys()));
        if self.access.somebody_may_run() && !self.access.others_may_run() {
            findings.push(Finding::note(
                "only its owner or group may run the program; that is right only if the web server runs it as one of them",
            ));
        }
        findings.extend(permissions::check_writable(&self.path));
        findings.extend(permissions::check_enterable(&self.path));
        let found = self.find_copies(root);
        let copies = found.iter().map(|found| found.below.clone()).collect();
        findings.extend(found.into_iter().map(|found| found.finding));
        let (ring, key_findings) = self.check_keys(root);
        findings.extend(key_findings);
        findings.extend(self.check_answers(ring.is_none() && self.slot.is_some()));
        Report { findings, ring, copies }
    }

    /// Other files with keys, beside the program and below the document root.
    fn find_copies(&self, root: Option<&Path>) -> Vec<Found> {
        let program = &self.path;
        let root = root.or_else(|| copies::likely_root(program));
        let beside = program.parent().filter(|_| self.has_keys());
        let beside = beside.filter(|place| !root.is_some_and(|root| place.starts_with(root)));
        let places = root.map(|root| (root, true)).into_iter().chain(beside.map(|b| (b, false)));
        let search = |(directory, is_deep)| copies::find(Search { directory, is_deep, program });
        places.flat_map(search).collect()
    }

    /// The keys that the program uses, if they are known, and what to say about them.
    fn check_keys(&self, root: Option<&Path>) -> (Option<KeyRing>, Vec<Finding>) {
        let Some(slot) = self.slot.clone() else {
            let path = self.path.display();
            let finding = Finding::note(format!(
                "you may not read the program to see its keys, which is as it should be; `{path} doctor` says more about them"
            ));
            return (None, vec![finding]);
        };
        match source::find_with_slot(&self.environment(root), || slot) {
            Ok((ring, source)) => {
                let findings = self.describe_keys(&ring, &source);
                (Some(ring), findings)
            }
            Err(error) => (None, vec![Finding::wrong(error.to_string())]),
        }
    }

    /// The environment of this process, with what the web server would set as far as it is known.
    fn environment(&self, root: Option<&Path>) -> impl Fn(&str) -> Option<OsString> {
        let script = self.path.clone().into_os_string();
        let root = root.map(OsString::from);
        move |name: &str| match name {
            "DOCUMENT_ROOT" => root.clone(),
            "SCRIPT_FILENAME" => Some(script.clone()),
            _ => std::env::var_os(name),
        }
    }

    fn describe_keys(&self, ring: &KeyRing, source: &KeySource) -> Vec<Finding> {
        let mut findings =
            vec![Finding::ok(format!("the keys come from {source}: {}", ring.describe()))];
        if let KeySource::File(path) = source {
            findings.extend(describe_key_file(path));
        }
        if *source != KeySource::Installed {
            findings.push(Finding::note(
                "that is so in this terminal; a web server has an environment of its own, in which it must be set as well",
            ));
        }
        if *source == KeySource::Environment && self.has_keys() {
            findings.push(Finding::note(format!(
                "{KEY_VARIABLE} takes precedence over the keys in the program itself"
            )));
        }
        findings
    }

    /// Whether the program answers as a CGI program. If it has no keys it is lent some, so that one
    /// fault is not reported twice.
    fn check_answers(&self, is_keyless: bool) -> Vec<Finding> {
        let lent = is_keyless.then(Key::draw).and_then(Result::ok).map(|key| key.to_text());
        let request = TestRequest { query: "", argument: None, keys: lent.as_deref() };
        let page = match cgi::run(&self.path, request) {
            Ok(line) if line == "Status: 200 OK" => {
                Finding::ok(format!("asked as a CGI program, it answers `{line}`"))
            }
            Ok(line) => Finding::wrong(format!(
                "asked as a CGI program, it answers `{line}` and not `Status: 200 OK`"
            )),
            // A program that does not start, or hangs, is not run a second time.
            Err(error) => return vec![Finding::wrong(format!("asked as a CGI program, {error}"))],
        };
        let attack = TestRequest { query: "serve", argument: Some("serve"), ..request };
        let asked = "asked for `?serve` with `serve` as an argument, as some servers do";
        let command = match cgi::run(&self.path, attack) {
            Ok(line) if line.starts_with("Status: ") => {
                Finding::ok("a visitor's words are never taken for a command")
            }
            Ok(line) => Finding::wrong(format!("{asked}, it answers `{line}`")),
            Err(error) => Finding::wrong(format!("{asked}, {error}")),
        };
        vec![page, command]
    }
}

fn access_of(path: &Path) -> Result<Access, Finding> {
    Access::at(path)
        .map_err(|error| Finding::wrong(format!("{} cannot be examined ({error})", path.display())))
}

fn describe_key_file(path: &Path) -> Vec<Finding> {
    let mut findings = Vec::new();
    if let Ok(access) = Access::at(path) {
        findings.push(Finding::ok(format!(
            "the key file is closed to others ({access}); the web server's user must be its owner or in its group"
        )));
    }
    if let Some(root) = copies::likely_root(path) {
        findings.push(Finding::note(format!(
            "the key file lies below {}; if that is a document root, the web server may hand it out, so move it elsewhere",
            root.display()
        )));
    }
    findings
}
