//! Passwords: a new one for a seat, and the page of a player who has lost the newest link.

use super::table::Table;
use crate::formats::view::{Newest, View};
use crate::game::any::AnyGame;
use crate::game::request::{NOT_A_PASSWORD, Refusal};
use crate::game::seat::Seat;
use crate::gateway::http::CachePolicy;
use crate::respond::visit::{Found, Visit};
use crate::table::password::Password;

/// The page of a player who comes with a password alone: it asks for the newest link.
pub fn ask_for_newest(visit: &Visit<'_>, game: &AnyGame, password: &str) -> Found {
    let is_code =
        |code: &String| code.len() == 4 && code.bytes().all(|c| c.is_ascii_alphanumeric());
    let newest = Newest {
        ruleset: game.ruleset,
        // The page does not repeat another text.
        password: Password::read(password).map_or_else(String::new, |read| read.to_string()),
        table: visit.query.table.clone().filter(is_code),
        address: (visit.services.address)(),
    };
    Ok((View::Newest(newest), CachePolicy::No))
}

impl Table<'_> {
    /// The refusal of a password that opens no seat.
    pub fn no_such_password(&self, password: Option<&str>) -> Refusal {
        let password = password.and_then(Password::read);
        match password.is_some_and(|password| self.state.was_handed_over(password)) {
            true => NOT_A_PASSWORD.saying("Your seat was handed over. You can look on."),
            false => NOT_A_PASSWORD.into(),
        }
    }

    /// Gives the player on turn another password: others may know the old one.
    pub fn change_password(mut self, seat: Option<Seat>) -> Found {
        let on_turn = match self.check_turn(seat) {
            Ok(on_turn) => on_turn,
            Err(refusal) => return self.show(seat, Some(refusal)),
        };
        let password = Password::from_random(self.visit.random()?);
        if let Some(person) = self.state.people.get_mut(on_turn) {
            person.password = password;
        }
        self.state = self.state.after_turn(Some(on_turn), "password", self.visit.minute());
        self.arrive(Some(password))
    }
}
