//! Groups of this system. This module reads them from the system's files, because a static program
//! cannot ask for them in another way, and makes them with the system's tools.

use crate::errors::errors;
use std::fs;
use std::process::{Command, Stdio};

const GROUPS: &str = "/etc/group";
const USERS: &str = "/etc/passwd";

/// The tools that make a group for a service, and their arguments before its name. The first is
/// that of most systems, the second that of BusyBox.
const TOOLS: [(&str, &[&str]); 2] = [("groupadd", &["--system"]), ("addgroup", &["-S"])];
/// The directories of these tools. PATH does not count, because another user may have set it for
/// root.
const TOOL_DIRECTORIES: [&str; 4] = ["/usr/sbin", "/sbin", "/usr/bin", "/bin"];

/// A group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Its name, or its number if it has no name.
    pub name: String,
    /// Its number.
    pub id: u32,
}

errors! {
    /// The reason why a group cannot be used.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum GroupError {
        /// There is no group of this name.
        Unknown(name: String) => "there is no group {name}";
        /// No tool of this system makes a group of this name.
        NotMade(name: String) =>
            "there is no group {name}, and neither groupadd nor addgroup makes one";
        /// This user is in the group of this name, and could read the keys.
        HasMember(name: String, user: String) =>
            "{user} is in the group {name} and could read the key; name a group without members with `--group`";
        /// It is root's own group.
        Roots => "root's own group cannot be used";
    }
}

/// Finds a group by its name or its number. A number does not need a name.
///
/// # Errors
///
/// [`GroupError`] if there is none, or it is root's.
pub fn find(name: &str) -> Result<Group, GroupError> {
    let groups = fs::read_to_string(GROUPS).unwrap_or_default();
    let group = find_in(&groups, name).ok_or_else(|| GroupError::Unknown(name.to_owned()))?;
    if group.id == 0 { Err(GroupError::Roots) } else { Ok(group) }
}

/// Finds a group without members, or makes it if it does not exist.
///
/// # Errors
///
/// [`GroupError`] if it cannot be made, or has a member.
pub fn find_or_make(name: &str) -> Result<Group, GroupError> {
    let group = match find(name) {
        Err(GroupError::Unknown(_)) => {
            make(name);
            find(name).map_err(|_| GroupError::NotMade(name.to_owned()))?
        }
        found => found?,
    };
    let [groups, users] = [GROUPS, USERS].map(|path| fs::read_to_string(path).unwrap_or_default());
    match member(&groups, &users, group.id) {
        Some(user) => Err(GroupError::HasMember(group.name, user)),
        None => Ok(group),
    }
}

/// The name of a group, or its number if it has none.
pub fn name_of(id: u32) -> String {
    let groups = fs::read_to_string(GROUPS).unwrap_or_default();
    find_in(&groups, &id.to_string()).map_or_else(|| id.to_string(), |group| group.name)
}

/// Makes a group with the first tool that succeeds.
fn make(name: &str) {
    // A name that begins with a hyphen would be an option.
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if name.starts_with('-') || !name.chars().all(is_name) {
        return;
    }
    for (tool, options) in TOOLS {
        let paths = TOOL_DIRECTORIES.map(|directory| format!("{directory}/{tool}"));
        let Some(path) = paths.iter().find(|path| fs::exists(path).unwrap_or(false)) else {
            continue;
        };
        let mut command = Command::new(path);
        command.env_clear().args(options).arg(name).stdin(Stdio::null()).stdout(Stdio::null());
        if command.status().is_ok_and(|status| status.success()) {
            return;
        }
    }
}

/// Finds a group in the lines of /etc/group (group(5)): `name:password:number:members`.
fn find_in(groups: &str, name: &str) -> Option<Group> {
    let named = |line: &str| {
        let mut fields = line.split(':');
        let group = Group { name: fields.next()?.to_owned(), id: fields.nth(1)?.parse().ok()? };
        (group.name == name || group.id.to_string() == name).then_some(group)
    };
    let number = || name.parse().ok().map(|id| Group { name: name.to_owned(), id });
    groups.lines().find_map(named).or_else(number)
}

/// Finds a member of a group in the lines of /etc/group, or of /etc/passwd (passwd(5)):
/// `name:password:number:group:...`.
fn member(groups: &str, users: &str, id: u32) -> Option<String> {
    let id = id.to_string();
    let listed = |line: &str| {
        let mut fields = line.split(':');
        let members = fields.nth(2).filter(|field| *field == id).and_then(|_| fields.next())?;
        members.split(',').map(str::trim).find(|name| !name.is_empty()).map(str::to_owned)
    };
    let own = |line: &str| {
        let mut fields = line.split(':');
        let name = fields.next()?;
        fields.nth(2).filter(|field| *field == id).map(|_| name.to_owned())
    };
    groups.lines().find_map(listed).or_else(|| users.lines().find_map(own))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOME_GROUPS: &str =
        "root:x:0:\nwww-data:x:33:\ngames:x:60:anna, ben\nbroken\nparlour:x:995:\n";
    const SOME_USERS: &str =
        "root:x:0:0:root:/root:/bin/sh\nwww-data:x:33:33::/var/www:/bin/false\n";

    #[test]
    fn a_group_is_found_by_its_name_or_number() {
        let group = |name: &str, id| Some(Group { name: name.to_owned(), id });
        assert_eq!(find_in(SOME_GROUPS, "parlour"), group("parlour", 995));
        assert_eq!(find_in(SOME_GROUPS, "33"), group("www-data", 33));
        assert_eq!(find_in(SOME_GROUPS, "54321"), group("54321", 54321));
        for unknown in ["", "parl", "x", "-1", "broken", "4294967296"] {
            assert_eq!(find_in(SOME_GROUPS, unknown), None, "{unknown}");
        }
        assert_eq!(find("0"), Err(GroupError::Roots));
    }

    #[test]
    fn whoever_is_in_a_group_is_found() {
        let member = |id| member(SOME_GROUPS, SOME_USERS, id);
        assert_eq!(member(60).as_deref(), Some("anna"));
        assert_eq!(member(33).as_deref(), Some("www-data"));
        assert_eq!(member(995), None);
        assert_eq!(member(54321), None);
    }
}
