//! Examines a program file: its permissions, its keys, other keys near it, and its answer to a
//! request.

use super::cgi::{self, Answer, Asker};
use super::findings as say;
use super::wrapper::{self, Wrapper};
use crate::cli::keys;
use crate::cli::program_file;
use crate::doctor::checkup::{Finding, Verdict};
use crate::doctor::copies::{self, Findings};
use crate::doctor::findings;
use crate::doctor::permissions::{self, Kept};
use crate::os::access::{Access, Right};
use crate::os::elf::{self, Linking};
use crate::os::groups::Group;
use crate::os::trust::{self, Trusted};
use crate::seal::key_file::{self, KeyFileFault};
use crate::seal::keys::{Key, KeyRing};
use crate::seal::slot::{self, Content, SlotError};
use crate::seal::source::{self, KEY_VARIABLE, KeySource};
use rustix::process::{getegid, geteuid};
use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The result of an examination.
#[derive(Debug, Default)]
pub struct Report {
    /// The results of all checks except those of its keys.
    pub findings: Vec<Finding>,
    /// Findings that matter only if the web server fails: each may be the reason.
    pub suspects: Vec<Finding>,
    /// The findings about its keys.
    pub keys: Vec<Finding>,
    /// The keys that the program uses, if they are known.
    pub ring: Option<KeyRing>,
    /// Its own key file.
    pub key_file: Option<PathBuf>,
    /// Other files with keys, relative to the document root or to the program's directory.
    pub copies: Vec<PathBuf>,
}

impl Report {
    /// All findings.
    pub fn into_findings(self) -> Vec<Finding> {
        self.findings.into_iter().chain(self.suspects).chain(self.keys).collect()
    }
}

/// Examines the program at a path, or this program. If the path is a script that runs a program,
/// this examines both.
///
/// # Errors
///
/// The findings, if there is no program to examine. The doctor never runs a program that is not a
/// Parlour.
pub fn examine(path: Option<&Path>, root: Option<&Path>) -> Result<Report, Vec<Finding>> {
    let Some(path) = path else {
        return Program::own()
            .map(|program| program.examine(root))
            .map_err(|finding| vec![finding]);
    };
    let Some(Wrapper { program, mut findings, mut suspects }) = wrapper::read(path) else {
        return Program::at(path).map(|program| program.examine(root)).map_err(|f| vec![f]);
    };
    match Program::at(&program) {
        Ok(program) => {
            let report = program.examine(root);
            findings.extend(report.findings);
            suspects.extend(report.suspects);
            Ok(Report { findings, suspects, ..report })
        }
        // The findings about the script say that the program does not exist.
        Err(_) if findings.iter().any(Finding::is_wrong) => Err(findings),
        Err(finding) => {
            findings.push(finding);
            Err(findings)
        }
    }
}

/// The time of the doctor at the terminal to search for other keys.
const SEARCH_TIME_MAX: Duration = Duration::from_secs(20);
/// The ids of the user and the group `nobody`. Root asks its own programs as this user.
const NOBODY: u32 = 65534;

/// The program under examination.
struct Program {
    path: PathBuf,
    access: Access,
    /// Its linking, or `None` if its file cannot be read.
    linking: Option<Linking>,
    /// The content of its slot, or `None` if its file cannot be read.
    slot: Option<Result<Option<Content>, SlotError>>,
}

impl Program {
    /// This program. It reads its slot from memory, because an installed copy cannot read its own
    /// file.
    fn own() -> Result<Self, Finding> {
        let path = program_file::own_path().map_err(say::no_keys)?;
        let access = access_of(&path)?;
        let slot = Some(slot::read_own());
        Ok(Program { path, access, linking: Some(Linking::OWN), slot })
    }

    fn at(file: &Path) -> Result<Self, Finding> {
        // The path is absolute, because a bare name would mean a program in PATH.
        let path = file.canonicalize().map_err(|error| say::not_examined(file.display(), error))?;
        let access = access_of(&path)?;
        if !path.is_file() {
            return Err(say::no_program(path.display()));
        }
        let Ok(bytes) = program_file::read(&path) else {
            return Ok(Program { path, access, linking: None, slot: None });
        };
        if elf::is_cut_short(&bytes) {
            return Err(say::part_of_program(path.display(), bytes.len()));
        }
        let (linking, slot) = (elf::linking(&bytes), slot::read_from(&bytes));
        // A script may have a slot, too: the first bytes of a slot are public.
        let is_script = cfg!(target_os = "linux") && linking.is_none();
        if is_script || slot == Err(SlotError::NoSlot) {
            return Err(say::no_parlour(path.display()));
        }
        Ok(Program { path, access, linking, slot: Some(slot) })
    }

    fn content(&self) -> Option<&Content> {
        self.slot.as_ref()?.as_ref().ok()?.as_ref()
    }

    fn has_keys(&self) -> bool {
        matches!(self.content(), Some(Content::Keys(_)))
    }

    fn kept(&self) -> Kept {
        match self.content() {
            Some(Content::Keys(_)) => Kept::Inside,
            Some(Content::KeyFile(path)) => Kept::in_file(path, self.access),
            None => Kept::Elsewhere,
        }
    }

    fn examine(&self, root: Option<&Path>) -> Report {
        let mut findings = vec![say::program(self.path.display(), self.access)];
        let kept = self.kept();
        findings.extend(permissions::check_program(&self.path, self.access, kept, self.linking));
        let mut suspects = Vec::new();
        if self.access.has(Right::SomebodyRuns) && !self.access.has(Right::OthersRun) {
            suspects.push(say::for_owner(permissions::cure(&self.path, kept)));
        }
        findings.extend(permissions::check_writable(&self.path));
        findings.extend(permissions::check_mount(&self.path, self.access));
        suspects.extend(permissions::check_enterable(&self.path));
        let found = self.find_copies(root);
        let copies = found.found.iter().map(|found| found.below.clone()).collect();
        findings.extend(found.into_findings());
        let (ring, keys) = self.check_keys(root);
        let mut answers = self.check_answers();
        if answers.iter().any(Finding::is_wrong) {
            // It follows from other faults, or from what may be one.
            let is_known = findings.iter().chain(&keys).any(Finding::is_wrong);
            if !is_known {
                suspects.iter_mut().for_each(|suspect| suspect.verdict = Verdict::Wrong);
            }
            answers.retain(|answer| !answer.is_wrong() || (!is_known && suspects.is_empty()));
        }
        findings.extend(answers);
        let key_file = match self.content() {
            Some(Content::KeyFile(path)) => Some(path.clone()),
            _ => None,
        };
        Report { findings, suspects, keys, ring, key_file, copies }
    }

    /// Other files with keys, beside the program and below the document root.
    fn find_copies(&self, root: Option<&Path>) -> Findings {
        let program = &self.path;
        let root = root.or_else(|| copies::likely_root(program));
        let beside = program.parent().filter(|_| self.has_keys());
        let beside = beside.filter(|place| !root.is_some_and(|root| place.starts_with(root)));
        let places = root.map(|root| (root, true)).into_iter().chain(beside.map(|b| (b, false)));
        copies::find(program, places, SEARCH_TIME_MAX)
    }

    /// The keys that the program uses, if they are known, and the findings about them.
    fn check_keys(&self, root: Option<&Path>) -> (Option<KeyRing>, Vec<Finding>) {
        let Some(slot) = self.slot.clone() else {
            return (None, vec![say::slot_closed(self.path.display())]);
        };
        if let Ok(Some(Content::KeyFile(path))) = &slot {
            return self.check_key_file(path, root);
        }
        match source::find_with_slot(&self.environment(root), slot) {
            Ok((ring, source)) => {
                let findings = self.describe_keys(&ring, &source);
                (Some(ring), findings)
            }
            Err(error) => (None, vec![say::no_keys(error)]),
        }
    }

    /// The keys in the file that the program names.
    fn check_key_file(&self, path: &Path, root: Option<&Path>) -> (Option<KeyRing>, Vec<Finding>) {
        let file = path.display();
        if let Err(error) = keys::require_roots(&self.path, self.access) {
            let is_copys = |group| Group::of_id(group).is_for_copies();
            // Another finding says what the rights of such a copy should be.
            let is_said = matches!(self.kept(), Kept::ForGroup(group) if is_copys(group));
            let finding = (!is_said).then(|| say::no_keys(error));
            return (None, finding.into_iter().collect());
        }
        let mut found = permissions::check_reachable(path);
        if let Err(fault) = key_file::refuse_served_place(path, &self.environment(root)) {
            found.push(findings::key_file_below_root(&file, fault));
        }
        found.extend(
            std::env::var_os(KEY_VARIABLE).map(|_| findings::variable_ignored(KEY_VARIABLE)),
        );
        let read = key_file::read_of_copy(path);
        found.push(match &read {
            Ok(ring) => say::keys(format_args!("its key file {file}"), ring.describe()),
            Err(KeyFileFault::Unreadable(ErrorKind::PermissionDenied)) if !geteuid().is_root() => {
                say::key_file_closed(file)
            }
            Err(fault) if fault.is_lasting() => {
                say::lost_key_file(file, fault, self.path.display())
            }
            Err(fault) => say::bad_key_file(file, fault),
        });
        found.extend(likely_served(path));
        (read.ok(), found)
    }

    /// The environment of this process, with the known variables of the web server.
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
        let mut findings = vec![say::keys(source, ring.describe())];
        if let KeySource::File(path) = source {
            findings.extend(Access::at(path).ok().map(say::key_file_access));
            findings.extend(likely_served(path));
        }
        if *source != KeySource::Installed {
            findings.push(say::in_terminal());
        }
        if *source == KeySource::Environment && self.has_keys() {
            findings.push(say::variable_first());
        }
        findings
    }

    /// The user that asks the program for a page. Root does not run a program that others may have
    /// written, and other users run only their own programs.
    fn asker(&self) -> Result<Asker, String> {
        let (user, group) = (geteuid().as_raw(), getegid().as_raw());
        let owner = self.access.owner;
        let trusted = match user {
            0 => Trusted { user: owner, group: 0 },
            _ => Trusted { user, group },
        };
        match trust::find_exposed(&self.path, trusted) {
            Ok(None) => {}
            Ok(Some(exposed)) if exposed.path == self.path && exposed.access.owner != user => {
                return Err(format!("it belongs to user {owner}, and might do anything as you"));
            }
            Ok(Some(exposed)) => return Err(exposed.to_string()),
            Err(error) => return Err(error.to_string()),
        }
        if user != 0 {
            return Ok(Asker::Own);
        }
        if owner != 0 {
            return Ok(Asker::As(owner, self.access.group));
        }
        match (self.access.has(Right::OthersRun), self.kept()) {
            (false, _) => Err("only its owner or group may run it".to_owned()),
            (true, Kept::ForGroup(group)) if !self.access.has(Right::LendsGroup) => {
                Ok(Asker::As(NOBODY, group))
            }
            (true, _) => Ok(Asker::As(NOBODY, NOBODY)),
        }
    }

    /// Checks if the program answers as a CGI program. A program without keys gets some for this
    /// check, so that it does not report the same fault again.
    fn check_answers(&self) -> Vec<Finding> {
        // Another finding says that it cannot answer.
        if matches!(self.slot, Some(Err(_))) {
            return Vec::new();
        }
        let (asker, by) = match self.asker() {
            Ok(asker @ Asker::Own) => (asker, String::new()),
            Ok(asker @ Asker::As(user, group)) => {
                (asker, format!(" by user {user} of group {group}"))
            }
            Err(why) => return vec![say::not_tried(why)],
        };
        let is_keyless = matches!(self.slot, Some(Ok(None)));
        let lent = is_keyless.then(Key::draw).and_then(Result::ok).map(|key| key.to_text());
        vec![match cgi::run(&self.path, asker, lent.as_deref()) {
            Ok(Answer { line, .. }) if line == "Status: 200 OK" => say::answers(by, line),
            Ok(Answer { line, complaint }) => say::answers_otherwise(by, line, complaint),
            Err(error) => say::no_answer(by, error),
        }]
    }
}

fn access_of(path: &Path) -> Result<Access, Finding> {
    Access::at(path).map_err(|error| say::not_examined(path.display(), error))
}

fn likely_served(key_file: &Path) -> Option<Finding> {
    Some(say::key_file_likely_served(copies::likely_root(key_file)?.display()))
}
