//! The parts of the operating system that the program uses.

pub mod clock;
pub(crate) mod env;
#[cfg(target_os = "linux")]
pub mod limits;
#[cfg(not(target_os = "linux"))]
#[path = "no_limits.rs"]
pub mod limits;
pub mod own;
pub(crate) mod random;

/// The flag with which opening a pipe doesn't wait for another process.
#[cfg(unix)]
pub const NONBLOCK: i32 = rustix::fs::OFlags::NONBLOCK.bits().cast_signed();
