//! Moves at a table.

use super::table::Table;
use crate::game::any::{AnyPosition, Granted, NOBODY, Step};
use crate::game::page::{Page, Part};
use crate::game::request::Request;
use crate::game::seat::{Seat, Viewer};
use crate::game::secret::DealKind;
use crate::respond::asked::{self, Asked};
use crate::respond::visit::Found;
use crate::table::state::Deed;
use std::borrow::Cow;
use std::rc::Rc;

impl Table<'_> {
    /// Puts the request of the query to the referee, if there is one and the player is on turn.
    pub fn act(mut self, seat: Option<Seat>) -> Found {
        let is_typed = self.visit.query.typed.is_some();
        let asked = Asked::by_name(self.visit, self.game.ruleset);
        if let (false, Asked::Nothing | Asked::Refused(_)) = (is_typed, &asked) {
            return self.show(seat, asked.refusal());
        }
        let (on_turn, found) = match self.check_turn(seat) {
            Ok(on_turn) => on_turn,
            Err(refusal) => return self.show(seat, Some(refusal)),
        };
        let (asked, found) = match self.visit.query.typed.as_deref() {
            None => (asked, found),
            Some(text) => {
                let understood = asked::understand(self.visit, self.game.ruleset, &found, text);
                self.typed = Some(Box::new(understood.typed));
                (understood.asked, understood.position)
            }
        };
        match asked.request() {
            Some(request) => self.play(on_turn, found, request),
            None => {
                let step = Step { refusal: asked.refusal(), ..self.with_record(found.step()) };
                self.lay(seat, step)
            }
        }
    }

    /// Puts a request of the seat on turn, who finds this position, to the referee.
    fn play(mut self, seat: Seat, found: Rc<dyn AnyPosition>, request: &Request) -> Found {
        let dealt_in = self.visit.query.seats_dealt_in();
        let step = match found.put(request) {
            Err(refusal) => {
                let step = Step { refusal: Some(refusal), ..self.with_record(found.step()) };
                return self.lay(Some(seat), step);
            }
            Ok(Granted::Answer(answer)) => {
                Step { answer: Some(answer), ..self.with_record(found.step()) }
            }
            Ok(Granted::Next(_)) if request.spec.deals && !dealt_in.is_empty() => {
                self.state.deal_in(&dealt_in);
                self.choices = self.state.with_absent(self.choices);
                self.position = found.deal_again(&self.choices, DealKind::NextRound);
                self.step(Viewer::Seat(seat))
            }
            Ok(Granted::Next(next)) => {
                let step = self.with_record(next.step());
                self.position = next.seen_by(NOBODY);
                step
            }
        };
        if step.turn == Some(seat) {
            return self.lay(Some(seat), step);
        }
        let page = self.step(Viewer::Everybody).page;
        let now = self.visit.minute();
        self.state = self.state.after_turn(Some(seat), Deed::Moved, &words_of(&page), now);
        self.arrive(None)
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
