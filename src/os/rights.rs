//! Rights that the file of a program lends to whoever starts it (set-group-ID and set-user-ID). An
//! installed copy borrows a group to read its key file, and gives it back before it does anything
//! else.

use rustix::process::{getegid, geteuid, getgid, getuid};
use rustix::thread::{set_thread_res_gid, set_thread_res_uid};
use std::io;

/// Whether the process has rights that whoever started it does not have.
pub fn are_lent() -> bool {
    getegid() != getgid() || geteuid() != getuid()
}

/// Gives lent rights back for good. It must be called while the process has one thread, because it
/// changes the rights of the calling thread.
///
/// # Errors
///
/// The error of the operating system, if it does not take them back.
pub fn give_back() -> io::Result<()> {
    if !are_lent() {
        return Ok(());
    }
    let (group, user) = (getgid(), getuid());
    // The group first: without its user the process might not be allowed to.
    set_thread_res_gid(group, group, group)?;
    set_thread_res_uid(user, user, user)?;
    Ok(())
}
