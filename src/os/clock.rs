//! The system clock.

use std::time::{SystemTime, UNIX_EPOCH};

/// The seconds since 1970-01-01T00:00:00Z, or `None` if the clock is set to an earlier time.
pub fn seconds_since_1970() -> Option<u64> {
    let elapsed = SystemTime::now().duration_since(UNIX_EPOCH).ok()?;
    Some(elapsed.as_secs())
}
