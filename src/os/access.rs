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

    /// Returns true if its mode has one of these bits.
    pub fn has(self, right: Right) -> bool {
        self.mode & right as u32 != 0
    }
}

/// Bits of the mode of a file.
#[derive(Clone, Copy, Debug)]
pub enum Right {
    /// Users other than the owner and the group may read it.
    OthersRead = 0o004,
    /// The group may read it.
    GroupReads = 0o040,
    /// Users other than the owner and the group may write it.
    OthersWrite = 0o002,
    /// The group may write it.
    GroupWrites = 0o020,
    /// It is a directory in which users can replace only their own files.
    IsSticky = 0o1000,
    /// Users other than the owner and the group may run it, or enter it if it is a directory.
    OthersRun = 0o001,
    /// At least one user may run it.
    SomebodyRuns = 0o111,
    /// It runs with the rights of its owner (set-user-ID).
    LendsUser = 0o4000,
    /// It runs with the rights of its group (set-group-ID).
    LendsGroup = 0o2000,
}

impl std::fmt::Display for Access {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Access { mode, owner, group } = self;
        write!(f, "mode {mode:04o}, owner {owner}, group {group}")
    }
}
