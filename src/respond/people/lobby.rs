//! Sitting down at a table, and playing again.

use super::table::Table;
use crate::formats::party::WrongName;
use crate::formats::view::{NewTable, View};
use crate::game::any::{AnyGame, NOBODY, Step};
use crate::game::page::Page;
use crate::game::request::{REFUSED_NAME, Refusal, no_password};
use crate::game::seat::{Seat, Viewer};
use crate::game::secret::DealKind;
use crate::gateway::http::CachePolicy;
use crate::respond::asked::{Asked, understand};
use crate::respond::visit::{Found, Visit};
use crate::table::name::{BadName, Name};
use crate::table::password::Password;
use crate::table::patience::Patience;
use crate::table::state::{Deed, Person, TableState};

/// Opens a table, at which the host sits first.
pub fn open_table(visit: &Visit<'_>, game: &'static AnyGame) -> Found {
    let choices = visit.choices(game)?;
    let id = u64::from_be_bytes(visit.random()?);
    let code = u32::from_be_bytes(visit.random()?);
    let patience = visit.query.patience.as_deref().and_then(Patience::read).unwrap_or_default();
    let state = TableState { patience, ..TableState::new(choices.people(), id, code) };
    // Most games are dealt again when everybody has sat down.
    Table::dealt(visit, game, choices, state)?.sit_down()
}

impl Table<'_> {
    /// Gives a guest the next free seat, and makes their first request. The last to sit down has the
    /// game dealt, and sees nothing of it.
    pub fn sit_down(mut self) -> Found {
        let name = match self.read_name() {
            Ok(name) => name,
            Err(wrong) => return self.ask_for_name(wrong),
        };
        let password = Password::from_random(self.visit.random()?);
        let seat = self.state.people.len();
        let public = name.as_str().to_owned();
        self.state.people.push(Person::new(name, password));
        if let Some(refusal) = self.request_first(seat) {
            self.state.people.pop();
            return self.ask_for_name(Some(WrongName { typed: public, refusal }));
        }
        if self.state.is_full() && self.game.ruleset.first_request.is_none() {
            self.deal_at_random()?;
        }
        let public =
            if self.state.is_full() { format!("{public}\n{}", self.fingerprint()) } else { public };
        self.state = self.state.after_turn(Some(seat), Deed::SatDown, &public, self.visit.minute());
        self.arrive(Some(password))
    }

    /// The name in the query. If there is one that is refused, the reason.
    pub fn read_name(&self) -> Result<Name, Option<WrongName>> {
        let seats = (self.game.seats)(&self.choices);
        let others = self.state.names();
        let computers = seats.iter().skip(self.state.size);
        let taken = others.iter().chain(computers).map(AsRef::as_ref);
        let text = self.visit.query.name.as_deref().ok_or(None)?;
        Name::read(text, taken).map_err(|bad| Some(self.wrong(bad)))
    }

    /// Makes the request with which this seat sits down, if the query has one, and returns its refusal.
    /// Without the request, the seat makes it when it is on turn.
    fn request_first(&mut self, seat: Seat) -> Option<Refusal> {
        let may_act = self.game.ruleset.first_request.is_some() && self.turn() == Some(seat);
        let asked = self.asked_first(may_act.then_some(seat));
        let Asked::Request(request) = asked else { return asked.refusal() };
        let (step, position) = self.found(Viewer::Seat(seat)).play(Some(&request));
        self.position = position.seen_by(NOBODY);
        step.refusal
    }

    /// The request with which somebody sits down, by its name or typed. It is refused if it is not their
    /// turn: then there is no seat.
    pub fn asked_first(&self, on_turn: Option<Seat>) -> Asked {
        let (visit, ruleset) = (self.visit, self.game.ruleset);
        let text = visit.query.typed.as_deref();
        match (text, on_turn) {
            (Some(text), Some(seat)) => {
                understand(visit, ruleset, &self.found(Viewer::Seat(seat)), text).asked
            }
            (Some(_), None) => Asked::Refused(ruleset.out_of_turn.into()),
            (None, _) => match Asked::by_name(visit, ruleset) {
                Asked::Request(_) if on_turn.is_none() => {
                    Asked::Refused(ruleset.out_of_turn.into())
                }
                asked => asked,
            },
        }
    }

    /// The name that was typed, or a similar one that would do, and why.
    fn wrong(&self, bad: BadName) -> WrongName {
        let refusal = REFUSED_NAME.saying(bad.sentence());
        let typed = match bad {
            BadName::NotLetters(other) => other,
            _ => self.visit.query.name.clone().unwrap_or_default(),
        };
        WrongName { typed, refusal }
    }

    /// The form for the name of the host or of a guest.
    pub fn ask_for_name(self, bad_name: Option<WrongName>) -> Found {
        if !self.state.people.is_empty() {
            return Table { bad_name, ..self }.show(None, None);
        }
        let (ruleset, choices, patience) = (self.game.ruleset, self.choices, self.state.patience);
        Ok((View::NewTable(NewTable { ruleset, choices, patience, bad_name }), CachePolicy::No))
    }

    /// Deals the next game to the same people, with the same passwords, and to those who come back.
    pub fn play_again(mut self, seat: Option<Seat>) -> Found {
        let Some(seat) = seat else { return self.show(None, Some(no_password())) };
        if self.turn().is_some() || !self.state.is_full() {
            return self.refuse(Some(seat), "The game is not over.");
        }
        self.state.deal_in(&self.visit.query.seats_dealt_in());
        if self.state.is_left_alone() {
            return self.refuse(Some(seat), "Choose who plays with you.");
        }
        self.state.begin_again();
        self.choices = self.state.with_absent(self.choices);
        self.position = self.position.deal_again(&self.choices, DealKind::Rematch);
        let asker = (seat + self.state.size - 1) % self.state.size;
        let public = format!("again\n{}\n{}", self.fingerprint(), self.state.record().join("\n"));
        let now = self.visit.minute();
        self.state = self.state.after_turn(Some(asker), Deed::BeganAgain, &public, now);
        self.arrive(None)
    }

    /// The page of a table with free seats.
    pub fn lobby(&self) -> Step {
        let free = match self.state.size - self.state.people.len() {
            1 => "One seat is free.".to_owned(),
            missing => format!("{missing} seats are free."),
        };
        Step::of(Page::new("The table is open", free))
    }
}
