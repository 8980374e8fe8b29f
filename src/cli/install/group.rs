//! The groups of copies: makes them with the system's tools, and removes them.

use super::default_file::KEY_DIRECTORY;
use crate::errors::errors;
use crate::os::groups::{self, Group};
use crate::os::tools;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::process::{Command, Stdio};

/// The tools that make a group for a service, and their arguments before its name. The first is
/// that of most systems, the second that of BusyBox.
const MAKERS: [(&str, &[&str]); 2] = [("groupadd", &["--system"]), ("addgroup", &["-S"])];
/// The tools that remove a group.
const REMOVERS: [(&str, &[&str]); 2] = [("groupdel", &[]), ("delgroup", &[])];

errors! {
    /// The reason why a group cannot be used.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum GroupError {
        /// There is no group of this name.
        Unknown(name: String) => "there is no group {name}";
        /// The name is not one of a group that has no other purpose.
        NotForCopies(name: String) =>
            "the group {name} may have another purpose: the group of a copy is `parlour`, or has a name that begins with `parlour-`";
        /// The group of a copy cannot be that of a web server.
        ForCopies(name: String) =>
            "{name} is a group for copies, and no web server should be in it; use `--group {name}`";
        /// No tool of this system makes a group of this name.
        NotMade(name: String) =>
            "there is no group `{name}`, and neither groupadd nor addgroup makes one; make it yourself";
        /// These users are in the group of this name, and could read the keys.
        HasMembers(name: String, users: String) =>
            "{users} could read the key as a member of the group {name}; remove the member, or name another group with `--group`";
        /// It is root's own group.
        Roots => "root's own group cannot be used; name the group of the web server";
    }
}

/// Checks the name of a group for a copy. The group may not exist yet.
///
/// # Errors
///
/// [`GroupError`] if the group may have another purpose, or has a member.
pub fn check_own(name: &str) -> Result<(), GroupError> {
    if !groups::is_for_copies(name) {
        return Err(GroupError::NotForCopies(name.to_owned()));
    }
    match Group::find(name).map(|group| group.members()) {
        Some(users) if !users.is_empty() => {
            Err(GroupError::HasMembers(name.to_owned(), users.join(", ")))
        }
        None if MAKERS.iter().all(|(tool, _)| tools::find(tool).is_none()) => {
            Err(GroupError::NotMade(name.to_owned()))
        }
        _ => Ok(()),
    }
}

/// Checks the name or the number of a web server's group.
///
/// # Errors
///
/// [`GroupError`] if there is none, or it is root's or that of a copy.
pub fn check_servers(name: &str) -> Result<String, GroupError> {
    match Group::find(name).ok_or_else(|| GroupError::Unknown(name.to_owned()))? {
        Group { id: 0, .. } => Err(GroupError::Roots),
        group if group.is_for_copies() => Err(GroupError::ForCopies(group.name)),
        group => Ok(group.name),
    }
}

/// Makes a group. Returns it, or an error if no tool makes it.
///
/// # Errors
///
/// [`GroupError::NotMade`].
pub fn make(name: &str) -> Result<Group, GroupError> {
    run(MAKERS, name);
    Group::find(name).ok_or_else(|| GroupError::NotMade(name.to_owned()))
}

/// Removes a group. Returns true on success.
pub fn remove(name: &str) -> bool {
    run(REMOVERS, name);
    Group::find(name).is_none()
}

/// Removes a group, if it was made for copies and none of their key files has it. Returns what it
/// removed.
pub fn remove_unused(id: u32) -> Option<String> {
    let group = Group::of_id(id);
    let has = |entry: fs::DirEntry| entry.metadata().is_ok_and(|file| file.gid() == id);
    let mut files = fs::read_dir(KEY_DIRECTORY).into_iter().flatten().flatten();
    let is_unused = group.is_for_copies() && !files.any(has);
    (is_unused && remove(&group.name)).then(|| format!("the group {}", group.name))
}

/// Runs the first tool that succeeds.
fn run(tools: [(&str, &[&str]); 2], name: &str) {
    for (tool, options) in tools {
        let Some(path) = tools::find(tool) else { continue };
        let mut command = Command::new(path);
        command.env_clear().args(options).arg(name);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        if command.status().is_ok_and(|status| status.success()) {
            return;
        }
    }
}
