//! Parts that several games share.

pub(crate) mod cards;
pub(crate) mod duel;
pub(crate) mod grid;
pub(crate) mod lines;
pub mod trust;
