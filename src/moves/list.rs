//! The moves of a page, numbered.
//!
//! The squares of the first board with names for them keep their numbers from the first page of a
//! game to the last. They count from 1, row by row. Every other move has the next free number. A
//! square at which several things may be done has a number for the one that its board offers now.

use crate::game::page::{At, Board, Offer, Page, Part, SquareNames};
use crate::game::request::RequestSpec;
use crate::game::ruleset::Ruleset;
use crate::game::spot::Spot;

/// A move: an offer of a page, with its number and its place.
#[derive(Clone, Copy, Debug)]
pub struct Move<'a> {
    /// Its number on the page, if it has one.
    pub number: Option<usize>,
    /// Its place on the page.
    pub at: Option<At>,
    /// The offer.
    pub offer: &'a Offer,
    /// The place with its content.
    pub spot: Option<Spot<'a>>,
}

impl Move<'_> {
    /// The whole phrase for it: `Turn row 2, column 3: north to east`.
    pub fn phrase(&self) -> String {
        match self.spot {
            Some(spot) => spot.offer_label(self.offer).to_string(),
            None => self.offer.label.to_string(),
        }
    }
}

/// The moves of a page.
#[derive(Debug)]
pub struct Moves<'a> {
    /// The board whose squares have numbers, if there is one, and its place among the parts of the
    /// page.
    pub board: Option<(usize, &'a Board)>,
    /// Every move, those at places first, in reading order.
    pub all: Vec<Move<'a>>,
}

/// The board of a page whose squares have numbers, and its place among the parts.
pub fn numbered_board(page: &Page) -> Option<(usize, &Board)> {
    page.parts.iter().enumerate().find_map(|(part, shown)| match shown {
        Part::Board(board) if board.squares == SquareNames::RowAndColumn => Some((part, board)),
        _ => None,
    })
}

impl<'a> Moves<'a> {
    /// The moves of a page whose squares offer the request of this name, where there are several.
    pub fn of(page: &'a Page, tool: Option<&str>) -> Self {
        let board = numbered_board(page);
        let mut next = board.map_or(0, |(_, board)| board.cells.len());
        let mut count = || {
            next += 1;
            Some(next)
        };
        let mut all = Vec::new();
        // Moves with names take no second step.
        let parts = page.parts.iter().filter(|_| !page.has_notation());
        for (part, shown) in parts.enumerate() {
            let is_numbered = board.is_some_and(|(numbered, _)| numbered == part);
            for (cell, spot) in shown.spots().enumerate() {
                let offers = &spot.cell.offers;
                let used = offers.iter().position(|offer| offer.is_with(tool));
                for (place, offer) in offers.iter().enumerate() {
                    let number = match is_numbered {
                        true => (used == Some(place)).then_some(cell + 1),
                        false => count(),
                    };
                    let at = Some(At { part, cell });
                    all.push(Move { number, at, offer, spot: Some(spot) });
                }
            }
        }
        let others = page.offers.iter();
        all.extend(others.map(|offer| Move { number: count(), at: None, offer, spot: None }));
        Moves { board, all }
    }

    /// The moves at a square of the numbered board, from 0.
    pub fn at_square(&self, square: usize) -> Vec<Move<'a>> {
        let Some((part, _)) = self.board else { return Vec::new() };
        let at = Some(At { part, cell: square });
        self.all.iter().filter(|found| found.at == at).copied().collect()
    }

    /// At how many squares of the numbered board something can be done.
    pub fn squares(&self) -> usize {
        let cells = self.board.map_or(&[][..], |(_, board)| &board.cells);
        cells.iter().filter(|cell| !cell.offers.is_empty()).count()
    }

    /// Returns true if a move is at a square of the numbered board.
    pub fn is_at_square(&self, found: &Move<'_>) -> bool {
        self.board.is_some_and(|(part, _)| found.at.is_some_and(|at| at.part == part))
    }
}

/// The requests that the places of a page offer, where some place offers several of them.
pub fn tools(page: &Page, ruleset: &Ruleset) -> Vec<&'static RequestSpec> {
    let cells = || page.parts.iter().flat_map(Part::cells);
    if !cells().any(|cell| cell.offers.len() > 1) {
        return Vec::new();
    }
    let is_offered = |spec: &&RequestSpec| {
        cells().flat_map(|cell| &cell.offers).any(|offer| offer.request.is(spec))
    };
    ruleset.requests.iter().copied().filter(is_offered).collect()
}

/// The tool that the places offer: the wanted one, or else the first.
pub fn tool(tools: &[&'static RequestSpec], wanted: Option<&str>) -> Option<&'static str> {
    let is_wanted = |spec: &&&RequestSpec| Some(spec.name) == wanted;
    tools.iter().find(is_wanted).or(tools.first()).map(|spec| spec.name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::page::Cell;

    static TURN: RequestSpec = RequestSpec::new("turn", "turn it", "Turns a tile.");
    static LOCK: RequestSpec = RequestSpec::new("lock", "lock it", "Locks a tile.");
    static HINT: RequestSpec = RequestSpec::new("hint", "take a hint", "Helps.");

    fn page() -> Page {
        let tile = |offers: &[&'static RequestSpec]| {
            let offers = offers.iter().map(|spec| Offer::new(spec.label, spec, []));
            Cell::new("|").offering(offers.collect::<Vec<_>>())
        };
        let cells = vec![tile(&[]), tile(&[&TURN, &LOCK]), tile(&[&LOCK]), tile(&[&TURN, &LOCK])];
        let board = Board::new("The maze", 2, cells);
        Page::new("Your turn", "Turn a tile.").with(board).offering([Offer::new("Hint", &HINT, [])])
    }

    #[test]
    fn a_square_keeps_its_number_and_offers_one_tool() {
        let page = page();
        let numbers = |tool| -> Vec<Option<usize>> {
            Moves::of(&page, Some(tool)).all.iter().map(|found| found.number).collect()
        };
        assert_eq!(numbers("turn"), [Some(2), None, None, Some(4), None, Some(5)]);
        assert_eq!(numbers("lock"), [None, Some(2), Some(3), None, Some(4), Some(5)]);
    }

    #[test]
    fn a_tool_is_the_wanted_one_or_the_first() {
        static REQUESTS: [&RequestSpec; 3] = [&TURN, &LOCK, &HINT];
        let ruleset = Ruleset { requests: &REQUESTS, ..Ruleset::USUAL };
        let page = page();
        let tools = tools(&page, &ruleset);
        assert_eq!(tools.iter().map(|spec| spec.name).collect::<Vec<_>>(), ["turn", "lock"]);
        assert_eq!(tool(&tools, Some("lock")), Some("lock"));
        assert_eq!(tool(&tools, Some("hint")), Some("turn"));
        assert_eq!(tool(&[], Some("turn")), None);
    }
}
