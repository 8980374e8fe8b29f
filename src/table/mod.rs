//! A table of several people. They send each other links that hold the whole game.
//!
//! A [`password`] shows one seat's hand and moves for that seat. A link without a password shows
//! only public things. The link seals a [`state::TableState`] beside the position of the game. A
//! [`turn_code`] names each turn, so that people notice when two links hold different games. Each
//! guest at a table of three or more sends the host an [`answer::Answer`], and the host
//! [gathers](`gather`) them. The end of a game makes a [`result::GameResult`], and a
//! [`league::League`] adds up several.

pub(crate) mod answer;
pub mod game_number;
pub(crate) mod gather;
pub mod league;
mod letter;
mod look;
pub(crate) mod minute;
pub mod name;
pub mod notice;
pub(crate) mod password;
pub(crate) mod patience;
pub mod result;
pub(crate) mod state;
pub mod turn_code;
