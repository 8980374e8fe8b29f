//! Runs a file once as a CGI program, and says what it is and what keeps it from answering.
//!
//! Root runs it with the group of the file, or else with the usual groups of web servers, and as
//! nobody, who should be refused. Root runs only what root alone can change.

use super::address::first_deal;
use super::compare::{key_ids, version};
use super::finding::{Finding, note, ok, wrong};
use crate::cli::account::{Group, NOBODY, SERVER_GROUPS, User, user_name};
use crate::cli::cgi_client::{self, Answer, NoAnswer};
use crate::cli::key_holder::{MASTER_KEY, keys_in};
use crate::cli::program_file;
use crate::cli::workspace::require_roots;
use crate::os::own::ME;
use crate::program::Program;
use crate::seal::slot::{self, SlotError};
use rustix::process::geteuid;
use std::fs::Metadata;
use std::io::ErrorKind;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// The results of a run.
#[derive(Debug, Default)]
pub struct Examined {
    pub findings: Vec<Finding>,
    /// The reason why the run gave no good page. It counts as a fault, unless the web server gets good
    /// pages, because that has another environment than the doctor.
    pub failure: Option<String>,
    /// The id of the key that sealed its link.
    pub key_id: Option<u8>,
    pub version: Option<String>,
}

/// Examines a file.
pub fn examine(program: &Program, path: &Path) -> Examined {
    let mut examined = Examined::default();
    if let Err(finding) = examined.examine(program, path) {
        examined.findings.push(finding);
    }
    examined
}

/// A file, and what it leads to.
struct Examinee<'a> {
    path: &'a Path,
    real: PathBuf,
    metadata: Metadata,
    content: Vec<u8>,
}

impl Examined {
    fn examine(&mut self, program: &Program, path: &Path) -> Result<(), Finding> {
        let (shown, is_root) = (path.display(), geteuid().is_root());
        let metadata = path.metadata().map_err(|error| match error.kind() {
            ErrorKind::PermissionDenied => {
                note!("you may not look at {shown}; run `sudo {ME} doctor {shown}`")
            }
            _ => wrong!("{shown} cannot be examined: {error}"),
        })?;
        if !metadata.is_file() {
            return Err(wrong!("{shown} is not a program"));
        }
        let real = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        let content = program_file::read(&real).unwrap_or_default();
        let file = Examinee { path, real, metadata, content };
        self.findings.push(ok!("{}", file.facts()));
        self.findings.extend(file.faults_of_rights());
        if is_root && let Err(error) = require_roots(path) {
            return Err(note!("it was not run: {error}"));
        }
        // A game for a program. Its answer has the version and a sealed link.
        let query = format!("{}&as=json", first_deal(program));
        let answer =
            if is_root { file.ask_as_server(&query) } else { cgi_client::ask(path, None, &query) };
        match answer {
            Ok(answer) => match self.judge(&answer) {
                Err(why) => {
                    let is_of_parlour = answer.first_line().starts_with("Status: ");
                    let hint = if is_of_parlour { "" } else { hint(&file.content) };
                    self.failure = Some(format!("run as a CGI program, it {why}{hint}"));
                }
                Ok(()) if is_root => self.findings.push(file.ask_as_nobody(&query)),
                Ok(()) => {}
            },
            Err(NoAnswer::NotStarted(error))
                if !is_root && error.kind() == ErrorKind::PermissionDenied =>
            {
                return Err(note!(
                    "you may neither read nor run it, which is right for a copy of the web server's group; run `sudo {ME} doctor {shown}`"
                ));
            }
            Err(error) => {
                let obstacle = file.obstacle(&error);
                self.failure = Some(format!("run as a CGI program, {error}{obstacle}"));
            }
        }
        Ok(())
    }

    /// Judges the answer to the run. The error is what the file does instead of dealing a game.
    fn judge(&mut self, answer: &Answer) -> Result<(), String> {
        let complaint = match answer.complaint.trim() {
            "" => String::new(),
            complaint => format!(": {complaint}"),
        };
        if answer.text.is_empty() {
            return Err(format!("prints nothing{complaint}"));
        }
        if answer.first_line().starts_with("Status: 503") {
            return Err(format!("has no key{complaint}"));
        }
        if !answer.is_page() {
            let line = answer.first_line();
            return Err(format!("answers `{line}` and not `Status: 200 OK`{complaint}"));
        }
        let (_, body) = answer.text.split_once("\r\n\r\n").unwrap_or_default();
        let version = version(body).ok_or("does not get the query: a script before it takes the variables of the web server away (`env -i`, `unset`), or passes on others")?;
        self.key_id = key_ids(body).next();
        self.version = Some(version.to_owned());
        self.findings.push(ok!("run as a CGI program, it deals a game; its version is {version}"));
        if !complaint.is_empty() {
            self.findings.push(note!("it writes into the error log{complaint}"));
        }
        Ok(())
    }
}

impl Examinee<'_> {
    /// Runs a file as a web server would: with the group of the file, unless that is root's, and with the
    /// usual groups, because a script may lead to a copy of another group. The longest answer counts.
    fn ask_as_server(&self, query: &str) -> Result<Answer, NoAnswer> {
        let usual = SERVER_GROUPS.into_iter().filter_map(Group::find).map(|group| group.id);
        let own = Some(self.metadata.gid()).filter(|group| *group != 0);
        let ask = |group| cgi_client::ask(self.path, Some(User { user: NOBODY, group }), query);
        let mut best = ask(own.unwrap_or(NOBODY));
        for group in usual {
            let length = match &best {
                Err(NoAnswer::TooSlow(_)) => break,
                Ok(answer) if answer.is_page() => break,
                Ok(answer) => answer.text.len(),
                Err(_) => 0,
            };
            best = ask(group).ok().filter(|answer| answer.text.len() > length).map_or(best, Ok);
        }
        best
    }

    /// Runs it as nobody, who should not be able to start a copy with a key.
    fn ask_as_nobody(&self, query: &str) -> Finding {
        let nobody = User { user: NOBODY, group: NOBODY };
        match cgi_client::ask(self.path, Some(nobody), query) {
            Ok(answer) if answer.is_page() => note!(
                "every user can start it, and so take its key with a debugger; install it for the group of the web server: `sudo {ME} install --group GROUP DEST`"
            ),
            _ => ok!("users outside its group cannot start it"),
        }
    }

    /// The mode, the owner and the group of the file, and the link to it.
    fn facts(&self) -> String {
        let Examinee { path, real, metadata, .. } = self;
        let owner = user_name(metadata.uid());
        let group = Group::find(&metadata.gid().to_string());
        let (group, members) = group.map(|group| (group.name, group.members)).unwrap_or_default();
        let link =
            if path == real { String::new() } else { format!(", by the path {}", path.display()) };
        format!(
            "the file is {}{link}: mode {:04o}, owner {owner}, group {group} (members: {members})",
            real.display(),
            metadata.mode() & 0o7777,
        )
    }

    /// Others can change the file, or root has other keys.
    fn faults_of_rights(&self) -> Vec<Finding> {
        let (mut findings, shown) = (Vec::new(), self.real.display());
        if self.metadata.mode() & 0o002 != 0 {
            findings.push(wrong!("everybody may change it; run `chmod o-w {shown}`"));
        }
        let replaceable =
            self.directories().find(|(_, directory)| directory.mode() & 0o1002 == 0o002);
        findings.extend(replaceable.map(|(path, _)| {
            wrong!(
                "everybody may write in {0}, and so replace it; run `chmod o-w {0}`",
                path.display()
            )
        }));
        if self.metadata.uid() == 0
            && let Ok(Some(own)) = slot::read_from(&self.content)
            && let Ok(master) = keys_in(&MASTER_KEY.path())
            && own != master
        {
            findings.push(note!("its keys ({}) are others than those in {MASTER_KEY} ({}); install it again to use those", own.describe(), master.describe()));
        }
        findings
    }

    /// The directories on the way to it, the nearest first.
    fn directories(&self) -> impl Iterator<Item = (&Path, Metadata)> {
        self.real.ancestors().skip(1).filter_map(|path| Some((path, path.metadata().ok()?)))
    }

    /// The reason why nobody could start it, with a cure. Empty if it was started.
    fn obstacle(&self, error: &NoAnswer) -> String {
        let NoAnswer::NotStarted(error) = error else { return String::new() };
        if error.kind() != ErrorKind::PermissionDenied {
            return hint(&self.content).to_owned();
        }
        let (mode, gid) = (self.metadata.mode(), self.metadata.gid());
        let cure = match slot::read_from(&self.content) {
            Err(SlotError::NoSlot) => "run `chmod 755` on it",
            _ => "install it again",
        };
        let mut closed = self.directories().filter(|(_, directory)| {
            let is_of_group = directory.gid() == gid && directory.mode() & 0o010 != 0;
            directory.mode() & 0o001 == 0 && !is_of_group
        });
        if is_noexec(&self.real) {
            "; its file system is mounted noexec, so install it elsewhere".to_owned()
        } else if mode & 0o111 == 0 {
            format!("; nobody may run it: {cure}")
        } else if let Some((path, _)) = closed.next() {
            format!("; others may not enter {0}: run `chmod o+x {0}`", path.display())
        } else if mode & 0o010 == 0 {
            format!("; its group may not run it: {cure}")
        } else if mode & 0o040 == 0 && self.content.starts_with(b"#!") {
            "; its group may not read the script, as it must to run it: run `chmod 755` on it"
                .to_owned()
        } else if gid == 0 && geteuid().is_root() {
            format!("; its group is root, which runs no web server: {cure}")
        } else {
            String::new()
        }
    }
}

/// Returns true if the file system of this file lets no program run.
#[cfg(target_os = "linux")]
fn is_noexec(file: &Path) -> bool {
    use rustix::fs::{StatVfsMountFlags, statvfs};
    statvfs(file).is_ok_and(|system| system.f_flag.contains(StatVfsMountFlags::NOEXEC))
}

/// Only Linux says it.
#[cfg(not(target_os = "linux"))]
fn is_noexec(_: &Path) -> bool {
    false
}

/// What is wrong with the beginning of a script or a program.
fn hint(content: &[u8]) -> &'static str {
    let first_line = content.split(|byte| *byte == b'\n').next().unwrap_or_default();
    if content.starts_with(b"\xef\xbb\xbf") {
        "; the script begins with a byte order mark, so the system does not know it as a script; save it without one"
    } else if content.starts_with(b"#!") && first_line.ends_with(b"\r") {
        "; the script has the line ends of Windows; save it with those of Unix"
    } else if content.starts_with(b"#!") {
        "; look at the paths in the script, and at the interpreter in its first line"
    } else if !content.starts_with(b"\x7fELF") && !content.is_empty() {
        "; a script needs a first line such as `#!/bin/sh`"
    } else {
        "; the program is built for another system, or was damaged on the way here, so install it again (`cargo static` makes one for any Linux)"
    }
}
