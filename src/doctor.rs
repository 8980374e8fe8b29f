//! The doctor under a web server: what the program sees of its server, its files and its rights
//! when it answers a click. The command line has a doctor as well, [`crate::cli`], which sees what
//! its own user sees; what both look at lies below here.
//!
//! The page opens to a pass that only somebody with the key can make. To everybody else it is not
//! there: its address answers as that of any unknown game.

pub mod copies;
pub mod pass;
pub mod permissions;
mod sight;

use crate::checkup::Checkup;
use crate::key_source::{Environment, KeySource};
use crate::keys::KeyRing;
use std::time::{SystemTime, UNIX_EPOCH};

/// Examines this program as it answers, for somebody with a pass.
pub fn examine(
    environment: Environment<'_>,
    ring: &KeyRing,
    source: &KeySource,
    pass: &str,
) -> Option<Checkup> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).ok()?.as_secs();
    let made = pass::open(ring, pass, now)?;
    Some(sight::checkup(environment, ring, source, made, now))
}
