//! The checkup that the doctor's page shows.

use super::checkup::Checkup;
use super::{pass, sight};
use crate::os::env::Environment;
use crate::seal::keys::KeyRing;
use crate::seal::source::KeySource;
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
