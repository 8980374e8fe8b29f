//! What the program asks of the operating system beyond the standard library.

#[cfg(unix)]
pub mod access;
pub mod env;
#[cfg(target_os = "linux")]
pub mod limits;
