//! Hints: a person who plays alone asks for a move and the reason for it.

use super::page::{At, Cell, Offer, Page, Part, Passage};
use super::request::{Fault, Help, Request, RequestSpec};
use super::text::Text;

/// Only a person on turn has a hint, in a game in which a computer could play for them.
pub const NO_HINT: Fault = Fault::new(
    611,
    "no_hint",
    "There is no hint now. You get one on your turn, if you play alone against the computer.",
);

/// Asks for a hint.
pub static HINT: RequestSpec = RequestSpec::new(
    "hint",
    "take a hint",
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
    /// The answer to a hint: this page with the move marked on it, as the only move it offers.
    pub fn shown_on(self, mut page: Page) -> Page {
        let mut found = None;
        for (place, part) in page.parts.iter_mut().enumerate() {
            let advised = part.spots().enumerate().find_map(|(cell, spot)| {
                let offer = spot.cell.offers.iter().find(|offer| offer.request == self.request)?;
                Some((cell, spot.offer_label(offer).to_string()))
            });
            if let Some((cell, label)) = advised {
                mark(part, cell);
                found = Some((At { part: place, cell }, label));
            }
            part.cells_mut().iter_mut().for_each(|cell| cell.offers.clear());
        }
        let (changed, label) = found.unzip();
        let label = label.unwrap_or_else(|| self.request.spec.label.to_owned());
        page.parts.push(Passage::new("Why").say(self.why).into());
        Page {
            state: "Hint".into(),
            status: format!("{label}.").into(),
            changed,
            offers: vec![Offer::asking(label, self.request)],
            example: None,
            ..page
        }
    }
}

/// Marks a thing as advised; in a heap also the things to its right, which go with it.
fn mark(part: &mut Part, at: usize) {
    let count = match part {
        Part::Heaps(heaps) => {
            let right = heaps.cells[at..].iter().take(heaps.columns - at % heaps.columns.max(1));
            right.take_while(|cell| !cell.offers.is_empty()).count()
        }
        _ => 1,
    };
    for cell in part.cells_mut().iter_mut().skip(at).take(count) {
        let label = match &*cell.label {
            "" => "the hint".into(),
            label => format!("{label}, the hint").into(),
        };
        *cell = Cell { label, ..cell.clone() }.last().settled();
    }
}
