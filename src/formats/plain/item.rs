//! What a page consists of where there is no markup but lines.

use crate::formats::ask::Ask;
use crate::game::text::capitalised;
use crate::links::Link;

/// A piece of a page.
#[derive(Clone, Debug)]
pub enum Item {
    /// What the page is called.
    Title(String),
    /// What the following is about.
    Heading(String),
    /// A paragraph.
    Words(String),
    /// One of several things in a list.
    Point(String),
    /// Several things that belong together, and what they are.
    Group {
        /// What they are, in a few words.
        name: String,
        /// The things, one at least.
        points: Vec<Thing>,
    },
    /// Lines to be shown as they are, and what they show.
    Drawing {
        /// What they show, in a few words.
        what: String,
        /// The lines, of printable ASCII.
        lines: Vec<String>,
    },
    /// Something to copy to the letter, on a line of its own.
    Copy(String),
    /// A move, with its number if it has one.
    Move {
        /// Its number.
        number: Option<usize>,
        /// What it does.
        label: String,
        /// Where it leads.
        link: Link,
    },
    /// A way on.
    Way(String, Link),
    /// Something that may be typed.
    Ask(Ask),
}

/// One of several things that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thing {
    /// Its row, if it can be chosen: its link is also read in a list of links.
    pub row: Option<usize>,
    /// Its columns and what is there: `column 3: empty`.
    pub words: String,
    /// The link that does something with it.
    pub link: Option<Link>,
}

impl Thing {
    /// The words below the name of its row: `Column 3: empty`.
    pub fn in_its_row(&self) -> String {
        capitalised(&self.words)
    }

    /// The words for use by themselves: `Row 2, column 3: empty`.
    pub fn in_full(&self) -> String {
        match self.row {
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

    /// A way on.
    pub fn way(label: impl Into<String>, link: Link) -> Self {
        Item::Way(label.into(), link)
    }
}
