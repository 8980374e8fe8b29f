//! A table of several people with nothing kept: they carry the game in links that they send each
//! other.
//!
//! Who knows a [`chair`] sees and moves for its seat; everybody else sees what is public. A
//! [`state::TableState`] is sealed into the link beside the position of the game. Each version of a
//! game has a short code ([`mod@line`]), so that two versions of one game can be told apart.

pub mod chair;
pub mod line;
pub mod name;
pub mod paste;
pub mod state;
