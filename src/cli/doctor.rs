//! `parlour doctor`: whether a program is installed as it should be, and whether a web server hands
//! on what it answers, in lines that say what to do.

use super::arguments::Consultation;
use super::program_file;
use super::trial::{self, Question};
use super::visit;
use crate::doctor::checkup::Finding;
use crate::doctor::copies::{self, Found, Search};
use crate::doctor::permissions;
use crate::os::access::Access;
use crate::seal::keys::{Key, KeyRing};
use crate::seal::slot::{self, SlotError};
use crate::seal::source::{self, KeySource};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The program under examination.
struct Patient {
    path: PathBuf,
    access: Access,
    /// What the place for its keys holds; nothing if its file cannot be read.
    slot: Option<Result<Option<KeyRing>, SlotError>>,
}

impl Patient {
    /// This program. It reads its keys from memory, as an installed copy must.
    fn own() -> Result<Self, Finding> {
        let path = program_file::own_path().map_err(|error| {
            Finding::wrong(format!("the system does not tell where this program lies ({error})"))
        })?;
        let access = access_of(&path)?;
        Ok(Patient { path, access, slot: Some(slot::read_own()) })
    }

    fn at(file: &Path) -> Result<Self, Finding> {
        // The full name, for a bare one would be looked for along PATH when it is run.
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
        Ok(Patient { path, access, slot })
    }

    fn has_keys(&self) -> bool {
        matches!(self.slot, Some(Ok(Some(_))))
    }
}

fn access_of(path: &Path) -> Result<Access, Finding> {
    match path.metadata() {
        Ok(metadata) => Ok(Access::of(&metadata)),
        Err(error) => {
            Err(Finding::wrong(format!("{} cannot be examined ({error})", path.display())))
        }
    }
}

/// Examines what was asked for: this program or a file, a web server's address, or both.
pub fn examine(order: &Consultation) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut known = visit::Known::default();
    if order.file.is_some() || order.url.is_none() {
        match order.file.as_deref().map_or_else(Patient::own, Patient::at) {
            Ok(patient) => findings = patient.examine(order.document_root.as_deref(), &mut known),
            Err(finding) => return vec![finding],
        }
    }
    if let Some(url) = &order.url {
        findings.extend(visit::examine(url, &known));
    }
    findings
}

impl Patient {
    /// What is not a Parlour never comes here, and so is never run.
    fn examine(&self, root: Option<&Path>, known: &mut visit::Known) -> Vec<Finding> {
        let about = format!("the program is {} ({})", self.path.display(), self.access);
        let mut findings = vec![Finding::ok(about)];
        findings.extend(permissions::of_program(&self.path, self.access, self.has_keys()));
        if self.access.somebody_may_run() && !self.access.others_may_run() {
            findings.push(Finding::note(
                "only its owner or group may run the program; that is right only if the web server runs it as one of them",
            ));
        }
        findings.extend(permissions::of_directories(&self.path));
        findings.extend(look_at_way(&self.path));
        let found = self.find_copies(root);
        known.copies = found.iter().map(|found| found.below.clone()).collect();
        findings.extend(found.into_iter().map(|found| found.finding));
        let (ring, key_findings) = look_at_keys(self, root);
        findings.extend(key_findings);
        findings.extend(look_at_answers(self, ring.is_none() && self.slot.is_some()));
        known.ring = ring;
        findings
    }

    /// Other keys beside the program and where the web server looks for pages.
    fn find_copies(&self, root: Option<&Path>) -> Vec<Found> {
        let program = &self.path;
        let root = root.or_else(|| copies::likely_root(program));
        let beside = program.parent().filter(|_| self.has_keys());
        let beside = beside.filter(|place| !root.is_some_and(|root| place.starts_with(root)));
        let places = root.map(|root| (root, true)).into_iter().chain(beside.map(|b| (b, false)));
        let search = |(directory, is_deep)| copies::find(Search { directory, is_deep, program });
        places.flat_map(search).collect()
    }
}

/// The directories on the way to the program.
fn look_at_way(program: &Path) -> Vec<Finding> {
    let is_closed =
        |directory: &&Path| access_of(directory).is_ok_and(|access| !access.others_may_run());
    let finding = |directory: &Path| {
        Finding::note(format!(
            "others may not enter {}; a web server that runs as another user does not reach the program",
            directory.display()
        ))
    };
    program.ancestors().skip(1).filter(is_closed).map(finding).collect()
}

/// What the web server would tell the program, as far as it is known here.
fn environment_at(patient: &Patient, root: Option<&Path>) -> impl Fn(&str) -> Option<OsString> {
    let script = patient.path.clone().into_os_string();
    let root = root.map(OsString::from);
    move |name: &str| match name {
        "DOCUMENT_ROOT" => root.clone(),
        "SCRIPT_FILENAME" => Some(script.clone()),
        _ => std::env::var_os(name),
    }
}

/// The keys of a program, and where they come from. Whoever may not read it may not have them.
pub fn keys_of(file: Option<&Path>) -> Result<KeyRing, String> {
    let own = || program_file::own_path().map_err(|error| error.to_string());
    let path = file.map_or_else(own, |file| Ok(file.to_path_buf()))?;
    let unusable = |why: &dyn std::fmt::Display| {
        format!("the keys of {} cannot be used: {why}; perhaps with sudo?", path.display())
    };
    let bytes = program_file::read(&path).map_err(|error| unusable(&error))?;
    let installed = slot::read_from(&bytes);
    let found = source::find_beside(&|name| std::env::var_os(name), || installed);
    found.map(|(ring, _)| ring).map_err(|error| error.to_string())
}

/// What there is to say about the keys, and the keys themselves if they are known.
fn look_at_keys(patient: &Patient, root: Option<&Path>) -> (Option<KeyRing>, Vec<Finding>) {
    let Some(slot) = patient.slot.clone() else {
        let path = patient.path.display();
        let finding = Finding::note(format!(
            "you may not read the program to see its keys, which is as it should be; `{path} doctor` tells about them"
        ));
        return (None, vec![finding]);
    };
    match source::find_beside(&environment_at(patient, root), || slot) {
        Ok((ring, source)) => {
            let findings = describe_keys(&ring, &source, patient);
            (Some(ring), findings)
        }
        Err(error) => (None, vec![Finding::wrong(error.to_string())]),
    }
}

fn describe_keys(ring: &KeyRing, source: &KeySource, patient: &Patient) -> Vec<Finding> {
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
    if *source == KeySource::Environment && patient.has_keys() {
        findings.push(Finding::note("the keys in the program itself are overruled by PARLOUR_KEY"));
    }
    findings
}

fn describe_key_file(path: &Path) -> Vec<Finding> {
    let mut findings = Vec::new();
    if let Ok(access) = access_of(path) {
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

/// Whether the program answers a web server. Without keys of its own it is lent some, so that one
/// fault is not reported as two.
fn look_at_answers(patient: &Patient, keyless: bool) -> Vec<Finding> {
    let lent = keyless.then(Key::draw).and_then(Result::ok).map(|key| key.to_text());
    let page = Question { keys: lent.as_deref(), ..Question::default() };
    let first = match trial::ask(&patient.path, page) {
        Ok(line) if line == "Status: 200 OK" => {
            Finding::ok(format!("asked as a CGI program, it answers `{line}`"))
        }
        Ok(line) => Finding::wrong(format!(
            "asked as a CGI program, it answers `{line}` and not `Status: 200 OK`"
        )),
        // What cannot be run, or hangs, is not asked a second time.
        Err(error) => return vec![Finding::wrong(format!("asked as a CGI program, {error}"))],
    };
    let attack = Question { query: "serve", argument: Some("serve"), ..page };
    let second = match trial::ask(&patient.path, attack) {
        Ok(line) if line.starts_with("Status: ") => {
            Finding::ok("a visitor's words are never taken for a command")
        }
        Ok(line) => Finding::wrong(format!(
            "asked for `?serve` with `serve` as an argument, as some servers do, it answers `{line}`"
        )),
        Err(error) => Finding::wrong(format!(
            "asked for `?serve` with `serve` as an argument, as some servers do, {error}"
        )),
    };
    vec![first, second]
}
