//! Who may read, write and run a file, as far as its mode and its owner tell.

use std::fs::Metadata;
use std::os::unix::fs::MetadataExt;

/// The owner, the group and the permissions of a file or a directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    mode: u32,
    owner: u32,
    group: u32,
}

impl Access {
    /// What these metadata tell.
    pub fn of(metadata: &Metadata) -> Self {
        let mode = metadata.mode() & 0o7777;
        Access { mode, owner: metadata.uid(), group: metadata.gid() }
    }

    /// The permissions, without the kind of file.
    pub fn mode(self) -> u32 {
        self.mode
    }

    /// The number of the owner.
    pub fn owner(self) -> u32 {
        self.owner
    }

    /// The number of the group.
    pub fn group(self) -> u32 {
        self.group
    }

    /// Others than owner and group may read it.
    pub fn others_may_read(self) -> bool {
        self.mode & 0o004 != 0
    }

    /// The group may read it.
    pub fn group_may_read(self) -> bool {
        self.mode & 0o040 != 0
    }

    /// Others than owner and group may write it.
    pub fn others_may_write(self) -> bool {
        self.mode & 0o002 != 0
    }

    /// The group may write it.
    pub fn group_may_write(self) -> bool {
        self.mode & 0o020 != 0
    }

    /// Of a directory: whoever may write in it can only replace what is his own.
    pub fn is_sticky(self) -> bool {
        self.mode & 0o1000 != 0
    }

    /// Others than owner and group may run it, or enter it if it is a directory.
    pub fn others_may_run(self) -> bool {
        self.mode & 0o001 != 0
    }

    /// Anybody at all may run it.
    pub fn somebody_may_run(self) -> bool {
        self.mode & 0o111 != 0
    }

    /// It runs with the rights of its owner or group, whoever starts it.
    pub fn lends_rights(self) -> bool {
        self.mode & 0o6000 != 0
    }
}

impl std::fmt::Display for Access {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Access { mode, owner, group } = self;
        write!(f, "mode {mode:04o}, owner {owner}, group {group}")
    }
}
