//! The doctor under a web server: what the program sees of its server, its files and its rights
//! when it answers a click. The command line has a doctor as well, [`crate::cli`], which sees what
//! its own user sees; what both look at lies below here.
//!
//! The page opens to a pass that only somebody with the key can make. To everybody else it is not
//! there: its address answers as that of any unknown game.

pub mod checkup;
#[cfg(unix)]
pub mod copies;
#[cfg(unix)]
pub mod examine;
#[cfg(unix)]
pub mod pass;
#[cfg(unix)]
pub mod permissions;
#[cfg(unix)]
mod sight;
