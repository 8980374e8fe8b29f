//! The gathering: the host of a table of three or more takes the answers of the guests, in any order and
//! in as many steps as it takes. When the seats are full, a lot that all of them have drawn together
//! decides the deal and the order of the seats.

use super::answer::Answer;
use super::notice::Notice;
use super::state::{Person, TableState, WAITING_MAX};
use crate::game::text::listed;
use sha2::{Digest, Sha256};

/// The news for the host about pasted answers.
#[derive(Clone, Debug, PartialEq)]
pub enum News {
    /// The answer of this guest is for the table of another host, or another table of this one.
    OtherTable(Answer),
    /// This guest is here already, and has a seat or waits for one.
    Again(Person),
    /// These guests have names that look alike.
    Alike(Vec<Person>),
    /// There are more answers than free seats: this many of each.
    TooMany(usize, usize),
    /// The link of the table has no room for this answer.
    NoRoom(Person),
}

/// A table after its host has pasted answers, or has chosen one.
#[derive(Clone, Debug, PartialEq)]
pub struct Gathered {
    /// The table, with those who could sit down, and those among whom the host has to choose.
    pub state: TableState,
    /// The sentences for the host.
    pub news: Vec<News>,
}

impl News {
    /// The notice for the host.
    pub fn notice(&self) -> Notice {
        let coded = |person: &Person| {
            format!("{} (code {})", person.name, person.answer_code().unwrap_or_default())
        };
        Notice::Alarm(match self {
            News::Again(person) => {
                return Notice::Welcome(format!("{} is here already.", coded(person)));
            }
            News::OtherTable(answer) => {
                let (guest, host) = (&answer.guest, &answer.host);
                format!(
                    "{guest}'s answer is for another table of {host}. {guest} must open this invitation."
                )
            }
            News::Alike(alike) => format!(
                "The names of {} look alike. Choose one; the other answers again with another name.",
                listed(alike.iter().map(coded))
            ),
            News::TooMany(answers, free) => {
                let seats =
                    if *free == 1 { "one free seat" } else { &format!("{free} free seats") };
                format!(
                    "There are {answers} answers for {seats}. Choose who plays. The others stay on this page."
                )
            }
            News::NoRoom(person) => format!(
                "There is no room for the answer of {}. Choose first, then paste it again.",
                coded(person)
            ),
        })
    }
}

/// The table after these answers.
pub fn gather(state: &TableState, answers: Vec<Answer>) -> Gathered {
    let mut gathered = Gathered { state: state.clone(), news: Vec::new() };
    gathered.sort(answers);
    gathered.seat();
    gathered
}

/// The table after the host has chosen this one of those who wait. A guest whose name looks alike gives up
/// the seat, and waits instead.
pub fn choose(state: &TableState, place: usize) -> Gathered {
    let mut gathered = Gathered { state: state.clone(), news: Vec::new() };
    let TableState { people, waiting, .. } = &mut gathered.state;
    if place < waiting.len() {
        let chosen = waiting.remove(place);
        let is_alike =
            |guest: &mut Person| guest.chance != 0 && chosen.name.looks_like(&guest.name);
        waiting.extend(people.extract_if(.., is_alike));
        people.push(chosen);
    }
    gathered.seat();
    gathered
}

impl Gathered {
    /// Lets those wait whose answers are new here. The news tell the host about the others.
    fn sort(&mut self, answers: Vec<Answer>) {
        for answer in answers {
            let TableState { people, waiting, line, .. } = &mut self.state;
            let known = people.iter().chain(&*waiting).find(|known| known.chance == answer.chance);
            let news = match known {
                _ if answer.table != *line => News::OtherTable(answer),
                Some(known) => News::Again(known.clone()),
                None => {
                    let Answer { guest, password, chance, .. } = answer;
                    let person = Person { chance, ..Person::new(guest, password) };
                    if waiting.len() < WAITING_MAX {
                        waiting.push(person);
                        continue;
                    }
                    News::NoRoom(person)
                }
            };
            if !self.news.contains(&news) {
                self.news.push(news);
            }
        }
    }

    /// Seats those who wait, if there are seats for all whose names differ from every other, and for as many
    /// more as the host has still to choose.
    fn seat(&mut self) {
        let TableState { people, waiting, .. } = &self.state;
        let alike = |person: &Person| -> Vec<Person> {
            let guests = people.iter().filter(|guest| guest.chance != 0).chain(waiting);
            guests.filter(|other| other.name.looks_like(&person.name)).cloned().collect()
        };
        let (unclear, clear): (Vec<_>, Vec<_>) =
            waiting.iter().cloned().partition(|person| alike(person).len() > 1);
        let mut undecided = 0;
        for person in &unclear {
            let is_told =
                |news: &News| matches!(news, News::Alike(others) if others.contains(person));
            if !self.news.iter().any(is_told) {
                let alike = alike(person);
                let has_seat = alike.iter().any(|other| people.contains(other));
                undecided += usize::from(!has_seat);
                self.news.push(News::Alike(alike));
            }
        }
        let free = self.state.free();
        if clear.len() + undecided > free {
            self.news.push(News::TooMany(clear.len() + undecided, free));
            return;
        }
        self.state.people.extend(clear);
        self.state.waiting = unclear;
    }
}

/// Seats everybody by lot, and returns the seed of the deal. Both depend on the invitation and on all
/// answers, and not on the order in which the host pasted them. The first seat is never the host's.
pub fn seat_by_lot(state: &mut TableState) -> [u8; 32] {
    let mut chances: Vec<u128> = state.people.iter().map(|person| person.chance).collect();
    chances.sort_unstable();
    let mut hash =
        Sha256::new().chain_update("parlour/gather\n").chain_update(state.line.0.to_be_bytes());
    chances.iter().for_each(|chance| hash.update(chance.to_be_bytes()));
    let seed: [u8; 32] = hash.finalize().into();
    let lot = |person: &Person| -> [u8; 32] {
        let own = Sha256::new().chain_update("parlour/seats\n").chain_update(seed);
        own.chain_update(person.chance.to_be_bytes()).finalize().into()
    };
    state.people.sort_by_key(lot);
    // The host has no random bits.
    if state.people.first().is_some_and(|first| first.chance == 0) {
        state.people.rotate_left(1);
    }
    state.people.iter_mut().for_each(|person| person.chance = 0);
    state.waiting.clear();
    seed
}

#[cfg(test)]
mod tests;
