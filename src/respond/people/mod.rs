//! A table of several people from whom something is hidden: they carry the game in links that they
//! send each other, and nothing is kept.
//!
//! The table link shows public information. With a password it also shows that player's hand and lets
//! them move. A move passes the turn to the next person, and its answer is the new table link: the
//! address to send. The order of the checks matters: password, turn, then the game. In any other
//! order, an error message could reveal a player's hand.

mod gather;
mod leave;
mod lobby;
mod moves;
mod page;
mod passwords;
mod table;

use super::visit::{Found, Opened, Visit};
use crate::game::seat::Viewer;
use crate::problem::Problem;
use crate::query::Sit;
use crate::table::password::Password;
use crate::table::result::GameResult;
use crate::table::turn_code::TurnCode;
use gather::NO_ANSWERS;
use table::Table;

pub use gather::look_at_answer;
pub use lobby::open_table;
pub use passwords::ask_for_newest;

/// The table that was sealed: as the public sees it, or the player with the password of the query,
/// after the request of the query.
pub fn look(visit: &Visit<'_>, opened: &Opened) -> Found {
    let table = Table::unpack(visit, opened)?;
    let password = visit.query.password.as_deref();
    let seat = password.and_then(Password::read).and_then(|password| table.state.seat_of(password));
    if let (Some(password), None) = (password, seat) {
        return table.open_no_seat(password);
    }
    let is_chosen = visit.query.sit == Some(Sit::Choose);
    if (visit.query.pasted.is_some() || is_chosen) && table.state.is_gathering() {
        return table.gather(seat);
    }
    match visit.query.sit {
        Some(Sit::Again) => table.play_again(seat),
        Some(Sit::Begin) => table.begin(seat),
        Some(Sit::NewPassword) => table.change_password(seat),
        Some(Sit::Leave) => table.leave(seat),
        Some(Sit::AskToLeave) => table.ask_to_leave(seat),
        Some(Sit::Absent) => table.ask_to_hand_over(seat),
        Some(Sit::HandOver) => table.hand_over(seat),
        Some(_) if table.state.is_gathering() => table.answer(),
        Some(Sit::Down) if !table.state.is_full() => table.sit_down(),
        Some(Sit::Down) => table.refuse(seat, "No seat is free."),
        Some(Sit::Choose) => table.refuse(seat, NO_ANSWERS),
        None if visit.query.pasted.is_some() => table.refuse(seat, NO_ANSWERS),
        None => table.act(seat),
    }
}

/// The code of a table, and the number of its turn. `None` if it is no table.
pub fn place(opened: &Opened) -> Option<(String, u16)> {
    let state = Table::unpack_state(opened).ok()?;
    Some((state.table_code(), state.number))
}

/// Returns true if one player is left at the table.
pub fn is_left_alone(opened: &Opened) -> bool {
    Table::unpack_state(opened).is_ok_and(|state| state.is_left_alone())
}

/// The result of the table that was sealed. `None` before the end of its game.
pub fn result(visit: &Visit<'_>, opened: &Opened) -> Result<Option<GameResult>, Problem> {
    let table = Table::unpack(visit, opened)?;
    if !table.state.is_full() {
        return Ok(None);
    }
    Ok(GameResult::of(&table.state, &table.step(Viewer::Everybody)))
}

/// The turn code of the table that was sealed.
pub fn turn_code(visit: &Visit<'_>, opened: &Opened) -> Result<TurnCode, Problem> {
    Ok(Table::unpack(visit, opened)?.state.turn_code())
}
