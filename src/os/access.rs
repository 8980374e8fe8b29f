//! Who may read, write and run a file, as far as its mode and its owner say.

use std::fs::Metadata;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

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

    /// Users other than the owner and the group may read it.
    pub fn others_may_read(self) -> bool {
        self.mode & 0o004 != 0
    }

    /// The group may read it.
    pub fn group_may_read(self) -> bool {
        self.mode & 0o040 != 0
    }

    /// Users other than the owner and the group may write it.
    pub fn others_may_write(self) -> bool {
        self.mode & 0o002 != 0
    }

    /// The group may write it.
    pub fn group_may_write(self) -> bool {
        self.mode & 0o020 != 0
    }

    /// For a directory: users who may write in it can replace only their own files.
    pub fn is_sticky(self) -> bool {
        self.mode & 0o1000 != 0
    }

    /// Users other than the owner and the group may run it, or enter it if it is a directory.
    pub fn others_may_run(self) -> bool {
        self.mode & 0o001 != 0
    }

    /// At least one user may run it.
    pub fn somebody_may_run(self) -> bool {
        self.mode & 0o111 != 0
    }

    /// It runs with the rights of its owner, whoever starts it (set-user-ID).
    pub fn lends_user(self) -> bool {
        self.mode & 0o4000 != 0
    }

    /// It runs with the rights of its group, whoever starts it (set-group-ID).
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
