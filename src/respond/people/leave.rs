//! Leaving a table, and handing over the seat of a player who stays away.
//!
//! A person who leaves gives up their own cards, and a computer plays on with them. If a seat is
//! handed over, a computer takes it, and the round is thrown in: it is dealt again for everybody.
//! Otherwise players could hand seats over in a private copy of the link, play to the end with
//! computers, and look at the cards of those who are missing. If one person is left, the game ends.

use super::moves::words_of;
use super::table::Table;
use crate::formats::party::Question;
use crate::game::any::Step;
use crate::game::outcome::Outcome;
use crate::game::page::{End, Page};
use crate::game::request::{NOT_YOUR_TURN, Refusal, no_password};
use crate::game::seat::{Perspective, Seat, Viewer};
use crate::game::secret::DealKind;
use crate::respond::visit::Found;
use crate::table::patience::Wait;
use crate::table::state::{Away, Deed};

impl Table<'_> {
    /// Lets a player leave.
    pub fn leave(self, seat: Option<Seat>) -> Found {
        match self.check_leaving(seat) {
            Ok(seat) => self.go(seat, seat, Deed::Left),
            Err(refusal) => self.show(seat, Some(refusal)),
        }
    }

    /// Asks a player once more before they leave.
    pub fn ask_to_leave(mut self, seat: Option<Seat>) -> Found {
        let refusal = self.check_leaving(seat).err();
        self.question = refusal.is_none().then_some(Question::Leave);
        self.show(seat, refusal)
    }

    /// Asks another player once more before they hand over the seat on turn.
    pub fn ask_to_hand_over(mut self, seat: Option<Seat>) -> Found {
        let refusal = self.check_absent(seat).err();
        self.question = refusal.is_none().then_some(Question::HandOver);
        self.show(seat, refusal)
    }

    /// Hands over the seat on turn. Another player asks for it.
    pub fn hand_over(self, seat: Option<Seat>) -> Found {
        match self.check_absent(seat) {
            Ok((absent, by)) => self.go(absent, by, Deed::HandedOver),
            Err(refusal) => self.show(seat, Some(refusal)),
        }
    }

    /// The seat on turn, if players may still leave.
    pub fn turn_of_players(&self) -> Result<Seat, Refusal> {
        let out_of_turn = self.game.ruleset.out_of_turn;
        match self.turn().filter(|_| self.state.is_full()) {
            Some(_) if self.position.ended_by().is_some() => {
                Err(NOT_YOUR_TURN.saying(ROUND_IS_OVER))
            }
            Some(turn) => Ok(turn),
            None => Err(out_of_turn.into()),
        }
    }

    /// The seat of a player who may leave.
    fn check_leaving(&self, seat: Option<Seat>) -> Result<Seat, Refusal> {
        let seat = seat.ok_or_else(no_password)?;
        self.turn_of_players().map(|_| seat)
    }

    /// The seat on turn, and the other player who asks.
    fn check_absent(&self, seat: Option<Seat>) -> Result<(Seat, Seat), Refusal> {
        let by = seat.ok_or_else(no_password)?;
        let turn = self.turn_of_players()?;
        match self.state.wait(self.visit.minute()) {
            _ if turn == by => {
                Err(NOT_YOUR_TURN.saying("It is your own turn. You can leave the table."))
            }
            Wait::Until(minute) => {
                Err(NOT_YOUR_TURN
                    .saying(format!("This table waits until {}.", minute.in_its_year())))
            }
            Wait::Over | Wait::Unknown => Ok((turn, by)),
        }
    }

    /// Lets the player in a seat go. `by` is the person who asks for it.
    fn go(mut self, seat: Seat, by: Seat, deed: Deed) -> Found {
        let turn = self.state.number.saturating_add(1);
        let (on_turn, moved_at) = (self.turn(), self.state.moved_at);
        let person = &mut self.state.people[seat];
        person.away = Some(Away { turn, has_left: deed == Deed::Left });
        let is_player = person.is_player;
        self.choices = self.state.with_absent(self.choices);
        self.state.has_replaced |= is_player && !self.state.is_left_alone();
        self.position = match deed {
            // A computer plays on with the same cards.
            Deed::Left => self.position.leave(&self.choices),
            _ => self.position.deal_again(&self.choices, DealKind::ThrownIn),
        };
        let page = self.step(Viewer::Everybody).page;
        self.state = self.state.after_turn(Some(by), deed, &words_of(&page), self.visit.minute());
        if deed == Deed::Left && self.turn() == on_turn {
            // The player on turn does not get more time.
            self.state.moved_at = moved_at;
        }
        self.arrive(None)
    }

    /// Returns true if the game ends when one more player goes.
    pub fn would_end(&self) -> bool {
        self.choices.people_left() < 3
    }

    /// The end of a game in which one person is left. It shows nothing of the game: no hand and no
    /// secret. That person has won if the last other one left.
    pub fn end_left_alone(&self, viewer: Viewer) -> Step {
        let record = self.state.record().join(" ");
        let mut names = (self.game.seats)(&self.choices);
        names.iter_mut().zip(self.state.names()).for_each(|(seat, name)| *seat = name);
        let you = match viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Everybody => None,
        };
        let who = Perspective { viewer, names, you, site: None };
        let Some(winner) = self.state.winner_left_alone() else {
            let status = format!("{record} Nobody has won.");
            return Step::of(Page::new("The game has ended", status));
        };
        let others = (0..who.names.len()).filter(|seat| *seat != winner).collect();
        let ranking = vec![vec![winner], others];
        let points = vec![0; who.names.len()];
        let outcome = Outcome { ranking, failed: false, points: points.clone() };
        let headline = outcome.headline(&who);
        let end = End::default().headed(headline.clone());
        Step {
            mood: outcome.mood(&who),
            ranking: Some(outcome.players(&who)),
            points,
            ..Step::of(Page::new(headline, record).ending(Some(end)))
        }
    }
}

/// The reason why nobody can leave.
const ROUND_IS_OVER: &str = "The round is over. What has been won stays won.";
