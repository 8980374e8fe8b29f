//! Chance and secrecy, said once: how deals come about, and what a link hides.

use serde::Serialize;

/// How the deals of a game come about, and what its links hide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Secrecy {
    /// How deals come about.
    pub deals: Deals,
    /// The part of a position that no page shows, as a phrase: `the order of the stock`. Empty if
    /// everything is in view.
    pub hidden: &'static str,
    /// True if several people each need a password. Otherwise anybody with the link moves for the
    /// seat on turn.
    pub has_passwords: bool,
}

/// How the deals of a game come about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Deals {
    /// Every game begins alike.
    Alike,
    /// Chance deals, and knowing a deal does not help. A deal code deals the same game on every
    /// server.
    Open,
    /// Chance deals, and knowing a deal helps, so the key is mixed in. A deal code is for practice,
    /// for one person, and works where that key is in the key ring.
    Secret,
}

impl Secrecy {
    /// Every game begins alike, and everything is in view.
    pub const NONE: Secrecy = Secrecy { deals: Deals::Alike, hidden: "", has_passwords: false };

    /// Chance deals, and everything is in view.
    pub const DEALT: Secrecy = Secrecy::dealt("");

    /// Chance deals, and this is hidden from everybody.
    pub const fn dealt(hidden: &'static str) -> Self {
        Secrecy { deals: Deals::Open, hidden, has_passwords: false }
    }

    /// Chance deals with the key mixed in, and this is hidden from everybody.
    pub const fn dealt_once(hidden: &'static str) -> Self {
        Secrecy { deals: Deals::Secret, hidden, has_passwords: false }
    }

    /// Chance deals with the key mixed in, and this is hidden from some or all.
    pub const fn secret(hidden: &'static str) -> Self {
        Secrecy { deals: Deals::Secret, hidden, has_passwords: true }
    }
}
