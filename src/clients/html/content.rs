//! What the page of every view has in common: the links in it, and what it says of its own part.

use crate::game::page::Picture;
use crate::links::Links;
use askama::Template;

/// The links in the pages.
///
/// A reader lands where a request changed something, or else at the sentence that says what came of
/// it.
pub const LINKS: Links = Links { client: None, landing: "#now" };

/// The part of a page that is its own.
pub trait Content: Template {
    /// The title of its window.
    fn title(&self) -> String;
    /// Room for nearly every such content, in bytes.
    fn room(&self) -> usize {
        6 << 10
    }
    /// The pictures that it shows, each once.
    fn pictures(&self) -> Vec<Picture> {
        Vec::new()
    }
    /// The sheets of static/styles that it needs, each once.
    fn styles(&self) -> Vec<&'static str> {
        Vec::new()
    }
}

/// The things sorted, none twice.
pub fn once_each<T: Ord>(things: impl Iterator<Item = T>) -> Vec<T> {
    let mut things: Vec<T> = things.collect();
    things.sort_unstable();
    things.dedup();
    things
}
