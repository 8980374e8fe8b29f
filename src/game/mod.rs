//! The contract of a game, and everything that a game uses.
//!
//! A game implements [`contract::Game`] or the smaller [`duel::Duel`], and imports
//! [`prelude`](crate::prelude). It knows nothing of HTML, links, tokens, keys or the clock.
//!
//! | module | content |
//! |---|---|
//! | [`contract`] | the contract: [`Game`](contract::Game) |
//! | [`duel`] | the contract of a game for two in which nothing is hidden: [`Duel`](duel::Duel) |
//! | [`playable`] | a position of such a game: its moves |
//! | [`codec`], [`pack`] | one function, [`Game::fields`](contract::Game::fields), writes and reads a position, bit by bit |
//! | [`ruleset`], [`options`], [`request`], [`message`] | the public face of a game, as data |
//! | [`page`], [`text`], [`spot`] | the page that a viewer sees |
//! | [`seat`] | players and viewers |
//! | [`secrecy`], [`secret`], [`verification`], [`trust`] | hidden things, the check of a deal, and the proof in a link |
//! | [`chance`], [`outcome`] | the deal, and the result |
//! | [`turning`] | the moves of a game that gave away a win or a draw |
//! | [`moment`] | the moments of a game, to walk through it |
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
pub(crate) mod duel;
pub(crate) mod hint;
pub(crate) mod message;
pub mod moment;
pub mod options;
pub mod outcome;
pub mod pack;
pub mod page;
pub(crate) mod playable;
pub mod request;
pub mod ruleset;
#[cfg(any(test, feature = "audit"))]
pub mod sample;
pub mod seat;
pub mod secrecy;
pub(crate) mod secret;
pub(crate) mod spot;
pub(crate) mod text;
pub mod trust;
pub(crate) mod turning;
pub mod verification;
