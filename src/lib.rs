//! Parlour.
#![forbid(unsafe_code)]

#[cfg(unix)]
pub mod access;
#[cfg(unix)]
pub mod cli;
pub mod key_file;
pub mod key_source;
pub mod keys;
pub mod pack;
pub mod seal;
#[cfg(all(unix, feature = "serve"))]
pub mod serve;
pub mod slot;
