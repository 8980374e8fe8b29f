//! The page that explains links: it takes the viewer's own link apart.

use super::content::{Content, Head};
use super::markup::Compiled;
use crate::formats::anatomy::Piece;
use crate::formats::shown::Anatomy;
use crate::links::WayOn;
use crate::query::About;
use askama::Template;
use askama::filters::HtmlSafe;

/// The page.
#[derive(Template)]
#[template(path = "anatomy.html")]
pub struct AnatomyPage<'a> {
    anatomy: &'a Anatomy<'a>,
}

/// The classes that colour the parts of the seal, in order.
const CLASSES: [&str; 6] = ["v", "k", "w", "n", "c", "t"];

impl<'a> AnatomyPage<'a> {
    /// The page of a link.
    pub fn new(anatomy: &'a Anatomy<'a>) -> Self {
        AnatomyPage { anatomy }
    }

    /// The parts of the seal, in order, each with the class that colours it.
    fn pieces(&self) -> impl Iterator<Item = (Compiled, Piece)> {
        CLASSES.map(Compiled).into_iter().zip(self.anatomy.pieces())
    }

    /// The token in pieces, each with the class of the part that most of its letters belong to. A
    /// letter is six bits, so one letter may belong to two parts.
    fn letters(&self) -> Vec<(Compiled, &str)> {
        let mut rest = self.anatomy.links.token();
        let (mut bytes, mut letters) = (0, 0);
        let mut pieces = Vec::new();
        for (class, piece) in self.pieces() {
            bytes += piece.bytes.len();
            let end = (bytes * 8).div_ceil(6);
            let (these, others) = rest.split_at((end - letters).min(rest.len()));
            letters = end;
            rest = others;
            pieces.push((class, these));
        }
        pieces
    }
}

impl HtmlSafe for AnatomyPage<'_> {}

impl Content for AnatomyPage<'_> {
    fn head(&self) -> Head {
        let title = self.anatomy.table.ruleset.title;
        let rules = WayOn::new("Rules", self.anatomy.links.about(About::People));
        let description = format!("A link of {title}, taken apart.");
        Head { ways: Some(vec![rules]), ..Head::new("How this link works", description) }
    }
}
