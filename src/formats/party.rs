//! The people at a closed table, as the public or one of them sees it.

use crate::game::ruleset::FirstRequest;
use crate::game::seat::Seat;
use crate::game::text::{Text, listed};
use crate::links::Link;
use crate::query::PASSWORD_OF;
use crate::table::minute::Minute;
use crate::table::password::Password;
use crate::table::turn_code::TurnCode;

/// The value of `sit` with which the same people play again.
pub const AGAIN: &str = "again";
/// The value of `sit` that asks for another password in place of one's own.
pub const NEW_PASSWORD: &str = "password";

/// The people at a closed table, as the public or one of them sees it.
#[derive(Debug)]
pub struct Party {
    /// The number of seats for people.
    pub size: usize,
    /// Those who sit, from the first seat on.
    pub people: Vec<Seated>,
    /// The seat to move. `None` before everybody sits, and after the end.
    pub turn: Option<Seat>,
    /// The code that tells this table from others.
    pub table_code: String,
    /// The minute of the last turn, if the clock was known.
    pub moved: Option<Minute>,
    /// The present minute, if the clock is known.
    pub now: Option<Minute>,
    /// The present turn and its code.
    pub turn_code: TurnCode,
    /// The turn code that the link names, if it differs.
    pub asked_turn_code: Option<TurnCode>,
    /// The seat that the viewer's password opens.
    pub seat: Option<Seat>,
    /// The viewer's password.
    pub password: Option<Password>,
    /// The link to send: without a password, and to a page for people.
    pub link_to_send: Link,
    /// True if the address of this page has a password, although the page shows nothing private.
    pub is_in_place: bool,
    /// The names of the computers at the table.
    pub computers: Vec<Text>,
    /// A name that was refused.
    pub bad_name: Option<WrongName>,
    /// The request that the next guest makes while sitting down.
    pub first_request: Option<FirstRequest>,
}

/// A name that was refused.
#[derive(Debug)]
pub struct WrongName {
    /// The name as it was typed, or a similar one that would do.
    pub typed: String,
    /// The reason.
    pub sentence: Text,
}

/// Somebody at a table.
#[derive(Debug)]
pub struct Seated {
    /// Their name, as a sentence has it.
    pub name: String,
    /// Their name, as they wrote it.
    pub written: String,
    /// The turn code of their last turn.
    pub last: Option<TurnCode>,
}

/// The situation of a viewer at a closed table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Situation {
    /// A guest has opened the invitation and may sit down.
    Invited,
    /// The viewer has just sat down. The password is new, and the link goes to somebody else.
    Seated,
    /// It is the viewer's turn.
    OnTurn,
    /// The viewer has just moved. The link goes to the next player.
    Moved,
    /// The viewer waits for a link.
    Waiting,
    /// Somebody without a password looks on. Perhaps it is the next player.
    Spectator,
    /// The game is over.
    Over,
}

impl Party {
    /// The situation of the viewer.
    pub fn situation(&self) -> Situation {
        let is_of_sitting = usize::from(self.turn_code.number) <= self.size;
        match self.password {
            _ if self.is_over() => Situation::Over,
            None if self.is_lobby() => Situation::Invited,
            None => Situation::Spectator,
            Some(_) if self.seat == self.turn => Situation::OnTurn,
            Some(_) if !self.has_moved_last() => Situation::Waiting,
            Some(_) if is_of_sitting => Situation::Seated,
            Some(_) => Situation::Moved,
        }
    }

    /// The number of free seats.
    pub fn free(&self) -> usize {
        self.size.saturating_sub(self.people.len())
    }

    /// Returns true if the table waits for people to sit down.
    pub fn is_lobby(&self) -> bool {
        self.free() > 0
    }

    /// Returns true if the game is over.
    pub fn is_over(&self) -> bool {
        !self.is_lobby() && self.turn.is_none()
    }

    /// Returns true if the viewer may have the game dealt again.
    pub fn may_play_again(&self) -> bool {
        self.is_over() && self.password.is_some()
    }

    /// Returns true if the game is over and the viewer has no password.
    pub fn is_public_end(&self) -> bool {
        self.is_over() && self.password.is_none()
    }

    /// Returns true if the viewer did what was done last.
    fn has_moved_last(&self) -> bool {
        let seated = self.seat.and_then(|seat| self.people.get(seat));
        seated.is_some_and(|person| self.was_last(person))
    }

    /// Returns true if this person did what was done last.
    fn was_last(&self, person: &Seated) -> bool {
        person.last == Some(self.turn_code)
    }

    /// The others who did not do what was done last, and have not seen its result.
    pub fn others_to_tell(&self) -> impl Iterator<Item = &str> {
        let others = (0..).zip(&self.people).filter(|(seat, _)| Some(*seat) != self.seat);
        let others = others.filter(|(_, person)| !self.was_last(person));
        others.map(|(_, person)| person.name.as_str())
    }

    /// The name of the person who did what was done last.
    pub fn last_to_move(&self) -> Option<&str> {
        let last = self.people.iter().find(|person| self.was_last(person));
        last.map(|person| person.name.as_str())
    }

    /// The name of the host.
    pub fn host(&self) -> &str {
        self.people.first().map_or("", |person| person.name.as_str())
    }

    /// The name of the person who sends the viewer their next link: the person in the seat before.
    /// For the public it is the seat before the person who moved last.
    pub fn next_sender(&self) -> Option<&str> {
        let last = self.people.iter().position(|person| self.was_last(person));
        let before = self.seat.or(last)?.checked_sub(1).or(self.people.len().checked_sub(1))?;
        Some(self.people.get(before)?.name.as_str())
    }

    /// The viewer's name.
    pub fn own_name(&self) -> Option<&str> {
        Some(&self.people.get(self.seat?)?.name)
    }

    /// The name of the person who gets the link next.
    pub fn next_name(&self) -> &str {
        let turn = self.turn.and_then(|turn| self.people.get(turn));
        turn.map_or("the next player", |person| &person.name)
    }

    /// The present turn, and who moved when: `Turn 12, code K4QT. Ann moved 2 hours ago (26 November,
    /// 14:05 UTC).`
    pub fn moment(&self) -> String {
        let turn_code = self.turn_code;
        let turn = format!("Turn {}, code {}.", turn_code.number, turn_code.code_text());
        let is_sitting = usize::from(turn_code.number) <= self.size;
        let did = if is_sitting { "sat down" } else { "moved" };
        match (self.last_to_move(), self.moved) {
            (Some(name), Some(moved)) => {
                format!("{turn} {name} {did} {}.", moved.in_words(self.now))
            }
            _ => turn,
        }
    }

    /// The name of the field for the password of the seat on turn: of this table and seat alone.
    pub fn password_field(&self) -> String {
        let seat = self.turn.map_or(String::new(), |seat| format!("-{}", seat + 1));
        format!("{PASSWORD_OF}{}{seat}", self.table_code)
    }

    /// A warning that the link names another turn than the game in it.
    pub fn warning(&self) -> Option<String> {
        let asked = self.asked_turn_code?;
        let turn_code = self.turn_code;
        Some(format!(
            "The link says {asked}, but the game in it is at {turn_code}. Somebody changed the link, or mixed up two."
        ))
    }

    /// The first sentence of the page of a table with free seats.
    pub fn greeting(&self, title: &str) -> String {
        match self.seat {
            None => format!("{} invites you to {title}.", self.host()),
            Some(0) => "Your table is open.".to_owned(),
            Some(_) => format!("You sit at {}'s table.", self.host()),
        }
    }

    /// The names of those who sit: `Ann and Bob`.
    pub fn names(&self) -> String {
        listed(self.people.iter().map(|person| &person.name))
    }
}
