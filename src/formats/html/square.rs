//! A square of a board or a thing in a row, as one cell of a table.

use super::markup::{Classes, is_html, written_as_it_is};
use super::symbol::Use;
use crate::formats::brackets::{Frame, brackets, frame};
use crate::formats::shown::Shown;
use crate::game::page::{Cell, Marks, Picture};
use crate::game::request::{Request, RequestSpec};
use crate::game::spot::{Phrase, Spot};
use crate::links::{Link, NOW, PositionLinks, write_request};
use crate::moves;
use askama::filters::{Escaper, Html};
use askama::{FastWritable, Template, Values};
use std::borrow::Cow;
use std::fmt::Write;

/// Facts about a page that its squares need: the links, and the place where the reader lands.
#[derive(Clone, Copy, Default)]
pub struct Play<'a> {
    /// The links from the position. `None` on a page without moves.
    pub links: Option<&'a PositionLinks>,
    /// The request that squares offer, if the viewer can choose among several.
    pub board_request: Option<&'static str>,
    /// The place among the squares or things of this part where the reader lands after a request.
    pub landing: Option<usize>,
}

impl<'a> Play<'a> {
    /// The moves of a position that has these modes ([`moves::tools`]).
    pub fn of(shown: &'a Shown<'_>, modes: &[&'static RequestSpec]) -> Self {
        let board_request = moves::tool(modes, shown.board_request.as_deref());
        Play { links: Some(&shown.links), board_request, landing: None }
    }

    /// The request that a place offers on this page, as a link.
    fn step(&self, spot: Spot<'a>) -> Option<Step<'a>> {
        let links = self.links?;
        let offer = spot.cell.offer_of(self.board_request)?;
        let ending = Ending(&offer.request);
        Some(Step {
            position: links.position(),
            ending,
            label: SpokenPhrase(spot.offer_label(offer)),
        })
    }
}

/// A link from a square: the position, the request behind it, and its effect in words.
struct Step<'a> {
    position: &'a Link,
    ending: Ending<'a>,
    label: SpokenPhrase<'a>,
}

/// The part of a request's link behind the link to the position.
struct Ending<'a>(&'a Request);

impl FastWritable for Ending<'_> {
    fn write_into(&self, out: &mut dyn Write, _: &dyn Values) -> askama::Result<()> {
        write_request(self.0, out)?;
        Ok(write!(out, "#{NOW}")?)
    }
}

/// A phrase about a spot. Only the game's words in it need escaping.
struct SpokenPhrase<'a>(Phrase<'a>);

impl FastWritable for SpokenPhrase<'_> {
    fn write_into(&self, out: &mut dyn Write, _: &dyn Values) -> askama::Result<()> {
        Ok(self.0.write(out, |words, out| Html.write_escaped_str(out, words))?)
    }
}

written_as_it_is!(Ending<'_>, SpokenPhrase<'_>, Side);

/// The characters on one side of a square's text, for text browsers.
struct Side {
    /// Hard spaces outside.
    pad: usize,
    /// A bracket, or an empty text.
    bracket: &'static str,
    /// True if the spaces come before the bracket.
    is_before: bool,
}

impl FastWritable for Side {
    fn write_into(&self, out: &mut dyn Write, _: &dyn Values) -> askama::Result<()> {
        let spaces = |to: &mut dyn Write| (0..self.pad).try_for_each(|_| to.write_str("\u{a0}"));
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
    /// True if the reader lands here.
    is_landing: bool,
    /// The width of the squares of its board, in characters.
    width: usize,
    /// The number of things that its link takes, in a heap.
    takes: Option<usize>,
    /// True if it answers a guess.
    is_answer: bool,
}

impl<'a> Square<'a> {
    /// The square at this place of a board, from 0, whose squares have this width.
    pub fn new(spot: Spot<'a>, place: usize, play: Play<'a>, width: usize) -> Self {
        let is_landing = play.landing == Some(place);
        Square { spot, play, is_landing, width, takes: None, is_answer: false }
    }

    /// The square as a place in a heap whose link takes this number of things.
    pub fn taking(self, count: usize) -> Self {
        Square { takes: Some(count), ..self }
    }

    /// The square as an answer to a guess.
    pub fn answering(self) -> Self {
        Square { is_answer: true, ..self }
    }

    /// Returns true if it offers a request.
    pub fn has_offer(&self) -> bool {
        !self.spot.cell.offers.is_empty()
    }

    fn cell(&self) -> &'a Cell {
        self.spot.cell
    }

    fn classes(&self) -> Classes<12> {
        let marks = self.cell().marks;
        let Marks { back, last, settled, reached, locked, target, choice, .. } = marks;
        let Marks { stops, checked, excluded, advised, .. } = marks;
        let turned = self.cell().turned;
        Classes([
            (back, "back"),
            (last, "new"),
            (settled, "set"),
            (reached || target || choice, "on"),
            (locked, "held"),
            (choice, "pick"),
            (stops || checked, "stop"),
            (excluded, "out"),
            (advised, "tip"),
            (turned > 0, "right"),
            (turned < 0, "left"),
            (self.is_answer, "answer"),
        ])
    }

    /// The characters before and after the text. They make all squares of a board equally wide, and
    /// mark the last change without colour.
    fn sides(&self) -> (Side, Side) {
        let Frame { before, open, close, after } = frame(self.cell(), self.width);
        let before = Side { pad: before, bracket: open, is_before: true };
        (before, Side { pad: after, bracket: close, is_before: false })
    }

    /// The text with hard spaces, so that no browser breaks it.
    fn text(&self) -> Cow<'a, str> {
        let Cell { text, marks, .. } = self.cell();
        match text.contains(' ') {
            true => text.replace(' ', "\u{a0}").into(),
            false if text.is_empty() && marks.last => "\u{a0}".into(),
            false => text.as_ref().into(),
        }
    }

    /// Returns true if the text of a square has its own element, which can be hidden. The style
    /// sheet hides other texts by a size of zero. That is enough for signs behind a picture or a
    /// back. But letters count as a label, and a label must not differ from the words that are read
    /// out.
    fn is_label(&self) -> bool {
        let Cell { text, marks, picture, .. } = self.cell();
        let is_drawn = picture.is_some() || marks.back;
        !text.is_empty() && (!is_drawn || text.contains(|c: char| c.is_ascii_alphanumeric()))
    }

    /// Returns true if the square looks empty. In a figure it is read out as nothing.
    fn is_bare(&self) -> bool {
        let Cell { text, is_free, marks, picture, .. } = self.cell();
        picture.is_none() && !marks.back && (text.is_empty() || *is_free)
    }

    /// Returns true if it is on a table, and not in a figure.
    fn is_on_table(&self) -> bool {
        self.play.links.is_some()
    }

    fn picture(&self) -> Option<Use> {
        self.cell().picture.map(Use)
    }

    /// The contents in words, and on a table the place.
    fn label(&self) -> SpokenPhrase<'a> {
        let spot = if self.is_on_table() { self.spot } else { Spot::of(self.cell()) };
        SpokenPhrase(spot.label())
    }
}

/// A thing in a row, as a cell.
#[derive(Template)]
#[template(path = "thing.html")]
pub struct Thing<'a> {
    cell: &'a Cell,
    play: Play<'a>,
    /// True if the reader lands here.
    is_landing: bool,
    /// True if the thing may move from page to page.
    is_loose: bool,
}

impl<'a> Thing<'a> {
    /// The thing at this place in its row, from 0. `is_loose` is false for things in a text.
    pub fn new(cell: &'a Cell, place: usize, play: Play<'a>, is_loose: bool) -> Self {
        Thing { cell, play, is_landing: play.landing == Some(place), is_loose }
    }

    fn classes(&self) -> Classes<5> {
        let Marks { back, last, settled, advised, .. } = self.cell.marks;
        // The text of an empty place is a sign. A thing without a picture shows its letters or digits.
        let is_told = self.cell.text.chars().any(char::is_alphanumeric);
        let is_empty = self.cell.picture.is_none() && !is_told;
        Classes([
            (back, "back"),
            (last, "new"),
            (settled, "set"),
            (advised, "tip"),
            (is_empty, "none"),
        ])
    }

    /// The name of the thing in the style sheet's animations. Only cards have one.
    fn id(&self) -> Option<&'a str> {
        let is_card = self.cell.picture.is_some_and(|picture| !picture.variant.is_empty());
        (is_card && self.is_loose).then_some(&*self.cell.text)
    }

    /// The characters around the thing, for text browsers.
    fn sides(&self) -> (&'static str, &'static str) {
        brackets(self.cell.marks).unwrap_or(("\u{a0}", "\u{a0}"))
    }

    fn step(&self) -> Option<Step<'a>> {
        self.play.step(Spot::of(self.cell))
    }

    fn picture(&self) -> Option<Use> {
        self.cell.picture.map(Use)
    }

    fn label(&self) -> SpokenPhrase<'a> {
        SpokenPhrase(Spot::of(self.cell).label())
    }
}

is_html!(Square<'_>, Thing<'_>);

/// The pictures of these cells.
pub fn pictures<'a>(cells: impl Iterator<Item = &'a Cell>) -> impl Iterator<Item = Picture> {
    cells.filter_map(|cell| cell.picture)
}
