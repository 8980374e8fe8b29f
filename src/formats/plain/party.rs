//! The people at a table, the viewer's next step, and the link to send.

use crate::formats::ask::Ask;
use crate::formats::document::Item;
use crate::formats::party::{Party, Situation, Stage};
use crate::formats::shown::Shown;
use crate::links;
use crate::query::{self, Sit};

/// The sentence that names the viewer of a private page, or tells that the page is public.
pub fn privacy(party: &Party) -> Item {
    match party.own_name() {
        Some(name) => Item::words(format!("For {name} alone: do not share this page.")),
        None => Item::words("For everybody: you may share this page."),
    }
}

/// The first items of a table: its moment, and the viewer's next step.
pub fn head(table: &Shown<'_>, party: &Party, items: &mut Vec<Item>) {
    let told = [party.turn_told()].into_iter().chain(party.last_deed());
    items.push(Item::Words(told.collect::<Vec<_>>().join(" ")));
    items.extend(party.warning().map(Item::Words));
    if party.is_lobby() {
        let (names, free) = (party.names(), party.free());
        items.push(Item::words(format!("Here sits {names}; seats that are free: {free}.")));
        if party.is_gathering() && party.gathering().is_none() {
            let host = party.host();
            items.push(Item::words(format!("Already answered? Wait for {host}'s table link.")));
        }
    }
    items.extend(party.bad_name.as_ref().map(|bad| Item::words(bad.sentence.as_ref())));
    match party.situation() {
        Situation::Invited => {
            items.push(Item::Ask(Ask::new(query::NAME, table.links.sit(Sit::Down))))
        }
        Situation::Spectator => items.push(password_to_type(table)),
        Situation::Hosting | Situation::Seated | Situation::Answered => keep(table, party, items),
        Situation::Gathering => {
            keep(table, party, items);
            gather(table, party, items);
        }
        Situation::HandsOver => {
            items.push(Item::Words(party.waiting_time()));
            items.push(Item::words(party.what_comes_of_absence()));
            items.push(Item::way("Hand the seat over", table.links.sit(Sit::HandOver)));
            items.push(Item::way("Wait", table.links.position().clone()));
        }
        Situation::Leaves => {
            items.push(Item::words(party.what_comes_of_leaving()));
            items.push(Item::way("Leave", table.links.sit(Sit::Leave)));
            items.push(Item::way("Stay", table.links.position().clone()));
        }
        Situation::OnTurn if party.has_new_password() => {
            keep(table, party, items);
            items.push(Item::words("It is new. The old password opens no later link."));
        }
        Situation::AnswerSeen | Situation::Abandoned => {}
        Situation::OnTurn | Situation::Moved | Situation::Waiting | Situation::Over => {}
    }
}

/// The guests who answered, the news about answers, and the field for more.
fn gather(table: &Shown<'_>, party: &Party, items: &mut Vec<Item>) {
    for person in &party.people {
        let code = person.answer_code.as_ref();
        items.extend(code.map(|code| Item::Point(format!("{}: code {code}", person.name))));
    }
    let Some(gathering) = party.gathering() else { return };
    items.push(Item::words(
        "Each guest sends you an answer. Paste the answers, all at once or one by one.",
    ));
    items.extend(gathering.news.iter().cloned().map(Item::Words));
    let choices = gathering.choices.iter();
    items.extend(choices.map(|way| Item::way(&way.label, way.link.clone())));
    items.extend(gathering.begin.iter().map(|way| Item::way(&way.label, way.link.clone())));
    items.push(Item::words("Keep this page: the answers are in its address."));
    items.push(Item::Ask(Ask::new(query::ANSWERS, table.links.position().clone())));
}

/// The field for a password. It opens a hand, or another game at the end.
pub fn password_to_type(table: &Shown<'_>) -> Item {
    Item::Ask(Ask::new(query::PASSWORD, table.links.position().clone()))
}

/// The password, for the player to keep.
fn keep(table: &Shown<'_>, party: &Party, items: &mut Vec<Item>) {
    let Some(password) = party.password.map(|password| password.to_string()) else { return };
    items.push(Item::Heading("Keep your password".to_owned()));
    items.push(Item::Copy(password.clone()));
    items.push(Item::words(
        "It opens your page, so tell nobody. Write it down, or keep your private link.",
    ));
    let link = links::with_password_alone(table.ruleset, &password, &party.table_code);
    items.push(Item::way("Your private link", link));
}

/// The password, the turn codes that tell links apart, and the way to another password.
pub fn panel(party: &Party, table: &Shown<'_>, items: &mut Vec<Item>) {
    match party.situation() {
        Situation::OnTurn => {
            let link = table.links.sit(Sit::NewPassword);
            items.push(Item::way("Another password, if somebody has seen yours", link));
        }
        Situation::Moved | Situation::Waiting | Situation::Over => {
            keep(table, party, items);
        }
        _ => {}
    }
    if let Some(ways) = party.ways_out.filter(|ways| ways.asked.is_none()) {
        items.extend(ways.absent.map(|_| Item::Words(party.waiting_time())));
        if party.may_hand_over() {
            let name = party.next_name();
            items.push(Item::way(format!("Hand {name}'s seat over"), table.links.sit(Sit::Absent)));
        }
        items.push(Item::way("Leave the table", table.links.sit(Sit::AskToLeave)));
    }
    let ways_back = party.ways_back.iter();
    items.extend(ways_back.map(|way| Item::way(&way.label, way.link.clone())));
    items.extend(
        party.league.iter().map(|link| Item::way("Add this game to a league", link.clone())),
    );
    if matches!(party.stage, Stage::Game) {
        items.push(Item::Heading("Check this game".to_owned()));
        items.push(Item::words(
            "A link of the same turn with another code is another game. The first link sent counts.",
        ));
        for person in &party.people {
            let last = person.last.map(|turn_code| format!(": {turn_code}")).unwrap_or_default();
            items.push(Item::Point(format!("{}{last}", person.name)));
        }
    }
}
