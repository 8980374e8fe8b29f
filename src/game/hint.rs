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
        let mut label = self.request.spec.label.to_owned();
        for part in &mut page.parts {
            let advised = part.spots().enumerate().find_map(|(cell, spot)| {
                let offer = spot.cell.offers.iter().find(|offer| offer.request == self.request)?;
                Some((cell, spot.offer_label(offer).to_string()))
            });
            if let Some((cell, offered)) = advised {
                mark(part, cell);
                label = offered;
            }
        }
        label.get_mut(..1).map(str::make_ascii_lowercase);
        let is_named = |offer: &&Offer| offer.emphasis == Emphasis::Named;
        let named = page.offers.iter().filter(is_named).find(|offer| offer.request == self.request);
        if let Some(Offer { label: name, request, .. }) = named {
            label = format!("{} {name}", request.spec.name);
        }
        page.parts.push(Passage::new("Why").say(self.why).into());
        page.offers.retain(|offer| is_named(&offer) && offer.request != self.request);
        page.offers.insert(0, Offer::asking("Take the hint", self.request));
        Page { state: "Hint".into(), status: format!("Hint: {label}.").into(), ..page }
    }
}

/// Marks a thing as advised; in a heap also the things to its right, which go with it.
fn mark(part: &mut Part, at: usize) {
    let columns = part.board().map_or(1, |board| board.columns.max(1));
    let is_heap = matches!(part, Part::Heaps(_));
    let right = if is_heap { columns - at % columns } else { 1 };
    let cells = part.cells_mut().iter_mut().skip(at).take(right);
    for cell in cells.filter(|cell| !cell.offers.is_empty()) {
        cell.marks.advised = true;
    }
}
