//! The people at a table, for programs.

use crate::formats::party::{Party, Seated, Situation};
use crate::game::seat::Seat;
use crate::game::text::Text;
use crate::links::{Link, PositionLinks, WayOn};
use crate::query::Sit;
use crate::table::minute::Minute;
use crate::table::patience::Wait;
use serde::Serialize;

/// The people at a table.
#[derive(Serialize)]
pub struct PartyEntry<'a> {
    size: usize,
    people: Vec<SeatedEntry<'a>>,
    turn_code: String,
    /// The code that tells this table from others.
    table_code: &'a str,
    /// The minute of the last turn, in seconds since 1970. Null if the clock was unknown.
    moved_at: Option<u64>,
    /// The names of the computers, in the seats behind those of people.
    computers: &'a [Text],
    /// The turn code in the link, if it differs.
    asked_turn_code: Option<String>,
    /// The viewer's seat and password, if the request has a password.
    seat: Option<Seat>,
    password: Option<String>,
    /// The link for a new player, who appends `name=` and a name. Null when all seats are taken.
    sit: Option<Link>,
    /// The link for the host of a table of three or more, who appends `answers=` and a text with
    /// answers.
    gather: Option<Link>,
    /// The link with which the host begins with those who have answered. Null before the first answer.
    begin: Option<&'a Link>,
    /// The results of the answers.
    news: &'a [String],
    /// The answers among which the host has to choose.
    choices: &'a [WayOn],
    /// On the page of an answer, the link to send to the host.
    answer: Option<String>,
    answer_code: Option<&'a str>,
    /// The link to a new league with this game. Null before the end, and if the game is abandoned.
    league: Option<&'a Link>,
    /// The link with which the viewer leaves the table. Null without a seat, and when the round is over.
    leave: Option<Link>,
    /// The link that hands over the seat on turn. Null for the player on turn, without a password, and
    /// before the table has waited long enough.
    hand_over: Option<Link>,
    /// The time from which the seat on turn can be handed over, in seconds since 1970. Null if it can
    /// be, or cannot be at all.
    hand_over_from: Option<u64>,
    /// The links that deal to people who are away, too, for the player who deals next.
    ways_back: &'a [WayOn],
    /// True if one player is left, and nobody has won.
    abandoned: bool,
    /// The link to another game with the same people. Null before the end, and without a password.
    again: Option<Link>,
}

#[derive(Serialize)]
struct SeatedEntry<'a> {
    name: &'a str,
    /// The turn code after their last turn.
    last: Option<String>,
    /// The code of their answer, while answers come in.
    code: Option<&'a str>,
    /// True if they do not play any more.
    absent: bool,
}

impl<'a> PartyEntry<'a> {
    pub fn new(party: &'a Party, links: &PositionLinks, address: Option<&str>) -> Self {
        let seated = |person: &'a Seated| SeatedEntry {
            name: &person.written,
            last: person.last.map(|turn_code| turn_code.to_string()),
            code: person.answer_code.as_deref(),
            absent: person.is_absent,
        };
        let gathering = party.gathering();
        PartyEntry {
            size: party.size,
            people: party.people.iter().map(seated).collect(),
            turn_code: party.turn_code.to_string(),
            table_code: &party.table_code,
            moved_at: party.moved.map(Minute::second),
            computers: &party.computers,
            asked_turn_code: party.asked_turn_code.map(|code| code.to_string()),
            // A guest has no seat before the deal.
            seat: party.seat.filter(|_| party.answer().is_none()),
            password: party.password.map(|password| password.to_string()),
            sit: party.is_lobby().then(|| links.sit(Sit::Down)),
            gather: gathering.map(|_| links.position().clone()),
            begin: gathering.and_then(|gathering| Some(&gathering.begin.as_ref()?.link)),
            news: gathering.map_or(&[], |gathering| &gathering.news),
            choices: gathering.map_or(&[], |gathering| &gathering.choices),
            answer: party.answer().map(|_| party.link_to_send.from(address)),
            answer_code: party.answer(),
            league: party.league.as_ref(),
            leave: party.may_leave().then(|| links.sit(Sit::Leave)),
            hand_over: party.may_hand_over().then(|| links.sit(Sit::HandOver)),
            hand_over_from: match party.absent() {
                Some(Wait::Until(minute)) => Some(minute.second()),
                _ => None,
            },
            ways_back: &party.ways_back,
            abandoned: party.situation() == Situation::Abandoned,
            again: party.may_play_again().then(|| links.sit(Sit::Again)),
        }
    }
}
