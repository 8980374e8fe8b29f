//! The page of a table.

use super::table::Table;
use crate::formats::party::{Order, Party, Stage, WaysOut};
use crate::formats::shown::{Sharing, Shown};
use crate::formats::view::View;
use crate::game::any::Step;
use crate::game::request::Refusal;
use crate::game::seat::{Seat, Viewer};
use crate::game::text::listed;
use crate::gateway::http::CachePolicy;
use crate::links::{self, PositionLinks, WayOn};
use crate::query::Sit;
use crate::respond::unread;
use crate::respond::visit::Found;
use crate::seal::Purpose;
use crate::table::password::Password;
use crate::table::result::GameResult;

impl Table<'_> {
    /// Sends a browser on to the new link of the table: the private link of a password, or the table
    /// link.
    pub fn arrive(self, password: Option<Password>) -> Found {
        // The same address gives the same table after a move, and only then.
        let query = self.visit.query;
        let is_move = password.is_none() && query.sit.is_none() && query.pasted.is_none();
        let seat = password.and_then(|password| self.state.seat_of(password));
        if !self.visit.format.redirects || is_move && self.visit.request.is_lynx {
            return self.show(seat, None);
        }
        let links = self.visit.seal(self.game.ruleset, Purpose::Table, self.pack())?;
        let link = match password {
            Some(password) => links.with_password(password).position().clone(),
            None => links.at(self.state.turn_code()),
        };
        if !query.tokens.is_empty() {
            return Ok((View::Redirect(link), CachePolicy::No));
        }
        // A new table says what its host wrote in vain.
        let (program, (page, cache)) = (self.visit.program(), self.show(seat, None)?);
        let in_vain = unread::in_vain(query, &page, program);
        let link = in_vain.fold(link, |link, (name, value)| link.with(name, value));
        Ok((View::Redirect(link), cache))
    }

    /// The page of a table, for the public or for a seat.
    pub fn show(self, seat: Option<Seat>, refusal: Option<Refusal>) -> Found {
        let step = if self.state.is_full() {
            self.step(seat.map_or(Viewer::Everybody, Viewer::Seat))
        } else {
            self.lobby()
        };
        self.lay(seat, Step { refusal, ..step })
    }

    /// The page of a table whose people cannot do now what the query asks, and why.
    pub fn refuse(self, seat: Option<Seat>, why: &'static str) -> Found {
        let refusal = self.game.ruleset.out_of_turn.saying(why);
        self.show(seat, Some(refusal))
    }

    /// Lays a step on the table, for the public or for a seat.
    pub fn lay(self, seat: Option<Seat>, step: Step) -> Found {
        let (ruleset, query) = (self.game.ruleset, self.visit.query);
        let public = self.visit.seal(ruleset, Purpose::Table, self.pack())?;
        let turn_code = self.state.turn_code();
        let password = seat.and_then(|seat| Some(self.state.people.get(seat)?.password));
        let links = match password {
            Some(password) => public.with_password(password),
            None => public.clone(),
        };
        let order = match step.ended_by {
            Some(_) => Order::Counted,
            None if (ruleset.can_turn_round)(&self.choices) => Order::MayTurn,
            None => Order::Fixed,
        };
        let stage = self.stage(seat, step.turn, &links);
        let link_to_send = self.public_links(&public).at(turn_code);
        let party = Party {
            now: self.visit.minute(),
            order,
            ways_out: self.ways_out(seat),
            ways_back: seat.map(|_| self.ways_back(&step, &links)).unwrap_or_default(),
            asked_turn_code: query.other_turn_code(turn_code),
            seat,
            is_in_place: query.password.is_some() && seat.is_none(),
            league: GameResult::of(&self.state, &step)
                .filter(|result| !result.has_replaced)
                .map(|_| links::league(Some(public.token()))),
            first_request: ruleset.first_request.filter(|_| self.is_turn_of_next_guest()),
            computers: (self.game.seats)(&self.choices).split_off(self.state.size),
            bad_name: self.bad_name,
            ..Party::new(stage, self.state, link_to_send)
        };
        let shown = Shown {
            address: (self.visit.services.address)(),
            lists_links: query.links,
            sharing: Sharing::Table(Box::new(party)),
            typed: self.typed,
            ..Shown::new(ruleset, self.choices, links, step)
        };
        // The page tells how long ago the last turn was.
        Ok((View::Position(Box::new(shown)), CachePolicy::No))
    }
}

impl Table<'_> {
    /// The stage of the table with this seat to move, for the public or for a seat with these links.
    fn stage(&self, seat: Option<Seat>, turn: Option<Seat>, links: &PositionLinks) -> Stage {
        let is_host = seat == Some(0);
        match self.state.is_gathering() {
            true => Stage::Gathering(is_host.then(|| self.gathering(links))),
            false if !self.state.is_full() => Stage::Lobby,
            false if self.state.is_left_alone() && self.state.winner_left_alone().is_none() => {
                Stage::Abandoned
            }
            false => turn.map_or(Stage::Over, Stage::Turn),
        }
    }

    /// The ways out of the game for the player in a seat.
    fn ways_out(&self, seat: Option<Seat>) -> Option<WaysOut> {
        let (seat, turn) = (seat?, self.turn_of_players().ok()?);
        let absent = (seat != turn).then(|| self.state.wait(self.visit.minute()));
        Some(WaysOut { absent, ends_game: self.would_end(), question: self.question })
    }

    /// The ways to deal to people who are away, from a page with these links: to each of them, and to
    /// all.
    fn ways_back(&self, step: &Step, links: &PositionLinks) -> Vec<WayOn> {
        let deal = match step.turn {
            None if self.state.is_full() => links.sit(Sit::Again),
            _ => match step.page.all_offers().find(|offer| offer.request.spec.deals) {
                Some(offer) => links.request(&offer.request),
                None => return Vec::new(),
            },
        };
        let away: Vec<Seat> = self.state.seats_away().collect();
        let each = away.iter().map(|seat| vec![*seat]);
        let all = (away.len() > 1).then(|| away.clone());
        let way = |seats: Vec<Seat>| {
            let names = listed(seats.iter().map(|seat| self.state.people[*seat].name.to_string()));
            WayOn::new(format!("Deal to {names}, too"), deal.clone().dealing_in(&seats))
        };
        each.chain(all).map(way).collect()
    }

    /// Returns true if the guest who sits down next is on turn at once.
    fn is_turn_of_next_guest(&self) -> bool {
        !self.state.is_full() && self.turn() == Some(self.state.people.len())
    }

    /// These links to pages for people. The viewer may read another format.
    fn public_links(&self, links: &PositionLinks) -> PositionLinks {
        links::position(self.game.ruleset, links.token())
    }
}
