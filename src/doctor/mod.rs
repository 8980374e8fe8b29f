//! The checks of the doctor about files. The command is in `cli::doctor`.

pub mod checkup;
#[cfg(unix)]
pub mod copies;
#[cfg(unix)]
pub(crate) mod findings;
#[cfg(unix)]
pub mod permissions;
