//! The moves of a page, numbered from 1: those at places in reading order, then the others.

use crate::game::page::{At, Board, Offer, Page, Part, SquareNames};
use crate::game::request::RequestSpec;
use crate::game::ruleset::Ruleset;
use crate::game::spot::Spot;

/// A move: an offer of a page, with its place.
#[derive(Clone, Copy, Debug)]
pub struct Move<'a> {
    /// Its place on the page.
    pub at: Option<At>,
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
    /// The board whose squares have names, if there is one, and its place among the parts of the
    /// page.
    pub board: Option<(usize, &'a Board)>,
    /// Every move. Its number is its place in this list, from 1.
    pub all: Vec<Move<'a>>,
}

/// The board of a page whose squares have names, and its place among the parts. A typed move in the
/// notation of its game names no square of it.
pub fn named_board(page: &Page) -> Option<(usize, &Board)> {
    let parts = page.parts.iter().filter(|_| !page.has_notation()).enumerate();
    parts.into_iter().find_map(|(part, shown)| match shown {
        Part::Board(board) if board.squares != SquareNames::Unnamed => Some((part, board)),
        _ => None,
    })
}

impl<'a> Moves<'a> {
    /// The moves of a page.
    pub fn of(page: &'a Page) -> Self {
        // Moves with names take no second step.
        let parts = page.parts.iter().filter(|_| !page.has_notation()).enumerate();
        let at_places = parts.flat_map(|(part, shown)| {
            shown.spots().enumerate().flat_map(move |(cell, spot)| {
                let at = Some(At { part, cell });
                spot.cell.offers.iter().map(move |offer| Move { at, offer, spot: Some(spot) })
            })
        });
        let others = page.offers.iter().map(|offer| Move { at: None, offer, spot: None });
        Moves { board: named_board(page), all: at_places.chain(others).collect() }
    }

    /// At how many squares of the board something can be done.
    pub fn squares(&self) -> usize {
        let cells = self.board.map_or(&[][..], |(_, board)| &board.cells);
        cells.iter().filter(|cell| !cell.offers.is_empty()).count()
    }

    /// Returns true if moves have names in the notation of their game.
    pub fn has_notation(&self) -> bool {
        self.all.iter().any(|found| found.offer.is_notation())
    }

    /// Returns true if a move is at a square of the board.
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
    fn every_move_has_a_number_in_reading_order() {
        let page = page();
        let moves = Moves::of(&page);
        let names: Vec<&str> =
            moves.all.iter().map(|found| found.offer.request.spec.name).collect();
        assert_eq!(names, ["turn", "lock", "lock", "turn", "lock", "hint"]);
        assert_eq!(moves.squares(), 3);
    }

    #[test]
    fn the_tool_is_the_wanted_or_first_one() {
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
