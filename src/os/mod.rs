//! The parts of the operating system that the program uses. All other modules get them as
//! arguments.

#[cfg(unix)]
pub mod access;
pub mod clock;
pub mod elf;
pub mod env;
#[cfg(unix)]
pub mod groups;
#[cfg(target_os = "linux")]
pub mod limits;
#[cfg(unix)]
pub mod mounts;
pub mod own;
pub mod paths;
pub mod random;
#[cfg(target_os = "linux")]
pub mod rights;
#[cfg(unix)]
pub mod tools;
#[cfg(unix)]
pub mod trust;
