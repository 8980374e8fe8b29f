//! Passwords: a new one for a seat, and the page of a player who has lost the newest link.

use super::table::Table;
use crate::formats::view::{Newest, View};
use crate::game::request::{NOT_A_PASSWORD, Refusal};
use crate::game::ruleset::Ruleset;
use crate::game::seat::Seat;
use crate::game::text::Text;
use crate::gateway::http::CachePolicy;
use crate::query::quoted;
use crate::respond::visit::{Found, Visit};
use crate::table::password::Password;
use crate::table::state::{Away, Deed};

/// The page of a player who comes with a password alone, or with a text that does not do: it asks for the
/// newest link.
pub fn ask_for_newest(
    visit: &Visit<'_>,
    ruleset: &'static Ruleset,
    password: &str,
    explanation: Option<Text>,
) -> Found {
    let is_code =
        |code: &String| code.len() == 4 && code.bytes().all(|c| c.is_ascii_alphanumeric());
    let newest = Newest {
        ruleset,
        // The page does not repeat another text.
        password: Password::read(password).map_or_else(String::new, |read| read.to_string()),
        table: visit.query.table.clone().filter(is_code),
        address: (visit.services.address)(),
        explanation,
    };
    Ok((View::Newest(newest), CachePolicy::No))
}

impl Table<'_> {
    /// The page of a player whose password opens no seat: it refuses the password, or asks for a link of the
    /// table that the bookmark names.
    pub fn open_no_seat(self, password: &str) -> Found {
        let code = self.state.table_code();
        match self.visit.query.table.as_ref().filter(|table| **table != code) {
            Some(table) => {
                let why = format!(
                    "This link is of table {code}, and your bookmark is of table {}. Paste a link of that table.",
                    quoted(table)
                );
                ask_for_newest(self.visit, self.game.ruleset, password, Some(why.into()))
            }
            None => {
                let refusal = self.no_such_password(password);
                self.show(None, Some(refusal))
            }
        }
    }

    /// The refusal of a password that opens no seat.
    fn no_such_password(&self, password: &str) -> Refusal {
        let away = Password::read(password).and_then(|password| self.state.away(password));
        let host = self.state.people.first().filter(|_| self.state.is_gathering());
        match away {
            None => host.map_or(NOT_A_PASSWORD.into(), |host| {
                NOT_A_PASSWORD.saying(format!(
                    "That password opens no seat yet. It is mistyped, or {} has not taken your answer.",
                    host.name
                ))
            }),
            Some(Away { turn, .. }) if self.turn().is_none() => NOT_A_PASSWORD.saying(format!(
                "You have been away since turn {turn}. Ask for a seat when the next game is dealt."
            )),
            Some(Away { turn, .. }) => NOT_A_PASSWORD.saying(format!(
                "A computer plays for you since turn {turn}. Ask for a seat when the next round or game is dealt."
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
