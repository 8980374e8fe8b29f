//! The groups of this system. This module reads them from the system's files, because a static
//! program cannot ask for them in another way.

use std::fs;

const GROUPS: &str = "/etc/group";
const USERS: &str = "/etc/passwd";

/// The usual group of installed copies. Others begin with this name and a hyphen.
pub const FOR_COPIES: &str = "parlour";

/// A group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Its name, or its number if it has no name.
    pub name: String,
    /// Its number.
    pub id: u32,
}

impl Group {
    /// Finds a group by its name or its number. A number does not need a name.
    pub fn find(name: &str) -> Option<Self> {
        find_in(&read(GROUPS), name)
    }

    /// The group of this number.
    pub fn of_id(id: u32) -> Self {
        Group::find(&id.to_string()).unwrap_or_else(|| Group { name: id.to_string(), id })
    }

    /// The names of the users in it.
    pub fn members(&self) -> Vec<String> {
        members(&read(GROUPS), &read(USERS), self.id)
    }

    /// Returns true if its name says that installed copies run with it, and that it has no other
    /// purpose.
    pub fn is_for_copies(&self) -> bool {
        is_for_copies(&self.name)
    }
}

/// Returns true if this is the name of a group for installed copies: `parlour`, or a name such as
/// `parlour-test`.
pub fn is_for_copies(name: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    let more = name.strip_prefix(FOR_COPIES);
    more.is_some_and(|more| {
        more.is_empty() || (more.starts_with('-') && more.chars().all(is_plain))
    })
}

fn read(path: &str) -> String {
    let bytes = fs::read(path).unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
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

/// The members of a group in the lines of /etc/group and of /etc/passwd (passwd(5)):
/// `name:password:number:group:...`.
fn members(groups: &str, users: &str, id: u32) -> Vec<String> {
    let id = id.to_string();
    let is_meant = |line: &&str, field| line.split(':').nth(field) == Some(&id);
    let listed = groups.lines().filter(|line| is_meant(line, 2));
    let listed = listed.flat_map(|line| line.split(':').nth(3).unwrap_or_default().split(','));
    let own = users.lines().filter(|line| is_meant(line, 3));
    let own = own.filter_map(|line| line.split(':').next());
    let mut members: Vec<String> = listed.chain(own).map(|name| name.trim().to_owned()).collect();
    members.retain(|name| !name.is_empty());
    members.dedup();
    members
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
    }

    #[test]
    fn all_members_of_a_group_are_found() {
        let members = |id| members(SOME_GROUPS, SOME_USERS, id);
        assert_eq!(members(60), ["anna", "ben"]);
        assert_eq!(members(33), ["www-data"]);
        assert_eq!(members(995), [""; 0]);
        assert_eq!(members(54321), [""; 0]);
    }

    #[test]
    fn a_group_for_copies_is_known_by_its_name() {
        for name in ["parlour", "parlour-test", "parlour-2"] {
            assert!(is_for_copies(name), "{name}");
        }
        for name in ["", "parluor", "shadow", "parlours", "parlour test", "54321", "parlour-;x"] {
            assert!(!is_for_copies(name), "{name}");
        }
    }
}
