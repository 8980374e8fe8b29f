//! The people at a table, for programs.

use crate::clients::party::{AGAIN, Party, Seated};
use crate::game::seat::Seat;
use crate::links::{Link, PositionLinks};
use serde::Serialize;

/// The people at a table.
#[derive(Serialize)]
pub struct PartyEntry<'a> {
    size: usize,
    people: Vec<SeatedEntry<'a>>,
    /// Whose turn it is, by the seat.
    turn: Option<Seat>,
    mark: String,
    /// The mark that the link says, if it is another.
    asked_mark: Option<&'a str>,
    /// The seat of whoever asks with a chair, and the chair.
    seat: Option<Seat>,
    chair: Option<String>,
    /// Why a name that was given will not do.
    bad_name: Option<&'a str>,
    /// What everybody may see: the link to send.
    public: &'a Link,
    /// To be followed with `name=` and a name, by whoever sits down; null when all seats are taken.
    sit: Option<Link>,
    /// Plays again with the same people; null before the end, and without a chair.
    again: Option<Link>,
}

#[derive(Serialize)]
struct SeatedEntry<'a> {
    name: &'a str,
    /// The mark after their last turn.
    last: Option<String>,
}

impl<'a> PartyEntry<'a> {
    pub fn new(party: &'a Party, links: &PositionLinks) -> Self {
        let seated = |person: &'a Seated| SeatedEntry {
            name: &person.name,
            last: person.last.map(|mark| mark.to_string()),
        };
        PartyEntry {
            size: party.size,
            people: party.people.iter().map(seated).collect(),
            turn: party.turn,
            mark: party.mark.to_string(),
            asked_mark: party.asked_mark.as_deref(),
            seat: party.seat,
            chair: party.chair.map(|chair| chair.to_string()),
            bad_name: party.bad_name.as_ref().map(|bad| bad.sentence.as_ref()),
            public: &party.public,
            sit: party.is_lobby().then(|| links.sit("")),
            again: party.may_play_again().then(|| links.sit(AGAIN)),
        }
    }
}
