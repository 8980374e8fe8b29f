//! `parlour install` and `parlour uninstall`.
//!
//! The keys are inside the copy. Root's copy is for the group of the web server: only the web server
//! may run it, and nobody but root may read it. A copy of another user is for all users to run, and
//! for its owner to read. A new copy replaces an older one in one step, and keeps its keys.

use super::account::{Group, NOBODY, SERVER_GROUPS, User};
use super::cgi_client;
use super::exposure;
use super::key_holder::{KEY_DIRECTORY, MASTER_KEY, keys_in};
use super::keys;
use super::program_file::{self, IS_STATIC};
use super::terminal::Failure;
use super::workspace::{Workspace, WorkspaceError};
use crate::os::own::{ME, TITLE};
use crate::seal::keys::{Key, KeyRing};
use crate::seal::slot::{self, SlotError};
use rustix::process::geteuid;
use std::fmt::Display;
use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

/// The modes of root's copies and of those of other users.
const ROOTS_MODE: u32 = 0o710;
const USERS_MODE: u32 = 0o711;
impl Group {
    /// The group of the web server: that of the option, or the only usual one of this machine.
    fn of_server(option: Option<&str>, dest: &Path) -> Result<Self, String> {
        if let Some(name) = option {
            return match Group::find(name) {
                Some(group) if group.id != 0 => Ok(group),
                Some(_) => {
                    Err("root's group runs no web server; name that of the web server".to_owned())
                }
                None => Err(format!("there is no group {name}; name that of the web server")),
            };
        }
        let install = |name: &str| format!("`sudo {ME} install --group {name} {}`", dest.display());
        let found: Vec<Group> = SERVER_GROUPS.into_iter().filter_map(Group::find).collect();
        let commands: Vec<String> = found.iter().map(|group| install(&group.name)).collect();
        match <[Group; 1]>::try_from(found) {
            Ok([only]) => Ok(only),
            Err(none) if none.is_empty() => Err(format!(
                "no usual group of a web server is here; name the group: {}",
                install("GROUP")
            )),
            Err(_) => Err(format!(
                "several groups may be that of the web server; choose one: {}",
                commands.join(", or ")
            )),
        }
    }
}

/// Installs a copy. Returns what to print.
///
/// # Errors
///
/// A sentence if the copy is not in its place.
pub fn install(dest: &Path, group: Option<&str>) -> Result<String, Failure> {
    let path = program_file::at(dest)?;
    let (shown, is_root) = (path.display(), geteuid().is_root());
    let group = match group {
        name if is_root => Some(Group::of_server(name, dest)?),
        Some(_) => return Err("only root can install for a group; leave out `--group`".into()),
        None => None,
    };
    if is_root && !IS_STATIC {
        return Err(format!("root does not install this build: it is dynamically linked, so the user of the web server could take its key with LD_PRELOAD; build with `cargo static`, or use the unit {ME}.service, which runs a program without a key").into());
    }
    let mut bytes = keys::own_program()?;
    if path.parent().and_then(|it| it.canonicalize().ok()) == Some(KEY_DIRECTORY.path()) {
        return Err(format!(
            "{KEY_DIRECTORY} is for keys; choose the directory of the web server's programs"
        )
        .into());
    }
    let workspace = Workspace::of(&path)?;
    let former = keys_at(&path)?;
    let is_upgrade = former.is_some();
    let former = match former.unwrap_or(Ok(None)) {
        // Another owner of the file knows its keys. Root's copy gets the master keys.
        Ok(ring) => ring.filter(|_| !is_root || path.metadata().is_ok_and(|it| it.uid() == 0)),
        Err(_) if is_root => None,
        Err(error) => {
            return Err(format!("cannot keep the keys of {shown}: {error}; run `{ME} uninstall --purge {shown}` first if its games may be lost").into());
        }
    };
    let is_kept = former.is_some();
    let (ring, is_new) = match (former, is_root) {
        (former, true) => keys::master(former)?,
        (Some(ring), false) => (ring, false),
        (None, false) => match keys::kept() {
            Ok(list) if list.exists() => (keys_in(&list)?, false),
            _ => (KeyRing::of(Key::draw()?), true),
        },
    };
    slot::write_into(&mut bytes, &ring)?;
    let mode = if is_root { ROOTS_MODE } else { USERS_MODE };
    workspace.write(&bytes, mode, group.as_ref().map(|group| group.id))?;
    let mut said = format!("{} {shown}.\n", if is_upgrade { "Replaced" } else { "Installed" });
    said += &match &group {
        Some(Group { name, members, .. }) => {
            let members = match &**members {
                "" => String::new(),
                members => format!(" (its members: {members})"),
            };
            format!(
                "Only programs of the group {name} can start it{members}, and only root can read it.\nPrograms that run as the web server, such as PHP pages, can take its key with a debugger; if there are any, use the unit {ME}.service.\n"
            )
        }
        None => "Any user who may start this copy can take its key with a debugger.\n".to_owned(),
    };
    let place = if is_root { MASTER_KEY.to_string() } else { "the copy".to_owned() };
    said += &format!("The keys in {place}: {}.\n", ring.describe());
    if is_upgrade && is_new {
        said += "note: the former copy had no key, so its links do not open any more\n";
    }
    if is_kept && is_root && !is_new {
        said += "Links that were sealed with these keys go on.\n";
    }
    said += &format!(
        "Have the web server run it (deploy/README.md), and check it: {ME} doctor {shown} URL\n"
    );
    let owner = geteuid().as_raw();
    for fault in exposure::faults_of_copies(&ring, owner, Some(&path)) {
        said += &format!("note: {fault}\n");
    }
    let server = group.map(|group| User { user: NOBODY, group: group.id });
    match cgi_client::ask(&path, server, "") {
        Ok(answer) if answer.is_page() => {}
        Ok(answer) => {
            let (line, complaint) = (answer.first_line(), answer.complaint.trim_end());
            said += &format!("note: asked as a CGI program, it answers `{line}`: {complaint}\n");
        }
        Err(why) => {
            said += &format!(
                "note: the web server cannot start it there: {why}; `{ME} doctor {shown}` says more\n"
            )
        }
    }
    // `cargo install` makes such builds, because the settings for a fast one are not in a package.
    let is_fast = IS_STATIC && cfg!(aes_backend = "soft");
    if !(is_fast || cfg!(debug_assertions)) {
        said += "note: a request of this build takes two to three times as long as one of the static program, which `cargo static` builds; the games are the same\n";
    }
    Ok(said)
}

/// The keys of a Parlour at the destination, or the reason why they cannot be read. `None` if there is no
/// file.
fn keys_at(path: &Path) -> Result<Option<Result<Option<KeyRing>, SlotError>>, Failure> {
    let refused = |error| WorkspaceError::Refused(path.to_path_buf(), error);
    match path.symlink_metadata() {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Ok(found) if found.is_symlink() => return Ok(None),
        found => found.map_err(refused)?,
    };
    match slot::read_from(&program_file::read(path).map_err(refused)?) {
        Err(SlotError::NoSlot) => {
            let shown = path.display();
            Err(format!("{shown} is there already and is not a {TITLE} program; remove it, or choose another name").into())
        }
        found => Ok(Some(found)),
    }
}

/// Removes a copy. Returns what to print.
///
/// # Errors
///
/// A sentence if there is no copy, or it cannot be removed, or its keys cannot be kept.
pub fn uninstall(dest: &Path, is_purge: bool) -> Result<String, Failure> {
    let path = program_file::at(dest)?;
    let (shown, is_root) = (path.display(), geteuid().is_root());
    let workspace = Workspace::of(&path)?;
    let former = keys_at(&path)?;
    let list = if is_root { Some(MASTER_KEY.path()) } else { keys::kept().ok() };
    let list = list.filter(|list| is_purge && list.symlink_metadata().is_ok());
    if former.is_none() && list.is_none() {
        return Err(format!("there is no {TITLE} at {shown}").into());
    }
    let ring = former.clone().transpose().map(Option::flatten);
    let kept = match &ring {
        _ if is_purge => None,
        _ if is_root => Some(MASTER_KEY.path()),
        Ok(None) => None,
        Ok(Some(ring)) => Some(keys::keep(ring).map_err(cannot_keep)?),
        Err(error) => return Err(cannot_keep(error)),
    };
    let mut said = String::new();
    if former.is_some() {
        workspace.remove()?;
        said += &format!("Removed {shown}.\n");
    }
    drop(workspace);
    if is_purge {
        said += &purge(&path, list.as_deref(), ring.ok().flatten())?;
    } else if let Some(kept) = kept {
        said += &format!("{} stays: if you install again, the games go on.\n", kept.display());
    }
    Ok(said + "The configuration of the web server stays, too.\n")
}

fn cannot_keep(error: impl Display) -> Failure {
    format!("cannot keep the keys: {error}; with `--purge`, their games end").into()
}

/// Removes the list of keys of this user, and names the copies and servers that still have its keys or
/// those of the removed copy.
fn purge(path: &Path, list: Option<&Path>, former: Option<KeyRing>) -> Result<String, Failure> {
    let (mut said, mut left, mut rings) = (String::new(), Vec::new(), Vec::from_iter(former));
    if let Some(list) = list {
        rings.extend(keys_in(list));
        left = keys::purge(list)?;
        said += &format!("Removed {}.\n", list.display());
    }
    let mut holders: Vec<_> =
        rings.iter().flat_map(|ring| exposure::copies(ring, Some(path))).collect();
    holders.sort();
    holders.dedup();
    for file in &left {
        said += &format!("note: {} is left, which may have keys\n", file.display());
    }
    holders.retain(|file| !left.contains(file));
    for file in &holders {
        let file = file.display();
        said += &format!(
            "note: {file} still has the key, and its games go on; run `{ME} uninstall --purge {file}`, or remove it\n"
        );
    }
    let servers = running_servers();
    for server in &servers {
        said += &format!(
            "note: `{ME} serve` runs as process {server}, and its games go on until it ends; `systemctl disable --now {ME}.socket {ME}.service` ends the unit\n"
        );
    }
    if holders.is_empty() && servers.is_empty() && !rings.is_empty() {
        said += "Its games have ended.\n";
    }
    Ok(said)
}

/// The processes of `serve` that run on this machine, by the files of Linux's `/proc`. A worker counts with
/// its supervisor.
pub fn running_servers() -> Vec<u32> {
    let is_server = |id: &u32| {
        let read = |name| fs::read(format!("/proc/{id}/{name}")).unwrap_or_default();
        let program = fs::read_link(format!("/proc/{id}/exe")).unwrap_or_default();
        let is_own = program.to_string_lossy().ends_with(&format!("/{ME}"))
            || program.to_string_lossy().ends_with(&format!("/{ME} (deleted)"));
        let is_worker = || {
            let variables = read("environ");
            variables.split(|byte| *byte == 0).any(|it| it.starts_with(b"PARLOUR_SUPERVISOR="))
        };
        is_own && read("cmdline").split(|byte| *byte == 0).nth(1) == Some(b"serve") && !is_worker()
    };
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let ids = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    ids.filter(is_server).collect()
}
