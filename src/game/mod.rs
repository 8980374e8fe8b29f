//! What a game may use, and the contract that it keeps.
//!
//! A game implements [`contract::Game`] and imports [`prelude`]; nothing else of this crate
//! concerns it. It never meets HTML, links, tokens, keys or the clock.

pub mod any;
pub mod chance;
pub mod contract;
pub mod message;
pub mod options;
pub mod outcome;
pub mod pack;
pub mod page;
pub mod request;
pub mod ruleset;
pub mod seat;
pub mod secret;
pub mod spot;
pub mod text;
pub mod verification;

/// Everything that a game uses: `use crate::game::prelude::*`.
pub mod prelude {
    pub use super::chance::Chance;
    pub use super::contract::{Game, Hidden, Ruling};
    pub use super::message::{Message, MessageSpec, Value};
    pub use super::options::{Choices, GameOption, OptionGroup, Preset, value};
    pub use super::outcome::{Mood, Outcome};
    pub use super::pack::{Packer, Unpackable, Unpacker};
    pub use super::page::{
        At, Block, Board, Cell, End, Fact, Log, Look, Marks, NextGame, Offer, Page, Part, Passage,
        Picture, Row, SeatLine, Share, SquareNames, Standing,
    };
    pub use super::request::{ArgumentSpec, Fault, Refusal, Request, RequestSpec};
    pub use super::ruleset::{Deals, Ruleset};
    pub use super::seat::{Perspective, Seat, Viewer, visitor_and_computer};
    pub use super::spot::place_name;
    pub use super::text::{Text, capitalised, count, listed};
    pub use super::verification::Verification;
}
