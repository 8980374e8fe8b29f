//! The variables of the environment, as a function: tests put their own in its place.

use std::ffi::OsString;

/// Looks up a variable by its name.
pub type Environment<'a> = &'a dyn Fn(&str) -> Option<OsString>;
