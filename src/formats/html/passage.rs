//! Passages: words under a heading, with their pictures.

use super::field::{BoardField, GuessesField, HeapsField, RowField};
use super::square::pictures;
use crate::game::page::{Block, Passage, Picture};
use askama::Template;
use askama::filters::HtmlSafe;

/// A passage, open or folded.
#[derive(Template)]
#[template(path = "passage.html")]
pub struct PassageText<'a>(pub &'a Passage);

impl HtmlSafe for PassageText<'_> {}

/// The pictures in a passage.
pub fn pictures_in(passage: &Passage) -> impl Iterator<Item = Picture> {
    pictures(passage.cells())
}
