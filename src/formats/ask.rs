//! Text fields on pages, for every format.

use crate::links::Link;
use crate::moves::Example;
use crate::program::Program;
use crate::query;
use serde::Serialize;

/// A text field, and the link that gets the typed value.
#[derive(Clone, Debug, Serialize)]
pub struct Ask {
    /// The name of the value in the query.
    pub name: &'static str,
    /// The words beside the field: `Your name`.
    pub label: &'static str,
    /// The names of the parts of the value, if it has several: `heap, count`.
    #[serde(skip)]
    pub parts: String,
    /// True if the value may name a square by its row and column.
    #[serde(skip)]
    pub is_square: bool,
    /// An example of the value, or an empty text.
    #[serde(skip)]
    pub example: String,
    /// The link to be followed with the name and the value.
    #[serde(rename = "link")]
    pub before: Link,
    /// Advice below the field, or an empty text.
    #[serde(skip)]
    pub hint: String,
    /// The words on its button, if the field is the main thing on its page.
    #[serde(skip)]
    pub button: Option<&'static str>,
}

/// Each name that may be typed for, with the words beside its field.
const LABELS: [(&str, &str); 9] = [
    (query::MOVE, "Your move"),
    (query::NAME, "Your name"),
    (query::PASSWORD, "Your password"),
    (query::TOKEN, "The newest link of your table"),
    (query::ANSWERS, "The answers: the links that your guests sent you"),
    (query::RESULTS, "The links of the last pages"),
    (query::SEED, "A seed: any words"),
    (query::AFTER, "Go to a step: its number"),
    (query::DAY, "The puzzle of a day: its date, such as 2026-11-21"),
];

/// A name of the query with the words beside its field. `None` if no field has this name.
fn label(name: &str) -> Option<(&'static str, &'static str)> {
    LABELS.into_iter().find(|(known, _)| *known == name)
}

/// The question for the value of a name, in a protocol that asks before it answers. `None` if no field has
/// this name.
pub fn question(program: &Program, name: &str) -> Option<Ask> {
    let of_option = || program.typed(name).map(|typed| (typed.name, typed.label));
    let (name, label) = label(name).or_else(of_option)?;
    Some(Ask::labelled(name, label, Link::of_query("")))
}

impl Ask {
    /// A field for the value of a name of the query. The value goes behind this link.
    pub fn new(name: &'static str, before: Link) -> Self {
        Ask::labelled(name, label(name).map_or("", |(_, label)| label), before)
    }

    /// A field with these words beside it.
    pub fn labelled(name: &'static str, label: &'static str, before: Link) -> Self {
        let (parts, example, hint) = (String::new(), String::new(), String::new());
        Ask { name, label, parts, is_square: false, example, before, hint, button: None }
    }

    /// A field for a move like this one.
    pub fn for_a_move(before: Link, example: Example) -> Self {
        let Example { text: example, parts, is_square } = example;
        let label = if is_square {
            "Your move: row and column (2,3 or c2), or words"
        } else {
            "Your move: words of it, or its arguments"
        };
        Ask { label, parts, is_square, example, ..Ask::new(query::MOVE, before) }
    }

    /// The same field on a page that prints the number of every move.
    pub fn numbered(self) -> Self {
        let label = if self.is_square {
            "Your move: its number, row and column (2,3 or c2), or words"
        } else {
            "Your move: its number, or words of it"
        };
        Ask { label, before: self.before.asking(query::NUMBERED), ..self }
    }

    /// The link without the typed value.
    pub fn link(&self) -> Link {
        self.before.asking(self.name)
    }
}
