//! All that one viewer sees of a position.

use super::cell::Cell;
use super::end::End;
use super::offer::{Emphasis, Offer};
use super::parts::{Fact, Part};
use crate::game::request::{Help, Request, RequestSpec};
use crate::game::text::{Text, listed};
use serde::Serialize;

/// The most characters of the sentence of a page. Such a sentence fits above the board on the narrowest
/// screen, so the board never moves.
pub const STATUS_CHARS_MAX: usize = 90;

/// All that one viewer sees of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// The state in a few words, for the title of a window: `Your turn`. At the end of a game the
    /// headline of its end takes its place.
    pub state: Text,
    /// The last event and the next step.
    pub status: Text,
    /// The player who is next, if the page is for somebody else. The platform sets it.
    pub next: Option<Text>,
    /// The question that the page answers, if it is an answer.
    pub question: Option<Text>,
    /// The things on the table, in the order in which they are read.
    pub parts: Vec<Part>,
    /// The thing that the last request changed, if it changed one above all. The player goes on there.
    pub changed: Option<At>,
    /// Requests that belong to no place on a board.
    pub offers: Vec<Offer>,
    /// A typed move as an example, if it tells more than the first request.
    pub example: Option<String>,
    /// The end, once the game is over.
    pub end: Option<End>,
    /// The advice about the link to this page, if one player has made the game for another.
    pub sending: Option<Sending>,
    /// A sentence that goes along with the link, such as an offer of a draw.
    pub letter: Option<Text>,
    /// The game in notations that other programs read, each with the name of its notation: `fen`.
    pub records: Vec<(&'static str, String)>,
}

/// A game that one player has made for another, who plays it alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sending {
    /// The other player: `your friend`.
    pub to: &'static str,
    /// The sentence to the player who has made the game. `None` at its end, which goes back to that player.
    pub made: Option<Text>,
    /// The effect of the link.
    pub hint: Text,
    /// The sentence before the link in a letter.
    pub letter: Text,
}

/// A thing on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct At {
    /// The place of its part among the parts of the page, from 0.
    pub part: usize,
    /// Its place among the squares or things of this part, from 0.
    pub cell: usize,
}

impl At {
    /// A square of the board that is the first part of its page.
    pub const fn first_board(cell: usize) -> Self {
        At { part: 0, cell }
    }
}

impl Page {
    /// A page with a state and a sentence, and nothing on the table yet.
    pub fn new(state: impl Into<Text>, status: impl Into<Text>) -> Self {
        Page { state: state.into(), status: status.into(), ..Page::default() }
    }

    /// The answer to a question of a player: `Why row 2, column 1?`
    pub fn answering(question: impl Into<Text>, status: impl Into<Text>) -> Self {
        let question = question.into();
        Page { question: Some(question.clone()), ..Page::new(question, status) }
    }

    /// The status and who is next, in at most [`STATUS_CHARS_MAX`] characters.
    pub fn sentence(&self) -> String {
        match &self.next {
            None => self.status.to_string(),
            Some(next) if self.status.is_empty() => format!("{next} is next."),
            Some(next) => format!("{} {next} is next.", self.status),
        }
    }

    /// The page with one part more.
    pub fn with(mut self, part: impl Into<Part>) -> Self {
        self.parts.push(part.into());
        self
    }

    /// The page with one part more, if there is one.
    pub fn with_any(mut self, part: Option<impl Into<Part>>) -> Self {
        self.parts.extend(part.map(Into::into));
        self
    }

    /// The page with numbers worth knowing.
    pub fn with_facts(self, facts: Vec<Fact>) -> Self {
        self.with_any((!facts.is_empty()).then(|| Part::facts(facts)))
    }

    /// The page with requests that belong to no place on a board.
    pub fn offering(mut self, offers: impl IntoIterator<Item = Offer>) -> Self {
        self.offers.extend(offers);
        self
    }

    /// The page with the place that the last request changed.
    pub fn changed(self, changed: Option<At>) -> Self {
        Page { changed, ..self }
    }

    /// The page with a typed move as an example.
    pub fn typed_as(self, example: Option<String>) -> Self {
        Page { example, ..self }
    }

    /// The page with the end of the game, once it is over.
    pub fn ending(self, end: Option<End>) -> Self {
        Page { end, ..self }
    }

    /// The page of a game that one player has made for another, if it is one.
    pub fn sent(self, sending: Option<Sending>) -> Self {
        Page { sending, ..self }
    }

    /// Every request the page offers, in reading order.
    pub fn all_offers(&self) -> impl Iterator<Item = &Offer> {
        let cells = self.parts.iter().flat_map(Part::cells);
        cells.flat_map(|cell| &cell.offers).chain(&self.offers)
    }

    /// The moves in notation.
    pub fn notation(&self) -> impl Iterator<Item = &Offer> {
        self.offers.iter().filter(|offer| offer.emphasis == Emphasis::Notation)
    }

    /// Returns true if it offers moves in notation.
    pub fn has_notation(&self) -> bool {
        self.notation().next().is_some()
    }

    /// The page without the buttons that give this help.
    pub fn without(mut self, help: Help) -> Self {
        self.offers.retain(|offer| offer.request.spec.help != help);
        self
    }

    /// The page of a player who had this help. Its result says so, and is no mark to beat.
    pub fn helped(mut self, help: &[&str]) -> Self {
        if let Some(end) = self.end.as_mut().filter(|_| !help.is_empty()) {
            end.measured = None;
            if let Some(share) = &mut end.share {
                share.result.to_mut().push_str(&format!(", with {}", listed(help)));
                share.challenge = format!("Can you do it without {}?", help.join(" or ")).into();
            }
        }
        self
    }

    /// The page as of an earlier moment, to look at: without moves, without what asks for one, and
    /// without the list of the moves.
    pub fn looked_at(mut self) -> Self {
        let is_choice = |part: &Part| match part {
            Part::Row(row) => row.cells.iter().any(|cell| !cell.offers.is_empty()),
            part => matches!(part, Part::Log(_)),
        };
        self.parts.retain(|part| !is_choice(part));
        self.parts.iter_mut().filter_map(Part::board_mut).for_each(|board| {
            board.legend = Text::default();
            board.cells.iter_mut().for_each(|cell| cell.offers.clear());
        });
        let answers = |spec: &RequestSpec| spec.read_only && spec.help == Help::No;
        self.offers.retain(|offer| answers(offer.request.spec));
        Page { next: None, example: None, end: None, sending: None, letter: None, ..self }
    }

    /// Returns true if a button gives help with a puzzle.
    pub fn offers_help(&self) -> bool {
        self.offers.iter().any(|offer| offer.request.spec.help != Help::No)
    }

    /// The page without any request.
    pub fn clear_offers(&mut self) {
        let cells = self.parts.iter_mut().flat_map(Part::cells_mut);
        cells.for_each(|cell| cell.offers.clear());
        self.offers.clear();
    }

    /// The question whether a request of this page should end the game.
    pub fn asking(&self, request: &Request) -> Page {
        let offers = self.all_offers().filter(|offer| offer.request == *request);
        let offers: Vec<Offer> = offers.cloned().collect();
        let label = offers.first().map_or(request.spec.label, |offer| &offer.label);
        let mut page = Page::answering(format!("{label}?"), "The game ends then.");
        page.parts.extend(self.parts.iter().find(|part| part.board().is_some()).cloned());
        page.clear_offers();
        page.offering(offers)
    }

    /// Returns true if its board looks different from the far side.
    pub fn has_sides(&self) -> bool {
        self.parts.iter().filter_map(Part::board).any(|board| board.has_sides)
    }

    /// The page with its boards as they are seen from the far side.
    pub fn seen_from_behind(mut self) -> Page {
        for (place, part) in self.parts.iter_mut().enumerate() {
            let Part::Board(board) = part else { continue };
            if !board.has_sides {
                continue;
            }
            let last = board.cells.len() - 1;
            board.turn();
            if let Some(changed) = self.changed.as_mut().filter(|changed| changed.part == place) {
                changed.cell = last - changed.cell;
            }
        }
        self
    }

    /// The thing at this place.
    pub fn cell(&self, at: At) -> Option<&Cell> {
        self.parts.get(at.part)?.cells().get(at.cell)
    }
}
