//! Passwords: a new one for a seat, and the page of a player who has lost the newest link.

use super::table::Table;
use crate::formats::view::{Newest, View};
use crate::game::any::AnyGame;
use crate::game::request::{NOT_A_PASSWORD, Refusal};
use crate::game::seat::Seat;
use crate::gateway::http::CachePolicy;
use crate::query::quoted;
use crate::respond::visit::{Found, Visit};
use crate::table::password::Password;
use crate::table::state::{Away, Deed};

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
        if let Some(table) =
            self.visit.query.table.as_ref().filter(|table| **table != self.state.table_code())
        {
            return NOT_A_PASSWORD.saying(format!(
                "This link is of table {}, and your bookmark is of table {}. Paste a link of that table.",
                self.state.table_code(),
                quoted(table)
            ));
        }
        let away = password.and_then(Password::read).and_then(|password| self.state.away(password));
        match away {
            None => NOT_A_PASSWORD.into(),
            Some(Away { turn, .. }) if self.state.is_left_alone() => NOT_A_PASSWORD.saying(format!(
                "You have been away since turn {turn}. Ask for a seat when the next game is dealt."
            )),
            Some(Away { turn, .. }) => NOT_A_PASSWORD.saying(format!(
                "A computer plays for you since turn {turn}. Ask for a seat when the next round is dealt."
            )),
        }
    }

    /// Gives the player on turn another password: others may know the old one.
    pub fn change_password(mut self, seat: Option<Seat>) -> Found {
        let on_turn = match self.check_turn(seat) {
            Ok((on_turn, _)) => on_turn,
            Err(refusal) => return self.show(seat, Some(refusal)),
        };
        let password = Password::from_random(self.visit.random()?);
        if let Some(person) = self.state.people.get_mut(on_turn) {
            person.password = password;
        }
        self.state = self.state.after_turn(
            Some(on_turn),
            Deed::TookPassword,
            "password",
            self.visit.minute(),
        );
        self.arrive(Some(password))
    }
}
