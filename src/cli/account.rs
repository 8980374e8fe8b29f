//! The users and groups of this machine.

use std::collections::BTreeSet;
use std::fs;

/// The user and the group `nobody`.
pub const NOBODY: u32 = 65534;

/// A user and a group.
#[derive(Clone, Copy, Debug)]
pub struct User {
    pub user: u32,
    pub group: u32,
}

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

/// The rows of the users or groups of this machine, and their fields (passwd(5), group(5)).
fn rows(path: &str) -> impl Iterator<Item = Vec<String>> {
    let text = fs::read_to_string(path).unwrap_or_default();
    let row = |line: &str| line.split(':').map(str::to_owned).collect();
    text.lines().map(row).collect::<Vec<_>>().into_iter()
}

/// The name of a user, or their number if it has none here.
pub fn user_name(id: u32) -> String {
    let number = id.to_string();
    let user = rows("/etc/passwd").find(|user| user.get(2) == Some(&number));
    user.map_or(number, |mut user| user.swap_remove(0))
}

impl Group {
    /// Looks for a group by its name or number. It may be in another directory, such as LDAP.
    pub fn find(name_or_id: &str) -> Option<Self> {
        let is_it =
            |row: &Vec<String>| row.len() == 4 && (row[0] == name_or_id || row[2] == name_or_id);
        let Some(row) = rows("/etc/group").find(is_it) else {
            let id = name_or_id.parse().ok()?;
            return Some(Group { name: name_or_id.to_owned(), id, members: String::new() });
        };
        let [name, _, id, listed] = <[String; 4]>::try_from(row).ok()?;
        let users = rows("/etc/passwd").filter(|user| user.get(3) == Some(&id));
        let mut members: BTreeSet<String> = users.map(|mut user| user.swap_remove(0)).collect();
        members.extend(listed.split(',').filter(|it| !it.is_empty()).map(str::to_owned));
        let members = Vec::from_iter(members).join(", ");
        Some(Group { name, id: id.parse().ok()?, members })
    }
}
