//! What several games share.

pub mod cards;
