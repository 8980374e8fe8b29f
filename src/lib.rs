//! Parlour.
#![forbid(unsafe_code)]

pub mod keys;
pub mod pack;
pub mod seal;
pub mod slot;
