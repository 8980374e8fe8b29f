//! Requests that a page offers.

use crate::game::request::{Argument, Request, RequestSpec};
use crate::game::text::Text;

/// A request that the referee grants in this position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    pub request: Request,
    /// Its effect. On a board the place is added to the phrase (`Turn`). Elsewhere the phrase is whole
    /// (`Play the queen of hearts`).
    pub label: Text,
    pub emphasis: Emphasis,
    /// Signs known from the board, which pages with a style sheet show instead of the label. Few offers
    /// have them, so the box saves room in the others.
    pub sign: Option<Box<str>>,
    /// True if it begins a line of offers that belong together.
    pub starts_line: bool,
}

/// The emphasis of an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Emphasis {
    /// The one thing to do next. A square offers it with every tool.
    Primary,
    /// A usual thing to do.
    Secondary,
    /// A thing for players who look for it.
    Quiet,
    /// A move in the notation of its game, to be typed and in lists of moves. A board offers the same
    /// in two steps.
    Notation,
}

impl Offer {
    /// An offer of a request with these arguments, of secondary emphasis.
    pub fn new<const N: usize>(
        label: impl Into<Text>,
        spec: &'static RequestSpec,
        arguments: [Argument; N],
    ) -> Self {
        Offer::asking(label, Request { spec, arguments: arguments.into() })
    }

    /// An offer of this request, of secondary emphasis.
    pub fn asking(label: impl Into<Text>, request: Request) -> Self {
        let (label, emphasis) = (label.into(), Emphasis::Secondary);
        Offer { request, label, emphasis, sign: None, starts_line: false }
    }

    /// Returns true if its label is in the notation of its game.
    pub fn is_notation(&self) -> bool {
        self.emphasis == Emphasis::Notation
    }

    /// Returns true if the page offers it with this tool, the name of a request, or if there is no tool.
    pub fn is_with(&self, tool: Option<&str>) -> bool {
        let is_always = self.emphasis == Emphasis::Primary;
        is_always || tool.is_none_or(|name| self.request.spec.name == name)
    }

    /// The offer as the one thing to do next.
    pub fn primary(self) -> Self {
        Offer { emphasis: Emphasis::Primary, ..self }
    }

    /// The offer with these signs.
    pub fn shown_as(self, sign: String) -> Self {
        Offer { sign: Some(sign.into()), ..self }
    }

    /// The offer on a new line or not.
    pub fn starting_line(self, starts_line: bool) -> Self {
        Offer { starts_line, ..self }
    }

    /// The offer for players who look for it.
    pub fn quiet(self) -> Self {
        Offer { emphasis: Emphasis::Quiet, ..self }
    }
}
