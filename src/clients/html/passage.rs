//! Words under a heading, with whatever shows what they speak of.

use super::field::{BoardField, RowField, board_styles, row_styles};
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

/// The style sheets of what stands in a passage.
pub fn styles_in(passage: &Passage) -> impl Iterator<Item = &'static str> {
    let boards = passage.boards().flat_map(board_styles);
    let has_figures = passage.cells().next().is_some();
    let figures = has_figures.then_some(["board", "figure"]).into_iter().flatten();
    boards.chain(passage.rows().flat_map(row_styles)).chain(figures)
}
