//! The text format: pages of plain text, for `curl` and for reading aloud. `as=text` asks for it.
//!
//! A player types a move behind the link under `Type`. The page with every link has one link for
//! each move.

use super::item::Item;
use super::plain::items;
use super::plain::paragraph::wrapped;
use super::setting::Setting;
use super::view::View;
use crate::gateway::http::{LOADS_NOTHING, Response};
use crate::links::Link;
use crate::settings::Home;

/// The media type of the pages.
const CONTENT_TYPE: &str = "text/plain; charset=utf-8";

/// The width of a paragraph, in characters.
const WIDTH: usize = 72;

/// The page for a view.
pub fn render(view: &View<'_>, setting: &Setting<'_>) -> Response {
    let lists_links =
        matches!(view, View::Position(shown) | View::Words(shown) if shown.lists_links);
    let mut text = String::new();
    let mut was_line = false;
    for item in items(view, setting, false) {
        let is_line = matches!(item, Item::Point(_) | Item::Move { .. } | Item::Way(..));
        let goes_on = is_line && was_line;
        if !text.is_empty() && !goes_on {
            text.push('\n');
        }
        write(&item, lists_links, &mut text);
        was_line = is_line;
    }
    if let Some(Home { address, label }) = &setting.site.home {
        text.push_str(&format!("\n  {label}\n      {address}\n"));
    }
    if let Some(note) = setting.note() {
        text.push_str(&format!("\n{note}\n"));
    }
    Response::document(CONTENT_TYPE, LOADS_NOTHING, text)
}

fn write(item: &Item, lists_links: bool, out: &mut String) {
    let address = |link: &Link| format!("      {}", link.in_format("text"));
    let mut line = |text: &str| {
        out.push_str(text);
        out.push('\n');
    };
    match item {
        Item::Title(title) => {
            line(title);
            // Speech synthesizers say nothing for these, and "equals" for the other usual line.
            line(&"-".repeat(title.chars().count()));
        }
        Item::Heading(heading) | Item::Moves(heading) => line(&format!("{heading}:")),
        Item::Words(words) | Item::Status(words) => {
            wrapped(words, WIDTH, "", "").iter().for_each(|l| line(l))
        }
        Item::Point(words) => wrapped(words, WIDTH, "  ", "    ").iter().for_each(|l| line(l)),
        Item::Group { name, points } => {
            line(&format!("{name}:"));
            for point in points {
                wrapped(&point.in_full(), WIDTH, "  ", "    ").iter().for_each(|l| line(l));
            }
        }
        Item::Drawing { lines, .. } => lines.iter().for_each(|drawn| line(drawn)),
        Item::Copy(text) => line(&format!("  {text}")),
        Item::Site(name, site) => line(&format!("{name}:\n\n  {site}")),
        Item::Move { number, label, link } => {
            let number = number.map(|number| number.to_string()).unwrap_or_default();
            line(&format!("{number:>4}  {label}"));
            // The meanings of an unclear typed move have no numbers.
            if lists_links || number.is_empty() {
                line(&address(link));
            }
        }
        Item::Way(label, link) => {
            line(&format!("  {label}"));
            line(&address(link));
        }
        Item::Ask(ask) => {
            line(&format!("{}. Type it behind:", ask.label));
            line(&address(&ask.link()));
        }
    }
}
