//! Moves at a table.

use super::table::Table;
use crate::game::pack::Packer;
use crate::game::page::{Page, Part};
use crate::game::request::Request;
use crate::game::seat::{Seat, Viewer};
use crate::game::secret::DealKind;
use crate::problem::Problem;
use crate::respond::asked::{self, Asked};
use crate::respond::visit::Found;
use crate::table::state::Deed;
use std::borrow::Cow;

impl Table<'_> {
    /// Puts the request of the query to the referee, if there is one and the player is on turn.
    pub fn act(mut self, seat: Option<Seat>) -> Found {
        let is_typed = self.visit.query.typed.is_some();
        let asked = Asked::by_name(self.visit, self.game.ruleset);
        if let (false, Asked::Nothing | Asked::Refused(_)) = (is_typed, &asked) {
            return self.show(seat, asked.refusal());
        }
        let on_turn = match self.check_turn(seat) {
            Ok(on_turn) => on_turn,
            Err(refusal) => return self.show(seat, Some(refusal)),
        };
        let asked = self.understand(on_turn)?.unwrap_or(asked);
        match asked.request() {
            Some(request) => self.play(on_turn, request),
            None => self.show(seat, asked.refusal()),
        }
    }

    /// The meaning of the text that the player on turn typed. `None` without a text. If it is
    /// several moves, all except the last are made.
    fn understand(&mut self, seat: Seat) -> Result<Option<Asked>, Problem> {
        let Some(text) = self.visit.query.typed.as_deref() else { return Ok(None) };
        let read = self.read(Viewer::Seat(seat), text)?;
        let play = |before: Option<&Packer>, request: &Request| {
            let position = before.unwrap_or(&self.position);
            self.step_from(position, Viewer::Seat(seat), Some(request))
        };
        let (understood, position) =
            asked::understand(self.visit, self.game.ruleset, &read, text, play)?;
        self.position = position.unwrap_or_else(|| self.position.clone());
        self.typed = Some(Box::new(understood.typed));
        Ok(Some(understood.asked))
    }

    /// Puts a request of the seat on turn to the referee.
    fn play(self, seat: Seat, request: &Request) -> Found {
        let viewer = Viewer::Seat(seat);
        let (mut step, position) = self.step(viewer, Some(request))?;
        if step.refusal.is_some() {
            return self.show(Some(seat), step.refusal);
        }
        let mut after = self;
        let dealt_in = after.visit.query.seats_dealt_in();
        if request.spec.deals && !dealt_in.is_empty() {
            let before = after.choices.clone();
            after.state.deal_in(&dealt_in);
            after.choices = after.state.with_absent(before.clone());
            after.deal_again(&before, viewer, DealKind::NextRound)?;
            step = after.step(viewer, None)?.0;
        } else {
            after.position = position;
        }
        if step.turn == Some(seat) {
            return after.lay(Some(seat), step);
        }
        let page = after.step(Viewer::Everybody, None)?.0.page;
        let now = after.visit.minute();
        after.state = after.state.after_turn(Some(seat), Deed::Moved, &words_of(&page), now);
        after.arrive(None)
    }
}

/// The words of a page, one behind the other.
pub fn words_of(page: &Page) -> String {
    let mut words: Vec<Cow<'_, str>> = vec![(&*page.state).into(), (&*page.status).into()];
    for part in &page.parts {
        let cells = part.cells().iter().flat_map(|cell| [&*cell.text, &*cell.label]);
        words.extend(cells.map(Cow::from));
        match part {
            Part::Facts(facts) => {
                let facts = facts.facts.iter().flat_map(|fact| [&*fact.name, &*fact.value]);
                words.extend(facts.map(Cow::from));
            }
            Part::Log(log) => words.extend(log.entries.iter().map(|entry| (&**entry).into())),
            Part::Seats(seats) => {
                let counts =
                    seats.seats.iter().map(|seat| format!("{}: {}", seat.player.name, seat.count));
                words.extend(counts.map(Cow::from));
            }
            _ => {}
        }
    }
    words.join("\n")
}
