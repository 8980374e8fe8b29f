//! Rights that a process has from the mode of its program (set-group-ID and set-user-ID). An
//! installed copy uses its group to read its key file, and then gives the group back.

use rustix::process::{getegid, geteuid, getgid, getuid};
use rustix::thread::{set_thread_res_gid, set_thread_res_uid};
use std::io;

/// Returns true if the process has rights that its user does not have.
pub fn are_lent() -> bool {
    getegid() != getgid() || geteuid() != getuid()
}

/// Gives the lent rights back for good, and hides the process, which may have read a key. The process
/// must have only one thread, because this changes the rights of the calling thread.
///
/// # Errors
///
/// The error of the operating system if it does not take the rights back.
pub fn give_back() -> io::Result<()> {
    if !are_lent() {
        return Ok(());
    }
    let (group, user) = (getgid(), getuid());
    // The group comes first: without its user, the process might not be allowed to change the
    // group.
    set_thread_res_gid(group, group, group)?;
    set_thread_res_uid(user, user, user)?;
    // The kernel makes a process dumpable again when its group changes (fs.suid_dumpable).
    super::limits::hide();
    Ok(())
}
