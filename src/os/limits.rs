//! Limits that a click sets itself before it looks at the request: should a bug ever make it run
//! away, the system ends it, and the machine is none the worse for it.
//!
//! The figures lie far above what was ever measured, so that no good click meets them on any
//! machine. A limit that the server has set lower stays as it is; both the soft and the hard one
//! are lowered, because nothing has to be allowed more afterwards. Where a limit cannot be set
//! the click is answered all the same: limits are a second wall, and a visitor who gets no page
//! because of one would be worse off than without it.

use rustix::process::{DumpableBehavior, Resource, Rlimit, prlimit, set_dumpable_behavior};

/// The most address space, in bytes. A click takes 2 MB and a build for tests 6 MB, both with an
/// environment of 1 MB.
pub const ADDRESS_SPACE_MAX: u64 = 64 << 20;
/// The most processor time, in seconds. The slowest click takes a sixtieth of one.
pub const PROCESSOR_SECONDS_MAX: u64 = 2;
/// Files are numbered below this. A click opens its key file and no other, but servers may leave
/// theirs open.
pub const FILES_MAX: u64 = 256;

/// Sets the limits, and lets no other program of the same user look into this one: the key is in
/// it. So no core is written either.
pub fn set() {
    lower(Resource::As, ADDRESS_SPACE_MAX);
    lower(Resource::Cpu, PROCESSOR_SECONDS_MAX);
    lower(Resource::Nofile, FILES_MAX);
    let _ = set_dumpable_behavior(DumpableBehavior::NotDumpable);
}

/// Lowers a limit, in one call where it was higher, as it is nearly everywhere.
fn lower(resource: Resource, max: u64) {
    let ours = Rlimit { current: Some(max), maximum: Some(max) };
    // Refused if the hard limit is lower than ours, and so the soft one is, too.
    let Ok(before) = prlimit(None, resource, ours) else { return };
    let lowest = lower_of(before, max);
    if lowest != ours {
        let _ = prlimit(None, resource, lowest);
    }
}

/// What was in force before, as far as it was lower: root may raise a hard limit, and anybody a
/// soft one.
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
