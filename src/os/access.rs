//! The permissions of a file: its mode and its owner.

use std::fs::Metadata;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

/// The attribute with the entries of an access control list (acl(5)) that the mode does not show.
#[cfg(target_os = "linux")]
pub const ACCESS_LIST: &str = "system.posix_acl_access";

/// The owner, the group and the permissions of a file or a directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// The permission bits, with set-user-ID, set-group-ID and sticky.
    pub mode: u32,
    /// The user ID of the owner.
    pub owner: u32,
    /// The group ID.
    pub group: u32,
}

impl Access {
    /// Reads the access from metadata.
    pub fn of(metadata: &Metadata) -> Self {
        let mode = metadata.mode() & 0o7777;
        Access { mode, owner: metadata.uid(), group: metadata.gid() }
    }

    /// The access to the file at a path, symbolic links resolved.
    ///
    /// # Errors
    ///
    /// The error of the operating system if there is no such file or its metadata cannot be read.
    pub fn at(path: &Path) -> io::Result<Self> {
        path.metadata().map(|metadata| Access::of(&metadata))
    }

    /// Returns true if users other than the owner and the group may read it.
    pub fn others_may_read(self) -> bool {
        self.mode & 0o004 != 0
    }

    /// Returns true if the group may read it.
    pub fn group_may_read(self) -> bool {
        self.mode & 0o040 != 0
    }

    /// Returns true if users other than the owner and the group may write it.
    pub fn others_may_write(self) -> bool {
        self.mode & 0o002 != 0
    }

    /// Returns true if the group may write it.
    pub fn group_may_write(self) -> bool {
        self.mode & 0o020 != 0
    }

    /// Returns true if it is a directory in which users can replace only their own files.
    pub fn is_sticky(self) -> bool {
        self.mode & 0o1000 != 0
    }

    /// Returns true if users other than the owner and the group may run it, or enter it if it is a
    /// directory.
    pub fn others_may_run(self) -> bool {
        self.mode & 0o001 != 0
    }

    /// Returns true if at least one user may run it.
    pub fn somebody_may_run(self) -> bool {
        self.mode & 0o111 != 0
    }

    /// Returns true if it runs with the rights of its owner (set-user-ID).
    pub fn lends_user(self) -> bool {
        self.mode & 0o4000 != 0
    }

    /// Returns true if it runs with the rights of its group (set-group-ID).
    pub fn lends_group(self) -> bool {
        self.mode & 0o2000 != 0
    }
}

impl std::fmt::Display for Access {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Access { mode, owner, group } = self;
        write!(f, "mode {mode:04o}, owner {owner}, group {group}")
    }
}
