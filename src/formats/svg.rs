//! The picture of a position as SVG, for mail, forums and README files. `as=svg` asks for it. In a
//! window of its own it can be played: its squares are links.
//!
//! Every element that draws something is plain SVG 1.1, but for the `href` of `<use>`, which is of SVG 2.
//! The picture's own style sheet has the
//! daytime colours as plain classes, so that programs with little CSS can draw it, too.

use super::assets::{PICTURE_POLICY, PICTURE_STYLE, picture};
use super::brackets::brackets;
use super::item::Item;
use super::plain::document;
use super::plain::paragraph::wrapped;
use super::setting::Setting;
use super::shown::Shown;
use super::view::View;
use super::walk::Walk;
use crate::game::page::{
    Board, Cell, Emphasis, Look, Marks, Page, Part, Picture, Row, Spread, SquareNames,
};
use crate::game::spot::Spot;
use crate::game::text::capitalised;
use crate::gateway::http::Response;
use crate::links::Link;
use crate::moves;
use crate::settings::Settings;
use askama::filters::{Escaper, Html};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The number of characters in a line of a sentence.
const SENTENCE_CHARS: usize = 48;
/// The margin of the picture, in its own units, of which a square has 48.
const EDGE: usize = 16;
/// The height of a line of text, and an upper bound of the average width of its characters.
const LINE: usize = 20;
const CHARACTER: usize = 9;
/// The width and height of a square, and the width of a card.
const SQUARE: usize = 48;
/// The height of a card.
const CARD: usize = 67;
/// The distance between the left edges of cards in a hand.
const STEP: usize = 30;
/// The distance between the left edges of other things, with room for their captions.
const PACE: usize = 88;
/// The gap between separate pieces.
const GAP: usize = 4;
/// The room for the numbers of rows and columns.
const MARGIN: usize = 20;
/// The gap below a board or a row.
const BELOW: usize = 12;

/// The picture of a view.
pub fn render(view: &View<'_>, setting: &Setting<'_>) -> Response {
    let mut canvas = Canvas { height: EDGE, ..Canvas::default() };
    let (title, description) = match view {
        View::Position(shown) => {
            draw_position(shown, &mut canvas);
            (shown.ruleset.title.to_owned(), described(shown))
        }
        other => draw_words(other, setting.site, &mut canvas),
    };
    if let Some(note) = setting.note() {
        canvas.write_line("soft", note);
    }
    let body = canvas.document(&title, &description);
    Response::document("image/svg+xml", PICTURE_POLICY, body)
}

fn draw_position(shown: &Shown<'_>, canvas: &mut Canvas) {
    let page = shown.page();
    canvas.write_line("title", headline(shown, page));
    if let Some(refusal) = &shown.step.refusal {
        canvas.write_sentence(&format!("{} Nothing has changed.", refusal.sentence));
    }
    canvas.write_sentence(&page.sentence());
    let tools = moves::tools(page, shown.ruleset);
    let tool = moves::tool(&tools, shown.board_request.as_deref());
    for part in &page.parts {
        match part {
            Part::Heaps(board) => draw_board(board, true, shown, tool, canvas),
            Part::Row(row) | Part::Hand(row) => draw_row(row, shown, tool, canvas),
            part => {
                part.board().into_iter().for_each(|b| draw_board(b, false, shown, tool, canvas));
            }
        }
    }
    for way in shown.walked().into_iter().flat_map(Walk::ways) {
        canvas.write_link(&way.label, &way.link);
    }
    for spec in tools.iter().filter(|spec| Some(spec.name) != tool) {
        canvas.write_link(&capitalised(spec.label), &shown.links.with_board_request(spec.name));
    }
    for offer in page.offers.iter().filter(|offer| offer.emphasis != Emphasis::Notation) {
        canvas.write_link(&offer.label, &shown.link_of(&offer.request));
    }
}

fn headline<'t>(shown: &'t Shown<'_>, page: &'t Page) -> &'t str {
    shown.end().map_or(&page.state, |end| &end.headline)
}

/// The position in words.
fn described(shown: &Shown<'_>) -> String {
    let page = shown.page();
    let things = page.parts.iter().flat_map(Part::spots).map(|spot| spot.label().to_string());
    [format!("{}. {}", headline(shown, page), page.sentence())]
        .into_iter()
        .chain(things.filter(|thing| !thing.is_empty()))
        .collect::<Vec<_>>()
        .join("; ")
}

/// Draws a view other than a position as words. Returns its title and all of its words.
fn draw_words(view: &View<'_>, site: &Settings, canvas: &mut Canvas) -> (String, String) {
    let (mut title, mut words) = (String::new(), Vec::new());
    for item in document(view, site, false).items(site) {
        match item {
            Item::Title(text) => {
                canvas.write_line("title", &text);
                title = if title.is_empty() { text } else { title };
            }
            Item::Heading(text)
            | Item::Moves(text)
            | Item::Words(text)
            | Item::Status(text)
            | Item::Point(text)
            | Item::Copy(text)
            | Item::Site(text, _) => {
                canvas.write_sentence(&text);
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

/// Draws a square or a thing with its name, and with its link if it has one.
fn draw_spot(
    spot: Spot<'_>,
    shown: &Shown<'_>,
    tool: Option<&str>,
    canvas: &mut Canvas,
    draw: impl FnOnce(&Cell, &mut Canvas),
) {
    let offer = spot.cell.offer_of(tool);
    let name = match offer {
        Some(offer) => {
            canvas.open_link(shown.link_of(&offer.request).in_format("svg").as_str());
            spot.offer_label(offer).to_string()
        }
        None => spot.label().to_string(),
    };
    canvas.body.push_str("<g><title>");
    canvas.escape(&name);
    canvas.body.push_str("</title>");
    draw(spot.cell, canvas);
    canvas.body.push_str("</g>\n");
    if offer.is_some() {
        canvas.close_link();
    }
}

/// Draws a board or heaps. A board has the numbers of its rows and columns if they name its squares.
fn draw_board(
    board: &Board,
    is_heaps: bool,
    shown: &Shown<'_>,
    tool: Option<&str>,
    canvas: &mut Canvas,
) {
    let columns = board.columns;
    let gap = if board.look == Look::Tiles && !is_heaps { GAP } else { 0 };
    let pitch = SQUARE + gap;
    let is_numbered = board.squares != SquareNames::Unnamed && !is_heaps;
    let margin = if is_numbered { MARGIN } else { 0 };
    let rows = board.cells.len().div_ceil(columns);
    let (left, top) = canvas.take(columns * pitch + margin, rows * pitch + margin + BELOW);
    let (left, top) = (left + margin, top + margin);
    if is_numbered {
        for column in 0..columns {
            let x = left + column * pitch + SQUARE / 2;
            canvas.text("number", x, top - 6, &board.column_name(column));
        }
        for row in 0..rows {
            let y = top + row * pitch + SQUARE / 2 + 4;
            canvas.text("number", left - MARGIN / 2, y, &board.row_name(row));
        }
    }
    for (row, spots) in board.rows().enumerate() {
        for (column, spot) in spots.enumerate() {
            let at = (left + column * pitch, top + row * pitch);
            draw_spot(spot, shown, tool, canvas, |cell, canvas| {
                if is_heaps {
                    draw_match(cell, at, canvas)
                } else {
                    draw_square(cell, board.look, (row + column) % 2 == 1, at, canvas)
                }
            });
        }
    }
    for [first, last] in &board.strokes {
        let [x1, x2] = [first, last].map(|at| left + at % columns * pitch + SQUARE / 2);
        let [y1, y2] = [first, last].map(|at| top + at / columns * pitch + SQUARE / 2);
        canvas.draw(format_args!("<path class=\"stroke\" d=\"M{x1} {y1}L{x2} {y2}\"/>\n"));
    }
}

/// Draws a match of a heap. A match that was just taken is still visible.
fn draw_match(cell: &Cell, at: (usize, usize), canvas: &mut Canvas) {
    canvas.rect(if cell.marks.reached { "none" } else { "heap" }, at, SQUARE, SQUARE, 0);
    canvas.sign(cell, if cell.marks.last { "gone" } else { "there" }, 4, at);
    canvas.dot(Marks { last: false, ..cell.marks }, at);
}

fn draw_square(cell: &Cell, look: Look, is_dark: bool, at: (usize, usize), canvas: &mut Canvas) {
    let marks = cell.marks;
    let ground = match look {
        Look::Tiles if marks.back => "back",
        Look::Tiles | Look::Joined | Look::Letters => "face",
        Look::Lines | Look::Chequered if marks.reached || marks.target => "taken",
        Look::Chequered if is_dark => "dark",
        Look::Lines | Look::Chequered => "open",
    };
    canvas.rect(ground, at, SQUARE, SQUARE, if look == Look::Tiles { 6 } else { 0 });
    if look == Look::Letters {
        let (open, close) = brackets(marks).unwrap_or_default();
        let text = [open, &cell.text, close].concat();
        return canvas.text("sign", at.0 + SQUARE / 2, at.1 + SQUARE / 2 + 6, &text);
    }
    canvas.sign(cell, "there", if look == Look::Joined { 0 } else { 4 }, at);
    for (has_ring, class) in
        [(marks.locked, "held"), (marks.stops || marks.checked, "stop"), (marks.advised, "tip")]
    {
        if has_ring {
            canvas.rect(class, (at.0 + 3, at.1 + 3), SQUARE - 6, SQUARE - 6, 5);
        }
    }
    canvas.dot(marks, at);
}

/// Draws a row, each thing on its own or like a hand.
fn draw_row(row: &Row, shown: &Shown<'_>, tool: Option<&str>, canvas: &mut Canvas) {
    let is_fanned = row.spread == Spread::Fanned;
    if is_fanned {
        canvas.write_line("soft", &row.caption);
    }
    // A card that can be played is raised.
    let [step, rise, caption] = if is_fanned { [STEP, 8, 0] } else { [PACE, 0, 20] };
    let width = step * row.cells.len().saturating_sub(1) + PACE;
    let (left, top) = canvas.take(width, rise + CARD + caption + BELOW);
    for (at, cell) in row.cells.iter().enumerate() {
        let lift = if cell.offer_of(tool).is_some() { 0 } else { rise };
        let at = (left + at * step, top + lift);
        draw_spot(Spot::of(cell), shown, tool, canvas, |cell, canvas| {
            draw_thing(cell, row.spread, at, canvas);
        });
    }
}

fn draw_thing(cell: &Cell, spread: Spread, at: (usize, usize), canvas: &mut Canvas) {
    let ground = match (spread, cell.picture) {
        (_, None) => "none",
        (Spread::Tiled, _) => "face",
        _ => "shade",
    };
    let (x, y) = at;
    canvas.rect(ground, at, SQUARE, CARD, 5);
    if let Some(picture) = cell.picture {
        canvas.picture(picture, false, "there", [x, y, SQUARE, CARD]);
    } else if !cell.text.is_empty() {
        canvas.text("sign", x + SQUARE / 2, y + 40, &cell.text);
    }
    if !cell.caption.is_empty() {
        canvas.text("soft", x, y + CARD + 15, &cell.caption);
    }
    canvas.dot(cell.marks, at);
}

/// A picture in the making. It is drawn from the top down, each piece below the one before.
#[derive(Default)]
struct Canvas {
    body: String,
    /// The markup of each picture of the collection, by its name. Each is in the picture once, and
    /// every use refers to it.
    symbols: BTreeMap<String, String>,
    width: usize,
    height: usize,
}

impl Canvas {
    /// Reserves a piece of this size below all others. Returns its upper left corner.
    fn take(&mut self, width: usize, height: usize) -> (usize, usize) {
        let corner = (EDGE, self.height);
        self.width = self.width.max(width);
        self.height += height;
        corner
    }

    fn write_line(&mut self, class: &str, words: &str) {
        let (x, y) = self.take(words.chars().count() * CHARACTER, LINE);
        self.text(class, x, y + LINE - 6, words);
    }

    fn write_sentence(&mut self, sentence: &str) {
        let lines = wrapped(sentence, SENTENCE_CHARS, "", "");
        lines.iter().for_each(|line| self.write_line("words", line));
    }

    /// Writes a line with a link to another picture.
    fn write_link(&mut self, words: &str, link: &Link) {
        self.write_address(words, link.in_format("svg").as_str());
    }

    /// Writes a line with a link to this address.
    fn write_address(&mut self, words: &str, address: &str) {
        self.open_link(address);
        self.write_line("way", words);
        self.close_link();
    }

    /// Starts a link around the next elements.
    fn open_link(&mut self, address: &str) {
        self.body.push_str("<a href=\"");
        self.escape(address);
        self.body.push_str("\">");
    }

    fn close_link(&mut self) {
        self.body.push_str("</a>\n");
    }

    /// Writes a text. `x` and `y` are the left end of its base line, unless its class says
    /// otherwise.
    fn text(&mut self, class: &str, x: usize, y: usize, words: &str) {
        self.draw(format_args!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\">"));
        self.escape(words);
        self.body.push_str("</text>");
    }

    fn draw(&mut self, element: std::fmt::Arguments<'_>) {
        // Writing to a text cannot fail.
        let _ = self.body.write_fmt(element);
    }

    fn rect(&mut self, class: &str, at: (usize, usize), width: usize, height: usize, rx: usize) {
        let (x, y) = at;
        self.draw(format_args!(
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{rx}\"/>"
        ));
    }

    /// Draws the dot of a square that changed last, or that is settled.
    fn dot(&mut self, marks: Marks, at: (usize, usize)) {
        let class = match (marks.last, marks.settled) {
            (true, _) => "new",
            (false, true) => "set",
            (false, false) => return,
        };
        let (x, y) = (at.0 + SQUARE - 7, at.1 + 7);
        self.draw(format_args!("<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"4.5\"/>"));
    }

    /// Draws the picture of a square at this distance from its edges, or writes its text instead. A
    /// picture that touches the edges shows if it is reached.
    fn sign(&mut self, cell: &Cell, class: &str, inset: usize, at: (usize, usize)) {
        let ((x, y), side) = (at, SQUARE - 2 * inset);
        match cell.picture {
            Some(picture) => {
                let is_reached = cell.marks.reached && inset == 0;
                self.picture(picture, is_reached, class, [x + inset, y + inset, side, side]);
            }
            None if !cell.marks.back => self.text("sign", x + SQUARE / 2, y + 31, &cell.text),
            None => {}
        }
    }

    /// Draws a picture of the collection in the style of a class. `place` is its upper left corner
    /// and its size. A pipe that is reached has its own colour.
    fn picture(&mut self, picture: Picture, is_reached: bool, class: &str, place: [usize; 4]) {
        let id = self.id_of(picture, is_reached);
        let [x, y, width, height] = place;
        self.draw(format_args!(
            "<use class=\"{class}\" href=\"#{id}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>"
        ));
    }

    /// The name that a use of a picture refers to. A picture that is reached has its own colours.
    fn id_of(&mut self, shown: Picture, is_reached: bool) -> String {
        // Cards of two colours consist of the same pieces.
        let ending = match (shown.variant, is_reached) {
            ("", false) => "",
            ("", true) => "-on",
            (variant, _) => variant,
        };
        let upright = format!("{}{ending}", shown.name);
        self.define(shown.name, ending);
        if shown.quarter_turns == 0 {
            return upright;
        }
        let id = format!("{upright}-{}", shown.quarter_turns);
        let degrees = u16::from(shown.quarter_turns) * 90;
        let turned = format!(
            "<symbol id=\"{id}\" viewBox=\"0 0 48 48\"><use href=\"#{upright}\" width=\"48\" height=\"48\" transform=\"rotate({degrees} 24 24)\"/></symbol>\n"
        );
        self.symbols.entry(id.clone()).or_insert(turned);
        id
    }

    /// Defines a picture and the pictures that it consists of. All their names get this ending.
    fn define(&mut self, name: &str, ending: &str) {
        let id = format!("{name}{ending}");
        let found = picture(name).or_else(|| picture(&id));
        let Some((view_box, shapes)) = found.filter(|_| !self.symbols.contains_key(&id)) else {
            return;
        };
        // The ending of every name here is the suit.
        let shapes = shapes.replace('~', "");
        // The shapes refer to other pictures, and to their own parts.
        let parts = shapes.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next());
        let parts: BTreeSet<&str> = parts.collect();
        let mut renamed = shapes.clone();
        for part in &parts {
            for (open, close) in [("href=\"#", "\""), ("id=\"", "\"")] {
                let from = format!("{open}{part}{close}");
                renamed = renamed.replace(&from, &format!("{open}{part}{ending}{close}"));
            }
        }
        let class = match ending.trim_start_matches('-') {
            "" => String::new(),
            class => format!(" class=\"{class}\""),
        };
        let symbol = format!(
            "<symbol id=\"{id}\" viewBox=\"{view_box}\"><g{class}>{renamed}</g></symbol>\n"
        );
        self.symbols.insert(id, symbol);
        parts.into_iter().for_each(|part| self.define(part, ending));
    }

    fn escape(&mut self, words: &str) {
        // Writing to a text cannot fail.
        let _ = Html.write_escaped_str(&mut self.body, words);
    }

    /// The whole picture.
    fn document(mut self, title: &str, description: &str) -> String {
        let drawn = std::mem::take(&mut self.body);
        let (width, height) = (self.width + 2 * EDGE, self.height + EDGE);
        self.draw(format_args!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\" aria-labelledby=\"title\" aria-describedby=\"description\">\n<title id=\"title\">"));
        self.escape(title);
        self.body.push_str("</title>\n<desc id=\"description\">");
        self.escape(description);
        let symbols: String = self.symbols.values().map(String::as_str).collect();
        self.draw(format_args!("</desc>\n<style>{PICTURE_STYLE}</style>\n<defs>\n{symbols}</defs>\n<rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n{drawn}</svg>\n"));
        self.body
    }
}
