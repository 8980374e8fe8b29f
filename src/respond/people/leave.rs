//! Leaving a table, and handing over the seat of a player who is absent. Both concern the seat on turn
//! alone. A computer plays on, or the game is abandoned.

use super::moves::words_of;
use super::table::Table;
use crate::game::any::Step;
use crate::game::chance::Chance;
use crate::game::pack::{Packer, Unpacker};
use crate::game::page::Page;
use crate::game::request::{NOT_A_PASSWORD, NOT_YOUR_TURN, Refusal};
use crate::game::seat::{Seat, Viewer};
use crate::problem::Problem;
use crate::respond::visit::Found;

impl Table<'_> {
    /// Lets the player on turn leave.
    pub fn leave(self, seat: Option<Seat>) -> Found {
        match self.check_turn(seat) {
            Ok(seat) => self.replace(seat, seat),
            Err(refusal) => self.show(seat, Some(refusal)),
        }
    }

    /// Asks another player once more before they hand over the seat on turn.
    pub fn ask_to_hand_over(mut self, seat: Option<Seat>) -> Found {
        let refusal = self.check_absent(seat).err();
        self.asks_to_hand_over = refusal.is_none();
        self.show(seat, refusal)
    }

    /// Hands over the seat on turn. Another player asks for it.
    pub fn hand_over(self, seat: Option<Seat>) -> Found {
        match self.check_absent(seat) {
            Ok((absent, by)) => self.replace(absent, by),
            Err(refusal) => self.show(seat, Some(refusal)),
        }
    }

    /// The seat on turn, and the other player who asks.
    fn check_absent(&self, seat: Option<Seat>) -> Result<(Seat, Seat), Refusal> {
        let by = seat.ok_or(NOT_A_PASSWORD)?;
        let turn = self.turn().ok().flatten().filter(|_| self.state.is_full());
        match turn {
            Some(turn) if turn != by => Ok((turn, by)),
            Some(_) => Err(NOT_YOUR_TURN.saying("It is your own turn. You can leave the table.")),
            None => Err(self.game.ruleset.out_of_turn.into()),
        }
    }

    /// Replaces the player on turn by a computer, which plays when the next person opens the table.
    fn replace(mut self, seat: Seat, by: Seat) -> Found {
        let before = self.choices.clone();
        if let Some(person) = self.state.people.get_mut(seat) {
            person.handed_over_by = Some(by);
        }
        self.choices = self.state.with_absent(before.clone());
        match self.choices.next_person(seat, by).filter(|_| !self.is_abandoned()) {
            Some(next) => {
                let bytes = std::mem::take(&mut self.position).finish();
                let choices = [&before, &self.choices];
                let mut position = Packer::new();
                (self.game.hand_over)(choices, Unpacker::new(&bytes), next, &mut position)
                    .map_err(|_| Problem::Damaged(Some(self.game.ruleset)))?;
                self.position = position;
            }
            // The link has nothing hidden any more.
            None => self.deal(Chance::from_seed([0; 32])),
        }
        let page = self.step(Viewer::Everybody, None)?.0.page;
        self.state = self.state.after_turn(Some(by), &words_of(&page), self.visit.minute());
        self.arrive(None)
    }

    /// Returns true if the game cannot go on.
    pub fn is_abandoned(&self) -> bool {
        let absent = self.choices.people() - self.choices.people_left();
        absent > 0 && (self.choices.people_left() < 2 || !self.game.ruleset.seats_computers())
    }

    /// Returns true if the game is abandoned when the player on turn leaves.
    pub fn would_be_abandoned(&self) -> bool {
        self.choices.people_left() < 3 || !self.game.ruleset.seats_computers()
    }

    /// The page of an abandoned game. It shows nothing of the game: no hand, no secret, no result.
    pub fn abandoned(&self) -> Step {
        let record = self.state.record().join(" ");
        Step::of(Page::new("The game is abandoned", format!("{record} There is no result.")))
    }
}
