//! Boards and rows, square by square.

use super::canvas::Canvas;
use crate::formats::shown::Shown;
use crate::game::page::{Board, Cell, Look, Offer, Row, Spread, SquareNames};
use crate::game::spot::Spot;

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

/// The offer that the link of a square or thing stands for.
fn offer_at<'c>(cell: &'c Cell, tool: Option<&str>) -> Option<&'c Offer> {
    match tool {
        Some(name) => cell.offers.iter().find(|offer| offer.request.spec.name == name),
        None => cell.offers.first(),
    }
}

/// Draws a square or a thing with its name, and with its link if it has one.
fn draw_spot(
    spot: Spot<'_>,
    table: &Shown<'_>,
    tool: Option<&str>,
    canvas: &mut Canvas,
    draw: impl FnOnce(&Cell, &mut Canvas),
) {
    let offer = offer_at(spot.cell, tool);
    match offer {
        Some(offer) => {
            canvas.open_link(table.links.request(&offer.request).in_format("svg").as_str());
            canvas.open_named(&spot.offer_label(offer).to_string());
        }
        None => canvas.open_named(&spot.label().to_string()),
    }
    draw(spot.cell, canvas);
    canvas.close_named();
    if offer.is_some() {
        canvas.close_link();
    }
}

/// Draws heaps. The matches that were just taken are still visible.
pub fn draw_heaps(heaps: &Board, table: &Shown<'_>, tool: Option<&str>, canvas: &mut Canvas) {
    let rows = heaps.cells.len().div_ceil(heaps.columns.max(1));
    let (left, top) = canvas.take(heaps.columns * SQUARE, rows * SQUARE + BELOW);
    for (row, spots) in heaps.rows().enumerate() {
        for (column, spot) in spots.enumerate() {
            let (x, y) = (left + column * SQUARE, top + row * SQUARE);
            draw_spot(spot, table, tool, canvas, |cell, canvas| draw_match(cell, x, y, canvas));
        }
    }
}

fn draw_match(cell: &Cell, x: usize, y: usize, canvas: &mut Canvas) {
    draw_ground(if cell.marks.reached { "none" } else { "heap" }, 0, x, y, canvas);
    let class = if cell.marks.last { "gone" } else { "there" };
    draw_sign(cell, class, 4, x, y, canvas);
    if cell.marks.settled {
        draw_dot("set", x, y, canvas);
    }
}

/// Draws a board, with the numbers of its rows and columns if they name its squares.
pub fn draw_board(board: &Board, table: &Shown<'_>, tool: Option<&str>, canvas: &mut Canvas) {
    let columns = board.columns.max(1);
    let gap = if board.look == Look::Tiles { GAP } else { 0 };
    let pitch = SQUARE + gap;
    let is_numbered = board.squares != SquareNames::Unnamed;
    let margin = if is_numbered { MARGIN } else { 0 };
    let rows = board.cells.len().div_ceil(columns);
    let (left, top) = canvas.take(columns * pitch + margin, rows * pitch + margin + BELOW);
    let (left, top) = (left + margin, top + margin);
    if is_numbered {
        for column in 0..columns {
            let x = left + column * pitch + SQUARE / 2;
            canvas.text("number", x, top - 6, &board.squares.column(column));
        }
        for row in 0..rows {
            let y = top + row * pitch + SQUARE / 2 + 4;
            canvas.text("number", left - MARGIN / 2, y, &board.squares.row(row));
        }
    }
    for (row, spots) in board.rows().enumerate() {
        for (column, spot) in spots.enumerate() {
            let (x, y) = (left + column * pitch, top + row * pitch);
            draw_spot(spot, table, tool, canvas, |cell, canvas| {
                let is_dark = (row + column) % 2 == 1;
                draw_square(cell, board.look, is_dark, x, y, canvas);
            });
        }
    }
    for [first, last] in &board.strokes {
        let [x1, x2] = [first, last].map(|at| left + at % columns * pitch + SQUARE / 2);
        let [y1, y2] = [first, last].map(|at| top + at / columns * pitch + SQUARE / 2);
        canvas.draw(format_args!("<path class=\"stroke\" d=\"M{x1} {y1}L{x2} {y2}\"/>\n"));
    }
}

fn draw_square(cell: &Cell, look: Look, is_dark: bool, x: usize, y: usize, canvas: &mut Canvas) {
    let marks = cell.marks;
    let ground = match look {
        Look::Tiles if marks.back => "back",
        Look::Tiles | Look::Joined => "face",
        Look::Lines | Look::Chequered if marks.reached => "taken",
        Look::Chequered if is_dark => "dark",
        Look::Lines | Look::Chequered => "open",
    };
    draw_ground(ground, if look == Look::Tiles { 6 } else { 0 }, x, y, canvas);
    draw_sign(cell, "there", if look == Look::Joined { 0 } else { 4 }, x, y, canvas);
    if marks.locked {
        draw_ring("held", x, y, canvas);
    }
    if marks.stops || marks.checked {
        draw_ring("stop", x, y, canvas);
    }
    if marks.advised {
        draw_ring("tip", x, y, canvas);
    }
    if marks.last {
        draw_dot("new", x, y, canvas);
    } else if marks.settled {
        draw_dot("set", x, y, canvas);
    }
}

fn draw_ground(class: &str, round: usize, x: usize, y: usize, canvas: &mut Canvas) {
    canvas.draw(format_args!(
        "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" height=\"{SQUARE}\" rx=\"{round}\"/>"
    ));
}

/// Draws a picture at this distance from the edges of its square, or writes the text instead. A
/// picture that touches the edges shows if it is reached.
fn draw_sign(cell: &Cell, class: &str, inset: usize, x: usize, y: usize, canvas: &mut Canvas) {
    let side = SQUARE - 2 * inset;
    match cell.picture {
        Some(picture) => {
            let is_reached = cell.marks.reached && inset == 0;
            canvas.picture(picture, is_reached, class, [x + inset, y + inset, side, side]);
        }
        None if !cell.marks.back => canvas.text("sign", x + SQUARE / 2, y + 31, &cell.text),
        None => {}
    }
}

fn draw_ring(class: &str, x: usize, y: usize, canvas: &mut Canvas) {
    let (x, y, side) = (x + 3, y + 3, SQUARE - 6);
    canvas.draw(format_args!(
        "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" rx=\"5\"/>"
    ));
}

fn draw_dot(class: &str, x: usize, y: usize, canvas: &mut Canvas) {
    let (x, y) = (x + SQUARE - 7, y + 7);
    canvas.draw(format_args!("<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"4.5\"/>"));
}

/// Draws a row, each thing on its own or like a hand.
pub fn draw_row(row: &Row, table: &Shown<'_>, tool: Option<&str>, canvas: &mut Canvas) {
    let is_fanned = row.spread == Spread::Fanned;
    if is_fanned {
        canvas.write_line("soft", &row.caption);
    }
    let step = if is_fanned { STEP } else { PACE };
    // A card that can be played is raised.
    let rise = if is_fanned { 8 } else { 0 };
    let caption = if is_fanned { 0 } else { 20 };
    let width = step * row.cells.len().saturating_sub(1) + PACE;
    let (left, top) = canvas.take(width, rise + CARD + caption + BELOW);
    for (at, cell) in row.cells.iter().enumerate() {
        let lift = if offer_at(cell, tool).is_some() { 0 } else { rise };
        let (x, y) = (left + at * step, top + lift);
        draw_spot(Spot::of(cell), table, tool, canvas, |cell, canvas| {
            draw_thing(cell, row.spread, x, y, canvas);
        });
    }
}

fn draw_thing(cell: &Cell, spread: Spread, x: usize, y: usize, canvas: &mut Canvas) {
    let ground = match (spread, cell.picture) {
        (_, None) => "none",
        (Spread::Tiled, _) => "face",
        _ => "shade",
    };
    canvas.draw(format_args!(
        "<rect class=\"{ground}\" x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" height=\"{CARD}\" rx=\"5\"/>"
    ));
    if let Some(picture) = cell.picture {
        canvas.picture(picture, false, "there", [x, y, SQUARE, CARD]);
    } else if !cell.text.is_empty() {
        canvas.text("sign", x + SQUARE / 2, y + 40, &cell.text);
    }
    if !cell.caption.is_empty() {
        canvas.text("soft", x, y + CARD + 15, &cell.caption);
    }
    if cell.marks.last {
        draw_dot("new", x, y, canvas);
    } else if cell.marks.settled {
        draw_dot("set", x, y, canvas);
    }
}
