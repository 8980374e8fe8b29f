//! A table as it was sealed, with the request to it.

use crate::formats::party::{Question, WrongName};
use crate::formats::shown::Typed;
use crate::game::any::{AnyGame, AnyPosition, Asker, NOBODY, Step};
use crate::game::chance::Chance;
use crate::game::options::Choices;
use crate::game::pack::{Packer, Unpackable, Unpacker};
use crate::game::page::{Log, Part};
use crate::game::request::{Refusal, no_password};
use crate::game::seat::{Seat, Viewer};
use crate::game::text::Text;
use crate::problem::Problem;
use crate::respond::visit::{Opened, Visit};
use crate::seal::Purpose;
use crate::table::notice::Notice;
use crate::table::patience::Wait;
use crate::table::state::TableState;
use std::rc::Rc;

/// A table, with the request to it.
pub struct Table<'a> {
    /// The request.
    pub visit: &'a Visit<'a>,
    /// The game that they play.
    pub game: &'static AnyGame,
    /// The choices before the deal.
    pub choices: Choices,
    /// The people, and how far the game is.
    pub state: TableState,
    /// The position of the game, as everybody sees it. It has no meaning before everybody has sat down.
    pub position: Rc<dyn AnyPosition>,
    /// The refused name, if there is one.
    pub bad_name: Option<WrongName>,
    /// The typed move.
    pub typed: Option<Box<Typed>>,
    /// The notices for the host about the answers.
    pub notices: Vec<Notice>,
    /// The question that the page asks the player.
    pub question: Option<Question>,
}

impl<'a> Table<'a> {
    /// A table with a position of its game.
    fn new(
        visit: &'a Visit<'a>,
        game: &'static AnyGame,
        choices: Choices,
        state: TableState,
        position: Rc<dyn AnyPosition>,
    ) -> Self {
        Table {
            visit,
            game,
            choices,
            state,
            position,
            bad_name: None,
            typed: None,
            notices: Vec::new(),
            question: None,
        }
    }

    /// A table with a game dealt by chance that no player has seen.
    pub fn dealt(
        visit: &'a Visit<'a>,
        game: &'static AnyGame,
        choices: Choices,
        mut state: TableState,
    ) -> Result<Self, Problem> {
        let chance = Chance::from_seed(visit.random()?);
        let position = deal(game, &choices, chance, &mut state);
        Ok(Table::new(visit, game, choices, state, position))
    }

    /// Everything that is sealed.
    pub fn pack(&self) -> Packer {
        let mut packer = Packer::new();
        self.choices.pack(&mut packer);
        self.state.pack(&mut packer);
        self.position.pack(&mut packer);
        packer
    }

    /// The table that was sealed.
    pub fn unpack(visit: &'a Visit<'a>, opened: &Opened) -> Result<Self, Problem> {
        let game = opened.game;
        let mut packed = Unpacker::new(&opened.content);
        let unpack = || {
            let choices = game.unpack_closed(&mut packed)?;
            let state = TableState::unpack(choices.people(), &mut packed)?;
            let choices = state.with_absent(choices);
            let position = (game.open)(&choices, packed, NOBODY)?;
            Ok(Table::new(visit, game, choices, state, position))
        };
        unpack().map_err(|why| visit.unusable(opened, why))
    }

    /// The people of a table that was sealed.
    pub fn unpack_state(opened: &Opened) -> Result<TableState, Unpackable> {
        if opened.token.purpose != Purpose::Table {
            return Err(Unpackable::Impossible);
        }
        let mut packed = Unpacker::new(&opened.content);
        let choices = opened.game.unpack_closed(&mut packed)?;
        TableState::unpack(choices.people(), &mut packed)
    }

    /// Deals the game.
    pub fn deal(&mut self, chance: Chance) {
        self.position = deal(self.game, &self.choices, chance, &mut self.state);
    }

    /// The fingerprint of the deal, if it has one. It tells the deal from every other.
    pub fn fingerprint(&self) -> String {
        let commitment = self.position.commitment();
        commitment.map_or(String::new(), |commitment| commitment.fingerprint)
    }

    /// Deals the game by chance that no player has seen.
    pub fn deal_at_random(&mut self) -> Result<(), Problem> {
        self.deal(Chance::from_seed(self.visit.random()?));
        Ok(())
    }

    /// The position as a viewer finds it.
    pub fn found(&self, viewer: Viewer) -> Rc<dyn AnyPosition> {
        let (names, may_count) = (&self.state.names(), self.may_count(viewer));
        self.position.seen_by(Asker { names, may_count, ..Asker::nameless(viewer) })
    }

    /// The step of a viewer.
    pub fn step(&self, viewer: Viewer) -> Step {
        if self.state.is_left_alone() {
            return self.end_left_alone(viewer);
        }
        self.with_record(self.found(viewer).step())
    }

    /// Returns true if this viewer may count a round that a move has ended. Only players may. The player
    /// whose move it was must wait: they could play a card in a private copy, and look at all hands.
    fn may_count(&self, viewer: Viewer) -> bool {
        let (Viewer::Seat(seat), Some(ender)) = (viewer, self.position.ended_by()) else {
            return false;
        };
        seat != ender || self.state.wait(self.visit.minute()) == Wait::Over
    }

    /// The step with those who left the table, or stayed away, on its page.
    pub fn with_record(&self, mut step: Step) -> Step {
        let told = |sentence| format!("{sentence} A computer plays on.").into();
        let record: Vec<Text> = self.state.record().into_iter().map(told).collect();
        let parts = &mut step.page.parts;
        let log = parts.iter_mut().find_map(|part| match part {
            Part::Log(log) => Some(log),
            _ => None,
        });
        match log {
            _ if record.is_empty() => {}
            Some(log) => log.entries.splice(..0, record).for_each(drop),
            None => parts.push(Part::Log(Log { caption: "Who left".into(), entries: record })),
        }
        step
    }

    /// The seat on turn, which is public.
    pub fn turn(&self) -> Option<Seat> {
        self.position.turn().filter(|_| !self.state.is_left_alone())
    }

    /// The seat of the player who asks and the position as they find it, if it is their turn.
    pub fn check_turn(&self, seat: Option<Seat>) -> Result<(Seat, Rc<dyn AnyPosition>), Refusal> {
        let seat = seat.ok_or_else(no_password)?;
        let found = self.found(Viewer::Seat(seat));
        let is_played = self.state.is_full() && !self.state.is_left_alone();
        if is_played && found.turn() == Some(seat) {
            Ok((seat, found))
        } else {
            Err(self.game.ruleset.out_of_turn.into())
        }
    }
}

/// Deals a game. The number of its table comes from the same chance, so one deal never has two numbers.
fn deal(
    game: &AnyGame,
    choices: &Choices,
    mut chance: Chance,
    state: &mut TableState,
) -> Rc<dyn AnyPosition> {
    let position = (game.deal)(choices, &mut chance, NOBODY);
    state.game_number = state.game_number.dealt(&mut chance);
    position
}
