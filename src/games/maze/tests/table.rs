//! A game at the table: a packed position, with what the player sees of it.

use super::signs;
use crate::deal::{Deal, DealId};
use crate::game::any::{AnyGame, Asker, Step};
use crate::game::hint::HINT;
use crate::game::options::Choices;
use crate::game::outcome::Mood;
use crate::game::pack::Unpacker;
use crate::game::page::{Board, Cell, Part};
use crate::game::request::{Request, RequestSpec};
use crate::game::seat::Viewer;
use crate::games;

/// The values of the option, with columns and rows.
pub const SIZES: [(&str, usize, usize); 4] =
    [("6x4", 6, 4), ("8x6", 8, 6), ("10x8", 10, 8), ("12x9", 12, 9)];

/// A packed position, with what the player sees of it.
#[derive(Clone)]
pub struct Table {
    game: &'static AnyGame,
    pub choices: Choices,
    pub packed: Vec<u8>,
    pub step: Step,
}

impl Table {
    pub fn deal(size: &str, id: DealId) -> Self {
        Table::with(&[("size", size)], id)
    }

    pub fn with(options: &[(&str, &str)], id: DealId) -> Self {
        let game = games::find("maze").unwrap();
        let mut choices = Choices::defaults(game.ruleset.options);
        assert!(options.iter().all(|(name, value)| choices.choose(name, value)));
        let mut chance = Deal::of(id).chance("maze", b"");
        let position = (game.deal)(&choices, &mut chance, Asker::nameless(Viewer::Seat(0)));
        Table { game, choices, packed: position.packed(), step: position.step() }
    }

    pub fn seeded(size: &str, seed: &str) -> Self {
        Table::deal(size, Deal::from_seed_text(seed, false).id)
    }

    /// Puts a request, and tells the code of the fault if it is refused.
    pub fn put(&mut self, request: &Request) -> Option<u16> {
        let (packed, asker) = (Unpacker::new(&self.packed), Asker::nameless(Viewer::Seat(0)));
        let position = (self.game.open)(&self.choices, packed, asker).unwrap();
        let (step, position) = position.play(Some(request));
        self.step = step;
        let before = std::mem::replace(&mut self.packed, position.packed());
        let fault = self.step.refusal.as_ref().map(|refusal| refusal.fault.code);
        assert!(fault.is_none() || self.packed == before, "a refusal changes nothing");
        fault
    }

    /// Puts a request about a tile.
    pub fn tile(&mut self, spec: &'static RequestSpec, tile: usize) -> Option<u16> {
        self.put(&Request::with(spec, tile))
    }

    /// Asks for a hint, takes it, and tells the tile.
    pub fn take_hint(&mut self) -> usize {
        assert_eq!(self.put(&Request::plain(&HINT)), None);
        let advised = self.step.answer.as_ref().expect("an answer").offers[0].request.clone();
        assert_eq!(self.put(&advised), None);
        advised.number(0)
    }

    pub fn board(&self) -> &Board {
        match &self.step.page.parts[0] {
            Part::Board(board) => board,
            other => panic!("{other:?}"),
        }
    }

    pub fn cell(&self, tile: usize) -> &Cell {
        &self.board().cells[tile]
    }

    pub fn signs(&self) -> Vec<String> {
        signs::signs(self.board())
    }

    /// The label of a tile's first offer, as a whole phrase.
    pub fn offer_label(&self, tile: usize) -> String {
        let spot = self.board().rows().flatten().nth(tile).unwrap();
        spot.offer_label(&spot.cell.offers[0]).to_string()
    }

    /// The number that a fact begins with.
    pub fn fact(&self, name: &str) -> u32 {
        let Part::Facts(facts) = &self.step.page.parts[1] else { panic!("no facts") };
        let fact = facts.facts.iter().find(|fact| fact.name == name).unwrap();
        fact.value.split(' ').next().unwrap().parse().unwrap()
    }

    pub fn is_won(&self) -> bool {
        assert_eq!(self.step.ranking.is_some(), self.step.mood == Mood::Won);
        self.step.mood == Mood::Won
    }

    pub fn message_names(&self) -> Vec<&str> {
        self.step.messages.iter().map(|message| message.spec.name).collect()
    }
}
