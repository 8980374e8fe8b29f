//! The doctor under a web server: a page on what the program sees of its server, its files and its
//! rights when it answers a request. The command line has a doctor too, in `cli::doctor`, which
//! sees what its user sees; the checks that both make are here.
//!
//! The page opens to a pass that only a holder of the key can make. For everybody else it does not
//! exist: its address answers like that of an unknown game.

pub mod checkup;
#[cfg(unix)]
pub mod copies;
#[cfg(unix)]
pub mod examine;
#[cfg(unix)]
pub mod pass;
#[cfg(unix)]
pub mod permissions;
