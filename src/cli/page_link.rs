//! `parlour doctor --page`: prints a link to the doctor's page.

use super::arguments::PageLinkOptions;
use super::keys;
use super::terminal::Failure;
use crate::doctor::pass;
use crate::formats::html::LINKS;
use crate::os::clock;

const CLOCK_IS_WRONG: &str =
    "cannot make the link: the clock of this machine is before 1970; set the clock";

/// Makes a link that opens the doctor's page for a day from now.
///
/// # Errors
///
/// A sentence if it cannot make the link.
pub fn make(options: &PageLinkOptions) -> Result<String, Failure> {
    let ring = match &options.key_from {
        Some(file) => keys::keys_in(file),
        None => keys::keys_of(options.file.as_deref()),
    }?;
    let now = clock::seconds_since_1970().ok_or(CLOCK_IS_WRONG)?;
    let pass = pass::make(&ring, now)?;
    let url = options.url.as_deref().unwrap_or_default();
    let program = url.split(['?', '#']).next().unwrap_or_default();
    Ok([program, LINKS.doctor(&pass).as_str()].concat())
}
