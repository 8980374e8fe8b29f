//! Parts that several games share.

pub mod cards;
pub mod duel;
pub mod grid;
pub mod lines;
pub mod trust;
