//! The pages of words.

use super::content::{Content, Head};
use super::markup::{Classes, is_html};
use super::passage::{PassageText, pictures_in};
use super::symbol::GamePicture;
use super::typed::TypedField;
use crate::formats::document::{Document, Element, Field, Kind};
use crate::formats::item::Item;
use crate::game::page::{Emphasis, Picture};
use crate::game::ruleset::Ruleset;
use askama::Template;
use std::mem::{Discriminant, discriminant};

/// The meaning of the tick at a puzzle, for the style sheet to show.
pub const OPENED: &str = "✓ opened";

/// A page of words.
#[derive(Template)]
#[template(path = "document.html")]
pub struct DocumentPage<'a> {
    pub document: Document<'a>,
}

/// Some elements of a document.
#[derive(Template)]
#[template(path = "words.html")]
pub struct Elements<'a> {
    elements: &'a [Element],
    /// The page, if these are all of its elements.
    page: Option<&'a Document<'a>>,
}

is_html!(DocumentPage<'_>, Elements<'_>);

impl DocumentPage<'_> {
    fn class(&self) -> Classes<2> {
        let is = |kind| self.document.kind == kind;
        Classes([(is(Kind::Told), "words"), (is(Kind::Puzzles), "days")])
    }

    fn elements(&self) -> Elements<'_> {
        Elements { elements: &self.document.elements, page: Some(&self.document) }
    }
}

impl<'a> Elements<'a> {
    /// Elements on a page that is no document.
    pub fn of(elements: &'a [Element]) -> Self {
        Elements { elements, page: None }
    }

    /// Elements within an element.
    fn inner(&self, elements: &'a [Element]) -> Self {
        Elements::of(elements)
    }

    /// Returns true if the link to send is among these elements.
    fn sends(&self, elements: &[Element]) -> bool {
        elements.iter().any(|element| matches!(element, Element::Send(_)))
    }

    /// The game whose picture is beside the title.
    fn picture(&self) -> Option<&'a Ruleset> {
        self.page?.picture
    }

    fn weight(&self, emphasis: &Emphasis) -> Classes<2> {
        let is = |known| *emphasis == known;
        Classes([(is(Emphasis::Primary), "go"), (is(Emphasis::Secondary), "button")])
    }

    /// Returns true if there are moves below other things. Then a link leads to them.
    fn has_moves(&self) -> bool {
        let is_heading = |element: &&Element| {
            matches!(element, Element::Item(Item::Heading(_) | Item::Moves(_)))
        };
        let mut headings = self.elements.iter().filter(is_heading);
        matches!(headings.next(), Some(Element::Item(Item::Heading(_))))
            && headings.any(|heading| matches!(heading, Element::Item(Item::Moves(_))))
    }

    /// Returns true if a list begins with an element.
    fn starts_list(&self, place: &usize) -> bool {
        let before = place.checked_sub(1).and_then(|before| self.list(before));
        self.list(*place).is_some_and(|list| before != Some(list))
    }

    /// Returns true if a list ends with an element.
    fn ends_list(&self, place: &usize) -> bool {
        self.list(*place).is_some_and(|list| self.list(place + 1) != Some(list))
    }

    /// The kind of the list that an element is in: things, moves or ways on.
    fn list(&self, place: usize) -> Option<Discriminant<Item>> {
        match self.elements.get(place)? {
            Element::Item(item @ (Item::Point(_) | Item::Move { .. } | Item::Way(..))) => {
                Some(discriminant(item))
            }
            _ => None,
        }
    }
}

/// The pictures in these elements.
fn pictures(elements: &[Element]) -> Vec<Picture> {
    let mut found = Vec::new();
    for element in elements {
        match element {
            Element::Shelf(games) => {
                found.extend(games.iter().filter_map(|(game, _)| game.icon()));
            }
            Element::Days(games, _) => {
                found.extend(games.iter().filter_map(|game| game.icon()));
            }
            Element::Passage(_, passage) => found.extend(pictures_in(passage)),
            Element::Section(_, inner) | Element::Fold(_, inner) => found.extend(pictures(inner)),
            Element::Columns(columns) => {
                columns.iter().for_each(|column| found.extend(pictures(column)));
            }
            _ => {}
        }
    }
    found
}

impl Content for DocumentPage<'_> {
    fn head(&self) -> Head {
        let Document { title, description, picture, elements, ways, .. } = &self.document;
        let title_picture = picture.and_then(Ruleset::icon);
        Head {
            pictures: title_picture.into_iter().chain(pictures(elements)).collect(),
            ways: ways.clone(),
            ..Head::new(title.clone(), description.clone())
        }
    }
}
