//! The groups of copies: makes them with the system's tools, and removes them.

use super::default_file::KEY_DIRECTORY;
use super::obstacle::Obstacle;
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

/// Checks the name of a group for a copy. The group may not exist yet.
///
/// # Errors
///
/// [`Obstacle`] if the group may have another purpose, or has a member.
pub fn check_own(name: &str) -> Result<(), Obstacle> {
    if !groups::is_for_copies(name) {
        return Err(Obstacle::NotForCopies(name.to_owned()));
    }
    match Group::find(name).map(|group| group.members()) {
        Some(users) if !users.is_empty() => {
            Err(Obstacle::HasMembers(name.to_owned(), users.join(", ")))
        }
        None if MAKERS.iter().all(|(tool, _)| tools::find(tool).is_none()) => {
            Err(Obstacle::NotMade(name.to_owned()))
        }
        _ => Ok(()),
    }
}

/// Checks the name or the number of a web server's group.
///
/// # Errors
///
/// [`Obstacle`] if there is none, or it is root's or that of a copy.
pub fn check_servers(name: &str) -> Result<String, Obstacle> {
    match Group::find(name).ok_or_else(|| Obstacle::NoGroup(name.to_owned()))? {
        Group { id: 0, .. } => Err(Obstacle::RootsGroup),
        group if group.is_for_copies() => Err(Obstacle::ForCopies(group.name)),
        group => Ok(group.name),
    }
}

/// Makes a group. Returns it, or an error if no tool makes it.
///
/// # Errors
///
/// [`Obstacle::NotMade`].
pub fn make(name: &str) -> Result<Group, Obstacle> {
    run(MAKERS, name);
    Group::find(name).ok_or_else(|| Obstacle::NotMade(name.to_owned()))
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
