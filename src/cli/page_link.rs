//! `parlour doctor --page`: prints a link to the doctor's page.

use super::arguments::PageLinkOptions;
use super::keys::{self, KeysError};
use crate::doctor::pass;
use crate::errors::errors;
use crate::formats::html::LINKS;
use crate::os::clock;
use crate::os::random::NoRandomness;

errors! {
    /// The reason why there is no link.
    #[derive(Debug)]
    pub enum PageLinkError {
        /// There are no keys to make the link with.
        Keys(error: KeysError) => "{error}";
        /// The operating system provides no random bytes.
        Randomness(error: NoRandomness) => "{error}";
        /// The clock of this machine is set to a time before 1970.
        Clock => "cannot make the link: the clock of this machine is before 1970; set the clock";
    }
}

/// Makes a link that opens the doctor's page for a day from now.
///
/// # Errors
///
/// [`PageLinkError`] if it cannot make the link.
pub fn make(options: &PageLinkOptions) -> Result<String, PageLinkError> {
    let ring = match &options.key_from {
        Some(file) => keys::keys_in(file),
        None => keys::keys_of(options.file.as_deref()),
    }
    .map_err(PageLinkError::Keys)?;
    let now = clock::seconds_since_1970().ok_or(PageLinkError::Clock)?;
    let pass = pass::make(&ring, now).map_err(PageLinkError::Randomness)?;
    let url = options.url.as_deref().unwrap_or_default();
    let program = url.split(['?', '#']).next().unwrap_or_default();
    Ok([program, LINKS.doctor(&pass).as_str()].concat())
}
