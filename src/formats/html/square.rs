//! A square of a board or a thing in a row, as one cell of a table.

use super::markup::{Classes, written_as_it_is};
use super::symbol::Use;
use crate::formats::frame::{Frame, frame};
use crate::game::page::{Cell, Marks, Offer, Picture};
use crate::game::request::Request;
use crate::game::spot::{Phrase, Spot};
use crate::links::{Link, PositionLinks};
use askama::filters::{Escaper, Html};
use askama::{FastWritable, Template, Values};
use std::borrow::Cow;
use std::fmt::Write;

/// What squares need to know of their page: what can be done there, and where the reader lands.
#[derive(Clone, Copy, Default)]
pub struct Play<'a> {
    /// The links from the position; none on a page that only shows something.
    pub links: Option<&'a PositionLinks>,
    /// The one request that squares offer, where there are several to choose from.
    pub board_request: Option<&'static str>,
    /// Where a reader lands after a request, unless it is the sentence that tells what came of it.
    pub changed: Option<&'a Cell>,
}

impl<'a> Play<'a> {
    /// The one request that a place offers on this page, as a link.
    fn step(&self, spot: Spot<'a>) -> Option<Step<'a>> {
        let links = self.links?;
        let offer = spot.cell.offer_of(self.board_request)?;
        let ending = Ending(links, &offer.request);
        Some(Step { position: links.position(), ending, label: Said(spot.offer_label(offer)) })
    }

    /// The link of an offer that belongs to no square.
    pub fn link(&self, offer: &Offer) -> Option<Link> {
        Some(self.links?.request(&offer.request))
    }

    fn is_changed(&self, cell: &Cell) -> bool {
        self.changed.is_some_and(|changed| std::ptr::eq(changed, cell))
    }
}

/// A link from a square: the position, the request behind it, and what it does.
struct Step<'a> {
    position: &'a Link,
    ending: Ending<'a>,
    label: Said<'a>,
}

/// What the link of a request has behind the link to the position.
struct Ending<'a>(&'a PositionLinks, &'a Request);

impl FastWritable for Ending<'_> {
    fn write_into(&self, out: &mut dyn Write, _: &dyn Values) -> askama::Result<()> {
        Ok(self.0.write_ending(self.1, out)?)
    }
}

/// A phrase about a spot, in which only the words of the game need to be escaped.
struct Said<'a>(Phrase<'a>);

impl FastWritable for Said<'_> {
    fn write_into(&self, out: &mut dyn Write, _: &dyn Values) -> askama::Result<()> {
        Ok(self.0.write(out, |words, out| Html.write_escaped_str(out, words))?)
    }
}

written_as_it_is!(Ending<'_>, Said<'_>, Side);

/// What stands beside the text of a square in text browsers.
struct Side {
    /// Hard spaces outside.
    pad: usize,
    /// A bracket, or nothing.
    bracket: &'static str,
    /// True if the spaces come before the bracket.
    is_before: bool,
}

impl FastWritable for Side {
    fn write_into(&self, out: &mut dyn Write, _: &dyn Values) -> askama::Result<()> {
        let spaces = |out: &mut dyn Write| (0..self.pad).try_for_each(|_| out.write_str("\u{a0}"));
        if self.is_before {
            spaces(out)?;
        }
        out.write_str(if self.bracket == ">" { "&gt;" } else { self.bracket })?;
        if !self.is_before {
            spaces(out)?;
        }
        Ok(())
    }
}

/// A square, as a cell.
#[derive(Template)]
#[template(path = "square.html")]
pub struct Square<'a> {
    spot: Spot<'a>,
    play: Play<'a>,
    /// How many characters wide the squares of its board are.
    width: usize,
    /// The number of things that a click takes, in a heap.
    takes: Option<usize>,
    /// True if it answers a guess.
    is_answer: bool,
}

impl<'a> Square<'a> {
    /// A square of a board whose squares are so wide.
    pub fn new(spot: Spot<'a>, play: Play<'a>, width: usize) -> Self {
        Square { spot, play, width, takes: None, is_answer: false }
    }

    /// The square as a place in a heap at which a click takes so many things.
    pub fn taking(self, count: usize) -> Self {
        Square { takes: Some(count), ..self }
    }

    /// The square as an answer to a guess.
    pub fn answering(self) -> Self {
        Square { is_answer: true, ..self }
    }

    fn cell(&self) -> &'a Cell {
        self.spot.cell
    }

    fn classes(&self) -> Classes<10> {
        let Marks { back, last, settled, reached, locked, stops, advised } = self.cell().marks;
        let turned = self.cell().turned;
        Classes([
            (back, "back"),
            (last, "new"),
            (settled, "set"),
            (reached, "on"),
            (locked, "held"),
            (stops, "stop"),
            (advised, "tip"),
            (turned > 0, "right"),
            (turned < 0, "left"),
            (self.is_answer, "answer"),
        ])
    }

    /// What stands before and after the text, so that every square is as wide as its board has them.
    /// The last change shows in them, also without colour.
    fn sides(&self) -> (Side, Side) {
        let Frame { before, open, close, after } = frame(self.cell(), self.width);
        let before = Side { pad: before, bracket: open, is_before: true };
        (before, Side { pad: after, bracket: close, is_before: false })
    }

    /// The text with hard spaces, at which no browser breaks a square in two.
    fn text(&self) -> Cow<'a, str> {
        let Cell { text, marks, .. } = self.cell();
        match text.contains(' ') {
            true => text.replace(' ', "\u{a0}").into(),
            false if text.is_empty() && marks.last => "\u{a0}".into(),
            false => text.as_ref().into(),
        }
    }

    /// Returns true if the text of a square has an element of its own, to be shown or hidden whole.
    /// Without that the style sheet gives it no size: enough for signs that draw a picture or a
    /// back, but letters count as a label, which must not differ from what is read out.
    fn is_label(&self) -> bool {
        let Cell { text, marks, picture, .. } = self.cell();
        let is_drawn = picture.is_some() || marks.back;
        !text.is_empty() && (!is_drawn || text.contains(|c: char| c.is_ascii_alphanumeric()))
    }

    /// Returns true if it is free, and shows no more than where it is.
    fn is_dot(&self) -> bool {
        self.cell().text == "."
    }

    /// Returns true if nothing is to be seen on it: then nothing is read out either, and a table says
    /// where its empty squares are.
    fn is_bare(&self) -> bool {
        let Cell { text, marks, picture, .. } = self.cell();
        picture.is_none() && !marks.back && (text.is_empty() || self.is_dot())
    }

    fn picture(&self) -> Option<Use> {
        self.cell().picture.map(Use)
    }

    /// What is on it. A table says itself where that is.
    fn label(&self) -> Said<'a> {
        Said(Spot::of(self.cell()).label())
    }
}

/// A thing in a row, as a cell.
#[derive(Template)]
#[template(path = "thing.html")]
pub struct Thing<'a> {
    cell: &'a Cell,
    play: Play<'a>,
    /// True if it is one of several that may move from page to page.
    is_loose: bool,
}

impl<'a> Thing<'a> {
    /// A thing on this page. `is_loose` says that it is not drawn in a text.
    pub fn new(cell: &'a Cell, play: Play<'a>, is_loose: bool) -> Self {
        Thing { cell, play, is_loose }
    }

    fn classes(&self) -> Classes<5> {
        let Marks { back, last, settled, advised, .. } = self.cell.marks;
        let is_empty = self.cell.picture.is_none();
        Classes([
            (back, "back"),
            (last, "new"),
            (settled, "set"),
            (advised, "tip"),
            (is_empty, "none"),
        ])
    }

    /// What the thing is called in the style sheet's animations, if it is one of its kind: a card.
    fn id(&self) -> Option<&'a str> {
        let is_card = self.cell.picture.is_some_and(|picture| !picture.variant.is_empty());
        (is_card && self.is_loose).then_some(&*self.cell.text)
    }

    /// What stands around it in text browsers.
    fn sides(&self) -> (&'static str, &'static str) {
        match (self.cell.marks.last, self.cell.marks.settled) {
            _ if self.cell.marks.advised => ("!", "!"),
            (true, _) => ("(", ")"),
            (_, true) => ("*", "*"),
            _ => ("\u{a0}", "\u{a0}"),
        }
    }

    fn step(&self) -> Option<Step<'a>> {
        self.play.step(Spot::of(self.cell))
    }

    fn picture(&self) -> Option<Use> {
        self.cell.picture.map(Use)
    }

    fn label(&self) -> Said<'a> {
        Said(Spot::of(self.cell).label())
    }
}

written_as_it_is!();

impl askama::filters::HtmlSafe for Square<'_> {}
impl askama::filters::HtmlSafe for Thing<'_> {}

/// The pictures of these cells.
pub fn pictures<'a>(cells: impl Iterator<Item = &'a Cell>) -> impl Iterator<Item = Picture> {
    cells.filter_map(|cell| cell.picture)
}
