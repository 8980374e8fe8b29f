//! Items: the parts of a page as formats without markup write them.

use super::ask::Ask;
use crate::game::text::capitalised;
use crate::links::Link;

/// A part of a page that every format has.
#[derive(Clone, Debug)]
pub enum Item {
    /// The title of the page.
    Title(String),
    Heading(String),
    /// The heading of the moves.
    Moves(String),
    /// A paragraph.
    Words(String),
    /// The sentence about the position.
    Status(String),
    /// A point of a list.
    Point(String),
    /// Several things that belong together.
    Group {
        /// The name of the group, in a few words.
        name: String,
        /// The things, at least one.
        points: Vec<Thing>,
    },
    /// Lines that every format shows unchanged.
    Drawing {
        /// The subject of the drawing, in a few words.
        what: String,
        /// The lines, of printable ASCII.
        lines: Vec<String>,
    },
    /// A text to copy, on its own line.
    Copy(String),
    /// A page of another site: its name and its address. The address may be a link of this site, too.
    Site(String, String),
    /// A move, with its number if it has one.
    Move {
        number: Option<usize>,
        /// Its effect.
        label: String,
        link: Link,
    },
    Way(String, Link),
    /// A text field.
    Ask(Ask),
}

/// One of several things that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thing {
    /// Its row, if it has a link. A screen reader may read the link in a list of links.
    pub row: Option<String>,
    /// Its columns and contents: `column 3: empty`.
    pub words: String,
    /// The link of its move.
    pub link: Option<Link>,
}

impl Thing {
    /// The words below the name of its row: `Column 3: empty`.
    pub fn in_its_row(&self) -> String {
        capitalised(&self.words)
    }

    /// The words without a heading: `Row 2, column 3: empty`.
    pub fn in_full(&self) -> String {
        match &self.row {
            Some(row) => format!("Row {row}, {}", self.words),
            None => self.in_its_row(),
        }
    }
}

impl Item {
    /// A paragraph.
    pub fn words(words: impl Into<String>) -> Self {
        Item::Words(words.into())
    }

    pub fn way(label: impl Into<String>, link: Link) -> Self {
        Item::Way(label.into(), link)
    }
}
