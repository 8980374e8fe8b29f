//! The people at a table, for programs.

use crate::formats::party::{AGAIN, Party, Seated};
use crate::game::seat::Seat;
use crate::game::text::Text;
use crate::links::{Link, PositionLinks};
use crate::table::minute::Minute;
use serde::Serialize;

/// The people at a table.
#[derive(Serialize)]
pub struct PartyEntry<'a> {
    size: usize,
    people: Vec<SeatedEntry<'a>>,
    /// Whose turn it is, by the seat.
    turn: Option<Seat>,
    turn_code: String,
    /// The code that tells this table from others.
    table_code: &'a str,
    /// The minute of the last turn, in seconds since 1970; null if no clock was known.
    moved_at: Option<u64>,
    /// The names of the computers, in the seats behind those of people.
    computers: &'a [Text],
    /// The turn code that the link says, if it is another.
    asked_turn_code: Option<String>,
    /// The seat of whoever asks with a password, and the password.
    seat: Option<Seat>,
    password: Option<String>,
    /// Why a name that was given will not do.
    bad_name: Option<&'a str>,
    /// The link to send: behind the address of this program if that is known, without a password, and
    /// to a page for people.
    link_to_send: String,
    /// To be followed with `name=` and a name, by whoever sits down; null when all seats are taken.
    sit: Option<Link>,
    /// Plays again with the same people; null before the end, and without a password.
    again: Option<Link>,
}

#[derive(Serialize)]
struct SeatedEntry<'a> {
    name: &'a str,
    /// The turn code after their last turn.
    last: Option<String>,
}

impl<'a> PartyEntry<'a> {
    pub fn new(party: &'a Party, links: &PositionLinks, address: Option<&str>) -> Self {
        let seated = |person: &'a Seated| SeatedEntry {
            name: &person.written,
            last: person.last.map(|turn_code| turn_code.to_string()),
        };
        PartyEntry {
            size: party.size,
            people: party.people.iter().map(seated).collect(),
            turn: party.turn,
            turn_code: party.turn_code.to_string(),
            table_code: &party.table_code,
            moved_at: party.moved.map(Minute::second),
            computers: &party.computers,
            asked_turn_code: party.asked_turn_code.map(|code| code.to_string()),
            seat: party.seat,
            password: party.password.map(|password| password.to_string()),
            bad_name: party.bad_name.as_ref().map(|bad| bad.sentence.as_ref()),
            link_to_send: party.link_to_send.from(address),
            sit: party.is_lobby().then(|| links.sit("")),
            again: party.may_play_again().then(|| links.sit(AGAIN)),
        }
    }
}
