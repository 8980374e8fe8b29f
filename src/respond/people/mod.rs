//! A table of several people from whom something is hidden: they carry the game in links that they
//! send each other, and nothing is kept.
//!
//! The table link shows public information. With a password it also shows that player's hand and lets
//! them move. A move passes the turn to the next person, and its answer is the new table link: the
//! address to send. The order of the checks matters: password, turn, then the game. In any other
//! order, an error message could reveal a player's hand.

mod lobby;
mod moves;
mod page;
mod passwords;

use super::visit::{Found, Opened, Visit};
use crate::formats::party::{AGAIN, NEW_PASSWORD, WrongName};
use crate::formats::table::Typed;
use crate::game::any::{AnyGame, Asker, Step};
use crate::game::chance::Chance;
use crate::game::options::Choices;
use crate::game::pack::{Packer, Unpackable, Unpacker};
use crate::game::request::{NOT_A_PASSWORD, Request};
use crate::game::seat::{Seat, Viewer};
use crate::problem::Problem;
use crate::table::password::Password;
use crate::table::state::TableState;
use crate::table::turn_code::TurnCode;

pub use lobby::open_table;
pub use passwords::ask_for_newest;

/// A table, with the request to it.
struct Table<'a> {
    visit: &'a Visit<'a>,
    game: &'static AnyGame,
    choices: Choices,
    state: TableState,
    /// The position of the game, packed. It has no meaning before everybody has sat down.
    position: Packer,
    /// The name that somebody wants, if it will not do.
    bad_name: Option<WrongName>,
    /// The text that somebody typed as a move.
    typed: Option<Box<Typed>>,
}

/// The table that was sealed: as the public sees it, or the player with the password of the query,
/// after the request of the query.
pub fn look(visit: &Visit<'_>, opened: &Opened) -> Found {
    let table = Table::unpack(visit, opened)?;
    let password = visit.query.password.as_deref();
    let seat = password.and_then(Password::read).and_then(|password| table.state.seat_of(password));
    match visit.query.sit.as_deref() {
        Some(AGAIN) => table.play_again(seat),
        Some(NEW_PASSWORD) => table.change_password(seat),
        Some(_) if !table.state.is_full() => table.sit_down(),
        _ if password.is_some() && seat.is_none() => table.show(None, Some(NOT_A_PASSWORD.into())),
        _ => table.act(seat),
    }
}

/// The turn code of the table that was sealed.
pub fn turn_code(visit: &Visit<'_>, opened: &Opened) -> Result<TurnCode, Problem> {
    Ok(Table::unpack(visit, opened)?.state.turn_code())
}

impl<'a> Table<'a> {
    fn new(
        visit: &'a Visit<'a>,
        game: &'static AnyGame,
        choices: Choices,
        state: TableState,
    ) -> Self {
        let (position, bad_name, typed) = (Packer::new(), None, None);
        Table { visit, game, choices, state, position, bad_name, typed }
    }

    fn pack(&self) -> Packer {
        let mut packer = Packer::new();
        self.choices.pack(&mut packer);
        self.state.pack(&mut packer);
        packer.append(&self.position);
        packer
    }

    fn unpack(visit: &'a Visit<'a>, opened: &Opened) -> Result<Self, Problem> {
        let game = opened.game;
        let mut packed = Unpacker::new(&opened.content);
        let mut unpack = || {
            let choices = Choices::unpack(game.ruleset.options, &mut packed)?;
            if !(game.is_closed)(&choices) || !game.has_seats_for_all(&choices) {
                return Err(Unpackable::Impossible);
            }
            let state = TableState::unpack((game.people)(&choices), &mut packed)?;
            let mut table = Table::new(visit, game, choices, state);
            let nobody = Asker::nameless(Viewer::Everybody);
            (game.play)(&table.choices, packed.clone(), nobody, None, &mut table.position)?;
            Ok(table)
        };
        unpack().map_err(|why| opened.damaged(why))
    }

    /// Deals the game.
    fn deal(&mut self, mut chance: Chance) {
        self.position = Packer::new();
        let nobody = Asker::nameless(Viewer::Everybody);
        (self.game.deal)(&self.choices, &mut chance, nobody, &mut self.position);
    }

    /// Deals the game by chance that nobody has seen.
    fn deal_at_random(&mut self) -> Result<(), Problem> {
        self.deal(Chance::from_seed(self.visit.random()?));
        Ok(())
    }

    /// The view of the game for somebody, and the position after their request.
    fn step(&self, viewer: Viewer, request: Option<&Request>) -> Result<(Step, Packer), Problem> {
        let bytes = self.position.clone().finish();
        let mut packer = Packer::new();
        let packed = Unpacker::new(&bytes);
        let asker = Asker { viewer, names: &self.state.names() };
        let step = (self.game.play)(&self.choices, packed, asker, request, &mut packer);
        let step = step.map_err(|_| Problem::Damaged(Some(self.game.ruleset)))?;
        Ok((step, packer))
    }

    /// The seat whose turn it is; everybody may know that.
    fn turn(&self) -> Result<Option<Seat>, Problem> {
        Ok(self.step(Viewer::Everybody, None)?.0.turn)
    }
}
