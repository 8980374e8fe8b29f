//! The Gemini format: pages of text/gemini behind a status line, as a Gemini server passes them on
//! (gemini://geminiprotocol.net/docs/protocol-specification.gmi).
//!
//! Links are relative, and shorter than the 1,024 bytes of a request. A link that asks for text
//! leads below the program (see `gateway/protocol.rs`). The answer to the typed text is a redirect
//! to an address of the program itself. So every page has an address that can be kept.

use super::item::Item;
use super::plain::items;
use super::setting::Setting;
use super::view::View;
use crate::game::text::on_one_line;
use crate::gateway::http::{Response, Status};
use crate::links::Link;
use crate::query;
use crate::settings::Home;

/// The page for a view, with its status.
pub fn render(view: &View<'_>, setting: &Setting<'_>) -> Response {
    let body = match view {
        View::Redirect(link) => format!("30 {}\r\n", address(link, setting)),
        View::Ask(ask) => {
            // Clients do not show the typed text of status 11.
            let status = if ask.name == query::PASSWORD { 11 } else { 10 };
            format!("{status} {}\r\n", ask.label)
        }
        View::Problem(problem) => {
            let status = status(problem.status());
            format!("{status} {}. {}\r\n", problem.heading(), problem.explanation())
        }
        _ => page(view, setting),
    };
    Response::document("", "", body)
}

/// The status of a problem (section "Status codes" of the specification).
fn status(status: Status) -> u8 {
    match status {
        Status::NotFound => 51,
        Status::Gone => 52,
        Status::InternalServerError => 42,
        Status::ServiceUnavailable => 41,
        _ => 59,
    }
}

/// The address of a link, relative to the address of the request.
fn address(link: &Link, setting: &Setting<'_>) -> String {
    let capsule = setting.capsule();
    match (&capsule.name, capsule.is_typed) {
        (Some(name), true) => format!("../../{name}{link}"),
        _ => link.to_string(),
    }
}

fn page(view: &View<'_>, setting: &Setting<'_>) -> String {
    let mut text = "20 text/gemini; charset=utf-8\r\n".to_owned();
    for item in items(view, setting, true) {
        write(&item, setting, &mut text);
    }
    if let Some(Home { address, label }) = &setting.site.home {
        text.push_str(&format!("=> {address} {label}\n"));
    }
    if let Some(note) = setting.note() {
        text.push_str(&format!("{note}\n"));
    }
    text
}

fn write(item: &Item, setting: &Setting<'_>, out: &mut String) {
    let line = match item {
        Item::Title(title) => format!("# {title}\n"),
        Item::Heading(heading) | Item::Moves(heading) => format!("\n## {heading}\n"),
        Item::Words(words) | Item::Status(words) => format!("{}\n", plain(words)),
        Item::Point(words) => format!("* {}\n", plain(words)),
        Item::Group { name, points } => {
            let points = points.iter().map(|point| match &point.link {
                Some(link) => format!("=> {link} {}\n", plain(&point.in_full())),
                None => format!("* {}\n", plain(&point.in_full())),
            });
            format!("### {}\n{}", plain(name), points.collect::<String>())
        }
        Item::Drawing { what, lines } => {
            format!("\n```{}\n{}\n```\n", plain(what), lines.join("\n"))
        }
        Item::Site(name, address) => format!("=> {address} {}\n", plain(name)),
        Item::Copy(text) => format!("```to copy\n{}\n```\n", plain(text)),
        Item::Move { number: Some(number), label, link } => {
            format!("=> {link} {number}. {}\n", plain(label))
        }
        Item::Move { number: None, label, link } | Item::Way(label, link) => {
            format!("=> {link} {}\n", plain(label))
        }
        Item::Ask(ask) => match &setting.capsule().name {
            Some(name) => {
                let rest = ask.before.as_str().trim_start_matches('?');
                format!("=> {name}/{}/{rest} {}\n", ask.name, ask.label)
            }
            None => String::new(),
        },
    };
    out.push_str(&line);
}

/// The text on one line. A space precedes a character that would give the line another meaning.
fn plain(text: &str) -> String {
    let line = on_one_line(text);
    if line.starts_with(['#', '*', '>', '=', '`']) { format!(" {line}") } else { line }
}
