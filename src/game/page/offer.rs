//! Requests that a page offers.

use crate::game::request::{Argument, Request, RequestSpec};
use crate::game::text::Text;

/// A request that the referee will grant from here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The request.
    pub request: Request,
    /// What it does. On a board that is a phrase to which the place will be added (`Turn`),
    /// elsewhere a whole one (`Play the queen of hearts`).
    pub label: Text,
    /// How loudly it is offered.
    pub emphasis: Emphasis,
    /// What pages with a style sheet show in its place: signs that are known from the board. Few
    /// offers have one, so that it takes little room where there is none.
    pub sign: Option<Box<str>>,
    /// True if it begins a line of offers that belong together.
    pub starts_line: bool,
}

/// How loudly something is offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Emphasis {
    /// It is the one thing to do next. At a square it is offered with every tool.
    Primary,
    /// It is there to be used.
    Secondary,
    /// It is there for those who look for it.
    Quiet,
}

impl Offer {
    /// An offer of a request with these arguments, there to be used.
    pub fn new<const N: usize>(
        label: impl Into<Text>,
        spec: &'static RequestSpec,
        arguments: [Argument; N],
    ) -> Self {
        Offer::asking(label, Request { spec, arguments: arguments.into() })
    }

    /// An offer of this request, there to be used.
    pub fn asking(label: impl Into<Text>, request: Request) -> Self {
        let (label, emphasis) = (label.into(), Emphasis::Secondary);
        Offer { request, label, emphasis, sign: None, starts_line: false }
    }

    /// Returns true if it is offered with this tool, the name of a request. Everything is without one.
    pub fn is_with(&self, tool: Option<&str>) -> bool {
        let is_always = self.emphasis == Emphasis::Primary;
        is_always || tool.is_none_or(|name| self.request.spec.name == name)
    }

    /// The same as the one thing to do next.
    pub fn primary(self) -> Self {
        Offer { emphasis: Emphasis::Primary, ..self }
    }

    /// The same, shown as these signs.
    pub fn shown_as(self, sign: String) -> Self {
        Offer { sign: Some(sign.into()), ..self }
    }

    /// The same, on a new line or not.
    pub fn starting_line(self, starts_line: bool) -> Self {
        Offer { starts_line, ..self }
    }

    /// The same for those who look for it.
    pub fn quiet(self) -> Self {
        Offer { emphasis: Emphasis::Quiet, ..self }
    }
}
