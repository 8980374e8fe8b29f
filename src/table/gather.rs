//! The gathering: the host of a table of three or more takes the answers of the guests, in any order and
//! in as many steps as it takes. When the seats are full, a lot that all of them have drawn together
//! decides the deal and the order of the seats.

use super::answer::Answer;
use super::state::{Person, TableState};
use crate::game::text::listed;
use sha2::{Digest, Sha256};

/// The news for the host about the answers.
#[derive(Clone, Debug, PartialEq)]
pub enum News {
    /// The text has no answer.
    NoAnswer,
    /// The answer of this guest is for the table of another host, or another table of this one.
    OtherTable(Answer),
    /// The answer of this guest is here already.
    Again(Answer),
    /// These answers have names that look alike.
    Alike(Vec<Answer>),
    /// There are more answers than free seats: this many of each.
    TooMany(usize, usize),
}

/// A table after its host has pasted answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Gathered {
    /// The table, with those who could sit down.
    pub state: TableState,
    /// The sentence for the host.
    pub news: Vec<News>,
    /// The answers that the host has to choose from.
    pub choices: Vec<Answer>,
}

impl News {
    /// The sentence for the host.
    pub fn sentence(&self) -> String {
        let coded = |answer: &Answer| format!("{} (code {})", answer.guest, answer.code());
        match self {
            News::NoAnswer => "There is no answer in this text.".to_owned(),
            News::OtherTable(answer) => {
                let (guest, host) = (&answer.guest, &answer.host);
                format!(
                    "{guest}'s answer is for another table of {host}. {guest} must open this invitation."
                )
            }
            News::Again(answer) => format!("{} is here already.", coded(answer)),
            News::Alike(alike) => format!(
                "The names of {} look alike. Choose one; the other answers again with another name.",
                listed(alike.iter().map(coded))
            ),
            News::TooMany(answers, free) => {
                let seats =
                    if *free == 1 { "one free seat" } else { &format!("{free} free seats") };
                format!(
                    "There are {answers} answers for {seats}. Choose who plays. Each choice takes one answer; then paste the other answers that you want again."
                )
            }
        }
    }
}

/// The table after these answers. Those that the host has chosen by their codes take the seat of a guest
/// with a name that looks alike.
pub fn gather(state: &TableState, answers: Vec<Answer>, are_chosen: bool) -> Gathered {
    let mut gathered = Gathered { state: state.clone(), news: Vec::new(), choices: Vec::new() };
    if answers.is_empty() {
        gathered.news.push(News::NoAnswer);
    }
    let new = gathered.sort(answers);
    let guests = &mut gathered.state.people;
    if are_chosen {
        let is_replaced = |person: &Person| person.chance != 0 && is_alike(person, &new);
        guests.retain(|person| !is_replaced(person));
    }
    let seated: Vec<Answer> = guests.iter().filter_map(|guest| state.answer_of(guest)).collect();
    let is_unclear = |answer: &Answer| {
        let mut others = new.iter().chain(&seated).filter(|other| other.chance != answer.chance);
        others.any(|other| other.guest.looks_like(&answer.guest))
    };
    let (unclear, clear): (Vec<_>, Vec<_>) = new.iter().cloned().partition(is_unclear);
    let mut undecided = 0;
    for answer in &unclear {
        let is_told = |news: &News| matches!(news, News::Alike(alike) if alike.contains(answer));
        if !gathered.news.iter().any(is_told) {
            let is_alike = |other: &&Answer| other.guest.looks_like(&answer.guest);
            undecided += usize::from(!seated.iter().any(|other| is_alike(&other)));
            let alike = seated.iter().chain(&new).filter(is_alike).cloned();
            gathered.news.push(News::Alike(alike.collect()));
        }
    }
    gathered.choices = unclear;
    gathered.seat(clear, undecided);
    gathered
}

impl Gathered {
    /// The answers that are new here. The page tells the host about the others.
    fn sort(&mut self, answers: Vec<Answer>) -> Vec<Answer> {
        let mut new: Vec<Answer> = Vec::new();
        for answer in answers {
            let is_same = |chance: u128| chance == answer.chance;
            let is_here = self.state.people.iter().any(|person| is_same(person.chance));
            let news = if answer.table != self.state.line {
                News::OtherTable(answer)
            } else if is_here || new.iter().any(|other| is_same(other.chance)) {
                News::Again(answer)
            } else {
                new.push(answer);
                continue;
            };
            if !self.news.contains(&news) {
                self.news.push(news);
            }
        }
        new
    }

    /// Seats these guests, if there are seats for all of them and for so many guests for whom the host
    /// has still to decide.
    fn seat(&mut self, guests: Vec<Answer>, undecided: usize) {
        let free = self.state.free();
        if guests.len() + undecided > free {
            self.news.push(News::TooMany(guests.len() + undecided, free));
            self.choices.extend(guests);
            return;
        }
        let person = |answer: Answer| Person {
            chance: answer.chance,
            ..Person::new(answer.guest, answer.password)
        };
        self.state.people.extend(guests.into_iter().map(person));
    }
}

/// Returns true if the name of a person looks like the name in an answer.
fn is_alike(person: &Person, answers: &[Answer]) -> bool {
    answers.iter().any(|answer| answer.guest.looks_like(&person.name))
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
    seed
}

#[cfg(test)]
mod tests;
