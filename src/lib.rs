//! Parlour.
pub mod keys;
pub mod pack;
pub mod seal;
