//! The field for what is typed, and pages without a picture: a position in words.

use super::content::{Content, LINKS};
use crate::clients::ask::Ask;
use crate::clients::plain::item::Item;
use crate::clients::plain::items;
use crate::clients::plain::table::MOVES;
use crate::clients::view::View;
use crate::game::text::Text;
use crate::links::Link;
use crate::query;
use askama::Template;
use askama::filters::HtmlSafe;
use std::mem::{Discriminant, discriminant};

/// The field.
#[derive(Template)]
#[template(path = "typed.html")]
pub struct TypedField<'a> {
    ask: &'a Ask,
    /// Whether the moves have links, too.
    is_beside_links: bool,
    /// Whether the last move was typed, so that the next one will be, too.
    is_in_use: bool,
    /// What was typed, if it is to be typed better.
    text: &'a str,
    /// What the sentence is called that says how it stands.
    sentence: &'static str,
}

impl<'a> TypedField<'a> {
    /// The field for this.
    pub fn new(ask: &'a Ask) -> Self {
        TypedField { ask, is_beside_links: false, is_in_use: false, text: "", sentence: "now" }
    }

    /// The field of somebody who has typed before, perhaps this which was not understood, where the
    /// sentence has this name.
    pub fn again(ask: &'a Ask, is_in_use: bool, text: &'a str, sentence: &'static str) -> Self {
        TypedField { ask, is_beside_links: true, is_in_use, text, sentence }
    }

    fn is_move(&self) -> bool {
        self.ask.name == query::MOVE
    }

    fn label(&self) -> Text {
        let verb = if self.is_beside_links { "Or type" } else { "Type" };
        match self.is_move() {
            true if self.ask.parts.is_empty() => format!("{verb} a move").into(),
            true => format!("{verb} {}", self.ask.parts).into(),
            false => self.ask.label.into(),
        }
    }
}

impl HtmlSafe for TypedField<'_> {}

/// A page without a picture.
#[derive(Template)]
#[template(path = "words.html")]
pub struct WordsPage {
    items: Vec<Item>,
}

impl WordsPage {
    /// The page of a view.
    pub fn new(view: &View<'_>) -> Self {
        WordsPage { items: items(view, LINKS) }
    }

    fn parlour(&self) -> Link {
        LINKS.parlour()
    }

    /// Whether an item is the sentence that says how it stands: the first one.
    fn is_status(&self, place: &usize) -> bool {
        self.items.iter().position(|item| matches!(item, Item::Words(_))) == Some(*place)
    }

    /// Whether something can be done, and is told after other things, so that a link leads to it.
    fn has_moves(&self) -> bool {
        let mut headings = self.items.iter().filter_map(|item| match item {
            Item::Heading(heading) => Some(heading == MOVES),
            _ => None,
        });
        headings.next() == Some(false) && headings.any(|is_of_moves| is_of_moves)
    }

    /// Whether a list begins with an item.
    fn starts_list(&self, place: &usize) -> bool {
        let before = place.checked_sub(1).and_then(|before| self.list(before));
        self.list(*place).is_some_and(|list| before != Some(list))
    }

    /// Whether a list ends with an item.
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

impl HtmlSafe for WordsPage {}

impl Content for WordsPage {
    fn title(&self) -> String {
        match self.items.first() {
            Some(Item::Title(title)) => format!("{title}, Parlour"),
            _ => "Parlour".to_owned(),
        }
    }

    fn description(&self) -> String {
        "A game, told in words.".to_owned()
    }
}
