//! The contract of a game, and everything that a game uses.
//!
//! A game implements [`contract::Game`] and imports [`prelude`]. It knows nothing of HTML, links,
//! tokens, keys or the clock.
//!
//! | module | content |
//! |---|---|
//! | [`contract`] | the contract: [`Game`](contract::Game) |
//! | [`codec`], [`pack`] | one function, [`Game::fields`](contract::Game::fields), writes and reads a position, bit by bit |
//! | [`ruleset`], [`options`], [`request`], [`message`] | the public face of a game, as data |
//! | [`page`], [`text`], [`spot`] | the page that a viewer sees |
//! | [`seat`] | players and viewers |
//! | [`secrecy`], [`secret`], [`verification`] | hidden things, and the check of a deal |
//! | [`chance`], [`outcome`] | the deal, and the result |
//! | [`any`] | a game as a row of the table, for the rest of the program |
//! | `audit` | the tests' knowledge of a game: `Audited` (with the feature `audit`, or in tests) |

/// Lets values of these types become these variants of an enum.
macro_rules! become_variants {
    ($enum:ident: $($type:ty => $variant:ident),*) => {$(
        impl From<$type> for $enum {
            fn from(value: $type) -> Self {
                $enum::$variant(value.into())
            }
        }
    )*};
}

pub mod any;
#[cfg(any(test, feature = "audit"))]
pub mod audit;
pub mod chance;
pub(crate) mod codec;
pub(crate) mod contract;
pub(crate) mod hint;
pub(crate) mod message;
pub mod options;
pub mod outcome;
pub mod pack;
pub mod page;
pub mod request;
pub mod ruleset;
#[cfg(any(test, feature = "audit"))]
pub mod sample;
pub mod seat;
pub mod secrecy;
pub(crate) mod secret;
pub(crate) mod spot;
pub(crate) mod text;
pub mod verification;

/// Everything that a game uses: `use crate::game::prelude::*`.
// A new game may need what only tests use today.
#[allow(unused_imports)]
pub(crate) mod prelude {
    pub use super::chance::Chance;
    pub use super::codec::{Codec, Coded};
    pub use super::contract::{Game, Named, Ruling};
    pub use super::hint::{Advice, HINT};
    pub use super::message::{Message, MessageSpec, Score, Value};
    pub use super::options::{Choices, GameOption, OptionGroup, Preset, Typed, noted, value};
    pub use super::outcome::{Mood, Outcome};
    pub use super::pack::{Packer, Unpackable, Unpacker};
    pub use super::page::{
        At, Block, Board, Cell, End, Fact, Guesses, Log, Look, Marks, NEXT_GAMES, NextGame, Offer,
        Page, Part, Passage, Picture, Row, SeatLine, Sending, Share, Spread, SquareNames, Standing,
    };
    pub use super::request::{ArgumentSpec, Fault, Help, Refusal, Request, RequestSpec};
    pub use super::ruleset::{FirstRequest, Ruleset};
    pub use super::seat::{Perspective, Seat, Viewer, players};
    pub use super::secrecy::{Deals, Hides, Secrecy};
    pub use super::spot::place_name;
    pub use super::text::{Text, capitalised, count, listed};
    pub use super::verification::Verification;
}
