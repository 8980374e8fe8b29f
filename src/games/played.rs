//! A game played by hand through its row of the table, as a visitor would: for tests.

use super::find;
use super::shared::lines::{Field, Mark};
use crate::deal::{Deal, DealId};
use crate::game::any::{AnyGame, Asker, Step};
use crate::game::options::Choices;
use crate::game::outcome::Mood;
use crate::game::pack::Unpacker;
use crate::game::request::Request;
use crate::game::seat::Viewer;

/// A position of a game, and what is seen of it.
#[derive(Clone)]
pub struct Played {
    pub game: &'static AnyGame,
    pub choices: Choices,
    pub packed: Vec<u8>,
    pub step: Step,
}

impl Played {
    /// A new game with these options, from the deal of this number.
    pub fn deal(key: &str, options: &[(&str, &str)], code: u64) -> Self {
        let game = find(key).unwrap();
        let mut choices = Choices::defaults(game.ruleset.options);
        for (name, value) in options {
            assert!(choices.choose(name, value), "{name}={value}");
        }
        let mut chance = Deal::of(DealId::Code(code)).chance(key, b"");
        let position = (game.deal)(&choices, &mut chance, Asker::nameless(Viewer::Seat(0)));
        Played { game, choices, packed: position.packed(), step: position.step() }
    }

    /// The game after a request, written as in a query: `mark=4`.
    pub fn ask(&self, request: &str) -> Self {
        let (name, arguments) = request.split_once('=').unwrap_or((request, ""));
        let spec = self.game.ruleset.request(name).expect("a request of the ruleset");
        let request = Request::read(spec, arguments).expect("arguments of the ruleset");
        let (packed, viewer) = (Unpacker::new(&self.packed), Asker::nameless(Viewer::Seat(0)));
        let position = (self.game.open)(&self.choices, packed, viewer).unwrap();
        let (step, position) = position.play(Some(&request));
        Played { packed: position.packed(), step, ..self.clone() }
    }

    /// The game after a square is marked.
    pub fn mark(&self, square: usize) -> Self {
        self.ask(&format!("mark={square}"))
    }

    /// The squares that can be marked.
    pub fn squares(&self) -> Vec<usize> {
        let marks = self.step.page.all_offers().filter(|offer| offer.request.spec.name == "mark");
        marks.map(|offer| offer.request.number(0)).collect()
    }

    /// The grid as the page shows it.
    pub fn field(&self) -> Field {
        let cells = self.step.page.parts[0].cells();
        cells.iter().enumerate().fold(Field::default(), |field, (square, cell)| match &*cell.text {
            "X" => field.with(Mark::Cross, square),
            "O" => field.with(Mark::Nought, square),
            _ => field,
        })
    }

    /// Plays every game there is from here, and looks at every position on the way.
    pub fn every_game(&self, look: &mut dyn FnMut(&Played)) {
        let mut stack = vec![self.clone()];
        while let Some(played) = stack.pop() {
            look(&played);
            stack.extend(played.squares().iter().map(|square| played.mark(*square)));
        }
    }

    /// Wins of the computer, draws, and wins of the person, over all of the person's play.
    pub fn results(&self) -> (u32, u32, u32) {
        let mut results = (0, 0, 0);
        self.every_game(&mut |played| match played.step.mood {
            Mood::Lost => results.0 += 1,
            Mood::Drawn => results.1 += 1,
            Mood::Won => results.2 += 1,
            Mood::Open => {}
        });
        results
    }
}
