//! Runs a file once as a CGI program, and says what it is and what keeps it from answering.
//!
//! Root runs it with the group of the file, or else with the usual groups of web servers, and as
//! nobody, who should be refused. Root runs only what root alone can change.

use super::compare::{key_ids, version};
use super::finding::Finding;
use super::visit::first_deal;
use crate::cli::cgi::{self, Answer, NOBODY, NoAnswer, User};
use crate::cli::install::{Group, SERVER_GROUPS, user_name};
use crate::cli::keys::{self, MASTER_KEY};
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

/// The query of the run: a game for a program. Its answer has the version and a sealed link.
fn query(program: &Program) -> String {
    format!("{}&as=json", first_deal(program))
}

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

impl Examined {
    fn add(&mut self, finding: Finding) {
        self.findings.push(finding);
    }
}

/// Examines a file, or the usual one in a directory.
pub fn examine(program: &Program, file: &Path) -> Examined {
    let mut examined = Examined::default();
    if let Err(finding) = try_to_examine(program, file, &mut examined) {
        examined.add(finding);
    }
    examined
}

fn try_to_examine(program: &Program, file: &Path, examined: &mut Examined) -> Result<(), Finding> {
    let path = program_file::named(file);
    let query = query(program);
    let sudo = || {
        Finding::note(format!(
            "you may not look at {0}; run `sudo {ME} doctor {0}`",
            path.display()
        ))
    };
    let metadata = path.metadata().map_err(|error| match error.kind() {
        ErrorKind::PermissionDenied => sudo(),
        _ => Finding::wrong(format!("{} cannot be examined: {error}", path.display())),
    })?;
    if !metadata.is_file() {
        return Err(Finding::wrong(format!("{} is not a program", path.display())));
    }
    let real = path.canonicalize().unwrap_or_else(|_| path.clone());
    examined.add(Finding::ok(facts(&path, &real, &metadata)));
    let content = program_file::read(&real);
    check_rights(&real, &metadata, content.as_deref().ok(), examined);
    let is_root = geteuid().is_root();
    if is_root && let Err(error) = require_roots(&path) {
        examined.add(Finding::note(format!("it was not run: {error}")));
        return Ok(());
    }
    let answer = if is_root {
        ask_as_server(&path, &metadata, &query)
    } else {
        cgi::ask(&path, None, &query)
    };
    match answer {
        Err(NoAnswer::NotStarted(error))
            if !is_root && error.kind() == ErrorKind::PermissionDenied =>
        {
            Err(Finding::note(format!(
                "you may neither read nor run it, which is right for a copy of the web server's group; run `sudo {ME} doctor {}`",
                path.display()
            )))
        }
        Err(error) => {
            examined.failure = Some(format!(
                "run as a CGI program, {error}{}",
                obstacle(&real, &metadata, content.as_deref().unwrap_or_default(), &error)
            ));
            Ok(())
        }
        Ok(answer) => {
            match judge(&answer, content.as_deref().unwrap_or_default(), examined) {
                Err(why) => examined.failure = Some(format!("run as a CGI program, it {why}")),
                Ok(()) if is_root => check_nobody(&path, &query, examined),
                Ok(()) => {}
            }
            Ok(())
        }
    }
}

/// Runs a file as a web server would: with the group of the file, unless that is root's, and with the
/// usual groups, because a script may lead to a copy of another group. The longest answer counts.
fn ask_as_server(path: &Path, metadata: &Metadata, query: &str) -> Result<Answer, NoAnswer> {
    let usual = SERVER_GROUPS.into_iter().filter_map(Group::find).map(|group| group.id);
    let own = Some(metadata.gid()).filter(|group| *group != 0);
    let ask = |group| cgi::ask(path, Some(User { user: NOBODY, group }), query);
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

/// The mode, the owner and the group of a file, and the link to it.
fn facts(path: &Path, real: &Path, metadata: &Metadata) -> String {
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

/// Reports who can change the file, or read the key in it.
fn check_rights(real: &Path, metadata: &Metadata, content: Option<&[u8]>, examined: &mut Examined) {
    let (mode, shown) = (metadata.mode(), real.display());
    let own = content.and_then(|bytes| slot::read_from(bytes).ok().flatten());
    let is_roots = metadata.uid() == 0;
    if mode & 0o002 != 0 {
        examined.add(Finding::wrong(format!("everybody may change it; run `chmod o-w {shown}`")));
    }
    let replaceable = real
        .ancestors()
        .skip(1)
        .find(|directory| directory.metadata().is_ok_and(|it| it.mode() & 0o1002 == 0o002));
    if let Some(directory) = replaceable {
        examined.add(Finding::wrong(format!(
            "everybody may write in {0}, and so replace it; run `chmod o-w {0}`",
            directory.display()
        )));
    }
    let Some(own) = own else { return };
    if is_roots
        && let Ok(master) = keys::keys_in(&MASTER_KEY.path())
        && own != master
    {
        examined.add(Finding::note(format!("its keys ({}) are others than those in {MASTER_KEY} ({}); install it again to use those", own.describe(), master.describe())));
    }
}

/// Judges the answer to the run. The error is what the file does instead of dealing a game.
fn judge(answer: &Answer, content: &[u8], examined: &mut Examined) -> Result<(), String> {
    let complaint = answer.complaint.trim();
    let complaint = if complaint.is_empty() { String::new() } else { format!(": {complaint}") };
    if answer.text.is_empty() {
        return Err(format!("prints nothing{complaint}{}", hint(content)));
    }
    if answer.first_line().starts_with("Status: 503") {
        return Err(format!("has no key{complaint}"));
    }
    if !answer.is_page() {
        return Err(format!(
            "answers `{}` and not `Status: 200 OK`{complaint}{}",
            answer.first_line(),
            hint(content)
        ));
    }
    let (_, body) = answer.text.split_once("\r\n\r\n").unwrap_or_default();
    let version = version(body).ok_or("does not get the query: a script before it takes the variables of the web server away (`env -i`, `unset`), or passes on others")?;
    examined.key_id = key_ids(body).next();
    examined.add(Finding::ok(format!(
        "run as a CGI program, it deals a game; its version is {version}"
    )));
    examined.version = Some(version.to_owned());
    if !complaint.is_empty() {
        examined.add(Finding::note(format!("it writes into the error log{complaint}")));
    }
    Ok(())
}

/// Runs it as nobody, who should not be able to start a copy with a key.
fn check_nobody(path: &Path, query: &str, examined: &mut Examined) {
    let nobody = User { user: NOBODY, group: NOBODY };
    examined.add(match cgi::ask(path, Some(nobody), query) {
        Ok(answer) if answer.is_page() => Finding::note(format!("every user can start it, and so take its key with a debugger; install it for the group of the web server: `sudo {ME} install --group GROUP DEST`")),
        _ => Finding::ok("users outside its group cannot start it"),
    });
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

/// What keeps a file from being started.
fn obstacle(real: &Path, metadata: &Metadata, content: &[u8], error: &NoAnswer) -> String {
    let NoAnswer::NotStarted(error) = error else { return String::new() };
    let mode = metadata.mode();
    let cure = match slot::read_from(content) {
        Err(SlotError::NoSlot) => "run `chmod 755` on it",
        _ => "install it again",
    };
    let closed: Option<PathBuf> =
        real.ancestors().skip(1).map(Path::to_path_buf).find(|directory| {
            directory.metadata().is_ok_and(|it| {
                let is_in_group = it.gid() == metadata.gid() && it.mode() & 0o010 != 0;
                it.mode() & 0o001 == 0 && !is_in_group
            })
        });
    if error.kind() == ErrorKind::PermissionDenied {
        if is_noexec(real) {
            return "; its file system is mounted noexec, so install it elsewhere".to_owned();
        }
        if mode & 0o111 == 0 {
            return format!("; nobody may run it: {cure}");
        }
        if let Some(directory) = closed {
            return format!("; others may not enter {0}: run `chmod o+x {0}`", directory.display());
        }
        if mode & 0o010 == 0 {
            return format!("; its group may not run it: {cure}");
        }
        if mode & 0o040 == 0 && content.starts_with(b"#!") {
            return "; its group may not read the script, as it must to run it: run `chmod 755` on it".to_owned();
        }
        if metadata.gid() == 0 && geteuid().is_root() {
            return format!("; its group is root, which runs no web server: {cure}");
        }
        return String::new();
    }
    hint(content).to_owned()
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
