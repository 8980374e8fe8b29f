//! Checks if others can change a file, or a directory above it.

use super::access::{Access, Right};
use std::io;
use std::path::{Path, PathBuf};

/// A file or directory that others can change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exposed {
    /// Its path.
    pub path: PathBuf,
    /// Its owner, group and mode. One of them lets others in.
    pub access: Access,
}

impl std::fmt::Display for Exposed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "others may change {} ({})", self.path.display(), self.access)
    }
}

/// The user and the group that may change a path. Root always may.
#[derive(Clone, Copy, Debug)]
pub struct Trusted {
    /// A user.
    pub user: u32,
    /// A group.
    pub group: u32,
}

impl Trusted {
    /// Root alone.
    pub const ROOT: Trusted = Trusted { user: 0, group: 0 };
}

/// The first part of a real path, from the file upwards, that a user who is not trusted can change.
/// In a sticky directory, users can replace only their own files.
///
/// # Errors
///
/// The error of the operating system if a part cannot be examined.
pub fn find_exposed(real_path: &Path, trusted: Trusted) -> io::Result<Option<Exposed>> {
    for (place, path) in real_path.ancestors().enumerate() {
        let access = Access::at(path)?;
        let is_sticky = place > 0 && access.has(Right::IsSticky);
        // The bits of the group are those of the users in an access control list, too.
        let is_listed = access.has(Right::GroupWrites) && !is_sticky && has_access_list(path);
        if is_listed || is_exposed(access, is_sticky, trusted) {
            return Ok(Some(Exposed { path: path.to_path_buf(), access }));
        }
    }
    Ok(None)
}

/// Returns true if the path has an access control list (acl(5)). Linux keeps no list that only repeats
/// the mode.
#[cfg(target_os = "linux")]
pub fn has_access_list(path: &Path) -> bool {
    rustix::fs::getxattr_query(path, super::access::ACCESS_LIST).is_ok_and(|bytes| bytes > 0)
}

/// Returns false: access control lists are known on Linux only.
#[cfg(not(target_os = "linux"))]
pub fn has_access_list(_: &Path) -> bool {
    false
}

/// Returns true if a user who is not trusted may change a file with this access, or replace files
/// in a directory with it.
pub fn is_exposed(access: Access, is_sticky: bool, trusted: Trusted) -> bool {
    let group_is_trusted = [0, trusted.group].contains(&access.group);
    let others_may_write =
        access.has(Right::OthersWrite) || (access.has(Right::GroupWrites) && !group_is_trusted);
    ![0, trusted.user].contains(&access.owner) || (others_may_write && !is_sticky)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::{self, Permissions};
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn what_others_can_write_is_exposed_at_any_height() {
        let top = std::env::temp_dir().join(format!("parlour-trust-{}", std::process::id()));
        let below = top.join("one/two");
        fs::create_dir_all(&below).unwrap();
        let top = top.canonicalize().unwrap();
        let file = top.join("one/two/file");
        fs::write(&file, "").unwrap();
        let chmod =
            |path: &Path, mode| fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
        for path in [&top, &top.join("one"), &top.join("one/two"), &file] {
            chmod(path, 0o755);
        }
        let access = Access::at(&file).unwrap();
        let own = Trusted { user: access.owner, group: access.group };
        let exposed = |trusted| find_exposed(&file, trusted).unwrap().map(|exposed| exposed.path);
        assert_eq!(exposed(own), None);
        let stranger = Trusted { user: own.user + 1, group: own.group + 1 };
        assert_eq!(exposed(stranger).is_none(), own.user == 0, "root may always");
        for path in [&file, &top.join("one/two"), &top.join("one"), &top] {
            chmod(path, 0o757);
            assert_eq!(exposed(own).as_ref(), Some(path));
            chmod(path, 0o775);
            assert_eq!(exposed(own), None, "its group is trusted");
            if own.group != 0 {
                assert_eq!(exposed(Trusted { group: 0, ..own }).as_ref(), Some(path));
            }
            chmod(path, 0o755);
        }
        chmod(&top, 0o1777);
        assert_eq!(exposed(own), None, "nobody can replace it in a sticky directory");
        chmod(&file, 0o1757);
        assert_eq!(exposed(own), Some(file.clone()), "a sticky file means nothing");
        fs::remove_dir_all(&top).unwrap();
        assert!(find_exposed(&file, own).is_err());
    }
}
