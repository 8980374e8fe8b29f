//! Hints: a person who plays alone asks for a move and the reason for it.

use super::page::{Cell, Emphasis, Offer, Page, Part, Passage};
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

/// The answer to a hint. Every game gives one, and [`Advice::shown`] makes the page of it.
#[derive(Clone, Debug)]
pub struct Advice {
    /// The page of the position.
    pub page: Page,
    /// A good move. `None` if no move is better than another: then the page keeps its sentence.
    pub request: Option<Request>,
    /// The reason.
    pub why: Passage,
}

impl Advice {
    /// A move on this page, and the reason in a sentence.
    pub fn new(page: Page, request: Request, why: impl Into<Text>) -> Self {
        Advice { page, request: Some(request), why: Passage::new("Why").say(why) }
    }

    /// No move, and the reason in a sentence.
    pub fn nothing(page: Page, why: impl Into<Text>) -> Self {
        Advice { page, request: None, why: Passage::new("Why").say(why) }
    }

    /// The things on the table, with the move marked on them and offered first, and the reason for it.
    pub fn shown(self) -> Page {
        let Advice { mut page, request, why } = self;
        page.parts.retain(|part| !matches!(part, Part::Facts(_) | Part::Log(_) | Part::Passage(_)));
        page.parts.push(why.into());
        page.state = "Hint".into();
        let Some(request) = request else {
            page.offers.clear();
            return page;
        };
        let label = label(&page, &request);
        page.parts.iter_mut().for_each(|part| mark(part, &request));
        page.status = format!("Hint: {label}.").into();
        page.offers
            .retain(|offer| offer.emphasis == Emphasis::Notation && offer.request != request);
        page.offers.insert(0, Offer::asking("Take it", request).primary());
        page
    }
}

/// The name of a move: that of its notation, of the thing that offers it, or of the request.
fn label(page: &Page, request: &Request) -> String {
    let spec = request.spec;
    if let Some(offer) = page.notation().find(|offer| offer.request == *request) {
        return format!("{} {}", spec.name, offer.label);
    }
    let spots = page.parts.iter().flat_map(Part::spots);
    let labels = spots.filter_map(|spot| {
        let offer = spot.cell.offers.iter().find(|offer| offer.request == *request)?;
        Some(spot.offer_label(offer).to_string())
    });
    let named = || match request.typed_arguments(" ") {
        arguments if arguments.is_empty() => spec.label.to_owned(),
        arguments => format!("{} {arguments}", spec.name),
    };
    let mut label = labels.last().unwrap_or_else(named);
    label.get_mut(..1).map(str::make_ascii_lowercase);
    label
}

/// Marks the thing that offers the move; in a heap also the things to its right, which go with it.
fn mark(part: &mut Part, request: &Request) {
    let is_it = |cell: &Cell| cell.offers.iter().any(|offer| offer.request == *request);
    let Some(at) = part.cells().iter().position(is_it) else { return };
    let columns = part.board().map_or(1, |board| board.columns);
    let is_heap = matches!(part, Part::Heaps(_));
    let right = if is_heap { columns - at % columns } else { 1 };
    let cells = part.cells_mut().iter_mut().skip(at).take(right);
    for cell in cells.filter(|cell| !cell.offers.is_empty()) {
        cell.marks.advised = true;
    }
}
