//! The environment as a function, so that tests can bring their own.

use std::ffi::OsString;

/// Looks up an environment variable by its name.
pub type Environment<'a> = &'a dyn Fn(&str) -> Option<OsString>;
