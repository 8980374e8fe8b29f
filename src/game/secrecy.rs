//! Chance and secrecy: the source of deals, and the things that a link hides.

use serde::Serialize;

/// The source of the deals of a game, and the things that its links hide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Secrecy {
    /// The source of deals.
    pub deals: Deals,
    /// The part of a position that no page shows, as a phrase: `the order of the stock`. Empty if
    /// everything is in view.
    pub hidden: &'static str,
    /// True if only the lots to come are hidden. Then a player can take a move back.
    pub hides_only_lots: bool,
    /// True if each of several people needs a password. Otherwise anyone with the link moves for the seat
    /// on turn.
    pub has_passwords: bool,
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
        Secrecy { deals: Deals::Alike, hidden: "", hides_only_lots: false, has_passwords: false };

    /// Every game begins in the same way, and these lots to come are hidden from everybody.
    pub const fn later(hidden: &'static str) -> Self {
        Secrecy { deals: Deals::Later, hidden, hides_only_lots: true, ..Secrecy::NONE }
    }

    /// Chance deals, and everything is in view.
    pub const DEALT: Secrecy = Secrecy::dealt("");

    /// Chance deals, and this is hidden from everybody.
    pub const fn dealt(hidden: &'static str) -> Self {
        Secrecy { deals: Deals::Open, hidden, ..Secrecy::NONE }
    }

    /// Chance deals with the key mixed in, and this is hidden from everybody.
    pub const fn dealt_once(hidden: &'static str) -> Self {
        Secrecy { deals: Deals::Secret, hidden, ..Secrecy::NONE }
    }

    /// Chance deals with the key mixed in, and this is hidden from some or all.
    pub const fn secret(hidden: &'static str) -> Self {
        Secrecy { deals: Deals::Secret, hidden, has_passwords: true, ..Secrecy::NONE }
    }
}
