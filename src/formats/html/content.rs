//! What the page of every view has in common: the links in it, and what it says of its own part.

use crate::game::page::Picture;
use crate::links::Links;
use askama::Template;
use askama::filters::HtmlSafe;

/// The links in the pages.
///
/// A reader lands where a request changed something, or else at the sentence that says what came of
/// it.
pub const LINKS: Links = Links { format: None, landing: "#now" };

/// The part of a page that is its own.
pub trait Content: Template + HtmlSafe {
    /// The title of the window.
    fn title(&self) -> String;
    /// What the page is called where a link to it is shown. It tells nothing that is hidden.
    fn name(&self) -> String {
        self.title()
    }
    /// What is behind a link to the page, in a sentence. It tells nothing that is hidden.
    fn description(&self) -> String;
    /// Whether going back undoes what was done last: nobody knows of it but whoever looks.
    fn has_undo(&self) -> bool {
        true
    }
    /// How wide it is: a class of the page.
    fn width(&self) -> &'static str {
        "text"
    }
    /// Room for nearly every such content, in bytes.
    fn room(&self) -> usize {
        12 << 10
    }
    /// The pictures that it shows, each once.
    fn pictures(&self) -> Vec<Picture> {
        Vec::new()
    }
}
