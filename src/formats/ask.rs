//! Text fields on pages, for every format.

use crate::game::request::Request;
use crate::links::Link;
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
const LABELS: [(&str, &str); 7] = [
    (query::MOVE, "Your move: its number, or words of it"),
    (query::NAME, "Your name"),
    (query::PASSWORD, "Your password"),
    (query::TOKEN, "The newest link of your table"),
    (query::ANSWERS, "The answers: the links that your guests sent you"),
    (query::RESULTS, "The results: the links that you were sent"),
    (query::SEED, "A seed: any words"),
];

/// A name of the query with the words beside its field. `None` if no field has this name.
pub fn label(name: &str) -> Option<(&'static str, &'static str)> {
    LABELS.into_iter().find(|(known, _)| *known == name)
}

impl Ask {
    /// A field for the value of a name of the query. The value goes behind this link.
    pub fn new(name: &'static str, before: Link) -> Self {
        let label = label(name).map_or("", |(_, label)| label);
        let (parts, example, hint) = (String::new(), String::new(), String::new());
        Ask { name, label, parts, example, before, hint, button: None }
    }

    /// A field for a move on a page whose squares have names.
    pub fn for_a_square(before: Link) -> Self {
        let label = "Your move: a number, row and column (2,3 or c2), or words";
        let parts = "row, column".to_owned();
        Ask { label, parts, example: "2,3".to_owned(), ..Ask::new(query::MOVE, before) }
    }

    /// The same field on a page that prints no numbers of moves.
    pub fn without_numbers(self) -> Self {
        let label = match self.parts.as_str() {
            "row, column" => "Your move: row and column (2,3 or c2), or words",
            _ => "Your move: words of it, or its arguments",
        };
        Ask { label, ..self }
    }

    /// The same field with an example of a move. The arguments of `request` are the example if the
    /// page has none: `QH`, `1,3`.
    pub fn with_example(self, request: &Request, example: Option<&'static str>) -> Self {
        let names: Vec<&str> = request.spec.arguments.iter().map(|spec| spec.name).collect();
        let arguments = || request.typed_arguments(",");
        let parts = if names.len() > 1 { names.join(", ") } else { String::new() };
        Ask { parts, example: example.map_or_else(arguments, str::to_owned), ..self }
    }

    /// The link without the typed value.
    pub fn link(&self) -> Link {
        self.before.asking(self.name)
    }
}
