//! Resource limits that a process sets for itself before it reads a request. If a bug makes the
//! process run away, the system ends it and the rest of the machine goes on.
//!
//! The limits are far above every measured value, so no valid request meets them on any machine. A
//! process lowers its soft and its hard limit, because it never raises them again. A lower limit of
//! the server stays in force. If the system refuses a limit, the program answers the request
//! anyway: the limits are a second line of defence, and a visitor needs the page more.

use rustix::process::{
    DumpableBehavior, Resource, Rlimit, getrlimit, prlimit, set_dumpable_behavior,
};
use rustix::time::{ClockId, clock_gettime};

/// The most address space, in bytes. With an environment of 1 MB, a request takes 2 MB, or 6 MB in
/// a build for tests.
pub const ADDRESS_SPACE_MAX: u64 = 64 << 20;
/// The most processor time, in seconds. The slowest request takes 20 million instructions, 3 ms on a
/// common server. `cargo test --test cost` checks this.
pub const PROCESSOR_SECONDS_MAX: u64 = 2;
/// The bound for the numbers of file descriptors. A request opens at most one file, its key file,
/// but servers may pass on descriptors of their own.
pub const FILES_MAX: u64 = 256;

/// The most address space of a worker of `parlour serve`, in bytes. Each of its connections may have
/// a request of 16 kB, or a response that the visitor has not read.
pub const WORKER_ADDRESS_SPACE_MAX: u64 = 128 << 20;
/// The bound for the numbers of file descriptors of a worker: its connections, and a few more.
pub const WORKER_FILES_MAX: u64 = 1024;

/// Sets the limits, and makes the process not dumpable, because it has the key. Then the system
/// writes no core file, and other programs of the same user cannot trace the process.
pub fn set() {
    lower(Resource::Cpu, PROCESSOR_SECONDS_MAX);
    lower(Resource::As, ADDRESS_SPACE_MAX);
    lower(Resource::Nofile, FILES_MAX);
    hide();
}

/// Sets the limits of a worker of `parlour serve`. The worker grants each request its own processor
/// time.
pub fn set_for_worker() -> ProcessorTime {
    lower(Resource::As, WORKER_ADDRESS_SPACE_MAX);
    lower(Resource::Nofile, WORKER_FILES_MAX);
    hide();
    ProcessorTime { granted: None }
}

/// Makes the process not dumpable.
pub fn hide() {
    let _ = set_dumpable_behavior(DumpableBehavior::NotDumpable);
}

/// The processor time of a process that answers many requests. Each request may take as much as a
/// process of its own. The system counts whole seconds, so a request may get one second more.
#[derive(Debug)]
pub struct ProcessorTime {
    /// The seconds that the process may take until the end of the request, counted from its start.
    granted: Option<u64>,
}

impl ProcessorTime {
    /// Grants a request its time. This takes one system call, and two more once a second.
    pub fn renew(&mut self) {
        let taken = clock_gettime(ClockId::ProcessCPUTime).tv_sec.unsigned_abs();
        let granted = taken + 1 + PROCESSOR_SECONDS_MAX;
        if self.granted == Some(granted) {
            return;
        }
        self.granted = Some(granted);
        // Only the soft limit changes, because the next request raises it again. An existing hard
        // limit is respected.
        let maximum = getrlimit(Resource::Cpu).maximum;
        let current = Some(maximum.map_or(granted, |maximum| maximum.min(granted)));
        let _ = prlimit(None, Resource::Cpu, Rlimit { current, maximum });
    }
}

/// Lowers a limit. This takes one system call if the limit was higher, as it nearly always is.
fn lower(resource: Resource, max: u64) {
    let ours = Rlimit { current: Some(max), maximum: Some(max) };
    // This fails if the hard limit is lower than ours. The soft limit is lower then, too.
    let Ok(before) = prlimit(None, resource, ours) else { return };
    let lowest = lower_of(before, max);
    if lowest != ours {
        let _ = prlimit(None, resource, lowest);
    }
}

/// The lower of each limit and ours. The first call may have raised a limit: root may raise a hard
/// limit, and every user a soft one.
fn lower_of(before: Rlimit, max: u64) -> Rlimit {
    let lower = |limit: Option<u64>| Some(limit.map_or(max, |limit| limit.min(max)));
    Rlimit { current: lower(before.current), maximum: lower(before.maximum) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lower_limit_wins() {
        let limit = |current, maximum| Rlimit { current, maximum };
        let max = 100;
        for (before, after) in [
            ((None, None), (100, 100)),
            ((Some(500), None), (100, 100)),
            ((Some(50), None), (50, 100)),
            ((Some(50), Some(500)), (50, 100)),
            ((Some(0), Some(70)), (0, 70)),
        ] {
            let after = limit(Some(after.0), Some(after.1));
            assert_eq!(lower_of(limit(before.0, before.1), max), after, "{before:?}");
        }
    }
}
