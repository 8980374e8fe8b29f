//! The field for typed text.

use super::markup::is_html;
use crate::formats::ask::Ask;
use crate::game::text::Text;
use crate::query;
use askama::Template;

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
        if !self.is_move() {
            return self.ask.label.into();
        }
        let what = if self.ask.parts.is_empty() { "a move" } else { &self.ask.parts };
        // A screen reader may not read out the example inside a field.
        if self.is_beside_links || self.ask.example.is_empty() {
            format!("Type {what}").into()
        } else {
            format!("Type {what}, such as {}", self.ask.example).into()
        }
    }
}

is_html!(TypedField<'_>);
