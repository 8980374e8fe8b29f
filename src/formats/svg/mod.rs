//! The picture of a position as SVG, for mail, forums and README files. `as=svg` asks for it. In a
//! window of its own it can be played: its squares are links.
//!
//! Every element that draws something is plain SVG 1.1. The picture's own style sheet has the
//! daytime colours as plain classes, so that programs with little CSS can draw it, too.

mod board;
mod canvas;
mod symbols;

use super::assets::{PICTURE_POLICY, PICTURE_STYLE};
use super::plain::item::Item;
use super::plain::items;
use super::plain::paragraph::wrapped;
use super::setting::Setting;
use super::shown::Shown;
use super::view::{Document, View};
use crate::game::page::{Emphasis, Offer, Page, Part};
use crate::game::text::capitalised;
use crate::moves;
use crate::settings::Settings;
use canvas::Canvas;

/// The media type of the picture.
const CONTENT_TYPE: &str = "image/svg+xml";

/// The number of characters in a line of a sentence.
const SENTENCE_CHARS: usize = 48;

/// The picture of a view.
pub fn render(view: &View<'_>, setting: &Setting<'_>) -> Document {
    let mut canvas = Canvas::new();
    let (title, description) = match view {
        View::Position(table) => {
            draw_table(table, &mut canvas);
            (table.ruleset.title.to_owned(), described(table))
        }
        other => draw_words(other, setting.site, &mut canvas),
    };
    if let Some(note) = setting.note() {
        canvas.write_line("soft", note);
    }
    Document {
        content_type: CONTENT_TYPE,
        policy: PICTURE_POLICY,
        body: canvas.document(&title, &description, PICTURE_STYLE),
    }
}

fn draw_table(table: &Shown<'_>, canvas: &mut Canvas) {
    let page = table.page();
    canvas.write_line("title", headline(table, page));
    write_sentence(&page.sentence(), canvas);
    let tools = moves::tools(page, table.ruleset);
    let tool = moves::tool(&tools, table.board_request.as_deref());
    for part in &page.parts {
        match part {
            Part::Board(board) => board::draw_board(board, table, tool, canvas),
            Part::Guesses(guesses) => board::draw_board(&guesses.board, table, tool, canvas),
            Part::Heaps(heaps) => board::draw_heaps(heaps, table, tool, canvas),
            Part::Row(row) | Part::Hand(row) => board::draw_row(row, table, tool, canvas),
            _ => {}
        }
    }
    for spec in tools.iter().filter(|spec| Some(spec.name) != tool) {
        let link = table.links.with_board_request(spec.name);
        canvas.write_link(&capitalised(spec.label), &link);
    }
    let link = |offer: &Offer| table.links.request(&offer.request);
    let offers = page.offers.iter().filter(|offer| offer.emphasis != Emphasis::Notation);
    offers.for_each(|offer| canvas.write_link(&offer.label, &link(offer)));
}

fn headline<'t>(table: &'t Shown<'_>, page: &'t Page) -> &'t str {
    table.end().map_or(&page.state, |end| &end.headline)
}

fn write_sentence(sentence: &str, canvas: &mut Canvas) {
    for line in wrapped(sentence, SENTENCE_CHARS, "", "") {
        canvas.write_line("words", &line);
    }
}

/// The position in words.
fn described(table: &Shown<'_>) -> String {
    let page = table.page();
    let parts = page.parts.iter().flat_map(Part::spots);
    let things = parts.map(|spot| spot.label().to_string());
    [format!("{}. {}", headline(table, page), page.sentence())]
        .into_iter()
        .chain(things.filter(|thing| !thing.is_empty()))
        .collect::<Vec<_>>()
        .join("; ")
}

/// Draws a view other than a position as words. Returns its title and all of its words.
fn draw_words(view: &View<'_>, site: &Settings, canvas: &mut Canvas) -> (String, String) {
    let (mut title, mut words) = (String::new(), Vec::new());
    for item in items(view, site, false) {
        match item {
            Item::Title(text) => {
                canvas.write_line("title", &text);
                title = text;
            }
            Item::Heading(text) | Item::Words(text) | Item::Point(text) | Item::Copy(text) => {
                write_sentence(&text, canvas);
                words.push(text);
            }
            Item::Way(label, link) | Item::Move { label, link, .. } => {
                canvas.write_link(&label, &link);
            }
            Item::Group { .. } | Item::Drawing { .. } | Item::Ask(_) => {}
        }
    }
    site.home.iter().for_each(|home| canvas.write_address(&home.label, &home.address));
    (title, words.join(" "))
}
