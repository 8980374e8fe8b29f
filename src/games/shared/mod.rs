//! What several games share.

pub mod cards;
pub mod lines;
pub mod sheet;
