//! Resource limits that a process sets for itself before it reads a request. If a bug makes it run
//! away, the system ends it and nothing else on the machine suffers.
//!
//! The limits lie far above everything that was measured, so that no valid request meets them on
//! any machine. Both the soft and the hard limit are lowered, since nothing needs to raise them
//! again; a lower limit of the server stays in force. If a limit cannot be set, the request is
//! answered all the same: limits are a second line of defence, and a visitor is worse off without a
//! page than without a limit.

use rustix::process::{
    DumpableBehavior, Resource, Rlimit, getrlimit, prlimit, set_dumpable_behavior,
};
use rustix::time::{ClockId, clock_gettime};

/// The most address space, in bytes. A request takes 2 MB, in a build for tests 6 MB, both with an
/// environment of 1 MB.
pub const ADDRESS_SPACE_MAX: u64 = 64 << 20;
/// The most processor time, in seconds. The slowest request takes a sixtieth of a second.
pub const PROCESSOR_SECONDS_MAX: u64 = 2;
/// File descriptors are numbered below this. A request opens one file at most, its key file, but
/// servers may pass on descriptors of their own.
pub const FILES_MAX: u64 = 256;

/// Sets the limits, and makes the process not dumpable, because it holds the key: no core file is
/// written, and no other program of the same user may trace it.
pub fn set() {
    lower(Resource::Cpu, PROCESSOR_SECONDS_MAX);
    set_for_many();
}

/// Sets the limits of a process that answers many requests. Its processor time is granted to it
/// anew for each.
pub fn set_for_many() -> ProcessorTime {
    lower(Resource::As, ADDRESS_SPACE_MAX);
    lower(Resource::Nofile, FILES_MAX);
    hide();
    ProcessorTime { granted: None }
}

/// Makes the process not dumpable.
pub fn hide() {
    let _ = set_dumpable_behavior(DumpableBehavior::NotDumpable);
}

/// The processor time of a process that answers many requests, each of which may take as much as a
/// click. The system counts in whole seconds, so that it may be one more.
#[derive(Debug)]
pub struct ProcessorTime {
    /// The seconds that the process may take up to the end of the request, with all that it took
    /// before.
    granted: Option<u64>,
}

impl ProcessorTime {
    /// Grants a request its time. This takes one system call, and another in each second.
    pub fn renew(&mut self) {
        let taken = clock_gettime(ClockId::ProcessCPUTime).tv_sec.unsigned_abs();
        let granted = taken + 1 + PROCESSOR_SECONDS_MAX;
        if self.granted == Some(granted) {
            return;
        }
        self.granted = Some(granted);
        // A hard limit could not be raised again for the next request. Whoever set one meant it.
        let maximum = getrlimit(Resource::Cpu).maximum;
        let current = Some(maximum.map_or(granted, |maximum| maximum.min(granted)));
        let _ = prlimit(None, Resource::Cpu, Rlimit { current, maximum });
    }
}

/// Lowers a limit. This takes one system call if the limit was higher, as it nearly always is.
fn lower(resource: Resource, max: u64) {
    let ours = Rlimit { current: Some(max), maximum: Some(max) };
    // Fails if the hard limit, and so the soft limit too, is lower than ours.
    let Ok(before) = prlimit(None, resource, ours) else { return };
    let lowest = lower_of(before, max);
    if lowest != ours {
        let _ = prlimit(None, resource, lowest);
    }
}

/// The lower of each limit and ours. The first call may have raised a limit: root may raise a hard
/// limit, and any user a soft one.
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
