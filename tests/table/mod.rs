//! A table for tests: a game played by hand through its row, as a visitor would.

use parlour::game::chance::DealId;
use parlour::game::contract::{Choices, Request, Row, Step};
use parlour::game::pack::{Packer, Unpacker};
use parlour::game::page::Mood;
use parlour::games;
use parlour::games::shared::lines::{Field, Mark};

/// A position of a game, and what is seen of it.
#[derive(Clone)]
pub struct Table {
    pub row: &'static Row,
    pub choices: Choices,
    pub packed: Vec<u8>,
    pub step: Step,
}

impl Table {
    /// A new game with these options, from a deal of this number.
    pub fn deal(key: &str, options: &[(&str, &str)], code: u64) -> Self {
        let row = games::find(key).unwrap();
        let mut choices = Choices::defaults(row.ruleset);
        for (name, value) in options {
            assert!(choices.choose(row.ruleset, name, value), "{name}={value}");
        }
        let mut packer = Packer::new();
        let mut chance = DealId::Code(code).chance(key, b"");
        let step = (row.deal)(&choices, &mut chance, &mut packer);
        Table { row, choices, packed: packer.finish(), step }
    }

    /// The table after a request.
    pub fn ask(&self, request: &Request) -> Self {
        let mut packer = Packer::new();
        let packed = Unpacker::new(&self.packed);
        let step = (self.row.play)(&self.choices, packed, Some(request), &mut packer).unwrap();
        Table { packed: packer.finish(), step, ..self.clone() }
    }

    /// The table after a square is marked.
    pub fn mark(&self, square: usize) -> Self {
        self.ask(&Request::numbered("mark", square as i64))
    }

    /// The squares that can be marked.
    pub fn squares(&self) -> Vec<usize> {
        let marks = self.step.page.all_offers().filter(|offer| offer.request.name == "mark");
        marks.map(|offer| offer.request.number(0) as usize).collect()
    }

    /// The board as the page shows it.
    pub fn field(&self) -> Field {
        let cells = self.step.page.parts[0].cells();
        cells.iter().enumerate().fold(Field::default(), |field, (square, cell)| match &*cell.text {
            "X" => field.with(Mark::Cross, square),
            "O" => field.with(Mark::Nought, square),
            _ => field,
        })
    }

    /// Plays every game there is from here, and looks at every position on the way.
    pub fn every_game(&self, look: &mut dyn FnMut(&Table)) {
        let mut stack = vec![self.clone()];
        while let Some(table) = stack.pop() {
            look(&table);
            stack.extend(table.squares().iter().map(|square| table.mark(*square)));
        }
    }

    /// Wins of the computer, draws, and wins of the visitor, over all of the visitor's play.
    pub fn results(&self) -> (u32, u32, u32) {
        let mut results = (0, 0, 0);
        self.every_game(&mut |table| match table.step.page.mood {
            Mood::Lost => results.0 += 1,
            Mood::Drawn => results.1 += 1,
            Mood::Won => results.2 += 1,
            Mood::Open => {}
        });
        results
    }
}
