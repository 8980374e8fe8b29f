//! The options of mounted file systems.

use rustix::fs::{StatVfsMountFlags, statvfs};
use std::path::Path;

/// Returns true if nobody can run a program at this path.
#[cfg(target_os = "linux")]
pub fn is_noexec(path: &Path) -> bool {
    is_mounted(path, StatVfsMountFlags::NOEXEC)
}

/// Returns false: the flag is known on Linux only.
#[cfg(not(target_os = "linux"))]
pub fn is_noexec(_: &Path) -> bool {
    false
}

/// Returns true if no program at this path gets a user or a group by its mode.
pub fn is_nosuid(path: &Path) -> bool {
    is_mounted(path, StatVfsMountFlags::NOSUID)
}

/// Returns true if the file system of a path is mounted with this flag.
fn is_mounted(path: &Path, flag: StatVfsMountFlags) -> bool {
    statvfs(path).is_ok_and(|system| system.f_flag.contains(flag))
}
