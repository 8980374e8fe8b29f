//! Examines a program file: its permissions, its keys, other keys near it, and its answer to a
//! request.

use super::cgi::{self, Answer, Asker, TestRequest};
use super::wrapper::{self, Wrapper};
use crate::cli::keys;
use crate::cli::program_file;
use crate::doctor::checkup::Finding;
use crate::doctor::copies::{self, Findings};
use crate::doctor::permissions::{self, Kept};
use crate::os::access::Access;
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
    /// The findings about its keys.
    pub keys: Vec<Finding>,
    /// The keys that the program uses, if they are known.
    pub ring: Option<KeyRing>,
    /// Other files with keys, relative to the document root or to the program's directory.
    pub copies: Vec<PathBuf>,
}

impl Report {
    /// All findings.
    pub fn into_findings(self) -> Vec<Finding> {
        self.findings.into_iter().chain(self.keys).collect()
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
    let Some(Wrapper { program, mut findings }) = wrapper::read(path) else {
        return Program::at(path).map(|program| program.examine(root)).map_err(|f| vec![f]);
    };
    match Program::at(&program) {
        Ok(program) => {
            let report = program.examine(root);
            findings.extend(report.findings);
            Ok(Report { findings, ..report })
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
/// The user and the group of nobody. Root asks its own programs as this user.
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
        let path = program_file::own_path().map_err(|error| Finding::wrong(error.to_string()))?;
        let access = access_of(&path)?;
        let slot = Some(slot::read_own());
        Ok(Program { path, access, linking: Some(Linking::OWN), slot })
    }

    fn at(file: &Path) -> Result<Self, Finding> {
        // The path is absolute, because a bare name would mean a program in PATH.
        let path = file.canonicalize().map_err(|error| {
            Finding::wrong(format!("{} cannot be examined ({error})", file.display()))
        })?;
        let access = access_of(&path)?;
        if !path.is_file() {
            return Err(Finding::wrong(format!("{} is not a program", path.display())));
        }
        let Ok(bytes) = program_file::read(&path) else {
            return Ok(Program { path, access, linking: None, slot: None });
        };
        let (linking, slot) = (elf::linking(&bytes), slot::read_from(&bytes));
        // A script may have a slot, too: the first bytes of a slot are public.
        let is_script = cfg!(target_os = "linux") && linking.is_none();
        if is_script || slot == Err(SlotError::NoSlot) {
            return Err(Finding::wrong(format!("{} is not a Parlour", path.display())));
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
        let about = format!("the program is {} ({})", self.path.display(), self.access);
        let mut findings = vec![Finding::ok(about)];
        let kept = self.kept();
        findings.extend(permissions::check_program(&self.path, self.access, kept, self.linking));
        if self.access.somebody_may_run() && !self.access.others_may_run() {
            findings.push(Finding::note(
                "only its owner or group may run the program; that is right only if the web server runs it as one of them",
            ));
        }
        findings.extend(permissions::check_writable(&self.path));
        findings.extend(permissions::check_enterable(&self.path));
        let found = self.find_copies(root);
        let copies = found.found.iter().map(|found| found.below.clone()).collect();
        findings.extend(found.into_findings());
        let (ring, keys) = self.check_keys(root);
        findings.extend(self.check_answers());
        Report { findings, keys, ring, copies }
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
            let path = self.path.display();
            let finding = Finding::note(format!(
                "you may not read the program to see its keys, which is as it should be; `{path} doctor` says more about them"
            ));
            return (None, vec![finding]);
        };
        if let Ok(Some(Content::KeyFile(path))) = &slot {
            return self.check_key_file(path, root);
        }
        match source::find_with_slot(&self.environment(root), slot) {
            Ok((ring, source)) => {
                let findings = self.describe_keys(&ring, &source);
                (Some(ring), findings)
            }
            Err(error) => (None, vec![Finding::wrong(error.to_string())]),
        }
    }

    /// The keys in the file that the program names.
    fn check_key_file(&self, path: &Path, root: Option<&Path>) -> (Option<KeyRing>, Vec<Finding>) {
        let file = path.display();
        if let Err(error) = keys::require_roots(&self.path, self.access) {
            let is_copys = |group| Group::of_id(group).is_for_copies();
            // Another finding says what the rights of such a copy should be.
            let is_said = matches!(self.kept(), Kept::ForGroup(group) if is_copys(group));
            let finding = (!is_said).then(|| Finding::wrong(error.to_string()));
            return (None, finding.into_iter().collect());
        }
        let mut findings = permissions::check_reachable(path);
        if let Err(fault) = key_file::refuse_served_place(path, &self.environment(root)) {
            findings.push(Finding::wrong(format!("the key file {file} is not safe: {fault}")));
        }
        if std::env::var_os(KEY_VARIABLE).is_some() {
            findings.push(Finding::note(format!(
                "{KEY_VARIABLE} is set, and means nothing to a copy with a key file of its own"
            )));
        }
        match key_file::read_of_copy(path) {
            Ok(ring) => {
                let what = ring.describe();
                findings
                    .push(Finding::ok(format!("the keys come from its key file {file}: {what}")));
                findings.extend(likely_served(path));
                (Some(ring), findings)
            }
            Err(KeyFileFault::Unreadable(ErrorKind::PermissionDenied)) if !geteuid().is_root() => {
                findings.push(Finding::ok(format!(
                    "you may not read its key file {file}, which is as it should be"
                )));
                (None, findings)
            }
            Err(fault) => {
                let finding = format!("its key file {file} cannot be used: {fault}");
                findings.push(Finding::wrong(finding));
                (None, findings)
            }
        }
    }

    /// The environment of this process, with the variables of the web server as far as they are
    /// known.
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
        match (self.access.others_may_run(), self.kept()) {
            (false, _) => Err("only its owner or group may run it".to_owned()),
            (true, Kept::ForGroup(group)) if !self.access.lends_group() => {
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
            Err(why) => {
                return vec![Finding::note(format!("the program was not tried, because {why}"))];
            }
        };
        let is_keyless = matches!(self.slot, Some(Ok(None)));
        let lent = is_keyless.then(Key::draw).and_then(Result::ok).map(|key| key.to_text());
        let request = TestRequest { query: "", argument: None, keys: lent.as_deref() };
        match cgi::run(&self.path, asker, request) {
            Ok(answer) => vec![describe_page(answer, &by), self.check_command(asker, request)],
            // The doctor does not run a program again that does not start, or hangs.
            Err(error) => vec![Finding::wrong(format!("asked as a CGI program{by}, {error}"))],
        }
    }

    fn check_command(&self, asker: Asker, request: TestRequest<'_>) -> Finding {
        let attack = TestRequest { query: "serve", argument: Some("serve"), ..request };
        let asked = "asked for `?serve` with `serve` as an argument, as some servers do";
        match cgi::run(&self.path, asker, attack) {
            Ok(Answer { line, .. }) if line.starts_with("Status: ") => {
                Finding::ok("a visitor's words are never taken for a command")
            }
            Ok(Answer { line, .. }) => Finding::wrong(format!("{asked}, it answers `{line}`")),
            Err(error) => Finding::wrong(format!("{asked}, {error}")),
        }
    }
}

fn describe_page(Answer { line, complaint }: Answer, by: &str) -> Finding {
    if line == "Status: 200 OK" {
        return Finding::ok(format!("asked as a CGI program{by}, it answers `{line}`"));
    }
    let complaint = if complaint.is_empty() { complaint } else { format!(": `{complaint}`") };
    Finding::wrong(format!(
        "asked as a CGI program{by}, it answers `{line}` and not `Status: 200 OK`{complaint}"
    ))
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
    findings.extend(likely_served(path));
    findings
}

fn likely_served(key_file: &Path) -> Option<Finding> {
    let root = copies::likely_root(key_file)?.display();
    Some(Finding::note(format!(
        "the key file lies below {root}; if that is a document root, the web server may hand it out, so move it elsewhere"
    )))
}
