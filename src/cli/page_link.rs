//! `parlour doctor --page`: a link to the doctor's page, with a pass in it.

use super::arguments::PageOrder;
use super::{doctor, install};
use crate::clients::html::LINKS;
use crate::doctor::pass;
use crate::seal::keys::NoRandomness;
use std::time::{SystemTime, UNIX_EPOCH};

/// Why there is no link.
#[derive(Debug)]
pub enum NoLink {
    /// There are no keys to make a pass with.
    Keys(String),
    /// The system gives no random bytes.
    Randomness(NoRandomness),
    /// The clock of this machine stands before 1970.
    Clock,
}

impl std::fmt::Display for NoLink {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NoLink::Keys(why) => f.write_str(why),
            NoLink::Randomness(error) => error.fmt(f),
            NoLink::Clock => f.write_str("the clock of this machine stands before 1970; set it"),
        }
    }
}

impl std::error::Error for NoLink {}

/// A link that opens the doctor's page for a day, from now on.
pub fn make(order: &PageOrder) -> Result<String, NoLink> {
    let ring = match &order.key_from {
        Some(file) => install::keys_of(file).map_err(|error| NoLink::Keys(error.to_string())),
        None => doctor::keys_of(order.file.as_deref()).map_err(NoLink::Keys),
    }?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_err(|_| NoLink::Clock)?;
    let pass = pass::make(&ring, now.as_secs()).map_err(NoLink::Randomness)?;
    let program = order.url.as_deref().unwrap_or_default();
    let program = program.split(['?', '#']).next().unwrap_or_default();
    Ok([program, &LINKS.doctor(&pass)].concat())
}
