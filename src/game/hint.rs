//! Hints: a person who plays alone asks for a move and the reason for it.

use super::page::{Emphasis, Offer, Page, Part, Passage};
use super::request::{Help, NO_HINT, Request, RequestSpec};
use super::text::Text;

/// Asks for a hint.
pub static HINT: RequestSpec = RequestSpec::new(
    "hint",
    "ask for help",
    "Asks for a good move and the reason for it. The hint uses only what you see. The position stays as it is.",
)
.refused_with(&[NO_HINT])
.read_only()
.giving(Help::Hint);

/// A move that the computer would make in the place of a person.
#[derive(Clone, Debug)]
pub struct Advice {
    /// The move. The page offers it.
    pub request: Request,
    /// The reason, in a sentence.
    pub why: Text,
}

impl Advice {
    /// The answer to a hint: the page of the position, with the move marked on it.
    pub fn shown_on(self, mut page: Page) -> Page {
        let spec = self.request.spec;
        let offered = page.parts.iter_mut().filter_map(|part| self.mark(part)).last();
        let mut label = match page.notation().find(|offer| offer.request == self.request) {
            Some(offer) => format!("{} {}", spec.name, offer.label),
            None => offered.unwrap_or_else(|| spec.label.to_owned()),
        };
        label.get_mut(..1).map(str::make_ascii_lowercase);
        page.parts.push(Passage::new("Why").say(self.why).into());
        let is_kept =
            |offer: &Offer| offer.emphasis == Emphasis::Notation && offer.request != self.request;
        page.offers.retain(is_kept);
        page.offers.insert(0, Offer::asking("Take the hint", self.request));
        Page { state: "Hint".into(), status: format!("Hint: {label}.").into(), ..page }
    }

    /// Marks the thing that offers the move; in a heap also the things to its right, which go with
    /// it. Returns the label of the offer.
    fn mark(&self, part: &mut Part) -> Option<String> {
        let (at, label) = part.spots().enumerate().find_map(|(cell, spot)| {
            let offer = spot.cell.offers.iter().find(|offer| offer.request == self.request)?;
            Some((cell, spot.offer_label(offer).to_string()))
        })?;
        let columns = part.board().map_or(1, |board| board.columns.max(1));
        let is_heap = matches!(part, Part::Heaps(_));
        let right = if is_heap { columns - at % columns } else { 1 };
        let cells = part.cells_mut().iter_mut().skip(at).take(right);
        for cell in cells.filter(|cell| !cell.offers.is_empty()) {
            cell.marks.advised = true;
        }
        Some(label)
    }
}
