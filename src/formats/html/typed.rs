//! The field for typed text, and pages without a picture, such as a position in words.

use super::content::{Content, Head};
use super::markup::is_html;
use crate::formats::ask::Ask;
use crate::formats::plain::game::MOVES;
use crate::formats::plain::item::Item;
use crate::formats::plain::items;
use crate::formats::view::View;
use crate::game::text::Text;
use crate::query;
use crate::settings::Settings;
use askama::Template;
use std::mem::{Discriminant, discriminant};

/// The field.
#[derive(Template)]
#[template(path = "typed.html")]
pub struct TypedField<'a> {
    ask: &'a Ask,
    /// True if the moves also have links.
    is_beside_links: bool,
    /// True if the last move was typed, so that the next one will be, too.
    is_in_use: bool,
    /// True if the last typed move was not understood.
    is_unclear: bool,
    /// The name of the sentence about the position.
    sentence: &'static str,
}

impl<'a> TypedField<'a> {
    /// The field on a page of its own.
    pub fn new(ask: &'a Ask) -> Self {
        TypedField {
            ask,
            is_beside_links: false,
            is_in_use: false,
            is_unclear: false,
            sentence: "now",
        }
    }

    /// The field for a player who may have typed before. `sentence` is the name of the sentence
    /// about the position. The field is empty: the sentence repeats the text of a move that was not
    /// understood.
    pub fn again(ask: &'a Ask, is_in_use: bool, is_unclear: bool, sentence: &'static str) -> Self {
        TypedField { ask, is_beside_links: true, is_in_use, is_unclear, sentence }
    }

    fn is_move(&self) -> bool {
        self.ask.name == query::MOVE
    }

    fn label(&self) -> Text {
        let verb = if self.is_beside_links { "Or type" } else { "Type" };
        if !self.is_move() {
            return self.ask.label.into();
        }
        let what = if self.ask.parts.is_empty() { "a move" } else { &self.ask.parts };
        // A screen reader may not read out the example inside a field.
        match self.is_beside_links || self.ask.example.is_empty() {
            true => format!("{verb} {what}").into(),
            false => format!("{verb} {what}, such as {}", self.ask.example).into(),
        }
    }
}

is_html!(TypedField<'_>, WordsPage);

/// A page without a picture.
#[derive(Template)]
#[template(path = "words.html")]
pub struct WordsPage {
    items: Vec<Item>,
    /// True if one person plays, who can go back.
    has_undo: bool,
}

impl WordsPage {
    /// The page of a view.
    pub fn new(view: &View<'_>, site: &Settings) -> Self {
        let is_of_party = matches!(view, View::Words(table) if table.party().is_some());
        let has_party = is_of_party || matches!(view, View::League(_));
        WordsPage { items: items(view, site, true), has_undo: !has_party }
    }

    /// Returns true if an item is the sentence about the position. It is the first sentence, or the
    /// second behind the one that names the viewer.
    fn is_status(&self, place: &usize) -> bool {
        let mut words = (0..).zip(&self.items).filter(|(_, item)| matches!(item, Item::Words(_)));
        let status = if self.has_undo { words.next() } else { words.nth(1) };
        status.is_some_and(|(at, _): (usize, _)| at == *place)
    }

    /// Returns true if there are moves below other things. Then a link leads to them.
    fn has_moves(&self) -> bool {
        let mut headings = self.items.iter().filter_map(|item| match item {
            Item::Heading(heading) => Some(heading == MOVES),
            _ => None,
        });
        headings.next() == Some(false) && headings.any(|is_of_moves| is_of_moves)
    }

    /// Returns true if a list begins with an item.
    fn starts_list(&self, place: &usize) -> bool {
        let before = place.checked_sub(1).and_then(|before| self.list(before));
        self.list(*place).is_some_and(|list| before != Some(list))
    }

    /// Returns true if a list ends with an item.
    fn ends_list(&self, place: &usize) -> bool {
        self.list(*place).is_some_and(|list| self.list(place + 1) != Some(list))
    }

    /// The kind of the list that an item is in: things, moves or ways on.
    fn list(&self, place: usize) -> Option<Discriminant<Item>> {
        let item = self.items.get(place)?;
        let is_listed = matches!(item, Item::Point(_) | Item::Move { .. } | Item::Way(..));
        is_listed.then(|| discriminant(item))
    }
}

impl Content for WordsPage {
    fn head(&self) -> Head {
        let title = match self.items.first() {
            Some(Item::Title(title)) => title,
            _ => "Your answer",
        };
        Head { has_undo: self.has_undo, ..Head::new(title, "A game, told in words.") }
    }
}
