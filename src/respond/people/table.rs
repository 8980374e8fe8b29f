//! A table as it was sealed, with the request to it.

use crate::formats::party::WrongName;
use crate::formats::shown::Typed;
use crate::game::any::{AnyGame, Asker, Step};
use crate::game::chance::Chance;
use crate::game::contract::Named;
use crate::game::options::Choices;
use crate::game::pack::{Packer, Unpackable, Unpacker};
use crate::game::page::{Log, Page, Part};
use crate::game::request::{NOT_A_PASSWORD, Refusal, Request};
use crate::game::seat::{Seat, Viewer};
use crate::game::secret::DealKind;
use crate::game::text::Text;
use crate::problem::Problem;
use crate::respond::visit::{Opened, Visit};
use crate::seal::Purpose;
use crate::table::answer::Answer;
use crate::table::game_number::GameNumber;
use crate::table::patience::Wait;
use crate::table::state::TableState;

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
    /// The position of the game, packed. It has no meaning before everybody has sat down.
    pub position: Packer,
    /// The refused name, if there is one.
    pub bad_name: Option<WrongName>,
    /// The typed move.
    pub typed: Option<Box<Typed>>,
    /// True if a page for everybody is at an address with a password.
    pub is_in_place: bool,
    /// The news for the host about the answers.
    pub news: Vec<String>,
    /// The answers that the host has to choose from.
    pub choices_of_host: Vec<Answer>,
    /// True if the page asks whether the seat on turn should be handed over.
    pub asks_to_hand_over: bool,
    /// True if the page asks whether the viewer wants to leave.
    pub asks_to_leave: bool,
}

impl<'a> Table<'a> {
    /// A table before its deal.
    pub fn new(
        visit: &'a Visit<'a>,
        game: &'static AnyGame,
        choices: Choices,
        state: TableState,
    ) -> Self {
        Table {
            visit,
            game,
            choices,
            state,
            position: Packer::new(),
            bad_name: None,
            typed: None,
            is_in_place: false,
            news: Vec::new(),
            choices_of_host: Vec::new(),
            asks_to_hand_over: false,
            asks_to_leave: false,
        }
    }

    /// Everything that is sealed.
    pub fn pack(&self) -> Packer {
        let mut packer = Packer::new();
        self.choices.pack(&mut packer);
        self.state.pack(&mut packer);
        packer.append(&self.position);
        packer
    }

    /// The table that was sealed.
    pub fn unpack(visit: &'a Visit<'a>, opened: &Opened) -> Result<Self, Problem> {
        let game = opened.game;
        let mut packed = Unpacker::new(&opened.content);
        let mut unpack = || {
            let choices = game.unpack_closed(&mut packed)?;
            let state = TableState::unpack(choices.people(), &mut packed)?;
            let choices = state.with_absent(choices);
            let mut table = Table::new(visit, game, choices, state);
            let nobody = Asker::nameless(Viewer::Everybody);
            (game.play)(&table.choices, packed.clone(), nobody, None, &mut table.position)?;
            Ok(table)
        };
        unpack().map_err(|why| opened.damaged(why))
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

    /// Deals the game. Its number comes from the same chance, so one deal never has two numbers.
    pub fn deal(&mut self, mut chance: Chance) {
        self.position = Packer::new();
        let nobody = Asker::nameless(Viewer::Everybody);
        (self.game.deal)(&self.choices, &mut chance, nobody, &mut self.position);
        self.state.game_number = GameNumber::draw(&mut chance);
    }

    /// The fingerprint of the deal, if it has one. It tells the deal from every other.
    pub fn fingerprint(&self) -> Result<String, Problem> {
        let commitment = self.step(Viewer::Everybody, None)?.0.commitment;
        Ok(commitment.map_or(String::new(), |commitment| commitment.fingerprint))
    }

    /// Deals the game by chance that no player has seen.
    pub fn deal_at_random(&mut self) -> Result<(), Problem> {
        self.deal(Chance::from_seed(self.visit.random()?));
        Ok(())
    }

    /// The view of the game for a viewer, and the position after their request.
    pub fn step(
        &self,
        viewer: Viewer,
        request: Option<&Request>,
    ) -> Result<(Step, Packer), Problem> {
        self.step_from(&self.position, viewer, request)
    }

    /// The same from another position.
    pub fn step_from(
        &self,
        position: &Packer,
        viewer: Viewer,
        request: Option<&Request>,
    ) -> Result<(Step, Packer), Problem> {
        if self.state.is_left_alone() {
            return Ok((self.end_left_alone(viewer), position.clone()));
        }
        let bytes = position.clone().finish();
        let mut packer = Packer::new();
        let packed = Unpacker::new(&bytes);
        let (names, may_count) = (&self.state.names(), self.may_count(viewer)?);
        let asker = Asker { names, may_count, ..Asker::nameless(viewer) };
        let step = (self.game.play)(&self.choices, packed, asker, request, &mut packer);
        let mut step = step.map_err(|_| Problem::Damaged(Some(self.game.ruleset)))?;
        self.add_record(&mut step.page);
        Ok((step, packer))
    }

    /// Reads a typed text as moves from this position.
    pub fn read(&self, viewer: Viewer, text: &str) -> Result<(Step, Named), Problem> {
        if self.state.is_left_alone() {
            return Ok((self.end_left_alone(viewer), Named::Nothing));
        }
        let bytes = self.position.clone().finish();
        let (names, may_count) = (&self.state.names(), self.may_count(viewer)?);
        let asker = Asker { names, may_count, ..Asker::nameless(viewer) };
        let read = (self.game.read)(&self.choices, Unpacker::new(&bytes), asker, text);
        read.map_err(|_| Problem::Damaged(Some(self.game.ruleset)))
    }

    /// Returns true if this viewer may count a round that a move has ended. Only players may. The player
    /// whose move it was must wait: they could play a card in a private copy, and look at all hands.
    fn may_count(&self, viewer: Viewer) -> Result<bool, Problem> {
        let Viewer::Seat(seat) = viewer else { return Ok(false) };
        let Some(ender) = self.step(Viewer::Everybody, None)?.0.ended_by else { return Ok(false) };
        Ok(seat != ender || self.state.wait(self.visit.minute()) == Wait::Over)
    }

    /// Deals to the people who play now, in place of those who played before.
    pub fn deal_again(
        &mut self,
        before: &Choices,
        viewer: Viewer,
        kind: DealKind,
    ) -> Result<(), Problem> {
        let may_count = self.may_count(viewer)?;
        let bytes = std::mem::take(&mut self.position).finish();
        let asker = Asker { may_count, ..Asker::nameless(viewer) };
        let (change, packed) = ([before, &self.choices], Unpacker::new(&bytes));
        (self.game.deal_again)(change, packed, asker, kind, &mut self.position)
            .map_err(|_| Problem::Damaged(Some(self.game.ruleset)))
    }

    /// Adds to a page who left the table, or stayed away.
    fn add_record(&self, page: &mut Page) {
        let told = |sentence| format!("{sentence} A computer plays on.").into();
        let record: Vec<Text> = self.state.record().into_iter().map(told).collect();
        let log = page.parts.iter_mut().find_map(|part| match part {
            Part::Log(log) => Some(log),
            _ => None,
        });
        match log {
            _ if record.is_empty() => {}
            Some(log) => log.entries.splice(..0, record).for_each(drop),
            None => page.parts.push(Part::Log(Log { caption: "Who left".into(), entries: record })),
        }
    }

    /// The seat on turn, which is public.
    pub fn turn(&self) -> Result<Option<Seat>, Problem> {
        Ok(self.step(Viewer::Everybody, None)?.0.turn)
    }

    /// The seat of the player who asks, if it is their turn.
    pub fn check_turn(&self, seat: Option<Seat>) -> Result<Seat, Refusal> {
        let seat = seat.ok_or(NOT_A_PASSWORD)?;
        let seen = self.step(Viewer::Seat(seat), None).ok().filter(|_| self.state.is_full());
        if seen.and_then(|(step, _)| step.turn) == Some(seat) {
            Ok(seat)
        } else {
            Err(self.game.ruleset.out_of_turn.into())
        }
    }
}
