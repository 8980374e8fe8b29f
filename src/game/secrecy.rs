//! Chance and secrecy: the source of deals, and the things that a link hides.

use serde::Serialize;

/// The source of the deals of a game, and the things that its links hide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Secrecy {
    /// The source of deals.
    pub deals: Deals,
    /// The things that links hide.
    pub hides: Hides,
    /// True if each of several people needs a password. Otherwise anyone with the link moves for the seat
    /// on turn.
    pub has_passwords: bool,
}

/// The part of a position that no page shows, as a phrase: `the order of the stock`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hides {
    /// Everything is in view.
    Nothing,
    /// Only lots to come are hidden. A player can take a move back.
    Lots(&'static str),
    /// Things of the game are hidden.
    Things(&'static str),
}

impl Hides {
    /// The phrase. `None` if everything is in view.
    pub fn phrase(self) -> Option<&'static str> {
        match self {
            Hides::Nothing => None,
            Hides::Lots(phrase) | Hides::Things(phrase) => Some(phrase),
        }
    }
}

/// The source of the deals of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Deals {
    /// Every game begins in the same way.
    Alike,
    /// Every game begins in the same way, and chance decides later. Pages name no deal.
    Later,
    /// Chance deals, and knowing a deal does not help. A deal code deals the same game on every
    /// server.
    Open,
    /// Chance deals, and knowing a deal helps, so the key is mixed in. A deal code is for practice,
    /// for one person, and works where that key is in the key ring.
    Secret,
}

impl Deals {
    /// Returns true if chance deals, so that a name of a deal says how the game begins.
    pub fn are_named(self) -> bool {
        matches!(self, Deals::Open | Deals::Secret)
    }
}

impl Secrecy {
    /// Every game begins in the same way, and everything is in view.
    pub const NONE: Secrecy =
        Secrecy { deals: Deals::Alike, hides: Hides::Nothing, has_passwords: false };

    /// Every game begins in the same way, and these lots to come are hidden from everybody.
    pub const fn later(lots: &'static str) -> Self {
        Secrecy { deals: Deals::Later, hides: Hides::Lots(lots), ..Secrecy::NONE }
    }

    /// Chance deals, and everything is in view.
    pub const DEALT: Secrecy = Secrecy { deals: Deals::Open, ..Secrecy::NONE };

    /// Chance deals, and this is hidden from everybody.
    pub const fn dealt(hidden: &'static str) -> Self {
        Secrecy { hides: Hides::Things(hidden), ..Secrecy::DEALT }
    }

    /// Chance deals with the key mixed in, and this is hidden from everybody.
    pub const fn dealt_once(hidden: &'static str) -> Self {
        Secrecy { deals: Deals::Secret, ..Secrecy::dealt(hidden) }
    }

    /// Chance deals with the key mixed in, and this is hidden from some or all.
    pub const fn secret(hidden: &'static str) -> Self {
        Secrecy { has_passwords: true, ..Secrecy::dealt_once(hidden) }
    }
}
