//! `parlour install` and `parlour uninstall`.
//!
//! The keys are inside the copy. Root's copy is for the group of the web server: only the web server
//! may run it, and nobody but root may read it. A copy of another user is for all users to run, and
//! for its owner to read. A new copy replaces an older one in one step, and keeps its keys.

use super::arguments::{InstallOptions, UninstallOptions};
use super::cgi::{self, NOBODY, User};
use super::keys::{self, MASTER_KEY};
use super::program_file::{self, IS_STATIC};
use super::terminal::Failure;
use super::workspace::{Workspace, WorkspaceError};
use crate::os::own::ME;
use crate::seal::keys::{Key, KeyRing};
use crate::seal::slot::{self, SlotError};
use rustix::process::geteuid;
use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

/// The modes of root's copies and of those of other users.
const ROOTS_MODE: u32 = 0o710;
const USERS_MODE: u32 = 0o711;
/// The groups that web servers usually have.
pub const SERVER_GROUPS: [&str; 6] = ["www-data", "apache", "nginx", "http", "lighttpd", "caddy"];

/// A group of this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    pub name: String,
    pub id: u32,
    /// The names of the users in it, joined with commas.
    pub members: String,
}

impl Group {
    /// Looks for a group by its name or number in the files of groups and users (group(5)).
    pub fn find(name_or_id: &str) -> Option<Self> {
        let read = |path| fs::read_to_string(path).unwrap_or_default();
        let (groups, users) = (read("/etc/group"), read("/etc/passwd"));
        for line in groups.lines() {
            let fields: Vec<&str> = line.split(':').collect();
            let [name, _, id, listed] = fields[..] else { continue };
            if ![name, id].contains(&name_or_id) {
                continue;
            }
            let mut members: Vec<&str> = listed.split(',').filter(|it| !it.is_empty()).collect();
            for user in users.lines() {
                let parts: Vec<&str> = user.split(':').collect();
                if parts.get(3) == Some(&id) {
                    members.push(parts[0]);
                }
            }
            members.sort_unstable();
            members.dedup();
            let members = members.join(", ");
            return Some(Group { name: name.to_owned(), id: id.parse().ok()?, members });
        }
        // It may be in another directory, such as LDAP.
        let id = name_or_id.parse().ok()?;
        Some(Group { name: name_or_id.to_owned(), id, members: String::new() })
    }

    /// The group of the web server: that of the option, or the only usual one of this machine.
    fn of_server(option: Option<&str>, dest: &Path) -> Result<Self, String> {
        let install = |group: &str| format!("sudo {ME} install --group {group} {}", dest.display());
        if let Some(name) = option {
            return match Group::find(name) {
                Some(group) if group.id != 0 => Ok(group),
                Some(_) => {
                    Err("root's group runs no web server; name that of the web server".to_owned())
                }
                None => Err(format!("there is no group {name}; name that of the web server")),
            };
        }
        let mut found: Vec<Group> = SERVER_GROUPS.into_iter().filter_map(Group::find).collect();
        match (found.pop(), found.is_empty()) {
            (Some(only), true) => Ok(only),
            (None, _) => Err(format!(
                "no usual group of a web server is here; name the group: `{}`",
                install("GROUP")
            )),
            (Some(last), false) => {
                let names = found.iter().map(|group| &*group.name).chain([&*last.name]);
                let commands: Vec<String> =
                    names.map(|name| format!("`{}`", install(name))).collect();
                Err(format!(
                    "several groups may be that of the web server; choose one: {}",
                    commands.join(", or ")
                ))
            }
        }
    }
}

/// Installs a copy. Returns what to print.
///
/// # Errors
///
/// A sentence if the copy is not in its place.
pub fn install(options: &InstallOptions) -> Result<String, Failure> {
    let path = program_file::at(&options.dest)?;
    let is_root = geteuid().is_root();
    let group = match &options.group {
        name if is_root => Some(Group::of_server(name.as_deref(), &options.dest)?),
        Some(_) => return Err("only root can install for a group; leave out `--group`".into()),
        None => None,
    };
    if is_root && !IS_STATIC {
        return Err(format!("root does not install this build: it is dynamically linked, so the user of the web server could take its key with LD_PRELOAD; build with `cargo static`, or use the unit {ME}.service, which runs a program without a key").into());
    }
    let mut bytes = keys::own_program()?;
    let workspace = Workspace::of(&path)?;
    let former = former_keys(&path, is_root)?;
    let is_upgrade = former.is_some();
    let former = former.flatten();
    let is_kept = former.is_some();
    let (ring, is_new) = match (former, is_root) {
        (former, true) => keys::master(former)?,
        (Some(ring), false) => (ring, false),
        (None, false) => (KeyRing::of(Key::draw()?), true),
    };
    slot::write_into(&mut bytes, &ring)?;
    let mode = if is_root { ROOTS_MODE } else { USERS_MODE };
    workspace.write(&bytes, mode, group.as_ref().map(|group| group.id))?;
    let shown = path.display();
    let mut said = format!("{} {shown}.\n", if is_upgrade { "Replaced" } else { "Installed" });
    said += &match &group {
        Some(Group { name, members, .. }) if members.is_empty() => {
            format!("Only programs of the group {name} can start it, and only root can read it.\n")
        }
        Some(Group { name, members, .. }) => format!(
            "Only programs of the group {name} can start it (its members: {members}), and only root can read it.\n"
        ),
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
    let server = group.map(|group| User { user: NOBODY, group: group.id });
    match cgi::ask(&path, server, "") {
        Ok(answer) if answer.is_page() => {}
        Ok(answer) => {
            said += &format!(
                "note: asked as a CGI program, it answers `{}`: {}\n",
                answer.first_line(),
                answer.complaint.trim_end()
            );
        }
        Err(why) => {
            said += &format!(
                "note: the web server cannot start it there: {why}; `{ME} doctor {shown}` says more\n"
            );
        }
    }
    // `cargo install` makes such builds, because the settings for a fast one are not in a package.
    let is_fast = IS_STATIC && cfg!(aes_backend = "soft");
    if !(is_fast || cfg!(debug_assertions)) {
        said += "note: a request of this build takes two to three times as long as one of the static program, which `cargo static` builds; the games are the same\n";
    }
    Ok(said)
}

/// The keys of a Parlour at the destination. The outer `None` says that there is none.
fn former_keys(path: &Path, is_root: bool) -> Result<Option<Option<KeyRing>>, Failure> {
    let refused = |error| WorkspaceError::Refused(path.to_path_buf(), error);
    let found = match path.symlink_metadata() {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Ok(found) if found.is_symlink() => return Ok(None),
        found => found.map_err(refused)?,
    };
    match slot::read_from(&program_file::read(path).map_err(refused)?) {
        // Another owner of the file knows its keys.
        Ok(ring) => Ok(Some(ring.filter(|_| !is_root || found.uid() == 0))),
        Err(SlotError::NoSlot) => Err(format!(
            "{} is there already and is not a Parlour program; remove it, or choose another name",
            path.display()
        )
        .into()),
        // Root's copy gets the master keys.
        Err(_) if is_root => Ok(Some(None)),
        Err(error) => Err(format!(
            "cannot keep the keys of {}: {error}; run `{ME} uninstall` first if its games may be lost",
            path.display()
        )
        .into()),
    }
}

/// Removes a copy. Returns what to print.
///
/// # Errors
///
/// A sentence if there is no copy, or it cannot be removed.
pub fn uninstall(options: &UninstallOptions) -> Result<String, Failure> {
    let path = program_file::at(&options.dest)?;
    let is_root = geteuid().is_root();
    let workspace = Workspace::of(&path)?;
    let mut said = String::new();
    if former_keys(&path, true)?.is_some() {
        workspace.remove()?;
        said += &format!("Removed {}.\n", path.display());
    } else if !options.purge {
        return Err(format!("there is no Parlour at {}", path.display()).into());
    }
    drop(workspace);
    if is_root && options.purge {
        let left = keys::purge()?;
        said += &format!("Removed {MASTER_KEY}: its games have ended.\n");
        for file in left {
            said += &format!("note: {} is left, which may have keys\n", file.display());
        }
    } else if !is_root {
        said += "Its keys are gone with it.\n";
    } else {
        said += &format!("{MASTER_KEY} stays: if you install again, the games go on.\n");
    }
    Ok(said + "The configuration of the web server stays, too.\n")
}
