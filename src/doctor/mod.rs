//! The doctor under a web server: a page about the server, the files and the rights of the program
//! while it answers a request. The command line has a doctor, too, in `cli::doctor`, which has the
//! rights of its user. The checks of both are here.
//!
//! The page needs a doctor link, and only someone with the key can make one. For others the page
//! does not exist: its address answers like that of an unknown game.

pub mod checkup;
#[cfg(unix)]
pub mod copies;
#[cfg(unix)]
pub mod examine;
#[cfg(unix)]
pub(crate) mod findings;
#[cfg(unix)]
pub mod pass;
#[cfg(unix)]
pub mod permissions;
