//! The parts of a page that differ from view to view: the title, the content and the ways on.

use crate::game::page::Picture;
use crate::links::WayOn;
use askama::Template;
use askama::filters::HtmlSafe;

/// The content of a page.
pub trait Content: Template + HtmlSafe {
    /// The parts of the page around it.
    fn head(&self) -> Head;
}

/// The parts of a page around its content.
pub struct Head {
    /// The title of the window.
    pub title: String,
    /// The name of the page in a preview of its link, unless it is the title. It reveals nothing
    /// hidden.
    pub name: Option<String>,
    /// A sentence about the page for a preview of its link. It reveals nothing hidden.
    pub description: String,
    pub width: Width,
    /// The room that almost every such content needs, in bytes.
    pub room: usize,
    /// The pictures on the page.
    pub pictures: Vec<Picture>,
    /// The ways on at the end of the page. The way to all games comes after them. `None` if the
    /// page needs no ways on at all.
    pub ways: Option<Vec<WayOn>>,
}

/// The width of a page.
#[derive(Clone, Copy)]
pub enum Width {
    /// That of lines of text.
    Text,
    /// That of the index.
    Index,
    /// That of a game: a board with a panel beside it.
    Wide,
}

impl Width {
    /// The class of such a page.
    pub fn class(self) -> &'static str {
        match self {
            Width::Text => "text",
            Width::Index => "index",
            Width::Wide => "wide",
        }
    }
}

impl Head {
    /// The head of a page of text without pictures.
    pub fn new(title: impl Into<String>, description: impl Into<String>) -> Self {
        Head {
            title: title.into(),
            name: None,
            description: description.into(),
            width: Width::Text,
            room: 12 << 10,
            pictures: Vec::new(),
            ways: Some(Vec::new()),
        }
    }

    /// The name of the page in a preview of its link.
    pub fn name(&self) -> &str {
        self.name.as_ref().unwrap_or(&self.title)
    }
}
