//! What a game may use, and the contract that it keeps.

pub mod chance;
pub mod contract;
pub mod date;
pub mod pack;
pub mod page;
pub mod secret;
pub mod spot;
