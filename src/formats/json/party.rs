//! The people at a table, for programs.

use crate::formats::party::{Party, Situation};
use crate::game::ruleset::Ruleset;
use crate::links::PositionLinks;
use crate::query::Sit;
use crate::table::minute::Minute;
use crate::table::patience::Wait;
use crate::table::state::Person;

objects! {
    /// The people at a table, with the links of the viewer, and the address of the program if it is known.
    pub PartyEntry(party: &'a Party, ruleset: &'a Ruleset, links: &'a PositionLinks, address: Option<&'a str>) {
        // The viewer's situation, which tells their next step.
        "situation": party.situation(),
        "size": party.state.size,
        "free": party.free(),
        "people": party.state.people.iter().map(SeatedEntry).collect::<Vec<_>>(),
        "turn_code": party.state.turn_code().to_string(),
        // The code that tells this table from others.
        "table_code": party.state.table_code(),
        // The kind of the last turn. The person whose last turn code is that of the table took it.
        "deed": party.state.deed,
        // The minute since which the table waits, in seconds since 1970. Null if the clock was unknown.
        "moved_at": party.state.moved_at.map(Minute::second),
        // The present minute, in the same way.
        "now": party.now.map(Minute::second),
        // The seconds that the table waits for a player.
        "patience": party.state.patience.seconds(),
        // The way of the link through a round, and the name of the player who sends the viewer their next link.
        "order": party.order,
        "next_sender": party.next_sender(),
        // The names of the computers, in the seats behind those of people.
        "computers": party.computers,
        // The turn code in the link, if it differs.
        "asked_turn_code": party.asked_turn_code.map(|code| code.to_string()),
        // The viewer's seat and password, if the request has a password. A guest has no seat before the deal.
        "seat": party.seat.filter(|_| party.answer().is_none()),
        "password": party.password().map(|password| password.to_string()),
        // True if that password is new to the viewer.
        "password_is_new": party.has_new_password(),
        // The link that asks for the newest link of the table, and the one that gives the viewer another password.
        "bookmark": party.bookmark(ruleset),
        "new_password": party.may_change_password().then(|| links.sit(Sit::NewPassword)),
        // True if the address of the page has a password that opens no seat on it.
        "address_has_password": party.is_in_place,
        // The link to the page of a player, or at the end to another game if nobody is away. A program appends `c=` and a password.
        // Null if the request has one.
        "open": party.seat.is_none().then(|| {
            if party.password_begins_again() { links.sit(Sit::Again) } else { links.position().clone() }
        }),
        // The link for a new player, who appends `name=` and a name. Null when all seats are taken.
        "sit": party.is_lobby().then(|| links.sit(Sit::Down)),
        // The name that was refused, or a similar one that would do.
        "typed_name": party.bad_name.as_ref().map(|wrong| &*wrong.typed),
        // The link for the host of a table of three or more, who appends `answers=` and a text with answers.
        "gather": party.gathering().map(|_| links.position()),
        // The link with which the host begins with those who have answered. Null before the first answer.
        "begin": party.gathering().and_then(|gathering| Some(&gathering.begin.as_ref()?.link)),
        // The results of the answers.
        "notices": party.gathering().map_or(&[][..], |gathering| &gathering.notices),
        // The answers among which the host has to choose.
        "choices": party.gathering().map_or(&[][..], |gathering| &gathering.choices),
        // On the page of an answer, the link to send to the host.
        "answer": party.answer().map(|_| party.link_to_send.from(*address)),
        "answer_code": party.answer(),
        // The link to a new league with this game. Null before the end, and if the game is abandoned.
        "league": party.league,
        // The link with which the viewer leaves the table. Null without a seat, and when the round is over.
        "leave": party.may_leave().then(|| links.sit(Sit::Leave)),
        // The link that hands over the seat on turn. Null for the player on turn, without a password, and
        // before the table has waited long enough.
        "hand_over": party.may_hand_over().then(|| links.sit(Sit::HandOver)),
        // The time from which the seat on turn can be handed over, in seconds since 1970. Null if it can
        // be, or cannot be at all.
        "hand_over_from": match party.absent() {
            Some(Wait::Until(minute)) => Some(minute.second()),
            _ => None,
        },
        // The links that deal to people who are away, too, for the player who deals next.
        "ways_back": party.ways_back,
        // True if one player is left, and nobody has won.
        "abandoned": party.situation() == Situation::Abandoned,
        // The link to another game with the same people. Null before the end, and without a password.
        "again": party.may_play_again().then(|| links.sit(Sit::Again)),
    }

    SeatedEntry(person: &'a Person) {
        "name": person.name.as_str(),
        // The turn code after their last turn.
        "last": person.last.map(|turn_code| turn_code.to_string()),
        // The code of their answer, while answers come in.
        "code": person.answer_code(),
        // True if they do not play any more.
        "absent": person.away.is_some(),
    }
}
