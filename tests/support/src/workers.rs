//! The processes of a responder, wherever a server has started them.

use crate::process::{command, wait_until};
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::time::Duration;

/// The time for which a test waits for the end of a worker and the start of another.
const RENEWAL_TIME_MAX: Duration = Duration::from_secs(10);

/// The processes that run this program: their ids.
pub fn processes(program: &Path) -> Vec<u32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let ids = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let is_it = |id: &u32| {
        let words = fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
        words.split(|byte| *byte == 0).next().map(OsStr::from_bytes) == Some(program.as_os_str())
    };
    ids.filter(is_it).collect()
}

/// The process that has started another.
fn parent(id: u32) -> Option<u32> {
    let status = fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    status.lines().find_map(|line| line.strip_prefix("PPid:"))?.trim().parse().ok()
}

/// Has the responders of this program start again, if there are any: with the program and the keys as
/// they are now.
///
/// # Panics
///
/// If one does not.
pub fn renew(program: &Path) {
    let all = processes(program);
    let is_worker = |id: &u32| parent(*id).is_some_and(|parent| all.contains(&parent));
    let (workers, supervisors): (Vec<u32>, Vec<u32>) = all.iter().partition(|id| is_worker(id));
    for id in supervisors {
        let _ = command("kill").arg("-HUP").arg(id.to_string()).status();
    }
    let are_gone = || processes(program).iter().all(|id| !workers.contains(id));
    assert!(wait_until(RENEWAL_TIME_MAX, are_gone), "{workers:?} do not end");
}
