//! `parlour doctor`: whether a program is installed as it should be, in lines that say what to do.
//! It tells ids of keys and never a key.

use super::install::ids;
use super::program_file;
use super::trial::{self, Question};
use crate::access::Access;
use crate::key_source::{self, KeySource};
use crate::keys::{Key, KeyRing};
use crate::slot::{self, SlotError};
use std::path::{Path, PathBuf};

/// How good a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// As it should be.
    Ok,
    /// Worth knowing; right for some and wrong for others.
    Note,
    /// To be mended.
    Wrong,
}

/// One line of the report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    verdict: Verdict,
    sentence: String,
}

impl Finding {
    fn ok(sentence: impl Into<String>) -> Self {
        Finding { verdict: Verdict::Ok, sentence: sentence.into() }
    }

    fn note(sentence: impl Into<String>) -> Self {
        Finding { verdict: Verdict::Note, sentence: sentence.into() }
    }

    fn wrong(sentence: impl Into<String>) -> Self {
        Finding { verdict: Verdict::Wrong, sentence: sentence.into() }
    }

    /// True for what has to be mended.
    pub fn is_wrong(&self) -> bool {
        self.verdict == Verdict::Wrong
    }
}

impl std::fmt::Display for Finding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let verdict = match self.verdict {
            Verdict::Ok => "ok",
            Verdict::Note => "note",
            Verdict::Wrong => "WRONG",
        };
        write!(f, "{verdict:<5} {}", self.sentence)
    }
}

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

/// Examines this program, or a file. What is not a Parlour is not run.
pub fn examine(file: Option<&Path>) -> Vec<Finding> {
    let patient = match file.map_or_else(Patient::own, Patient::at) {
        Ok(patient) => patient,
        Err(finding) => return vec![finding],
    };
    let mut findings = vec![Finding::ok(format!(
        "the program is {} ({})",
        patient.path.display(),
        patient.access
    ))];
    findings.extend(look_at_permissions(&patient));
    findings.extend(look_at_directories(&patient.path));
    let (keyless, key_findings) = look_at_keys(&patient);
    findings.extend(key_findings);
    findings.extend(look_at_answers(&patient, keyless));
    findings
}

fn look_at_permissions(patient: &Patient) -> Vec<Finding> {
    let access = patient.access;
    let path = patient.path.display();
    let mut findings = Vec::new();
    if access.others_may_write() {
        findings
            .push(Finding::wrong(format!("everybody may change the program; `chmod 0711 {path}`")));
    } else if access.group_may_write() {
        findings.push(Finding::note(format!(
            "its group may change the program; if that is not meant, `chmod 0711 {path}`"
        )));
    }
    if access.lends_rights() {
        findings.push(Finding::wrong(format!(
            "the program runs with the rights of its owner or group, which it does not need; `chmod 0711 {path}`"
        )));
    }
    if !access.others_may_run() {
        findings.push(Finding::note(
            "only its owner or group may run the program; that is right only if the web server runs it as one of them",
        ));
    }
    if patient.has_keys() && access.others_may_read() {
        findings.push(Finding::wrong(format!(
            "everybody on this machine can read the program and the keys in it; `chmod 0711 {path}`, and `install --new-key` if others use the machine"
        )));
    } else if patient.has_keys() && access.group_may_read() {
        findings.push(Finding::note("its group can read the program and the keys in it"));
    } else if patient.has_keys() {
        findings.push(Finding::ok("only its owner can read the program and the keys in it"));
    }
    findings
}

fn look_at_directories(program: &Path) -> Vec<Finding> {
    let mut findings = Vec::new();
    for directory in program.ancestors().skip(1) {
        let Ok(access) = access_of(directory) else { continue };
        let name = directory.display();
        if access.others_may_write() && !access.is_sticky() {
            findings.push(Finding::wrong(format!(
                "everybody may write in {name}, and so replace the program; `chmod o-w {name}`"
            )));
        }
        if !access.others_may_run() {
            findings.push(Finding::note(format!(
                "others may not enter {name}; a web server that runs as another user does not reach the program"
            )));
        }
    }
    findings
}

/// What there is to say about the keys, and whether it is known that there are none.
fn look_at_keys(patient: &Patient) -> (bool, Vec<Finding>) {
    let environment = |name: &str| std::env::var_os(name);
    let Some(slot) = patient.slot.clone() else {
        let path = patient.path.display();
        let finding = Finding::note(format!(
            "you may not read the program to see its keys, which is as it should be; `{path} doctor` tells about them"
        ));
        return (false, vec![finding]);
    };
    match key_source::find_beside(&environment, || slot) {
        Ok((ring, source)) => (false, describe_keys(&ring, &source, patient)),
        Err(error) => (true, vec![Finding::wrong(error.to_string())]),
    }
}

fn describe_keys(ring: &KeyRing, source: &KeySource, patient: &Patient) -> Vec<Finding> {
    let mut sentence =
        format!("the keys come from {source}: {:02x} seals", ring.sealing_key().id());
    for (keys, what) in
        [(ids(ring.opening_keys().skip(1)), "opens too"), (ids(ring.retired_keys()), "is retired")]
    {
        if !keys.is_empty() {
            sentence += &format!(", {keys} {what}");
        }
    }
    let mut findings = vec![Finding::ok(sentence)];
    if let KeySource::File(path) = source
        && let Ok(access) = access_of(path)
    {
        findings.push(Finding::ok(format!(
            "the key file is closed to others ({access}); the web server's user must be its owner or in its group"
        )));
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
