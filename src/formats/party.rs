//! The people at a table, as the public or one of them sees it.

use crate::game::seat::Seat;
use crate::game::text::Text;
use crate::links::Link;
use crate::table::password::Password;
use crate::table::turn_code::TurnCode;

/// The value of `sit` with which the same people play again.
pub const AGAIN: &str = "again";
/// The value of `sit` that asks for another password in place of one's own.
pub const NEW_PASSWORD: &str = "password";

/// The people at a table, as the public or one of them sees it.
#[derive(Debug)]
pub struct Party {
    /// How many are to sit at it.
    pub size: usize,
    /// Those who do, from the first seat on.
    pub people: Vec<Seated>,
    /// Whose turn it is; nobody's before everybody sits, and after the end.
    pub turn: Option<Seat>,
    /// The present turn and its code.
    pub turn_code: TurnCode,
    /// The turn code that the link says, if it is another.
    pub asked_turn_code: Option<String>,
    /// The seat of whoever looks with a password.
    pub seat: Option<Seat>,
    /// Their password.
    pub password: Option<Password>,
    /// The link without a password, to pass on.
    pub table_link: Link,
    /// The name that somebody gave, if it will not do.
    pub bad_name: Option<WrongName>,
}

/// A name that will not do.
#[derive(Debug)]
pub struct WrongName {
    /// The name as it was typed, or one like it that will do.
    pub typed: String,
    /// Why it will not do.
    pub sentence: Text,
}

impl Party {
    /// How many seats nobody has taken.
    pub fn free(&self) -> usize {
        self.size.saturating_sub(self.people.len())
    }

    /// Whether the table waits for people to sit down.
    pub fn is_lobby(&self) -> bool {
        self.free() > 0
    }

    /// Whether whoever looks has a password here.
    pub fn has_password(&self) -> bool {
        self.password.is_some()
    }

    /// Whether it is the turn of whoever looks.
    pub fn is_on_turn(&self) -> bool {
        self.seat.is_some() && self.seat == self.turn
    }

    /// Whether the link has to go to somebody else now.
    pub fn sends(&self) -> bool {
        !self.is_on_turn() && (self.is_lobby() && self.has_password() || self.turn.is_some())
    }

    /// Whether whoever looks did what was done last.
    pub fn has_moved_last(&self) -> bool {
        let seated = self.seat.and_then(|seat| self.people.get(seat));
        seated.is_some_and(|person| self.was_last(person))
    }

    /// Everybody but whoever looks.
    fn others(&self) -> impl Iterator<Item = &Seated> {
        let others = (0..).zip(&self.people).filter(|(seat, _)| Some(*seat) != self.seat);
        others.map(|(_, person)| person)
    }

    /// Whether somebody did what was done last.
    fn was_last(&self, person: &Seated) -> bool {
        person.last == Some(self.turn_code)
    }

    /// The others who did not do what was done last, and so have not seen what came of it.
    pub fn others_to_tell(&self) -> impl Iterator<Item = &str> {
        let others = self.others().filter(|person| !self.was_last(person));
        others.map(|person| person.name.as_str())
    }

    /// Who did what was done last.
    pub fn last_to_move(&self) -> Option<&str> {
        let last = self.people.iter().find(|person| self.was_last(person));
        last.map(|person| person.name.as_str())
    }

    /// Whether it is up to whoever looks to send the link on.
    pub fn has_to_send(&self) -> bool {
        self.sends() && self.has_password() && self.has_moved_last()
    }

    /// Whether whoever is next has to say their password to go on.
    pub fn asks_who_is_next(&self) -> bool {
        !self.is_lobby() && !self.is_over() && !self.has_password()
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        !self.is_lobby() && self.turn.is_none()
    }

    /// Whether the game is over, and whoever looks may have it dealt again.
    pub fn may_play_again(&self) -> bool {
        self.is_over() && self.has_password()
    }

    /// Whether whoever looks has to say their password to have the game dealt again.
    pub fn asks_who_plays_again(&self) -> bool {
        self.is_over() && !self.has_password()
    }

    /// Whether sitting down is the last thing that happened, and whoever looks did that, so that their
    /// password is new to them.
    pub fn has_just_sat_down(&self) -> bool {
        let is_of_sitting = usize::from(self.turn_code.number) <= self.size;
        self.has_moved_last() && is_of_sitting && !self.is_on_turn() && !self.is_over()
    }

    /// Who sits in the first seat, and so gets the link when everybody sits.
    pub fn first_name(&self) -> &str {
        self.people.first().map_or("", |person| person.name.as_str())
    }

    /// Who sends whoever looks the link when it is their turn; or whoever moved last, if everybody may
    /// look. It is the person in the seat before.
    pub fn next_sender(&self) -> Option<&str> {
        let last = self.people.iter().position(|person| self.was_last(person));
        let before = self.seat.or(last)?.checked_sub(1).or(self.people.len().checked_sub(1))?;
        Some(self.people.get(before)?.name.as_str())
    }

    /// What whoever looks is called.
    pub fn own_name(&self) -> Option<&str> {
        Some(&self.people.get(self.seat?)?.name)
    }

    /// Who is to have the link now.
    pub fn next_name(&self) -> &str {
        let turn = self.turn.and_then(|turn| self.people.get(turn));
        turn.map_or("the next player", |person| &person.name)
    }
}

/// Somebody at a table.
#[derive(Debug)]
pub struct Seated {
    /// What they call themselves.
    pub name: String,
    /// The turn code after their last turn.
    pub last: Option<TurnCode>,
}
