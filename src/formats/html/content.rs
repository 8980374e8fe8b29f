//! The parts of a page that differ from view to view: the title, the content and the ways on.

use crate::game::page::Picture;
use crate::links::{Link, Links, WayOn};
use askama::Template;
use askama::filters::HtmlSafe;

/// The links in the pages.
///
/// A reader lands on the square that a request changed, or on the sentence with the result.
pub const LINKS: Links = Links { format: None, landing: "#now" };

/// A way on from a page.
pub fn way(label: impl Into<String>, link: Link) -> WayOn {
    WayOn { label: label.into(), link }
}

/// The content of a page.
pub trait Content: Template + HtmlSafe {
    /// The title of the window.
    fn title(&self) -> String;

    /// The name of the page in a preview of its link. It reveals nothing hidden.
    fn name(&self) -> String {
        self.title()
    }

    /// A sentence about the page for a preview of its link. It reveals nothing hidden.
    fn description(&self) -> String;

    /// Returns true if the viewer can go back to undo the last move without anybody noticing.
    fn has_undo(&self) -> bool {
        true
    }

    /// The width, as a class of the page.
    fn width(&self) -> &'static str {
        "text"
    }

    /// The room that almost every such content needs, in bytes.
    fn room(&self) -> usize {
        12 << 10
    }

    /// The pictures on the page, each once.
    fn pictures(&self) -> Vec<Picture> {
        Vec::new()
    }

    /// The ways on at the end of the page. The way to all games comes after them. `None` if the
    /// page needs no ways on at all.
    fn ways(&self) -> Option<Vec<WayOn>> {
        Some(Vec::new())
    }
}
