//! What several games share.

pub mod cards;
pub mod grid_game;
pub mod lines;
pub mod opponent;
pub mod trust;
